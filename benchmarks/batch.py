"""Batches as whole processes, warm, beside a Python loop over poker-equity; and their memory.

The loop reads the same file with Python's csv, asks poker-equity for each row and writes a
row; it gets so many rows that it runs for about a second, and takes turns with our command.
"""

import csv
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.measure import Table, arguments, duration, publish
from benchmarks.spots import many

LOOP = """
import csv, sys
import poker_equity
with open(sys.argv[1]) as source, open(sys.argv[2], "w") as out:
    rows, answers = csv.DictReader(source), csv.writer(out)
    for row in rows:
        result = poker_equity.exact_from_text("omaha", row["hands"].split(" vs "), row["board"])
        first, second = result["players"]
        answers.writerow([*row.values(), first["equity"], second["equity"], result["samples"]])
"""

MEMORY = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-m", "equity", "batch", *sys.argv[1:]], check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""

MEMORY_ROWS = (100_000, 1_000_000)


class Task(NamedTuple):
    """So many heads-up spots of a street, fewer for the rival, and how many times its rows/s to reach."""

    street: str
    count: int
    rival_count: int
    goal: int


TASKS = (Task("turn", 200_000, 10_000, 10), Task("flop", 20_000, 1_500, 20), Task("preflop", 200, 3, 100))


def make(folder: Path, count: int, street: str, seed: int) -> Path:
    """A file of so many spots."""
    path = folder / f"{street}-{count}-{seed}.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(many(count, seed, street, "omaha", 2))
    return path


def seconds(command: Sequence[str | Path]) -> float:
    """Wall time of one Python process that succeeds."""
    started = perf_counter()
    subprocess.run([sys.executable, *map(str, command)], check=True, stdin=subprocess.DEVNULL)
    return perf_counter() - started


def speeds(folder: Path, rounds: int) -> Table:
    """Rows a second of both sides, whole processes."""
    rows = []
    ours_out, rival_out = folder / "ours.csv", folder / "rival.csv"
    for task in TASKS:
        rival_file = make(folder, task.rival_count, task.street, 2)
        ours, rival = [], []
        for round_ in range(rounds + 1):
            file = make(folder, task.count, task.street, 10 + round_)
            ours.append(seconds(["-m", "equity", "batch", file, "-o", ours_out, "--force", "-g", "omaha"]))
            rival.append(seconds(["-c", LOOP, rival_file, rival_out]))
            file.unlink()
        check(folder, rival_file, rival_out)
        our_speed = task.count / median(ours[1:])
        rival_speed = task.rival_count / median(rival[1:])
        ratio = our_speed / rival_speed
        rows.append(
            (
                f"{task.count:,} heads-up spots, {task.street}", duration(median(ours[1:])),
                f"{our_speed:,.0f}", f"{rival_speed:,.3g}" if rival_speed < 1000 else f"{rival_speed:,.0f}",
                f"{ratio:,.0f} ×", f"{task.goal} ×", "yes" if ratio >= task.goal else "no",
            )
        )  # fmt: skip
    heads = ("file", "time", "rows/s", "poker-equity rows/s", "ratio", "to reach", "reached")
    return Table("Whole batches, warm, all cores", heads, rows)


def check(folder: Path, file: Path, rival_out: Path) -> None:
    """The two sides must agree, or nothing is worth measuring."""
    out = folder / "check.csv"
    seconds(["-m", "equity", "batch", file, "-o", out, "--force", "-g", "omaha"])
    with open(out, encoding="utf-8") as ours, open(rival_out, encoding="utf-8") as theirs:
        for row, other in zip(csv.DictReader(ours), csv.reader(theirs), strict=True):
            if abs(float(row["equity1"]) - float(other[3])) > 1e-12 or row["deals"] != other[5]:
                raise SystemExit(f"row {row['id']}: {row['equity1']} is not {other[3]}")


def memory(folder: Path) -> Table:
    """The most memory a batch takes, of a short and of a long file."""
    rows = []
    for count in MEMORY_ROWS:
        file = make(folder, count, "turn", 3)
        out = str(folder / "memory.csv")
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, str(file), "-o", out, "--force", "-g", "omaha"],
            check=True, capture_output=True, text=True,
        )  # fmt: skip
        size = file.stat().st_size
        rows.append((f"{count:,} rows", f"{size / 1e6:.1f} MB", f"{int(done.stdout) / 1024:.0f} MB"))
        file.unlink()
    return Table("Memory of a batch", ("file", "size", "peak"), rows)


def main() -> None:
    """Measure, print and if asked write the tables."""
    chosen = arguments("batch", __doc__, rounds=5)
    os.environ.pop("OMAHA_EQUITY_GAME", None)
    with tempfile.TemporaryDirectory() as folder:
        publish("batch", [speeds(Path(folder), chosen.rounds), memory(Path(folder))], chosen)


if __name__ == "__main__":
    main()
