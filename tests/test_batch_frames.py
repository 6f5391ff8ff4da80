"""Batches of tables in memory and of Parquet files: the same answers, in the table's own kind."""

import io
import json
import math
import signal
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest

from equity import EquityError, OptionError, SpotError, batch, calculate
from tests.batches import QUICK, SAMPLE, errors_of, objects, records, staged
from tests.batches import batch as command

ROWS: list[dict[str, Any]] = [
    {"id": 1, "hands": "AsKs9h8h vs QdJdTc9c", "board": "Kh9d2c", "when": date(2026, 1, 2)},
    {"id": 2, "hands": "AsKs9h8h vs AsJdTc9c", "board": None, "when": None},
    {"id": 3, "hands": "As2s3hKd v random v random", "board": "", "when": date(2026, 1, 3)},
]
OPTIONS: dict[str, Any] = {"samples": 300, "seed": 4, "game": "omaha8"}


@pytest.fixture(scope="module")
def expected() -> list[dict[str, Any]]:
    """What mappings come to, checked against single answers."""
    answers: list[dict[str, Any]] = batch(ROWS, **OPTIONS)
    for row, answer in zip(ROWS, answers, strict=True):
        assert {name: answer[name] for name in row} == row
        if row["id"] == 2:
            assert answer["error"].startswith("As appears twice")
            assert answer["equity1"] is answer["samples"] is None
            continue
        result = calculate(row["hands"], board=row["board"] or "", **(OPTIONS | {"seed": answer["seed"]}))
        for seat, player in enumerate(result.players, 1):
            assert answer[f"equity{seat}"] == player.equity
            assert answer[f"scoop{seat}"] == player.scoop
        assert (answer["method"], answer["deals"], answer["samples"]) == ("monte-carlo", None, 300)
    assert list(answers[0])[4:9] == ["equity1", "hi1", "lo1", "scoop1", "equity2"]
    return answers


def test_mappings_of_any_kind(expected: list[dict[str, Any]]) -> None:
    assert batch((dict(row) for row in ROWS), **OPTIONS) == expected
    assert batch([]) == []
    assert (
        batch([{"hands": "AsKs9h8h v QdJdTc9c"}, {"hands": "AsKs9h8h", "board": "Kh9d2c"}])[1]["deals"]
        == 122_175_900
    )


def test_pandas(expected: list[dict[str, Any]]) -> None:
    frame = pandas.DataFrame(ROWS, index=[10, 20, 30])
    result = batch(frame, **OPTIONS)
    assert isinstance(result, pandas.DataFrame)
    assert list(result.index) == [10, 20, 30]
    assert list(result.columns) == list(expected[0])
    assert result["equity1"].dtype == "float64"
    assert result["samples"].dtype == "Int64"
    assert math.isnan(result["equity1"].iloc[1])
    for place, row in enumerate(expected):
        if row["error"] is None:
            assert result["equity2"].iloc[place] == row["equity2"]
            assert result["seed"].iloc[place] == row["seed"]
    assert "equity1" not in frame.columns


def test_polars_and_pyarrow(expected: list[dict[str, Any]]) -> None:
    frame = polars.DataFrame(ROWS)
    result = batch(frame, **OPTIONS)
    assert isinstance(result, polars.DataFrame)
    assert result.rows(named=True) == expected
    table = pyarrow.Table.from_pylist(ROWS)
    answered = batch(table, **OPTIONS)
    assert isinstance(answered, pyarrow.Table)
    assert answered.to_pylist() == expected
    assert answered.schema.field("when").type == pyarrow.date32()


def test_whatever_speaks_arrow(expected: list[dict[str, Any]]) -> None:
    class Other:
        def __arrow_c_stream__(self, requested_schema: object = None) -> object:
            return pyarrow.Table.from_pylist(ROWS).__arrow_c_stream__(requested_schema)

    assert batch(Other(), **OPTIONS).to_pylist() == expected


@pytest.mark.parametrize("kind", [pandas.DataFrame, polars.DataFrame, pyarrow.Table.from_pylist, list])
def test_long(kind: Any) -> None:
    result = batch(kind(ROWS), long=True, **OPTIONS)
    rows = result if kind is list else result.to_dict("records") if kind is pandas.DataFrame else None
    if rows is None:
        rows = result.to_pylist() if isinstance(result, pyarrow.Table) else result.rows(named=True)
    assert [row["id"] for row in rows] == [1, 1, 2, 3, 3, 3]
    assert [row["player"] for row in rows if row["id"] == 3] == [1, 2, 3]


