"""Two ranges, exactly: every hand of one against every hand of the other on given boards.

On a board both ranges' hands are valued and sorted. Sweeping up, the hands of the second
range that are beaten are kept as sums of weights over every set of cards they hold: S is
worth V(S). A hand h of the first then beats, card removal included, hands of weight

    sum over the subsets S of h of (-1)^|S| V(S),

by inclusion and exclusion: 16 reads for four cards, whatever the size of the ranges. Reading
again once the equal hands are in gives those that h beats or ties. For hi/lo the sweep is
made once for each low that a hand of the first range has, over the hands with a worse low
and over those with the same one; the others follow from the sweep over all.
"""

from equity.engine.boards import choose
from equity.engine.jit import Bytes, Counts, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.layout import SUBSET_STARTS
from equity.engine.tables import BOARDS, PAIR, PAIRS, RANKS, STRENGTHS, TRIPLES
from equity.engine.values import flush_strength, low_ranks, low_strength

DECK = 52
STRENGTH_LIMIT = 7463
LOW_LIMIT = 57
SINGLES, TWOS, THREES = SUBSET_STARTS[1:4]

WORSE, SAME, BETTER = 0, 1, 2
"""How the low of a hand of the second range compares."""

# Where things lie in `scratch`, in integers.
PAIR_STRENGTHS = 0  # of every two cards, at 52 * first + second
CHOOSE = PAIR_STRENGTHS + DECK * DECK  # C(card, size) at 52 * (size - 1) + card
SIZES = CHOOSE + 5 * DECK  # where the sums of subsets of each size start
BEATEN = SIZES + 6  # by relation of the lows: what the first range's high beats,
NOT_LOST = BEATEN + 3  # beats or ties,
MET = NOT_LOST + 3  # and meets at all
STARTS = MET + 3  # of each strength the place of its first hand in the order, ...
SECOND_STARTS = STARTS + STRENGTH_LIMIT + 1  # ... for either range


