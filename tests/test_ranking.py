"""Which hand beats which: the engine's tables and kernels against the reference, mostly exhaustively."""

from collections import Counter
from itertools import combinations, combinations_with_replacement
from random import Random

import numpy as np
import pytest

from equity import calculate, ranking
from equity.cards import parse_cards
from equity.engine import native, tables
from equity.engine.hands import board_mask, flush_high, low, unsuited_high
from equity.engine.inputs import hand_rows, suit_masks
from equity.engine.values import flush_strength
from tests.reference import DECK, STACKED_DECKS, best_high, best_low, high
from tests.reference import low as reference_low

CLASSES = (1277, 2860, 858, 858, 10, 1277, 156, 156, 10)
FREQUENCIES = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
RANKS = "23456789TJQKA"
LOW_RANKS = "A2345678"
LOWS = sorted(combinations(LOW_RANKS, 5), key=reference_low, reverse=True)
DEALS = 1200
"""Of each number of hole cards and each stacked deck."""

Order = dict[tuple[int, ...], int]


@pytest.fixture(scope="module")
def words() -> np.ndarray:
    return np.asarray(native.tables()[0].view)


@pytest.fixture(scope="module")
def table() -> np.ndarray:
    return np.asarray(native.tables()[1].view)


@pytest.fixture(scope="module")
def plain() -> Order:
    """The reference's value of each multiset of five ranks, not of one suit, by ascending rank numbers."""
    return {
        ranks: high(tuple(RANKS[rank] + "shdc"[i % 4] for i, rank in enumerate(ranks)))
        for ranks in combinations_with_replacement(range(13), 5)
        if ranks[0] != ranks[4]
    }


@pytest.fixture(scope="module")
def order(plain: Order) -> Order:
    """The place, 1 to 7462, of each value the reference knows; the engine's strengths must be these."""
    suited = {high(tuple(RANKS[rank] + "s" for rank in ranks)) for ranks in combinations(range(13), 5)}
    return {value: place for place, value in enumerate(sorted(suited | set(plain.values())), 1)}


def test_strengths_are_7462_classes_of_nine_categories() -> None:
    plain, suited = tables.strengths()
    assert sorted({*plain.values(), *suited.values()}) == list(range(1, 7463))
    classes = {plain[ranks]: ranking.high_of(ranks, suited=False)[0] for ranks in plain}
    classes |= {suited[ranks]: ranking.high_of(ranks, suited=True)[0] for ranks in suited}
    assert tuple(Counter(classes.values())[category] for category in range(9)) == CLASSES
    by_strength = [classes[strength] for strength in sorted(classes)]
    assert by_strength == sorted(by_strength)


def test_there_are_56_lows(table: np.ndarray) -> None:
    assert len(set(ranking.LOWS)) == 56
    assert ranking.LOWS[0] == (7, 6, 5, 4, 3)
    assert ranking.LOWS[-1] == (4, 3, 2, 1, 0)
    assert set(table[tables.LOWS : tables.BOARD_RANKS].tolist()) == set(range(57))


def test_all_2598960_hands_in_the_order_of_the_reference(
    words: np.ndarray, table: np.ndarray, order: Order
) -> None:
    """Three cards are looked up as a triple and two as a pair, as kernels do with a board."""
    plain, _ = tables.strengths()
    boards = table[tables.BOARD_RANKS : tables.PAIR].reshape(-1, 5).tolist()
    unsuited = np.array([plain.get(tuple(board), 0) for board in boards])
    cards = np.array(list(combinations(range(52), 5)))
    ranks, suits = cards // 4, cards % 4
    triple = words[tables.TRIPLES + (ranks[:, 4] * 13 + ranks[:, 1]) * 13 + ranks[:, 2]].astype(int)
    pair = table[tables.PAIR + ranks[:, 3] * 13 + ranks[:, 0]]
    strength = unsuited[words[tables.BOARDS + triple * tables.PAIRS + pair]]
    flush = (suits == suits[:, :1]).all(axis=1)
    strength[flush] = words[tables.FLUSHES + (1 << ranks[flush]).sum(axis=1)]

    frequencies: Counter[int] = Counter()
    strengths: dict[tuple[int, ...], int] = {}
    for five, value in zip(combinations(DECK, 5), strength.tolist(), strict=True):
        expected = high(five)
        frequencies[expected[0]] += 1
        assert strengths.setdefault(expected, value) == value, five
    assert tuple(frequencies[category] for category in range(9)) == FREQUENCIES
    assert strengths == order


def test_every_board_and_pair_has_its_best_of_ten_threes(
    words: np.ndarray, plain: Order, order: Order
) -> None:
    """The whole table of highs without a flush; five cards alike, which no deck deals, count as 0."""
    place = np.zeros(13**5, np.uint16)
    for ranks, value in plain.items():
        place[sum(rank * 13**i for i, rank in enumerate(ranks))] = order[value]
    boards = np.array(sorted(combinations_with_replacement(range(13), 5), key=tables.number))
    pairs = np.array(sorted(combinations_with_replacement(range(13), 2), key=tables.number))
    best = np.zeros((len(boards), len(pairs)), np.uint16)
    for three in combinations(range(5), 3):
        five = np.empty((len(boards), len(pairs), 5), np.int64)
        five[:, :, :3] = boards[:, None, three]
        five[:, :, 3:] = pairs[None, :, :]
        five.sort(axis=2)
        best = np.maximum(best, place[five @ 13 ** np.arange(5)])
    found = words[tables.STRENGTHS : tables.BOARDS].reshape(best.shape)
    wrong = np.argwhere(found != best)
    assert not len(wrong), [(boards[board], pairs[pair]) for board, pair in wrong[:10]]


