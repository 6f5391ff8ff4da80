"""Orderings of hands and the percent ranges that read them."""

from array import array
from collections import Counter
from math import comb

import pytest

from equity import EquityError, Range, calculate, cards
from equity.ranges import orderings
from equity.ranges.orderings import SCALE, Ordering, hand_cards, load, number_classes

HANDS = comb(52, 4)


def test_classes_are_hands_equal_up_to_suits():
    sizes = Counter(number_classes(4))
    assert len(sizes) == 16_432
    assert set(sizes.values()) <= {1, 4, 6, 12, 24}
    assert len(Counter(number_classes(5))) == 134_459
    by_text = {cards.text(hand_cards(number, 4)): kind for number, kind in enumerate(number_classes(4))}
    assert by_text["2s2hAsAh"] == by_text["2h2dAhAd"] == by_text["2d2cAdAc"]
    assert by_text["2s2hAsAh"] != by_text["2s2hAsAd"]


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_positions_run_through_all_hands_from_the_best_value_down(game: str):
    ordering = load("vr", game)
    sizes = Counter(number_classes(4))
    best_first = sorted(range(len(ordering.values)), key=ordering.positions.__getitem__)
    reached = 0
    for kind in best_first:
        reached += sizes[kind]
        assert ordering.positions[kind] == reached
    assert reached == HANDS
    values = [ordering.values[kind] for kind in best_first]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize("hand", ["AsAhKsKh", "AsKs9h8h", "As2s3hKd", "2s2h2d2c", "7s6h5d4c"])
def test_values_are_exact_equities(hand: str, game: str):
    """Another method counts the same deals: one hand against random before the flop."""
    number = sum(comb(card, place) for place, card in enumerate(sorted(cards.parse_cards(hand, "")), 1))
    value = load("vr", game).values[number_classes(4)[number]] / SCALE
    assert value == pytest.approx(calculate([hand], game=game, exact=True).players[0].equity, abs=1e-9)


def test_the_mean_value_is_a_half():
    sizes, values = Counter(number_classes(4)), load("vr", "omaha").values
    mean = sum(values[kind] * size for kind, size in sizes.items()) / HANDS / SCALE
    assert mean == pytest.approx(0.5, abs=1e-9)


def test_a_percent_is_the_longest_run_of_whole_classes():
    positions = sorted(set(load("vr", "omaha").positions))
    for percent in (1, 15, 50, 99):
        held = len(Range.parse(f"{percent}%vr", low=False))
        assert held == max(place for place in positions if 100 * place <= percent * HANDS)


def test_percents_nest_and_part():
    ten, five = (Range.parse(text, low=False) for text in ("10%vr", "5%vr"))
    between = Range.parse("6%-10%vr", low=False)
    assert len(five - ten) == 0
    assert len(between & five) == 0
    assert between.weights == (ten - five).weights
    assert len(Range.parse("100%vr", low=False)) == HANDS
    assert "AsAhKsKh" in Range.parse("1%vr", low=False)


def test_percents_in_an_answer():
    result = calculate(["AA", "15%vr"], board="Kh9d2c", game="omaha")
    assert result.method == "exact"
    assert result.players[1].hand == "15%vr"


def test_what_is_not_shipped_is_refused():
    with pytest.raises(EquityError, match=r"no 6h ordering of omaha hands is shipped.*write vr after"):
        calculate(["15%", "AA"], game="omaha")
    with pytest.raises(EquityError, match="no vr ordering of bigo hands is shipped"):
        calculate(["15%vr", "AA"], game="bigo")


def test_orderings_are_written_and_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(orderings, "FOLDER", tmp_path)
    made = Ordering.make([0.25, 1.0, 0.5, 0.5], {0: 4, 1: 6, 2: 12, 3: 24})
    assert made.positions == array("I", [46, 6, 18, 42])
    made.save("vr", "omaha")
    load.cache_clear()
    try:
        assert load("vr", "omaha") == made
    finally:
        load.cache_clear()
