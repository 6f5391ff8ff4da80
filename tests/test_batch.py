"""Batches: every row is what the single command says, whatever the table looks like."""

import csv
import io
import re
import shlex
from array import array
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.spots import BROKEN, sample
from equity import EquityError, Result, calculate, cards
from equity.batches import plain, source
from equity.batches import rows as slow_road
from equity.batches.columns import Naming, find_columns
from equity.batches.malformed import split
from equity.batches.plan import JSON_LINES, Plan, default_game
from equity.batches.render import header as first_line
from equity.batches.rows import answer_rows, in_a_cell
from equity.batches.source import TextSource
from equity.batches.work import work
from equity.canonical import canonical
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import MAX_HOLE, ROW
from equity.errors import OptionError
from equity.games import GAMES
from equity.options import make_options
from equity.ranges.macros import BUILT_IN
from equity.spot import make_spot, split_hands
from tests.batches import SAMPLE, batch, errors_of, objects, process, records, table
from tests.commands import ROOT
from tests.reference import STACKED_DECKS, equities
from tests.reference import split as split_cards

POT = 5040
NO_WAIT = 1e9
GIVEN = {"samples", "seed", "precision"}


@pytest.fixture(autouse=True)
def _in_one_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """No chunk is handed back in part, however slow the machine is."""
    monkeypatch.setattr(slow_road, "SLOW_SECONDS", NO_WAIT)


def alone(hands: str, **question) -> Result | str:
    """What the single command answers, or the words in which it refuses."""
    try:
        return calculate(hands, **question)
    except EquityError as error:
        return in_a_cell(error)


def plan_for(header: list[str], **changes) -> Plan:
    """A plan for a table with this header, with options as `calculate` takes them."""
    options = make_options(**{name: changes.pop(name) for name in GIVEN if name in changes})
    return Plan(
        find_columns(header, Naming(), "test"),
        options._replace(threads=1, by_clock=False),
        dict(BUILT_IN),
        **changes,
    )


def answered(header: list[str], *rows: list[str], **changes) -> list[dict[str, str]]:
    """The answers to rows, by column."""
    plan = plan_for(header, **changes)
    done = work(plan, table(rows), 2)
    assert done.rows == len(rows)
    return records(first_line(plan, ",".join(header).encode()) + done.payload)


