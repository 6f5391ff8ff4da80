"""An answer taken apart: the parts are the right hands, and together they are the whole answer."""

import json
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from equity import EquityError, Range, calculate, calculate_breakdown, cards
from equity.breakdown import MADE_HAND, SUITS, Breakdown
from equity.games import find_game
from equity.result import Result
from tests.commands import check_refusal, on_a_terminal, output, run
from tests.reference import POT, best_high, best_low, split

FEW_LEFT = "2s2h2d3s3h3d4s4h4d5s5h5d6s6h6d7s7h7d8s8c8dTsThTd"
"""Dead cards that leave few hands to random ones."""

CATEGORIES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush",
)  # fmt: skip
SUITED = ("rainbow", "single-suited", "double-suited", "triple-suited")
ONE_SUITED = ("single-suited, three of one suit", "single-suited")
SHARES = ("equity", "hi", "lo", "scoop", "quartered", "hi_win", "hi_tie", "lo_win", "lo_tie")


def held_by(text: str, game: str) -> dict[str, int]:
    """The hands of a range, or the one written out, with their weights."""
    hole, low = find_game(game).hole, find_game(game).low
    if len(split(text)) == hole and all(card in cards.NAMES for card in split(text)):
        return {text: 1}
    held = Range.parse(text, hole, low=low)
    return dict(zip(held, held.hands().weights, strict=True))


def suit_name(hand: str) -> str:
    counts = Counter(hand[1::2])
    suited, most = sum(count > 1 for count in counts.values()), max(counts.values())
    if most == len(hand) // 2:
        return "all of one suit"
    name = SUITED[suited]
    return name if most <= 2 else f"{name}, {('three', 'four', 'five')[most - 3]} of one suit"


def naive_parts(
    first: str, second: str, game: str, board: str = "", dead: str = ""
) -> dict[str, tuple[Fraction, Fraction | None]]:
    """How often each class of the second range is dealt; on a full board the first one's equity too."""
    lying, low = split(board), find_game(game).low
    gone = {*lying, *split(dead)}
    weights: Counter[str] = Counter()
    won: Counter[str] = Counter()
    pairs = product(held_by(first, game).items(), held_by(second, game).items())
    for (mine, my_weight), (theirs, their_weight) in pairs:
        if len({*split(mine), *split(theirs)} | gone) < len(mine + theirs) // 2 + len(gone):
            continue
        name = CATEGORIES[best_high(split(theirs), lying)[0]] if lying else suit_name(theirs)
        weights[name] += my_weight * their_weight
        if len(lying) == 5:
            won[name] += my_weight * their_weight * share(split(mine), split(theirs), lying, low)
    whole = sum(weights.values())
    return {
        name: (Fraction(weight, whole), Fraction(won[name], weight * POT) if len(lying) == 5 else None)
        for name, weight in weights.items()
    }


