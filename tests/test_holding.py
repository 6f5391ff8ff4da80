"""A starting hand by itself: its shape, its place among all hands, and omaha-equity hand."""

import json
import shlex
from itertools import pairwise, permutations
from math import ceil, comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity import EquityError, Range, calculate, cards, describe
from equity.games import GAMES
from equity.ranges import orderings
from equity.ranges.orderings import KINDS, classes, hand_number, ordering_game
from equity.shape import groups_in_words, ranks_in_words, shape_of, suit_class, suits_in_words
from tests.commands import check_refusal, on_a_terminal, output, run
from tests.reference import STACKED_DECKS
from tests.test_cache import modules

HANDS = st.sampled_from([*STACKED_DECKS.values()]).flatmap(
    lambda deck: st.lists(st.sampled_from(deck), min_size=4, max_size=6, unique=True)
)
"""Hands of four to six cards, such as ["As", "Kd", "9h", "8h"]."""


EXACT_EXAMPLE = ["hand", "AsKsQh9h8d", "--exact"]


def is_shipped(hole: int) -> bool:
    """Whether all orderings of hands of so many cards are there."""
    games = [game.name for game in GAMES if game.hole == hole and ordering_game(game) is game]
    return all((orderings.FOLDER / f"{kind}-{name}.bin").exists() for kind in KINDS for name in games)


needs_five = pytest.mark.skipif(not is_shipped(5), reason="no orderings of five-card hands are shipped")
needs_six = pytest.mark.skipif(not is_shipped(6), reason="no orderings of six-card hands are shipped")


def numbers(hand: list[str]) -> tuple[int, ...]:
    return cards.parse_cards("".join(hand), "")


# The shape.


@given(HANDS)
def test_suits(hand: list[str]) -> None:
    held = "".join(card[1] for card in hand)
    shape = shape_of(numbers(hand))
    assert list(shape.suits) == sorted((held.count(suit) for suit in set(held)), reverse=True)
    suited = sum(held.count(suit) > 1 for suit in "shdc")
    most = max(map(held.count, "shdc"))
    name = ["rainbow", "single-suited", "double-suited", "triple-suited"][suited]
    if most == len(hand):
        name = "all of one suit"
    elif most > 2:
        name += f", {['three', 'four', 'five'][most - 3]} of one suit"
    assert shape.suit_class == suit_class(suited, most, len(hand)) == name


@given(HANDS)
def test_groups_and_lows(hand: list[str]) -> None:
    held = "".join(card[0] for card in hand)
    shape = shape_of(numbers(hand))
    groups = [(rank, held.count(rank)) for rank in "AKQJT98765432" if held.count(rank) > 1]
    assert [(cards.RANKS[rank], count) for rank, count in shape.groups] == groups
    assert "".join(cards.RANKS[rank] for rank in shape.lows) == "".join(
        rank for rank in "A2345678" if rank in held
    )


@given(HANDS)
def test_ranks_and_what_is_missing_between(hand: list[str]) -> None:
    """The ace is put above the king and below the deuce; the narrower row is the shape's."""
    held = {card[0] for card in hand}
    rows = []
    for ladder in ("AKQJT98765432", "KQJT98765432A"):
        places = [place for place, rank in enumerate(ladder) if rank in held]
        row = [ladder[place] for place in places]
        missing = [later - place - 1 for place, later in pairwise(places)]
        rows.append((sum(missing), row, missing))
    total, row, missing = min(rows, key=lambda found: found[0])
    shape = shape_of(numbers(hand))
    assert ([cards.RANKS[rank] for rank in shape.ranks], list(shape.missing)) == (row, missing)
    assert shape.is_rundown == (len(held) == len(hand) and total <= 2)


@given(HANDS)
def test_a_shape_is_that_of_any_suits_and_any_order(hand: list[str]) -> None:
    shape = shape_of(numbers(hand))
    for suits in permutations("shdc"):
        other = [card[0] + suits["shdc".index(card[1])] for card in reversed(hand)]
        assert shape_of(numbers(other)) == shape


