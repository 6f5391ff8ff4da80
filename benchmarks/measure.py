"""What the benchmarks share: timing, tables, the machine's description, and the README's tables."""

import platform
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

from equity import __version__
from equity.options import usable_cores

Call = Callable[[], object]
Key = TypeVar("Key")

FILLED_SECONDS = 0.05
"""A short call is repeated for so long: one alone would measure the clock and the caches."""

LONG_SECONDS = 2.0
"""A call that takes longer is steady enough to be made once."""

PACKAGES = ("numba", "llvmlite", "numpy", "poker-equity")


def seconds_per_call(call: Call, filled: float = FILLED_SECONDS) -> float:
    """Wall time of a call, averaged over as many as fill `filled` seconds."""
    calls = 0
    started = perf_counter()
    while True:
        call()
        calls += 1
        spent = perf_counter() - started
        if spent >= filled:
            return spent / calls


def interleaved(calls: Mapping[Key, Call], rounds: int, filled: float = FILLED_SECONDS) -> dict[Key, float]:
    """The median seconds of each call over rounds in which all take turns.

    Whatever else the machine does in the meantime thus meets all of them alike. Calls
    should have run once before.
    """
    times: dict[Key, list[float]] = {key: [] for key in calls}
    for _ in range(rounds):
        for key, call in calls.items():
            if not times[key] or times[key][0] < LONG_SECONDS:
                times[key].append(seconds_per_call(call, filled))
    return {key: median(seconds) for key, seconds in times.items()}


class Table(NamedTuple):
    """A table of texts; the first `left` columns are flush left, the others right."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    left: int = 1

    def plain(self) -> str:
        """Aligned columns for a terminal."""
        lines = [self.heads, *self.rows]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        aligned = [
            [
                text.ljust(width) if column < self.left else text.rjust(width)
                for column, (text, width) in enumerate(zip(line, widths, strict=True))
            ]
            for line in lines
        ]
        return "\n".join([self.title, *("  ".join(line).rstrip() for line in aligned)])

    def markdown(self) -> str:
        """The table in Markdown, its title in bold above it."""
        marks = [":---" if column < self.left else "---:" for column in range(len(self.heads))]
        lines = [f"| {' | '.join(line)} |" for line in (self.heads, marks, *self.rows)]
        return "\n".join([f"**{self.title}**", "", *lines])


def duration(seconds: float) -> str:
    """Three digits and a unit: "852 µs", "1.26 s"."""
    if seconds >= 0.9995:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 0.9995e-3 else f"{seconds * 1e6:.3g} µs"


def deals_per_second(deals: int, seconds: float) -> str:
    """Millions of deals a second: "14.4 M deals/s"."""
    return f"{deals / seconds / 1e6:.3g} M deals/s"


def machine() -> str:
    """One sentence on what a benchmark ran on, with the day."""
    cores = usable_cores()
    libraries = ", ".join(f"{name} {found}" for name in PACKAGES if (found := _version(name)))
    return (
        f"{_processor()}, {cores} core{'s' * (cores > 1)}, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, omaha-equity {__version__}, {libraries}; {date.today()}"
    )


def _processor() -> str:
    """The processor's name; Linux tells it in a file, other systems through `platform`."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def arguments(name: str, description: str | None, rounds: int) -> Namespace:
    """The command line of the benchmark `name`: `rounds`, `markdown` and `write`.

    A file to write to that lacks the marks is refused here, before minutes of measuring.
    """
    first_line = (description or "").partition("\n")[0]
    parser = ArgumentParser(prog=f"python -m benchmarks.{name}", description=first_line)
    parser.add_argument(
        "--rounds", type=int, default=rounds, help="measurements behind each figure (default: %(default)s)"
    )
    parser.add_argument("--markdown", action="store_true", help="print Markdown")
    parser.add_argument(
        "--write", metavar="FILE", type=Path, help=f"put the tables between the {name} marks of FILE as well"
    )
    parsed = parser.parse_args()
    if parsed.rounds < 1:
        parser.error("--rounds must be at least 1")
    if parsed.write:
        _split_at_marks(parsed.write, name)
    return parsed


def publish(name: str, tables: Sequence[Table], arguments: Namespace) -> None:
    """Print the tables and, if asked, put them into a file; `name` is that of its marks."""
    markdown = "\n\n".join([*(table.markdown() for table in tables), f"Measured on {machine()}."])
    if arguments.markdown:
        print(markdown)
    else:
        print("\n\n".join([*(table.plain() for table in tables), machine()]))
    if arguments.write:
        replace_between(arguments.write, name, markdown)


def replace_between(path: Path, name: str, content: str) -> None:
    """Replace what stands between `<!-- benchmarks:name -->` and `<!-- /benchmarks:name -->`.

    Each mark is a line of its own and stands there once; raises SystemExit otherwise.
    """
    before, after = _split_at_marks(path, name)
    path.write_text("\n".join([*before, "", content, "", *after]) + "\n", encoding="utf-8")


def _split_at_marks(path: Path, name: str) -> tuple[list[str], list[str]]:
    """The lines up to the opening mark, and those from the closing mark on."""
    opening, closing = f"<!-- benchmarks:{name} -->", f"<!-- /benchmarks:{name} -->"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise SystemExit(f"{path} cannot be written to: {error.strerror}") from None
    if lines.count(opening) != 1 or lines.count(closing) != 1 or lines.index(opening) > lines.index(closing):
        raise SystemExit(f"{path} must hold the lines {opening} and {closing} once each, in this order")
    return lines[: lines.index(opening) + 1], lines[lines.index(closing) :]
