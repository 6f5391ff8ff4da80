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


def small_percent(percent: float) -> str:
    """Two decimals, and of a very small one two digits: "15.00%", "0.0022%"."""
    return f"{percent:.2f}%" if percent >= 0.1 or percent == 0 else f"{percent:.2g}%"


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
    yield from table.above
    yield from _grid(table)
    yield from table.below


def _grid(table: Table) -> Iterable[str]:
    grid = (table.header, *table.rows)
    widths = [max(len(row[i]) for row in grid) for i in range(len(table.header))]
    for row in grid:
        cells = [
            cell.ljust(width) if i in table.text_columns else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


def turned(table: Table) -> Table:
    """The same table with a column for each row, for narrow terminals."""
    columns = list(zip(table.header, *table.rows, strict=True))
    return table._replace(header=columns[0], rows=tuple(columns[1:]), text_columns=(0,))


def _width(table: Table) -> int:
    return max(map(len, _grid(table)))


def _show_rich(table: Table) -> None:
    """The same lines in colour. They are never cut: the terminal breaks what it cannot hold."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.width = console.width or 80  # COLUMNS=0 says nothing
    if _width(table) > console.width:
        table = min(table, turned(table), key=_width)
    header, *rows = _grid(table)
    lines = [Text(line, style="bold") for line in (*table.above, header)]
    lines += [_coloured(row) for row in rows]
    lines += [Text(line, style="dim") for line in table.below]
    for line in lines:
        console.print(line, soft_wrap=True)


def _coloured(row: str) -> "Text":
    from rich.text import Text

    text = Text(row)
    text.highlight_regex(r"[2-9TJQKA][hd](?![a-z])", "red")
    return text
