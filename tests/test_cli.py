"""The commands as a user meets them: real processes, real terminals, closed pipes, Ctrl-C."""

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys

import pytest

from equity import __version__, calculate
from equity.cli.main import COMMANDS
from equity.games import GAMES
from tests.commands import COMMAND, ROOT, on_a_terminal, output, run

FLOP = ("AsKs9h8h", "QdJdTc9c", "--board", "Kh9d2c")


def test_json_is_the_documented_object():
    answer = json.loads(output(*FLOP, "--json"))
    assert list(answer) == [
        "game", "board", "dead", "method", "deals", "samples", "seed", "seconds", "no_low", "players",
    ]  # fmt: skip
    assert answer["deals"] == 820
    assert answer["no_low"] == 660 / 820
    assert answer["players"][0] == {
        "hand": "AsKs9h8h", "equity": 497 / 820, "standard_error": 0.0, "hi": 417 / 820, "lo": 80 / 820,
        "scoop": 487 / 820, "quartered": 0.0, "hi_win": 487 / 820, "hi_tie": 0.0, "lo_win": 160 / 820,
        "lo_tie": 0.0,
        "counts": {"scoop": 487, "quartered": 0, "hi_win": 487, "hi_tie": 0, "lo_win": 160, "lo_tie": 0},
    }  # fmt: skip


def test_json_of_a_sample():
    answer = json.loads(output("AsKs9h8h", "random", "random", "--samples", "1000", "--json"))
    assert (answer["method"], answer["deals"], answer["samples"], answer["seed"]) == (
        "monte-carlo",
        None,
        1000,
        0,
    )
    assert all(player["counts"] is None and player["standard_error"] > 0 for player in answer["players"])


def test_csv_is_the_documented_table():
    rows = list(csv.reader(io.StringIO(output(*FLOP, "--csv"))))
    assert ",".join(rows[0]) == (
        "game,board,dead,method,deals,samples,seed,seconds,no_low,hand,equity,standard_error,hi,lo,scoop,"
        "quartered,hi_win,hi_tie,lo_win,lo_tie"
    )
    assert len(rows) == 3
    record = dict(zip(rows[0], rows[1], strict=True))
    assert (record["hand"], record["deals"], record["samples"]) == ("AsKs9h8h", "820", "")
    assert float(record["equity"]) == 497 / 820


def test_table_away_from_a_terminal_is_plain():
    lines = output(*FLOP, "-d", "2d").split("\n")
    assert lines[:2] == [
        "Omaha hi/lo (omaha8), board Kh9d2c, dead 2d",
        "hand      equity      hi      lo   scoop  quartered  hi win  hi tie  lo win  lo tie",
    ]
    assert lines[2].split() == [
        "AsKs9h8h", "60.64%", "50.38%", "10.26%", "59.36%", "0.00%", "59.36%", "0.00%", "20.51%", "0.00%",
    ]  # fmt: skip
    assert re.fullmatch(r"exact: 780 deals in [\d.]+ m?s", lines[4])
    assert lines[5] == "no low in 79.49% of deals"


def test_high_games_have_their_own_columns():
    lines = output(*FLOP, "--game", "omaha").split("\n")
    assert lines[1].split() == ["hand", "equity", "win", "tie"]
    assert lines[2].split() == ["AsKs9h8h", "59.39%", "59.39%", "0.00%"]


def test_one_hand_alone_plays_random():
    text = output("AsKs9h8h", "-b", "Kh9d2c")
    assert "AsKs9h8h alone plays against a random hand" in text
    assert "exact: 122,175,900 deals" in text


@pytest.mark.parametrize(
    "spelling",
    [
        ["ASKS9H8H", "qdjd10c9c", "-b", "kh9d2c"],
        ["As Ks 9h 8h", "Qd,Jd,Tc,9c", "-b", "Kh 9d, 2c"],
        ["A♠K♠9♥8♥", "vs", "Q♦J♦10♣9♣", "-b", "K♥9♦2♣"],
        ["AsKs9h8h v QdJdTc9c", "-b", "Kh9d2c"],
        ["equity", "AsKs9h8h", "VERSUS", "QdJdTc9c", "-b", "Kh9d2c", "-g", "PLO8"],
        ["-b", "Kh9d2c", "AsKs9h8h", "QdJdTc9c"],
    ],
)
def test_spellings(spelling):
    answer, plain = (json.loads(output(*arguments, "--json")) for arguments in (spelling, FLOP))
    assert {**answer, "seconds": 0} == {**plain, "seconds": 0}


