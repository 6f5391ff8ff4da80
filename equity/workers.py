"""Chunks of work over several threads, results in order."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

Chunk = TypeVar("Chunk")
Answer = TypeVar("Answer")


def in_order(
    work: Callable[[Chunk], Answer], chunks: Sequence[Chunk], threads: int, aside: bool = False
) -> Iterator[Answer]:
    """`work(chunk)` for every chunk, in the chunks' order, some of them ahead of time.

    Kernels release the interpreter lock, so threads use all cores. A single chunk runs in
    this thread, as starting others costs 1 ms, as much as many an answer; unless it is to
    run `aside`, so that this thread can be interrupted. An exception, Ctrl-C among them,
    drops what has not begun.
    """
    threads = min(threads, len(chunks))
    if threads <= 1 and not aside:
        yield from map(work, chunks)
        return
    from collections import deque
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(max(1, threads))
    waiting = iter(chunks)
    try:
        ahead = islice(waiting, 2 * threads)
        running: deque[Future[Answer]] = deque(pool.submit(work, chunk) for chunk in ahead)
        while running:
            answer = running.popleft().result()
            running.extend(pool.submit(work, chunk) for chunk in islice(waiting, 1))
            yield answer
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
