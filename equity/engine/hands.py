"""Written-out hands as rows of integers, and what they are worth on a class of boards."""

from equity.engine.jit import Bytes, Ints, Words, int64, njit
from equity.engine.layout import FIRST_PAIR, HAND, LOW, NO_FLUSH, PAIR_COUNT, SUITS
from equity.engine.tables import BOARD_RANKS, PAIRS, STRENGTHS
from equity.engine.values import flush_strength, low_ranks, low_strength


@njit
def board_mask(bytes_: Bytes, index: int) -> int:
    """The ranks of rank multiset `index` as a 13-bit mask."""
    mask = 0
    for place in range(5):
        mask |= 1 << int64(bytes_[BOARD_RANKS + index * 5 + place])
    return mask


@njit
def unsuited_high(words: Words, hands: Ints, player: int, index: int) -> int:
    """The best high of a hand on a rank multiset, as if no flush existed."""
    high = 0
    hand = player * HAND
    for pair in range(hands[hand + PAIR_COUNT]):
        high = max(high, int64(words[STRENGTHS + index * PAIRS + hands[hand + FIRST_PAIR + pair]]))
    return high


@njit
def flush_high(words: Words, hands: Ints, player: int, suit: int, mask: int) -> int:
    """The best flush of a hand on a board with `mask` in `suit`, 0 without."""
    return 0 if suit == NO_FLUSH else flush_strength(words, hands[player * HAND + SUITS + suit], mask)


@njit
def low(bytes_: Bytes, hands: Ints, player: int, mask: int) -> int:
    """The best low of a hand on a board with these ranks (a 13-bit mask), 0 without."""
    return low_strength(bytes_, hands[player * HAND + LOW], low_ranks(mask))
