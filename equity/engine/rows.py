"""The text of a table cut into rows and cells, by the rules of RFC 4180.

Cells are parted by a delimiter, rows by LF, CR LF or CR; a cell in double quotes may hold
any of them, and two quotes for one. A quote inside a cell that does not start with one is
a character like others. Lines without any character are no rows.

Where no quote closes a cell within LONGEST_CELL bytes, or one does in another line and text
follows it, the opening quote is taken for a stray one: a character, and a fault of its row.
So it does not swallow the rows behind it.
"""

from equity.engine.jit import Bytes, Ints, int64, njit
from equity.engine.layout import (
    DOUBLED_QUOTE,
    OPEN_QUOTE,
    ROW,
    ROW_FAULTS,
    ROW_LINE,
    ROW_START,
    ROW_STOP,
    TEXT_AFTER_QUOTE,
    WRONG_COUNT,
)

LONGEST_CELL = 1 << 24
UNDECIDED = 16
"""A fault of a quoted cell that more text might still close."""

QUOTE, LF, CR = 34, 10, 13


@njit
def _plain_end(text: Bytes, at: int, size: int, delimiter: int) -> int:
    """Where the characters from `at` on meet a delimiter, a line's end or the text's."""
    while at < size:
        char = int64(text[at])
        if char in (delimiter, LF, CR):
            break
        at += 1
    return at


@njit
def _cell(text: Bytes, at: int, size: int, delimiter: int) -> tuple[int, int, int, int, int]:
    """The cell at `at`: start and stop of its content, where it ends, line feeds in it, faults."""
    if at == size or int64(text[at]) != QUOTE:
        stop = _plain_end(text, at, size, delimiter)
        return at, stop, stop, 0, 0
    start, last = at + 1, min(size, at + LONGEST_CELL)
    feeds, faults = 0, 0
    broken = False
    stop = start
    while stop < last:
        char = int64(text[stop])
        if char == QUOTE:
            if stop + 1 < size and int64(text[stop + 1]) == QUOTE:
                faults |= DOUBLED_QUOTE
                stop += 1
            else:
                break
        elif char in (LF, CR):
            feeds += int(char == LF)
            broken = True
        stop += 1
    if stop < last:
        end = _plain_end(text, stop + 1, size, delimiter)
        if end == stop + 1:
            return start, stop, end, feeds, faults
        if not broken:
            return start, stop, end, feeds, faults | TEXT_AFTER_QUOTE
    faults = OPEN_QUOTE | (UNDECIDED if stop >= size and size - at < LONGEST_CELL else 0)
    stop = _plain_end(text, at, size, delimiter)
    return at, stop, stop, 0, faults


@njit
def cut_rows(text: Bytes, size: int, delimiter: int, final: int, wanted: int, found: Ints) -> int:
    """Where the last whole row of the first `wanted` characters, or one longer, ends.

    The text starts with a row. Unless it is `final`, a row is whole when what follows
    cannot change it. Writes to `found` how many lines and rows end before that place.
    """
    at, end, lines, rows, feeds = 0, 0, 0, 0, 0
    cells = 0
    while at < size and end < wanted:
        char = int64(text[at])
        if cells == 0 and char in (LF, CR):
            at += 1
            if char == CR:
                if at == size and not final:
                    break
                if at < size and int64(text[at]) == LF:
                    at += 1
            lines += 1
            end = at
            continue
        _, _, at, inside, faults = _cell(text, at, size, delimiter)
        cells += 1
        feeds += inside
        if faults & UNDECIDED and not final:
            break
        if at == size:
            break
        if int64(text[at]) == delimiter:
            at += 1
            if at < size:
                continue
            break
        if int64(text[at]) == CR:
            if at + 1 == size:
                break
            at += int(int64(text[at + 1]) == LF)
        at += 1
        lines += feeds + 1
        rows += 1
        end = at
        cells, feeds = 0, 0
    if final and end < min(size, wanted):
        lines += feeds + 1
        rows += 1
        end = size
    found[0], found[1] = lines, rows
    return end


@njit
def split_rows(
    text: Bytes,
    size: int,
    delimiter: int,
    columns: int,
    slots: Ints,
    slot_count: int,
    first_line: int,
    rows: Ints,
    cells: Ints,
) -> int:
    """Write each row (see equity.engine.layout), and start and stop of its cells to be read.

    The text holds whole rows. `slots` gives for each of the `columns` its place among the
    `slot_count` cells to be read, or -1. Returns the number of rows.
    """
    at, count, line = 0, 0, first_line
    while at < size:
        char = int64(text[at])
        if char in (LF, CR):
            at += 1
            if char == CR and at < size and int64(text[at]) == LF:
                at += 1
            line += 1
            continue
        row = count * ROW
        rows[row + ROW_START], rows[row + ROW_LINE] = at, line
        for i in range(2 * slot_count):
            cells[2 * slot_count * count + i] = 0
        column, row_faults = 0, 0
        while True:
            start, stop, at, feeds, faults = _cell(text, at, size, delimiter)
            line += feeds
            row_faults |= faults & ~(DOUBLED_QUOTE | UNDECIDED)
            if column < columns and slots[column] >= 0:
                place = 2 * (slot_count * count + slots[column])
                cells[place], cells[place + 1] = start, stop
                row_faults |= faults & ~UNDECIDED
            column += 1
            if at == size or int64(text[at]) != delimiter:
                break
            at += 1
        if column != columns:
            row_faults |= WRONG_COUNT
        rows[row + ROW_STOP], rows[row + ROW_FAULTS] = at, row_faults
        if at < size:
            if int64(text[at]) == CR and at + 1 < size and int64(text[at + 1]) == LF:
                at += 1
            at += 1
        line += 1
        count += 1
    return count
