"""Running the command line as a real process."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, "-m", "equity"]


def run(*arguments: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """The finished command, with its output as text."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env=os.environ | environment,
        check=False,
    )


def output(*arguments: str, **environment: str) -> str:
    """What a command that succeeds prints."""
    done = run(*arguments, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def check_refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The message of a refusal, after checking its form."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    lines = done.stderr.removesuffix("\n").split("\n")
    assert len(lines) in (1, 3), lines
    assert lines[0].startswith("Error: ")
    assert len(done.stderr) <= 500
    assert all(char == "\n" or char.isprintable() for char in done.stderr)
    assert "Usage" not in done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def on_a_terminal(arguments: Sequence[str], columns: int = 100, **environment: str) -> str:
    """What a command shows on a pseudo-terminal."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=side, stdout=side, stderr=side, cwd=ROOT, close_fds=True,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": str(columns), **environment},
    )  # fmt: skip
    os.close(side)
    shown = b""
    while True:
        try:
            part = os.read(main, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(main)
    assert process.wait(60) == 0
    return shown.decode()
