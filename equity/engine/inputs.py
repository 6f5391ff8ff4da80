"""Cards as the flat integer arrays that kernels take."""

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from equity.engine.layout import FIRST_PAIR, HAND, LOW, MAX_HOLE, PAIR_COUNT, SUITS
from equity.engine.tables import PAIR, RANKS


class Hands(NamedTuple):
    """A range's hands, in ascending order of their numbers (see equity.engine.matching).

    `cards` holds the ascending cards of each hand one after the other, `masks` the same as
    52-bit masks, `weights` 1 to 100 each, `running` the sums of the weights so far.
    """

    size: int
    cards: "array[int]"
    masks: "array[int]"
    weights: "array[int]"
    running: "array[int]"

    def hand(self, place: int) -> tuple[int, ...]:
        """The cards of one hand."""
        hole = len(self.cards) // self.size
        return tuple(self.cards[place * hole : (place + 1) * hole])


def zeros(size: int) -> "array[int]":
    """A buffer of `size` zeros (int64)."""
    return array("q", [0]) * size


def card_list(cards: Iterable[int]) -> "array[int]":
    """The cards themselves; never empty, so that it has an address."""
    return array("q", [*cards, 0])


def suit_masks(cards: Iterable[int]) -> "array[int]":
    """Four 13-bit masks of ranks, one a suit."""
    masks = zeros(4)
    for card in cards:
        masks[card % 4] |= 1 << card // 4
    return masks


def hand_rows(hands: Sequence[Sequence[int]], pair_numbers: "memoryview[int]") -> "array[int]":
    """A row of HAND integers a hand; `pair_numbers` is the table `bytes`."""
    rows = zeros(HAND * max(1, len(hands)))
    if any(len(hand) > MAX_HOLE for hand in hands):
        raise ValueError(f"the engine knows hands of at most {MAX_HOLE} cards")
    for start, hand in zip(range(0, len(rows), HAND), hands, strict=False):
        pairs = list(combinations([card // 4 for card in hand], 2))
        rows[start + PAIR_COUNT] = len(pairs)
        for i, (first, second) in enumerate(pairs):
            rows[start + FIRST_PAIR + i] = pair_numbers[PAIR + first * RANKS + second]
        for suit, mask in enumerate(suit_masks(hand)):
            rows[start + SUITS + suit] = mask
            rows[start + LOW] |= mask << 1 & 0xFE | mask >> 12
    return rows


def alike_suits(
    hands: Sequence[Sequence[int]], deck: Sequence[int], board: Sequence[int], any_hand: bool
) -> "array[int]":
    """For each suit how many suits are like it, itself included, as board classes need it.

    Suits alike in every hand, in the deck and on the board share their classes under the
    first of them; the others get 0. So does a suit of which no hand holds two cards,
    unless there are hands that may hold `any_hand`.
    """
    repeats = zeros(4)
    first: dict[tuple[int, ...], int] = {}
    held = [suit_masks(hand) for hand in hands]
    for suit in range(4):
        if any_hand or any(masks[suit].bit_count() >= 2 for masks in held):
            look = (deck[suit], board[suit], *(masks[suit] for masks in held))
            repeats[first.setdefault(look, suit)] += 1
    return repeats
