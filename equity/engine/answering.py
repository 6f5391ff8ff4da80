"""Many written-out spots in one call: every deal of each, weighed once.

With one board card to come or none the boards are listed one by one; before that they come
in the classes of equity.engine.boards. Either way equity.engine.known says who wins them.
"""

from equity.engine.boards import FIVE, board_classes, multiset
from equity.engine.jit import Bytes, Ints, Words, int64, lowest_bit, njit, popcount
from equity.engine.known import known_hands
from equity.engine.layout import (
    FIRST_PAIR,
    HAND,
    LOW,
    MASK_SHIFT,
    MAX_PLAYERS,
    NO_FLUSH,
    PAIR_COUNT,
    SPOT,
    SPOT_BOARD,
    SPOT_DEAD,
    SPOT_HANDS,
    SPOT_KIND,
    SPOT_PLAYERS,
    SUIT_SHIFT,
    SUITS,
    TALLY,
    TALLY_DEALS,
    TALLY_PLAYERS,
    TALLY_SHARES,
    WEIGHT_SHIFT,
)
from equity.engine.tables import BOARD_COUNT, PAIR, RANKS
from equity.engine.values import low_ranks

SUIT = (1 << RANKS) - 1


@njit
def _write_hand(bytes_: Bytes, cards: int, hands: Ints, row: int) -> int:
    """Write a hand's row of equity.engine.layout; return its number of cards."""
    lows, pairs, count = 0, 0, 0
    for suit in range(4):
        mask = cards >> suit * RANKS & SUIT
        hands[row + SUITS + suit] = mask
        lows |= low_ranks(mask)
    hands[row + LOW] = lows
    left = cards
    while left:
        first = lowest_bit(left) % RANKS
        left &= left - 1
        others = left
        while others:
            pair = PAIR + first * RANKS + lowest_bit(others) % RANKS
            hands[row + FIRST_PAIR + pairs] = int64(bytes_[pair])
            others &= others - 1
            pairs += 1
        count += 1
    hands[row + PAIR_COUNT] = pairs
    return count


@njit
def _write_repeats(hands: Ints, players: int, deck: Ints, board: Ints, repeats: Ints) -> None:
    """Which suits matter, and how many are alike: see equity.engine.inputs.alike_suits."""
    for suit in range(4):
        repeats[suit] = 0
        matters = False
        for player in range(players):
            if popcount(hands[player * HAND + SUITS + suit]) >= 2:
                matters = True
        other = 0 if matters else suit
        while other < suit:
            alike = repeats[other] > 0 and deck[other] == deck[suit] and board[other] == board[suit]
            for player in range(players):
                row = player * HAND + SUITS
                if hands[row + other] != hands[row + suit]:
                    alike = False
            if alike:
                break
            other += 1
        if matters:
            repeats[other] += 1


@njit
def _last_cards(
    words: Words, bytes_: Bytes, deck: Ints, board: Ints, repeats: Ints, scratch: Ints, classes: Ints
) -> int:
    """Write the boards that one more card, or none, makes; return how many entries there are."""
    dealt, suited = 0, NO_FLUSH
    for suit in range(4):
        left = board[suit]
        if popcount(left) >= 3 and repeats[suit]:
            suited = suit
        while left:
            scratch[FIVE + dealt] = lowest_bit(left)
            left &= left - 1
            dealt += 1
    count = 0
    if dealt == 5:
        mask = board[suited] if suited != NO_FLUSH else 0
        index = multiset(words, bytes_, scratch)
        classes[0] = index | mask << MASK_SHIFT | suited << SUIT_SHIFT | 1 << WEIGHT_SHIFT
        return 1
    for suit in range(4):
        makes_flush = repeats[suit] > 0 and popcount(board[suit]) >= 2
        if not makes_flush and suited == NO_FLUSH:
            continue
        flush = suit if makes_flush else suited
        left = deck[suit]
        while left:
            card = left & -left
            left ^= card
            scratch[FIVE + 4] = lowest_bit(card)
            mask = board[flush] | (card if makes_flush else 0)
            index = multiset(words, bytes_, scratch)
            classes[count] = index | mask << MASK_SHIFT | flush << SUIT_SHIFT | 1 << WEIGHT_SHIFT
            count += 1
    if suited == NO_FLUSH:
        for rank in range(RANKS):
            weight = 0
            for suit in range(4):
                if repeats[suit] == 0 or popcount(board[suit]) < 2:
                    weight += deck[suit] >> rank & 1
            if weight:
                scratch[FIVE + 4] = rank
                index = multiset(words, bytes_, scratch)
                classes[count] = index | NO_FLUSH << SUIT_SHIFT | weight << WEIGHT_SHIFT
                count += 1
    return count


