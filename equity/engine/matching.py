"""Which hands a range holds: patterns matched against every hand, sets of hands combined.

The hands of a game are numbered: cards c1 < c2 < ... have the number C(c1,1) + C(c2,2) +
C(c3,3) + ..., so each of the 270,725, 2,598,960 or 20,358,520 has a byte, its weight in
the range, 0 if it is not in it. A pattern is laid out as equity.engine.patterns tells.
"""

from equity.engine.boards import choose
from equity.engine.jit import Bytes, Ints, int64, lowest_bit, njit, popcount
from equity.engine.patterns import (
    ALIKE,
    AND,
    BRACE,
    CARD,
    CARDS,
    FIRST_CARD,
    FIXED,
    NAMED_RANKS,
    NAMED_SUITS,
    PATTERN,
    POSSIBLE,
    RANK_SUITS,
    RANK_VARIABLE,
    RANKS_WANTED,
    SUIT_BOUND_BY_VARIABLE,
    SUIT_VARIABLES,
    SUITS_WANTED,
    UNION,
)

# Where things lie in `scratch`, in integers; stacks have a place for each card of the pattern.
HAND = 0  # the hand's cards, ascending
CHOICE = 8  # the next (card of the hand, way to match it) to try
TAKEN = 16  # hand cards matched before, a bit mask
SUITS = 24  # suits bound to variables before: four bits each, bit 3 when bound
RANKS = 32  # ranks bound to variables before: five bits each, bit 4 when bound
HELD_RANKS = 40  # ranks matched before within the card's braces
CHOOSE = 48  # C(card, place) at 52 * (place - 1) + card, for `canonical_number`

WAYS = 6  # without a variable, with a suit variable w x y z, with a rank variable


@njit
def seek_hand(scratch: Ints, number: int, hole: int) -> None:
    """Write the cards of the hand with this number to HAND."""
    for place in range(hole, 0, -1):
        card = place - 1
        while choose(card + 1, place) <= number:
            card += 1
        scratch[HAND + place - 1] = card
        number -= choose(card, place)


@njit
def next_hand(scratch: Ints, hole: int) -> None:
    """Go on to the hand with the next number."""
    place = 0
    while place < hole - 1 and scratch[HAND + place] + 1 == scratch[HAND + place + 1]:
        scratch[HAND + place] = place
        place += 1
    scratch[HAND + place] += 1


@njit
def match_patterns(
    patterns: Ints,
    count: int,
    symmetric: int,
    hole: int,
    start: int,
    stop: int,
    scratch: Ints,
    weights: Bytes,
) -> int:
    """Write 1 to `weights` for each hand from number `start` to `stop` that matches one of
    `count` patterns, else 0; return how many match.

    Patterns without fixed suits are `symmetric`: then only one hand of each class of hands
    equal up to suits is tried (a fourteenth of them with four cards, a twentieth with six),
    and `copy_classes` does the others. `scratch` needs MATCH_SCRATCH integers.
    """
    matching = 0
    seek_hand(scratch, start, hole)
    for number in range(start, stop):
        cards = 0
        for place in range(hole):
            cards |= 1 << scratch[HAND + place]
        matches = 0
        tried = count if not symmetric or is_canonical(scratch, hole) else 0
        for pattern in range(0, tried * PATTERN, PATTERN):
            if _may_match(patterns, pattern, cards) and _matches(patterns, pattern, hole, scratch):
                matches = 1
                break
        weights[number] = matches
        matching += matches
        if number + 1 < stop:
            next_hand(scratch, hole)
    return matching


@njit
def _suits(scratch: Ints, hole: int) -> int:
    """The hand's ranks of each suit, four masks of 16 bits, clubs highest."""
    suits = 0
    for place in range(hole):
        card = scratch[HAND + place]
        suits |= 1 << 16 * (card & 3) + (card >> 2)
    return suits


@njit
def fill_numbers(scratch: Ints, hole: int) -> None:
    """Fill CHOOSE, which `canonical_number` reads."""
    for place in range(1, hole + 1):
        for card in range(52):
            scratch[CHOOSE + 52 * (place - 1) + card] = choose(card, place)


