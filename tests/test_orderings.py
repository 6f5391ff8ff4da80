"""Orderings of hands and the percent ranges that read them."""

from array import array
from collections import Counter
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest

from equity import EquityError, Range, calculate, cards
from equity.games import GAMES
from equity.ranges import orderings
from equity.ranges.orderings import KINDS, classes, hand_cards, hand_number, load, ordering_game, save

HANDS = comb(52, 4)
OWN = {game.name: game.hole for game in GAMES if ordering_game(game) is game}
"""The games that have orderings of their own, and how many cards their hands have."""

WANTED = [(kind, game) for kind in KINDS for game in OWN]
SHIPPED = [(kind, game) for kind, game in WANTED if (orderings.FOLDER / f"{kind}-{game}.bin").exists()]


def sizes(hole: int) -> np.ndarray:
    return np.frombuffer(classes(hole).sizes, np.uint8).astype(np.int64)


@cache
def values(kind: str, game: str) -> np.ndarray:
    """What each class is worth: an equity, or what a unit put in brings back."""
    ordering = load(kind, game, OWN[game])
    return np.array(ordering.values) / ordering.scale * KINDS[kind].most


@cache
def positions(kind: str, game: str) -> np.ndarray:
    return np.array(load(kind, game, OWN[game]).positions).astype(np.int64)


def mean(numbers: np.ndarray, weights: np.ndarray) -> float:
    return float(numbers @ weights / weights.sum())


def value(kind: str, game: str, hand: str) -> float:
    number = classes(OWN[game]).of_hand[hand_number(cards.parse_cards(hand, ""))]
    return load(kind, game, OWN[game]).value(number, kind)


# Classes.


@pytest.mark.parametrize(("hole", "count"), [(4, 16_432), (5, 134_459), (6, 962_988)])
def test_every_hand_is_of_a_class(hole: int, count: int) -> None:
    of_hand = np.frombuffer(classes(hole).of_hand, np.uint32)
    assert len(of_hand) == comb(52, hole)
    assert np.array_equal(np.bincount(of_hand), sizes(hole))
    assert len(sizes(hole)) == count
    assert set(sizes(hole)) <= {1, 4, 6, 12, 24}