def test_names_and_refusals() -> None:
    frame = polars.DataFrame({"a": ["AsKs9h8h"], "b": ["QdJdTc9c"], "flop": ["Kh9d2c"]})
    result = batch(frame, hand_columns=["a", "b"], board_column="flop")
    assert result["equity1"][0] == calculate("AsKs9h8h v QdJdTc9c", board="Kh9d2c").players[0].equity
    with pytest.raises(OptionError, match="the table has no column hands"):
        batch(frame)
    with pytest.raises(OptionError, match="the table has a column 'error', as the results have"):
        batch([{"hands": "AsKs9h8h", "error": 1}])
    with pytest.raises(OptionError, match="or a list of mappings, not int"):
        batch(5)
    with pytest.raises(OptionError, match="players must be a whole number from 2 to 10, not 11"):
        batch(ROWS, players=11)
    with pytest.raises(OptionError, match="exact and samples contradict"):
        batch(ROWS, exact=True, samples=3)
    with pytest.raises(SpotError, match=r"^row 2: As appears twice"):
        batch(ROWS, strict=True, **OPTIONS)


HANDS = [{"hands": "AsKs9h8h v QdJdTc9c", "board": "Kh9d2c"}]

WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (HANDS, {"players": 2.5}, "players must be a whole number from 2 to 10, not 2.5"),
    (HANDS, {"players": "2"}, "players must be a whole number from 2 to 10, not '2'"),
    (HANDS, {"players": True}, "players must be a whole number from 2 to 10, not True"),
    (HANDS, {"macros": ["$a"]}, "macros must be a mapping of names to ranges"),
    (HANDS, {"macros": "$a AA"}, "macros must be a mapping of names to ranges"),
    (HANDS, {"macros": {1: "AA"}}, "the names of macros and their ranges must be text, not 1"),
    (HANDS, {"macros": {"$a": None}}, "the names of macros and their ranges must be text, not None"),
    (HANDS, {"game": 5}, "a game is a name, such as omaha"),
    (HANDS, {"game": "holdem"}, "unknown game 'holdem'"),
    (HANDS, {"hands_column": 5}, "hands_column must be text, the name of a column, not 5"),
    (HANDS, {"board_column": b"board"}, "board_column must be text"),
    (HANDS, {"hand_columns": "hands"}, "hand_columns must be a list of names, not 'hands'"),
    (HANDS, {"hand_columns": 5}, "hand_columns must be a list of names, not 5"),
    (HANDS, {"hand_columns": [None]}, "hand_columns must be text, the name of a column, not None"),
    (HANDS, {"dead_column": "board"}, "for board and for dead; board_column names another, or '' for none"),
    (HANDS, {"hand_columns": ["hands"] * 2}, "for hand 1 and for hand 2; hand_columns must name different"),
    ([{5: "x", "hands": "AA"}], {}, "row 1 has a column 5; names of columns are text"),
    ([{"hands": "AA"}, {None: "x"}], {}, "row 2 has a column None; names of columns are text"),
    ([{"a": "AA"}], {}, "it has a; hands_column or hand_columns names another"),
    ([{"hands": "", "hand1": ""}], {}, "say which by hands_column or hand_columns"),
    (pandas.Series(["AsKs9h8h"], name="hands"), {}, "or a list of mappings, not Series"),
    (polars.Series("hands", ["AsKs9h8h"]), {}, "or a list of mappings, not Series"),
    (pyarrow.array(["AsKs9h8h"]), {}, "or a list of mappings, not StringArray"),
    (pyarrow.chunked_array([["AsKs9h8h"]]), {}, "or a list of mappings, not ChunkedArray"),
    (pandas.DataFrame(), {}, "the table has no columns"),
    (polars.DataFrame(), {}, "the table has no columns"),
    (pyarrow.table({}), {}, "the table has no columns"),
    ({"hands": "AA"}, {}, "or a list of mappings, not dict"),
    (None, {}, "or a list of mappings, not NoneType"),
]


@pytest.mark.parametrize(("table", "options", "message"), WRONG)
def test_what_cannot_be_used(table: Any, options: dict[str, Any], message: str) -> None:
    """One family of errors, in the words of Python."""
    with pytest.raises(EquityError) as refused:
        batch(table, **options)
    assert message in str(refused.value)
    assert "--" not in str(refused.value)


def test_more_players_than_columns_in_words_for_all() -> None:
    (row,) = batch([{"hands": "AsKs9h8h v QdJdTc9c v 2s3s4s5s", "board": "Kh9d2c"}], players=2)
    assert row["error"] == "3 players, and the output has columns for 2; set players to 3"


