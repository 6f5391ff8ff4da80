"""Tables of text: a file or a stream of CSV, TSV or another delimiter, cut into chunks of whole rows."""

import csv
import io
import os
import re
import sys
from array import array
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import IO, Protocol

from equity.batches.columns import Columns, Naming, find_columns
from equity.batches.malformed import reader
from equity.batches.plan import Chunk, Cut
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import HAND_CELLS, MAX_PLAYERS, ROW
from equity.errors import EquityError, OptionError
from equity.spot import MIN_PLAYERS, split_hands

CHUNK_BYTES = 1 << 16
"""Some thousand spots: enough to make calls cheap, a second's work if they are preflop."""

LEAST_BYTES, LEAST_CHUNKS = 1 << 12, 16
"""A short file is cut into so many chunks, unless they get too small: all cores share it."""

LONGEST_HEADER = 1 << 20
DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon"}
TAB_SUFFIXES = (".tsv", ".tab")
STANDARD_INPUT = "-"
_QUOTES_AND_ENDS = re.compile(rb'["\r\n]')
_BLANK = b" \t\v\f\xef\xbb\xbf"
"""What a blank line is made of; a mark of UTF-8 may begin the file."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class Source(Protocol):
    """A table to be answered.

    `name` is for messages. `delimiter` parts the cells of its chunks; `header` is its first
    line as text. `size` is where the input ends, in the measure of Chunk.end, None when that
    is not known. `unit` is what Chunk.line counts.
    """

    name: str
    columns: Columns
    delimiter: str
    header: bytes
    size: int | None
    unit: str

    def digest(self) -> str:
        """A hash of the whole input."""

    def most_players(self) -> int:
        """How many players the widest row has, as far as that can be told."""

    def chunks(self, start: int = 0, line: int = 0) -> Iterator[Chunk]:
        """The rows from `start` on, an earlier chunk's end, in `line`; 0 for all."""

    def ready(self) -> bool:
        """Whether the next chunk can be had without waiting for somebody to write it."""

    def divided(self, chunk: Chunk, cuts: Sequence[Cut]) -> list[Chunk]:
        """The parts of a chunk between the cuts."""

    def close(self) -> None:
        """Close its file."""


class TextSource:
    """A table of text, from a file or a stream; `name` is for messages.

    The delimiter is tab for a file named so, else the one with which the header has the
    columns that are needed. A stream is read as it comes, or kept in a temporary file once
    somebody wants to know more of it than its header. Raises OptionError.
    """

    unit = "line"

    def __init__(self, file: IO[bytes], name: str, naming: Naming):
        self.name = name
        self._seekable = file.seekable()
        self._file: IO[bytes] = file if self._seekable else getattr(file, "raw", file)
        self._ended = False
        self._start = file.tell() if self._seekable else 0
        self.size: int | None = None
        if self._seekable:
            self.size = file.seek(0, os.SEEK_END)
            file.seek(self._start)
        head = _beginning(self._file)
        bom = len(head) - len(head.removeprefix(b"\xef\xbb\xbf"))
        self.delimiter, self.columns, self.header, length, lines = _read_header(head[bom:], name, naming)
        self._body, self._line = self._start + bom + length, lines + 1
        self._ahead = b"" if self._seekable else head

    def _keep(self) -> None:
        """Copy a stream to a temporary file, to read it more than once."""
        if self._seekable:
            return
        import shutil
        import tempfile

        file = tempfile.TemporaryFile()  # noqa: SIM115
        file.write(self._ahead)
        shutil.copyfileobj(self._file, file, CHUNK_BYTES)
        self._file, self._ahead, self._seekable, self.size = file, b"", True, file.tell()

    def digest(self) -> str:
        """A hash of the whole input."""
        from hashlib import blake2b

        self._keep()
        digest = blake2b(digest_size=16)
        self._file.seek(self._start)
        while block := self._file.read(1 << 20):
            digest.update(block)
        return digest.hexdigest()

    def most_players(self) -> int:
        """The hands of the widest row; reads the whole input for them."""
        if not self.columns.one_cell:
            return max(MIN_PLAYERS, len(self.columns.hands))
        self._keep()
        most = MIN_PLAYERS
        for chunk in self.chunks():
            most = max(most, widest(chunk.text, self.delimiter, self.columns))
        return min(most, MAX_PLAYERS)

    def chunks(self, start: int = 0, line: int = 0) -> Iterator[Chunk]:
        """See Source."""
        at, line = (start, line) if start else (self._body, self._line)
        buffer, self._ended = b"", False
        if self._seekable:
            self._file.seek(at)
        else:
            buffer = self._ahead[self._body :]
        cut_rows, found = native.kernel("cut_rows"), zeros(2)
        size = min(
            CHUNK_BYTES, max(LEAST_BYTES, (CHUNK_BYTES if self.size is None else self.size) // LEAST_CHUNKS)
        )
        while True:
            text, delimiter = array("B", buffer or b"\n"), ord(self.delimiter)
            end = cut_rows(text, len(buffer), delimiter, int(self._ended), size, found)
            if end:
                yield Chunk(buffer[:end], line, at + end, line + found[0])
                at, line, buffer = at + end, line + found[0], buffer[end:]
            elif self._ended:
                return
            else:
                block = self._read(max(size, 2 * len(buffer)) - len(buffer))
                buffer, self._ended = buffer + block, not block

    def ready(self) -> bool:
        """See Source."""
        if self._seekable or self._ended:
            return True
        import select

        try:
            return bool(select.select([self._file], [], [], 0)[0])
        except (OSError, ValueError):  # not every system tells that of every stream
            return False

    def divided(self, chunk: Chunk, cuts: Sequence[Cut]) -> list[Chunk]:
        """See Source."""
        start = chunk.end - len(chunk.text)
        places = [Cut(0, 0, chunk.line), *cuts, Cut(len(chunk.text), 0, chunk.end_line)]
        return [
            Chunk(chunk.text[begin.offset : end.offset], begin.line, start + end.offset, end.line)
            for begin, end in pairwise(places)
        ]

    def close(self) -> None:
        """See Source."""
        self._file.close()

    def _read(self, size: int) -> bytes:
        """What there is, at most `size` bytes; of a stream no more than is there, so that it flows."""
        try:
            return self._file.read(size)
        except OSError as error:
            raise OSError(f"cannot read {self.name}: {error.strerror}") from None


def open_text(path: str, naming: Naming) -> TextSource:
    """The table in a file, or - for standard input; raises OptionError when it cannot be read."""
    if path == STANDARD_INPUT:
        if not sys.stdin:
            raise OptionError("there is no standard input to read")
        return TextSource(sys.stdin.buffer, "standard input", naming)
    try:
        file = open(path, "rb")  # noqa: SIM115
        try:
            return TextSource(file, os.path.basename(path), naming)
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror or error}", path) from None