def dealt(rng: Random) -> list[str]:
    """A row of game, hands, board, dead cards: written out, sometimes with a fault."""
    game = rng.choice(GAMES)
    deck = list(rng.choice(list(STACKED_DECKS.values())))
    lying = rng.choice(game.boards)
    players = min(rng.choice((2, 2, 3, 4, 6, 10)), (len(deck) - lying) // game.hole, 47 // game.hole)
    room = min(len(deck) - players * game.hole - lying, 47 - players * game.hole)
    drawn = rng.sample(deck, players * game.hole + lying + min(rng.choice((0, 0, 1, 3)), room))
    hands = ["".join(drawn[i * game.hole : (i + 1) * game.hole]) for i in range(players)]
    board = "".join(drawn[players * game.hole :][:lying])
    if rng.random() < 0.05:
        board = board[:-1]
    if rng.random() < 0.05:
        hands[-1] = hands[0]
    if rng.random() < 0.2:
        hands = [hand.lower() if rng.random() < 0.5 else hand[:4] + "  " + hand[4:] for hand in hands]
    name = rng.choice((game.name, *game.aliases, game.name.upper(), f" {game.name} "))
    separator = rng.choice((" vs ", " v ", "  VERSUS "))
    return [
        name if rng.random() < 0.8 else "",
        separator.join(hands),
        board,
        "".join(drawn[players * game.hole + lying :]),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_compiled_rows_are_byte_for_byte_what_the_slow_road_writes(seed: int, monkeypatch) -> None:
    rng = Random(seed)
    text = table([dealt(rng) for _ in range(120)])
    plan = plan_for(["game", "hands", "board", "dead"], long=seed % 2 == 1)
    quick = work(plan, text, 2)
    assert quick.errors > 0
    monkeypatch.setattr(
        slow_road, "plain_answers", lambda plan, content, rows, cells, count: (array("q", [-1]) * count, [])
    )
    assert work(plan, text, 2) == quick


def test_compiled_rows_are_what_dealing_everything_gives() -> None:
    """Turns, rivers and flops with few live cards, beside a reference that shares nothing."""
    rng = Random(1)
    for name, deck in STACKED_DECKS.items():
        for lying, players in ((4, 2), (5, 3), (3, 2)):
            drawn = rng.sample(deck, 4 * players + lying)
            hands = ["".join(drawn[4 * i : 4 * i + 4]) for i in range(players)]
            board = "".join(drawn[4 * players :])
            others = [card for card in STACKED_DECKS["whole"] if card not in drawn]
            dead = "".join(rng.sample(others, len(others) - 9)) if lying == 3 else ""
            for game, hilo in (("omaha", False), ("omaha8", True)):
                (row,) = answered(
                    ["hands", "board", "dead", "game"],
                    [" v ".join(hands), board, dead, game],
                    players=players,
                )
                expected = equities(hands, board, dead, hilo)
                assert int(row["deals"]) == expected.deals, name
                for seat, player in enumerate(expected.players, 1):
                    whole = POT * expected.deals
                    assert float(row[f"equity{seat}"]) == (player.hi + player.lo) / whole
                    assert float(row[f"hi{seat}"]) == player.hi / whole
                    assert float(row[f"lo{seat}"]) == player.lo / whole
                    assert float(row[f"scoop{seat}"]) == player.scoop / expected.deals


WORDS = "As ks 9h 8H Qd Jd Td 10c 9c A s vs v random AA * $ds @ =1+1 x ♠ é - % ?"
TOKENS = st.sampled_from([*WORDS.split(), " ", ",", '"', "\n", "\t", " v ", "vs\u00a0"])
CELLS = st.lists(TOKENS, max_size=9).map("".join)


@settings(max_examples=100)
@given(
    CELLS, st.sampled_from(["", "Kh9d2c", "Kh9d2c7s", "x"]) | CELLS, CELLS, st.sampled_from(["", "plo", "x"])
)
def test_any_row_is_what_the_single_command_says(hands: str, board: str, dead: str, game: str) -> None:
    (row,) = answered(["hands", "board", "dead", "game"], [hands, board, dead, game], samples=20, players=10)
    if not any((hands, board, dead, game)):
        return
    seed = int(row["seed"]) if row["seed"] else None
    result = alone(hands, board=board, dead=dead, game=game or None, samples=20, seed=seed)
    if isinstance(result, str):
        assert row["error"] == result
        assert row["method"] == row["equity1"] == ""
    else:
        assert row["error"] == ""
        assert row["samples"] == "20"
        found = [float(row[f"equity{i}"]) for i in range(1, len(result.players) + 1)]
        assert found == [player.equity for player in result.players]


def test_the_sample_is_made_by_its_generator() -> None:
    assert SAMPLE.read_bytes() == table(list(sample()))


@pytest.fixture(scope="module")
def sample_answers() -> bytes:
    done = batch(SAMPLE)
    assert done.returncode == 1
    said = errors_of(done)
    assert said.startswith("omaha-equity: 200 rows, 15 errors: lines ")
    return done.stdout


def test_the_sample_row_by_row(sample_answers: bytes) -> None:
    given_rows = list(csv.reader(io.StringIO(SAMPLE.read_text(), newline="")))[1:]
    rows = records(sample_answers)
    assert [row["id"] for row in rows] == [str(number) for number in range(1, 201)]
    broken = {row[4] for row in BROKEN if len(row) > 4} | {""}
    for cells, row in zip(given_rows, rows, strict=True):
        if len(cells) != 6:
            assert row["error"] == f"the row has {len(cells)} cells, and the header has 6"
            continue
        assert [row[name] for name in ("id", "game", "hands", "board", "dead", "note")] == cells
        _, game, hands, board, dead, note = cells
        assert (row["error"] != "") == (note in broken - {""})
        seed = int(row["seed"]) if row["seed"] else None
        result = alone(hands, board=board, dead=dead, game=game or None, seed=seed)
        if isinstance(result, str):
            assert row["error"] == result
            continue
        assert (row["method"], row["deals"], row["samples"]) == (
            result.method, str(result.deals or ""), str(result.samples or ""),
        )  # fmt: skip
        assert row["standard_error"] == repr(result.standard_error)
        for seat, player in enumerate(result.players, 1):
            for field in ("equity", "hi", "lo", "scoop"):
                assert row[f"{field}{seat}"] == repr(getattr(player, field))
        assert row.get(f"equity{len(result.players) + 1}", "") == ""


def test_any_number_of_jobs_and_a_pipe_give_the_same_bytes() -> None:
    expected = batch(SAMPLE, "--samples", "500", "--jobs", "1").stdout
    assert len(records(expected)) == 200
    assert batch(SAMPLE, "--samples", "500", "--jobs", "3").stdout == expected
    assert process("-", "--samples", "500", stdin=SAMPLE.read_bytes()).stdout == expected


def test_equal_spots_get_equal_answers_and_are_answered_once(monkeypatch) -> None:
    """Suits renamed and players changed round, exact and sampled."""
    solved = []
    original = slow_road.solve
    monkeypatch.setattr(slow_road, "solve", lambda *asked: solved.append(asked) or original(*asked))
    monkeypatch.setattr(slow_road, "_remembered", slow_road._Memory(10))
    pairs = answered(
        ["hands", "board", "game"],
        ["As2s3hKd v 9cTcJdQd", "Kh9d2c", "omaha8"],
        ["9hThJsQs v AdKs3c2d", "Kc9s2h", "omaha8"],
        ["As2s3hKd v random", "Kh9d2c", "omaha8"],
        ["random v AdKs3c2d", "Kc9s2h", "omaha8"],
        ["AA$ds v As2s3hKd v random", "", "omaha8"],
        ["Ad2d3sKh v random v AA$ds", "", "omaha8"],
        ["As** v random v KK", "", "omaha8"],
        ["KK v Ah** v random", "", "omaha8"],
        players=3,
        precision=0.2,
    )
    assert len(solved) == 3
    orders = ((1, 0), (1, 0), (2, 0, 1), (1, 2, 0))
    for first, second, order in zip(pairs[::2], pairs[1::2], orders, strict=True):
        for seat, other in enumerate(order, 1):
            for field in ("equity", "hi", "lo", "scoop"):
                assert first[f"{field}{seat}"] == second[f"{field}{other + 1}"] != ""
        assert [first[name] for name in ("method", "deals", "samples", "seed")] == [
            second[name] for name in ("method", "deals", "samples", "seed")
        ]


def test_the_seed_of_a_sampled_row() -> None:
    """It depends on the run's seed and on the spot, fits a float, and gives the same answer alone."""
    header, row = ["hands"], ["As2s3hKd v random v random"]
    (first,) = answered(header, row, samples=1000, players=3)
    (again,) = answered(header, row, samples=1000, players=3, seed=0)
    (other,) = answered(header, row, samples=1000, players=3, seed=1)
    assert first == again
    assert first["seed"] != other["seed"]
    assert int(first["seed"]) < 2**53
    single = calculate(row[0], samples=1000, seed=int(first["seed"]))
    assert float(first["equity2"]) == single.players[1].equity
    assert float(first["standard_error"]) == single.standard_error


def test_canonical_forms_are_their_own_and_those_of_their_kind() -> None:
    rng = Random(3)
    for _ in range(60):
        deck = rng.sample(cards.NAMES, 15)
        hands = [
            "".join(deck[:4]),
            "".join(deck[4:8]),
            "random",
            rng.choice(("AA$ds", "As**,KhQh", "A*xx!AsKs")),
        ]
        board, dead = "".join(deck[8:11]), "".join(deck[11:13])
        form = canonical(make_spot(hands, board, dead))
        assert canonical(form.spot).text == form.text
        suits = dict(zip("shdc", rng.sample("shdc", 4), strict=True))
        order = rng.sample(range(4), 4)

        def renamed(text: str, suits: dict[str, str] = suits) -> str:
            return (
                "".join(suits.get(char, char) for char in text)
                if "$" not in text and text != "random"
                else text
            )

        moved = make_spot([renamed(hands[i]) for i in order], renamed(board), renamed(dead))
        assert canonical(moved).text == form.text
        for new, old in enumerate(order):
            assert canonical(moved).places[new] == form.places[old]


def test_the_clock_ends_nothing() -> None:
    """--max-seconds decides by estimates: where a single run would stop early, a row does not."""
    done = batch(
        "-", "--max-seconds", "1e-9", "--samples", "200000", stdin=b"hands\nrandom v random v random\n"
    )
    assert records(done.stdout)[0]["samples"] == "200000"


# What tables look like


def test_quotes_bom_crlf_and_no_last_line_end() -> None:
    text = (
        b'\xef\xbb\xbfid,"hands",board,"a ""note"""\r\n'
        b'1,"AsKs9h8h vs QdJdTc9c","Kh9d2c","x, ""y""\r\nz"\r\n\r\n'
        b"2,AsKs9h8h v QdJdTc9c,Kh9d2c,"
    )
    done = batch("-", stdin=text)
    assert done.returncode == 0, done.stderr
    rows = records(done.stdout)
    assert done.stdout.startswith(b'id,"hands",board,"a ""note""",equity1,')
    assert [row['a "note"'] for row in rows] == ['x, "y"\r\nz', ""]
    assert [row["deals"] for row in rows] == ["820", "820"]


@pytest.mark.parametrize("delimiter", ["\t", ";"])
def test_other_delimiters(delimiter: str, tmp_path: Path) -> None:
    text = delimiter.join(["hands", "board", "note"]) + "\n" + delimiter.join(
        ["AsKs9h8h v QdJdTc9c", "Kh9d2c", "a,b"]) + "\n"  # fmt: skip
    (row,) = records(batch("-", stdin=text.encode()).stdout, delimiter)
    assert (row["note"], row["deals"], row["equity1"]) == ("a,b", "820", repr(497 / 820))
    file = tmp_path / "spots.csv"
    file.write_text(text)
    assert batch(file, "-o", tmp_path / "out.tsv").returncode == 0
    assert records((tmp_path / "out.tsv").read_bytes(), "\t") == [row]


def test_a_hand_a_column_and_names_of_columns() -> None:
    text = (
        b"villain,hero,flop,out,board\nQdJdTc9c,AsKs9h8h,Kh9d2c,2d,ignored\n,AsKs9h8h,Kh9d2c,,\nx,,Kh9d2c,,\n"
    )
    done = batch(
        "-", "--hand-column", "hero", "--hand-column", "villain",
        "--board-column", "flop", "--dead-column", "out", stdin=text,
    )  # fmt: skip
    rows = records(done.stdout)
    expected = calculate(["AsKs9h8h", "QdJdTc9c"], board="Kh9d2c", dead="2d")
    assert float(rows[0]["equity1"]) == expected.players[0].equity
    assert rows[0]["board"] == "ignored"
    assert float(rows[1]["equity1"]) == calculate(["AsKs9h8h"], board="Kh9d2c").players[0].equity
    assert rows[2]["error"].startswith("hand 1 is empty")


def test_numbered_hands_of_different_numbers_of_players() -> None:
    text = b"hand1,hand2,hand3\nAsKs9h8h,QdJdTc9c,\nAsKs9h8h,QdJdTc9c,7s6s5c4c\nAsKs9h8h,,7s6s5c4c\n"
    rows = records(batch("-", stdin=text).stdout)
    assert rows[0]["equity3"] == ""
    assert float(rows[1]["equity3"]) == calculate(["AsKs9h8h", "QdJdTc9c", "7s6s5c4c"]).players[2].equity
    assert rows[2]["error"].startswith("hand 2 is empty")


def test_ten_players_and_more_than_there_are_columns() -> None:
    hands = " v ".join("".join(cards.NAMES[4 * i : 4 * i + 4]) for i in range(10))
    text = f"hands\n{hands}\nAsKs9h8h v QdJdTc9c\n".encode()
    rows = records(batch("-", stdin=text).stdout)
    expected = calculate(hands)
    assert [float(rows[0][f"scoop{i}"]) for i in range(1, 11)] == [p.scoop for p in expected.players]
    assert rows[1]["equity3"] == ""
    narrow = batch("-", "--players", "2", stdin=text)
    assert records(narrow.stdout)[0]["error"] == (
        "10 players, and the output has columns for 2; set players to 10"
    )
    assert narrow.returncode == 1


def test_games_by_row_by_option_and_by_environment() -> None:
    text = b"hands,game\nAsKs9h8h v QdJdTc9c,\nAsKs9h8h v QdJdTc9c,o8\nAsKsQh9h8d v JdTcTd9c7s,\n"
    for options, environment, games in (
        ((), {}, ("omaha8", "omaha8", "bigo")),
        (("--game", "omaha"), {}, ("omaha", "omaha8", None)),
        ((), {"OMAHA_EQUITY_GAME": "plo"}, ("omaha", "omaha8", "omaha5")),
    ):
        rows = records(batch("-", *options, stdin=text, **environment).stdout)
        for game, row in zip(games, rows, strict=True):
            if game is None:
                assert row["error"].startswith("hand 1 has 5 cards; omaha hands have 4")
            else:
                assert float(row["hi1"]) == calculate(row["hands"], game=game).players[0].hi


def test_the_environment_of_a_worker_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMAHA_EQUITY_GAME", raising=False)
    rows = ["AsKs9h8h v QdJdTc9c"], ["As Ks 9h 8h v Qd Jd 10c 9c"]
    here = answered(["hands"], *rows, default_game=default_game(), players=2)
    monkeypatch.setenv("OMAHA_EQUITY_GAME", "plo")
    assert answered(["hands"], *rows, default_game="omaha8", players=2) == here
    assert answered(["hands"], *rows, default_game=default_game(), players=2) != here


def test_long_tables_have_a_row_a_player() -> None:
    text = b"id,hands\n7,AsKs9h8h v QdJdTc9c v random\n8,?\n"
    rows = records(batch("-", "--long", "--samples", "500", stdin=text).stdout)
    assert [(row["id"], row["player"]) for row in rows] == [("7", "1"), ("7", "2"), ("7", "3"), ("8", "")]
    seed = int(rows[0]["seed"])
    expected = calculate(["AsKs9h8h", "QdJdTc9c", "random"], samples=500, seed=seed)
    for row, player in zip(rows, expected.players, strict=False):
        assert (float(row["equity"]), float(row["standard_error"])) == (player.equity, player.standard_error)
    assert rows[3]["error"].startswith("hand 1")
    assert rows[3]["equity"] == ""


def test_json_lines() -> None:
    text = b'id,hands,note\n7,AsKs9h8h v QdJdTc9c,"a\nb \xff"\n8,?,\n'
    done = batch("-", "--jsonl", stdin=text)
    first, second = objects(done.stdout)
    expected = calculate("AsKs9h8h v QdJdTc9c")
    assert (first["id"], first["note"]) == ("7", "a\nb \ufffd")
    assert (first["equity2"], first["deals"], first["error"]) == (expected.players[1].equity, 1_086_008, None)
    assert "equity3" not in first
    assert second["error"].startswith("hand 1")
    assert (second["method"], "equity1" in second) == (None, False)
    assert done.returncode == 1


def test_other_columns_pass_untouched_even_if_they_are_no_text() -> None:
    cell = bytes(byte for byte in range(256) if byte not in b'\r\n",')
    text = b"hands,bytes\nAsKs9h8h v QdJdTc9c," + cell + b"\n"
    assert batch("-", stdin=text).stdout.split(b"\n")[1].startswith(b"AsKs9h8h v QdJdTc9c," + cell + b",0.")


def test_formulas_stay_in_their_cells_and_never_begin_a_result() -> None:
    formulas = ["=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://x","y")', "\t=1", "@/etc/passwd", "-"]
    rows = answered(["hands", "note"], *[[formula, formula] for formula in formulas], players=2)
    for row, formula in zip(rows, formulas, strict=True):
        assert (row["hands"], row["note"]) == (formula, formula)
        assert row["error"]
        assert row["error"][0] not in "=+-@\t\r"
        assert row["error"].isprintable()


def test_cells_of_a_megabyte() -> None:
    long = "A" * 1_000_000
    rows = answered(
        ["hands", "board", "game", "note"],
        ["AsKs9h8h v QdJdTc9c", "", "", long],
        [long, "", "", ""],
        ["AsKs9h8h v QdJdTc9c", long, "", ""],
        ["AsKs9h8h v QdJdTc9c", "", long, ""],
        ["vs " * 300_000, "", "", ""],
        [" " * 1_000_000, "", "", ""],
        players=2,
    )
    assert (rows[0]["note"], rows[0]["deals"]) == (long, "1086008")
    for row in rows[1:]:
        assert 0 < len(row["error"]) <= 280


def test_faulty_rows_keep_their_place_and_leave_the_table_whole() -> None:
    text = (
        b'id,hands,note\n1,"AsKs9h8h" x,a\n2,AsKs9h8h v QdJdTc9c\n3,"AsKs9h8h,b\n'
        b'4,AsKs9h8h v QdJdTc9c,c\n5,,,,d\n6,"a"c,e\n'
    )
    done = batch("-", stdin=text)
    rows = records(done.stdout)
    assert [row["id"] for row in rows] == ["1", "2", "3", "4", "5", "6"]
    assert [row["error"].partition(";")[0] for row in rows] == [
        "a cell goes on after its closing quote",
        "the row has 2 cells, and the header has 3",
        "a quote opens a cell and none closes it",
        "",
        "the row has 5 cells, and the header has 3",
        "a cell goes on after its closing quote",
    ]
    assert rows[2]["hands"] == '"AsKs9h8h'
    assert rows[3]["note"] == "c"
    assert errors_of(done).startswith("omaha-equity: 6 rows, 5 errors: lines 2, 3, 4, 6, 7\n")


CSV_CELLS = st.text(alphabet=st.sampled_from('a",\n\r \t;'), max_size=6)


@settings(max_examples=80)
@given(
    st.lists(st.lists(CSV_CELLS, min_size=2, max_size=2), min_size=1, max_size=5),
    st.integers(1, 60),
    st.booleans(),
)
def test_any_table_is_split_as_pythons_reader_splits_it(
    rows: list[list[str]], size: int, quoted: bool
) -> None:
    """Rows, cells, lines, and the places where chunks are cut, however small they are."""
    if not quoted:
        rows = [[cell.replace("\r", "") for cell in row] for row in rows]  # Python leaves it without quotes
    text = table([[first, second + "."] for first, second in rows], quoted)
    whole = TextSource(io.BytesIO(b"hands,b\n" + text), "test", Naming())
    before, source.CHUNK_BYTES = source.CHUNK_BYTES, size
    try:
        chunks = list(whole.chunks())
    finally:
        source.CHUNK_BYTES = before
    assert b"".join(chunk.text for chunk in chunks) == text
    found = []
    for chunk in chunks:
        plan = plan_for(["hands", "b"], form=JSON_LINES)
        done = answer_rows(plan, chunk.text, chunk.line)
        found += [split(done.raw(row), ",") for row in range(done.count)]
        before_chunk = b"hands,b\n" + text[: chunk.end - len(b"hands,b\n") - len(chunk.text)]
        assert chunk.line == 1 + before_chunk.count(b"\n")
    assert found == [[first, second + "."] for first, second in rows]


def test_stray_quotes_do_not_swallow_a_long_table(monkeypatch) -> None:
    """A quote that nothing closes spoils its row alone, wherever the table is cut."""
    monkeypatch.setattr(source, "CHUNK_BYTES", 64)
    text = b'hands,b\n"AsKs9h8h,1\n' + b"AsKs9h8h v QdJdTc9c,2\n" * 20
    whole = TextSource(io.BytesIO(text), "test", Naming())
    plan = plan_for(["hands", "b"], players=2)
    done = [work(plan, chunk.text, chunk.line) for chunk in whole.chunks()]
    assert (sum(part.rows for part in done), sum(part.errors for part in done)) == (21, 1)


def test_lines_are_counted_whatever_ends_them() -> None:
    for end in (b"\n", b"\r\n", b"\r"):
        text = end.join([b"hands", b"", b"?", b"", b"", b"!"])
        assert errors_of(batch("-", stdin=text)).startswith("omaha-equity: 2 rows, 2 errors: lines 3, 6\n")


# Headers, and what is refused before anything is computed


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (b"", (), "standard input is empty; its first line must name the columns"),
        (b"\n\n", (), "standard input is empty"),
        (b"id,spot\n1,x\n", (), "has no column hands, and no hand1, hand2, ...; it has id and spot"),
        (b"hand1,hand3\n", (), "has a column hand3, but no hand2"),
        (b"hands,id,id\n", (), "has the column 'id' twice (columns 2 and 3)"),
        (b"hands,hand1\n", (), "has hands in one column (hands) and in several (hand1)"),
        (b"hands\n", ("--board-column", "flop"), "has no column 'flop'; it has hands"),
        (b"a\n", ("--hands-column", "b"), "has no column 'b'; it has a"),
        (b"hands\n", ("--board-column", "hands"), "has one column 'hands' for board and for hands"),
        (b"hands,equity1\n", (), "standard input has a column 'equity1', as the results have"),
        (b"hands,error\n", ("--long",), "has a column 'error', as the results have"),
        (b"\xff\xfeh\0a\0", (), "is UTF-16 text; save it as UTF-8"),
        (b"hands,\xff\n", (), "is no table of UTF-8 text"),
        (b"hands\n", ("--game", "holdem"), "unknown game 'holdem'"),
        (b"hands\n", ("--exact", "--samples", "5"), "exact and samples contradict each other"),
        (b"hands\n", ("--resume",), "--resume is about a file; name one with -o"),
        (b"hands\n", ("-o", "x.parquet", "--jsonl"), "x.parquet is Parquet, and --jsonl is JSON Lines"),
        (b"hands\n", ("-o", "x.csv", "--jsonl"), "x.csv is CSV, and --jsonl is JSON Lines"),
        (b"hands\n", ("-o", ""), "-o names no file; without -o the answers go to standard output"),
        (b"hands\n", ("-o", "/nowhere/at/all.csv"), "cannot write /nowhere/at/all.csv.partial: No such file"),
        (b"hands\n", ("-o", "/"), "cannot write /: it is a directory"),
    ],
)  # fmt: skip
def test_refusals(text: bytes, options: tuple[str, ...], message: str) -> None:
    done = batch("-", *options, stdin=text)
    assert (done.returncode, done.stdout) == (2, b"")
    assert message in errors_of(done)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path, tmp_path / "none.parquet"):
        done = batch(path)
        assert (done.returncode, done.stdout) == (2, b"")
        assert errors_of(done).startswith(f"Error: cannot read {path}")


