"""Every hand against a random hand on given boards: the work behind the orderings.

All hands are valued once on a board and swept as in equity.engine.versus, against each
other. A share of the pot is a sum of two one-dimensional questions, so no joint table is
needed: a hand with a low plays for two halves; one without plays for the high half, and
for the other half too against those who have no low either.
"""

from equity.engine.jit import Bytes, Counts, Ints, Words, int64, njit, popcount
from equity.engine.versus import (
    LOW_LIMIT,
    STARTS,
    STRENGTH_LIMIT,
    clear_of,
    fill_choose,
    keep,
    sort_hands,
    value_hands,
    value_pairs,
)


@njit
def credit_boards(
    words: Words,
    bytes_: Bytes,
    boards: Bytes,
    repeats: Ints,
    start: int,
    stop: int,
    hole: int,
    hilo: int,
    hands: int,
    cards: Bytes,
    masks: Ints,
    classes: Counts,
    strengths: Words,
    lows: Bytes,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
    credits: Ints,
    meetings: Ints,
) -> int:
    """Credit each class of hands with its shares of the pot on boards start to stop.

    `boards` are five cards each, which stand for `repeats` boards equal up to suits. All
    `hands` of the game come as ascending `cards`, as 52-bit `masks`, and with the number of
    their class. A share is counted in quarters of the pot (`credits`), beside the number of
    showdowns (`meetings`). Work arrays are those of ranges_versus for one range. Returns
    how many boards were weighed.
    """
    fill_choose(scratch)
    for board in range(start, stop):
        lying = 0
        for place in range(5):
            lying |= 1 << int64(boards[5 * board + place])
        board_lows = value_pairs(words, bytes_, boards, 5 * board, scratch)
        if not hilo or popcount(board_lows) < 3:
            board_lows = 0
        value_hands(bytes_, cards, masks, 0, hands, hole, lying, board_lows, strengths, lows, scratch)
        sort_hands(0, hands, STARTS, strengths, lows, order, scratch)
        weight = repeats[board]
        # The high: for the whole pot where there is no low, else for half of it.
        _sweep_highs(
            hole, cards, classes, order, sums, subsets, scratch, credits, weight * (1 if board_lows else 2), 0
        )
        if board_lows:
            _sweep_highs(hole, cards, classes, order, sums, subsets, scratch, credits, weight, 1)
            _sweep_lows(hole, cards, classes, order, sums, subsets, scratch, credits, weight)
        left = 52 - 5 - hole
        met = 1
        for i in range(hole):
            met = met * (left - i) // (i + 1)
        for at in range(scratch[STARTS], scratch[STARTS + STRENGTH_LIMIT]):
            meetings[int64(classes[int64(order[at]) >> 6])] += weight * met
    return stop - start


@njit
def _sweep_highs(
    hole: int,
    cards: Bytes,
    classes: Counts,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
    credits: Ints,
    weight: int,
    without_low: int,
) -> None:
    """Credit `weight` for each high that a hand beats or ties, and once more for each it beats.

    All hands, or only those without a low against those without one.
    """
    for at in range(subsets):
        sums[at] = 0
    bits = 63 if without_low else 0
    for strength in range(1, STRENGTH_LIMIT):
        start, stop = scratch[STARTS + strength], scratch[STARTS + strength + 1]
        _meet(start, stop, bits, 0, hole, cards, classes, order, sums, scratch, credits, weight)


@njit
def _sweep_lows(
    hole: int,
    cards: Bytes,
    classes: Counts,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
    credits: Ints,
    weight: int,
) -> None:
    """The same for the lows of the hands that have one."""
    start, stop = scratch[STARTS], scratch[STARTS + STRENGTH_LIMIT]
    for at in range(subsets):
        sums[at] = 0
    seen = 0
    for at in range(start, stop):
        seen |= 1 << (int64(order[at]) & 63)
    for low in range(LOW_LIMIT):
        if seen >> low & 1:
            credit = weight if low else 0
            _meet(start, stop, 63, low, hole, cards, classes, order, sums, scratch, credits, credit)


@njit
def _meet(
    start: int,
    stop: int,
    bits: int,
    low: int,
    hole: int,
    cards: Bytes,
    classes: Counts,
    order: Counts,
    sums: Counts,
    scratch: Ints,
    credits: Ints,
    weight: int,
) -> None:
    """Let equal hands meet those kept so far, keep them, and let them meet once more.

    Equal are those from start to stop in the order whose low is `low` in these `bits`.
    Nothing is read for a weight of 0.
    """
    identical = 1 - 2 * (hole & 1)
    for turn in range(2):
        if turn == 1:
            for at in range(start, stop):
                if int64(order[at]) & bits == low:
                    keep(cards, int64(order[at]) >> 6, hole, 1, sums, 0, scratch)
        if weight:
            for at in range(start, stop):
                if int64(order[at]) & bits == low:
                    hand = int64(order[at]) >> 6
                    met = clear_of(cards, hand, hole, sums, 0, scratch) + turn * identical
                    credits[int64(classes[hand])] += weight * met
