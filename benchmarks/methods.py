"""What the methods cost: the planner's constants measured anew, and where the time of an answer goes.

For maintainers. On the machine named in the README, what is off by more than a half belongs
into equity/exact.py.
"""

from collections.abc import Sequence
from functools import partial
from statistics import median

from benchmarks.growth import FILLED_SECONDS, GAMES, LEFT_OUT, STREETS, Shape, question_of, typical_seconds
from benchmarks.measure import Call, Table, arguments, duration, interleaved, publish, seconds_per_call
from equity import calculate, exact
from equity.engine import native
from equity.engine.question import Outcomes, Question
from equity.games import Game
from equity.options import make_options
from equity.result import PlayerResult, Tally, player_result
from equity.solve import CHUNK_DEALS, DEFAULT_CHUNKS
from equity.spot import make_spot

COUNT_SECONDS = {game.hole: exact.COUNT_SECONDS[game.hole] for game in GAMES}
STRETCHES, STRETCH = 40, 40
"""Of many board classes so many stretches of neighbours are counted, spread evenly."""

PLANNED_SECONDS = 2.0
"""Spots estimated to take longer are left out: they are sampled, unless someone insists."""

PLANNED = {
    "2 hands preflop": (2, 0, "preflop"),
    "6 hands preflop": (6, 0, "preflop"),
    "1 hand v random, preflop": (1, 1, "preflop"),
    "1 hand v random, flop": (1, 1, "flop"),
    "3 hands v random, preflop": (3, 1, "preflop"),
    "3 hands v random, flop": (3, 1, "flop"),
    "1 hand v 2 random, river": (1, 2, "river"),
    "1 hand v 2 random, turn": (1, 2, "turn"),
}
"""Hands, random hands and street of the spots whose estimates are looked at."""

SHORT_ROUNDS, SHORT_SECONDS = 10, 0.005
"""The steps of one answer take turns oftener and for shorter: they are subtracted from each other."""

DISSECTED = {
    "T1, preflop": ("omaha", ("AsKs9h8h", "QdJdTc9c"), ""),
    "T3, against random": ("omaha", ("AsKs9h8h", "random"), "Kh9d2c"),
    "a river": ("omaha8", ("AsKs9h8h", "QdJdTc9c"), "Kh9d2c5s4s"),
}