def test_a_file_without_a_name() -> None:
    done = batch("")
    assert done.returncode == 2
    assert errors_of(done) == "Error: FILE is an empty text; name a file, or - for standard input\n"


def test_a_default_game_that_is_none() -> None:
    done = batch("-", stdin=b"hands\nAsKs9h8h\n", OMAHA_EQUITY_GAME="holdem")
    assert done.returncode == 2
    assert "OMAHA_EQUITY_GAME: unknown game" in errors_of(done)


def test_a_header_alone_is_a_table() -> None:
    for text in (b"hands", b"hands\n", b"\xef\xbb\xbfhands\r\n\r\n"):
        done = batch("-", stdin=text)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"hands,equity1,")
        assert done.stdout.count(b"\n") == 1


def test_columns_found_in_any_case_and_other_names_shown() -> None:
    columns = find_columns([" Hands", "BOARD", "x"], Naming(), "t")
    assert (columns.hands, columns.board, columns.one_cell) == ((0,), 1, True)
    several = find_columns(["hands", "hand1", "hand2"], Naming(hands=""), "t")
    assert (several.hands, several.one_cell) == ((1, 2), False)
    with pytest.raises(OptionError, match="at most 10 can play"):
        find_columns([f"hand{i}" for i in range(1, 12)], Naming(), "t")
    with pytest.raises(OptionError, match="it has c0, c1"):
        find_columns([f"c{i}" for i in range(99)], Naming(), "t")


