"""Random hands, exactly: count the hands that lose, tie and win, without dealing them.

Against the best written-out hand the random hands that lose are counted as cliques (see
equity.engine.cliques); ties are the hands that lose or tie less those; and for hi/lo the
counts for each pair of relations give the full joint table.

Of several random hands all but the last are walked, again as classes: a set of suited
cards and a multiset of ranks. On a river without a flush two random hands cost 1,820
counts in place of 178,365 * 123,410 showdowns.
"""

from equity.engine.boards import choose
from equity.engine.cliques import (
    ALL,
    COUNTS,
    CUMULATED,
    HIGH_ROWS,
    LOW_ROWS,
    ROWS,
    SEATS_START,
    SUITED_ROWS,
    fill_high_rows,
    fill_low_rows,
    fill_weights,
    suited_cliques,
)
from equity.engine.hands import board_mask, flush_high, low, unsuited_high
from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.layout import MASK_SHIFT, NO_FLUSH, SUIT_SHIFT, WEIGHT_SHIFT
from equity.engine.tables import BOARD_RANKS, PAIR, PAIRS, RANKS, STRENGTHS
from equity.engine.values import flush_strength, low_ranks, low_strength
from equity.engine.winners import leaders

# Where a seat lies in `scratch`, behind what counting needs, and what it holds.
SEATS = SEATS_START
SEAT = 16
# First up to six ranks of a random hand that are not of the flush suit, then these.
CARDS_HELD = 6  # its cards of the flush suit,
HOLDING = 7  # whether it is dealt at the moment
SUITED, BEST_HIGH, HIGH_WINNERS, BEST_LOW, LOW_WINNERS, WEIGHT = 8, 9, 10, 11, 12, 13
# live cards of the flush suit; the best of the players before, who has it; ways to get there