@pytest.mark.parametrize(
    "missing", [None, float("nan"), pandas.NA, pandas.NaT, Decimal("nan"), numpy.float32("nan"),
                numpy.datetime64("NaT")],
)  # fmt: skip
def test_missing_values_are_empty(missing: Any) -> None:
    rows = [{"hands": "AsKs9h8h v QdJdTc9c", "board": missing, "dead": "Kh"}, {"hands": missing}]
    for table in (rows, pandas.DataFrame(rows, dtype=object)):
        answers = batch(table, players=2)
        if isinstance(answers, pandas.DataFrame):
            answers = answers.to_dict("records")
        assert answers[0]["deals"] == 962_598
        assert answers[1]["error"].startswith("hand 1 is empty")


def test_missing_values_of_pandas_types() -> None:
    hands = {"hands": ["AsKs9h8h v QdJdTc9c"] * 2}
    board = pandas.array(["Kh9d2c", None], dtype="string")
    dead = pandas.to_datetime([None, None])
    answers = batch(pandas.DataFrame(hands | {"board": board, "dead": dead}))
    assert list(answers["deals"]) == [820, 1_086_008]


def test_line_ends_within_cells_do_not_shift_rows() -> None:
    result = batch([{"hands": "AsKs9h8h v QdJdTc9c", "board": "Kh\r\n9d\n2c"}, {"hands": "?"}, {"hands": ""}])
    assert [row["deals"] for row in result] == [820, None, None]
    assert result[2]["error"].startswith("hand 1 is empty")


def parquet(path: Path) -> Path:
    """The sample as a Parquet file: numbers as numbers, categories, and a row group of 70 rows."""
    rows = [row for row in records(SAMPLE.read_bytes()) if None not in row and None not in row.values()]
    table = pyarrow.table(
        {
            "id": [int(row["id"]) for row in rows],
            **{name: [row[name] or None for row in rows] for name in ("game", "hands", "board", "dead")},
            "note": pyarrow.array([row["note"] for row in rows]).dictionary_encode(),
            "share": [float(row["id"]) / 3 for row in rows],
        }
    )
    pyarrow.parquet.write_table(table, path, row_group_size=70)
    return path


def _players(row: dict[str, Any]) -> int:
    return sum(row.get(f"equity{seat}") is not None for seat in range(1, 11))


def test_parquet_files(tmp_path: Path) -> None:
    """In and out, beside CSV and JSON Lines; untouched columns keep their types."""
    source = parquet(tmp_path / "spots.parquet")
    table = pyarrow.parquet.read_table(source)
    done = command(source, "-o", tmp_path / "out.parquet", *QUICK)
    assert done.returncode == 1
    assert errors_of(done).startswith("omaha-equity: 198 rows, 13 errors: rows 33, 52, 53, 54, 73, ...")
    result = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert result.select(table.column_names).equals(table)
    assert result.schema.field("seed").type == pyarrow.int64()
    values = result.to_pylist()
    texts = records(command(source, *QUICK).stdout)
    lines = objects(command(source, "--jsonl", *QUICK).stdout)
    for row, text, line in zip(values, texts, lines, strict=True):
        assert text == {name: "" if value is None else str(value) for name, value in row.items()}
        shown = {name: value for name, value in row.items() if name in line}
        assert line == shown
        assert ("equity1" in line) == (row["error"] is None)
    long = command(source, "-o", tmp_path / "long.parquet", "--long", *QUICK)
    assert long.returncode == 1
    long_rows = pyarrow.parquet.read_table(tmp_path / "long.parquet").to_pylist()
    assert [row["id"] for row in long_rows] == [
        row["id"] for row in values for _ in range(max(1, _players(row)))
    ]
    as_text = command(SAMPLE, "-o", tmp_path / "text.parquet", *QUICK)
    assert as_text.returncode == 1
    from_text = pyarrow.parquet.read_table(tmp_path / "text.parquet").to_pylist()
    assert len(from_text) == 200
    assert from_text[0]["id"] == "1"


def test_parquet_output_resumed_has_the_same_bytes(tmp_path: Path) -> None:
    source, out = parquet(tmp_path / "spots.parquet"), tmp_path / "out.parquet"
    assert command(source, "-o", out, *QUICK).returncode == 1
    expected = out.read_bytes()
    for moment in ("self.write", "arrow.Tables.finish"):
        out.unlink()
        stage = """
from equity.batches import arrow
arrow.CHUNK_ROWS = 20
count = 0
def at_write(self, content, record, original=output.File.write):
    global count
    count += 1
    if count == 5 and MOMENT == "self.write":
        self._file.write(content[:-9]); os.kill(os.getpid(), signal.SIGKILL)
    return original(self, content, record)
output.File.write = at_write
if MOMENT != "self.write":
    arrow._one_piece = lambda table: os.kill(os.getpid(), signal.SIGKILL)
""".replace("MOMENT", repr(moment))
        assert staged(stage, source, "-o", out, *QUICK).returncode == -signal.SIGKILL
        assert not out.exists()
        assert command(source, "-o", out, "--resume", *QUICK).returncode == 1
        assert out.read_bytes() == expected
    assert {path.name for path in tmp_path.iterdir()} == {
        "spots.parquet", "out.parquet", "out.parquet.run",
    }  # fmt: skip