@given(HANDS)
def test_words_are_written_for_every_hand(hand: list[str]) -> None:
    held = numbers(hand)
    shape = shape_of(held)
    assert suits_in_words(held).startswith(shape.suit_class)
    assert suits_in_words(held).count(" to the ") == sum(count > 1 for count in shape.suits)
    assert groups_in_words(shape).count("s") >= len(shape.groups)
    assert ranks_in_words(shape).count(" missing ") == (
        0 if shape.is_rundown else sum(missing > 0 for missing in shape.missing)
    )


@pytest.mark.parametrize(
    ("hand", "suits", "pairs", "ranks"),
    [
        (
            "AsKs9h8h",
            "double-suited: spades to the ace, hearts to the nine",
            "no pair",
            "A-K-9-8: 3 ranks missing between king and nine",
        ),
        (
            "AsAhKsKh",
            "double-suited: spades to the ace, hearts to the ace",
            "a pair of aces and a pair of kings",
            "A-K without a gap",
        ),
        ("JsTh8d7c", "rainbow", "no pair", "a rundown with one gap: J-T-8-7"),
        ("JsTh9d8c", "rainbow", "no pair", "a rundown without a gap: J-T-9-8"),
        ("QsTh9d7s", "single-suited: spades to the queen", "no pair", "a rundown with two gaps: Q-T-9-7"),
        ("As2s3h4d", "single-suited: spades to the ace", "no pair", "a rundown without a gap: 4-3-2-A"),
        ("AsKhQd2c", "rainbow", "no pair", "A-K-Q-2: 9 ranks missing between queen and deuce"),
        (
            "As7h4d2c",
            "rainbow",
            "no pair",
            "7-4-2-A: 2 ranks missing between seven and four and 1 rank missing between four and deuce",
        ),
        ("6s6h6d6c", "rainbow", "four sixes", "6 alone"),
        (
            "2s2h2dAs",
            "single-suited: spades to the ace",
            "three deuces",
            "2-A without a gap",
        ),
        (
            "AsKsQs2h3d",
            "single-suited, three of one suit: spades to the ace",
            "no pair",
            "A-K-Q-3-2: 8 ranks missing between queen and three",
        ),
        (
            "AsKs9s8s",
            "all of one suit: spades to the ace",
            "no pair",
            "A-K-9-8: 3 ranks missing between king and nine",
        ),
        (
            "9d8d7c6c5h4h",
            "triple-suited: diamonds to the nine, clubs to the seven, hearts to the five",
            "no pair",
            "a rundown without a gap: 9-8-7-6-5-4",
        ),
        (
            "AsAhQsQhJd9c",
            "double-suited: spades to the ace, hearts to the ace",
            "a pair of aces and a pair of queens",
            "A-Q-J-9: 1 rank missing between ace and queen and 1 rank missing between jack and nine",
        ),
    ],
)
def test_words(hand: str, suits: str, pairs: str, ranks: str) -> None:
    held = cards.parse_cards(hand, "")
    shape = shape_of(held)
    assert (suits_in_words(held), groups_in_words(shape), ranks_in_words(shape)) == (suits, pairs, ranks)


# Its place.


@given(HANDS)
def test_hands_alike(hand: list[str]) -> None:
    """As many as different hands come of exchanging suits."""
    alike = {
        frozenset(card[0] + suits["shdc".index(card[1])] for card in hand) for suits in permutations("shdc")
    }
    kinds = classes(len(hand))
    assert kinds.sizes[kinds.of_hand[hand_number(numbers(hand))]] == len(alike)
    if len(hand) == 4:
        assert describe("".join(hand)).alike == len(alike)


