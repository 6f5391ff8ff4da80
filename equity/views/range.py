"""A range: its size, and its hands one by one."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import comb
from typing import Any

from equity import cards
from equity.ranges.value import Range
from equity.views import compact
from equity.views.tables import small_percent


def summary(holding: Range, game: str, blocked: Sequence[int]) -> dict[str, Any]:
    """What is told of a range; `percent` is of all hands without a blocked card."""
    size = holding.hands(blocked).size
    possible = comb(cards.DECK - len(set(blocked)), holding.hole)
    return {
        "range": holding.text,
        "game": game,
        "hands": size,
        "of": possible,
        "percent": 100 * size / possible,
        "blocked": cards.text(blocked),
    }


def as_json(summary: dict[str, Any]) -> str:
    """One JSON object."""
    return compact.as_json(summary)


def in_words(summary: dict[str, Any]) -> str:
    """One line for people."""
    blocked = f" without {summary['blocked']}" if summary["blocked"] else ""
    return (
        f"{summary['range']}: {summary['hands']:,} of {summary['of']:,} hands{blocked}, "
        f"{small_percent(summary['percent'])} ({summary['game']})"
    )


def listed(holding: Range, blocked: Sequence[int], limit: int | None) -> Iterator[tuple[str, int]]:
    """The hands of a range with their weights, the highest card of each first."""
    hands = holding.hands(blocked)
    every = ((cards.text(reversed(hands.hand(i))), hands.weights[i]) for i in range(hands.size))
    return islice(every, limit)
