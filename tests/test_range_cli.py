"""Ranges on the command line: what is answered, what is refused and where, and what a warm answer loads."""

import csv
import io
import json
import subprocess
import sys

import pytest

from equity import calculate
from tests.commands import ROOT, check_refusal, output, run
from tests.test_cache import modules


def answer(*arguments: str, **environment: str) -> dict:
    return json.loads(output(*arguments, "--json", **environment))


@pytest.mark.parametrize(
    "arguments",
    [
        ("AA$ds", "vs", "KK"),
        ("AA$ds vs KK",),
        (" AA$ds ", "VERSUS", "\tKK"),
    ],
)
def test_a_range_against_a_range(arguments: tuple[str, ...]) -> None:
    found = answer(*arguments, "--game", "omaha", "--samples", "20000", "--seed", "3")
    assert [player["hand"] for player in found["players"]] == ["AA$ds", "KK"]
    assert (found["method"], found["samples"], found["seed"]) == ("monte-carlo", 20000, 3)
    expected = calculate(["AA$ds", "KK"], game="omaha", samples=20000, seed=3).to_dict()
    assert {**found, "seconds": 0, "players": None} == {**expected, "seconds": 0, "players": None}
    assert found["players"] == expected["players"]


def test_a_union_against_random_on_a_board() -> None:
    arguments = ("AA,KK$ds", "random", "-b", "Kh9d2c4c5c", "-g", "omaha")
    found = answer(*arguments)
    expected = calculate(["AA,KK$ds", "random"], board="Kh9d2c4c5c", game="omaha").to_dict()
    assert {**found, "seconds": 0} == json.loads(json.dumps({**expected, "seconds": 0}))
    assert found["method"] == "exact"
    assert found["players"][0]["hand"] == "AA,KK$ds"
    assert found["players"][0]["counts"]["scoop"] > 0
    # A range alone plays against random, too.
    alone = answer("AA,KK$ds", *arguments[2:])
    assert {**alone, "seconds": 0} == {**found, "seconds": 0}


def test_table() -> None:
    lines = output("AA,KK$ds", "QQ!xx", "-b", "Kh9d2c4c").split("\n")
    assert lines[0] == "Omaha hi/lo (omaha8), board Kh9d2c4c"
    assert [line.split()[0] for line in lines[2:4]] == ["AA,KK$ds", "QQ!xx"]
    assert lines[4].startswith("exact: ")
    alone = output("AA$ds", "-b", "Kh9d2c4c5c")
    assert "AA$ds alone plays against a random hand" in alone


def test_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(output("AA,KK$ds", "QQ", "-b", "Kh9d2c4c", "--csv"))))
    assert [row["hand"] for row in rows] == ["AA,KK$ds", "QQ"]
    assert (rows[0]["method"], rows[0]["samples"], rows[0]["standard_error"]) == ("exact", "", "0.0")


@pytest.mark.parametrize(
    ("hand", "told", "method"),
    [
        ("AA,KK$ds", "AA,KK$ds", "exact"),
        ("  aa , kk $DS", "aa , kk $DS", "exact"),
        ("AA@50,KK@20", "AA@50,KK@20", "exact"),
        ("A[K,Q]{*x*y}", "A[K,Q]{*x*y}", "exact"),
        ("AK,*:xx!RR", "AK,*:xx!RR", "exact"),
        ("AhKh**", "AhKh**", "exact"),
        ("A♠A♥", "A♠A♥", None),
        ("AsKs,QsJs", "AsKsQsJs", "exact"),
        ("AsAhKsKh,QsQhJsJh", "AsAhKsKh,QsQhJsJh", "exact"),
        ("*", "random", "exact"),
    ],
)
def test_the_hand_is_told_as_typed(hand: str, told: str, method: str | None) -> None:
    arguments = (hand, "Ah2s3h4s" if hand != "AhKh**" else "As2s3h4s", "-b", "Kc9d2c4c5c", "-g", "omaha8")
    if method is None:  # two cards written out are no range without stars
        assert "as a range it is A♠A♥**" in check_refusal(run(*arguments))
        return
    found = answer(*arguments)
    assert (found["players"][0]["hand"], found["method"]) == (told, method)


@pytest.mark.parametrize(
    ("environment", "arguments", "game"),
    [
        ("", ["AA", "KK"], "omaha8"),
        ("", ["AA", "AsKs9h8h2d"], "bigo"),
        ("", ["AA", "KK", "-g", "courchevel"], "courchevel"),
        ("plo5", ["AA", "KK"], "omaha5"),
        ("plo5", ["AA", "AsKs9h8h"], "omaha"),
    ],
)
def test_default_game(environment: str, arguments: list[str], game: str) -> None:
    found = answer(*arguments, "--samples", "9", OMAHA_EQUITY_GAME=environment)
    assert found["game"] == game


