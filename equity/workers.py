"""Chunks of work over several threads, results in order."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import length_hint
from typing import TypeVar

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")


def in_order(work: Callable[[Chunk], Answer], chunks: Iterable[Chunk], threads: int) -> Iterator[Answer]:
    """`work(chunk)` for every chunk, in the chunks' order, some of them ahead of time.

    Kernels release the interpreter lock, so threads use all cores. A single chunk runs
    here: starting threads costs 1 ms, as much as many an answer. An exception, Ctrl-C among
    them, drops what has not begun.
    """
    threads = min(threads, length_hint(chunks, threads))
    if threads <= 1:
        yield from map(work, chunks)
        return
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    waiting = iter(chunks)
    try:
        running: deque[Future[Answer]] = deque(
            pool.submit(work, chunk) for chunk in islice(waiting, 2 * threads)
        )
        while running:
            answer = running.popleft().result()
            running.extend(pool.submit(work, chunk) for chunk in islice(waiting, 1))
            yield answer
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
