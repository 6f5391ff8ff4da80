"""Rows of text that break the rules of their table: what is wrong, and the cells they hold all the same."""

import csv
import io

from equity.engine.layout import OPEN_QUOTE, TEXT_AFTER_QUOTE
from equity.wording import counted

LONGEST_CELL = 2**31 - 1


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
    csv.field_size_limit(LONGEST_CELL)
    text = row.decode("utf-8", "surrogateescape")
    if faults & OPEN_QUOTE:
        return text.split(delimiter)
    return next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), [])


def mended(row: bytes, delimiter: str, faults: int, columns: int) -> list[str]:
    """The cells of a bad row, as many as there are columns: some left out, or empty ones added."""
    cells = split(row, delimiter, faults)[:columns]
    return cells + [""] * (columns - len(cells))


def join(cells: list[str], delimiter: str) -> bytes:
    """Cells as a row's text without a line's end."""
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerow(cells)
    return text.getvalue().removesuffix("\r\n").encode("utf-8", "surrogateescape")
