"""What the tests of batches share."""

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from equity.batches.rows import ROW_FAILED
from equity.engine import cache
from tests.commands import COMMAND, ROOT

main = import_module("equity.cli.main")
SAMPLE = ROOT / "data" / "samples" / "spots.csv"

QUICK = ("--samples", "50")
"""Every row sampled, so that seeds matter; in a moment."""

Done = subprocess.CompletedProcess[bytes]

STAGED = """
import os, signal, sys
from equity.batches import output, rows, source
source.CHUNK_BYTES, output.SYNC_SECONDS = int(sys.argv[2]), 0
{stage}
sys.argv[1:3] = []
from equity.cli import main
main()
"""
"""The command with small chunks, each synced at once, and something that happens on the way."""


class _Left(BaseException):
    """Raised where the command would end the process, with its exit code."""


def batch(*arguments: str | Path, stdin: bytes = b"", cwd: Path = ROOT, **environment: str) -> Done:
    """The finished command, run in this process: what a process adds is tested by `process`."""
    command = ["batch", *map(str, arguments)]
    streams = [io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (stdin, b"", b"")]
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv, Path.cwd(), dict(os.environ), cache.report

    def leave(status: int) -> NoReturn:
        raise _Left(status)

    status = None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(main, "_leave", leave)
        patch.setattr(sys, "argv", ["omaha-equity", *command])
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.chdir(cwd)
        try:
            sys.stdin, sys.stdout, sys.stderr = streams
            main.main()
        except _Left as left:
            status = left.args[0]
        finally:
            sys.stdin, sys.stdout, sys.stderr = before[:3]
            cache.report = before[6]
    said = []
    for stream in streams[1:]:
        stream.flush()
        said.append(stream.detach().getvalue())
    return Done(command, status, *said)


def process(*arguments: str | Path, stdin: bytes = b"", cwd: Path = ROOT, **environment: str) -> Done:
    """The finished command as a process of its own."""
    return subprocess.run(
        [*COMMAND, "batch", *map(str, arguments)],
        input=stdin,
        capture_output=True,
        timeout=120,
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        check=False,
    )


def staged(stage: str, *arguments: str | Path, chunk_bytes: int = 600) -> Done:
    """The finished command with small chunks, after running the source text `stage` in it."""
    script = STAGED.format(stage=stage)
    return subprocess.run(
        [sys.executable, "-c", script, "", str(chunk_bytes), "batch", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        cwd=ROOT,
        check=False,
    )


def records(content: bytes, delimiter: str = ",") -> list[dict[str, str]]:
    """The rows of a table of text by column."""
    assert ROW_FAILED.encode() not in content
    csv.field_size_limit(2**31 - 1)
    return list(csv.DictReader(io.StringIO(content.decode(), newline=""), delimiter=delimiter))


def table(rows: Sequence[Sequence[str]], quoted: bool = False) -> bytes:
    """Rows as comma-separated text."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL).writerows(
        rows
    )
    return text.getvalue().encode("utf-8", "surrogateescape")


def objects(content: bytes) -> list[dict]:
    """JSON Lines as objects."""
    assert ROW_FAILED.encode() not in content
    return [json.loads(line) for line in content.splitlines()]


def errors_of(done: Done) -> str:
    """What a command said, after checking that it is short and plain."""
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert len(said) <= 500
    assert said.count("\n") <= 3
    return said
