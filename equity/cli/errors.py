"""Errors as people read them: at most three lines and 500 characters, no control characters."""

from collections.abc import Iterator

import click

from equity.errors import EquityError

MESSAGE_LENGTH = 280
SOURCE_LENGTH = 72
ELLIPSIS = "..."


def in_lines(error: Exception) -> list[str]:
    """What went wrong, and where there is one place to show, the input with a caret under it."""
    message = error.format_message() if isinstance(error, click.ClickException) else str(error)
    lines = [f"Error: {shortened(printable(message), MESSAGE_LENGTH)}"]
    if isinstance(error, EquityError) and error.source:
        lines += _with_caret(error.source, error.start, error.stop)
    return lines


def printable(text: str) -> str:
    """The text with everything that is no plain character written as an escape."""
    return "".join(_escaped(text))


def _escaped(text: str) -> Iterator[str]:
    for char in text:
        if char.isprintable():
            yield char
        else:
            code = ord(char)
            yield (
                f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
            )


def shortened(text: str, length: int) -> str:
    """The text, cut in the middle to `length` characters."""
    if len(text) <= length:
        return text
    head = (length - len(ELLIPSIS)) * 2 // 3
    return text[:head] + ELLIPSIS + text[head + len(ELLIPSIS) - length :]


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
