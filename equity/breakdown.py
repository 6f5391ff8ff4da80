"""An answer taken apart: what the opponent's range holds here, and the equity against each part."""

from array import array
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from equity import ranking
from equity.engine import native
from equity.engine.inputs import Hands, zeros
from equity.engine.question import pair_weight
from equity.errors import RangeError, SpotError
from equity.exact import MOST_HANDS
from equity.options import Options, make_options
from equity.plan import as_hands, hand_count
from equity.ranges.value import Range
from equity.result import PlayerResult, player_result
from equity.shape import suit_class
from equity.solve import NOT_TOGETHER, Progress, count, seat_text, seats_of
from equity.spot import Hand, Spot, make_spot, split_hands

MOST_LISTED = 10_000_000
"""Hands of a range beyond which a list of them would take most of a gigabyte."""

MADE_HAND, SUITS = "made hand", "suits"


class Part(NamedTuple):
    """One class of the opponent's hands: how often it is dealt, 0 to 1, and the first player's
    answer against it (`exact` or sampled)."""

    name: str
    frequency: float
    exact: bool
    player: PlayerResult


class Breakdown(NamedTuple):
    """The parts of the opponent's range, `by` made hand on the board or by suits before the flop."""

    by: str
    opponent: str
    parts: tuple[Part, ...]

    def to_dict(self) -> dict[str, object]:
        """The same as plain values, ready for JSON."""
        parts = []
        for part in self.parts:
            counts = part.player.counts and part.player.counts._asdict()
            player = part.player._asdict() | {"counts": counts}
            parts.append({"class": part.name, "frequency": part.frequency, "exact": part.exact} | player)
        return {"by": self.by, "opponent": self.opponent, "classes": parts}


def calculate_breakdown(
    hands: Sequence[str | Range] | str,
    *,
    game: str | None = None,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    samples: int | None = None,
    precision: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Breakdown:
    """The first player's equity against each class of the second player's hands.

    The arguments are those of `calculate`, for two players; each class is answered as if it
    were the whole range, and `max_seconds` are for all of them together. Classes are the hands
    made on the board, best first, and before the flop (and the door card) the suits held.
    Frequencies are exact. Raises an EquityError.

    >>> parts = calculate_breakdown(["AsAhKsKh", "QQ,JJ"], board="Qd7c2h", game="omaha").parts
    >>> [part.name for part in parts]
    ['three of a kind', 'two pair', 'pair']
    """
    options = make_options(exact, samples, precision, max_seconds, seed, threads)
    written = split_hands([hands] if isinstance(hands, str) else hands)
    return break_down(make_spot(written, board, dead, game), options)


def break_down(spot: Spot, options: Options, progress: Progress | None = None) -> Breakdown:
    """The first player's answer against each class of the second player's hands.

    Raises SpotError for more than two players and for ranges too large to be taken apart,
    RangeError for a range that is empty here.
    """
    check_two(spot)
    seats = seats_of(spot)
    sizes = [hand_count(seat, spot) for seat in seats]
    if min(sizes) > MOST_HANDS or max(sizes) > MOST_LISTED:
        raise SpotError(
            f"ranges of {sizes[0]:,} and {sizes[1]:,} hands are too large for a breakdown: one may hold "
            f"{MOST_LISTED:,}, the other {MOST_HANDS:,}"
        )
    mine, theirs = (as_hands(seat, spot) for seat in seats)
    by, groups = _by_made_hand(spot.board, theirs) if len(spot.board) >= 3 else _by_suits(theirs)
    if options.max_seconds is not None:  # so much for all of them together
        options = options._replace(max_seconds=options.max_seconds / len(groups))
    parts, weights = [], []
    for done, (name, hands) in enumerate(groups):
        weight = pair_weight(mine, hands, spot.game.hole)
        if weight == 0:
            continue
        answer = count(spot, (seats[0], hands), options)
        parts.append(
            (name, answer.exact, player_result(seat_text(spot.seats[0]), answer.tallies(2)[0], answer.exact))
        )
        weights.append(weight)
        if progress:
            progress((done + 1) / len(groups), 0.0)
    whole = sum(weights)
    if whole == 0:
        raise RangeError(NOT_TOGETHER)
    return Breakdown(
        by,
        seat_text(spot.seats[1]),
        tuple(
            Part(name, weight / whole, exact, player)
            for (name, exact, player), weight in zip(parts, weights, strict=True)
        ),
    )


def check_two(spot: Spot) -> None:
    """Refuse what has no single opponent."""
    if len(spot.seats) != 2:
        raise SpotError(
            f"a breakdown is of one opponent's hands, and there are {len(spot.seats) - 1}; give two hands"
        )


def _by_made_hand(board: Hand, hands: Hands) -> tuple[str, list[tuple[str, Hands]]]:
    """The groups of hands by the category of their best high on the board as it lies."""
    pairs = array("B", bytes(52 * 52))
    for first, second in combinations(range(52), 2):
        if first not in board and second not in board:
            pairs[52 * first + second] = max(
                _category((first, second, *three)) for three in combinations(board, 3)
            )
    groups = array("B", bytes(hands.size))
    hole = len(hands.cards) // hands.size
    seen = native.kernel("group_by_pairs")(hole, hands.size, hands.cards, pairs, groups)
    names = dict(enumerate(ranking.CATEGORIES))
    return MADE_HAND, _listed(hands, groups, seen, names)


def _category(five: Sequence[int]) -> int:
    return ranking.high_of([card // 4 for card in five], len({card % 4 for card in five}) == 1)[0]


def _by_suits(hands: Hands) -> tuple[str, list[tuple[str, Hands]]]:
    """The groups of hands by their suits."""
    groups = array("B", bytes(hands.size))
    hole = len(hands.cards) // hands.size
    seen = native.kernel("group_by_suits")(hole, hands.size, hands.cards, groups)
    names = {
        8 * suited + most: suit_class(suited, most, hole)
        for suited in range(4)
        for most in range(1, hole + 1)
    }
    return SUITS, _listed(hands, groups, seen, names)


def _listed(hands: Hands, groups: "array[int]", seen: int, names: dict[int, str]) -> list[tuple[str, Hands]]:
    """The groups there are, the highest number first."""
    hole = len(hands.cards) // hands.size
    parts = []
    for group in sorted(names, reverse=True):
        if not seen >> group & 1:
            continue
        size = groups.count(group)
        part = Hands(size, array("B", bytes(size * hole)), zeros(size), array("B", bytes(size)), zeros(size))
        native.kernel("select_group")(hole, hands.size, *hands[1:4], groups, group, *part[1:])
        parts.append((names[group], part))
    return parts
