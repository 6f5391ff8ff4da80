"""Long answers: the estimate before they start, and a bar on a terminal."""

import sys
from time import perf_counter
from typing import TYPE_CHECKING, Self

from equity.wording import in_words, printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SHOW_AFTER_SECONDS = 1.0
TELL_FROM_SECONDS = 2.0


def tell(message: str, problem: bool = True) -> None:
    """A line for a person, on stderr; what is no problem is told on a terminal only."""
    if problem or sys.stderr.isatty():
        print(f"omaha-equity: {printable(message)}", file=sys.stderr)


class Progress:
    """A bar on stderr once an answer has taken a second; nothing when stderr is no terminal."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self._started = perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def update(self, part: float, seconds: float) -> None:
        """Show that `part` (0 to 1) of a run estimated at `seconds` is done."""
        if part == 0 and seconds > TELL_FROM_SECONDS:
            tell(f"the exact answer will take about {in_words(seconds)}; Ctrl-C stops it")
        if self._bar is None and sys.stderr.isatty() and perf_counter() - self._started > SHOW_AFTER_SECONDS:
            self._bar = _new_bar()
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=part)


class RowProgress:
    """A bar for a table on a terminal: the part done, rows a second and the time left.

    `size` is what Chunk.end comes to, None where nobody knows; then there is no bar, but
    the rows and their speed.
    """

    def __init__(self, size: int | None) -> None:
        self._size = size
        self._bar: Bar | None = None
        self._started = perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def update(self, rows: int, end: int) -> None:
        """Show that this run has answered `rows`, up to `end` of the input."""
        seconds = perf_counter() - self._started
        if self._bar is None and sys.stderr.isatty() and seconds > SHOW_AFTER_SECONDS:
            self._bar = _new_row_bar(self._size)
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=end, speed=f"{rows / seconds:,.0f} rows/s")


def _new_row_bar(size: int | None) -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[speed]}"), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    bar.add_task("rows", total=size, speed="")
    bar.start()
    return bar


def _new_bar() -> "Bar":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("computing"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    bar.add_task("computing", total=1.0)
    bar.start()
    return bar


class HandProgress:
    """How many hands are done and how fast, on stderr of a terminal, after a second; unless `hidden`."""

    def __init__(self, hidden: bool = False) -> None:
        self._hidden = hidden or not sys.stderr.isatty()
        self._bar: Bar | None = None
        self._started = perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def update(self, hands: int) -> None:
        """Show that so many hands are done."""
        seconds = perf_counter() - self._started
        if self._bar is None and not self._hidden and seconds > SHOW_AFTER_SECONDS:
            self._bar = _new_hand_bar()
        if self._bar:
            self._bar.update(self._bar.task_ids[0], text=f"{hands:,} hands, {hands / seconds:,.0f} a second")


def _new_hand_bar() -> "Bar":
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        SpinnerColumn(), TextColumn("{task.fields[text]}"), TimeElapsedColumn(),
        console=Console(stderr=True), transient=True,
        redirect_stdout=sys.stdout.isatty(),  # what goes to a file or pipe must not turn to the screen
    )  # fmt: skip
    bar.add_task("hands", total=None, text="")
    bar.start()
    return bar