def test_strict_stops_at_the_first_bad_row() -> None:
    text = b"hands,id\nAsKs9h8h v QdJdTc9c,1\n?,2\nAsKs9h8h v QdJdTc9c,3\n"
    done = batch("-", "--strict", stdin=text)
    assert done.returncode == 1
    assert [row["id"] for row in records(done.stdout)] == ["1"]
    assert errors_of(done).startswith("omaha-equity: line 3: hand 1")


def test_cells_never_mean_files(tmp_path: Path) -> None:
    """As arguments @FILE and - do; a table of strangers must not read what they name."""
    file = tmp_path / "aces.txt"
    file.write_text("AsAhAdAc")
    rows = answered(["hands"], [f"@{file}"], ["-"], [f"AsKs9h8h v @{file}"], players=2)
    assert all(row["error"] and row["equity1"] == "" for row in rows)


ROLES = [
    ("hands,board", {"dead": "board"}, "'board' for board and for dead; --board-column names another"),
    ("hands,board", {"game": "board"}, "'board' for board and for game; --board-column names another"),
    ("hands,Dead", {"board": "Dead"}, "'Dead' for board and for dead; --board-column names another"),
    ("hands,dead", {"game": "dead"}, "'dead' for dead and for game; --dead-column names another"),
    ("hands", {"board": "hands"}, "'hands' for board and for hands; --board-column names another"),
    ("x,board", {"hands": "board"}, "'board' for board and for hands; --board-column names another"),
    ("hand1,hand2", {"dead": "hand2"}, "'hand2' for dead and for hand 2; --dead-column names another"),
    ("hands", {"hand": ("hands", "hands")}, "'hands' for hand 1 and for hand 2; --hand-column must name"),
]


