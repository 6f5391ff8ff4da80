"""A file of hand histories: whose format it is, and its hands one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from equity.history.model import OtherGame, Outcome, Refusal, Skipped, Unreadable
from equity.history.readers import READERS
from equity.history.readers.family import Reader
from equity.history.text import Block, decode, split_lines

READER_FAILED = "a fault of omaha-equity: its reader failed on this hand"
NO_HAND = "no hand of a known site"

_BY_NAME = {reader.name: reader for reader in READERS}
_HEADERS = re.compile("|".join(f"(?P<{reader.name}>{reader.header})" for reader in READERS if reader.header))
_SEAT = re.compile(r"\s*seat ?\d+", re.IGNORECASE)


def read_file(path: Path) -> Iterator[Outcome]:
    """The hands of a file, in its order. Raises OSError when it cannot be opened."""
    return read_bytes(path.read_bytes(), str(path))


def read_bytes(data: bytes, file: str = "") -> Iterator[Outcome]:
    """The hands of a file's bytes; `file` is how outcomes name it."""
    return read_text(decode(data), file)


def read_text(text: str, file: str = "") -> Iterator[Outcome]:
    """The hands of a text: each is read, refused with the reason, or of another game."""
    for n, (reader, block) in enumerate(_hands(text), 1):
        yield _read(reader, block, file, n)


def _read(reader: Reader | None, block: Block, file: str, n: int) -> Outcome:
    if reader is None:
        return Refusal(file, block.start, n, block.id, block.context)
    try:
        hand = reader.read(block)
    except OtherGame:
        return Skipped(file, block.start, n, block.id)
    except Unreadable as error:
        return Refusal(file, error.line or block.start, n, block.id, error.message)
    except Exception as error:  # a fault of a reader must not cost the other hands
        return Refusal(file, block.start, n, block.id, f"{READER_FAILED} ({type(error).__name__})")
    return replace(hand, file=file, line=block.start, n=n)


def _hands(text: str) -> Iterator[tuple[Reader | None, Block]]:
    """Each hand's reader and lines; without a reader the block's context says why."""
    for reader in READERS:
        if reader.split is not None and (blocks := reader.split(text)) is not None:
            none = True
            for block in blocks:
                none = False
                yield reader, block
            if none:
                yield None, Block([], 1, NO_HAND)
            return
    yield from _hands_by_header(split_lines(text))


def _hands_by_header(lines: list[str]) -> Iterator[tuple[Reader | None, Block]]:
    """Cut the lines where a header stands; seats above the first header are a hand cut off."""
    starts = [(place, found) for place, line in enumerate(lines) if (found := _HEADERS.match(line))]
    first = starts[0][0] if starts else len(lines)
    orphan = next((place for place in range(first) if _SEAT.match(lines[place])), None)
    if not starts or orphan is not None:
        why = "the hand's header is missing" if orphan is not None else NO_HAND
        yield None, Block([], (orphan or 0) + 1, why)
    ends = [place for place, _ in starts] + [len(lines)]
    for (place, found), end in zip(starts, ends[1:], strict=True):
        reader = _BY_NAME[found.lastgroup or ""]
        hand_id = found[f"{reader.name}_id"] or _id_below(reader, lines, place)
        yield reader, Block(lines[place:end], place + 1, id=hand_id)


def _id_below(reader: Reader, lines: list[str], place: int) -> str:
    """The hand's id in the line after its header."""
    below = lines[place + 1] if place + 1 < len(lines) else ""
    found = re.match(reader.id_line, below) if reader.id_line else None
    return found[1] if found else ""