@njit
def against_randoms(
    words: Words,
    bytes_: Bytes,
    classes: Ints,
    start: int,
    stop: int,
    part: int,
    parts: int,
    known: int,
    randoms: int,
    hands: Ints,
    hole: int,
    hilo: int,
    deck: Ints,
    board: Ints,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add the deals of classes start to stop to `outcomes[high winners << players | low winners]`.

    Players are the `known` hands (rows of equity.engine.layout), then `randoms` >= 1 of
    `hole` cards. `deck` and `board` are the four suit masks that equity.engine.boards
    had: live cards and cards lying there. Where several hands are random, only each `parts`-th
    hand of the first is taken, from the `part`-th on. Returns the number of deals.
    """
    deals = 0
    for c in range(start, stop):
        entry = classes[c]
        index = entry & (1 << MASK_SHIFT) - 1
        mask = entry >> MASK_SHIFT & ALL
        suit = entry >> SUIT_SHIFT & (1 << WEIGHT_SHIFT - SUIT_SHIFT) - 1
        suited = _count_cards_left(bytes_, index, suit, mask, deck, board, scratch)
        ranks = board_mask(bytes_, index)
        lows = low_ranks(ranks) if hilo and popcount(low_ranks(ranks)) >= 3 else 0
        best_high, best_low, high_winners, low_winners = 0, 0, 0, 0
        for player in range(known):
            strength = max(
                unsuited_high(words, hands, player, index), flush_high(words, hands, player, suit, mask)
            )
            best_high, high_winners = leaders(best_high, high_winners, strength, player)
            strength = low(bytes_, hands, player, ranks) if lows else 0
            best_low, low_winners = leaders(best_low, low_winners, strength, player)
        seat = SEATS + SEAT * known
        scratch[seat + SUITED] = suited
        scratch[seat + BEST_HIGH], scratch[seat + HIGH_WINNERS] = best_high, high_winners
        scratch[seat + BEST_LOW], scratch[seat + LOW_WINNERS] = best_low, low_winners
        scratch[seat + WEIGHT] = entry >> WEIGHT_SHIFT
        deals += _deal(words, bytes_, index, mask, lows, known, randoms, hole, part, parts, scratch, outcomes)
    return deals


@njit
def _count_cards_left(
    bytes_: Bytes, index: int, suit: int, mask: int, deck: Ints, board: Ints, scratch: Ints
) -> int:
    """Fill COUNTS for the deck less the board; return the mask of the flush suit's cards left."""
    suited = 0 if suit == NO_FLUSH else deck[suit] & ~mask
    for rank in range(RANKS):
        count = 0
        for s in range(4):
            count += (deck[s] >> rank & 1) + (board[s] >> rank & 1)
        if suit != NO_FLUSH:
            count -= (deck[suit] | mask) >> rank & 1
            count += mask >> rank & 1
        scratch[COUNTS + rank] = count
    for place in range(5):
        scratch[COUNTS + int64(bytes_[BOARD_RANKS + index * 5 + place])] -= 1
    return suited


@njit
def _deal(
    words: Words,
    bytes_: Bytes,
    index: int,
    mask: int,
    lows: int,
    known: int,
    randoms: int,
    hole: int,
    part: int,
    parts: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Walk all random hands but the last, count that one; return the deals added.

    The seat of the first random player is filled in; `mask` are the board's cards of the
    flush suit, `lows` its low ranks or 0.
    """
    deals = 0
    last = known + randoms - 1
    player = known
    turn = parts - 1
    scratch[SEATS + SEAT * player + HOLDING] = 0
    while player >= known:
        seat = SEATS + SEAT * player
        if player == last:
            deals += _count_last(words, bytes_, index, mask, lows, player, last + 1, hole, scratch, outcomes)
            player -= 1
        elif _next_hand(scratch, seat, hole):
            ways = _take(scratch, seat, hole)
            if player == known:
                turn = turn + 1 if turn + 1 < parts else 0
                if turn != part:
                    continue
            _seat_next(words, bytes_, index, mask, lows, player, hole, ways, scratch)
            player += 1
            scratch[seat + SEAT + HOLDING] = 0
        else:
            player -= 1
    return deals


@njit
def _next_hand(scratch: Ints, seat: int, hole: int) -> bool:
    """Go on to a random hand's next kind, or its first when none is held; False after the last."""
    suited = scratch[seat + SUITED]
    if scratch[seat + HOLDING]:
        others = hole - popcount(scratch[seat + CARDS_HELD])
        for i in range(others):
            scratch[COUNTS + scratch[seat + i]] += 1
        if _next_ranks(scratch, seat, others):
            return True
        scratch[seat + CARDS_HELD] = (scratch[seat + CARDS_HELD] - suited) & suited
        if scratch[seat + CARDS_HELD] == 0:
            return False
    else:
        scratch[seat + HOLDING] = 1
        scratch[seat + CARDS_HELD] = 0
    while True:
        others = hole - popcount(scratch[seat + CARDS_HELD])
        if others >= 0 and _first_ranks(scratch, seat, others):
            return True
        scratch[seat + CARDS_HELD] = (scratch[seat + CARDS_HELD] - suited) & suited
        if scratch[seat + CARDS_HELD] == 0:
            return False


@njit
def _seat_next(
    words: Words,
    bytes_: Bytes,
    index: int,
    mask: int,
    lows: int,
    player: int,
    hole: int,
    ways: int,
    scratch: Ints,
) -> None:
    """Fill the next player's seat from this one's and the hand held here."""
    seat = SEATS + SEAT * player
    after = seat + SEAT
    taken = scratch[seat + CARDS_HELD]
    others = hole - popcount(taken)
    scratch[after + SUITED] = scratch[seat + SUITED] & ~taken
    scratch[after + WEIGHT] = scratch[seat + WEIGHT] * ways

    high = _high(words, bytes_, scratch, index, mask, taken, seat, others)
    scratch[after + BEST_HIGH], scratch[after + HIGH_WINNERS] = leaders(
        scratch[seat + BEST_HIGH], scratch[seat + HIGH_WINNERS], high, player
    )

    low_hand = 0
    if lows:
        held = taken
        for i in range(others):
            held |= 1 << scratch[seat + i]
        low_hand = low_strength(bytes_, low_ranks(held), lows)
    scratch[after + BEST_LOW], scratch[after + LOW_WINNERS] = leaders(
        scratch[seat + BEST_LOW], scratch[seat + LOW_WINNERS], low_hand, player
    )


@njit
def _first_ranks(scratch: Ints, walk: int, size: int) -> bool:
    """Write the first multiset of `size` live ranks, ascending; False without one."""
    if size == 0:
        return True
    scratch[walk] = -1
    for i in range(1, size):
        scratch[walk + i] = RANKS - 1
    return _next_ranks(scratch, walk, size)


@njit
def _next_ranks(scratch: Ints, walk: int, size: int) -> bool:
    """Go on to the next multiset of live ranks; False after the last."""
    place = size - 1
    while place >= 0:
        rank = scratch[walk + place] + 1
        while rank < RANKS:
            at, now = place, rank
            held = 0
            for i in range(place):
                held += scratch[walk + i] == rank
            while at < size and now < RANKS:
                if held < scratch[COUNTS + now]:
                    scratch[walk + at] = now
                    at += 1
                    held += 1
                else:
                    now += 1
                    held = 0
            if at == size:
                return True
            rank = RANKS
        place -= 1
    return False


@njit
def _take(scratch: Ints, seat: int, hole: int) -> int:
    """Take the ranks held at a seat off the counts; return in how many ways that can be done."""
    ways, run = 1, 0
    for i in range(hole - popcount(scratch[seat + CARDS_HELD])):
        rank = scratch[seat + i]
        run = run + 1 if i > 0 and scratch[seat + i - 1] == rank else 1
        ways = ways * scratch[COUNTS + rank] // run
        scratch[COUNTS + rank] -= 1
    return ways


@njit
def _high(
    words: Words, bytes_: Bytes, scratch: Ints, index: int, mask: int, taken: int, walk: int, size: int
) -> int:
    """The best high of the suited cards `taken` and the `size` ranks at `walk`."""
    row = STRENGTHS + index * PAIRS
    high = flush_strength(words, taken, mask)
    for i in range(size):
        first = scratch[walk + i] * RANKS
        for j in range(i):
            high = max(high, int64(words[row + int64(bytes_[PAIR + first + scratch[walk + j]])]))
        rest = taken
        while rest:
            high = max(high, int64(words[row + int64(bytes_[PAIR + first + lowest_bit(rest)])]))
            rest &= rest - 1
    first_card = taken
    while first_card:
        first = lowest_bit(first_card) * RANKS
        first_card &= first_card - 1
        rest = first_card
        while rest:
            high = max(high, int64(words[row + int64(bytes_[PAIR + first + lowest_bit(rest)])]))
            rest &= rest - 1
    return high


@njit
def _count_last(
    words: Words,
    bytes_: Bytes,
    index: int,
    mask: int,
    lows: int,
    player: int,
    players: int,
    hole: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add every hand of the last player to `outcomes`; return how many deals that are."""
    seat = SEATS + SEAT * player
    suited, weight = scratch[seat + SUITED], scratch[seat + WEIGHT]
    best_high, high_winners = scratch[seat + BEST_HIGH], scratch[seat + HIGH_WINNERS]
    best_low, low_winners = scratch[seat + BEST_LOW], scratch[seat + LOW_WINNERS]
    live, cards = 0, popcount(suited)
    for rank in range(RANKS):
        cards += scratch[COUNTS + rank]
        if scratch[COUNTS + rank] > 0:
            live |= 1 << rank
    fill_weights(scratch)
    fill_high_rows(words, bytes_, scratch, index, mask, suited, best_high)
    low_from = 2
    if lows:
        fill_low_rows(bytes_, scratch, lows, best_low)
        low_from = 0
    for high in range(3):
        for low_relation in range(low_from, 3):
            if high == 2 and low_relation == 2:
                count = choose(cards, hole)
            else:
                for rank in range(RANKS):
                    row = ALL if low_relation == 2 else scratch[LOW_ROWS + low_relation * RANKS + rank]
                    scratch[ROWS + rank] = row & scratch[HIGH_ROWS + high * 2 * RANKS + rank]
                    scratch[SUITED_ROWS + rank] = row & scratch[HIGH_ROWS + (high * 2 + 1) * RANKS + rank]
                count = suited_cliques(scratch, suited, live, hole)
            scratch[CUMULATED + high * 3 + low_relation] = count

    me = 1 << player
    for high in range(3):
        winners = high_winners if high == 0 else (high_winners | me if high == 1 else me)
        for low_relation in range(low_from, 3):
            count = scratch[CUMULATED + high * 3 + low_relation]
            if high > 0:
                count -= scratch[CUMULATED + (high - 1) * 3 + low_relation]
            if low_relation > low_from:
                count -= scratch[CUMULATED + high * 3 + low_relation - 1]
                if high > 0:
                    count += scratch[CUMULATED + (high - 1) * 3 + low_relation - 1]
            low_holders = 0
            if lows:
                if low_relation == 0:
                    low_holders = low_winners
                elif low_relation == 2:
                    low_holders = me
                elif best_low > 0:
                    low_holders = low_winners | me
            outcomes[winners << players | low_holders] += count * weight
    return scratch[CUMULATED + 8] * weight
