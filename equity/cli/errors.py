"""Errors as people read them: at most three lines and 500 characters, no control characters."""

import click

from equity.errors import EquityError
from equity.wording import ELLIPSIS, MESSAGE_LENGTH, abridged, printable

SOURCE_LENGTH = 72


def in_lines(error: Exception) -> list[str]:
    """What went wrong, and where there is one place to show, the input with a caret under it."""
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    lines = [f"Error: {abridged(printable(message), MESSAGE_LENGTH)}"]
    if isinstance(error, EquityError) and error.source:
        lines += _with_caret(error.source, error.start, error.stop)
    return lines


def _with_caret(source: str, start: int, stop: int) -> list[str]:
    """The input line, cut round the fault, and the line of carets."""
    fault = printable(source[start : max(stop, start + 1)])[: SOURCE_LENGTH // 2]
    room = (SOURCE_LENGTH - len(fault)) // 2
    # Neither side can show more characters than it has room for, whatever they look like.
    before = printable(source[max(0, start - room) : start])
    after = printable(source[stop : stop + room])
    if start > room or len(before) > room:
        before = ELLIPSIS + before[-room:]
    if len(source) > stop + room or len(after) > room:
        after = after[:room] + ELLIPSIS
    return [f"  {before}{fault}{after}", f"  {' ' * len(before)}{'^' * max(1, len(fault))}"]
