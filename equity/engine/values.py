"""Compiled building blocks: what a hand is worth on a board."""

from equity.engine.jit import Bytes, Words, int64, lowest_bit, njit, popcount
from equity.engine.tables import FLUSHES, LOWS, STRAIGHTS


@njit
def flush_strength(words: Words, hole: int, board: int) -> int:
    """Best flush from exactly two of `hole` and three of `board`, masks of one suit.

    0 when there are not that many. The highest two and three make the best plain
    flush; a straight flush needs a straight that takes just two from the hand.
    """
    if popcount(hole) < 2 or popcount(board) < 3:
        return 0
    straights = int64(words[STRAIGHTS + (hole | board)])
    best = 0
    while straights:
        low = lowest_bit(straights)
        straights &= straights - 1
        mask = 0b11111 << low >> 1 if low else 0b1000000001111
        if popcount(mask & hole) == 2:
            best = mask
    if best == 0:
        while popcount(hole) > 2:
            hole &= hole - 1
        while popcount(board) > 3:
            board &= board - 1
        best = hole | board
    return int64(words[FLUSHES + best])


@njit
def low_ranks(mask: int) -> int:
    """The low ranks in a 13-bit mask as 8 bits, ace first."""
    return (mask << 1) & 0xFE | mask >> 12


@njit
def low_strength(bytes_: Bytes, hole: int, board: int) -> int:
    """Best low, 1 to 56 or 0, of 8-bit masks of low ranks."""
    return int64(bytes_[LOWS + board * 256 + hole])
