"""The shape of a starting hand: how its suits, pairs and ranks lie, in numbers and in words."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from equity.cards import RANKS
from equity.wording import RANK_NAMES, counted, listed, number_name, rank_names

ACE = 12
EIGHT = 6
MOST_MISSING = 2
"""A rundown lacks so many ranks at most between its highest and its lowest card."""

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")
_SUITED = ("rainbow", "single-suited", "double-suited", "triple-suited")
_GROUPS = {2: "a pair of {}", 3: "three {}", 4: "four {}"}


class Shape(NamedTuple):
    """What does not change when the suits of a hand are exchanged.

    `suits` says how many cards there are of each suit held, most first; `groups` are the
    ranks held more than once with their numbers, highest first; `ranks` the different ranks
    and `missing` how many are left out between neighbours, from the highest down, the ace
    being low where that leaves fewer out; `lows` the ranks from ace to eight, ace first.
    """

    suits: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]
    ranks: tuple[int, ...]
    missing: tuple[int, ...]
    lows: tuple[int, ...]

    @property
    def suit_class(self) -> str:
        """Such as "double-suited"."""
        return suit_class(sum(count > 1 for count in self.suits), self.suits[0], sum(self.suits))

    @property
    def is_rundown(self) -> bool:
        """Whether all ranks differ and lie close together."""
        return not self.groups and sum(self.missing) <= MOST_MISSING


def shape_of(hand: Sequence[int]) -> Shape:
    """The shape of a hand of any size."""
    held = Counter(card // 4 for card in hand)
    high = sorted(held, reverse=True)
    low = [*high[1:], -1] if high[0] == ACE and len(high) > 1 else high
    ranks = min(high, low, key=lambda ranks: ranks[0] - ranks[-1])
    return Shape(
        suits=tuple(sorted(Counter(card % 4 for card in hand).values(), reverse=True)),
        groups=tuple((rank, held[rank]) for rank in high if held[rank] > 1),
        ranks=tuple(rank % 13 for rank in ranks),
        missing=tuple(upper - lower - 1 for upper, lower in pairwise(ranks)),
        lows=tuple(sorted((rank for rank in held if rank in (ACE, *range(EIGHT + 1))), key=_low_order)),
    )


def _low_order(rank: int) -> int:
    return -1 if rank == ACE else rank


def suit_class(suited: int, most: int, hole: int) -> str:
    """The name of a hand of `hole` cards with `suited` suits held twice or more, `most` cards of one."""
    if most == hole:
        return "all of one suit"
    return f"{_SUITED[suited]}, {number_name(most)} of one suit" if most > 2 else _SUITED[suited]


def suits_in_words(hand: Sequence[int]) -> str:
    """Such as "double-suited: spades to the ace, hearts to the nine"."""
    best: dict[int, int] = {}
    for card in hand:
        best[card % 4] = max(best.get(card % 4, 0), card // 4)
    counts = Counter(card % 4 for card in hand)
    suited = sorted((suit for suit in counts if counts[suit] > 1), key=lambda suit: -best[suit])
    tops = [f"{_SUIT_NAMES[suit]} to the {RANK_NAMES[best[suit]]}" for suit in suited]
    name = shape_of(hand).suit_class
    return f"{name}: {', '.join(tops)}" if tops else name


def groups_in_words(shape: Shape) -> str:
    """Such as "a pair of aces and a pair of kings"."""
    named = [_GROUPS[count].format(rank_names(rank)) for rank, count in shape.groups]
    return listed(named, "and") if named else "no pair"


def ranks_in_words(shape: Shape) -> str:
    """Such as "a rundown with one gap: J-T-8-7"."""
    dashed = "-".join(RANKS[rank] for rank in shape.ranks)
    gaps = [
        f"{counted(missing, 'rank')} missing between {RANK_NAMES[upper]} and {RANK_NAMES[lower]}"
        for (upper, lower), missing in zip(pairwise(shape.ranks), shape.missing, strict=True)
        if missing
    ]
    if shape.is_rundown:
        one_or_more = f"{number_name(len(gaps))} gap" + "s" * (len(gaps) > 1)
        return f"a rundown {'without a gap' if not gaps else 'with ' + one_or_more}: {dashed}"
    if not gaps:
        return f"{dashed} without a gap" if len(shape.ranks) > 1 else f"{dashed} alone"
    return f"{dashed}: {listed(gaps, 'and')}"
