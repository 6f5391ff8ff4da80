"""Random hands, exactly: count the hands that lose, tie and win, without dealing them.

A hand loses to the best written-out hand exactly when all its pairs do. So the losing
hands are the cliques of the graph of losing pairs; ties are the cliques of "loses or
ties" less those; and hi/lo takes cliques of the intersection of a high and a low graph,
which gives the full joint table. Cards of one rank are twins unless they are of the suit
in which the board allows a flush, so the graph has 13 weighted ranks and up to ten suited
cards, whatever the number of hole cards.

Of several random hands all but the last are walked, again as classes: a set of suited
cards and a multiset of ranks. On a river without a flush two random hands cost 1,820
counts in place of 178,365 * 123,410 showdowns.
"""

from equity.engine.boards import choose
from equity.engine.hands import board_mask, flush_high, low, unsuited_high
from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.layout import MASK_SHIFT, NO_FLUSH, SUIT_SHIFT, WEIGHT_SHIFT
from equity.engine.tables import BOARD_RANKS, PAIR, PAIRS, RANKS, STRENGTHS
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
WALK = CUMULATED + 9  # six ranks a random hand that is walked


@njit
def against_randoms(
    words: Words,
    bytes_: Bytes,
    classes: Ints,
    start: int,
    stop: int,
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
    had: live cards and cards lying there. Returns the number of deals.
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
            if strength > best_high:
                best_high, high_winners = strength, 1 << player
            elif strength == best_high:
                high_winners |= 1 << player
            strength = low(bytes_, hands, player, ranks) if lows else 0
            if strength > best_low:
                best_low, low_winners = strength, 1 << player
            elif strength == best_low and strength > 0:
                low_winners |= 1 << player
        deals += _deal(
            words,
            bytes_,
            index,
            mask,
            lows,
            known,
            known + randoms,
            hole,
            suited,
            best_high,
            high_winners,
            best_low,
            low_winners,
            entry >> WEIGHT_SHIFT,
            scratch,
            outcomes,
        )
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
    player: int,
    players: int,
    hole: int,
    suited: int,
    best_high: int,
    high_winners: int,
    best_low: int,
    low_winners: int,
    weight: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Give random hands to `player` and those after; return the deals added to `outcomes`.

    `suited` are the live cards of the flush suit, `mask` the board's; the best so far and
    its holders come from the players before.
    """
    if player == players - 1:
        return _count_last(
            words,
            bytes_,
            index,
            mask,
            lows,
            player,
            players,
            hole,
            suited,
            best_high,
            high_winners,
            best_low,
            low_winners,
            weight,
            scratch,
            outcomes,
        )
    deals = 0
    me = 1 << player
    walk = WALK + 6 * player
    taken = 0
    while True:
        others = hole - popcount(taken)
        if others >= 0:
            more = _first_ranks(scratch, walk, others)
            while more:
                ways = _take(scratch, walk, others)
                high = _high(words, bytes_, scratch, index, mask, taken, walk, others)
                strength = 0
                if lows:
                    held = taken
                    for i in range(others):
                        held |= 1 << scratch[walk + i]
                    strength = low_strength(bytes_, low_ranks(held), lows)
                deals += _deal(
                    words,
                    bytes_,
                    index,
                    mask,
                    lows,
                    player + 1,
                    players,
                    hole,
                    suited & ~taken,
                    max(high, best_high),
                    me if high > best_high else (high_winners | me if high == best_high else high_winners),
                    max(strength, best_low),
                    low_winners
                    if strength < best_low or strength == 0
                    else (me if strength > best_low else low_winners | me),
                    weight * ways,
                    scratch,
                    outcomes,
                )
                for i in range(others):
                    scratch[COUNTS + scratch[walk + i]] += 1
                more = _next_ranks(scratch, walk, others)
        taken = (taken - suited) & suited
        if taken == 0:
            break
    return deals


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
def _take(scratch: Ints, walk: int, size: int) -> int:
    """Take these ranks off the counts; return in how many ways that can be done."""
    ways, run = 1, 0
    for i in range(size):
        rank = scratch[walk + i]
        run = run + 1 if i > 0 and scratch[walk + i - 1] == rank else 1
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
    suited: int,
    best_high: int,
    high_winners: int,
    best_low: int,
    low_winners: int,
    weight: int,
    scratch: Ints,
    outcomes: Ints,
) -> int:
    """Add every hand of the last player to `outcomes`; return how many, times `weight`."""
    live, cards = 0, popcount(suited)
    for rank in range(RANKS):
        cards += scratch[COUNTS + rank]
        if scratch[COUNTS + rank] > 0:
            live |= 1 << rank
    _fill_weights(scratch)
    _fill_high_rows(words, bytes_, scratch, index, mask, suited, best_high)
    low_from = 2
    if lows:
        _fill_low_rows(bytes_, scratch, lows, best_low)
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
                count = _suited_cliques(scratch, suited, live, hole)
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


@njit
def _fill_weights(scratch: Ints) -> None:
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
def _fill_high_rows(
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
def _fill_low_rows(bytes_: Bytes, scratch: Ints, lows: int, best: int) -> None:
    """For each rank the ranks with which it makes a low worse, or no better, than `best`."""
    for upper in range(RANKS):
        scratch[LOW_ROWS + upper] = 0
        scratch[LOW_ROWS + RANKS + upper] = 0
        for lower in range(RANKS):
            strength = low_strength(bytes_, low_ranks(1 << upper | 1 << lower), lows)
            scratch[LOW_ROWS + upper] |= (strength < best) << lower
            scratch[LOW_ROWS + RANKS + upper] |= (strength <= best) << lower


@njit
def _suited_cliques(scratch: Ints, suited: int, ranks: int, size: int) -> int:
    """How many hands of `size` cards are cliques among these suited cards and ranks."""
    if size == 1:
        return popcount(suited) + scratch[WEIGHT_LOW + (ranks & 63)] + scratch[WEIGHT_HIGH + (ranks >> 6)]
    total = _cliques(scratch, ranks, size)
    while suited:
        card = lowest_bit(suited)
        suited &= suited - 1
        total += _suited_cliques(
            scratch, suited & scratch[SUITED_ROWS + card], ranks & scratch[ROWS + card], size - 1
        )
    return total


@njit
def _cliques(scratch: Ints, ranks: int, size: int) -> int:
    """How many hands of `size` cards, none of the flush suit, are cliques among these ranks."""
    if size == 0:
        return 1
    if size == 1:
        return scratch[WEIGHT_LOW + (ranks & 63)] + scratch[WEIGHT_HIGH + (ranks >> 6)]
    total = 0
    while ranks:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        row = scratch[ROWS + rank]
        rest = ranks & row
        count = scratch[COUNTS + rank]
        if size == 2:
            total += count * (scratch[WEIGHT_LOW + (rest & 63)] + scratch[WEIGHT_HIGH + (rest >> 6)])
            total += (row >> rank & 1) * (count * (count - 1) >> 1)
            continue
        if rest:
            total += count * _cliques(scratch, rest, size - 1)
        if row >> rank & 1:
            ways = count
            for held in range(2, min(count, size) + 1):
                ways = ways * (count - held + 1) // held
                total += ways * _cliques(scratch, rest, size - held)
    return total
