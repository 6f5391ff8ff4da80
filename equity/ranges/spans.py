"""Spans: the patterns that T8+, 664- or KQJT-T987 stand for, found by moving ranks.

A single card of a list moves likewise, as a pattern of one card. Decided here:

- Only written ranks move; `*`, variables and suits stand still and are the same at both ends.
- Both ends' cards are compared in the order written, and all that move go equally far the
  same way: `AK-KA` is refused.
- Where the top is reached already nothing climbs: `AK+` is `AK`. Falling ends at the deuce.
- A list cannot be part of a span.
"""

from collections.abc import Iterator

from equity.cards import RANKS
from equity.ranges.tree import Card, Option, Pattern

ACE = len(RANKS) - 1


def has_list(pattern: Pattern) -> bool:
    """Whether a card leaves a choice; the functions below are for patterns without one."""
    return any(len(card) > 1 for card in pattern.cards)


def has_rank(pattern: Pattern) -> bool:
    """Whether there is a rank to move."""
    return any(_rank(card) is not None for card in pattern.cards)


def climb(pattern: Pattern) -> list[Pattern]:
    """What a `+` makes of a pattern that has a rank: up to where one card is an ace."""
    return _moved(pattern, _moves(pattern, 1), ACE - max(_ranks(pattern)))


def fall(pattern: Pattern) -> list[Pattern]:
    """What a `-` makes of a pattern that has a rank: down to where one card is a deuce."""
    return _moved(pattern, _moves(pattern, -1), min(_ranks(pattern)))


def misfit(first: Pattern, last: Pattern) -> str:
    """Why these cannot be the two ends of a span; empty if they can."""
    if len(first.cards) != len(last.cards):
        return f"one has {_count(first)}, the other {_count(last)}; write it like TT-77"
    if first.braces != last.braces:
        return "their braces differ; write it like {T9}-{76}"
    pairs = list(zip(first.cards, last.cards, strict=True))
    if any(start[0].suit != stop[0].suit for start, stop in pairs):
        return "their suits differ; write it like AcJc-Ac4c"
    if any(start != stop and None in (_rank(start), _rank(stop)) for start, stop in pairs):
        return "a rank stands opposite a variable or a star, and only ranks move"
    if not has_rank(first):
        return "there is no rank to move; write it like TT-77"
    far = sorted(set(_distances(first, last)) - {0})
    if len(far) > 1:
        return (
            f"one card moves by {far[0]:+} and another by {far[-1]:+}; "
            "all that move go equally far, as in TT-77"
        )
    return ""


def between(first: Pattern, last: Pattern) -> list[Pattern]:
    """All from one end of a span to the other; the two must fit."""
    distances = _distances(first, last)
    steps = max(map(abs, distances))
    return _moved(first, [distance // steps if distance else 0 for distance in distances], steps)


def _rank(card: Card) -> int | None:
    """The rank of a card of one option, if it is no variable and no star."""
    rank = card[0].rank
    return rank if isinstance(rank, int) else None


def _ranks(pattern: Pattern) -> Iterator[int]:
    return (rank for rank in map(_rank, pattern.cards) if rank is not None)


def _moves(pattern: Pattern, step: int) -> list[int]:
    """`step` for each card that has a rank, and 0 for the others."""
    return [0 if _rank(card) is None else step for card in pattern.cards]


def _distances(first: Pattern, last: Pattern) -> list[int]:
    """How many ranks each card moves from one end of a span to the other."""
    ranks = [(_rank(start), _rank(stop)) for start, stop in zip(first.cards, last.cards, strict=True)]
    return [0 if start is None or stop is None else stop - start for start, stop in ranks]


def _count(pattern: Pattern) -> str:
    return "1 card" if len(pattern.cards) == 1 else f"{len(pattern.cards)} cards"


def _moved(pattern: Pattern, moves: list[int], steps: int) -> list[Pattern]:
    """The pattern as it is, and after each of `steps` moves of its ranks."""
    return [
        pattern._replace(
            cards=tuple(
                (Option(card[0].rank + move * step, card[0].suit),) if isinstance(card[0].rank, int) else card
                for card, move in zip(pattern.cards, moves, strict=True)
            )
        )
        for step in range(steps + 1)
    ]
