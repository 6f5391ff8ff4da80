"""Whole commands, start to exit, warm: what somebody waits for who types or scripts them.

Each command's turn comes once a round, beside Python processes that do the same with
poker-equity, or only import what such a program imports.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.measure import Table, arguments, duration, publish

PEER = "import poker_equity; print(poker_equity.exact_from_text('omaha', ['AsKs9h8h', 'QdJdTc9c']))"
RIVALS = {
    "poker-equity, T1": ["-c", PEER],
    "import numba": ["-c", "import numba"],
    "import click": ["-c", "import click"],
}
EQUITY = ["-m", "equity"]


class Command(NamedTuple):
    """A command, and at most how large a part of which rivals' times it may take."""

    arguments: Sequence[str]
    limits: dict[str, float]

    @property
    def what(self) -> str:
        return " ".join(["omaha-equity", *self.arguments])


COMMANDS = (
    Command(["AsKs9h8h", "QdJdTc9c"], {"poker-equity, T1": 0.35, "import numba": 0.65}),
    Command(["AsKs9h8h", "vs", "random", "-b", "Kh9d2c", "--json"], {"import numba": 1.0}),
    Command(["--help"], {"import click": 1.6}),
    Command(["AsKs9h8!"], {"import click": 1.6}),
)


def seconds(command: Sequence[str]) -> float:
    """Wall time of one Python process; what it prints and its exit code do not matter."""
    started = perf_counter()
    subprocess.run(
        [sys.executable, *command], check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return perf_counter() - started


def first_run_seconds() -> float:
    """The main command on a machine that has compiled nothing yet."""
    with tempfile.TemporaryDirectory() as empty:
        os.environ["OMAHA_EQUITY_CACHE"] = empty
        try:
            return seconds([*EQUITY, *COMMANDS[1].arguments])
        finally:
            del os.environ["OMAHA_EQUITY_CACHE"]


def main() -> None:
    """Measure, print and if asked write the table."""
    chosen = arguments("process", __doc__, rounds=11)
    calls = RIVALS | {command.what: [*EQUITY, *command.arguments] for command in COMMANDS}
    times: dict[str, list[float]] = {name: [] for name in calls}
    for call in calls.values():
        seconds(call)
    for _ in range(chosen.rounds):
        for name, call in calls.items():
            times[name].append(seconds(call))
    medians = {name: median(measured) for name, measured in times.items()}
    rows = []
    for command in COMMANDS:
        for i, (rival, limit) in enumerate(command.limits.items()):
            ratio = medians[command.what] / medians[rival]
            name = f"`{command.what}`" if i == 0 else ""
            ours = duration(medians[command.what])
            reached = "yes" if ratio <= limit else "no"
            rows.append(
                (name, ours, f"{rival}: {duration(medians[rival])}", f"{ratio:.2f}", f"{limit:g}", reached)
            )
    rows.append(("first run ever, the second command", duration(first_run_seconds()), "", "", "10 s", ""))
    title = "Whole commands, warm"
    heads = ("command", "time", "beside", "ratio", "at most", "reached")
    publish("process", [Table(title, heads, rows)], chosen)


if __name__ == "__main__":
    main()