@pytest.mark.parametrize(
    ("environment", "arguments", "game"),
    [
        ("", ["AsKs9h8h"], "omaha8"),
        ("", ["AsKs9h8h2d"], "bigo"),
        ("", ["AsKs9h8h2d3d"], "omaha6-8"),
        ("", ["random", "random"], "omaha8"),
        ("plo", ["AsKs9h8h"], "omaha"),
        ("plo", ["AsKs9h8h2d"], "omaha5"),
        ("plo6", ["random"], "omaha6"),
        ("courchevel", ["AsKs9h8h2d"], "courchevel"),
        ("courchevel", ["AsKs9h8h"], "omaha"),
        ("courchevel8", ["AsKs9h8h2d"], "courchevel8"),
        ("plo", ["AsKs9h8h", "-g", "o8"], "omaha8"),
    ],
)
def test_default_game(environment, arguments, game):
    answer = json.loads(output(*arguments, "--samples", "9", "--json", OMAHA_EQUITY_GAME=environment))
    assert answer["game"] == game


@pytest.mark.parametrize("alias", [name for game in GAMES for name in (game.name, *game.aliases)])
def test_every_alias_is_a_game(alias):
    game = next(game for game in GAMES if alias in (game.name, *game.aliases))
    assert calculate(["random", "random"], game=alias.upper(), samples=10).game == game.name


def test_help_version_and_module():
    assert output("--version") == f"omaha-equity {__version__}\n"
    assert output("-h") == output("--help") == output()
    for command in (*COMMANDS, "cache warm", "cache clear"):
        text = output(*command.split(), "--help")
        assert text.startswith("Usage: omaha-equity")
        if command != "cache warm" and command != "cache clear":
            assert text.count("omaha-equity ") >= 3


def test_every_example_of_the_help_runs():
    for command in ((), ("equity",), ("range",), ("hand",), ("showdown",)):
        for line in output(*command, "--help").partition("Examples:")[2].split("\n"):
            if line.startswith("  omaha-equity ") and not {"cache", "batch", "review"} & set(line.split()):
                assert run(*shlex.split(line)[1:]).returncode == 0, line


def test_showdown_explains():
    text = output(
        "showdown", "AhQsJc7d", "9s8c5h3h", "KcKs4s4d", "--board", "Kh9h9d4h2c", "--game", "omaha"
    )  # fmt: skip
    lines = [re.split(r"\s{2,}", line) for line in text.split("\n")]
    assert lines[2:5] == [
        ["AhQsJc7d", "pair of nines", "AhQs + Kh9h9d", "nothing"],
        ["9s8c5h3h", "flush, king high", "5h3h + Kh9h4h", "nothing"],
        ["KcKs4s4d", "full house, kings full of nines", "KcKs + Kh9h9d", "100% of the pot"],
    ]


def test_showdown_json():
    answer = json.loads(output("showdown", "As2s9hKd", "3c4dQhQs", "-b", "8c6d5h4sQd", "--json"))
    first, second = answer["players"]
    assert first["low"]["category"] == "6-5-4-2-A low"
    assert (first["hi"], first["lo"], first["equity"]) == (0.0, 0.5, 0.5)
    assert second["high"]["category"] == "three of a kind, queens"
    assert answer["no_low"] is False


def test_terminal_gets_colour_unless_refused():
    assert "\x1b[" in on_a_terminal(FLOP)
    plain = on_a_terminal(FLOP, NO_COLOR="1")
    assert "\x1b[3" not in plain
    assert "60.61%" in plain


def test_dumb_and_narrow_terminals():
    assert "\x1b[" not in on_a_terminal(FLOP, TERM="dumb")
    assert "60.61%" in on_a_terminal(FLOP, columns=40)
    crowd = on_a_terminal(["random"] * 10 + ["--samples", "100"], columns=84, NO_COLOR="1", TERM="xterm")
    assert len([line for line in crowd.split("\n") if line.startswith("random")]) == 10


