"""A table for people: drawn by rich on a terminal, plain aligned text elsewhere."""

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rich.text import Text


class Table(NamedTuple):
    """Lines above, a grid whose first column is text and whose others may be numbers, lines below."""

    above: tuple[str, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    below: tuple[str, ...]
    text_columns: tuple[int, ...] = (0,)


def on_terminal() -> bool:
    """Whether stdout is a terminal that can show more than plain text."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def show(table: Table) -> None:
    """Print a table to stdout."""
    if on_terminal():
        _show_rich(table)
    else:
        print("\n".join(plain(table)))


def plain(table: Table) -> Iterable[str]:
    """The lines of the table as aligned text."""
    grid = (table.header, *table.rows)
    widths = [max(len(row[i]) for row in grid) for i in range(len(table.header))]
    yield from table.above
    for row in grid:
        cells = [
            cell.ljust(width) if i in table.text_columns else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()
    yield from table.below


def turned(table: Table) -> Table:
    """The same table with a column for each row, for narrow terminals."""
    columns = list(zip(table.header, *table.rows, strict=True))
    return table._replace(header=columns[0], rows=tuple(columns[1:]), text_columns=(0,))


def _width(table: Table) -> int:
    return max(map(len, plain(table._replace(above=(), below=()))))


def _show_rich(table: Table) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    if _width(table) > console.width:
        table = min(table, turned(table), key=_width)
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1))
    for i, name in enumerate(table.header):
        text = i in table.text_columns
        grid.add_column(name, justify="left" if text else "right", no_wrap=True)
    for row in table.rows:
        grid.add_row(*(_coloured(cell) if i in table.text_columns else cell for i, cell in enumerate(row)))
    for line in table.above:
        console.print(Text(line, style="bold"))
    console.print(grid, width=max(console.width, _width(table) + 2 * len(table.header)))
    for line in table.below:
        console.print(Text(line, style="dim"))


def _coloured(cell: str) -> "Text":
    from rich.text import Text

    text = Text(cell)
    text.highlight_regex(r"[2-9TJQKA][hd](?![a-z])", "red")
    return text
