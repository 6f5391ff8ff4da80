"""How a question is to be answered: checked once, then trusted."""

import os
from numbers import Integral, Real
from typing import NamedTuple

from equity.errors import OptionError
from equity.wording import shortened

MAX_SAMPLES = 10**12
LEAST_PRECISION = 1e-6
MAX_SECONDS = 7 * 86_400.0
LEAST_SECONDS = 1e-9
MAX_THREADS = 1024
THREADS_A_CORE = 4
"""More threads than that only cost time; answers do not depend on them."""

MAX_SEED = 2**63 - 1
DEFAULT_SEED = 0


class Options(NamedTuple):
    """What calculate() was asked for; `precision` is a standard error as a share of the pot.

    Where `by_clock` is false, `max_seconds` decides on methods by their estimates, but the
    clock ends nothing: the answer is then the same each time.
    """

    exact: bool
    samples: int | None
    precision: float | None
    max_seconds: float | None
    seed: int
    threads: int
    by_clock: bool = True


def make_options(
    exact: bool | None = None,
    samples: int | None = None,
    precision: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Options:
    """The checked options; `precision` comes in percentage points. Raises OptionError."""
    if not (exact is None or isinstance(exact, bool)):
        raise OptionError(f"exact must be True or False, not {_shown(exact)}")
    if exact and samples is not None:
        raise OptionError("exact and samples contradict each other: an exact answer samples nothing")
    if exact and precision is not None:
        raise OptionError("exact and precision contradict each other: an exact answer has no error")
    if samples is not None and precision is not None:
        raise OptionError(
            "samples and precision contradict each other: give the number of deals or the error"
        )
    _within("samples", samples, 1, MAX_SAMPLES)
    _within("seed", seed, 0, MAX_SEED)
    _within("threads", threads, 1, MAX_THREADS)
    _between("precision", precision, LEAST_PRECISION, 50.0, "percentage points")
    _between("max seconds", max_seconds, LEAST_SECONDS, MAX_SECONDS, "seconds")
    return Options(
        bool(exact),
        None if samples is None else int(samples),
        None if precision is None else float(precision) / 100,
        None if max_seconds is None else float(max_seconds),
        DEFAULT_SEED if seed is None else int(seed),
        min(int(threads or usable_cores()), THREADS_A_CORE * usable_cores()),
    )


def usable_cores() -> int:
    """How many processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _within(name: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not (_is_number(value, Integral) and least <= value <= most):
        raise OptionError(f"{name} must be a whole number from {least:,} to {most:,}, not {_shown(value)}")


def _between(name: str, value: float | None, least: float, most: float, unit: str) -> None:
    if value is not None and not (_is_number(value, Real) and least <= value <= most):
        raise OptionError(f"{name} must be from {least:g} to {most:,.0f} {unit}, not {_shown(value)}")


def _is_number(value: object, kind: type) -> bool:
    """Whether it is a number of this kind, numpy's included; True and False are none."""
    return isinstance(value, kind) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """A wrong value in short; text in quotes, so that "5" is seen not to be 5."""
    try:
        return shortened(repr(value), 40)
    except ValueError:  # Python prints no integer of more than 4,300 digits
        return "a number of thousands of digits"
