"""The hands of a range taken apart: by what they make on a board, or by their suits."""

from equity.engine.jit import Bytes, Ints, int64, njit

DECK = 52


@njit
def group_by_pairs(hole: int, hands: int, cards: Bytes, pairs: Bytes, groups: Bytes) -> int:
    """Write the highest of `pairs` over each hand's pairs of cards to `groups`.

    `cards` are the ascending cards of all hands; pairs[52 * first + second], first < second,
    is what two hole cards make. Returns a bit mask of the groups there are, below 63.
    """
    seen = 0
    for hand in range(hands):
        best = 0
        for second in range(hole):
            card = int64(cards[hand * hole + second])
            for first in range(second):
                best = max(best, int64(pairs[DECK * int64(cards[hand * hole + first]) + card]))
        groups[hand] = best
        seen |= 1 << best
    return seen


@njit
def group_by_suits(hole: int, hands: int, cards: Bytes, groups: Bytes) -> int:
    """Write 8 * suits held twice or more + most cards of one suit to `groups`, for each hand.

    Returns a bit mask of the groups there are.
    """
    seen = 0
    for hand in range(hands):
        tally = 0
        for place in range(hole):
            tally += 1 << 8 * (int64(cards[hand * hole + place]) & 3)
        suited, most = 0, 0
        for suit in range(4):
            count = tally >> 8 * suit & 0xFF
            suited += int64(count > 1)
            most = max(most, count)
        groups[hand] = 8 * suited + most
        seen |= 1 << (8 * suited + most)
    return seen


@njit
def select_group(
    hole: int,
    hands: int,
    cards: Bytes,
    masks: Ints,
    weights: Bytes,
    groups: Bytes,
    wanted: int,
    group_cards: Bytes,
    group_masks: Ints,
    group_weights: Bytes,
    group_running: Ints,
) -> int:
    """List the hands of one group as list_hands of equity.engine.matching does; return how many."""
    count, total = 0, 0
    for hand in range(hands):
        if int64(groups[hand]) == wanted:
            for place in range(hole):
                group_cards[count * hole + place] = cards[hand * hole + place]
            total += int64(weights[hand])
            group_masks[count], group_weights[count], group_running[count] = masks[hand], weights[hand], total
            count += 1
    return count
