"""Counting hands: weighted cliques in the graph of pairs of cards that do not beat a hand.

A hand is worth its best pair of hole cards, so it loses to a given hand exactly when all its
pairs do: when its cards are a clique in the graph that joins two cards if their pair loses.
Cards of one rank are twins unless they are of the suit in which the board allows a flush, so
the graph has 13 ranks, each weighing as many cards as are left of it, and up to ten suited
cards, whatever the number of hole cards. The low has a graph of its own; hands that lose
both ways are the cliques of both at once.
"""

from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.tables import PAIRS, RANKS, STRENGTHS
from equity.engine.values import flush_strength, low_ranks, low_strength

ALL = (1 << RANKS) - 1

# Where things lie in `scratch`, in integers.
COUNTS = 0  # how many cards of each rank are left, those of the flush suit not counted
WEIGHT_LOW = COUNTS + RANKS  # their sum for each subset of the lower six ranks ...
WEIGHT_HIGH = WEIGHT_LOW + 64  # ... and of the upper seven
ROWS = WEIGHT_HIGH + 128  # the graph at work: ranks beside each rank,
SUITED_ROWS = ROWS + RANKS  # suited cards beside each suited card
HIGH_ROWS = SUITED_ROWS + RANKS  # (worse, worse or equal, any) high: ranks, then suited
LOW_ROWS = HIGH_ROWS + 3 * 2 * RANKS  # the same of the low: ranks
CUMULATED = LOW_ROWS + 3 * RANKS  # hands by (high, low) relation, cumulated
SUITED_STACK = CUMULATED + 9  # (suited cards, ranks) left to try
RANK_STACK = SUITED_STACK + 2 * 6  # (ranks, cards wanted, ways so far) left to try
SEATS_START = RANK_STACK + 3 * 24  # what lies behind belongs to others


@njit
def fill_weights(scratch: Ints) -> None:
    """How many cards each subset of ranks has left, as two tables that add up."""
    scratch[WEIGHT_LOW] = 0
    scratch[WEIGHT_HIGH] = 0
    for subset in range(1, 64):
        scratch[WEIGHT_LOW + subset] = (
            scratch[WEIGHT_LOW + (subset & subset - 1)] + scratch[COUNTS + lowest_bit(subset)]
        )
    for subset in range(1, 128):
        scratch[WEIGHT_HIGH + subset] = (
            scratch[WEIGHT_HIGH + (subset & subset - 1)] + scratch[COUNTS + 6 + lowest_bit(subset)]
        )


@njit
def fill_high_rows(
    words: Words, bytes_: Bytes, scratch: Ints, index: int, mask: int, suited: int, best: int
) -> None:
    """For each card the cards with which it makes a high worse, or no better, than `best`."""
    for rank in range(2 * RANKS):
        scratch[HIGH_ROWS + rank] = 0
        scratch[HIGH_ROWS + 2 * RANKS + rank] = 0
        scratch[HIGH_ROWS + 4 * RANKS + rank] = ALL
    pair = STRENGTHS + index * PAIRS
    for upper in range(RANKS):
        for lower in range(upper + 1):
            high = int64(words[pair])
            pair += 1
            worse = int(high < best)
            no_better = int(high <= best)
            scratch[HIGH_ROWS + upper] |= worse << lower
            scratch[HIGH_ROWS + 2 * RANKS + upper] |= no_better << lower
            scratch[HIGH_ROWS + lower] |= worse << upper
            scratch[HIGH_ROWS + 2 * RANKS + lower] |= no_better << upper
    first_card = suited
    while first_card:
        upper = lowest_bit(first_card)
        first_card &= first_card - 1
        second_card = first_card
        while second_card:
            lower = lowest_bit(second_card)
            second_card &= second_card - 1
            flush = flush_strength(words, 1 << upper | 1 << lower, mask)
            worse = (flush < best) & (scratch[HIGH_ROWS + upper] >> lower)
            no_better = (flush <= best) & (scratch[HIGH_ROWS + 2 * RANKS + upper] >> lower)
            scratch[HIGH_ROWS + RANKS + upper] |= worse << lower
            scratch[HIGH_ROWS + 3 * RANKS + upper] |= no_better << lower


@njit
def fill_low_rows(bytes_: Bytes, scratch: Ints, lows: int, best: int) -> None:
    """For each rank the ranks with which it makes a low worse, or no better, than `best`."""
    for upper in range(RANKS):
        scratch[LOW_ROWS + upper] = 0
        scratch[LOW_ROWS + RANKS + upper] = 0
        for lower in range(RANKS):
            strength = low_strength(bytes_, low_ranks(1 << upper | 1 << lower), lows)
            scratch[LOW_ROWS + upper] |= (strength < best) << lower
            scratch[LOW_ROWS + RANKS + upper] |= (strength <= best) << lower


@njit
def suited_cliques(scratch: Ints, suited: int, ranks: int, size: int) -> int:
    """How many hands of `size` cards (two at least) are cliques among these cards.

    Walks the cliques of suited cards, and completes each with ranks.
    """
    total = _cliques(scratch, ranks, size)
    place = 0
    scratch[SUITED_STACK], scratch[SUITED_STACK + 1] = suited, ranks
    while place >= 0:
        top = SUITED_STACK + 2 * place
        suited = scratch[top]
        if suited == 0:
            place -= 1
            continue
        card = lowest_bit(suited)
        suited &= suited - 1
        scratch[top] = suited
        suited &= scratch[SUITED_ROWS + card]
        ranks = scratch[top + 1] & scratch[ROWS + card]
        wanted = size - place - 1
        if wanted == 1:
            total += popcount(suited) + _cards_of(scratch, ranks)
            continue
        if ranks:
            total += _cliques(scratch, ranks, wanted)
        if suited:
            place += 1
            scratch[top + 2], scratch[top + 3] = suited, ranks
    return total


@njit
def _cliques(scratch: Ints, ranks: int, size: int) -> int:
    """How many hands of `size` cards (two at least), none of the flush suit, are cliques."""
    if size == 2:
        return _pairs(scratch, ranks)
    total = 0
    top = RANK_STACK
    scratch[top], scratch[top + 1], scratch[top + 2] = ranks, size, 1
    while top >= RANK_STACK:
        ranks, wanted, ways = scratch[top], scratch[top + 1], scratch[top + 2]
        if ranks == 0:
            top -= 3
            continue
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        scratch[top] = ranks
        row = scratch[ROWS + rank]
        ranks &= row
        count = scratch[COUNTS + rank]
        most = min(count, wanted) if row >> rank & 1 else 1
        for held in range(1, most + 1):
            ways = ways * (count - held + 1) // held
            more = wanted - held
            if more == 0:
                total += ways
            elif ranks == 0:
                continue
            elif more == 1:
                total += ways * _cards_of(scratch, ranks)
            elif more == 2:
                total += ways * _pairs(scratch, ranks)
            else:
                top += 3
                scratch[top], scratch[top + 1], scratch[top + 2] = ranks, more, ways
    return total


@njit
def _pairs(scratch: Ints, ranks: int) -> int:
    """How many pairs of cards of these ranks are joined."""
    total = 0
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        row = scratch[ROWS + rank]
        count = scratch[COUNTS + rank]
        total += count * _cards_of(scratch, ranks & row)
        total += (row >> rank & 1) * (count * (count - 1) >> 1)
    return total


@njit
def _cards_of(scratch: Ints, ranks: int) -> int:
    """How many cards there are of these ranks."""
    return scratch[WEIGHT_LOW + (ranks & 63)] + scratch[WEIGHT_HIGH + (ranks >> 6)]
