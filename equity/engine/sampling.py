"""Sampling: deal what is unknown at random and count who wins.

Chunk i of a run starts its generator from (seed, i) alone, so the answer does not depend
on how many threads share the chunks.
"""

from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, uint64
from equity.engine.layout import FIRST_PAIR, HAND, LOW, PAIR_COUNT, SUITS
from equity.engine.tables import BOARDS, PAIR, PAIRS, RANKS, STRENGTHS, TRIPLES
from equity.engine.values import flush_strength, low_ranks, low_strength

_SUIT_STEP = 16
_THREE_OF_A_SUIT = 0x5555


@njit
def mix(value: int) -> int:
    """The output function of SplitMix64 (Steele, Lea, Flood 2014): a 64-bit bijection."""
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return value ^ (value >> uint64(31))


@njit
def sample_deals(
    words: Words,
    bytes_: Bytes,
    seed: int,
    chunk: int,
    deals: int,
    known: int,
    randoms: int,
    hands: Ints,
    hole: int,
    hilo: int,
    deck: Ints,
    live: int,
    board: Ints,
    lying: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add `deals` random deals to `outcomes[high winners << players | low winners]`.

    Players are the `known` hands (rows of equity.engine.layout), then `randoms` of `hole`
    cards. `deck` lists the `live` unseen cards, `board` the `lying` ones. Returns `deals`.
    """
    state = mix(mix(uint64(seed)) + uint64(chunk))
    players = known + randoms
    table = 52
    for i in range(live):
        scratch[i] = deck[i]
    for i in range(lying):
        scratch[table + i] = board[i]
    needed = 5 - lying + hole * randoms
    for _ in range(deals):
        for i in range(needed):
            # 53 of 64 bits times at most 52 cards: no card is favoured by more than 1e-14.
            state += uint64(0x9E3779B97F4A7C15)
            pick = i + int64(((mix(state) >> uint64(11)) * uint64(live - i)) >> uint64(53))
            card = scratch[pick]
            scratch[pick] = scratch[i]
            scratch[i] = card
        for i in range(5 - lying):
            scratch[table + lying + i] = scratch[i]

        suits, tally = 0, 0
        for i in range(5):
            card = scratch[table + i]
            suits |= 1 << ((card & 3) * _SUIT_STEP + (card >> 2))
            tally += 1 << (card & 3) * 4
        flushes = (tally + _THREE_OF_A_SUIT) & 0x8888
        shift = lowest_bit(flushes) // 4 * _SUIT_STEP if flushes else 0
        mask = suits >> shift & 0x1FFF
        lows = low_ranks((suits | suits >> 16 | suits >> 32 | suits >> 48) & 0x1FFF) if hilo else 0
        triple = ((scratch[table] >> 2) * RANKS + (scratch[table + 1] >> 2)) * RANKS + (
            scratch[table + 2] >> 2
        )
        pair = int64(bytes_[PAIR + (scratch[table + 3] >> 2) * RANKS + (scratch[table + 4] >> 2)])
        row = STRENGTHS + PAIRS * int64(words[BOARDS + int64(words[TRIPLES + triple]) * PAIRS + pair])

        best_high, best_low, high_winners, low_winners = 0, 0, 0, 0
        cards = 5 - lying
        for player in range(players):
            high = 0
            if player < known:
                hand = player * HAND
                for i in range(hands[hand + PAIR_COUNT]):
                    high = max(high, int64(words[row + hands[hand + FIRST_PAIR + i]]))
                held = hands[hand + LOW]
                flush_cards = hands[hand + SUITS + shift // _SUIT_STEP]
            else:
                hole_suits = 0
                for i in range(hole):
                    card = scratch[cards + i]
                    hole_suits |= 1 << ((card & 3) * _SUIT_STEP + (card >> 2))
                    first = PAIR + (card >> 2) * RANKS
                    for j in range(i):
                        high = max(high, int64(words[row + int64(bytes_[first + (scratch[cards + j] >> 2)])]))
                held = low_ranks(
                    (hole_suits | hole_suits >> 16 | hole_suits >> 32 | hole_suits >> 48) & 0x1FFF
                )
                flush_cards = hole_suits >> shift & 0x1FFF
                cards += hole
            if flushes:
                high = max(high, flush_strength(words, flush_cards, mask))
            if high > best_high:
                best_high, high_winners = high, 1 << player
            elif high == best_high:
                high_winners |= 1 << player
            if hilo:
                strength = low_strength(bytes_, held, lows)
                if strength > best_low:
                    best_low, low_winners = strength, 1 << player
                elif strength == best_low and strength > 0:
                    low_winners |= 1 << player
        outcomes[high_winners << players | low_winners] += 1
    return deals
