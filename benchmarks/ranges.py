"""Ranges: expanding them, and the exact and sampled answers to two and three of them."""

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.measure import Table, arguments, duration, publish
from equity import Range, calculate
from equity.games import GAMES
from equity.ranges.orderings import DEFAULT_KIND, classes, load, ordering_game
from equity.ranges.value import _expanded
from equity.result import Result

EXPANDED = {
    4: ("AA", "15%", "AK,*:xx!RR", "$L$L$L$L!RRRR", "ssxx"),
    5: ("AA$ds", "15%", "*$np", "ssxx", "BEFGI"),
    6: ("AA$ds", "15%", "*$np", "ssxx", "BEFGIL"),
}
EXPAND_GOALS = {4: 0.3, 5: 2.0, 6: 10.0}

FLOP, TURN, RIVER = "Kh9d2c", "Kh9d2c7s", "Kh9d2c7s4h"
STREETS = "flop", "turn", "river"
SIZES = (1, 3, 10, 30, 100)
NEARLY_ALL = "*!AAAA", "*!KKKK"
"""Ranges of all hands but one, so that they are swept and not taken for random."""

SPOTS: tuple[tuple[str, tuple[str, ...], str, dict[str, Any], float], ...] = (
    ("omaha", NEARLY_ALL, FLOP, {"exact": True}, 25.0),
    ("omaha", ("15%", "25%"), FLOP, {"exact": True}, 4.0),
    ("omaha", ("15%", "25%"), TURN, {"exact": True}, 0.2),
    ("omaha", ("15%", "25%"), RIVER, {"exact": True}, 0.02),
    ("omaha8", ("15%", "25%"), FLOP, {"exact": True}, 0.0),
    ("omaha8", ("*$ds", "random"), FLOP, {"exact": True}, 60.0),
    ("omaha", ("AA", "15%"), "", {"precision": 0.02}, 2.0),
    ("omaha", ("AA", "15%"), FLOP, {"exact": True}, 2.0),
    ("omaha", ("AA", "15%", "30%"), "", {"precision": 0.03}, 2.0),
    ("bigo", ("AA", "15%"), TURN, {"exact": True}, 0.0),
    ("omaha6", ("AA", "15%"), RIVER, {"exact": True}, 0.0),
)
"""Game, hands, board, how, and the seconds to stay within where there is such a goal."""


def timed(call: Callable[[], object], rounds: int) -> float:
    """The median seconds of a call after one that warms up; once only if it takes long."""
    times = []
    for _ in range(rounds + 1):
        started = perf_counter()
        call()
        times.append(perf_counter() - started)
        if times[-1] > 5:
            return times[-1]
    return median(times[1:])


def _size(text: str, hole: int) -> int:
    _expanded.cache_clear()
    return len(Range.parse(text, hole))


def expansions(rounds: int) -> Table:
    """From text to the weight of every hand."""
    rows = []
    for hole, texts in EXPANDED.items():
        for text in texts:
            seconds = timed(partial(_size, text, hole), rounds)
            hands = _size(text, hole)
            rows.append(
                [f"`{text}`", str(hole), f"{hands:,}", duration(seconds), duration(EXPAND_GOALS[hole])]
            )
    return Table("Expanding ranges, all cores", ["range", "cards", "hands", "time", "to stay within"], rows)


def orderings(rounds: int) -> Table:
    """From the shipped files to what a percent asks for, once a process."""
    rows = []
    for game in GAMES:
        if game.low or ordering_game(game) is not game:
            continue
        numbering = timed(partial(_fresh, classes, game.hole), rounds)
        loading = timed(partial(_fresh, load, DEFAULT_KIND, game.name, game.hole), rounds)
        kinds = len(classes(game.hole).sizes)
        rows.append([str(game.hole), f"{kinds:,}", duration(numbering), duration(loading)])
    return Table("Orderings", ["cards", "classes", "numbering all hands", "loading and sorting"], rows)


def _fresh(cached: Any, *args: object) -> None:
    """Call it as if for the first time."""
    cached.cache_clear()
    cached(*args)


def answers(rounds: int) -> Table:
    """Whole answers, expansion included."""

    def answer(hands: tuple[str, ...], **question: Any) -> Result:
        _expanded.cache_clear()
        return calculate(hands, **question)

    rows = []
    for game, hands, board, how, goal in SPOTS:
        ask = partial(answer, hands, board=board, game=game, **how)
        seconds = timed(ask, rounds)
        result = ask() if seconds < 5 else None
        size = f"{(result.deals or result.samples):,}" if result else ""
        spot = f"{game} `{' v '.join(hands)}`" + (f" on {board}" if board else "")
        method = "exact" if "exact" in how else f"to {how['precision']} points"
        rows.append([spot, method, size, duration(seconds), duration(goal) if goal else ""])
    heads = ["spot", "how", "deals", "time", "to stay within"]
    return Table("Ranges against each other, all cores, expanding them included", heads, rows, left=2)


def growth(rounds: int) -> Table:
    """How the time of an exact answer grows with the size of both ranges."""
    rows = []
    for percent in SIZES:
        hands = [f"{percent}%", f"{percent}%!AAAA"]
        cells = [
            duration(timed(partial(calculate, hands, game=game, board=board, exact=True), rounds))
            for game in ("omaha", "omaha8")
            for board in (FLOP, TURN, RIVER)
        ]
        rows.append([f"`{percent}%`", f"{_size(hands[0], 4):,}", *cells])
    heads = [
        "both ranges",
        "hands",
        *(f"{game} {street}" for game in ("omaha", "omaha8") for street in STREETS),
    ]
    return Table("Exact answers by the size of the ranges, all cores, after a first one", heads, rows)


def main() -> None:
    """Measure, report."""
    options = arguments("ranges", __doc__, rounds=3)
    publish("ranges", [make(options.rounds) for make in (expansions, orderings, answers, growth)], options)


if __name__ == "__main__":
    main()
