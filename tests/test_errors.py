"""Every refusal: what it says, its form, and that it costs no import of numba or numpy."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import equity
from equity import EquityError, calculate
from equity.cli.errors import in_lines
from tests.commands import check_refusal, run

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
FORTY_DEAD = "".join([card for card in DECK if card not in ("As", "Ks", "9h", "8h")][:40])

REFUSALS = {
    "a card twice, hand and board": (
        ["AsKs9h8h", "vs", "random", "--board", "Kh9h2c"],
        "9h appears twice: in hand 1 (AsKs9h8h) and on the board (Kh9h2c); a board that would work: Kh9d2c",
    ),
    "a card twice in a hand": (["AsAs9h8h", "random"], "As appears twice: in hand 1 (AsAs9h8h)"),
    "a card in two hands": (["AsKs9h8h", "9hQdJcTc"], "in hand 1 (AsKs9h8h) and in hand 2 (9hQdJcTc)"),
    "a card three times": (["AsKs9h8h", "9hQdJcTc", "-d", "9h"], "9h appears three times"),
    "a dead card on the board": (["AsKs9h8h", "-b", "2c3c4c", "-d", "2c"], "among the dead cards (2c)"),
    "an unknown card": (["AsKs9h8!"], 'unknown card "8!" in hand 1'),
    "a sign that is no card": (["AsKs9h8h!"], '"!"'),
    "a half card": (["AsKs9h8hQ"], '"Q" has no suit in hand 1'),
    "a range of too many cards": (["sAKs9h8h"], "has 5 cards; a hand has 4 here"),
    "a range cut short": (["AA!"], 'hand 1: nothing follows "!"'),
    "no range": (["AA", "KK$qq"], "hand 2: "),
    "too few cards": (["AsKs9h"], "the first hand has 3 cards; an Omaha hand has 4, 5 or 6"),
    "too many cards": (["AsKs9h8h7h6h5h"], "the first hand has 7 cards"),
    "wrong for the game": (["AsKs9h8h", "-g", "bigo"], "hand 1 has 4 cards; bigo hands have 5"),
    "hands of two sizes": (["AsKs9h8h", "QdJdTc9c2c"], "the first hand makes the game omaha8"),
    "an empty hand": (["AsKs9h8h", ""], "hand 2 is empty"),
    "a board of two": (["AsKs9h8h", "-b", "2c3c"], "the board has 2 cards"),
    "a board of six": (["AsKs9h8h", "-b", "2c3c4c5c6c7c"], "the board has 6 cards"),
    "a door card in omaha": (["AsKs9h8h", "-b", "2c"], "only Courchevel has a one-card board"),
    "an unknown board card": (["AsKs9h8h", "-b", "2c3c4x"], '"4" has no suit in the board'),
    "too many for the deck": (["random"] * 8 + ["-g", "omaha6"], "at most 7 players fit"),
    "eleven players": (["random"] * 11, "at most 10 players"),
    "no room for an opponent": (["AsKs9h8h", "-d", FORTY_DEAD], "take dead cards away"),
    "no hands": (["-b", "2c3c4c"], "Missing argument"),
    "an unknown game": (["AsKs9h8h", "-g", "plpo"], "did you mean plo?"),
    "an unlike game": (["AsKs9h8h", "-g", "zzzzzz"], "the games are omaha, omaha8"),
    "a separator first": (["vs", "AsKs9h8h"], "nothing stands on one side of vs"),
    "a separator last": (["AsKs9h8h vs"], "nothing stands on one side of vs"),
    "two separators": (["AsKs9h8h", "vs", "v", "random"], "nothing stands on one side of v"),
    "exact and samples": (["AsKs9h8h", "--exact", "--samples", "5"], "exact and samples contradict"),
    "exact and precision": (["AsKs9h8h", "--exact", "--precision", "1"], "exact and precision contradict"),
    "samples and precision": (["AsKs9h8h", "--samples", "5", "--precision", "1"], "samples and precision"),
    "json and csv": (["AsKs9h8h", "--json", "--csv"], "json and csv contradict"),
    "samples of none": (["AsKs9h8h", "--samples", "0"], "samples must be a whole number from 1"),
    "samples below none": (["AsKs9h8h", "--samples", "-5"], "samples must be a whole number from 1"),
    "samples absurd": (["AsKs9h8h", "--samples", "9" * 30], "samples must be a whole number from 1"),
    "samples no number": (["AsKs9h8h", "--samples", "many"], "'many' is not a valid integer"),
    "precision of nothing": (["AsKs9h8h", "--precision", "0"], "precision must be from 1e-06"),
    "precision not a number": (["AsKs9h8h", "--precision", "nan"], "precision must be from 1e-06"),
    "precision endless": (["AsKs9h8h", "--precision", "inf"], "precision must be from 1e-06"),
    "seconds negative": (["AsKs9h8h", "--max-seconds", "-1"], "max seconds must be from"),
    "threads of none": (["AsKs9h8h", "--threads", "0"], "threads must be a whole number from 1"),
    "a seed negative": (["AsKs9h8h", "--seed", "-1"], "seed must be a whole number from 0"),
    "a board twice": (["AsKs9h8h", "-b", "2c3c4c", "-b", "Kh9d2c"], "--board is given twice"),
    "a misspelt command": (["showdwon", "AsKs9h8h"], "did you mean the command showdown?"),
    "a range of nothing": (["AsKs9h8h", "Ks9h**"], "the range Ks9h** is empty here"),
    "an unknown option": (["AsKs9h8h", "--foo"], "No such option"),
    "control characters": (["As\x1b[31mKs9h8h"], "\\x1b"),
    "a very long hand": (["As" * 4000], "the first hand has 4,000 cards"),
    "a hand beyond reading": (["As" * 6000], "12,000 characters long"),
    "a showdown without a board": (["showdown", "AsKs9h8h"], "needs a board of five cards, not 0"),
    "a showdown on a flop": (["showdown", "AsKs9h8h", "-b", "2c3c4c"], "needs a board of five cards"),
    "a showdown of random": (["showdown", "AsKs9h8h", "random", "-b", "2c3c4c5c6c"], "every hand must be"),
}  # fmt: skip

NEEDS_ENGINE = {"numba", "numpy", "llvmlite", "rich"}


@pytest.mark.parametrize(("arguments", "message"), REFUSALS.values(), ids=REFUSALS)
def test_refusal(arguments, message):
    assert message in check_refusal(run(*arguments))


def test_refusals_and_help_load_no_engine():
    for arguments in (
        ["AsKs9h8!"],
        ["AsKs9h8h", "-b", "9h2c3c"],
        ["--help"],
        ["equity", "-h"],
        ["--version"],
    ):
        code = f"import sys; sys.argv = {['omaha-equity', *arguments]!r}; import equity.cli.main as main\n"
        code += "main._leave = lambda status: print(*sys.modules)\nmain.main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert not NEEDS_ENGINE & set(done.stdout.split("\n")[-2].split()), arguments


def test_long_input_keeps_the_form_and_the_caret():
    for hand in ("8h" + "\t" * 60 + "9h7h6h", "8s" + "\t" * 60 + "9h" + "\t" * 60 + "7s6s"):
        lines = check_refusal(run("8c8d9h2c", hand)).split("\n")
        assert lines[1][lines[2].index("^") :].startswith("9h")


def test_caret_stands_under_the_fault():
    lines = check_refusal(run("AsKs9h8!")).split("\n")
    assert lines[1:3] == ["  AsKs9h8!", "        ^^"]
    lines = check_refusal(run("As" * 30 + "8!" + "Kd" * 400)).split("\n")
    assert lines[1][lines[2].index("^") :].startswith("8!")


def test_suggested_board_works():
    assert run("AsKs9h8h", "vs", "random", "--board", "Kh9d2c").returncode == 0


def test_a_wrong_default_game_is_named():
    assert "OMAHA_EQUITY_GAME" in check_refusal(run("AsKs9h8h", OMAHA_EQUITY_GAME="plp"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["AsKs9h8h"], {"exact": True, "precision": 1}), "exact and precision"),
        (([], {}), "no hand given"),
        (([None], {}), "must be text"),
        ((None, {}), "hands must be a list of texts, not NoneType"),
        ((itertools.repeat("random"), {}), "at most 10 players"),
        ((["AsKs9h8h"], {"game": 5}), "a game is a name"),
        ((["AsKs9h8h"], {"exact": "yes"}), "exact must be True or False"),
        ((["AsKs9h8h"], {"samples": 10**5000}), "a number of thousands of digits"),
        ((["AsKs9h8h"], {"samples": "10"}), "not '10'"),
        ((["AA", "AA", "AA"], {}), "dealt together"),
        ((["AsKs9h8h"], {"board": 3}), "must be text"),
        ((["AsKs9h8h"], {"samples": 1.5}), "samples must be a whole number"),
        ((["AsKs9h8h"], {"precision": "1"}), "precision must be from 1e-06"),
        ((["random"] * 3, {"exact": True}), "an exact answer weighs 4.7e\\+21 deals, beyond 63 bits"),
        ((["random"] * 3, {"precision": 1e-5}), "takes about"),
        ((["AsKs9h8h2d3d"], {"exact": True, "max_seconds": 0.5}), "more than 0.5 s"),
    ],
)
def test_library_refusals_are_value_errors(arguments, message):
    hands, options = arguments
    with pytest.raises(EquityError, match=message) as caught:
        calculate(hands, **options)
    assert isinstance(caught.value, ValueError)


def test_numpy_numbers_are_numbers():
    result = calculate(["AsKs9h8h", "random", "random"], samples=np.int64(50), seed=np.int32(3))
    assert (result.samples, result.seed) == (50, 3)


def test_errors_are_exported():
    for name in equity.__all__:
        assert getattr(equity, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = equity.nothing


SCRAPS = st.one_of(
    st.sampled_from(
        [*DECK, "random", "vs", "A", "s", "10", "!", "*", "x", "♠", " ", ",", "", "\x1b[0m", "\udc80"]
    ),
    st.text(max_size=8),
)
WORDS = st.lists(SCRAPS, max_size=8).map("".join)


@settings(max_examples=600)
@given(st.lists(WORDS, max_size=6), WORDS, WORDS, st.none() | WORDS)
def test_any_text_is_answered_or_refused(hands, board, dead, game):
    """No exception but our own, and its message keeps its form; nothing is computed for long."""
    try:
        result = calculate(hands, board=board, dead=dead, game=game, samples=50)
    except EquityError as error:
        lines = in_lines(error)
        assert len(lines) in (1, 3)
        assert sum(map(len, lines)) + len(lines) <= 500
        assert all(line.isprintable() for line in lines)
    else:
        assert sum(player.equity for player in result.players) == pytest.approx(1)


OPTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ["--samples", "--precision", "--seed", "--threads", "--max-seconds", "-b", "-d", "-g"]
        ),
        st.sampled_from(
            ["0", "-1", "1", "3", "1e9", "nan", "inf", "", "x", "Kh9d2c", "bigo", "99999999999999999999"]
        ),
    ),
    max_size=3,
)


@settings(max_examples=40)
@given(st.lists(WORDS.filter(lambda word: "\0" not in word and "\udc80" not in word), max_size=4), OPTIONS)
def test_any_command_line_ends_well(hands, options):
    arguments = [*hands, *(part for option in options for part in option)]
    done = run("equity", *arguments)
    assert done.returncode in (0, 2)
    if done.returncode == 2:
        check_refusal(done)
    assert "nan" not in done.stdout.lower()