def _beginning(file: IO[bytes]) -> bytes:
    """What comes of a file until its first line that is not blank has ended, or LONGEST_HEADER bytes.

    Each block is looked at once: a line ends where no quote is open.
    """
    head = bytearray()
    blank, quoted = True, False
    while len(head) < LONGEST_HEADER and (block := file.read(CHUNK_BYTES)):
        head += block
        at = 0
        for found in _QUOTES_AND_ENDS.finditer(block):
            blank = blank and not block[at : found.start()].strip(_BLANK)
            at = found.end()
            if found[0] == b'"':
                blank, quoted = False, not quoted
            elif not (quoted or blank):
                # a line feed may follow in the next block
                return bytes(head + file.read(1) if found[0] == b"\r" and at == len(block) else head)
        blank = blank and not block[at:].strip(_BLANK)
    return bytes(head)


def _read_header(head: bytes, name: str, naming: Naming) -> tuple[str, Columns, bytes, int, int]:
    """The delimiter, the columns, the header's text, and how many bytes and lines it takes."""
    if head.startswith(UTF_16):
        raise OptionError(f"{name} is UTF-16 text; save it as UTF-8")
    cut = len(head) >= LONGEST_HEADER
    if not head.strip():
        empty = f"has nothing in its first {LONGEST_HEADER:,} bytes" if cut else "is empty"
        raise OptionError(f"{name} {empty}; its first line must name the columns, such as hands,board")
    text = head.decode("utf-8", "surrogateescape")
    problems: list[tuple[int, EquityError]] = []
    for delimiter in ("\t",) if name.lower().endswith(TAB_SUFFIXES) else DELIMITERS:
        rows = reader(text, delimiter)
        try:
            cells = next(row for row in rows if row)
        except (csv.Error, StopIteration):
            raise OptionError(f"{name} has no header: its first line cannot be read as one") from None
        taken = "".join(list(io.StringIO(text, newline=""))[: rows.line_num])
        if cut and len(taken) == len(text):
            raise OptionError(
                f"{name} has no header: its first line goes on for more than {LONGEST_HEADER:,} bytes, or a "
                "quote in it is never closed"
            )
        try:
            if any("\udc80" <= char <= "\udcff" or char == "\0" for char in "".join(cells)):
                raise OptionError(f"{name} is no table of UTF-8 text; its header cannot be read")
            columns = find_columns(cells, naming, name)
        except EquityError as error:
            problems.append((len(cells), error))
            continue
        raw = taken.lstrip("\r\n").rstrip("\r\n").encode("utf-8")
        return delimiter, columns, raw, len(taken.encode("utf-8")), rows.line_num
    raise max(problems, key=lambda problem: problem[0])[1]


def widest(text: bytes, delimiter: str, columns: Columns) -> int:
    """How many hands the one cell of any row holds at most."""
    slots = columns.read
    places = array("q", [-1] * len(columns.names))
    places[columns.hands[0]] = HAND_CELLS
    most = text.count(b"\n") + text.count(b"\r") + 1
    rows, cells, numbers = zeros(ROW * most), zeros(2 * len(slots) * most), zeros(most)
    content = array("B", text or b"\n")
    count = native.kernel("split_rows")(
        content, len(text), ord(delimiter), len(places), places, len(slots), 1, rows, cells
    )
    found = native.kernel("count_hands")(content, count, cells, len(slots), numbers)
    for row, number in enumerate(numbers[:count]):
        if number < 0:
            at = 2 * (len(slots) * row + HAND_CELLS)
            try:
                hands = split_hands([text[cells[at] : cells[at + 1]].decode("utf-8", "surrogateescape")])
            except EquityError:
                continue
            found = max(found, len(hands))
    return found