REFUSALS = [
    ("AAAA<A>", '"AAAAA" has 5 cards; a hand has 4 here'),
    ("AA<0>", '"0" is no rank'),
    ("<TT-76>", "no ends of a span"),
    ("Q+<Q>", '"Q" follows "+"'),
    ("9876<5>-", '"98765" has 5 cards'),
    ("[2s,Jc,T<J>]", "a second card in one item of a list"),
    ("<155%>", "a percent is a whole number from 1 to 100"),
    ("30%<+>50%", '"+" follows "30%"'),
    ("<+>", '"+" starts no range'),
    ("(<)>", 'nothing stands between "(" and ")"'),
    ("As,<,>Ks", 'nothing stands between "," and ","'),
    ("Kc<!>", 'nothing follows "!"'),
    ("AA<@0>", "a weight is a whole number from 1 to 100"),
    ("AA@50,<KK>", "all parts of a union carry a weight or none does"),
    ("KK<$qq>", "there is no macro $qq"),
    ("<(>AA,KK", '"(" is never closed'),
    ("{AA<)>", '")" follows "A"'),
]
"""The fault in brackets, and what is said of it."""


@pytest.mark.parametrize(
    ("marked", "message", "place"), [(*refusal, 1 + i % 2) for i, refusal in enumerate(REFUSALS)]
)
def test_refusals(marked: str, message: str, place: int) -> None:
    before, rest = marked.split("<")
    fault, after = rest.split(">")
    hands = [before + fault + after, "random"][:: 1 if place == 1 else -1]
    lines = check_refusal(run(*hands, "--game", "omaha")).split("\n")
    assert lines[0].startswith(f"Error: hand {place}: ")
    assert message in lines[0]
    assert lines[1:3] == [f"  {before}{fault}{after}", "  " + " " * len(before) + "^" * len(fault)]


def test_long_ranges_are_shortened_round_the_fault() -> None:
    lines = check_refusal(run("AA,KK," * 300 + "QQ$qq" + ",JJ" * 300)).split("\n")
    assert lines[1][lines[2].index("^") :].startswith("$qq")
    assert len(lines[1]) < 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsKs**", "random", "-b", "As9d2c"], "the range AsKs** is empty here"),
        (["AA", "AsAhAdKs"], "the range AA is empty here"),
        (["AA", "KK", "-d", "KsKhKd"], "the range KK is empty here"),
        (["AA!AA", "KK"], "the range AA!AA holds no hand"),
        (["AAA", "AAA", "-b", "Kh9d2c"], "dealt together"),
        (["AAA", "AAA", "--samples", "100"], "dealt together"),
        (["AsKs", "random", "-g", "omaha"], "as a range it is AsKs**"),
        (["AA", "KK", "--exact", "--samples", "5"], "exact and samples contradict"),
        (["AA", "KK", "--exact"], "leave exact out, and it is sampled"),
    ],
)
def test_what_cannot_be_answered(arguments: list[str], message: str) -> None:
    assert message in check_refusal(run(*arguments))


@pytest.mark.parametrize(
    "arguments",
    [
        ("AA$ds", "vs", "KK", "--samples", "1000"),
        ("AA,KK$ds", "random", "-b", "Kh9d2c4c5c", "--json"),
        ("AAKK$ds@3,QQJJ$ds@5", "AsKs9h8h", "--csv"),
    ],
)
def test_a_warm_answer_loads_neither_numba_nor_numpy(arguments: tuple[str, ...]) -> None:
    output(*arguments)
    loaded = modules(*arguments)
    assert "llvmlite" in loaded
    assert not loaded & {"numba", "numpy", "rich"}


@pytest.mark.parametrize("hands", [("AA", "KK$qq"), ("AAAAA",), ("AsKs", "random"), ("AA", "KK", "-b", "2c")])
def test_refusals_load_no_engine(hands: tuple[str, ...]) -> None:
    """Whatever can be seen without expanding a range costs no more than any other refusal."""
    code = f"import sys; sys.argv = {['omaha-equity', *hands]!r}; import equity.cli.main as main\n"
    code += "main._leave = lambda status: print(status, *sys.modules)\nmain.main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    status, *loaded = done.stdout.split()
    assert status == "2"
    assert not {name.split(".")[0] for name in loaded} & {"numba", "numpy", "llvmlite", "rich"}
