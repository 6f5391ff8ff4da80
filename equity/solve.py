"""From a checked spot to its answer: runs the method the planner picks."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import ceil
from time import perf_counter
from typing import NamedTuple

from equity import cards
from equity.canonical import canonical
from equity.engine.question import Outcomes, Question, Seat
from equity.errors import RangeError, TooCostly
from equity.exact import Method
from equity.options import Options, make_options
from equity.plan import exact_method
from equity.ranges.value import Range
from equity.result import EXACT, MONTE_CARLO, Result, Tally, player_result
from equity.spot import RANDOM, Hand, Spot, make_spot, split_hands
from equity.workers import in_order

LONG_SECONDS = 0.2
"""Work estimated longer leaves the main thread free to heed Ctrl-C."""

CHUNK_DEALS = 65_536
DEFAULT_CHUNKS = 64
"""4,194,304 deals by default: a third of a second of one core three-handed with four cards,
and a standard error of at most 0.025 percentage points. A fixed number, so that the same
seed gives the same answer on any machine."""

MAX_PRECISE_DEALS = 10**11
"""A standard error that would take more deals, some hours of them, is refused."""

NOT_TOGETHER = "the ranges cannot be dealt together: each choice of hands has a card twice"

Progress = Callable[[float, float], None]
"""Called with the part done (0 to 1) and the estimated seconds of the whole."""


def calculate(
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
) -> Result:
    """How much of the pot each hand wins.

    `hands` are written-out hands ("AsKs9h8h"), "random", ranges ("AA$ds") or Range values, or
    one text with "vs" between them; one hand alone plays against a random one. `board` holds
    0, 3, 4 or 5 cards (in Courchevel also 1), `dead` cards known to be out of play. `game` is
    a name or alias; without it the number of cards decides, hi/lo by default.

    Written-out hands are answered exactly; random ones and ranges exactly when that takes one
    core about two seconds (or `max_seconds`), else by sampling. `exact` insists, `samples` deals exactly
    so many at random, `precision` samples until the largest standard error is so many
    percentage points, `max_seconds` bounds either. The same `seed` gives the same answer
    for any number of `threads` (default: every core), unless time ends the sampling.

    Raises an EquityError, a ValueError, for anything that cannot be answered.

    >>> result = calculate(["AsKs9h8h", "QdJdTc9c"], game="omaha")
    >>> result.deals, result.players[0].counts.scoop, result.players[1].counts.scoop
    (1086008, 563384, 522477)
    >>> round(calculate(["AsKs9h8h", "random"], board="Kh9d2c").players[0].equity, 4)
    0.7589
    """
    options = make_options(exact, samples, precision, max_seconds, seed, threads)
    written = split_hands([hands] if isinstance(hands, str) else hands)
    return solve(make_spot(written, board, dead, game), options)


class Answer(NamedTuple):
    """Counted outcomes of a spot: every deal weighed once (`exact`), or a sample of them."""

    outcomes: Outcomes
    exact: bool
    seconds: float

    def tallies(self, players: int) -> list[Tally]:
        """Each player's integers."""
        return [Tally(self.outcomes, player, players) for player in range(players)]


def solve(spot: Spot, options: Options, progress: Progress | None = None) -> Result:
    """The answer to a checked spot.

    Whatever may be sampled is answered in its canonical form, so that the answer depends
    neither on the names of suits nor on the order of players. Raises TooCostly when `exact`
    is out of reach, RangeError for a range that is empty here.
    """
    if options.samples is None and all(isinstance(seat, tuple) for seat in spot.seats):
        return _solve(spot, options, progress)
    form = canonical(spot)
    return placed(_solve(form.spot, options, progress), form.places, spot)


def placed(result: Result, places: Sequence[int], spot: Spot) -> Result:
    """The answer to `spot` from that to its canonical form; see equity.canonical."""
    return result._replace(
        game=spot.game.name,
        board=cards.text(spot.board),
        dead=cards.text(spot.dead),
        players=tuple(
            result.players[place]._replace(hand=seat_text(seat))
            for place, seat in zip(places, spot.seats, strict=True)
        ),
    )


