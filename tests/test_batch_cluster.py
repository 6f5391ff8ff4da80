"""Batches on a Dask cluster: the bytes of a local run, whatever becomes of the workers."""

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from equity.batches import cluster as batch_cluster
from equity.batches import run as batches
from equity.batches import source
from equity.batches.cluster import cluster
from equity.batches.columns import Naming
from equity.batches.job import Job, Request, prepare
from equity.batches.plan import Chunk, Plan
from equity.batches.source import TextSource
from equity.errors import OptionError
from equity.options import Options, make_options
from equity.ranges.macros import BUILT_IN
from tests.batches import QUICK, SAMPLE, STAGED, batch, errors_of, staged
from tests.commands import ROOT

pytestmark = pytest.mark.filterwarnings("ignore")

distributed = pytest.importorskip("distributed")


def prepared(options: Options, written: io.BytesIO) -> Job:
    """The sample read from memory, to be written there."""
    job = prepare(Request(str(SAMPLE), None, Naming(), options, BUILT_IN), written)
    job.source.close()
    return job._replace(source=TextSource(io.BytesIO(SAMPLE.read_bytes()), "the sample", Naming()))


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Three worker processes."""
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
        silence_logs=50,
    ) as nodes:  # fmt: skip
        yield nodes


def test_a_worker_killed_while_it_computes(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of three dies in the middle; chunks are small, so that all have some."""
    monkeypatch.setattr(source, "CHUNK_BYTES", 400)
    expected = batch(SAMPLE, *QUICK).stdout
    written = io.BytesIO()
    options = make_options(samples=int(QUICK[1]))
    job = prepared(options, written)
    killed: list[int] = []
    said: list[str] = []

    def progress(rows: int, end: int) -> None:
        if not killed and rows > 20:
            with distributed.Client(nodes.scheduler_address, set_as_default=False) as client:
                pids = list(client.run(os.getpid).values())
            assert len(set(pids)) == 3
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    with cluster(nodes.scheduler_address, said.append) as workers:
        summary = batches.run(job.plan, job.source, job.output, workers, job.header, job.encode, progress)
    assert killed
    assert (summary.rows, summary.errors) == (200, 15)
    assert written.getvalue() == expected
    assert len(said) == 1
    assert said[0].startswith("the dashboard of the cluster: http://")


def test_backpressure(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never are more chunks under way than a few for each thread."""
    monkeypatch.setattr(source, "CHUNK_BYTES", 200)
    job = prepared(make_options(samples=20), io.BytesIO())
    sent: list[int] = []
    with cluster(nodes.scheduler_address, lambda said: None) as workers:

        def submit(plan: Plan, chunk: Chunk) -> Any:
            sent.append(chunk.end)
            return workers.submit(plan, chunk)

        counted = workers._replace(submit=submit)
        for done, (chunk, _) in enumerate(batches.answered(job.plan, job.source, counted, 0, 0), 1):
            assert len(sent) - done <= 2 * 3
            assert chunk.end == sent[done - 1]
    assert len(sent) > 40


def test_a_worker_of_another_version(nodes: Any) -> None:
    job = prepared(make_options(), io.BytesIO())
    plan = job.plan._replace(version="0.0.1")
    with (
        cluster(nodes.scheduler_address, lambda said: None) as workers,
        pytest.raises(OptionError, match=r"a worker has omaha-equity .*, and this is 0\.0\.1"),
    ):
        batches.run(plan, job.source, job.output, workers, job.header, job.encode)


def test_the_command(nodes: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    done = batch(SAMPLE, "-o", out, "--scheduler", nodes.scheduler_address, *QUICK)
    assert done.returncode == 1
    said = done.stderr.decode().split("\n")
    assert said[0].startswith("omaha-equity: the dashboard of the cluster: http://")
    assert said[1].startswith("omaha-equity: 200 rows, 15 errors")
    assert len(said) == 4
    assert out.read_bytes() == batch(SAMPLE, *QUICK).stdout


def test_ctrl_c_stops_a_cluster_of_its_own(tmp_path: Path) -> None:
    """As a terminal sends it: to the command and to all its processes at once."""
    out = tmp_path / "out.csv"
    stage = """
def at_write(self, content, record, original=output.File.write):
    if record.rows > 10:
        os.killpg(os.getpgrp(), signal.SIGINT)
    return original(self, content, record)
output.File.write = at_write
"""
    command = subprocess.Popen(
        [sys.executable, "-c", STAGED.format(stage=stage), "", "400", "batch", str(SAMPLE), "-o", str(out),
         "--scheduler", "local:1", *QUICK],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    _, errors = command.communicate(timeout=60)  # nobody is left that holds the pipes
    assert command.returncode == 130
    assert errors.startswith(b"omaha-equity: the dashboard of the cluster: http://127.0.0.1:")
    assert errors.count(b"\n") == 1
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == batch(SAMPLE, *QUICK).stdout


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    done = batch(SAMPLE, "--scheduler", "host:8786")
    assert done.returncode == 2
    assert "'host:8786' is no scheduler; write an address, such as tcp://host:8786" in errors_of(done)
    missing = staged("sys.modules['dask'] = None", SAMPLE, "--scheduler", "local:1")
    assert missing.returncode == 2
    assert "--scheduler needs dask, which is not installed: pip install" in errors_of(missing)
    monkeypatch.setattr(batch_cluster, "CONNECT_SECONDS", 0.1)
    nobody = batch(SAMPLE, "--scheduler", "tcp://127.0.0.1:9")
    assert nobody.returncode == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in errors_of(nobody)