def class_seconds(shape: Shape, rounds: int) -> float:
    """The median seconds of counting one random hand on one class of boards."""

    def counted(question: Question) -> float:
        total = len(question.classes)
        step = max(STRETCH, total // STRETCHES)
        starts = range(0, total, step)
        classes = sum(min(STRETCH, total - start) for start in starts)

        def count() -> None:
            for start in starts:
                question.count_randoms(start, min(start + STRETCH, total))

        return seconds_per_call(count) / classes

    spots = (make_spot(hands, board, game=shape.game.name) for hands, board in shape.spots(rounds))
    return median(counted(question_of(spot)) for spot in spots)


def constants(rounds: int) -> Table:
    """What equity.exact takes for granted, beside what is."""
    streets = ("preflop", "flop")
    known = [
        median(typical_seconds(Shape(game, 3, board=STREETS[street]), rounds) for game in GAMES)
        for street in streets
    ]
    rows = [["KNOWN_SECONDS", duration(exact.KNOWN_SECONDS), *map(duration, known)]]
    counts = {
        (game.hole, game.low, street): class_seconds(Shape(game, 1, 1, STREETS[street]), rounds)
        for game in GAMES
        for street in streets
    }
    for hole, in_use in COUNT_SECONDS.items():
        measured = [duration(counts[hole, False, street]) for street in streets]
        rows.append([f"COUNT_SECONDS[{hole}]", duration(in_use), *measured])
    factors = [
        median(counts[hole, True, street] / counts[hole, False, street] for hole in COUNT_SECONDS)
        for street in streets
    ]
    rows.append(["HILO_FACTOR", f"{exact.HILO_FACTOR:g}", *(f"{factor:.2g}" for factor in factors)])
    return Table("Constants of equity/exact.py", ["constant", "in use", *streets], rows)


def estimates(rounds: int) -> Table:
    """The planner's estimates put to the test."""

    def cell(game: Game, hands: int, randoms: int, street: str) -> str:
        shape = Shape(game, hands, randoms, STREETS[street])
        if not shape.possible:
            return LEFT_OUT
        ratios = []
        for written, board in shape.spots(rounds):
            estimate = exact.ByClasses(question_of(make_spot(written, board, game=game.name))).seconds
            if estimate <= PLANNED_SECONDS:
                answer = partial(calculate, written, board=board, game=game.name, exact=True, threads=1)
                ratios.append(seconds_per_call(answer, FILLED_SECONDS) / estimate)
        return f"{min(ratios):.2g} to {max(ratios):.2g} ×" if ratios else LEFT_OUT

    rows = [[spot, *(cell(game, *shape) for game in GAMES)] for spot, shape in PLANNED.items()]
    title = "The time exact answers take, as a multiple of the planner's estimate"
    return Table(title, ["spot", *(game.name for game in GAMES)], rows)


def sampler(rounds: int) -> Table:
    """The time of one deal, and of the deals that a spot gets by default."""
    tables = {"2 hands": (2, 0), "1 v random": (1, 1), "1 v 2 random": (1, 2), "1 v 5 random": (1, 5)}
    rows = []
    for game in GAMES:
        calls = {}
        for seats, (hands, randoms) in tables.items():
            ((written, board),) = Shape(game, hands, randoms).spots(1)
            question = question_of(make_spot(written, board, game=game.name))
            calls[seats] = partial(question.sample, 0, 0, CHUNK_DEALS)
        seconds = interleaved(calls, rounds)
        rows.append([game.name, *(f"{seconds[seats] / CHUNK_DEALS * 1e9:.3g} ns" for seats in tables)])
    title = f"Sampling: one deal by one thread (DEFAULT_CHUNKS are {DEFAULT_CHUNKS * CHUNK_DEALS:,} deals)"
    return Table(title, ["game", *tables], rows)


def dissection(rounds: int) -> Table:
    """The steps of equity.solve.calculate, one by one, by one thread."""
    columns = []
    for game, hands, board in DISSECTED.values():
        parts = interleaved(steps(game, hands, board), SHORT_ROUNDS * rounds, SHORT_SECONDS)
        parts["board classes"] -= parts["arrays"]
        whole = parts.pop("calculate()")
        parts["the rest"] = whole - sum(parts.values())
        columns.append([duration(time) for time in (*parts.values(), whole)])
    names = [*parts, "calculate()"]
    rows = list(zip(names, *columns, strict=True))
    return Table("Where the time of one answer goes, one thread", ["step", *DISSECTED], rows)


def steps(game: str, hands: Sequence[str], board: str) -> dict[str, Call]:
    """The parts of an answer as calls; "board classes" includes "arrays"."""
    spot = make_spot(hands, board, game=game)
    question = question_of(spot)
    total, players = len(question.classes), len(hands)

    def count() -> Outcomes:
        return question.count_randoms(0, total) if question.randoms else question.count_known()

    def results() -> list[PlayerResult]:
        return [player_result(hand, Tally(outcomes, i, players), True) for i, hand in enumerate(hands)]

    outcomes = count()
    return {
        "input checks": lambda: (make_options(threads=1), make_spot(hands, board, game=game)),
        "arrays": lambda: question_of(spot),
        "board classes": lambda: question_of(spot).classes,
        "counting": count,
        "results": results,
        "calculate()": lambda: calculate(hands, board=board, game=game, threads=1),
    }


def main() -> None:
    """Measure, report."""
    options = arguments("methods", __doc__, rounds=5)
    native.warm()
    tables = [measure(options.rounds) for measure in (constants, estimates, sampler, dissection)]
    publish("methods", tables, options)


if __name__ == "__main__":
    main()