@njit
def is_canonical(scratch: Ints, hole: int) -> bool:
    """Whether the hand is the one that stands for its class: its masks ascend by suit."""
    suits = _suits(scratch, hole)
    first, second = suits & 0xFFFF, suits >> 16 & 0xFFFF
    third, fourth = suits >> 32 & 0xFFFF, suits >> 48
    return first <= second and second <= third and third <= fourth


@njit
def copy_classes(hole: int, start: int, stop: int, scratch: Ints, weights: Bytes) -> int:
    """Give the hands from number `start` to `stop` the weights of those that stand for them."""
    fill_numbers(scratch, hole)
    seek_hand(scratch, start, hole)
    for number in range(start, stop):
        if not is_canonical(scratch, hole):
            weights[number] = weights[canonical_number(scratch, hole)]
        if number + 1 < stop:
            next_hand(scratch, hole)
    return stop - start


@njit
def canonical_number(scratch: Ints, hole: int) -> int:
    """The number of the hand that stands for this hand's class."""
    suits = _suits(scratch, hole)
    new_suits = 0
    for suit in range(4):
        mask = suits >> 16 * suit & 0xFFFF
        lower = 0
        for other in range(4):
            held = suits >> 16 * other & 0xFFFF
            lower += int(held < mask) + int(held == mask) * int(other < suit)
        new_suits |= lower << 2 * suit
    number = 0
    place = 0
    while place < hole:
        # Cards of one rank stand together; their new suits put them in another order.
        rank = scratch[HAND + place] >> 2
        held = 0
        while place < hole and scratch[HAND + place] >> 2 == rank:
            held |= 1 << (new_suits >> 2 * (scratch[HAND + place] & 3) & 3)
            place += 1
        first = place - popcount(held)
        while held:
            card = rank << 2 | lowest_bit(held)
            held &= held - 1
            number += scratch[CHOOSE + 52 * first + card]
            first += 1
    return number


@njit
def _may_match(patterns: Ints, pattern: int, cards: int) -> bool:
    """Whether each card of the pattern has a card of the hand that it could be, and each
    variable a suit or rank of its own: nearly all hands that do not match are told here."""
    suits, ranks = 0, 0
    rest = cards
    while rest:
        card = lowest_bit(rest)
        rest &= rest - 1
        suits |= 1 << (card & 3)
        ranks |= 1 << (card >> 2)
    if popcount(suits & ~patterns[pattern + NAMED_SUITS]) < patterns[pattern + SUITS_WANTED]:
        return False
    if popcount(ranks & ~patterns[pattern + NAMED_RANKS]) < patterns[pattern + RANKS_WANTED]:
        return False
    for place in range(patterns[pattern + CARDS]):
        if cards & patterns[pattern + FIRST_CARD + CARD * place + POSSIBLE] == 0:
            return False
    return True


@njit
def _matches(patterns: Ints, pattern: int, hole: int, scratch: Ints) -> bool:
    """Whether the hand's cards can be given to the pattern's, variables bound alike."""
    wanted = patterns[pattern + CARDS]
    named_suits, named_ranks = patterns[pattern + NAMED_SUITS], patterns[pattern + NAMED_RANKS]
    if wanted == 0:
        return True
    place = 0
    scratch[CHOICE], scratch[TAKEN], scratch[SUITS], scratch[RANKS] = 0, 0, 0, 0
    while place >= 0:
        choice = scratch[CHOICE + place]
        if choice == hole * WAYS:
            place -= 1
            continue
        scratch[CHOICE + place] = choice + 1
        at, way = choice // WAYS, choice % WAYS
        taken = scratch[TAKEN + place]
        if taken >> at & 1:
            scratch[CHOICE + place] = (at + 1) * WAYS
            continue
        card = scratch[HAND + at]
        spec = pattern + FIRST_CARD + CARD * place
        suits, ranks = scratch[SUITS + place], scratch[RANKS + place]
        if way == 0:
            if not patterns[spec + FIXED] >> card & 1:
                continue
        elif way < WAYS - 1:
            if not patterns[spec + SUIT_VARIABLES + way - 1] >> (card >> 2) & 1:
                continue
            suits = _bind_suit(suits, way - 1, card & 3, named_suits)
        else:
            if patterns[spec + RANK_VARIABLE] < 0:
                continue
            ranks = _bind_rank(ranks, patterns[spec + RANK_VARIABLE], card >> 2, named_ranks)
            allowed = patterns[spec + RANK_SUITS]
            if allowed >= SUIT_BOUND_BY_VARIABLE:
                suits = _bind_suit(suits, allowed - SUIT_BOUND_BY_VARIABLE, card & 3, named_suits)
            elif not allowed >> (card & 3) & 1:
                continue
        if suits < 0 or ranks < 0 or _clashes(patterns, pattern, scratch, place, card):
            continue
        if place == wanted - 1:
            return True
        scratch[HELD_RANKS + place] = card >> 2
        place += 1
        alike = patterns[spec + CARD + ALIKE]
        scratch[CHOICE + place] = (at + 1) * WAYS if alike else 0
        scratch[TAKEN + place] = taken | 1 << at
        scratch[SUITS + place] = suits
        scratch[RANKS + place] = ranks
    return False