@pytest.mark.parametrize("held", range(2, 7))
def test_every_flush_takes_two_and_three(words: np.ndarray, held: int) -> None:
    """Each way that a hand and a board can hold `held` and three to five cards of one suit."""
    flushes = words[tables.FLUSHES : tables.STRAIGHTS]
    pairs = [1 << first | 1 << second for first, second in combinations(range(13), 2)]
    hands = np.array([sum(1 << rank for rank in ranks) for ranks in combinations(range(13), held)])
    within = [
        [pairs.index(1 << a | 1 << b) for a, b in combinations(ranks, 2)]
        for ranks in combinations(range(13), held)
    ]
    boards = [ranks for size in (3, 4, 5) for ranks in combinations(range(13), size)]
    for board in boards:
        mask = sum(1 << rank for rank in board)
        triples = [1 << a | 1 << b | 1 << c for a, b, c in combinations(board, 3)]
        # A pair that shares a rank with the triple makes four ranks, and finds 0.
        best_of_pair = flushes[np.bitwise_or.outer(triples, pairs)].max(axis=0)
        apart = hands & mask == 0
        expected = best_of_pair[np.array(within)[apart]].max(axis=1)
        for hand, strength in zip(hands[apart].tolist(), expected.tolist(), strict=True):
            assert flush_strength(words, hand, mask) == strength, f"hand {hand:013b} board {mask:013b}"


def test_every_low_takes_two_and_three(table: np.ndarray) -> None:
    """The whole table of lows, by ranks of the hand and of the board."""
    masks = np.arange(256)
    expected = np.zeros((256, 256), np.uint8)
    for strength, five in enumerate(LOWS, 1):
        for two in combinations(five, 2):
            hole = sum(1 << LOW_RANKS.index(rank) for rank in two)
            board = sum(1 << LOW_RANKS.index(rank) for rank in five if rank not in two)
            expected[np.ix_(masks & board == board, masks & hole == hole)] = strength
    assert np.array_equal(table[tables.LOWS : tables.BOARD_RANKS].reshape(256, 256), expected)


@pytest.mark.parametrize("deck", STACKED_DECKS)
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_seeded_deals_are_valued_like_the_reference(
    words: np.ndarray, table: np.ndarray, order: Order, hole: int, deck: str
) -> None:
    rng = Random(f"{hole} {deck}")
    lows = {None: 0} | {reference_low(five): place for place, five in enumerate(LOWS, 1)}
    for _ in range(DEALS):
        cards = rng.sample(STACKED_DECKS[deck], hole + 5)
        hand, board = tuple(cards[:hole]), tuple(cards[hole:])
        found = engine_strengths(words, table, hand, board)
        expected = order[best_high(hand, board)], lows[best_low(hand, board)]
        assert found == expected, f"{''.join(hand)} on {''.join(board)}"


@pytest.mark.parametrize("deck", STACKED_DECKS)
@pytest.mark.parametrize(("hole", "game"), [(4, "omaha8"), (5, "bigo"), (6, "omaha6-8")])
def test_seeded_showdowns_are_won_as_by_the_reference(hole: int, game: str, deck: str) -> None:
    rng = Random(f"{game} {deck}")
    for _ in range(DEALS // 4):
        cards = rng.sample(STACKED_DECKS[deck], 2 * hole + 5)
        hands, board = [tuple(cards[:hole]), tuple(cards[hole : 2 * hole])], tuple(cards[2 * hole :])
        result = calculate(["".join(hand) for hand in hands], board="".join(board), game=game)
        found = [player.counts and player.counts[2:] for player in result.players]
        first, second = (best_high(hand, board) for hand in hands)
        first_low, second_low = (best_low(hand, board) or (99,) for hand in hands)
        lows = min(first_low, second_low) != (99,)
        expected = [
            (first > second, first == second, first_low < second_low, lows and first_low == second_low),
            (second > first, first == second, second_low < first_low, lows and first_low == second_low),
        ]
        assert found == expected, f"{' '.join(map(''.join, hands))} on {''.join(board)}"


def engine_strengths(
    words: np.ndarray, table: np.ndarray, hand: tuple[str, ...], board: tuple[str, ...]
) -> tuple[int, int]:
    """The engine's high and low of a hand on a full board, by what its exact kernels are made of."""
    numbers = parse_cards("".join(board), "the board")
    row = np.asarray(hand_rows([parse_cards("".join(hand), "the hand")], table))
    index = tables.number(tuple(sorted(card // 4 for card in numbers)))
    suit, mask = max(enumerate(suit_masks(numbers)), key=lambda suited: suited[1].bit_count())
    strength = max(unsuited_high(words, row, 0, index), flush_high(words, row, 0, suit, mask))
    return strength, low(table, row, 0, board_mask(table, index))
