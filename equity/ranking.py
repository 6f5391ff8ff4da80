"""The rules of the showdown for five cards: which high and which low beats which.

Plain Python, for single hands and for building the engine's lookup tables.
Source: design section 3; the usual ranking of high hands, and "eight or better,
ace to five" for lows.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

ACE = 12
EIGHT = 6

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
(HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH) = range(9)

_CATEGORY_OF_COUNTS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}
_WHEEL = (ACE, 3, 2, 1, 0)

High = tuple[int, ...]
"""(category, ranks in order of weight); greater is better, equal is a tie."""

Low = tuple[int, ...]
"""Five ranks with the ace as 0 and the deuce as 1, highest first; smaller is better."""


def high_of(ranks: Sequence[int], suited: bool) -> High:
    """The high value of five cards with these ranks, all of one suit or not."""
    counts = {rank: ranks.count(rank) for rank in ranks}
    order = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    category = _CATEGORY_OF_COUNTS[tuple(counts[rank] for rank in order)]
    if category == HIGH_CARD:
        straight = order == _WHEEL or order[0] - order[4] == 4
        if order == _WHEEL:
            order = (3, 2, 1, 0, -1)
        if straight:
            category = STRAIGHT_FLUSH if suited else STRAIGHT
        elif suited:
            category = FLUSH
    return (category, *order)


def low_of(ranks: Iterable[int]) -> Low | None:
    """The eight-or-better low of five cards with these ranks; None when they make none."""
    ladder = sorted({0 if rank == ACE else rank + 1 for rank in ranks}, reverse=True)
    return tuple(ladder) if len(ladder) == 5 and ladder[0] <= EIGHT + 1 else None


LOWS: tuple[Low, ...] = tuple(
    sorted((tuple(sorted(five, reverse=True)) for five in combinations(range(8), 5)), reverse=True)
)
"""All 56 lows from the worst, 8-7-6-5-4, to the best, 5-4-3-2-A."""
