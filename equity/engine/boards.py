"""Board classes: the boards to come, grouped by what the players can tell apart.

Without three cards of one suit a board is its rank multiset alone; with three or more
of suit s it is the multiset and the ranks it holds in s. So 1,086,008 run-outs before
the flop are some 85,000 classes, each with the number of boards it stands for, and a
flop's 820 are about 250. Suits that look alike to everybody share their classes.

How a class is packed into one integer is told in equity.engine.layout.
"""

from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.layout import MASK_SHIFT, NO_FLUSH, SUIT_SHIFT, WEIGHT_SHIFT
from equity.engine.tables import BOARD_COUNT, BOARDS, PAIR, PAIRS, RANKS, TRIPLES

# Where things lie in `scratch`, in integers.
BOARDS_LEFT = 0  # for each rank multiset how many boards are not in a class yet
REACHED = BOARDS_LEFT + BOARD_COUNT  # which rank multisets can come at all
LYING = REACHED + BOARD_COUNT  # cards of each rank on the board; for a suit, those not of it
LIVE = LYING + RANKS  # live cards of each rank
OFFSUIT = LIVE + RANKS  # live cards of each rank that are not of the suit
FIVE = OFFSUIT + RANKS  # the ranks of a board: those lying there, then those to come,
RUN = FIVE + 5  # at each place how many of the same rank have come so far,
WAYS = RUN + 5  # and in how many ways the ranks before it can come
LEFT = WAYS + 5  # at each place the cards of a suit yet to be tried,
MASK = LEFT + 5  # and the cards before it
ENDS = MASK + 5  # (code, weight) of the ranks that board cards of other suits may have


