"""Hands dealt against each other: the work behind the sampled orderings.

On a random board the rest of the deck is shuffled and cut into as many hands as it holds,
so one deal tells of eleven, nine or seven hands at once. Each of them is credited with
what it wins on average over all tables of some of the others: by how many of those that go
on beat it, tie with it and lose, that average is one entry of the table `credits`.

Measured, for each hand and both games: 39, 49 and 57 ns with four, five and six cards; 156 and
267 ns with five and six before reads and writes of large tables stood in loops of their own. A
shuffled deck is cut at every one of its `hole` offsets: the hands of two cuts share cards but
are of other classes, so no class's mean depends on it.
"""

from equity.engine.boards import choose
from equity.engine.jit import Bytes, Counts, Ints, Words, int64, lowest_bit, njit, popcount, uint64
from equity.engine.layout import CREDIT_SIDE, DEAL_TALLY
from equity.engine.sampling import GAMMA, draw_card, mix
from equity.engine.values import low_ranks, low_strength
from equity.engine.versus import PAIR_STRENGTHS, value_pairs

DECK = 52

# Where things lie in `scratch`, in integers, behind PAIR_STRENGTHS.
NUMBERS = DECK * DECK  # C(card, place + 1) at 52 * place + card
CARDS = NUMBERS + 6 * DECK  # the cards that are not on the board, once and, behind them, again
DEALT = CARDS + 2 * DECK  # for each hand dealt on a board:
NUMBER, CLASS, PLAYS, STRENGTH, LOW, WON, HILO_WON = range(7)
ROW = 7


