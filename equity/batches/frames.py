"""equity.batch: a table held in memory, answered without a file.

A frame of pandas, polars or pyarrow gets its result columns by its own library, which is
imported already if somebody has such a frame; others that speak Arrow's C interface become
tables of pyarrow. Rows as mappings need no library at all.
"""

import io
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from numbers import Integral
from typing import Any, Protocol

from equity.batches import run
from equity.batches.arrow import pyarrow, values_of
from equity.batches.columns import Naming, check_names, find_columns, only_read, result_names, result_types
from equity.batches.malformed import cell_text, table_text
from equity.batches.plan import VALUES, Plan, default_game
from equity.batches.source import TextSource
from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError, SpotError
from equity.games import find_game
from equity.options import make_options
from equity.ranges.macros import BUILT_IN
from equity.spot import MIN_PLAYERS
from equity.wording import shortened

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
    naming = _naming(hands_column, hand_columns, board_column, dead_column, game_column)
    _check_macros(macros)
    if game is not None:
        find_game(game)
    players = _players(players)
    frame = _frame(table)
    columns = find_columns(frame.names, naming, NAME)
    read = sorted({place for place in columns.read if place >= 0})
    cells = [list(map(cell_text, frame.column(place))) for place in read]
    text = table_text([only_read(columns).names, *zip(*cells, strict=True)])
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
        players=players or source.most_players(),
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
    return frame.with_results(origin if long else None, values, result_types(plan.players, long))


def _naming(
    hands: str | None, several: Iterable[str], board: str | None, dead: str | None, game: str | None
) -> Naming:
    """The checked names of columns."""
    if isinstance(several, str) or not isinstance(several, Iterable):
        raise OptionError(f"hand_columns must be a list of names, not {_shown(several)}")
    naming = Naming(hands, tuple(several), board, dead, game, options=False)
    for role, name in (
        *zip(("hands", "board", "dead", "game"), (hands, board, dead, game), strict=True),
        *(("hand", name) for name in naming.hand),
    ):
        if not (isinstance(name, str) or (name is None and role != "hand")):
            raise OptionError(f"{naming.of(role)} must be text, the name of a column, not {_shown(name)}")
    return naming


def _check_macros(macros: Any) -> None:
    if macros is None:
        return
    if not isinstance(macros, Mapping):
        raise OptionError(f"macros must be a mapping of names to ranges, not {_shown(macros)}")
    for text in (*macros.keys(), *macros.values()):
        if not isinstance(text, str):
            raise OptionError(f"the names of macros and their ranges must be text, not {_shown(text)}")


def _players(players: Any) -> int | None:
    if players is None:
        return None
    whole = isinstance(players, Integral) and not isinstance(players, bool)
    if not (whole and MIN_PLAYERS <= players <= MAX_PLAYERS):
        raise OptionError(
            f"players must be a whole number from {MIN_PLAYERS} to {MAX_PLAYERS}, not {_shown(players)}"
        )
    return int(players)


def _shown(value: object) -> str:
    return shortened(repr(value), 40)


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
    if library == "pandas" and hasattr(table, "iloc") and hasattr(table, "columns"):
        return _Pandas(table)
    if library == "polars" and hasattr(table, "with_columns") and hasattr(table, "rows"):
        return _Polars(table)
    if hasattr(table, "__arrow_c_stream__") or hasattr(table, "__arrow_c_array__"):
        return _from_arrow(table, pyarrow()[0].table)
    if hasattr(table, "__dataframe__"):
        return _from_arrow(table, pyarrow("interchange")[1].from_dataframe)
    if isinstance(table, Iterable) and not isinstance(table, str | bytes | Mapping):
        rows = list(table)
        if all(isinstance(row, Mapping) for row in rows):
            return _Mappings(rows)
    raise _no_table(table)


def _from_arrow(table: Any, convert: Callable[[Any], Any]) -> Frame:
    try:
        return _Arrow(convert(table))
    except (TypeError, ValueError, AttributeError, NotImplementedError):  # among them those of pyarrow
        raise _no_table(table) from None


def _no_table(table: Any) -> OptionError:
    return OptionError(
        f"a table is a frame of pandas, polars or pyarrow, or a list of mappings, not {type(table).__name__}"
    )


class _Mappings:
    def __init__(self, rows: list[Mapping[str, Any]]):
        self._rows = rows
        for number, row in enumerate(rows, 1):
            wrong = [name for name in row if not isinstance(name, str)]
            if wrong:
                raise OptionError(f"row {number} has a column {_shown(wrong[0])}; names of columns are text")

    @cached_property
    def names(self) -> list[str]:
        return list(dict.fromkeys(name for row in self._rows for name in row)) or ["hands"]

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
        return values_of(self._table.column(place))

    def with_results(self, origin: list[int] | None, values: Values, types: dict[str, str]) -> Any:
        (arrow,) = pyarrow()
        table = self._table if origin is None else self._table.take(arrow.array(origin, arrow.int64()))
        for name, column in values.items():
            kind = arrow.type_for_alias(types[name])
            table = table.append_column(arrow.field(name, kind), arrow.array(column, kind))
        return table
