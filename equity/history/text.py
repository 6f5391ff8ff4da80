"""From the bytes of a file to its lines."""

from __future__ import annotations

import codecs
from typing import NamedTuple

LONGEST_LINE = 2_000
"""Characters; a longer line is cut, so that no pattern is ever tried on megabytes."""

_MOJIBAKE = "\u00c2\u00a0"
"""A no-break space that was taken for Latin-1 and written as UTF-8 again."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Block(NamedTuple):
    """The lines of one hand, the number of the first in its file, its id, and what stood above for all."""

    lines: list[str]
    start: int
    context: str = ""
    id: str = ""

    def numbered(self) -> list[tuple[int, str]]:
        """The lines that are not empty, with their numbers in the file."""
        return [(number, line) for number, line in enumerate(self.lines, self.start) if line]


def decode(data: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, with a byte order mark or without, or else cp1252.

    Bytes that fit none of them come out as U+FFFD.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    head = data[:2000]
    if head and head.count(0) > len(head) // 4:
        little = head[1::2].count(0) >= head[::2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def split_lines(text: str, longest: int = LONGEST_LINE) -> list[str]:
    """The lines, cut to a length and without their ends: \\r\\n, \\n and \\r, and nothing else."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(_MOJIBAKE, "\u00a0")
    return [line[:longest].rstrip() for line in text.split("\n")]