@njit
def choose(n: int, k: int) -> int:
    """Binomial coefficient for small k."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


@njit
def board_classes(
    words: Words,
    bytes_: Bytes,
    deck: Ints,
    board: Ints,
    repeats: Ints,
    scratch: Ints,
    classes: Ints,
) -> int:
    """Write the classes of all ways to complete a board; return how many there are.

    `deck` and `board` are four 13-bit masks, one a suit, of the cards that may come and
    of those that lie there. `repeats[s]` is how many suits are alike s, itself included,
    or 0 when flushes in s matter to nobody or are counted under a suit like it.
    """
    dealt = 0
    for rank in range(RANKS):
        scratch[LYING + rank] = 0
        scratch[LIVE + rank] = 0
        for suit in range(4):
            scratch[LYING + rank] += board[suit] >> rank & 1
            scratch[LIVE + rank] += deck[suit] >> rank & 1
        for _ in range(scratch[LYING + rank]):
            scratch[FIVE + dealt] = rank
            dealt += 1
    reached = _spread(words, bytes_, scratch, dealt)

    count = 0
    for suit in range(4):
        if repeats[suit] == 0:
            continue
        lying = board[suit]
        for rank in range(RANKS):
            scratch[OFFSUIT + rank] = scratch[LIVE + rank] - (deck[suit] >> rank & 1)
            scratch[LYING + rank] -= lying >> rank & 1
        offsuit_dealt = dealt - popcount(lying)
        for offsuit in range(offsuit_dealt, 3):
            fresh = 5 - offsuit - popcount(lying)
            if 0 <= fresh <= popcount(deck[suit]):
                ends = _offsuit_ends(bytes_, scratch, offsuit, offsuit_dealt)
                flush = lying << MASK_SHIFT | suit << SUIT_SHIFT
                count = _flushes(
                    words,
                    bytes_,
                    scratch,
                    classes,
                    count,
                    ends,
                    offsuit,
                    flush,
                    fresh,
                    deck[suit],
                    repeats[suit],
                )
        for rank in range(RANKS):
            scratch[LYING + rank] += lying >> rank & 1

    for i in range(reached):
        index = scratch[REACHED + i]
        if scratch[BOARDS_LEFT + index] > 0:
            classes[count] = index | NO_FLUSH << SUIT_SHIFT | scratch[BOARDS_LEFT + index] << WEIGHT_SHIFT
            count += 1
    return count


@njit
def _spread(words: Words, bytes_: Bytes, scratch: Ints, dealt: int) -> int:
    """List each rank multiset that can come, with its boards; return how many there are.

    `dealt` cards lie on the board. The ranks to come are walked in ascending order; the
    ways to deal them grow with each and are kept, so that the next one starts from there.
    """
    if dealt == 5:
        index = multiset(words, bytes_, scratch)
        scratch[BOARDS_LEFT + index], scratch[REACHED] = 1, index
        return 1
    reached = 0
    place = dealt
    scratch[WAYS + place], scratch[FIVE + place] = 1, -1
    while place >= dealt:
        rank = scratch[FIVE + place] + 1
        if rank == RANKS:
            place -= 1
            continue
        scratch[FIVE + place] = rank
        run = 1
        if place > dealt and scratch[FIVE + place - 1] == rank:
            run += scratch[RUN + place - 1]
        live = scratch[LIVE + rank]
        if run > live:
            continue
        ways = scratch[WAYS + place] * (live - run + 1) // run
        if place == 4:
            index = multiset(words, bytes_, scratch)
            scratch[BOARDS_LEFT + index], scratch[REACHED + reached] = ways, index
            reached += 1
        else:
            scratch[RUN + place] = run
            place += 1
            scratch[WAYS + place], scratch[FIVE + place] = ways, rank - 1
    return reached


@njit
def multiset(words: Words, bytes_: Bytes, scratch: Ints) -> int:
    """The number of the rank multiset at FIVE, whatever its order."""
    triple = (scratch[FIVE] * RANKS + scratch[FIVE + 1]) * RANKS + scratch[FIVE + 2]
    pair = int64(bytes_[PAIR + scratch[FIVE + 3] * RANKS + scratch[FIVE + 4]])
    return int64(words[BOARDS + int64(words[TRIPLES + triple]) * PAIRS + pair])


@njit
def _offsuit_ends(bytes_: Bytes, scratch: Ints, total: int, dealt: int) -> int:
    """List the ranks that `total` (0 to 2) board cards of other suits may have, with weights.

    Entries are (code, weight): the code is a pair for two cards, a rank for one, 0 for
    none. `dealt` of the cards lie there already. Returns how many entries there are.
    """
    count = 0
    if total == 0:
        scratch[ENDS], scratch[ENDS + 1] = 0, 1
        return 1
    for high in range(RANKS):
        for low in range(high + 1 if total == 2 else 1):
            second = low if total == 2 else high
            alike = total == 2 and second == high
            fresh_high = (2 if alike else 1) - scratch[LYING + high]
            fresh_low = 0 if alike or total == 1 else 1 - scratch[LYING + second]
            if fresh_high < 0 or fresh_low < 0 or fresh_high + fresh_low != total - dealt:
                continue
            weight = choose(scratch[OFFSUIT + high], fresh_high)
            weight *= choose(scratch[OFFSUIT + second], fresh_low)
            if weight > 0:
                code = int64(bytes_[PAIR + high * RANKS + second]) if total == 2 else high
                scratch[ENDS + 2 * count] = code
                scratch[ENDS + 2 * count + 1] = weight
                count += 1
    return count


@njit
def _flushes(
    words: Words,
    bytes_: Bytes,
    scratch: Ints,
    classes: Ints,
    count: int,
    ends: int,
    offsuit: int,
    flush: int,
    fresh: int,
    live: int,
    repeats: int,
) -> int:
    """Add `fresh` of the `live` cards of a suit to a flush in all ways; write their classes.

    `flush` is the suit and the cards lying there, packed as in a class. The boards are
    taken off those without a flush. Returns the new number of classes.
    """
    if fresh == 0:
        return _emit(words, bytes_, scratch, classes, count, ends, offsuit, flush, repeats)
    place = 0
    scratch[LEFT], scratch[MASK] = live, flush
    while place >= 0:
        left = scratch[LEFT + place]
        if popcount(left) < fresh - place:
            place -= 1
            continue
        card = left & -left
        left ^= card
        scratch[LEFT + place] = left
        longer = scratch[MASK + place] | card << MASK_SHIFT
        if place == fresh - 1:
            count = _emit(words, bytes_, scratch, classes, count, ends, offsuit, longer, repeats)
        else:
            place += 1
            scratch[LEFT + place], scratch[MASK + place] = left, longer
    return count


@njit
def _emit(
    words: Words,
    bytes_: Bytes,
    scratch: Ints,
    classes: Ints,
    count: int,
    ends: int,
    offsuit: int,
    flush: int,
    repeats: int,
) -> int:
    """Write the classes of one flush with every end; return the new number of classes."""
    rest = flush >> MASK_SHIFT & (1 << RANKS) - 1
    triple = 0
    for _ in range(3):
        triple = triple * RANKS + lowest_bit(rest)
        rest &= rest - 1
    row = BOARDS + int64(words[TRIPLES + triple]) * PAIRS
    for end in range(ends):
        code = scratch[ENDS + 2 * end]
        if offsuit == 1:
            code = int64(bytes_[PAIR + lowest_bit(rest) * RANKS + code])
        elif offsuit == 0:
            code = int64(bytes_[PAIR + lowest_bit(rest) * RANKS + lowest_bit(rest & rest - 1)])
        index = int64(words[row + code])
        weight = scratch[ENDS + 2 * end + 1] * repeats
        classes[count] = index | flush | weight << WEIGHT_SHIFT
        scratch[BOARDS_LEFT + index] -= weight
        count += 1
    return count
