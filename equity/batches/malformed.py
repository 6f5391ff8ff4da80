"""Rows of text and their cells, also of rows that break the rules of their table: what is wrong with them."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from equity.engine.layout import OPEN_QUOTE, TEXT_AFTER_QUOTE
from equity.wording import counted

csv.field_size_limit(2**31 - 1)
"""Python's reader has one limit for the whole process, 131,072 characters unless it is told; cells may
be longer, and those that are too long for a table are found by the kernel split_rows."""


def reader(text: str, delimiter: str) -> Any:
    """Python's reader of a text's rows."""
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def complaint(row: bytes, faults: int, delimiter: str, columns: int) -> str:
    """What is wrong with a row."""
    if faults & OPEN_QUOTE:
        return 'a quote opens a cell and none closes it; inside quotes a quote is written twice ("")'
    if faults & TEXT_AFTER_QUOTE:
        return 'a cell goes on after its closing quote; inside quotes a quote is written twice ("")'
    count = len(split(row, delimiter))
    return f"the row has {counted(count, 'cell')}, and the header has {columns}"


def split(row: bytes, delimiter: str, faults: int = 0) -> list[str]:
    """The cells of a row's text."""
    text = row.decode("utf-8", "surrogateescape")
    if faults & OPEN_QUOTE:
        return text.split(delimiter)
    return next(reader(text, delimiter), [])


def mended(row: bytes, delimiter: str, faults: int, columns: int) -> list[str]:
    """The cells of a bad row, as many as there are columns: some left out, or empty ones added."""
    cells = split(row, delimiter, faults)[:columns]
    return cells + [""] * (columns - len(cells))


def join(cells: list[str], delimiter: str) -> bytes:
    """Cells as a row's text without a line's end."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerow(cells)
    return text.getvalue().removesuffix("\r\n").encode("utf-8", "surrogateescape")


def table_text(rows: Iterable[Sequence[str]]) -> bytes:
    """Rows of cells as comma-separated text, with the line ends of RFC 4180."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode("utf-8", "surrogatepass")


def cell_text(value: Any) -> str:
    """A value of a table as a cell: nothing for none, for no number, no time, and pandas' missing value."""
    if isinstance(value, str):
        return value
    if _is_missing(value):
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)
    except (TypeError, ValueError):  # pandas.NA is neither; of arrays nobody can tell
        return type(value).__name__ == "NAType"
