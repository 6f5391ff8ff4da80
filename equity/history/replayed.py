"""What the rules make of a hand: the values that `replay` gives."""

from __future__ import annotations

from dataclasses import dataclass

from equity.history.model import Finding, HandHistory


@dataclass(frozen=True, slots=True)
class Pot:
    """A pot, net of rake, and the names of those who can win it; the main pot comes first.

    `paid` is what each winner takes out of it.
    """

    amount: int
    eligible: tuple[str, ...]
    paid: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class StreetView:
    """The table as a street begins.

    `boards` are as many as there are run-outs from this street on; `pot` holds everything put
    in so far and `pots` its parts, rake not taken. `stacks` are of the `live` players, those who
    have not folded; `folded` are the others.
    """

    street: str
    boards: tuple[str, ...]
    pot: int
    pots: tuple[Pot, ...]
    stacks: tuple[tuple[str, int], ...]
    live: tuple[str, ...]
    folded: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """What a hand came to for one player; `cards` is "" when they are unknown.

    `put_in` is everything, `returned` what came back of it uncalled, `got` what the rules
    pay net of rake. `cashed_out` is what the house paid instead, None without a cash-out.
    """

    name: str
    seat: int
    stack: int
    cards: str
    put_in: int
    returned: int
    got: int
    cashed_out: int | None
    folded: bool

    @property
    def net(self) -> int:
        """What the player won or lost under the rules."""
        return self.got + self.returned - self.put_in


@dataclass(frozen=True, slots=True)
class Replayed:
    """A hand replayed under the rules from its actions alone.

    `pots` are the final ones; `allin_street` is the street after whose betting nobody could
    bet any more although cards were still to come, None without one: who is eligible then
    stays so to the end. `showdown` says whether more than one hand was left.
    `paid_as_stated` is None when the file does not say what it paid. `findings` are those of
    the reader and of the replay.
    """

    hand: HandHistory
    streets: tuple[StreetView, ...]
    pots: tuple[Pot, ...]
    rake: int
    rake_inferred: bool
    allin_street: str | None
    showdown: bool
    players: tuple[Player, ...]
    findings: tuple[Finding, ...]
    paid_as_stated: bool | None
