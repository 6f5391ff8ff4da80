"""Errors as people read them: at most three lines and 500 characters, no control characters."""

from collections.abc import Iterator

import click

from equity.errors import EquityError

MESSAGE_LENGTH = 300
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
    stop = max(start + 1, min(stop, start + SOURCE_LENGTH // 2))
    room = (SOURCE_LENGTH - (stop - start)) // 2
    left, right = max(0, start - room), min(len(source), stop + room)
    before = (ELLIPSIS if left else "") + printable(source[left:start])
    fault = printable(source[start:stop])
    after = printable(source[stop:right]) + (ELLIPSIS if right < len(source) else "")
    return [
        shortened(f"  {before}{fault}{after}", 2 * SOURCE_LENGTH),
        f"  {' ' * len(before)}{'^' * max(1, len(fault))}",
    ]
