"""One hand as its file tells it, the same for every site.

A reader turns text into a HandHistory; the replay turns that into what the rules make of
it. Amounts are whole minor units, `unit` of them in one of the file's (100: cents, 1: chips).
Cards are text as everywhere, "AsKs9h8h".
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from equity.errors import EquityError

STREETS = ("preflop", "flop", "turn", "river")
BOARD_SIZES = {"flop": 3, "turn": 4, "river": 5}


class Unreadable(EquityError):
    """A hand that cannot be read; `line` is the file's line at fault, 0 for the hand's first."""

    def __init__(self, message: str, line: int = 0):
        super().__init__(message)
        self.line = line


class OtherGame(EquityError):
    """A hand of a game outside the Omaha family: counted, not read."""


class PostKind(StrEnum):
    """What a forced bet is for."""

    ANTE = "ante"
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    NEWCOMER = "posted blind"
    """The blind of a player who comes in between: live, dead or both."""


class Verb(StrEnum):
    """What a player does in turn. ALL_IN is for files that do not say which of the others it is."""

    FOLD = "folds"
    CHECK = "checks"
    CALL = "calls"
    BET = "bets"
    RAISE = "raises"
    ALL_IN = "goes all-in"


class Returns(StrEnum):
    """How a file tells of an uncalled bet that goes back."""

    STATED = "stated"
    """On a line of its own."""
    SILENT = "silent"
    """Not at all: it is in no amount."""
    INCLUDED = "included"
    """In what the player collects."""


class Finding(NamedTuple):
    """Something about a hand that the reader of a review should know; `kind` is one of KINDS."""

    kind: str
    text: str
    expected: int | None = None
    stated: int | None = None


ILLEGAL_AMOUNT = "illegal amount"
OUT_OF_TURN = "out of turn"
PAYOUT_DIFFERS = "payout differs"
RAKE_DIFFERS = "rake differs"
POT_DIFFERS = "pot differs"
RETURN_DIFFERS = "return differs"
BOARD_DIFFERS = "board differs"
DUPLICATE_CARD = "duplicate card"
MISSING_LINE = "missing line"
UNKNOWN_PLAYER = "unknown player"
WRONG_CARDS = "wrong number of cards"
CANCELLED = "cancelled"

KINDS = (
    ILLEGAL_AMOUNT, OUT_OF_TURN, PAYOUT_DIFFERS, RAKE_DIFFERS, POT_DIFFERS, RETURN_DIFFERS,
    BOARD_DIFFERS, DUPLICATE_CARD, MISSING_LINE, UNKNOWN_PLAYER, WRONG_CARDS, CANCELLED,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Seat:
    """A player who was dealt in; `cards` is "" where the file never shows them."""

    number: int
    name: str
    stack: int
    cards: str = ""


@dataclass(frozen=True, slots=True)
class Post:
    """A forced bet: `live` counts towards the player's bet of the first round, `dead` does not."""

    player: str
    kind: PostKind
    live: int
    dead: int
    line: int


@dataclass(frozen=True, slots=True)
class Action:
    """What a player did in turn.

    `amount` is what he adds, or, when `is_total`, all that he has bet on this street
    afterwards. `all_in` is set when the file says so, whatever his stack may be: a cap or a
    lost connection ends a player's betting as an empty stack does.
    """

    player: str
    verb: Verb
    amount: int
    is_total: bool
    all_in: bool
    line: int


@dataclass(frozen=True, slots=True)
class Street:
    """The board cards of a street are dealt, and a new betting round begins."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class HouseMoney:
    """Money that the house adds to the pot."""

    amount: int
    line: int


Event = Post | Action | Street | HouseMoney


@dataclass(frozen=True, slots=True)
class Collected:
    """One line of what the file pays; `pot` is how the file calls the pot, "" if it does not."""

    player: str
    amount: int
    pot: str
    line: int


@dataclass(frozen=True, slots=True)
class HandHistory:
    """One hand, read and not yet judged.

    `n` is its position in the file among hands of all games, from 1, and `line` its first
    line. `limit` is "pl", "nl" or "fl"; `small_bet` and `big_bet` are 0 unless it is "fl".
    `button` is None where the file does not tell it.
    `boards` holds a whole board for each time the rest was dealt, usually one. What the file
    states about money is None, or empty, where it does not: `total_pot` and `pots` (main pot
    first, net of rake), `rake` (all that the house kept), `collected`, `uncalled` and
    `cashed_out` by player, `final_stacks` by player. Findings are what the reader noticed.
    """

    site: str
    id: str
    game: str
    limit: str
    currency: str
    unit: int
    small_blind: int
    big_blind: int
    ante: int
    small_bet: int
    big_bet: int
    date: str
    tournament: bool
    button: int | None
    seats: tuple[Seat, ...]
    hero: str
    events: tuple[Event, ...]
    boards: tuple[str, ...]
    total_pot: int | None
    pots: tuple[int, ...]
    rake: int | None
    collected: tuple[Collected, ...]
    returns: Returns
    uncalled: tuple[tuple[str, int], ...]
    cashed_out: tuple[tuple[str, int], ...]
    final_stacks: tuple[tuple[str, int], ...]
    cancelled: bool
    findings: tuple[Finding, ...]
    file: str = ""
    line: int = 1
    n: int = 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """A hand that could not be read: where, and why."""

    file: str
    line: int
    n: int
    id: str
    reason: str

    def to_dict(self) -> dict[str, object]:
        """The refusal as plain values, ready for JSON."""
        return {"file": self.file, "line": self.line, "n": self.n, "id": self.id, "refused": self.reason}


@dataclass(frozen=True, slots=True)
class Skipped:
    """A hand of another game."""

    file: str
    line: int
    n: int
    id: str


Outcome = HandHistory | Refusal | Skipped
"""What becomes of a hand of a file; every hand becomes one of these."""
