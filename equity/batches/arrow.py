"""Parquet files through pyarrow: as input, and as output by way of a partial file of Arrow streams."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from equity.batches.columns import Naming, find_columns, only_read, result_types
from equity.batches.malformed import cell_text, table_text
from equity.batches.plan import VALUES, Chunk, Cut, Plan
from equity.batches.render import json_lines
from equity.batches.source import widest
from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError
from equity.spot import MIN_PLAYERS

CHUNK_ROWS = 4096
ROWS_A_GROUP = 1 << 16
"""Rows of a row group of the output, whatever the chunks were: equal runs write equal bytes."""


def pyarrow(*names: str) -> list[Any]:
    """pyarrow and its modules of these names; raises OptionError when it is not installed."""
    from importlib import import_module

    try:
        return [import_module("pyarrow"), *(import_module(f"pyarrow.{name}") for name in names)]
    except ImportError:
        raise OptionError(
            "Parquet needs pyarrow, which is not installed: pip install 'omaha-equity[parquet]'"
        ) from None


class ParquetSource:
    """A table in a Parquet file; its rows are numbered from 1.

    Chunks hold the cells to be read and carry the rows themselves, or, `as_text`, hold all
    cells. Raises OptionError when it cannot be read.
    """

    unit = "row"
    delimiter = ","

    def __init__(self, path: str, naming: Naming, as_text: bool):
        self._path, self._as_text = path, as_text
        self.name = os.path.basename(path)
        self._arrow, parquet = pyarrow("parquet")
        try:
            self._file = parquet.ParquetFile(path)
            self.schema = self._file.schema_arrow
            names = self.schema.names
        except OSError as error:
            raise OptionError(f"cannot read {path}: {error.strerror or 'no such file'}", path) from None
        except (self._arrow.ArrowException, ValueError) as error:
            raise OptionError(f"cannot read {path}: it is no Parquet file ({error})", path) from None
        self.size: int | None = self._file.metadata.num_rows
        self.whole = find_columns(names, naming, self.name)
        self.columns = self.whole if as_text else only_read(self.whole)
        self.header = table_text([self.whole.names]).removesuffix(b"\r\n")

    def digest(self) -> str:
        """A hash of the file."""
        from hashlib import blake2b

        digest = blake2b(digest_size=16)
        with open(self._path, "rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        return digest.hexdigest()

    def most_players(self) -> int:
        """The hands of the widest row; reads their columns."""
        if not self.columns.one_cell:
            return max(MIN_PLAYERS, len(self.columns.hands))
        most = MIN_PLAYERS
        for chunk in self.chunks():
            most = max(most, widest(chunk.text, self.delimiter, self.columns))
        return min(most, MAX_PLAYERS)

    def chunks(self, start: int = 0, line: int = 0) -> Iterator[Chunk]:
        """See equity.batches.source.Source."""
        at = 0
        for batch in self._batches():
            stop = at + batch.num_rows
            if stop > start:
                rows = batch.slice(max(0, start - at))
                begin = stop - rows.num_rows
                places = range(rows.num_columns) if self._as_text else self.whole_places
                cells = [list(map(cell_text, values_of(rows.column(place)))) for place in places]
                text = table_text(zip(*cells, strict=True))
                yield Chunk(text, begin + 1, stop, stop + 1, None if self._as_text else rows)
            at = stop

    def _batches(self) -> Iterator[Any]:
        try:
            yield from self._file.iter_batches(batch_size=CHUNK_ROWS)
        except (self._arrow.ArrowException, OSError) as error:
            raise OSError(f"cannot read {self._path}: {' '.join(str(error).split())}") from None

    def ready(self) -> bool:
        """See equity.batches.source.Source."""
        return True

    def close(self) -> None:
        """See equity.batches.source.Source."""
        self._file.close()

    @property
    def whole_places(self) -> list[int]:
        """The places of the columns to be read, in ascending order."""
        return sorted({place for place in self.whole.read if place >= 0})

    def divided(self, chunk: Chunk, cuts: Sequence[Cut]) -> list[Chunk]:
        """See equity.batches.source.Source."""
        rows = chunk.end - chunk.line + 1
        places = [Cut(0, 0, 0), *cuts, Cut(len(chunk.text), rows, 0)]
        return [
            Chunk(
                chunk.text[begin.offset : end.offset],
                chunk.line + begin.row,
                chunk.line + end.row - 1,
                chunk.line + end.row,
                chunk.carried and chunk.carried.slice(begin.row, end.row - begin.row),
            )
            for begin, end in pairwise(places)
        ]


def values_of(column: Any) -> list[Any]:
    """The values of an Arrow array; in text that is no UTF-8 the bytes at fault are replaced.

    Raises OptionError where such text is part of something larger, such as a list.
    """
    (arrow,) = pyarrow()
    try:
        values: list[Any] = column.to_pylist()
    except UnicodeDecodeError:
        try:
            texts = column.cast(column.type.value_type) if arrow.types.is_dictionary(column.type) else column
            values = texts.cast(arrow.large_binary()).to_pylist()
        except arrow.ArrowException:
            raise OptionError(
                f"a column of type {column.type} holds text that is no UTF-8; keep it as binary"
            ) from None
        values = [None if value is None else value.decode("utf-8", "replace") for value in values]
    return values


class Tables:
    """Answered chunks as Arrow tables of one schema: the input's columns, then the results."""

    def __init__(self, plan: Plan, source: Any):
        (self._arrow,) = pyarrow()
        arrow = self._arrow
        self._results = [
            arrow.field(name, arrow.type_for_alias(kind))
            for name, kind in result_types(plan.players, plan.long).items()
        ]
        if isinstance(source, ParquetSource):
            given = source.schema
        else:
            given = arrow.schema([(name, arrow.string()) for name in plan.columns.names])
        self._carry = not isinstance(source, ParquetSource)
        self.schema = arrow.schema([*given, *self._results], metadata=given.metadata)

    def encode(self, payload: Any, carried: Any) -> bytes:
        """A chunk as an Arrow stream of its own."""
        origin, values = payload
        arrow = self._arrow
        if self._carry:
            table = arrow.table(values, schema=self.schema)
        else:
            rows = arrow.Table.from_batches([carried]).take(arrow.array(origin, arrow.int64()))
            columns = [arrow.array(values[result.name], result.type) for result in self._results]
            table = arrow.table([*rows.columns, *columns], schema=self.schema)
        return self._stream(table)

    def empty(self) -> bytes:
        """A stream of no rows."""
        return self._stream(self.schema.empty_table())

    def _stream(self, table: Any) -> bytes:
        sink = self._arrow.BufferOutputStream()
        with self._arrow.ipc.new_stream(sink, self.schema) as writer:
            writer.write_table(table)
        content: bytes = sink.getvalue().to_pybytes()
        return content

    def finish(self, partial: Path, path: Path) -> None:
        """Make a Parquet file of all the streams in the partial file."""
        arrow, parquet = pyarrow("parquet")
        with (
            arrow.OSFile(str(partial)) as file,
            parquet.ParquetWriter(str(path), self.schema) as writer,
        ):
            held = self.schema.empty_table()
            while file.tell() < file.size():
                held = arrow.concat_tables([held, arrow.ipc.open_stream(file).read_all()])
                while held.num_rows >= ROWS_A_GROUP:
                    writer.write_table(_one_piece(held.slice(0, ROWS_A_GROUP)), ROWS_A_GROUP)
                    held = held.slice(ROWS_A_GROUP)
            if held.num_rows:
                writer.write_table(_one_piece(held), ROWS_A_GROUP)


def _one_piece(table: Any) -> Any:
    """The same rows without a trace of the chunks they came in."""
    return table.unify_dictionaries().combine_chunks()


def json_encoder(plan: Plan) -> Callable[[Any, Any], bytes]:
    """Encodes chunks that carry their rows as JSON Lines."""
    assert plan.form == VALUES

    def encode(payload: Any, carried: Any) -> bytes:
        origin, values = payload
        names = carried.schema.names
        cells = zip(*map(values_of, carried.columns), strict=True)
        records = [dict(zip(names, row, strict=True)) for row in cells]
        return json_lines([records[row] for row in origin], values)

    return encode
