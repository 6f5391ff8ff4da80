"""How the cost of an answer grows: with players, cards, streets, random hands and threads.

Hands and boards come off a shuffled deck, other ones each round; medians are shown.
"""

import random
from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any, NamedTuple

from benchmarks.measure import Table, arguments, duration, publish, seconds_per_call
from equity import calculate, cards
from equity.engine import native
from equity.engine.question import Question
from equity.exact import ByClasses
from equity.games import Game, find_game
from equity.ranges.value import Range
from equity.spot import BOARD, RANDOM, Spot, make_spot

GAMES = tuple(map(find_game, ("omaha", "omaha8", "omaha5", "bigo", "omaha6", "omaha6-8")))
STREETS = {"preflop": 0, "flop": 3, "turn": 4, "river": BOARD}
PLAYERS = range(2, 7)
RANDOMS = range(1, 10)
THREADS = (1, 2)

SAMPLES = 262_144
FILLED_SECONDS = 0.02
ENOUGH_SECONDS = 2.0
PATIENCE_SECONDS = 20.0
"""An exact answer estimated to take longer is left out."""

LEFT_OUT = "–"


class Shape(NamedTuple):
    """What is alike in spots that are measured together."""

    game: Game
    hands: int
    randoms: int = 0
    board: int = 0

    @property
    def possible(self) -> bool:
        """Whether the deck is large enough."""
        return (self.hands + self.randoms) * self.game.hole + BOARD <= cards.DECK

    def spots(self, rounds: int) -> Iterator[tuple[list[str], str]]:
        """The hands and the board of so many spots, always the same ones."""
        hole, written = self.game.hole, self.hands * self.game.hole
        for seed in range(rounds):
            deck = random.Random(seed).sample(range(cards.DECK), written + self.board)
            hands = [cards.text(deck[at : at + hole]) for at in range(0, written, hole)]
            yield hands + [RANDOM] * self.randoms, cards.text(deck[written:])


def question_of(spot: Spot) -> Question:
    """The spot as the engine sees it."""
    seats = [seat for seat in spot.seats if not isinstance(seat, Range)]
    return Question(seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)


def typical_seconds(shape: Shape, rounds: int, **options: Any) -> float:
    """The median time of an answer over `rounds` spots, or over the first few when they take long."""
    times: list[float] = []
    for hands, board in shape.spots(rounds):
        answer = partial(calculate, hands, board=board, game=shape.game.name, **options)
        times.append(seconds_per_call(answer, FILLED_SECONDS))
        if sum(times) > ENOUGH_SECONDS:
            break
    return median(times)


def exact(shape: Shape, rounds: int, threads: int = 1) -> str:
    """The time of an exact answer, as shown."""
    if not shape.possible:
        return LEFT_OUT
    ((hands, board),) = shape.spots(1)
    method = ByClasses(question_of(make_spot(hands, board, game=shape.game.name)))
    if method.seconds / threads > PATIENCE_SECONDS:
        return LEFT_OUT
    return duration(typical_seconds(shape, rounds, exact=True, threads=threads))


def sampled(shape: Shape, rounds: int) -> str:
    """Million deals a second of one thread, as shown."""
    if not shape.possible:
        return LEFT_OUT
    return f"{SAMPLES / typical_seconds(shape, rounds, samples=SAMPLES, threads=1) / 1e6:.3g}"


def players(rounds: int) -> Table:
    """More written-out hands."""
    rows = [[game.name, *(exact(Shape(game, hands), rounds) for hands in PLAYERS)] for game in GAMES]
    heads = ["game", *(f"{hands} players" for hands in PLAYERS)]
    return Table("Written-out hands preflop, exact, one thread", heads, rows)


def streets(rounds: int) -> Table:
    """Fewer cards to come."""
    rows = [
        [game.name, *(exact(Shape(game, 2, board=board), rounds) for board in STREETS.values())]
        for game in GAMES
    ]
    return Table("Two written-out hands, exact, one thread", ["game", *STREETS], rows)


def against_random(rounds: int) -> Table:
    """More boards, and more threads to share them, against a random hand."""
    columns = [(street, threads) for street in ("flop", "preflop") for threads in THREADS]
    rows = []
    for game in GAMES:
        shapes = [(Shape(game, 1, 1, STREETS[street]), threads) for street, threads in columns]
        rows.append([game.name, *(exact(shape, rounds, threads) for shape, threads in shapes)])
    heads = ["game", *(f"{street}, {threads} thread{'s' * (threads > 1)}" for street, threads in columns)]
    return Table("One hand against a random one, exact", heads, rows)


def sampling(rounds: int) -> Table:
    """More random hands."""
    rows = [[game.name, *(sampled(Shape(game, 1, randoms), rounds) for randoms in RANDOMS)] for game in GAMES]
    heads = ["game", *(str(randoms) for randoms in RANDOMS)]
    title = "One hand against so many random ones preflop, sampled, million deals a second, one thread"
    return Table(title, heads, rows)


def main() -> None:
    """Measure, report."""
    options = arguments("growth", __doc__, rounds=5)
    native.warm()
    tables = [measure(options.rounds) for measure in (players, streets, against_random, sampling)]
    publish("growth", tables, options)


if __name__ == "__main__":
    main()