def test_odd_locales():
    for locale in ("C", "POSIX", "tr_TR.UTF-8"):
        assert "60.61%" in output(*FLOP, LC_ALL=locale, LANG=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")


def test_a_closed_pipe_ends_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*COMMAND, *FLOP], stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(("closing", "status"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), ("<&-", 0)])
def test_closed_streams_do_no_harm(closing: str, status: int):
    command = " ".join([*COMMAND, *FLOP, closing])
    done = subprocess.run(["sh", "-c", command], capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stderr) == (status, b"")


def test_dead_cards_may_be_given_in_parts():
    one, two = (
        json.loads(output(*FLOP, *dead, "--json")) for dead in (("-d", "2d3d"), ("-d", "2d", "-d", "3d"))
    )
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


@pytest.mark.parametrize("columns", [0, 1, 40, 60, 80, 82, 84, 88, 90, 100])
def test_terminals_of_any_width_lose_no_digit(columns: int):
    shown = on_a_terminal(FLOP, columns, NO_COLOR="1", TERM="xterm")
    for cell in ("AsKs9h8h", "60.61%", "50.85%", "9.76%", "59.39%", "19.51%", "quartered"):
        assert cell in shown


def test_options_have_their_effect():
    three = ("AsKs9h8h", "random", "random", "--json")
    first, again, other = (
        json.loads(output(*three, "--samples", "3000", "--seed", seed, "--threads", threads))
        for seed, threads in (("1", "1"), ("1", "3"), ("2", "1"))
    )
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert first["players"] != other["players"]
    assert (first["samples"], first["seed"]) == (3000, 1)
    precise = json.loads(output(*three, "--precision", "0.2"))
    assert max(player["standard_error"] for player in precise["players"]) <= 0.002
    hurried = json.loads(output(*three, "--max-seconds", "0.000001"))
    assert hurried["samples"] == 65_536
    exact = json.loads(output("AsKs9h8h", "random", "random", "-b", "Kh9d2c3c4d", "--exact", "--json"))
    assert exact["method"] == "exact"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_told():
    with open("/dev/full", "w") as full:
        done = subprocess.run([*COMMAND, *FLOP], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith(b"Error: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("AsKs9h8hQd2c", "--exact", "--threads", "2"),
        # One class of boards, cut up by the first random hand
        ("AsKs9h8hQd", "random", "random", "random", "-b", "Kh9d2c7s5d", "--exact", "--threads", "1"),
    ],
)
def test_ctrl_c_ends_quietly_with_130(arguments: tuple[str, ...]):
    """The estimate is printed before the work begins; then the work is interrupted."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert "the exact answer will take about" in line
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "")


def test_module_and_script_are_the_same_command():
    script = os.path.join(os.path.dirname(sys.executable), "omaha-equity")
    if os.path.exists(script):
        done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout == output("--version")


def test_any_encoding_will_do():
    """What it cannot show is escaped."""
    for arguments in (("hand", "AsKs9h8h"), ("hand", "AsKs9h8h\u2660"), ("\u00e9\u2660",)):
        for encoding in ("ascii", "latin-1", "ascii:strict"):
            done = subprocess.run(
                [*COMMAND, *arguments], capture_output=True, cwd=ROOT, check=False,
                env=os.environ | {"PYTHONIOENCODING": encoding},
            )  # fmt: skip
            assert done.returncode == (0 if arguments[1:] == ("AsKs9h8h",) else 2)
            assert b"Traceback" not in done.stderr
            assert done.stdout + done.stderr
            shown = rb"\xb1" if encoding.startswith("ascii") else b"\xb1"
            assert (shown in done.stdout) == (done.returncode == 0)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@pytest.mark.parametrize(
    "arguments",
    [
        ("hand", "AsKs9h8h"), ("AsKs9h8h", "QdJdTc9c", "--json"), ("--help",), ("range", "AA", "--list"),
        ("showdown", "AhQsJc7d", "KcKs4s4d", "--board", "Kh9h9d4h2c"),
        ("batch", "data/samples/spots.csv", "--samples", "5"),
    ],
)  # fmt: skip
def test_a_full_device(arguments: tuple[str, ...]):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"Error: cannot write the output: No space left on device\n"
