"""The planner: what an exact answer costs, and whether to give it or to sample.

The figures are seconds of one core of the machine named in the README, by
benchmarks/methods.py; a factor of two either way does no harm.
"""

from math import comb

from equity.engine.question import Question
from equity.errors import TooCostly
from equity.options import Options

KNOWN_SECONDS = 0.0007
"""All boards of written-out hands; a few players or cards more hardly matter."""

COUNT_SECONDS = {4: 4e-6, 5: 2.2e-5, 6: 9e-5}
"""Counting one random hand of so many cards on one class of boards, high only."""

HILO_FACTOR = 2.7

WANTED_SECONDS = 2.0
"""An exact answer estimated to take less is preferred to sampling."""

LIMIT_SECONDS = 3600.0
MAX_COUNT = 2**63 - 1


def exact_seconds(question: Question, threads: int) -> float:
    """The estimated time of an exact answer with so many threads."""
    if question.randoms == 0:
        return KNOWN_SECONDS
    classes = len(question.classes)
    count = COUNT_SECONDS[question.hole] * (HILO_FACTOR if question.hilo else 1.0)
    if question.randoms == 1:
        return classes * count / threads
    walked = question.randoms - 1
    walks = [int(hand_classes(suited, question.hole) ** walked) for suited in range(14)]
    # Beyond so many classes an answer is out of reach, whichever they are.
    looked_at = range(min(classes, 1000))
    seconds = count * sum(walks[question.class_weight(i)[1]] for i in looked_at)
    return seconds * classes / len(looked_at) / min(threads, classes)


def hand_classes(suited: int, hole: int) -> int:
    """How many kinds of hands there are with `suited` live cards of the flush suit."""
    return sum(comb(suited, j) * comb(12 + hole - j, hole - j) for j in range(min(suited, hole) + 1))


def wants_exact(question: Question, options: Options) -> bool:
    """Whether to answer exactly; raises TooCostly when that is asked for and out of reach."""
    if options.samples is not None:
        return False
    seconds = exact_seconds(question, options.threads)
    limit = WANTED_SECONDS if options.max_seconds is None else options.max_seconds
    if not options.exact:
        return seconds <= limit and question.deals <= MAX_COUNT
    remedy = "leave exact out, and it is sampled"
    if question.deals > MAX_COUNT:
        raise TooCostly(f"an exact answer weighs {question.deals:.1e} deals, beyond 63 bits; {remedy}")
    if seconds > LIMIT_SECONDS:
        raise TooCostly(
            f"an exact answer would take about {in_words(seconds)}, the limit is an hour; {remedy}"
        )
    if options.max_seconds is not None and seconds > options.max_seconds:
        raise TooCostly(
            f"an exact answer would take about {in_words(seconds)}, more than {options.max_seconds:g} s; "
            f"allow more seconds, or {remedy}"
        )
    return True


def in_words(seconds: float) -> str:
    """A rough duration for people: "3 s", "12 min", "5 h", "400 days"."""
    for unit, length in (("years", 365 * 86_400), ("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1g} s"
