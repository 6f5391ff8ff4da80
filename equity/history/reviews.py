"""Many hands: files in, reviews out, in their order, over several processes."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from multiprocessing import get_context
from typing import NamedTuple

from equity.errors import EquityError
from equity.history.files import read_bytes
from equity.history.model import HandHistory, Outcome, Refusal, Skipped, Unreadable
from equity.history.replay import replay
from equity.history.review import review
from equity.history.reviewed import Reviewed

Judged = Reviewed | Refusal | Skipped
"""What becomes of a hand of a file in the end."""

FEW_HANDS = 250
"""So many take about a second; starting other processes would not make it less."""

CHUNK = 25
AHEAD = 3
"""Chunks that wait for each process, so that none is ever idle and few hands lie in memory."""


class Source(NamedTuple):
    """A file by its name; `read` gives its bytes or raises OSError."""

    name: str
    read: Callable[[], bytes]


def read_all(sources: Iterable[Source], problem: Callable[[str], None]) -> Iterator[Outcome]:
    """The hands of all files; what is wrong with a whole file is told as a `problem`."""
    for source in sources:
        try:
            yield from read_bytes(source.read(), source.name)
        except (OSError, EquityError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            problem(f"cannot read {source.name}: {reason or error}")
        except MemoryError:
            problem(f"cannot read {source.name}: it is too large for the memory")


def review_all(outcomes: Iterable[Outcome], *, live_only: bool = False, jobs: int = 1) -> Iterator[Judged]:
    """Each hand reviewed, or refused with the reason, in order; by `jobs` processes if they are many."""
    judge = partial(judged, live_only=live_only)
    waiting = iter(outcomes)
    first = list(islice(waiting, FEW_HANDS)) if jobs > 1 else []
    if len(first) < FEW_HANDS:
        yield from map(judge, chain(first, waiting))
    else:
        yield from _shared_out(judge, chain(first, waiting), jobs)


def judged(outcome: Outcome, *, live_only: bool = False) -> Judged:
    """One hand replayed and reviewed, or refused."""
    if not isinstance(outcome, HandHistory):
        return outcome
    line, reason = outcome.line, ""
    try:
        return review(replay(outcome), live_only=live_only)
    except Unreadable as error:
        line, reason = error.line or line, error.message
    except EquityError as error:
        reason = error.message
    except Exception as error:  # a hand we did not think of must not cost the others
        reason = f"a fault of this program, {type(error).__name__}: please report it with the hand"
    return Refusal(outcome.file, line, outcome.n, outcome.id, reason)


def _shared_out(
    judge: Callable[[Outcome], Judged], outcomes: Iterator[Outcome], jobs: int
) -> Iterator[Judged]:
    """The same over processes, which start anew: a copy of this one might hold a lock of its threads."""
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_leave_interrupts_to_the_parent)
    running: deque[Future[list[Judged]]] = deque()
    try:
        while True:
            while len(running) < AHEAD * jobs and (chunk := list(islice(outcomes, CHUNK))):
                with _interrupts_held():
                    running.append(pool.submit(_judge_chunk, judge, chunk))
            if not running:
                break
            yield from running.popleft().result()
    except BrokenProcessPool:
        raise OSError("a process that reviewed hands was ended from outside; --jobs 1 needs none") from None
    finally:
        if running:
            # Nobody waits for what they are at. Before Python 3.14 (terminate_workers) an executor
            # has no public way to end its workers, and a multiprocessing.Pool, which has one, waits
            # for ever for a worker that was killed from outside.
            for worker in list((getattr(pool, "_processes", None) or {}).values()):
                worker.terminate()
        pool.shutdown(cancel_futures=True)  # waits, as else semaphores are left behind


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Processes started here never see Ctrl-C, not even before `_leave_interrupts_to_the_parent`."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:  # Windows
        yield
        return
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)


def _judge_chunk(judge: Callable[[Outcome], Judged], chunk: list[Outcome]) -> list[Judged]:
    return [judge(outcome) for outcome in chunk]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