def test_what_is_no_parquet(tmp_path: Path) -> None:
    path = tmp_path / "spots.parquet"
    path.write_bytes(b"hands\nAsKs9h8h\n")
    done = command(path)
    assert done.returncode == 2
    assert "it is no Parquet file" in errors_of(done)
    sink = io.BytesIO()
    pyarrow.parquet.write_table(pyarrow.table({"a": [1]}), sink)
    path.write_bytes(sink.getvalue())
    done = command(path)
    assert done.returncode == 2
    assert "spots.parquet has no column hands" in errors_of(done)


def test_text_that_is_no_utf_8(tmp_path: Path) -> None:
    """It costs its row at most; the column itself passes untouched."""
    path = tmp_path / "spots.parquet"
    hands = pyarrow.array([b"AsKs9h8h v QdJdTc9c", b"\xff", None]).view(pyarrow.string())
    note = pyarrow.array([b"\xe9", None, b"x"]).view(pyarrow.string())
    board = pyarrow.array(["Kh9d2c"] * 3)
    columns = {"hands": hands, "board": board, "note": note, "kind": note.dictionary_encode()}
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    table = records(command(path).stdout)
    assert [row["note"] for row in table] == [row["kind"] for row in table] == ["\ufffd", "", "x"]
    assert [row["deals"] for row in table] == ["820", "", ""]
    assert table[1]["hands"] == "\ufffd"
    lines = objects(command(path, "--jsonl").stdout)
    assert [row["note"] for row in lines] == ["\ufffd", None, "x"]
    out = tmp_path / "out.parquet"
    assert command(path, "-o", out).returncode == 1
    answers = pyarrow.parquet.read_table(out)
    assert answers["note"].cast(pyarrow.binary()).to_pylist() == [b"\xe9", None, b"x"]
    assert answers["deals"].to_pylist() == [820, None, None]
    assert batch(pyarrow.table(columns))["deals"].to_pylist() == [820, None, None]
    nested = pyarrow.ListArray.from_arrays([0, 1, 2, 3], note)
    pyarrow.parquet.write_table(pyarrow.table(columns | {"note": nested}), path)
    done = command(path, "--jsonl")
    assert done.returncode == 2
    assert "holds text that is no UTF-8; keep it as binary" in errors_of(done)


def test_numbers_that_are_none_in_json(tmp_path: Path) -> None:
    path = tmp_path / "spots.parquet"
    strange = [math.nan, math.inf, -math.inf, 0.5]
    columns = {
        "hands": ["AsKs9h8h v QdJdTc9c"] * 4,
        "board": ["Kh9d2c"] * 4,
        "x": strange,
        "list": [[value, 1.0] for value in strange],
        "object": [{"a": value} for value in strange],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)

    def refuse(name: str) -> None:
        raise AssertionError(name)

    lines = command(path, "--jsonl").stdout.splitlines()
    rows = [json.loads(line, parse_constant=refuse) for line in lines]
    for row, number in zip(rows, [None, None, None, 0.5], strict=True):
        assert (row["x"], row["list"], row["object"]) == (number, [number, 1.0], {"a": number})
        assert row["deals"] == 820


def test_a_damaged_parquet_file(tmp_path: Path) -> None:
    path = tmp_path / "spots.parquet"
    columns = {"hands": [f"hand {i}" for i in range(5000)]}
    pyarrow.parquet.write_table(pyarrow.table(columns), path, use_dictionary=False)
    content = bytearray(path.read_bytes())
    content[10:2000] = bytes(1990)
    path.write_bytes(content)
    done = command(path)
    assert done.returncode == 1
    assert f"cannot read {path}: " in errors_of(done)


def test_without_pyarrow(tmp_path: Path) -> None:
    path = tmp_path / "spots.parquet"
    path.write_bytes(b"")
    done = staged("sys.modules['pyarrow'] = None", path)
    assert done.returncode == 2
    assert "Parquet needs pyarrow, which is not installed: pip install" in errors_of(done)
