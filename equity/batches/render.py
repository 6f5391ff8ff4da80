"""Answered rows as text, as JSON Lines, or as values by column."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any

from equity.batches.answer import Answer
from equity.batches.columns import PLAYER, PLAYER_FIELDS, ROW_FIELDS, result_names
from equity.batches.malformed import join, mended, split
from equity.batches.plan import JSON_LINES, TEXT, Plan
from equity.batches.rows import Answered
from equity.engine.layout import DOUBLED_QUOTE, ROW, ROW_FAULTS, ROW_START, ROW_STOP
from equity.wording import spreadsheet_safe

Cell = str | int | float | None


def render(plan: Plan, answered: Answered) -> Any:
    """The answered rows in the plan's form."""
    if plan.form == TEXT:
        return as_text(plan, answered)
    return as_json_lines(plan, answered) if plan.form == JSON_LINES else as_values(plan, answered)


def header(plan: Plan, raw: bytes) -> bytes:
    """The first line of a text output; `raw` is that of the input."""
    names = result_names(plan.players, plan.long)
    if plan.delimiter == plan.out_delimiter:
        return raw + plan.delimiter.encode() + join(list(names), plan.delimiter) + b"\n"
    return join([*plan.columns.names, *names], plan.out_delimiter) + b"\n"


def as_text(plan: Plan, answered: Answered) -> bytes:
    """Rows of cells: each row's own text, and behind it the cells of its answer."""
    rows, used = answered.rows, answered.count * ROW
    starts, stops = rows[ROW_START:used:ROW], rows[ROW_STOP:used:ROW]
    text = answered.text
    if plan.delimiter != plan.out_delimiter:
        texts = [join(cells, plan.out_delimiter) for cells in input_cells(plan, answered)]
    else:
        texts = [text[start:stop] for start, stop in zip(starts, stops, strict=True)]
        for row in answered.malformed:
            faults = rows[row * ROW + ROW_FAULTS]
            cells = mended(texts[row], plan.delimiter, faults, len(plan.columns.names))
            texts[row] = join(cells, plan.delimiter)
    ends = [_ends(answer, plan.players, plan.long, plan.out_delimiter) for answer in answered.answers]
    which = answered.which[: answered.count]
    if not plan.long:
        last = [end[0] for end in ends]
        return b"".join([row + last[answer] for row, answer in zip(texts, which, strict=True)])
    return b"".join([row + end for row, answer in zip(texts, which, strict=True) for end in ends[answer]])


@lru_cache(maxsize=1 << 15)
def _ends(answer: Answer, players: int, long: bool, delimiter: str) -> tuple[bytes, ...]:
    """What follows the input's cells: one end of a line, or in a long table one a player."""
    return tuple(
        (delimiter + delimiter.join(map(_text, row)) + "\n").encode()
        for row in result_rows(answer, players, long)
    )


def _text(value: Cell) -> str:
    if value is None:
        return ""
    return _quoted(value) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """Text as a cell, which no spreadsheet takes for a formula."""
    text = spreadsheet_safe(text)
    if any(char in text for char in ',;\t"'):
        return '"' + text.replace('"', '""') + '"'
    return text


def result_rows(answer: Answer, players: int, long: bool) -> list[list[Cell]]:
    """The result cells of a row: one list, or in a long table one a player."""
    whole: list[Cell] = [getattr(answer, field) for field in ROW_FIELDS]
    shares: list[list[Cell]] = [
        [getattr(share, field) for field in PLAYER_FIELDS] for share in answer.players
    ]
    if not long:
        missing: list[Cell] = [None] * (len(PLAYER_FIELDS) * (players - len(shares)))
        return [[cell for share in shares for cell in share] + missing + whole]
    if not shares:
        return [[None] * (1 + len(PLAYER_FIELDS)) + whole]
    error = ROW_FIELDS.index("standard_error")
    return [
        [number, *share, *whole[:error], player.standard_error, *whole[error + 1 :]]
        for number, (share, player) in enumerate(zip(shares, answer.players, strict=True), 1)
    ]


def input_cells(plan: Plan, answered: Answered) -> Iterator[list[str]]:
    """The input's cells of each answered row, as many as there are columns."""
    for row in range(answered.count):
        faults = answered.rows[row * ROW + ROW_FAULTS] & ~DOUBLED_QUOTE
        if faults:
            yield mended(answered.raw(row), plan.delimiter, faults, len(plan.columns.names))
        else:
            yield split(answered.raw(row), plan.delimiter)


def as_json_lines(plan: Plan, answered: Answered) -> bytes:
    """An object a row, or in a long table one a player: the input's columns, then the results."""
    tails = [
        [_members(values) for values in result_objects(answer, plan.long)] for answer in answered.answers
    ]
    lines: list[str] = []
    for row, cells in enumerate(input_cells(plan, answered)):
        head = json_object(dict(zip(plan.columns.names, map(_readable, cells), strict=True)))[:-1]
        lines.extend(f"{head},{tail}}}\n" for tail in tails[answered.which[row]])
    return "".join(lines).encode()


def json_lines(records: Sequence[dict[str, Any]], values: dict[str, list[Any]]) -> bytes:
    """The same for rows that came as records, one for each row of `values`; empty results are left out."""
    names = list(values)
    lines = []
    for record, row in zip(records, zip(*values.values(), strict=True), strict=True):
        results = {
            name: value
            for name, value in zip(names, row, strict=True)
            if value is not None or name in (*ROW_FIELDS, PLAYER)
        }
        lines.append(json_object(record | results) + "\n")
    return "".join(lines).encode()


def result_objects(answer: Answer, long: bool) -> list[dict[str, Cell]]:
    """The results of a row by name; of players only those it has."""
    players = len(answer.players)
    names = result_names(players, long)
    return [dict(zip(names, row, strict=True)) for row in result_rows(answer, players, long)]


def json_object(values: dict[str, Any]) -> str:
    """One line of JSON; what JSON does not know, such as a date, becomes its text, no number becomes null."""
    try:
        return _json(values)
    except ValueError:
        return _json(_finite(values))


def _json(values: Any) -> str:
    return json.dumps(values, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=str)


def _finite(value: Any) -> Any:
    """The same without infinities and what is no number."""
    if isinstance(value, dict):
        return {name: _finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return None if isinstance(value, float) and not isfinite(value) else value


def _members(values: dict[str, Cell]) -> str:
    return json_object(dict(values))[1:-1]


def _readable(cell: str) -> str:
    """The cell without bytes that are no UTF-8."""
    return cell.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def as_values(plan: Plan, answered: Answered) -> tuple[list[int], dict[str, list[Any]]]:
    """For each row of the output the row of the input it belongs to, and its values by column."""
    blocks = [result_rows(answer, plan.players, plan.long) for answer in answered.answers]
    which = answered.which[: answered.count]
    origin = [row for row, answer in enumerate(which) for _ in blocks[answer]]
    results = [values for answer in which for values in blocks[answer]]
    names = result_names(plan.players, plan.long)
    values: dict[str, list[Any]] = {}
    if plan.carry:
        cells = [list(map(_readable, row)) for row in input_cells(plan, answered)]
        values = {name: [cells[row][i] for row in origin] for i, name in enumerate(plan.columns.names)}
    return origin, values | {name: [row[i] for row in results] for i, name in enumerate(names)}