def _solve(spot: Spot, options: Options, progress: Progress | None) -> Result:
    answer = count(spot, seats_of(spot), options, progress)
    tallies = answer.tallies(len(spot.seats))
    deals = tallies[0].deals
    no_low = sum(n for (_, low), n in answer.outcomes.items() if not low) if spot.game.low else 0
    return Result(
        game=spot.game.name,
        board=cards.text(spot.board),
        dead=cards.text(spot.dead),
        method=EXACT if answer.exact else MONTE_CARLO,
        deals=deals if answer.exact else None,
        samples=None if answer.exact else deals,
        seed=None if answer.exact else options.seed,
        seconds=answer.seconds,
        no_low=no_low / deals,
        players=tuple(
            player_result(seat_text(seat), tally, answer.exact)
            for seat, tally in zip(spot.seats, tallies, strict=True)
        ),
    )


def seats_of(spot: Spot) -> tuple[Seat, ...]:
    """What each player holds, ranges as the hands that are possible here.

    Raises RangeError for a range that is empty here.
    """
    return tuple(seat.hands(spot.known) if isinstance(seat, Range) else seat for seat in spot.seats)


def count(spot: Spot, seats: tuple[Seat, ...], options: Options, progress: Progress | None = None) -> Answer:
    """The outcomes of a spot whose players hold what `seats` says.

    Raises TooCostly when `exact` is out of reach, RangeError when nothing can be dealt.
    """
    question = Question(seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)
    question.load()
    started = perf_counter()
    method = exact_method(spot, seats, question, options)
    if method and method.deals == 0:
        raise RangeError(NOT_TOGETHER)
    planned = perf_counter() - started
    method.load() if method else question.load("sample_deals")
    started = perf_counter() - planned
    outcomes = _count(method, options, progress) if method else _sample(question, options, progress)
    return Answer(outcomes, method is not None, perf_counter() - started)


def seat_text(seat: Hand | Range | None) -> str:
    """What a player holds, as text."""
    if isinstance(seat, Range):
        return seat.text
    return RANDOM if seat is None else cards.text(seat)


def _count(method: Method, options: Options, progress: Progress | None) -> Outcomes:
    """Every deal, weighed once."""
    seconds = method.seconds / options.threads
    chunks = method.chunks()
    outcomes: Counter[tuple[int, int]] = Counter()
    if progress:
        progress(0.0, seconds)
    work = in_order(method.count, chunks, options.threads, aside=method.seconds > LONG_SECONDS)
    for done, counted in enumerate(work, 1):
        outcomes.update(counted)
        if progress:
            progress(done / len(chunks), seconds)
    outcomes.update(method.rest(outcomes))
    return outcomes


def _sample(question: Question, options: Options, progress: Progress | None) -> Outcomes:
    """Random deals until there are enough, the error is small enough, or time is up.

    When to look at the error follows from the error itself and not from the clock, so
    that the answer depends on nothing but the question and the seed.
    """
    wanted = options.samples or (MAX_PRECISE_DEALS if options.precision else DEFAULT_CHUNKS * CHUNK_DEALS)
    chunks = range(ceil(wanted / CHUNK_DEALS))
    outcomes: Counter[tuple[int, int]] = Counter()
    look_at, done, started = CHUNK_DEALS, 0, perf_counter()
    limit = options.max_seconds if options.by_clock else None

    def sample(chunk: int) -> Outcomes:
        return question.sample(options.seed, chunk, min(CHUNK_DEALS, wanted - chunk * CHUNK_DEALS))

    for chunk, counted in enumerate(in_order(sample, chunks, options.threads)):
        outcomes.update(counted)
        done = min(wanted, (chunk + 1) * CHUNK_DEALS)
        if sum(counted.values()) < min(CHUNK_DEALS, wanted - chunk * CHUNK_DEALS):
            raise RangeError(
                "the ranges cannot, or can hardly ever, be dealt together: their hands share cards"
            )
        if options.precision and done >= look_at:
            error = _largest_error(outcomes, len(question.order))
            if error <= options.precision:
                break
            look_at = max(done + CHUNK_DEALS, ceil(done * (error / options.precision) ** 2))
            if look_at > MAX_PRECISE_DEALS and limit is None:
                raise TooCostly(
                    f"a standard error of {100 * options.precision:g} points takes about {look_at:.1e} "
                    "deals; ask for a larger one, or set max-seconds"
                )
        seconds = perf_counter() - started
        if limit is not None and seconds >= limit:
            break
        if progress:
            part = done / (look_at if options.precision else wanted)
            progress(min(part, 1.0), seconds / part)
    return outcomes


def _largest_error(outcomes: Outcomes, players: int) -> float:
    return max(Tally(outcomes, player, players).standard_error() for player in range(players))