@njit
def _bind_suit(bound: int, variable: int, suit: int, named: int) -> int:
    """The bound suits with this one added; -1 when the variable cannot be this suit."""
    now = bound >> 4 * variable & 15
    if now:
        return bound if now == 8 | suit else -1
    if named >> suit & 1:
        return -1
    for other in range(4):
        if bound >> 4 * other & 15 == 8 | suit:
            return -1
    return bound | (8 | suit) << 4 * variable


@njit
def _bind_rank(bound: int, variable: int, rank: int, named: int) -> int:
    """The bound ranks with this one added; -1 when the variable cannot be this rank."""
    now = bound >> 5 * variable & 31
    if now:
        return bound if now == 16 | rank else -1
    if named >> rank & 1:
        return -1
    for other in range(6):
        if bound >> 5 * other & 31 == 16 | rank:
            return -1
    return bound | (16 | rank) << 5 * variable


@njit
def _clashes(patterns: Ints, pattern: int, scratch: Ints, place: int, card: int) -> bool:
    """Whether a card has the rank of another one in the same braces."""
    braces = pattern + FIRST_CARD + BRACE
    brace = patterns[braces + CARD * place]
    if brace >= 0:
        for before in range(place):
            if patterns[braces + CARD * before] == brace and scratch[HELD_RANKS + before] == card >> 2:
                return True
    return False


@njit
def combine_hands(operation: int, left: Bytes, right: Bytes, hands: int) -> int:
    """Put `left` (union, and, without) `right` into `left`; return how many hands it holds.

    In a union the higher weight stands; the others keep the weights of `left`.
    """
    count = 0
    for number in range(hands):
        weight = left[number]
        other = right[number]
        if operation == UNION:
            weight = max(weight, other)
        elif (other != 0) != (operation == AND):
            weight = 0 * weight
        left[number] = weight
        count += weight != 0
    return count


@njit
def remove_cards(weights: Bytes, hole: int, hands: int, blocked: int, scratch: Ints) -> int:
    """Set to 0 the weight of every hand that holds a card of the 52-bit mask `blocked`.

    Returns how many hands are left.
    """
    count = 0
    seek_hand(scratch, 0, hole)
    for number in range(hands):
        if weights[number] != 0:
            clash = 0
            for place in range(hole):
                clash |= blocked >> scratch[HAND + place] & 1
            if clash:
                weights[number] = 0
            else:
                count += 1
        next_hand(scratch, hole)
    return count


@njit
def list_hands(
    weights: Bytes,
    hole: int,
    hands: int,
    scratch: Ints,
    cards: Bytes,
    masks: Ints,
    listed: Bytes,
    running: Ints,
) -> int:
    """List the hands of a range, in the order of their numbers; return how many there are.

    Each has `hole` ascending cards, the same as a 52-bit mask, its weight, and the sum of
    the weights so far.
    """
    count, total = 0, 0
    seek_hand(scratch, 0, hole)
    for number in range(hands):
        if weights[number] != 0:
            mask = 0
            for place in range(hole):
                cards[count * hole + place] = scratch[HAND + place]
                mask |= 1 << scratch[HAND + place]
            total += int64(weights[number])
            masks[count], listed[count], running[count] = mask, weights[number], total
            count += 1
        next_hand(scratch, hole)
    return count
