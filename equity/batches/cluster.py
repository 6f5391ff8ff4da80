"""Chunks answered by a Dask cluster: one that is there, or one of processes of this machine."""

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from equity.batches.plan import Chunk, Done, Plan
from equity.batches.run import Workers
from equity.batches.work import work
from equity.errors import OptionError

CONNECT_SECONDS = 10
AHEAD_OF_ONE = 2
"""Chunks sent for each thread of the cluster, so that none waits for the next."""

_LOCAL = re.compile(r"local(?::([1-9]\d{0,2}))?")


@contextmanager
def cluster(address: str, tell: Callable[[str], None]) -> Iterator[Workers]:
    """The cluster of a scheduler such as tcp://host:8786, or a new one, local:4.

    `tell` is called with the link to its dashboard. Raises OptionError when there is none.
    """
    try:
        from dask import config

        distributed: Any = import_module("distributed")
    except ImportError:
        raise OptionError(
            "--scheduler needs dask, which is not installed: pip install 'omaha-equity[dask]'"
        ) from None
    local = _LOCAL.fullmatch(address)
    if not local and not re.fullmatch(r"(tcp|tls|ws|wss)://\S+:\d+", address):
        raise OptionError(
            f"{address!r} is no scheduler; write an address, such as tcp://host:8786, or local:4", address
        )
    with config.set({"distributed.comm.timeouts.connect": f"{CONNECT_SECONDS}s"}), _quietly():
        try:
            nodes = _local_cluster(distributed, local[1]) if local else None
            client = distributed.Client(nodes or address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise OptionError(f"no scheduler answers at {address}: {_first_line(error)}", address) from None
        try:
            tell(f"the dashboard of the cluster: {client.dashboard_link}")
            if not _threads(client):
                tell(f"no worker has joined {address} yet; rows wait for the first one")
            yield Workers(_submit(client), lambda: AHEAD_OF_ONE * max(1, _threads(client)))
        finally:
            client.close()
            if nodes:
                nodes.close()


def _local_cluster(distributed: Any, workers: str | None) -> Any:
    """Processes of this machine, that leave Ctrl-C to this one.

    A terminal sends it to all of them. What threads and processes are started while it is
    blocked keep it blocked; here it arrives a moment later.
    """
    import signal
    from multiprocessing import resource_tracker

    can_block = hasattr(signal, "pthread_sigmask")
    if can_block:
        resource_tracker.ensure_running()  # starting it later would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if can_block else None
    try:
        return distributed.LocalCluster(
            n_workers=int(workers) if workers else None,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
        )
    finally:
        if before is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _submit(client: Any) -> Callable[[Plan, Chunk], Any]:
    def submit(plan: Plan, chunk: Chunk) -> Any:
        return _Answer(client.submit(work, plan, chunk.text, chunk.line, pure=False))

    return submit


class _Answer:
    """A future of the cluster; what goes wrong there is told in a line."""

    def __init__(self, future: Any):
        self._future = future

    def result(self) -> Done:
        """Wait for the chunk."""
        from distributed import CancelledError, KilledWorker

        try:
            done: Done = self._future.result()
        except KilledWorker as error:
            raise OSError(f"workers die of a chunk: {_first_line(error)}; --resume goes on") from None
        except (CancelledError, OSError) as error:
            raise OSError(f"the cluster is lost: {_first_line(error)}; --resume goes on") from None
        return done


def _threads(client: Any) -> int:
    threads: int = sum(client.nthreads().values())
    return threads


@contextmanager
def _quietly() -> Iterator[None]:
    """What Dask logs of lost connections is no matter here: it tries again, or we tell."""
    import logging

    levels = {}
    for name in ("distributed", "tornado", "asyncio"):
        logger = logging.getLogger(name)
        levels[logger] = logger.level
        logger.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