@njit
def credit_deals(
    words: Words,
    bytes_: Bytes,
    seed: int,
    chunk: int,
    boards: int,
    shuffles: int,
    hole: int,
    classes: Counts,
    going_on: Bytes,
    credits: Ints,
    chosen: Bytes,
    wanted: int,
    scratch: Ints,
    tallies: Ints,
) -> int:
    """Deal hands on random boards and tally what each class of hands wins, high-only and hi/lo.

    `classes` is the class of every hand by its number (see equity.engine.classes);
    `going_on` tells of each class whether it goes on, HIGH_ONLY and HILO. With b, t and w
    of the hands that go on better, equal and worse, a hand wins credits[(b * CREDIT_SIDE +
    t) * CREDIT_SIDE + w] for each half of the pot. `tallies` has DEAL_TALLY integers a class: how
    often it was credited, then the sum and the sum of squares in the high-only game, then in
    hi/lo. Without `wanted` hands each board serves for `shuffles` shuffles and all hands are
    credited. With some, the cards of each of the `chosen` are dealt once a board, random hands
    beside them, and only they are credited: crediting the others would favour opponents of
    the chosen classes. Returns how many hands were credited.
    """
    state = mix(mix(uint64(seed)) + uint64(chunk))
    for place in range(hole):
        for card in range(DECK):
            scratch[NUMBERS + DECK * place + card] = choose(card, place + 1)
    credited = 0
    for _ in range(boards):
        lying = 0
        for place in range(5):
            state += GAMMA
            card = draw_card(state, DECK)
            while lying >> card & 1:
                state += GAMMA
                card = draw_card(state, DECK)
            lying |= 1 << card
            # The five cards of a board come in any order; chosen has room for them at its end.
            chosen[wanted * hole + place] = card
        board_lows = value_pairs(words, bytes_, chosen, wanted * hole, scratch)
        if popcount(board_lows) < 3:
            board_lows = 0
        cuts, row = 0, DEALT
        for shuffle in range(wanted if wanted else shuffles):
            taken = lying
            if wanted:
                held = 0
                for place in range(hole):
                    held |= 1 << int64(chosen[shuffle * hole + place])
                if held & lying:
                    continue
                taken |= held
                _value_hand(bytes_, held, hole, board_lows, row, scratch)
                row += ROW
            left = _shuffle(state, taken, scratch)
            state += GAMMA * uint64(left)
            for offset in range(1 if wanted else hole):
                at = CARDS + offset
                for _ in range(left // hole):
                    held = 0
                    for place in range(hole):
                        held |= 1 << scratch[at + place]
                    at += hole
                    _value_hand(bytes_, held, hole, board_lows, row, scratch)
                    row += ROW
                cuts += 1
        # Reads and writes of large tables stand in loops of their own, where many can wait
        # for memory at once.
        for at in range(DEALT, row, ROW):
            scratch[at + CLASS] = int64(classes[scratch[at + NUMBER]])
        for at in range(DEALT, row, ROW):
            scratch[at + PLAYS] = int64(going_on[scratch[at + CLASS]])
        if cuts == 0:
            continue
        hands = (row - DEALT) // ROW // cuts
        for cut in range(cuts):
            first = DEALT + ROW * hands * cut
            for hand in range(1 if wanted else hands):
                _credit(first, first + ROW * hands, first + ROW * hand, credits, scratch)
        step = ROW * hands if wanted else ROW
        for at in range(DEALT, row, step):
            tally = DEAL_TALLY * scratch[at + CLASS]
            won, hilo_won = scratch[at + WON], scratch[at + HILO_WON]
            tallies[tally] += 1
            tallies[tally + 1] += won
            tallies[tally + 2] += won * won
            tallies[tally + 3] += hilo_won
            tallies[tally + 4] += hilo_won * hilo_won
            credited += 1
    return credited


@njit
def _shuffle(state: int, taken: int, scratch: Ints) -> int:
    """Write the cards that are not taken to CARDS, shuffled, twice; return how many they are."""
    left = 0
    for card in range(DECK):
        if not taken >> card & 1:
            scratch[CARDS + left] = card
            left += 1
    for place in range(left):
        state += GAMMA
        pick = place + draw_card(state, left - place)
        card = scratch[CARDS + pick]
        scratch[CARDS + pick] = scratch[CARDS + place]
        scratch[CARDS + place] = card
    for place in range(left):
        scratch[CARDS + left + place] = scratch[CARDS + place]
    return left


@njit
def _value_hand(bytes_: Bytes, held: int, hole: int, board_lows: int, row: int, scratch: Ints) -> None:
    """Write the row of the hand of these cards, a 52-bit mask."""
    strength, number, ranks = 0, 0, 0
    rest = held
    for place in range(hole):
        card = lowest_bit(rest)
        rest &= rest - 1
        number += scratch[NUMBERS + DECK * place + card]
        ranks |= 1 << (card >> 2)
        before = held & ((1 << card) - 1)
        for _ in range(place):
            strength = max(strength, scratch[PAIR_STRENGTHS + DECK * lowest_bit(before) + card])
            before &= before - 1
    scratch[row + NUMBER] = number
    scratch[row + STRENGTH] = strength
    scratch[row + LOW] = low_strength(bytes_, low_ranks(ranks), board_lows) if board_lows else 0


@njit
def _credit(first: int, end: int, row: int, credits: Ints, scratch: Ints) -> None:
    """Write what the hand of a row wins from the others from row first to end, in both games."""
    strength, low = scratch[row + STRENGTH], scratch[row + LOW]
    playing, better, equal = 0, 0, 0
    hilo_playing, hilo_better, hilo_equal = 0, 0, 0
    low_better, low_equal = 0, 0
    for at in range(first, end, ROW):
        if at == row:
            continue
        its_strength, its_low = scratch[at + STRENGTH], scratch[at + LOW]
        plays, plays_hilo = scratch[at + PLAYS] & 1, scratch[at + PLAYS] >> 1
        beats, ties = int64(its_strength > strength), int64(its_strength == strength)
        playing += plays
        better += plays & beats
        equal += plays & ties
        hilo_playing += plays_hilo
        hilo_better += plays_hilo & beats
        hilo_equal += plays_hilo & ties
        if low:
            low_better += plays_hilo & int64(its_low > low)
            low_equal += plays_hilo & int64(its_low == low)
        else:
            # Without a low a hand wins the other half too, unless somebody has one.
            has_low = int64(its_low > 0)
            low_better += plays_hilo & (has_low | beats)
            low_equal += plays_hilo & (ties & (1 - has_low))
    scratch[row + WON] = 2 * credits[_entry(better, equal, playing)]
    scratch[row + HILO_WON] = (
        credits[_entry(hilo_better, hilo_equal, hilo_playing)]
        + credits[_entry(low_better, low_equal, hilo_playing)]
    )


@njit
def _entry(better: int, equal: int, playing: int) -> int:
    return (better * CREDIT_SIDE + equal) * CREDIT_SIDE + playing - better - equal
