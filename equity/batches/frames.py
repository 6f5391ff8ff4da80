"""equity.batch: a table held in memory, answered without a file.

A frame of pandas, polars or pyarrow gets its result columns by its own library, which is
imported already if somebody has such a frame; others that speak Arrow's C interface become
tables of pyarrow. Rows as mappings need no library at all.
"""

import io
import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

from equity.batches import run
from equity.batches.arrow import cell_text, only_read, pyarrow, result_types, text_of
from equity.batches.columns import Naming, check_names, find_columns, result_names
from equity.batches.plan import VALUES, Plan, default_game
from equity.batches.source import TextSource
from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError, SpotError
from equity.options import make_options
from equity.ranges.macros import BUILT_IN
from equity.spot import MIN_PLAYERS

NAME = "the table"

Values = dict[str, list[Any]]


def batch(
    table: Any,
    *,
    hands_column: str | None = None,
    hand_columns: Iterable[str] = (),
    board_column: str | None = None,
    dead_column: str | None = None,
    game_column: str | None = None,
    game: str | None = None,
    exact: bool | None = None,
    samples: int | None = None,
    precision: float | None = None,
    max_seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    players: int | None = None,
    long: bool = False,
    strict: bool = False,
    macros: Mapping[str, str] | None = None,
) -> Any:
    """The equities of every row of a table, as the command omaha-equity batch gives them.

    `table` is a frame of pandas, polars or pyarrow, any object with Arrow's C interface or the
    dataframe interchange protocol (both become tables of pyarrow), or an iterable of mappings.
    It has a column hands ("AsKs9h8h vs QdJdTc9c") or columns hand1, hand2, ..., and perhaps
    board, dead and game; `hands_column` and its kind name others. The result is a new table of
    the same kind (of mappings, a list) with its rows in the same order and more columns:
    equity1, hi1, lo1, scoop1, equity2, ... for each of `players` (by default as many as the
    widest row has), method, deals, samples, seed, standard_error and error. A `long` table has
    a row a player instead. A bad row has nothing but its `error`, unless the run is `strict`:
    then the first one raises SpotError.

    The other options are those of equity.calculate, but `max_seconds` decides by estimates and
    never by the clock. A sampled row's seed comes from `seed` and the spot. Raises an
    EquityError for a table or options that cannot be used.

    >>> rows = batch([{"id": 7, "hands": "AsKs9h8h vs QdJdTc9c", "board": "Kh9d2c"}])
    >>> rows[0]["id"], rows[0]["equity1"], rows[0]["deals"], rows[0]["error"]
    (7, 0.6060975609756097, 820, None)
    """
    options = make_options(exact, samples, precision, max_seconds, seed, threads)
    naming = Naming(hands_column, tuple(hand_columns), board_column, dead_column, game_column)
    frame = _frame(table)
    columns = find_columns(frame.names, naming, NAME)
    read = sorted({place for place in columns.read if place >= 0})
    cells = [list(map(cell_text, frame.column(place))) for place in read]
    text = text_of([only_read(columns).names, *zip(*cells, strict=True)])
    source = TextSource(io.BytesIO(text), NAME, naming)
    plan = Plan(
        source.columns,
        options._replace(threads=1, by_clock=False),
        {**BUILT_IN, **(macros or {})},
        delimiter=source.delimiter,
        game=game,
        default_game=default_game(),
        form=VALUES,
        long=long,
        players=_players(players) or source.most_players(),
        strict=strict,
    )
    check_names(frame.names, result_names(plan.players, long), NAME)
    origin: list[int] = []
    values: Values = {name: [] for name in result_names(plan.players, long)}
    rows = 0
    with run.threads(options.threads) as workers:
        for _, done in run.answered(plan, source, workers, 0, 0):
            places, columns_done = done.payload
            origin.extend(rows + place for place in places)
            for name, column in columns_done.items():
                values[name].extend(column)
            rows += done.rows
            if done.stopped:
                raise SpotError(f"row {rows + 1}: {done.stopped.message}")
    return frame.with_results(origin if long else None, values, result_types(plan))


def _players(players: int | None) -> int | None:
    if players is not None and not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise OptionError(f"players must be from {MIN_PLAYERS} to {MAX_PLAYERS}, not {players}")
    return players


class Frame(Protocol):
    """A table in memory."""

    @property
    def names(self) -> list[str]:
        """The names of its columns."""

    def column(self, place: int) -> list[Any]:
        """The values of one."""

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        """A new table: the rows `origin`, or all, with these columns of Arrow types behind their own."""


def _frame(table: Any) -> Frame:
    library = type(table).__module__.partition(".")[0]
    if library == "pandas" and hasattr(table, "iloc"):
        return _Pandas(table)
    if library == "polars" and hasattr(table, "with_columns") and hasattr(table, "rows"):
        return _Polars(table)
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        return _Arrow(pyarrow()[0].table(table))
    if hasattr(table, "__dataframe__"):
        return _Arrow(pyarrow("interchange")[1].from_dataframe(table))
    if isinstance(table, Iterable) and not isinstance(table, str | bytes | Mapping):
        rows = list(table)
        if all(isinstance(row, Mapping) for row in rows):
            return _Mappings(rows)
    raise OptionError(
        f"a table is a frame of pandas, polars or pyarrow, or a list of mappings, not {type(table).__name__}"
    )


class _Mappings:
    def __init__(self, rows: list[Mapping[str, Any]]):
        self._rows = rows

    @cached_property
    def names(self) -> list[str]:
        return list(dict.fromkeys(str(name) for row in self._rows for name in row)) or ["hands"]

    def column(self, place: int) -> list[Any]:
        name = self.names[place]
        return [row.get(name) for row in self._rows]

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        rows = self._rows if origin is None else [self._rows[i] for i in origin]
        results = zip(*values.values(), strict=True)
        return [
            {**row, **dict(zip(values, result, strict=True))}
            for row, result in zip(rows, results, strict=True)
        ]


class _Pandas:
    def __init__(self, frame: Any):
        self._frame = frame
        self.names = list(map(str, frame.columns))

    def column(self, place: int) -> list[Any]:
        values: list[Any] = self._frame.iloc[:, place].tolist()
        return values

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        pandas = sys.modules["pandas"]
        dtypes = {"float64": "float64", "int64": "Int64", "string": "object"}
        frame = self._frame if origin is None else self._frame.iloc[origin]
        return frame.assign(
            **{
                name: pandas.Series(column, index=frame.index, dtype=dtypes[types[name]])
                for name, column in values.items()
            }
        )


class _Polars:
    def __init__(self, frame: Any):
        self._frame = frame
        self.names = list(frame.columns)

    def column(self, place: int) -> list[Any]:
        values: list[Any] = self._frame[:, place].to_list()
        return values

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        polars = sys.modules["polars"]
        dtypes = {"float64": polars.Float64, "int64": polars.Int64, "string": polars.String}
        frame = self._frame if origin is None else self._frame[origin]
        return frame.with_columns(
            [polars.Series(name, column, dtypes[types[name]]) for name, column in values.items()]
        )


class _Arrow:
    def __init__(self, table: Any):
        self._table = table
        self.names = list(table.column_names)

    def column(self, place: int) -> list[Any]:
        values: list[Any] = self._table.column(place).to_pylist()
        return values

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        (arrow,) = pyarrow()
        table = self._table if origin is None else self._table.take(arrow.array(origin, arrow.int64()))
        for name, column in values.items():
            kind = arrow.type_for_alias(types[name])
            table = table.append_column(arrow.field(name, kind), arrow.array(column, kind))
        return table