@pytest.mark.parametrize(("header", "names", "message"), ROLES)
def test_a_column_is_one_thing(header: str, names: dict, message: str) -> None:
    with pytest.raises(OptionError) as refused:
        find_columns(header.split(","), Naming(**names), "spots.csv")
    assert f"spots.csv has one column {message}" in str(refused.value)


def test_one_column_for_two_things_on_the_command_line() -> None:
    text = b"hands,board\nAsKs9h8h v QdJdTc9c,Kh9d2c\n"
    done = batch("-", "--dead-column", "board", stdin=text)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "standard input has one column 'board' for board and for dead" in errors_of(done)
    free = batch("-", "--dead-column", "board", "--board-column", "", stdin=text)
    assert records(free.stdout)[0]["deals"] == "749398"


def test_a_fault_of_ours_costs_its_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a single row raises."""
    original = slow_road.make_spot

    def failing(hands, *rest, **more):
        if "KK" in hands:
            raise ZeroDivisionError("never shown")
        return original(hands, *rest, **more)

    monkeypatch.setattr(slow_road, "make_spot", failing)
    plan = plan_for(["hands"], samples=20, players=2)
    done = work(plan, table([["AA v random"], ["KK v random"], ["?"], ["QQ v random"]]), 2)
    assert (done.rows, done.errors) == (4, 2)
    assert done.faults[0] == (3, f"{slow_road.ROW_FAILED} (ZeroDivisionError)")
    rows = [line.split(b",") for line in done.payload.splitlines()]
    assert [row[-6] == b"monte-carlo" for row in rows] == [True, False, False, True]
    assert slow_road.ROW_FAILED.startswith("a fault of omaha-equity")
    with pytest.raises(AssertionError):
        records(first_line(plan, b"hands") + done.payload)


def test_seven_cards_without_a_game() -> None:
    """No game has them, and nothing reads behind the table of defaults."""
    (row,) = answered(["hands"], ["AsKsQsJsTs9s8s v 2h3h4h5h6h7h8h"], players=2)
    assert "7 cards" in row["error"]
    assert len(plain._defaults(None, None)) == MAX_HOLE + 1


class Trickle(io.RawIOBase):
    """A stream that gives a few bytes at a time, and counts what it has given."""

    def __init__(self, content: bytes, size: int):
        self._content, self._size, self.given = content, size, 0

    def seekable(self) -> bool:
        return False

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        size = self._size if size < 0 else min(size, self._size)
        part = self._content[self.given : self.given + size]
        self.given += len(part)
        return part


@pytest.mark.parametrize("size", [1, 2, 7, 1 << 16])
@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n\n", b"\n\n"])
def test_the_header_of_a_stream(size: int, end: bytes, before: bytes) -> None:
    """It is found however its bytes come, lines are counted, and no more is read than is needed."""
    header, body = b'hands,"a ""\n""",b', end.join([b"?,,", b"!,,", b""]) * 3
    content = before.replace(b"\n", end) + header + end + body
    stream = Trickle(content, size)
    found = TextSource(stream, "t", Naming())
    assert stream.given <= len(content) - len(body) + max(1, size)
    chunks = list(found.chunks())
    assert (found.columns.names, found.header) == (("hands", 'a "\n"', "b"), header)
    assert b"".join(chunk.text for chunk in chunks) == body
    lines = 3 + before.count(b"\n")
    assert (chunks[0].line, chunks[-1].end_line) == (lines, lines + 6)


