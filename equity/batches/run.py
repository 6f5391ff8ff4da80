"""A whole table: chunks answered side by side, written in order, as far ahead as memory allows."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

from equity.batches.output import File, Stream
from equity.batches.plain import load
from equity.batches.plan import Chunk, Done, Fault, Plan
from equity.batches.source import Source
from equity.batches.work import MOST_FAULTS, work


class Pending(Protocol):
    """An answer to come."""

    def result(self) -> Done:
        """Wait for it."""


class Workers(NamedTuple):
    """Something that works on chunks; `ahead` tells how many at a time keep all of it busy."""

    submit: Callable[[Plan, Chunk], Pending]
    ahead: Callable[[], int]


class Summary(NamedTuple):
    """What a run has met; `faults` are the first few of its `errors` bad rows."""

    rows: int
    errors: int
    faults: tuple[Fault, ...]
    stopped: Fault | None = None


Encode = Callable[[Any, Any], bytes]
"""From a chunk's payload, and what it carried, to what is written."""

Progress = Callable[[int, int], None]
"""Called with the rows done by this run and where the input goes on, in the measure of Chunk.end."""


@contextmanager
def threads(jobs: int) -> Iterator[Workers]:
    """So many threads of this process."""
    load()
    pool = ThreadPoolExecutor(jobs)
    try:
        yield Workers(lambda plan, chunk: pool.submit(work, plan, chunk.text, chunk.line), lambda: 2 * jobs)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def run(
    plan: Plan,
    source: Source,
    output: File | Stream,
    workers: Workers,
    header: bytes,
    encode: Encode,
    progress: Progress | None = None,
) -> Summary:
    """Answer every row of a table that the output does not hold yet, in order.

    What is written when something ends the run early is whole, and is kept. Raises what
    workers and files raise.
    """
    record = output.record
    output.open()
    try:
        if record.size == 0:
            record = output.write(header, record)
        before = record.rows
        for chunk, done in answered(plan, source, workers, record.end, record.line):
            record = replace(
                record,
                end=chunk.end,
                line=chunk.end_line,
                rows=record.rows + done.rows,
                errors=record.errors + done.errors,
                faults=[*record.faults, *done.faults][:MOST_FAULTS],
            )
            record = output.write(encode(done.payload, chunk.carried), record)
            if done.stopped:
                output.keep()
                return Summary(record.rows, record.errors, tuple(record.faults), done.stopped)
            if progress:
                progress(record.rows - before, chunk.end)
        output.finish()
    except BaseException:
        output.keep()
        raise
    return Summary(record.rows, record.errors, tuple(record.faults))


def answered(
    plan: Plan, source: Source, workers: Workers, start: int, line: int
) -> Iterator[tuple[Chunk, Done]]:
    """The answered chunks in order; one that takes long comes in parts, shared by all workers."""
    chunks = source.chunks(start, line)
    running: deque[tuple[Chunk, Pending]] = deque()
    more = True
    while True:
        while more and len(running) < workers.ahead() and (not running or source.ready()):
            chunk = next(chunks, None)
            more = chunk is not None
            if chunk:
                running.append((chunk, workers.submit(plan, chunk)))
        if not running:
            return
        chunk, pending = running.popleft()
        done = pending.result()
        if done.cuts:
            chunk, *rest = source.divided(chunk, done.cuts)
            if not done.stopped:
                running.extendleft(reversed([(part, workers.submit(plan, part)) for part in rest]))
        yield chunk, done
