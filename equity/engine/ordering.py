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
    identical = 1 - 2 * (hole & 1)
    for at in range(subsets):
        sums[at] = 0
    for strength in range(1, STRENGTH_LIMIT):
        group = range(scratch[STARTS + strength], scratch[STARTS + strength + 1])
        for at in group:
            if not without_low or int64(order[at]) & 63 == 0:
                hand = int64(order[at]) >> 6
                credits[int64(classes[hand])] += weight * clear_of(cards, hand, hole, sums, 0, scratch)
        for at in group:
            if not without_low or int64(order[at]) & 63 == 0:
                keep(cards, int64(order[at]) >> 6, hole, 1, sums, 0, scratch)
        for at in group:
            if not without_low or int64(order[at]) & 63 == 0:
                hand = int64(order[at]) >> 6
                met = clear_of(cards, hand, hole, sums, 0, scratch) + identical
                credits[int64(classes[hand])] += weight * met


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
    identical = 1 - 2 * (hole & 1)
    everyone = range(scratch[STARTS], scratch[STARTS + STRENGTH_LIMIT])
    for at in range(subsets):
        sums[at] = 0
    seen = 0
    for at in everyone:
        seen |= 1 << (int64(order[at]) & 63)
    for low in range(LOW_LIMIT):
        if not seen >> low & 1:
            continue
        for at in everyone:
            if low > 0 and int64(order[at]) & 63 == low:
                hand = int64(order[at]) >> 6
                credits[int64(classes[hand])] += weight * clear_of(cards, hand, hole, sums, 0, scratch)
        for at in everyone:
            if int64(order[at]) & 63 == low:
                keep(cards, int64(order[at]) >> 6, hole, 1, sums, 0, scratch)
        for at in everyone:
            if low > 0 and int64(order[at]) & 63 == low:
                hand = int64(order[at]) >> 6
                met = clear_of(cards, hand, hole, sums, 0, scratch) + identical
                credits[int64(classes[hand])] += weight * met