@njit
def ranges_versus(
    words: Words,
    bytes_: Bytes,
    boards: Bytes,
    start: int,
    stop: int,
    hole: int,
    hilo: int,
    first: int,
    first_cards: Bytes,
    first_masks: Ints,
    first_weights: Bytes,
    same: Bytes,
    second: int,
    second_cards: Bytes,
    second_masks: Ints,
    second_weights: Bytes,
    strengths: Words,
    lows: Bytes,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add the deals on boards start to stop to `outcomes[high winners << 2 | low winners]`.

    A range is `first` or `second` hands: their ascending cards, the same as 52-bit masks,
    and their weights; `same` is the second range's weight of each hand of the first.
    `boards` are five cards each. `strengths`, `lows` and `order` have room for both ranges,
    `sums` for three tables of `subsets` sums, `scratch` for VERSUS_SCRATCH integers.
    A deal weighs the product of its hands' weights. In a high-only game the deals that the
    second range wins are not counted: they are the rest (see `count_pairs`). Returns how
    many boards were weighed.
    """
    fill_choose(scratch)
    for board in range(5 * start, 5 * stop, 5):
        lying = 0
        for place in range(5):
            lying |= 1 << int64(boards[board + place])
        board_lows = value_pairs(words, bytes_, boards, board, scratch)
        if not hilo or popcount(board_lows) < 3:
            board_lows = 0
        value_hands(
            bytes_, first_cards, first_masks, 0, first, hole, lying, board_lows, strengths, lows, scratch
        )
        sort_hands(0, first, STARTS, strengths, lows, order, scratch)
        if scratch[STARTS] == scratch[STARTS + STRENGTH_LIMIT]:
            continue
        value_hands(
            bytes_,
            second_cards,
            second_masks,
            first,
            second,
            hole,
            lying,
            board_lows,
            strengths,
            lows,
            scratch,
        )
        sort_hands(first, second, SECOND_STARTS, strengths, lows, order, scratch)
        levels = 1
        if board_lows:
            levels = 0
            for hand in range(first):
                if strengths[hand] != 0:
                    levels |= 1 << int64(lows[hand])
        while levels:
            level = lowest_bit(levels)
            levels &= levels - 1
            _sweep(
                hole, hilo, level, first_cards, first_weights, same, second_cards, second_weights,
                order, sums, subsets, scratch, outcomes,
            )  # fmt: skip
    return stop - start


@njit
def value_pairs(words: Words, bytes_: Bytes, boards: Bytes, board: int, scratch: Ints) -> int:
    """Fill PAIR_STRENGTHS for a board; return its low ranks."""
    triple, suits = 0, 0
    for place in range(3):
        triple = triple * RANKS + (int64(boards[board + place]) >> 2)
    pair = (int64(boards[board + 3]) >> 2) * RANKS + (int64(boards[board + 4]) >> 2)
    row = BOARDS + int64(words[TRIPLES + triple]) * PAIRS + int64(bytes_[PAIR + pair])
    row = STRENGTHS + PAIRS * int64(words[row])
    for place in range(5):
        card = int64(boards[board + place])
        suits |= 1 << (16 * (card & 3) + (card >> 2))
    for second in range(DECK):
        mask = suits >> 16 * (second & 3) & 0x1FFF
        may_flush = popcount(mask) >= 3
        for first in range(second):
            strength = int64(words[row + int64(bytes_[PAIR + (first >> 2) * RANKS + (second >> 2)])])
            if may_flush and (first ^ second) & 3 == 0:
                held = 1 << (first >> 2) | 1 << (second >> 2)
                if held & mask == 0:
                    strength = max(strength, flush_strength(words, held, mask))
            scratch[PAIR_STRENGTHS + DECK * first + second] = strength
    return low_ranks((suits | suits >> 16 | suits >> 32 | suits >> 48) & 0x1FFF)


@njit
def value_hands(
    bytes_: Bytes,
    cards: Bytes,
    masks: Ints,
    at: int,
    hands: int,
    hole: int,
    lying: int,
    board_lows: int,
    strengths: Words,
    lows: Bytes,
    scratch: Ints,
) -> None:
    """Write the strength of each hand of a range from `at` on, 0 for one that the board blocks."""
    for hand in range(hands):
        if masks[hand] & lying:
            strengths[at + hand] = 0
            continue
        strength, held = 0, 0
        for second in range(hole):
            card = int64(cards[hand * hole + second])
            held |= 1 << (card >> 2)
            for first in range(second):
                other = int64(cards[hand * hole + first])
                strength = max(strength, scratch[PAIR_STRENGTHS + DECK * other + card])
        strengths[at + hand] = strength
        lows[at + hand] = low_strength(bytes_, low_ranks(held), board_lows) if board_lows else 0


@njit
def sort_hands(
    at: int, hands: int, starts: int, strengths: Words, lows: Bytes, order: Counts, scratch: Ints
) -> None:
    """List a range's hands that play in `order` by strength, each as hand << 6 | low.

    The hands of strength v stand from starts + v to starts + v + 1 (in scratch).
    """
    for strength in range(STRENGTH_LIMIT + 1):
        scratch[starts + strength] = 0
    for hand in range(at, at + hands):
        strength = int64(strengths[hand])
        if strength:
            scratch[starts + strength + 1] += 1
    scratch[starts] = at
    for strength in range(1, STRENGTH_LIMIT + 1):
        scratch[starts + strength] += scratch[starts + strength - 1]
    for hand in range(at, at + hands):
        strength = int64(strengths[hand])
        if strength:
            order[scratch[starts + strength]] = (hand - at) << 6 | int64(lows[hand])
            scratch[starts + strength] += 1
    for strength in range(STRENGTH_LIMIT, 0, -1):
        scratch[starts + strength] = scratch[starts + strength - 1]


@njit
def _subset(cards: Bytes, hand: int, hole: int, subset: int, scratch: Ints) -> int:
    """Where the sum of a subset of a hand's cards (a bit mask over them) stands."""
    number, size = 0, 0
    while subset:
        card = int64(cards[hand * hole + lowest_bit(subset)])
        subset &= subset - 1
        number += scratch[CHOOSE + DECK * size + card]
        size += 1
    return scratch[SIZES + size] + number


@njit
def keep(cards: Bytes, hand: int, hole: int, weight: int, sums: Counts, table: int, scratch: Ints) -> None:
    """Add a hand's weight to the sums of all its subsets, the whole hand excepted."""
    at = hand * hole
    sums[table] += weight
    for i in range(hole):
        one = int64(cards[at + i])
        sums[table + SINGLES + one] += weight
        one = scratch[CHOOSE + DECK + one]
        for j in range(i):
            sums[table + TWOS + one + int64(cards[at + j])] += weight
        one = scratch[CHOOSE + 2 * DECK + int64(cards[at + i])]
        for j in range(1, i):
            two = one + scratch[CHOOSE + DECK + int64(cards[at + j])]
            for k in range(j):
                sums[table + THREES + two + int64(cards[at + k])] += weight
    if hole > 4:
        for subset in range((1 << hole) - 1):
            if popcount(subset) >= 4:
                sums[table + _subset(cards, hand, hole, subset, scratch)] += weight


@njit
def clear_of(cards: Bytes, hand: int, hole: int, sums: Counts, table: int, scratch: Ints) -> int:
    """The weight of the kept hands that share no card with this one, or all of them."""
    at = hand * hole
    total = int64(sums[table])
    if total == 0:
        return 0
    for i in range(hole):
        one = int64(cards[at + i])
        total -= int64(sums[table + SINGLES + one])
        one = scratch[CHOOSE + DECK + one]
        for j in range(i):
            total += int64(sums[table + TWOS + one + int64(cards[at + j])])
        one = scratch[CHOOSE + 2 * DECK + int64(cards[at + i])]
        for j in range(1, i):
            two = one + scratch[CHOOSE + DECK + int64(cards[at + j])]
            for k in range(j):
                total -= int64(sums[table + THREES + two + int64(cards[at + k])])
    if hole > 4:
        for subset in range((1 << hole) - 1):
            if popcount(subset) >= 4:
                value = int64(sums[table + _subset(cards, hand, hole, subset, scratch)])
                total += -value if popcount(subset) & 1 else value
    return total


@njit
def _sweep(
    hole: int,
    hilo: int,
    level: int,
    first_cards: Bytes,
    first_weights: Bytes,
    same: Bytes,
    second_cards: Bytes,
    second_weights: Bytes,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
    outcomes: Ints,
) -> None:
    """Add the deals in which the first range's hand has low `level`.

    Hands of the second range are kept in three tables: with a worse low, the same, a
    better one. Where there is no low at all, all of them are the same.
    """
    for at in range(9):
        scratch[BEATEN + at] = 0
    for at in range(3 * subsets):
        sums[at] = 0
    for strength in range(1, STRENGTH_LIMIT):
        start, stop = scratch[STARTS + strength], scratch[STARTS + strength + 1]
        _meet(
            start, stop, level, BEATEN, 0, hole, first_cards, first_weights, same,
            order, sums, subsets, scratch,
        )  # fmt: skip
        for at in range(scratch[SECOND_STARTS + strength], scratch[SECOND_STARTS + strength + 1]):
            hand, low = int64(order[at]) >> 6, int64(order[at]) & 63
            relation = WORSE if low < level else SAME if low == level else BETTER
            keep(second_cards, hand, hole, int64(second_weights[hand]), sums, relation * subsets, scratch)
        _meet(
            start, stop, level, NOT_LOST, 1, hole, first_cards, first_weights, same,
            order, sums, subsets, scratch,
        )  # fmt: skip
    if hilo:
        _meet(
            scratch[STARTS], scratch[STARTS + STRENGTH_LIMIT], level, MET, 1, hole, first_cards,
            first_weights, same, order, sums, subsets, scratch,
        )  # fmt: skip
    for relation in range(3):
        low_winners = 1 if relation == WORSE else 2 if relation == BETTER else 3 if level else 0
        beaten, not_lost = scratch[BEATEN + relation], scratch[NOT_LOST + relation]
        outcomes[1 << 2 | low_winners] += beaten
        outcomes[3 << 2 | low_winners] += not_lost - beaten
        if hilo:
            outcomes[2 << 2 | low_winners] += scratch[MET + relation] - not_lost


@njit
def _meet(
    start: int,
    stop: int,
    level: int,
    into: int,
    equals: int,
    hole: int,
    cards: Bytes,
    weights: Bytes,
    same: Bytes,
    order: Counts,
    sums: Counts,
    subsets: int,
    scratch: Ints,
) -> None:
    """Add to `scratch[into + relation]` the weight of kept hands that those with low `level` meet.

    Theirs are the places start to stop in the order; `equals` says that their own equals,
    which inclusion and exclusion leaves out, are kept.
    """
    identical = equals * (1 - 2 * (hole & 1))
    for at in range(start, stop):
        if int64(order[at]) & 63 == level:
            hand = int64(order[at]) >> 6
            for relation in range(3):
                met = clear_of(cards, hand, hole, sums, relation * subsets, scratch)
                if relation == SAME:
                    met += identical * int64(same[hand])
                scratch[into + relation] += int64(weights[hand]) * met


@njit
def count_pairs(
    hole: int,
    first: int,
    first_cards: Bytes,
    first_weights: Bytes,
    same: Bytes,
    second: int,
    second_cards: Bytes,
    second_weights: Bytes,
    sums: Counts,
    subsets: int,
    scratch: Ints,
) -> int:
    """The weight of all pairs of hands of two ranges that share no card."""
    fill_choose(scratch)
    for at in range(subsets):
        sums[at] = 0
    for hand in range(second):
        keep(second_cards, hand, hole, int64(second_weights[hand]), sums, 0, scratch)
    identical = 1 - 2 * (hole & 1)
    total = 0
    for hand in range(first):
        met = clear_of(first_cards, hand, hole, sums, 0, scratch) + identical * int64(same[hand])
        total += int64(first_weights[hand]) * met
    return total


@njit
def fill_choose(scratch: Ints) -> None:
    for size in range(5):
        for card in range(DECK):
            scratch[CHOOSE + DECK * size + card] = choose(card, size + 1)
    for size in range(6):
        scratch[SIZES + size] = 0 if size == 0 else 1
    for size in range(1, 5):
        scratch[SIZES + size + 1] = scratch[SIZES + size] + choose(DECK, size)


@njit
def same_hands(
    first: int, first_masks: Ints, second: int, second_masks: Ints, second_weights: Bytes, same: Bytes
) -> int:
    """For each hand of the first range write its weight in the second, 0 if it is not in it.

    Both lists of masks ascend. Returns how many hands are in both.
    """
    other, both = 0, 0
    for hand in range(first):
        while other < second and second_masks[other] < first_masks[hand]:
            other += 1
        same[hand] = 0
        if other < second and second_masks[other] == first_masks[hand]:
            same[hand] = second_weights[other]
            both += 1
    return both
