"""Hand histories reviewed: whole commands on hands of all games, every hand shown down."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.hands import session
from benchmarks.measure import Table, arguments, duration, publish
from equity.options import usable_cores

HANDS = 5_000
SEED = 2026
GOAL = 60.0
"""Seconds for so many hands on two cores."""


def reviewed(path: Path, options: Sequence[str]) -> tuple[float, str]:
    """The wall time of the command, start to exit, and what it prints; exact on every street."""
    command = [sys.executable, "-m", "equity", "review", str(path), *options]
    started = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return perf_counter() - started, done.stdout


def checked(lines: str) -> Counter[str]:
    """All-ins by street, once every hand is known to be read and paid as the file says."""
    hands = [json.loads(line) for line in lines.splitlines()]
    assert len(hands) == HANDS
    assert all(hand["paid_as_stated"] and not hand["findings"] for hand in hands)
    assert all(abs(sum(player["luck"] for player in hand["players"])) < 1e-6 for hand in hands)
    return Counter(hand["allin_street"] or "none before the river" for hand in hands)


def main() -> None:
    """Write the hands, review them, report."""
    options = arguments("review", __doc__, rounds=3)
    cores = usable_cores()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.txt"
        path.write_text(session(HANDS, SEED), encoding="utf-8")
        report = str(Path(folder) / "report.html")
        streets = checked(reviewed(path, ["--json"])[1])
        rows = []
        for jobs in sorted({1, cores}):
            for name, more in (("--json", ["--json"]), ("--html", ["--summary-only", "--html", report])):
                rounds = [reviewed(path, [*more, "--jobs", str(jobs)])[0] for _ in range(options.rounds)]
                seconds = median(rounds)
                goal = f"{GOAL:.0f} s" if jobs == 2 else ""
                rows.append([f"`{name}`", str(jobs), duration(seconds), f"{HANDS / seconds:,.0f}", goal])
    all_ins = ", ".join(f"{count:,} {street}" for street, count in sorted(streets.items()))
    title = f"Reviewing {HANDS:,} hands of eight games, 2 to 6 players (all-in: {all_ins})"
    heads = ["output", "processes", "time", "hands/s", "to stay within"]
    publish("review", [Table(title, heads, rows)], options)


if __name__ == "__main__":
    main()