@pytest.mark.parametrize("start", [b"\n", b" \r\n", b'"\n', b'hands,"\n'])
def test_the_header_is_looked_for_once_in_each_block(start: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lines come before it: the time grows with the bytes, not with their square."""
    looked = 0
    original = source._QUOTES_AND_ENDS

    class Counting:
        def finditer(self, block: bytes):
            nonlocal looked
            looked += len(block)
            return original.finditer(block)

    monkeypatch.setattr(source, "_QUOTES_AND_ENDS", Counting())
    content = start + start[-1:] * 200_000 + b'"hands\nx\n'
    head = source._beginning(Trickle(content, 1000))
    assert content.startswith(head)
    assert looked <= len(content)


def test_headers_without_an_end() -> None:
    for text, message in (
        (b"\n" * 2_000_000, "standard input has nothing in its first 1,048,576 bytes"),
        (b'hands,"' + b"x\n" * 1_000_000, "goes on for more than 1,048,576 bytes, or a quote in it is never"),
    ):
        done = batch("-", stdin=text)
        assert done.returncode == 2
        assert message in errors_of(done)


def test_a_name_of_200_000_characters() -> None:
    name = "n" * 200_000
    (row,) = records(batch("-", "--samples", "5", stdin=f"hands,{name}\nAA v KK,7\n".encode()).stdout)
    assert row[name] == "7"


def test_the_widest_row_counts_what_the_single_command_splits() -> None:
    rng = Random(5)
    for _ in range(200):
        words = [
            rng.choice(("AsKs9h8h", "v", "vs", "VERSUS", "vsv", "♠", "\u00a0", "\t", "x")) for _ in range(6)
        ]
        cell = rng.choice((" ", "  ")).join(words)
        try:
            expected = len(split_hands([cell]))
        except EquityError:
            continue
        columns = find_columns(["hands"], Naming(), "t")
        assert source.widest(table([[cell]]), ",", columns) >= expected


def test_kernels_count_rows_as_given() -> None:
    rows, cells = zeros(ROW), zeros(2)
    count = native.kernel("split_rows")(array("B", b"a"), 1, ord(","), 1, array("q", [0]), 1, 7, rows, cells)
    assert (count, list(rows), list(cells)) == (1, [0, 1, 7, 0], [0, 1])


def test_sessions_of_the_readme(tmp_path: Path) -> None:
    """The console sessions that write files show what comes of them, one after the other."""
    (tmp_path / "data").symlink_to(ROOT / "data")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```text\n(\$ head.*?)```", text, re.DOTALL)
    sessions = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    assert len(sessions) == 4
    for line, shown in sessions[1:]:
        done = batch(*shlex.split(line)[2:], cwd=tmp_path)
        assert (done.stdout + done.stderr).decode() == shown.rstrip("\n") + "\n"
    assert SAMPLE.read_text().startswith(sessions[0][1].rstrip("\n"))


def test_examples_of_the_help_run(tmp_path: Path) -> None:
    """But for the one with a cluster elsewhere."""
    from tests.test_batch_frames import parquet

    parquet(tmp_path / "spots.parquet")
    (tmp_path / "spots.csv").write_bytes(b"hands,matchup\nAsKs9h8h v QdJdTc9c,QdJdTc9c\n")
    shown = batch("--help").stdout.decode().partition("Examples:")[2].partition("Options:")[0]
    examples = [line for line in shown.split("\n") if line.startswith("  omaha-equity ")]
    assert len(examples) == 5
    for line in examples[:4]:
        arguments = shlex.split(line)
        stdin = b""
        if arguments[-2] == "<":
            arguments, stdin = arguments[:-2], (tmp_path / arguments[-1]).read_bytes()
        done = batch(*arguments[2:], "--samples", "20", stdin=stdin, cwd=tmp_path)
        assert done.returncode == int("parquet" in line), (line, done.stderr)


def test_starts_without_heavy_imports() -> None:
    """A CSV is answered without numpy, numba or pyarrow, once kernels are compiled."""
    import subprocess
    import sys

    script = (
        "import sys\nfrom equity.cli import main\nimport os\n"
        "def left(status): print(sorted({'numpy', 'numba', 'pyarrow', 'dask', 'rich'} & set(sys.modules)),"
        " file=sys.stderr, flush=True); os_exit(status)\n"
        "os_exit = os._exit\nos._exit = left\n"
        "main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, "batch", "-"],
        input=b"hands,board\nAsKs9h8h v QdJdTc9c,Kh9d2c\n", capture_output=True, check=False,
    )  # fmt: skip
    assert done.stderr == b"[]\n"


def test_reference_and_cards_agree() -> None:
    assert split_cards("AsKs") == ("As", "Ks")
