"""The planner: whether a question is answered exactly, and by which method."""

from math import comb, prod

from equity.engine.inputs import Hands
from equity.engine.question import DECK, Question, Seat, Versus
from equity.errors import TooCostly
from equity.exact import MOST_HANDS, MOST_PAIRINGS, ByBoards, ByClasses, ByPairings, Method, versus_seconds
from equity.options import Options
from equity.ranges.tree import Every
from equity.ranges.value import Range
from equity.spot import Spot
from equity.wording import in_words

WANTED_SECONDS = 2.0
"""An exact answer that takes one core less is preferred to sampling. One core, whatever the
number of threads: so the method, and with it the answer, is the same for any number."""

LIMIT_SECONDS = 3600.0
MAX_COUNT = 2**63 - 1


def exact_method(spot: Spot, seats: tuple[Seat, ...], question: Question, options: Options) -> Method | None:
    """The exact method to use; None when the question is to be sampled.

    Raises TooCostly when an exact answer is asked for and out of reach.
    """
    if options.samples is not None:
        return None
    methods = _methods(spot, seats, question)
    method = min(methods, key=lambda method: method.seconds, default=None)
    remedy = "leave exact out, and it is sampled"
    if method is None or method.deals > MAX_COUNT:
        if options.exact:
            deals = f"{method.deals:.1e} deals, beyond 63 bits" if method else "too many deals"
            raise TooCostly(f"an exact answer weighs {deals}; {remedy}")
        return None
    if question.known == len(seats):
        return method
    if not options.exact:
        return method if method.seconds <= _wanted_seconds(options) else None
    seconds = method.seconds / options.threads
    if seconds > LIMIT_SECONDS:
        raise TooCostly(
            f"an exact answer would take about {in_words(seconds)}, and the limit is an hour; {remedy}"
        )
    if options.max_seconds is not None and seconds > options.max_seconds:
        raise TooCostly(
            f"an exact answer would take about {seconds:.3g} s, more than {options.max_seconds:g} s; "
            f"allow more seconds, or {remedy}"
        )
    return method


def _wanted_seconds(options: Options) -> float:
    """How long an exact answer may take one core to be preferred; more time allowed is used."""
    if options.max_seconds is None:
        return WANTED_SECONDS
    if options.precision is not None:
        return min(WANTED_SECONDS, options.max_seconds)
    return min(options.max_seconds, LIMIT_SECONDS)


def _methods(spot: Spot, seats: tuple[Seat, ...], question: Question) -> list[Method]:
    """Every exact method that can answer this."""
    if not question.ranges:
        return [ByClasses(question)]
    hole, hilo = spot.game.hole, spot.game.low
    methods: list[Method] = []
    if prod(hands.size for hands in question.ranges) <= MOST_PAIRINGS:
        methods.append(ByPairings(seats, spot.board, spot.unseen, hole, hilo))
    if len(seats) == 2 and len(spot.board) >= 3:
        live = tuple(card for card in range(DECK) if card not in (*spot.board, *spot.dead))
        first_size, second_size = (hand_count(seat, spot) for seat in seats)
        boards = comb(len(live), question.missing)
        quick = versus_seconds(first_size, second_size, boards, hole, int(hilo)) <= LIMIT_SECONDS * 1000
        if quick and max(first_size, second_size) <= MOST_HANDS:
            first, second = (as_hands(seat, spot) for seat in seats)
            methods.append(ByBoards(Versus(first, second, spot.board, live, hole, hilo)))
    return methods


def hand_count(seat: Seat, spot: Spot) -> int:
    """How many hands `as_hands` would list."""
    if isinstance(seat, Hands):
        return seat.size
    return 1 if seat is not None else comb(len(spot.unseen), spot.game.hole)


def as_hands(seat: Seat, spot: Spot) -> Hands:
    """A seat as a range: a written-out hand is one of a single hand, random one of all."""
    if isinstance(seat, Hands):
        return seat
    if seat is None:
        return Range(Every(), spot.game.hole).hands(spot.known)
    return Range.of_hand(seat).hands()