@pytest.mark.parametrize("low", [True, False])
@pytest.mark.parametrize("hand", ["AsAh3s2h", "AsKs9h8h", "2s2h2d2c", "9s8h6d5c"])
def test_a_percent_holds_the_hand_from_its_place_on(hand: str, low: bool) -> None:
    holding = describe(hand, "omaha8" if low else "omaha")
    for standing in holding.standings[:2]:
        assert standing.percentile == 100 * standing.position / standing.of
        least = ceil(standing.percentile)
        assert hand in Range.parse(f"{least}%{standing.kind}", low=low)
        if least > 1:
            assert hand not in Range.parse(f"{least - 1}%{standing.kind}", low=low)


def test_four_cards() -> None:
    holding = describe("AsKs9h8h", "plo")
    assert (holding.game, holding.hand, holding.method, holding.alike) == ("omaha", "AsKs9h8h", "exact", 12)
    exact = calculate(["AsKs9h8h"], game="omaha", exact=True).players[0].equity
    assert holding.equity == pytest.approx(exact, abs=1e-9)
    assert holding.standard_error == 0
    assert [(standing.kind, standing.game) for standing in holding.standings] == [
        ("6h", "omaha"), ("vr", "omaha"), ("6h", "omaha8"), ("vr", "omaha8"),
    ]  # fmt: skip
    six_handed, versus = holding.standings[:2]
    assert (versus.value, versus.standard_error) == (holding.equity, 0)
    assert six_handed.standard_error == KINDS["6h"].errors[4]
    assert six_handed.of == comb(52, 4)
    assert describe("8h9hKsAs", "omaha")._replace(hand="") == holding._replace(hand="")
    # Asked for or not, what is exact already is not computed.
    assert describe("AsKs9h8h", "omaha", exact=True) == holding


def test_the_game_is_that_of_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    assert describe("AsKs9h8h").game == "omaha8"
    monkeypatch.setenv("OMAHA_EQUITY_GAME", "plo")
    assert describe("AsKs9h8h").game == "omaha"


@needs_five
def test_five_cards() -> None:
    holding = describe("AsKsQh9h8d", "omaha5")
    assert (holding.method, holding.standard_error) == ("monte-carlo", KINDS["vr"].errors[5])
    assert [standing.game for standing in holding.standings] == ["omaha5"] * 2 + ["bigo"] * 2
    courchevel = describe("AsKsQh9h8d", "courchevel")
    assert courchevel.game == "courchevel"
    assert courchevel._replace(game="omaha5") == holding


@needs_five
def test_exact() -> None:
    holding = describe("AsKsQh9h8d")
    done = run(*EXACT_EXAMPLE, "--json")  # an estimate above two seconds is told on stderr
    assert done.returncode == 0
    exact = json.loads(done.stdout)
    assert (exact["game"], exact["method"], exact["standard_error"]) == ("bigo", "exact", 0)
    assert 0 < abs(exact["equity"] - holding.equity) < 5 * holding.standard_error
    assert json.loads(json.dumps(holding.to_dict()["standings"])) == exact["standings"]


@needs_six
def test_six_cards() -> None:
    holding = describe("AsKsQhJhTd9d")
    assert (holding.game, holding.standings[0].of) == ("omaha6-8", comb(52, 6))
    assert (holding.alike, holding.standard_error) == (24, KINDS["vr"].errors[6])
    assert [standing.game for standing in holding.standings] == ["omaha6-8"] * 2 + ["omaha6"] * 2


@pytest.mark.parametrize(
    ("hand", "game", "message"),
    [
        ("AA", None, "a hand of written-out cards is told of here"),
        ("random", None, "a hand of written-out cards is told of here"),
        ("AsAs9h8h", None, "As appears twice"),
        ("AsKs9h", None, "the first hand has 3 cards"),
        ("AsKs9h8h", "bigo", "hand 1 has 4 cards; bigo hands have 5"),
        ("AsKs9h8h7", None, '"7" has no suit'),
        ("AsKs9h8h", "plpo", "did you mean plo"),
        ("", None, "is empty"),
        (None, None, "must be text"),
    ],
)
def test_what_is_no_hand_is_refused(hand: str, game: str | None, message: str) -> None:
    with pytest.raises(EquityError, match=message):
        describe(hand, game)


