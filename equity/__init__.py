"""Equities for the Omaha family of games: how much of the pot each hand wins.

>>> from equity import calculate, evaluate
>>> calculate(["AsKs9h8h", "QdJdTc9c"], board="Kh9d2c").players[0].counts.scoop
487
>>> evaluate("AhQsJc7d", "Kh9h9d4h2c", game="omaha").high.category
'pair of nines'
"""

from typing import TYPE_CHECKING, Any

from equity.errors import CardError, EquityError, GameError, OptionError, RangeError, SpotError, TooCostly

if TYPE_CHECKING:
    from equity.batches.frames import batch
    from equity.breakdown import Breakdown, Part, calculate_breakdown
    from equity.holding import Holding, describe
    from equity.ranges.value import Range
    from equity.result import Counts, PlayerResult, Result
    from equity.showdown import Best, Showing, evaluate
    from equity.solve import calculate

__version__ = "0.1.0"

_HOMES = {
    "batch": "equity.batches.frames",
    "calculate": "equity.solve",
    "evaluate": "equity.showdown",
    "calculate_breakdown": "equity.breakdown",
    "describe": "equity.holding",
    "Best": "equity.showdown",
    "Breakdown": "equity.breakdown",
    "Holding": "equity.holding",
    "Part": "equity.breakdown",
    "Showing": "equity.showdown",
    "Counts": "equity.result",
    "PlayerResult": "equity.result",
    "Range": "equity.ranges.value",
    "Result": "equity.result",
}

__all__ = [
    "Best",
    "Breakdown",
    "CardError",
    "Counts",
    "EquityError",
    "GameError",
    "Holding",
    "OptionError",
    "Part",
    "PlayerResult",
    "Range",
    "RangeError",
    "Result",
    "Showing",
    "SpotError",
    "TooCostly",
    "batch",
    "calculate",
    "calculate_breakdown",
    "describe",
    "evaluate",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> Any:
    """Load a public name from its module when it is first asked for; importing costs little."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