def share(mine: tuple[str, ...], theirs: tuple[str, ...], board: tuple[str, ...], low: bool) -> int:
    """What the first hand wins of POT."""
    highs = [best_high(hand, board) for hand in (mine, theirs)]
    lows = [best_low(hand, board) if low else None for hand in (mine, theirs)]
    best = min((value for value in lows if value), default=None)
    pot = POT // 2 if best else POT
    won = pot // highs.count(max(highs)) if highs[0] == max(highs) else 0
    return won + (POT // 2 // lows.count(best) if best and lows[0] == best else 0)


def check_recombined(whole: Result, parts: Breakdown) -> None:
    """The classes part the opponent's hands: shares are their means, and counts their sums."""
    assert sum(part.frequency for part in parts.parts) == pytest.approx(1, abs=1e-12)
    assert len({part.name for part in parts.parts}) == len(parts.parts) > 0
    first = whole.players[0]
    for part in parts.parts:
        assert part.frequency > 0
        assert (part.player.hand, part.exact, part.player.standard_error) == (first.hand, True, 0)
    for name in SHARES:
        mean = sum(part.frequency * getattr(part.player, name) for part in parts.parts)
        assert mean == pytest.approx(getattr(first, name), abs=1e-12), name
    counts = [part.player.counts for part in parts.parts]
    assert tuple(map(sum, zip(*counts, strict=True))) == first.counts
    assert parts.opponent == whole.players[1].hand


WHOLES = {
    "a flop, hi/lo": (["As2s3hKd", "JJ99,QJT9$ds"], "Kh9d2c", "", "omaha8"),
    "a flop with random": (["AsKs9h8h", "random"], "Kh9d2c", FEW_LEFT, "omaha"),
    "a turn, ranges, weights": (["AAJJ$ds@3,KQJT$ds@7", "KKTT@2,9987$ds@5"], "Kh9d2c7d", "AcQd", "omaha8"),
    "a turn, five cards": (["As2s3hKd9c", "AAKKQ"], "Kh9d2c7s", "", "bigo"),
    "a river, a range against a hand": (["AA$ds", "KdKsQhJh"], "Kh9d2c7s7d", "", "omaha"),
    "a river, random first": (["random", "AAKK,9922"], "Kh9d2c7s7d", "", "omaha8"),
    "before the flop, one hand": (["AsKs9h8h", "QdQcJhTh"], "", "", "omaha"),
    "before the flop, few hands": (["AsKs9h8h", "QsQhJsJh@3,QQJJ:Qd:Jc@1,QsJsTs7s@9"], "", "7h", "omaha8"),
    "a door card": (["AsKs9h8h2d", "QQJJT:Qs:Js:Ts"], "Kd", "QcJc", "courchevel"),
}


@pytest.mark.parametrize(("hands", "board", "dead", "game"), WHOLES.values(), ids=WHOLES)
def test_the_parts_are_the_whole(hands: list[str], board: str, dead: str, game: str) -> None:
    spot = {"board": board, "dead": dead, "game": game, "exact": True}
    whole, parts = calculate(hands, **spot), calculate_breakdown(hands, **spot)
    check_recombined(whole, parts)
    assert parts.by == (MADE_HAND if len(board) >= 6 else SUITS)
    if "random" not in hands:
        lying, gone = (board, dead) if parts.by == MADE_HAND else ("", dead + board)
        naive = naive_parts(*hands, game, lying, gone)
        assert {part.name: part.frequency for part in parts.parts} == pytest.approx(
            {name: float(frequency) for name, (frequency, _) in naive.items()}, abs=1e-12
        )


RIVERS = [
    # Straight flushes to high cards; a low on the board for both.
    (["AsAhKdKc", "8s7s*c*d,As2s*h3d,Ks*d7c2c"], "6s5s4s2hTh", "omaha8"),
    (["AAKK$ds@9,KKQQ$ds@4", "QJT7$ds@3,AK[2,3]9$ds@8"], "Kh9d8c4s2d", "omaha"),
    (["As2s3hKd9c", "A23KK@2,66554@5,7h6h***:AK:Td@1"], "8h5h4dQhJc", "bigo"),
    (["Ad2c3hKdQs9c", "8c7c6cAsTd4s,AsAhKhKc9h9d,5s5h5cJdJsTc,AcJsTs9s8s2s"], "5d6h7sKs3d", "omaha6-8"),
]


@pytest.mark.parametrize(("hands", "board", "game"), RIVERS)
def test_classes_and_equities_on_a_full_board_one_by_one(hands: list[str], board: str, game: str) -> None:
    parts = calculate_breakdown(hands, board=board, game=game)
    naive = naive_parts(*hands, game, board)
    assert [part.name for part in parts.parts] == [name for name in reversed(CATEGORIES) if name in naive]
    assert len(parts.parts) >= 2
    for part in parts.parts:
        frequency, equity = naive[part.name]
        assert part.frequency == pytest.approx(float(frequency), abs=1e-12)
        assert part.player.equity == pytest.approx(float(equity or 0), abs=1e-12)


@pytest.mark.parametrize(
    ("second", "game", "names"),
    [
        ("AA[K,Q]*", "omaha", ["double-suited", *ONE_SUITED, "rainbow"]),
        ("[A,K][Q,J][T,9][8,7]", "omaha8", ["double-suited", "all of one suit", *ONE_SUITED, "rainbow"]),
        ("AAKQ[J,T]", "omaha5", [
            "double-suited, three of one suit", "double-suited",
            "single-suited, four of one suit", *ONE_SUITED,
        ]),
        ("AsAhKsKhQdJd,AsKsQsAhKhJc,AsKsQsJcAhKh,AsKsQsThJhTd,AsKsAhKhQdJc,9c8cAcKcQcJc", "omaha6", [
            "triple-suited", "double-suited, three of one suit", "double-suited", "all of one suit",
        ]),
    ],
)  # fmt: skip
def test_suits_before_the_flop(second: str, game: str, names: list[str]) -> None:
    """Frequencies are exact where the answers are sampled."""
    first = {4: "As2s3h5d", 5: "As2s3h5d7c", 6: "2s3h5d7c7d8h"}[find_game(game).hole]
    parts = calculate_breakdown([first, second], game=game, samples=200)
    naive = naive_parts(first, second, game)
    assert parts.by == SUITS
    assert [part.name for part in parts.parts] == [name for name in names if name in naive]
    assert {part.name for part in parts.parts} == set(naive)
    for part in parts.parts:
        assert part.frequency == pytest.approx(float(naive[part.name][0]), abs=1e-12)
        assert not part.exact
        assert part.player.counts is None
        assert part.player.standard_error > 0


def test_a_part_is_the_answer_against_its_hands() -> None:
    """Each class is answered as if it were the whole range."""
    parts = calculate_breakdown(["AsKs9h8h", "QQ"], game="omaha", samples=2000, seed=5).parts
    by_name = {part.name: part.player for part in parts}
    alone = calculate(["AsKs9h8h", "QQ$ds"], game="omaha", samples=2000, seed=5).players[0]
    assert by_name["double-suited"] == alone


def test_weights_count() -> None:
    hands, board = "QQ$ds@{},JJ$ds@1", "QhTd2c"
    frequencies = {}
    for weight in (1, 50):
        parts = calculate_breakdown(["AsKs9h8h", hands.format(weight)], board=board, game="omaha").parts
        frequencies[weight] = {part.name: part.frequency for part in parts}
    few, many = (frequencies[weight]["three of a kind"] for weight in (1, 50))
    assert few / (1 - few) * 50 == pytest.approx(many / (1 - many), rel=0.3)
    assert many > 0.9 > few


def test_the_same_seed_gives_the_same_parts() -> None:
    def sampled(**options: int) -> Breakdown:
        return calculate_breakdown(["AA", "KK,QQ"], game="omaha8", samples=3000, **options)

    first = sampled(seed=3)
    assert first == sampled(seed=3) == sampled(seed=3, threads=1) == sampled(seed=3, threads=2)
    assert first != sampled(seed=4)


def test_sampled_parts_are_near_the_exact_ones() -> None:
    spot = {"board": "Kh9d2c", "game": "omaha8"}
    hands = ["As2s3hKd", "JJ99,QJT9"]
    exact = calculate_breakdown(hands, **spot).parts
    sampled = calculate_breakdown(hands, samples=20_000, **spot).parts
    for truth, guess in zip(exact, sampled, strict=True):
        assert (truth.name, truth.frequency) == (guess.name, guess.frequency)
        assert (truth.exact, guess.exact) == (True, False)
        assert abs(truth.player.equity - guess.player.equity) < 5 * guess.player.standard_error


def test_ranges_are_values_too() -> None:
    written = calculate_breakdown("AsKs9h8h vs JJ,TT", board="Kh9d2c5s", game="omaha")
    values = [Range.parse("AsKs9h8h", low=False), Range.parse("JJ,TT", low=False)]
    assert calculate_breakdown(values, board="Kh9d2c5s", game="omaha") == written
    alone = calculate_breakdown("AsKs9h8h", board="Kh9d2c5s7d", game="omaha")
    assert alone.opponent == "random"


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        (["AsKs9h8h", "AA", "KK"], {}, "a breakdown is of one opponent's hands, and there are 2; give two"),
        (["AsKs9h8h", "AsAh**"], {"board": "Ah2c3d"}, "the range AsAh.* is empty here"),
        (["AsKs9h8h", "AA"], {"board": "Kd2c"}, "the board has 2 cards"),
        (["AsKs9h8h", "AA"], {"exact": True, "samples": 5}, "exact and samples contradict"),
    ],
)
def test_what_cannot_be_taken_apart(hands: list[str], options: dict, message: str) -> None:
    with pytest.raises(EquityError, match=message):
        calculate_breakdown(hands, **options)


