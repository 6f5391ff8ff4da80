"""All hands written out: who wins each class of boards.

Every class of equity.engine.boards is weighed once. What a hand makes of a rank
multiset without a flush is looked up once and kept; a flush is valued once per mask.
"""

from equity.engine.hands import board_mask, flush_high, low, unsuited_high
from equity.engine.jit import Bytes, Ints, Words, njit
from equity.engine.layout import MASK_SHIFT, SUIT_SHIFT, WEIGHT_SHIFT
from equity.engine.tables import BOARD_COUNT


@njit
def known_hands(
    words: Words,
    bytes_: Bytes,
    classes: Ints,
    count: int,
    players: int,
    hands: Ints,
    hilo: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add the boards of each class to `outcomes[high winners << players | low winners]`.

    `hands` holds a row of equity.engine.layout a player; `scratch` needs
    (BOARD_COUNT + 1) * players zeros. Returns the number of boards.
    """
    flushes = BOARD_COUNT * players
    boards = 0
    last = -1
    flush_of_first, flush_of_second = 0, 0
    for c in range(count):
        entry = classes[c]
        index = entry & (1 << MASK_SHIFT) - 1
        suited = entry >> MASK_SHIFT & (1 << WEIGHT_SHIFT - MASK_SHIFT) - 1
        if suited != last:
            last = suited
            suit = suited >> SUIT_SHIFT - MASK_SHIFT
            mask = suited & (1 << SUIT_SHIFT - MASK_SHIFT) - 1
            for player in range(players):
                scratch[flushes + player] = flush_high(words, hands, player, suit, mask)
            flush_of_first, flush_of_second = scratch[flushes], scratch[flushes + 1]
        row = index * players
        if scratch[row] == 0:
            ranks = board_mask(bytes_, index)
            for player in range(players):
                scratch[row + player] = unsuited_high(words, hands, player, index) << 8
                if hilo:
                    scratch[row + player] |= low(bytes_, hands, player, ranks)
        if players == 2:
            # Comparing the two directly makes the whole kernel twice as fast heads-up.
            first = max(scratch[row] >> 8, flush_of_first)
            second = max(scratch[row + 1] >> 8, flush_of_second)
            high_winners = int(first >= second) | int(second >= first) << 1
            first, second = scratch[row] & 0xFF, scratch[row + 1] & 0xFF
            low_winners = int(first >= second) | int(second >= first) << 1 if first | second else 0
        else:
            # Written out: with equity.engine.winners four players take 4 to 20 % longer.
            best_high, best_low, high_winners, low_winners = 0, 0, 0, 0
            for player in range(players):
                strength = max(scratch[row + player] >> 8, scratch[flushes + player])
                if strength > best_high:
                    best_high, high_winners = strength, 1 << player
                elif strength == best_high:
                    high_winners |= 1 << player
                strength = scratch[row + player] & 0xFF
                if strength > best_low:
                    best_low, low_winners = strength, 1 << player
                elif strength == best_low and strength > 0:
                    low_winners |= 1 << player
        weight = entry >> WEIGHT_SHIFT
        outcomes[high_winners << players | low_winners] += weight
        boards += weight
    return boards
