"""Long work: the estimate before it starts, and a bar on a terminal."""

import sys
from abc import ABC, abstractmethod
from time import perf_counter
from typing import TYPE_CHECKING, Self

from equity.wording import in_words, printable

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import ProgressColumn

SHOW_AFTER_SECONDS = 1.0
TELL_FROM_SECONDS = 2.0


def tell(message: str, problem: bool = True) -> None:
    """A line for a person, on stderr; what is no problem is told on a terminal only."""
    if problem or sys.stderr.isatty():
        print(f"omaha-equity: {printable(message)}", file=sys.stderr)


class _OnTerminal(ABC):
    """A bar on stderr once the work has taken a second; nothing when stderr is no terminal."""

    def __init__(self, total: float | None = None) -> None:
        self._total = total
        self._hidden = not sys.stderr.isatty()
        self._bar: Bar | None = None
        self._started = perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    @property
    def _seconds(self) -> float:
        return perf_counter() - self._started

    @abstractmethod
    def _columns(self) -> "tuple[ProgressColumn, ...]":
        """What the bar shows, from left to right."""

    def _show(self, done: float, text: str = "") -> None:
        if self._bar is None and not self._hidden and self._seconds > SHOW_AFTER_SECONDS:
            self._bar = self._start()
        if self._bar:
            self._bar.update(self._bar.task_ids[0], completed=done, text=text)

    def _start(self) -> "Bar":
        from rich.console import Console
        from rich.progress import Progress

        bar = Progress(
            *self._columns(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=sys.stdout.isatty(),  # what goes to a file or pipe must not turn to the screen
        )
        bar.add_task("", total=self._total, text="")
        bar.start()
        return bar


class Progress(_OnTerminal):
    """The part of one answer that is done."""

    def __init__(self) -> None:
        super().__init__(total=1.0)

    def update(self, part: float, seconds: float) -> None:
        """Show that `part` (0 to 1) of a run estimated at `seconds` is done."""
        if part == 0 and seconds > TELL_FROM_SECONDS:
            tell(f"the exact answer will take about {in_words(seconds)}; Ctrl-C stops it")
        self._show(part)

    def _columns(self) -> "tuple[ProgressColumn, ...]":
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

        return TextColumn("computing"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()


class RowProgress(_OnTerminal):
    """The part of a table that is done, rows a second and the time left.

    The total is what Chunk.end comes to, None where nobody knows; then there is no bar, but
    the rows and their speed.
    """

    def update(self, rows: int, end: int) -> None:
        """Show that this run has answered `rows`, up to `end` of the input."""
        self._show(end, f"{rows / self._seconds:,.0f} rows/s")

    def _columns(self) -> "tuple[ProgressColumn, ...]":
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

        return BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[text]}"), TimeRemainingColumn()


class HandProgress(_OnTerminal):
    """How many hands are done and how fast; unless `hidden`."""

    def __init__(self, hidden: bool = False) -> None:
        super().__init__()
        self._hidden = self._hidden or hidden

    def update(self, hands: int) -> None:
        """Show that so many hands are done."""
        self._show(hands, f"{hands:,} hands, {hands / self._seconds:,.0f} a second")

    def _columns(self) -> "tuple[ProgressColumn, ...]":
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

        return SpinnerColumn(), TextColumn("{task.fields[text]}"), TimeElapsedColumn()
