"""Sampling: deal what is unknown at random and count who wins.

Chunk i of a run starts its generator from (seed, i) alone, so the answer does not depend
on how many threads share the chunks.

Comparing a block of hands of each range on one board, all with all, was weighed and not
built. Measured: 0.09 us a plain deal of two ranges; 0.6 us to value a board's pairs; variance
between boards 0.044 of a deal's 0.217 for AA v 15%, 0.001 of 0.243 for 15% v 25%. So for AA a
board alone costs more (0.044 * 0.6) than plain deals (0.217 * 0.09). For the wide ranges, with
some 0.03 us to draw and value a hand, 1.5 ns a comparison and two thirds of the variance that of
single hands, the best block (sixteen hands a side) is estimated to come out even.
"""

from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, uint64
from equity.engine.layout import FIRST_PAIR, HAND, LOW, PAIR_COUNT, SUITS
from equity.engine.tables import BOARDS, PAIR, PAIRS, RANKS, STRENGTHS, TRIPLES
from equity.engine.values import flush_strength, low_ranks, low_strength
from equity.engine.winners import leaders

DECK = 52

# Where things lie in `scratch`: the deck, then these.
TABLE = DECK
HELD = TABLE + 5
GAMMA = uint64(0x9E3779B97F4A7C15)
MOST_CLASHES = 1000
"""Clashes for each deal wanted beyond which ranges count as impossible to deal together."""

_SUIT_STEP = 16
_THREE_OF_A_SUIT = 0x5555


@njit
def mix(value: int) -> int:
    """The output function of SplitMix64 (Steele, Lea, Flood 2014): a 64-bit bijection."""
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return value ^ (value >> uint64(31))


@njit
def draw_card(state: int, cards: int) -> int:
    """One of at most 52 cards by the generator's state; none is favoured by more than 1e-14."""
    return int64(((mix(state) >> uint64(11)) * uint64(cards)) >> uint64(53))


@njit
def draw_ticket(state: int, tickets: int) -> int:
    """The same for one of less than 2**31 tickets, from the same 53 bits."""
    bits = mix(state) >> uint64(11)
    low = ((bits & uint64(0x1FFFFF)) * uint64(tickets)) >> uint64(21)
    return int64(((bits >> uint64(21)) * uint64(tickets) + low) >> uint64(32))


@njit
def sample_deals(
    words: Words,
    bytes_: Bytes,
    seed: int,
    chunk: int,
    deals: int,
    known: int,
    ranges: int,
    randoms: int,
    hands: Ints,
    starts: Ints,
    range_cards: Bytes,
    range_masks: Ints,
    running: Ints,
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

    Players are the `known` hands (rows of equity.engine.layout), then those who hold one of
    the `ranges`, then `randoms` of `hole` cards. `deck` lists the `live` unseen cards,
    `board` the `lying` ones. The hands of range i stand from starts[i] to starts[i + 1]: their
    cards, the same as 52-bit masks, and `running` sums of their weights. When hands of the
    ranges clash all of them are drawn again: drawing only one again would favour the hands
    that seldom clash. Returns the number of deals made, fewer when hands clash nearly always.
    """
    state = mix(mix(uint64(seed)) + uint64(chunk))
    players = known + ranges + randoms
    for i in range(live):
        scratch[i] = deck[i]
    for i in range(lying):
        scratch[TABLE + i] = board[i]
    needed = 5 - lying + hole * randoms
    clashes = 0
    for deal in range(deals):
        used = 0
        player = 0
        while player < ranges:
            start, stop = starts[player], starts[player + 1]
            state += GAMMA
            ticket = draw_ticket(state, running[stop - 1])
            hand = start + ticket
            if running[stop - 1] != stop - start:
                hand = start
                while start < stop:  # the first hand whose running sum is above the ticket
                    hand = (start + stop) // 2
                    if running[hand] <= ticket:
                        start = hand + 1
                    else:
                        stop = hand
                hand = start
            if used & range_masks[hand]:
                clashes += 1
                if clashes > MOST_CLASHES * deals:
                    return deal
                used = 0
                player = 0
                continue
            used |= range_masks[hand]
            for i in range(hole):
                scratch[HELD + hole * player + i] = int64(range_cards[hand * hole + i])
            player += 1

        if ranges == 0:  # the plain loop deals 10 % more hands
            for dealt in range(needed):
                state += GAMMA
                pick = dealt + draw_card(state, live - dealt)
                card = scratch[pick]
                scratch[pick] = scratch[dealt]
                scratch[dealt] = card
        left = live
        dealt = 0 if ranges else needed
        while dealt < needed:
            state += GAMMA
            pick = dealt + draw_card(state, left - dealt)
            card = scratch[pick]
            if used >> card & 1:
                left -= 1
                scratch[pick] = scratch[left]
                scratch[left] = card
            else:
                scratch[pick] = scratch[dealt]
                scratch[dealt] = card
                dealt += 1
        for i in range(5 - lying):
            scratch[TABLE + lying + i] = scratch[i]

        suits, tally = 0, 0
        for i in range(5):
            card = scratch[TABLE + i]
            suits |= 1 << ((card & 3) * _SUIT_STEP + (card >> 2))
            tally += 1 << (card & 3) * 4
        flushes = (tally + _THREE_OF_A_SUIT) & 0x8888
        shift = lowest_bit(flushes) // 4 * _SUIT_STEP if flushes else 0
        mask = suits >> shift & 0x1FFF
        lows = low_ranks((suits | suits >> 16 | suits >> 32 | suits >> 48) & 0x1FFF) if hilo else 0
        triple = ((scratch[TABLE] >> 2) * RANKS + (scratch[TABLE + 1] >> 2)) * RANKS + (
            scratch[TABLE + 2] >> 2
        )
        pair = int64(bytes_[PAIR + (scratch[TABLE + 3] >> 2) * RANKS + (scratch[TABLE + 4] >> 2)])
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
                at = HELD + hole * (player - known)
                if player >= known + ranges:
                    at = cards
                    cards += hole
                hole_suits = 0
                for i in range(hole):
                    card = scratch[at + i]
                    hole_suits |= 1 << ((card & 3) * _SUIT_STEP + (card >> 2))
                    first = PAIR + (card >> 2) * RANKS
                    for j in range(i):
                        high = max(high, int64(words[row + int64(bytes_[first + (scratch[at + j] >> 2)])]))
                held = low_ranks(
                    (hole_suits | hole_suits >> 16 | hole_suits >> 32 | hole_suits >> 48) & 0x1FFF
                )
                flush_cards = hole_suits >> shift & 0x1FFF
            if flushes:
                high = max(high, flush_strength(words, flush_cards, mask))
            best_high, high_winners = leaders(best_high, high_winners, high, player)
            if hilo:
                strength = low_strength(bytes_, held, lows)
                best_low, low_winners = leaders(best_low, low_winners, strength, player)
        outcomes[high_winners << players | low_winners] += 1
    return deals