def test_classes_are_hands_equal_up_to_suits() -> None:
    """The obvious name of a class is the lists of ranks of its suits, whichever suits they are."""
    named: dict[tuple, int] = {}
    for number in Random(1).sample(range(HANDS), 50_000):
        suits: list[list[int]] = [[], [], [], []]
        for card in hand_cards(number, 4):
            suits[card % 4].append(card // 4)
        kind = classes(4).of_hand[number]
        assert named.setdefault(tuple(map(tuple, sorted(suits))), kind) == kind
    assert len(named) == len(set(named.values())) > 13_000


def test_hands_have_numbers() -> None:
    assert hand_number((0, 1, 2, 3)) == hand_number((3, 1, 0, 2)) == 0
    for hole in (4, 5, 6):
        last = comb(52, hole) - 1
        assert hand_cards(last, hole) == tuple(range(52 - hole, 52))
        for number in (0, 1, 12_345, 99_999, last):
            assert hand_number(hand_cards(number, hole)) == number


# What is shipped.


@pytest.mark.parametrize(("kind", "game"), WANTED)
def test_all_are_shipped(kind: str, game: str) -> None:
    content = (orderings.FOLDER / f"{kind}-{game}.bin").read_bytes()
    assert len(content) == len(sizes(OWN[game])) * (4 if OWN[game] == 4 else 2)


@pytest.mark.parametrize(("kind", "game"), SHIPPED)
def test_positions_run_through_all_hands_from_the_best_value_down(kind: str, game: str) -> None:
    """Among equal values the class with the lower number comes first."""
    raw = np.array(load(kind, game, OWN[game]).values).astype(np.int64)
    order = np.lexsort((np.arange(len(raw)), -raw))
    assert np.array_equal(positions(kind, game)[order], np.cumsum(sizes(OWN[game])[order]))
    assert positions(kind, game).max() == comb(52, OWN[game])


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize("hand", ["AsAhKsKh", "AsKs9h8h", "2s2h2d2c"])
def test_four_card_values_are_exact_equities(hand: str, game: str) -> None:
    """Another method counts the same deals: one hand against random before the flop."""
    exact = calculate([hand], game=game, exact=True).players[0].equity
    assert value("vr", game, hand) == pytest.approx(exact, abs=1e-9)


SAMPLED = {"omaha5": ["AsAhKsKh9d", "7s6h5d4c2c"], "omaha6": ["JsTs9h8h4d2c"]}
"""A few: an exact answer takes a second with five cards and several with six. A hand of Big O is
in tests/test_holding.py."""


@pytest.mark.parametrize("game", [game for game in SAMPLED if ("vr", game) in SHIPPED])
def test_sampled_values_are_near_exact_equities(game: str) -> None:
    for hand in SAMPLED[game]:
        exact = calculate([hand], game=game, exact=True).players[0].equity
        assert abs(value("vr", game, hand) - exact) <= 5 * KINDS["vr"].errors[OWN[game]]


@pytest.mark.parametrize("game", [game for kind, game in SHIPPED if kind == "vr"])
def test_the_mean_against_random_is_a_half(game: str) -> None:
    """What one of two random hands wins the other loses. The errors of sampled values nearly
    cancel in the mean of so many classes."""
    error = KINDS["vr"].errors[OWN[game]] / 20
    assert mean(values("vr", game), sizes(OWN[game])) == pytest.approx(0.5, abs=max(error, 1e-9))


@pytest.mark.parametrize("game", [game for kind, game in SHIPPED if kind == "6h"])
def test_who_goes_on_six_handed_brings_back_what_was_put_in(game: str) -> None:
    """The units of those who go on, and nothing else, are shared out, so the mean over them is
    exactly one. The classes taken here are the best third by the last pass instead of by the one
    before it, which differ by some whose values are hardly to be told apart."""
    hole = OWN[game]
    going_on = positions("6h", game) * 3 <= comb(52, hole)
    found = mean(values("6h", game)[going_on], sizes(hole)[going_on])
    assert found == pytest.approx(1, abs=KINDS["6h"].errors[hole] / 4)
    # Who stays out would lose by going on, and nobody brings back more than all six put in.
    assert mean(values("6h", game)[~going_on], sizes(hole)[~going_on]) < 0.95
    assert values("6h", game).min() > 0
    assert values("6h", game).max() < 2


@pytest.mark.parametrize("game", [game for kind, game in SHIPPED if kind == "6h" and ("vr", game) in SHIPPED])
def test_the_kinds_agree_on_most_hands(game: str) -> None:
    weights = sizes(OWN[game])
    both = (positions("6h", game) * 3 <= weights.sum()) & (positions("vr", game) * 3 <= weights.sum())
    assert 0.7 < 3 * weights[both].sum() / weights.sum() < 1


# Percent ranges.


@pytest.mark.parametrize(("kind", "game"), SHIPPED)
def test_a_percent_is_the_longest_run_of_whole_classes(kind: str, game: str) -> None:
    hole, hands = OWN[game], comb(52, OWN[game])
    low = next(other for other in GAMES if other.name == game).low
    for percent in (1, 15, 50, 99) if hole < 6 else (15,):
        fitting = positions(kind, game) * 100 <= percent * hands
        held = Range.parse(f"{percent}%{kind}", hole, low=low)
        assert len(held) == positions(kind, game)[fitting].max() == sizes(hole)[fitting].sum()


def test_the_six_handed_ordering_is_the_default() -> None:
    assert Range.parse("15%").weights == Range.parse("15%6h").weights
    assert Range.parse("15%").weights != Range.parse("15%vr").weights
    assert Range.parse("15%").weights != Range.parse("15%", low=False).weights


@pytest.mark.parametrize("kind", KINDS)
def test_percents_nest_and_part(kind: str) -> None:
    ten, five = (Range.parse(f"{percent}%{kind}", low=False) for percent in (10, 5))
    between = Range.parse(f"6%-10%{kind}", low=False)
    assert len(five - ten) == 0
    assert len(between & five) == 0
    assert between.weights == (ten - five).weights
    assert len(Range.parse(f"100%{kind}", low=False)) == HANDS
    assert "AsAhKsKh" in Range.parse(f"1%{kind}", low=False)


def test_a_percent_holds_all_hands_of_a_class_or_none() -> None:
    held = Counter(zip(classes(4).of_hand, Range.parse("23%").weights, strict=True))
    assert len(held) == len(classes(4).sizes)


def test_percents_in_an_answer() -> None:
    result = calculate(["AA", "15%vr"], board="Kh9d2c", game="omaha")
    assert result.method == "exact"
    assert result.players[1].hand == "15%vr"
    assert calculate(["AA", "15%"], game="omaha8", samples=1000).players[0].equity > 0.4


@pytest.mark.parametrize(("game", "own"), [("courchevel", "omaha5"), ("courchevel8", "bigo")])
def test_courchevel_has_the_ordering_of_five_cards(game: str, own: str) -> None:
    assert ordering_game(next(other for other in GAMES if other.name == game)).name == own
    if ("6h", own) in SHIPPED:
        answers = [
            calculate(["AsAhKsKh9d", "10%"], board="Qs7d2c4h", game=name).players[0] for name in (game, own)
        ]
        assert answers[0] == answers[1]


@pytest.fixture
def folder(tmp_path, monkeypatch: pytest.MonkeyPatch):
    """An empty folder in the place of the shipped orderings."""
    monkeypatch.setattr(orderings, "FOLDER", tmp_path / "orderings")
    load.cache_clear()
    yield tmp_path / "orderings"
    load.cache_clear()


def test_what_is_not_shipped_is_refused(folder) -> None:
    with pytest.raises(EquityError, match=r"^no vr ordering of bigo hands is shipped for percent ranges$"):
        calculate(["15%vr", "AA"], game="bigo")
    save([0.5] * 16_432, "vr", "omaha", "I")
    with pytest.raises(EquityError, match=r"no 6h ordering of omaha hands is shipped.*write vr after.*15%vr"):
        calculate(["15%", "AA"], game="omaha")


@pytest.mark.parametrize("typecode", "HI")
@pytest.mark.parametrize("kind", KINDS)
def test_orderings_are_written_and_read_again(folder, kind: str, typecode: str) -> None:
    """From the best value down, and among equal ones in the order of the classes."""
    most = KINDS[kind].most
    written = [most * (kind_number % 1000) / 999 for kind_number in range(16_432)]
    save(written, kind, "omaha", typecode)
    size = array(typecode).itemsize
    content = (folder / f"{kind}-omaha.bin").read_bytes()
    assert len(content) == 16_432 * size
    assert content[999 * size : 1000 * size] == b"\xff" * size
    assert int.from_bytes(content[size : 2 * size], "little") == round((256**size - 1) / 999)
    found = load(kind, "omaha", 4)
    assert [found.value(number, kind) for number in range(16_432)] == pytest.approx(written, abs=most * 1e-5)
    order = sorted(range(16_432), key=lambda number: (-(number % 1000), number))
    reached = 0
    for number in order:
        reached += classes(4).sizes[number]
        assert found.positions[number] == reached
    assert reached == HANDS


def test_values_that_differ_in_either_half_are_ranked(folder) -> None:
    """The sort goes by halves of 16 bits; whole numbers are told apart by both."""
    scale = 2**32 - 1
    wanted = [(number * 2_654_435_761) % 2**32 for number in range(16_432)]
    wanted[:6] = [0, scale, 0xFFFF, 0x10000, 0xFFFF0000, 0xFFFE_FFFF]
    save([number / scale for number in wanted], "vr", "omaha", "I")
    found = load("vr", "omaha", 4)
    assert list(found.values) == wanted
    order = sorted(range(16_432), key=lambda number: (-wanted[number], number))
    assert sorted(range(16_432), key=found.positions.__getitem__) == order


def test_hands_of_a_class_are_worth_the_same() -> None:
    for hand, like in (("2s2hAsAh", "2h2dAhAd"), ("2s2hAsAh", "2d2cAdAc")):
        assert value("6h", "omaha", hand) == value("6h", "omaha", like)
    assert value("6h", "omaha", "2s2hAsAh") != value("6h", "omaha", "2s2hAsAd")


def test_a_damaged_file_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(orderings, "FOLDER", tmp_path)
    (tmp_path / "vr-omaha.bin").write_bytes(b"1234")
    load.cache_clear()
    try:
        with pytest.raises(EquityError, match="vr ordering of omaha hands is damaged"):
            load("vr", "omaha", 4)
    finally:
        load.cache_clear()
