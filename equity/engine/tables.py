"""Lookup tables, built from the rules of equity.ranking.

A board of five cards is known to the engine by its *rank multiset* (6,188 of them)
and, when it holds three or more cards of one suit, by that suit's 13-bit *mask*.
A *pair* is two hole-card ranks (91 of them), a *triple* three board ranks (455). All
three are numbered alike: ranks r1 <= r2 <= ... have the number C(r1,1) + C(r2+1,2) +
C(r3+2,3) + ... Two flat tables hold everything; the constants below are offsets:

words (uint16)
    STRENGTHS + board * PAIRS + pair    best high without a flush, 1 (worst) to 7462
    BOARDS + triple * PAIRS + pair      the board made of a triple and a pair
    TRIPLES + (r * 13 + s) * 13 + t     the triple of these ranks, in any order
    FLUSHES + mask of five ranks        the flush or straight flush of these ranks
    STRAIGHTS + mask                    which of the ten straights lie in the mask
bytes (uint8)
    LOWS + board lows * 256 + hole lows    best low, 1 (worst) to 56 (best); 0 is none
    BOARD_RANKS + board * 5                the five ranks, ascending
    PAIR + r * 13 + s                      the pair of these ranks, in any order

`lows` are 8-bit masks, bit 0 the ace to bit 7 the eight. Both tables together take
1.5 MB and 0.15 s to build, so the kernels' cache keeps them in a file.
"""

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from equity import ranking

if TYPE_CHECKING:
    import numpy as np

RANKS = 13
PAIRS = 91
TRIPLE_COUNT = 455
BOARD_COUNT = 6188
MASKS = 1 << RANKS

STRENGTHS = 0
BOARDS = STRENGTHS + BOARD_COUNT * PAIRS
TRIPLES = BOARDS + TRIPLE_COUNT * PAIRS
FLUSHES = TRIPLES + RANKS**3
STRAIGHTS = FLUSHES + MASKS
WORDS = STRAIGHTS + MASKS

LOWS = 0
BOARD_RANKS = LOWS + 256 * 256
PAIR = BOARD_RANKS + BOARD_COUNT * 5
BYTES = PAIR + RANKS * RANKS

STRAIGHT_MASKS = (0b1000000001111, *(0b11111 << low for low in range(9)))
"""The ten straights from the wheel up, as 13-bit masks."""


class Tables(NamedTuple):
    """The two flat tables as bytes in native order: uint16 `words` and uint8 `bytes`."""

    words: bytes
    bytes: bytes


def number(ranks: tuple[int, ...]) -> int:
    """The number of an ascending multiset of ranks."""
    return sum(comb(rank + i, i + 1) for i, rank in enumerate(ranks))


def strengths() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    """The strength, 1 to 7462, of five ascending ranks: not of one suit, and of one suit."""
    plain = {
        ranks: ranking.high_of(ranks, suited=False)
        for ranks in combinations_with_replacement(range(RANKS), 5)
        if ranks[0] != ranks[4]
    }
    suited = {ranks: ranking.high_of(ranks, suited=True) for ranks in combinations(range(RANKS), 5)}
    order = {high: i for i, high in enumerate(sorted({*plain.values(), *suited.values()}), 1)}
    return (
        {ranks: order[high] for ranks, high in plain.items()},
        {ranks: order[high] for ranks, high in suited.items()},
    )


def build() -> Tables:
    """Build both tables from the rules."""
    import numpy as np

    plain, suited = strengths()
    pairs = sorted(combinations_with_replacement(range(RANKS), 2), key=number)
    triples = sorted(combinations_with_replacement(range(RANKS), 3), key=number)
    boards = sorted(combinations_with_replacement(range(RANKS), 5), key=number)

    board_of = np.array(
        [[number(tuple(sorted(triple + pair))) for pair in pairs] for triple in triples], np.uint16
    )
    five = np.array([plain.get(board, 0) for board in boards], np.uint16)
    parts = np.array([[number(part) for part in combinations(board, 3)] for board in boards])
    words = np.zeros(WORDS, np.uint16)
    words[STRENGTHS:BOARDS] = five[board_of][parts].max(axis=1).ravel()
    words[BOARDS:TRIPLES] = board_of.ravel()
    words[TRIPLES:FLUSHES] = [
        number(tuple(sorted((r, s, t)))) for r in range(RANKS) for s in range(RANKS) for t in range(RANKS)
    ]
    for ranks, strength in suited.items():
        words[FLUSHES + sum(1 << rank for rank in ranks)] = strength
    masks = np.arange(MASKS)
    for i, straight in enumerate(STRAIGHT_MASKS):
        words[STRAIGHTS:WORDS] |= np.where(masks & straight == straight, 1 << i, 0).astype(np.uint16)

    table = np.zeros(BYTES, np.uint8)
    table[LOWS:BOARD_RANKS] = _lows().ravel()
    table[BOARD_RANKS:PAIR] = np.array(boards, np.uint8).ravel()
    table[PAIR:BYTES] = [number(tuple(sorted((r, s)))) for r in range(RANKS) for s in range(RANKS)]
    return Tables(words.tobytes(), table.tobytes())


def _lows() -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """best[board lows, hole lows]: first the exact three and two, then every superset."""
    import numpy as np

    best = np.zeros((256, 256), np.uint8)
    for strength, low in enumerate(ranking.LOWS, 1):
        whole = sum(1 << rank for rank in low)
        for two in combinations(low, 2):
            hole = sum(1 << rank for rank in two)
            best[whole ^ hole, hole] = strength
    masks = np.arange(256)
    for bit in (1 << i for i in range(8)):
        without, having = masks[masks & bit == 0], masks[masks & bit != 0]
        best[having] = np.maximum(best[having], best[without])
        best[:, having] = np.maximum(best[:, having], best[:, without])
    return best