@njit
def _share(outcomes: Ints, players: int, pot: int, tallies: Ints, tally: int) -> None:
    """Share the pots of all outcomes out, and set the outcomes to zero."""
    everyone = (1 << players) - 1
    for outcome in range(1 << 2 * players):
        deals = outcomes[outcome]
        if deals == 0:
            continue
        outcomes[outcome] = 0
        high, low = outcome >> players, outcome & everyone
        hi = pot // popcount(high)
        lo = 0
        if low:
            hi, lo = pot // 2 // popcount(high), pot // 2 // popcount(low)
        for player in range(players):
            share = tally + TALLY_SHARES + 3 * player
            won = 0
            if high >> player & 1:
                tallies[share] += hi * deals
                won += hi
            if low >> player & 1:
                tallies[share + 1] += lo * deals
                won += lo
            if won == pot:
                tallies[share + 2] += deals


@njit
def answer_spots(
    words: Words,
    bytes_: Bytes,
    spots: Ints,
    firsts: Ints,
    count: int,
    pots: Ints,
    hands: Ints,
    deck: Ints,
    board: Ints,
    repeats: Ints,
    scratch: Ints,
    classes: Ints,
    values: Ints,
    outcomes: Ints,
    tallies: Ints,
) -> int:
    """Answer the spots in the rows `firsts`; write a row of TALLY integers each.

    `pots[n]` is a whole pot of n players, in units so small that all can share. `hands` has
    room for MAX_PLAYERS rows, `deck`, `board` and `repeats` for four integers, `scratch` for
    BOARD_SCRATCH, `classes` for every board class. `values` (BOARD_COUNT + 1 a player),
    `outcomes` (4 ** players) and `tallies` are zeros; the first two are so again at the end.
    Returns the number of deals.
    """
    total = 0
    for i in range(count):
        spot = firsts[i] * SPOT
        players, hilo = spots[spot + SPOT_PLAYERS], spots[spot + SPOT_KIND] & 1
        known = spots[spot + SPOT_BOARD] | spots[spot + SPOT_DEAD]
        for player in range(players):
            cards = spots[spot + SPOT_HANDS + player]
            known |= cards
            _write_hand(bytes_, cards, hands, player * HAND)
        for suit in range(4):
            board[suit] = spots[spot + SPOT_BOARD] >> suit * RANKS & SUIT
            deck[suit] = ~(known >> suit * RANKS) & SUIT
        _write_repeats(hands, players, deck, board, repeats)
        if popcount(spots[spot + SPOT_BOARD]) >= 4:
            boards = _last_cards(words, bytes_, deck, board, repeats, scratch, classes)
        else:
            boards = board_classes(words, bytes_, deck, board, repeats, scratch, classes)
        deals = known_hands(words, bytes_, classes, boards, players, hands, hilo, values, outcomes)
        for entry in range(boards):
            row = (classes[entry] & (1 << MASK_SHIFT) - 1) * players
            for player in range(players):
                values[row + player] = 0
        for player in range(players):
            values[BOARD_COUNT * players + player] = 0
        tallies[i * TALLY + TALLY_PLAYERS] = players
        tallies[i * TALLY + TALLY_DEALS] = deals
        _share(outcomes, players, pots[players], tallies, i * TALLY)
        total += deals
    return total


@njit
def arrange_tallies(groups: Ints, seats: Ints, count: int, tallies: Ints, arranged: Ints) -> int:
    """Each row's tally, with the players as they sit in that row.

    `groups` tells whose tally is a row's; one of -1 has none, and gets -1 for its number of
    players. Returns how many rows have one.
    """
    answered = 0
    for i in range(count):
        row = i * TALLY
        for j in range(TALLY):
            arranged[row + j] = 0
        if groups[i] < 0:
            arranged[row + TALLY_PLAYERS] = -1
            continue
        tally = groups[i] * TALLY
        players = tallies[tally + TALLY_PLAYERS]
        arranged[row + TALLY_PLAYERS] = players
        arranged[row + TALLY_DEALS] = tallies[tally + TALLY_DEALS]
        for player in range(players):
            to = row + TALLY_SHARES + 3 * player
            share = tally + TALLY_SHARES + 3 * seats[i * MAX_PLAYERS + player]
            for j in range(3):
                arranged[to + j] = tallies[share + j]
        answered += 1
    return answered
