"""Board classes: the boards to come, grouped by what the players can tell apart.

Without three cards of one suit a board is its rank multiset alone; with three or more
of suit s it is the multiset and the ranks it holds in s. So 1,086,008 run-outs before
the flop are some 85,000 classes, each with the number of boards it stands for, and a
flop's 820 are about 250. Suits that look alike to everybody share their classes.
How a class is packed into one integer is told in equity.engine.layout.
"""

from equity.engine.jit import Bytes, Ints, Words, int64, njit, popcount
from equity.engine.layout import MASK_SHIFT, NO_FLUSH, SUIT_SHIFT, WEIGHT_SHIFT
from equity.engine.tables import BOARD_COUNT, BOARD_RANKS, BOARDS, PAIR, PAIRS, RANKS, TRIPLES


@njit
def choose(n: int, k: int) -> int:
    """Binomial coefficient for small k."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@njit
def board_classes(
    words: Words, bytes_: Bytes, deck: Ints, board: Ints, repeats: Ints, scratch: Ints, classes: Ints
) -> int:
    """Write the classes of all ways to complete a board; return how many there are.

    `deck` and `board` are four 13-bit masks, one a suit, of the cards that may come and
    of those that lie there. `repeats[s]` is how many suits are alike s, itself included,
    or 0 when flushes in s matter to nobody or are counted under a suit like it.
    """
    left, known, live, offsuit = 0, BOARD_COUNT, BOARD_COUNT + RANKS, BOARD_COUNT + 2 * RANKS
    dealt = 0
    for rank in range(RANKS):
        scratch[known + rank] = 0
        scratch[live + rank] = 0
        for suit in range(4):
            scratch[known + rank] += board[suit] >> rank & 1
            scratch[live + rank] += deck[suit] >> rank & 1
        dealt += scratch[known + rank]
    for index in range(BOARD_COUNT):
        scratch[left + index] = _ways(bytes_, scratch, index, known, live, dealt)

    count = 0
    for suit in range(4):
        if repeats[suit] == 0:
            continue
        lying = board[suit]
        for rank in range(RANKS):
            scratch[offsuit + rank] = scratch[live + rank] - (deck[suit] >> rank & 1)
            scratch[known + rank] -= lying >> rank & 1
        offsuit_dealt = dealt - popcount(lying)
        for offsuit_total in range(offsuit_dealt, 3):
            suited = 5 - offsuit_total - popcount(lying)
            if suited < 0:
                continue
            ends = _offsuit_ends(bytes_, scratch, known, offsuit, offsuit_total, offsuit_dealt)
            subset = 0
            while True:
                if popcount(subset) == suited:
                    count = _emit(
                        words,
                        bytes_,
                        scratch,
                        classes,
                        count,
                        ends,
                        offsuit_total,
                        suit,
                        lying | subset,
                        repeats[suit],
                    )
                subset = (subset - deck[suit]) & deck[suit]
                if subset == 0:
                    break
        for rank in range(RANKS):
            scratch[known + rank] += lying >> rank & 1

    for index in range(BOARD_COUNT):
        if scratch[left + index] > 0:
            classes[count] = index | NO_FLUSH << SUIT_SHIFT | scratch[left + index] << WEIGHT_SHIFT
            count += 1
    return count


@njit
def _ways(bytes_: Bytes, scratch: Ints, index: int, known: int, live: int, dealt: int) -> int:
    """In how many ways the cards to come can make the board's ranks multiset `index`."""
    ways, matched, at = 1, 0, 0
    while at < 5:
        rank = int64(bytes_[BOARD_RANKS + index * 5 + at])
        held = 0
        while at < 5 and bytes_[BOARD_RANKS + index * 5 + at] == rank:
            held += 1
            at += 1
        matched += scratch[known + rank]
        fresh = held - scratch[known + rank]
        if fresh < 0 or fresh > scratch[live + rank]:
            return 0
        ways *= choose(scratch[live + rank], fresh)
    return ways if matched == dealt else 0


@njit
def _offsuit_ends(bytes_: Bytes, scratch: Ints, known: int, offsuit: int, total: int, dealt: int) -> int:
    """List the ranks that `total` (0 to 2) board cards of other suits may have, with weights.

    Entries are pairs (code, weight) behind the rank counts in scratch: the code is a pair
    for two cards, a rank for one, 0 for none. `dealt` of the cards lie there already.
    """
    start = BOARD_COUNT + 3 * RANKS
    count = 0
    if total == 0:
        scratch[start], scratch[start + 1] = 0, 1
        return 1
    for high in range(RANKS):
        for low in range(high + 1 if total == 2 else 1):
            second = low if total == 2 else high
            alike = total == 2 and second == high
            fresh_high = (2 if alike else 1) - scratch[known + high]
            fresh_low = 0 if alike or total == 1 else 1 - scratch[known + second]
            if fresh_high < 0 or fresh_low < 0 or fresh_high + fresh_low != total - dealt:
                continue
            weight = choose(scratch[offsuit + high], fresh_high) * choose(
                scratch[offsuit + second], fresh_low
            )
            if weight > 0:
                scratch[start + 2 * count] = (
                    int64(bytes_[PAIR + high * RANKS + second]) if total == 2 else high
                )
                scratch[start + 2 * count + 1] = weight
                count += 1
    return count


@njit
def _emit(
    words: Words,
    bytes_: Bytes,
    scratch: Ints,
    classes: Ints,
    count: int,
    ends: int,
    total: int,
    suit: int,
    mask: int,
    repeats: int,
) -> int:
    """Write the classes of one flush mask, and take them off the boards without a flush."""
    start = BOARD_COUNT + 3 * RANKS
    triple, fourth, fifth = 0, 0, 0
    rank, place = 0, 0
    for rank in range(RANKS):
        if mask >> rank & 1:
            if place < 3:
                triple = triple * RANKS + rank
            elif place == 3:
                fourth = rank
            else:
                fifth = rank
            place += 1
    row = BOARDS + int64(words[TRIPLES + triple]) * PAIRS
    for end in range(ends):
        code = scratch[start + 2 * end]
        if total == 1:
            code = int64(bytes_[PAIR + fourth * RANKS + code])
        elif total == 0:
            code = int64(bytes_[PAIR + fourth * RANKS + fifth])
        index = int64(words[row + code])
        weight = scratch[start + 2 * end + 1] * repeats
        classes[count] = index | mask << MASK_SHIFT | suit << SUIT_SHIFT | weight << WEIGHT_SHIFT
        scratch[index] -= weight
        count += 1
    return count