# The command.

TURN = ("AsKs9h8h", "JJ,TT,99", "-b", "Kh9d2c5s", "-g", "omaha")


def test_table() -> None:
    lines = output(*TURN, "--breakdown").split("\n")
    assert lines[:4] == output(*TURN).split("\n")[:4]
    assert lines[5:7] == ["", "AsKs9h8h against JJ,TT,99, by made hand"]
    assert lines[7].split() == ["made", "hand", "frequency", "equity", "win", "tie"]
    parts = calculate_breakdown(TURN[:2], board="Kh9d2c5s", game="omaha").parts
    for line, part in zip(lines[8:-1], parts, strict=True):
        numbers = (part.frequency, part.player.equity, part.player.hi_win, part.player.hi_tie)
        assert line.startswith(part.name)
        assert line.removeprefix(part.name).split() == [f"{100 * number:.2f}%" for number in numbers]
    hilo = output("AsKs9h8h", "JJ,TT", "--breakdown", "--samples", "500").split("\n")
    assert hilo[8].split() == ["suits", "frequency", "equity", "hi", "lo", "scoop"]
    assert hilo[-2].startswith("sampled in part: standard error ")
    assert "by made hand" in on_a_terminal([*TURN, "--breakdown"], NO_COLOR="1")


def test_json() -> None:
    answer = json.loads(output(*TURN, "--breakdown", "--json"))
    plain = json.loads(output(*TURN, "--json"))
    parts = answer.pop("breakdown")
    assert {**answer, "seconds": 0} == {**plain, "seconds": 0}
    expected = calculate_breakdown(TURN[:2], board="Kh9d2c5s", game="omaha").to_dict()
    assert parts == json.loads(json.dumps(expected))
    assert (parts["by"], parts["opponent"]) == ("made hand", "JJ,TT,99")
    assert list(parts["classes"][0]) == ["class", "frequency", "exact", *plain["players"][0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AsKs9h8h", "AA", "KK", "--breakdown"], "a breakdown is of one opponent's hands, and there are 2"),
        (["random", "random", "random", "--breakdown"], "a breakdown is of one opponent's hands"),
        ([*TURN, "--breakdown", "--csv"], "csv has a row a player and no breakdown; use --json for it"),
        (["AAA", "AAA", "-b", "Kh9d2c", "--breakdown"], "dealt together"),
    ],
)
def test_refusals(arguments: list[str], message: str) -> None:
    assert message in check_refusal(run(*arguments))


def test_ranges_that_cannot_be_dealt_together_have_no_parts():
    with pytest.raises(EquityError, match="cannot be dealt together"):
        calculate_breakdown(["AAA", "AAA"], board="Kh9d2c", game="omaha")


def test_ranges_too_large_are_refused_before_they_are_listed():
    with pytest.raises(EquityError, match="too large for a breakdown"):
        calculate_breakdown(["random", "random"], game="omaha6")