# The command.


def test_table() -> None:
    lines = output("hand", "AsKs9h8h", "-g", "omaha").split("\n")
    assert lines[:5] == [
        "Omaha (omaha), AsKs9h8h",
        "double-suited: spades to the ace, hearts to the nine",
        "no pair",
        "A-K-9-8: 3 ranks missing between king and nine",
        "equity against a random hand 58.80%",
    ]
    assert lines[5].split() == ["ordering", "game", "in", "the", "top", "place", "value"]
    assert lines[6].startswith("six-handed (6h)     omaha")
    assert lines[7].split() == [
        "versus", "random", "(vr)", "omaha", "9.24%", "25,002", "of", "270,725", "58.80%",
    ]  # fmt: skip
    assert lines[10] == "11 hands like it but for suits"
    assert lines[11].endswith("; written 15%")
    assert lines[12].endswith("; written 15%vr")
    # The only hand of its class, at the end of all.
    last = output("hand", "2s2h2d2c", "-g", "omaha")
    assert "no other hand like it but for suits" in last
    assert "270,725 of 270,725" in last
    assert "AsKs9h8h" in on_a_terminal(["hand", "AsKs9h8h"], NO_COLOR="1")


def test_json() -> None:
    answer = json.loads(output("hand", "As Ah, 3s 2h", "--json"))
    assert list(answer) == [
        "game", "hand", "equity", "standard_error", "method", "alike", "shape", "suits", "pairs", "ranks",
        "standings",
    ]  # fmt: skip
    assert answer == json.loads(json.dumps(describe("AsAh3s2h").to_dict()))
    assert answer["shape"] == {
        "suit_class": "double-suited",
        "suits": [2, 2],
        "groups": [{"rank": "A", "count": 2}],
        "ranks": "32A",
        "missing": [0, 0],
        "rundown": False,
        "lows": "A23",
    }
    assert answer["standings"][0]["position"] == 12  # the best class of all


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AA$ds"], "omaha-equity range counts the hands of a range"),
        (["AsKs"], "the first hand has 2 cards"),
        (["AsAs9h8h"], "As appears twice"),
        (["AsKs9h8h", "-g", "plo5"], "omaha5 hands have 5"),
        (["AsKs9h8h", "QdJdTc9c"], "unexpected extra argument"),
        ([], "Missing argument"),
        (["As\x1b[31mKs9h8h"], "\\x1b"),
    ],
)
def test_refusals(arguments: list[str], message: str) -> None:
    assert message in check_refusal(run("hand", *arguments))


def test_help_and_its_examples() -> None:
    text = output("hand", "--help")
    assert text == output("hand", "-h")
    assert text.startswith("Usage: omaha-equity hand [OPTIONS] HAND")
    assert "  hand " in output("--help")
    examples = [line for line in text.partition("Examples:")[2].split("\n") if "omaha-equity " in line]
    assert len(examples) >= 3
    commands = [shlex.split(line)[1:] for line in examples]
    commands.remove(EXACT_EXAMPLE)  # which test_exact runs
    for command in commands:
        assert run(*command).returncode == 0, command


def test_a_warm_answer_loads_neither_numba_nor_numpy() -> None:
    output("hand", "AsKs9h8h")
    loaded = modules("hand", "AsKs9h8h")
    assert "llvmlite" in loaded
    assert not loaded & {"numba", "numpy", "rich"}


def test_a_place_at_the_bottom_reads_as_one():
    shown = output("hand", "2s2h2d2c", "--game", "omaha")
    assert "100.00%" in shown
    assert "100.%" not in shown
