"""Plain written-out spots read from the cells of a table, and their canonical form.

Plain is what nearly every row of a large file holds: cards of two characters, blanks
between them, v, vs or versus between hands of one cell, a game by name, each card once and
everything within the rules. All else is for equity.spot to read, or to refuse in words.

Suits can be renamed and players change seats without changing what a spot comes to. Its
canonical form is the greatest among all that come about so, comparing board, dead cards,
then the hands in descending order.
"""

from equity.engine.jit import Bytes, Ints, int64, njit, popcount
from equity.engine.layout import (
    BOARD_CELL,
    DEAD_CELL,
    GAME_CELL,
    HAND_CELLS,
    MAX_HOLE,
    MAX_PLAYERS,
    NOT_PLAIN,
    ROW,
    ROW_FAULTS,
    SPOT,
    SPOT_BOARD,
    SPOT_DEAD,
    SPOT_HANDS,
    SPOT_KIND,
    SPOT_PLAYERS,
)

RANKS, SUITS, DECK, BOARD = 13, 4, 52, 5
BLANK, LOWER_CASE = 32, 32
V, E, R, S, U = 118, 101, 114, 115, 117
SUIT_LETTERS = 256
LONGEST_PLAIN = 1000

GAME_ROW, GAME_HOLE, GAME_LOW, GAME_BOARDS = 3, 0, 1, 2
"""A game is a row of three integers: hole cards, 1 for hi/lo, and a bit for each legal size of a board."""

# Where things lie in `scratch`: hands in descending order and whose they are, twice.
TRIED, TRIED_SEATS = 0, MAX_PLAYERS
BEST, BEST_SEATS = 2 * MAX_PLAYERS, 3 * MAX_PLAYERS


@njit
def _cards(text: Bytes, at: int, stop: int, letters: Bytes) -> int:
    """The cards of plain text as a mask; -1 when it is not plain or has a card twice."""
    cards = 0
    while at < stop:
        if int64(text[at]) == BLANK:
            at += 1
            continue
        if at + 1 == stop:
            return -1
        rank = int64(letters[int64(text[at])])
        suit = int64(letters[SUIT_LETTERS + int64(text[at + 1])])
        if rank >= RANKS or suit >= SUITS:
            return -1
        card = 1 << suit * RANKS + rank
        if cards & card:
            return -1
        cards |= card
        at += 2
    return cards


@njit
def _separator(text: Bytes, at: int, stop: int) -> int:
    """The length of the word v, vs or versus at `at`; 0 if there is none."""
    if int64(text[at]) | LOWER_CASE != V:
        return 0
    end = at
    while end < stop and int64(text[end]) != BLANK:
        end += 1
    length = end - at
    if length == 1:
        return 1
    if length == 2 and int64(text[at + 1]) | LOWER_CASE == S:
        return 2
    if (
        length == 6
        and int64(text[at + 1]) | LOWER_CASE == E
        and int64(text[at + 2]) | LOWER_CASE == R
        and int64(text[at + 3]) | LOWER_CASE == S
        and int64(text[at + 4]) | LOWER_CASE == U
        and int64(text[at + 5]) | LOWER_CASE == S
    ):
        return 6
    return 0


@njit
def _next_hand(text: Bytes, at: int, stop: int) -> tuple[int, int]:
    """Where the hand at `at` ends, and where the one after it starts, past the separator."""
    after_blank = True
    while at < stop:
        if after_blank:
            length = _separator(text, at, stop)
            if length:
                return at, at + length
        after_blank = int64(text[at]) == BLANK
        at += 1
    return stop, stop + 1


@njit
def count_hands(text: Bytes, count: int, cells: Ints, slots: int, numbers: Ints) -> int:
    """How many hands each row's one cell of hands holds; -1 where a byte is no ASCII or a control.

    Returns the largest number.
    """
    most = 0
    for i in range(count):
        place = 2 * (slots * i + HAND_CELLS)
        at, stop = cells[place], cells[place + 1]
        hands = 0
        for j in range(at, stop):
            char = int64(text[j])
            if char < BLANK or char > 126:
                hands = -1
                break
        if hands == 0:
            while at <= stop:
                _, at = _next_hand(text, at, stop)
                hands += 1
        numbers[i] = hands
        most = max(most, hands)
    return most


@njit
def _game(text: Bytes, at: int, stop: int, names: Bytes, name_places: Ints, name_count: int) -> int:
    """The number of the game named there, in any case; -1 if there is none of that name."""
    for name in range(name_count):
        start, end = name_places[3 * name], name_places[3 * name + 1]
        if end - start != stop - at:
            continue
        same = True
        for i in range(end - start):
            char = int64(text[at + i])
            if 65 <= char <= 90:
                char |= LOWER_CASE
            if char != int64(names[start + i]):
                same = False
                break
        if same:
            return name_places[3 * name + 2]
    return -1


@njit
def read_spots(
    text: Bytes,
    rows: Ints,
    count: int,
    cells: Ints,
    slots: int,
    one_cell: int,
    letters: Bytes,
    names: Bytes,
    name_places: Ints,
    name_count: int,
    games: Ints,
    defaults: Ints,
    scratch: Ints,
    spots: Ints,
    seats: Ints,
) -> int:
    """Write each row's canonical spot, and which of its hands each player's is.

    `rows` and `cells` are those of split_rows; with `one_cell` all hands are in one cell,
    else a cell each. `letters` gives for each byte its rank, and 256 places on its suit, or
    more than there are. `name_places` are (start, stop, game) in `names`; `defaults` the
    game for each number of hole cards where no game is named, or -1. `seats` gets
    MAX_PLAYERS integers a row. Returns the number of rows that are plain.
    """
    plain = 0
    for i in range(count):
        spot = i * SPOT
        for j in range(SPOT):
            spots[spot + j] = 0
        spots[spot + SPOT_KIND] = NOT_PLAIN
        if rows[i * ROW + ROW_FAULTS]:
            continue
        place = 2 * slots * i
        players = 0
        readable = True
        if one_cell:
            at, stop = cells[place + 2 * HAND_CELLS], cells[place + 2 * HAND_CELLS + 1]
            readable = stop - at <= LONGEST_PLAIN
            while readable and at <= stop:
                end, following = _next_hand(text, at, stop)
                hand = _cards(text, at, end, letters)
                if hand <= 0 or players == MAX_PLAYERS:
                    readable = False
                else:
                    spots[spot + SPOT_HANDS + players] = hand
                    players += 1
                    at = following
        else:
            last = slots
            while last > HAND_CELLS and cells[place + 2 * last - 2] == cells[place + 2 * last - 1]:
                last -= 1
            for slot in range(HAND_CELLS, last):
                at, stop = cells[place + 2 * slot], cells[place + 2 * slot + 1]
                hand = _cards(text, at, stop, letters) if stop - at <= LONGEST_PLAIN else -1
                if hand <= 0 or players == MAX_PLAYERS:
                    readable = False
                    break
                spots[spot + SPOT_HANDS + players] = hand
                players += 1
        if not readable or players < 2:
            continue
        hole = popcount(spots[spot + SPOT_HANDS])

        at, stop = cells[place + 2 * GAME_CELL], cells[place + 2 * GAME_CELL + 1]
        while at < stop and int64(text[at]) == BLANK:
            at += 1
        while at < stop and int64(text[stop - 1]) == BLANK:
            stop -= 1
        game = -1
        if at < stop:
            game = _game(text, at, stop, names, name_places, name_count)
        elif hole <= MAX_HOLE:
            game = defaults[hole]
        if game < 0 or games[GAME_ROW * game + GAME_HOLE] != hole:
            continue

        board, dead = -1, -1
        if cells[place + 2 * BOARD_CELL + 1] - cells[place + 2 * BOARD_CELL] <= LONGEST_PLAIN:
            board = _cards(text, cells[place + 2 * BOARD_CELL], cells[place + 2 * BOARD_CELL + 1], letters)
        if cells[place + 2 * DEAD_CELL + 1] - cells[place + 2 * DEAD_CELL] <= LONGEST_PLAIN:
            dead = _cards(text, cells[place + 2 * DEAD_CELL], cells[place + 2 * DEAD_CELL + 1], letters)
        if board < 0 or dead < 0 or board & dead:
            continue
        if popcount(board) > BOARD or not games[GAME_ROW * game + GAME_BOARDS] >> popcount(board) & 1:
            continue
        if players * hole + BOARD + popcount(dead) > DECK:
            continue
        known = board | dead
        for player in range(players):
            hand = spots[spot + SPOT_HANDS + player]
            if known & hand or popcount(hand) != hole:
                readable = False
            known |= hand
        if readable:
            spots[spot + SPOT_KIND] = 2 * hole + games[GAME_ROW * game + GAME_LOW]
            spots[spot + SPOT_PLAYERS] = players
            spots[spot + SPOT_BOARD] = board
            spots[spot + SPOT_DEAD] = dead
            _make_canonical(spots, spot, seats, i * MAX_PLAYERS, scratch)
            plain += 1
    return plain


@njit
def _renamed(cards: int, s: int, h: int, d: int, c: int) -> int:
    """The cards with suits 0 to 3 renamed s, h, d and c."""
    suit = (1 << RANKS) - 1
    return (
        (cards & suit) << s * RANKS
        | (cards >> RANKS & suit) << h * RANKS
        | (cards >> 2 * RANKS & suit) << d * RANKS
        | (cards >> 3 * RANKS & suit) << c * RANKS
    )


@njit
def _make_canonical(spots: Ints, spot: int, seats: Ints, seat: int, scratch: Ints) -> int:
    """Replace a spot by its canonical form; write for each player where his hand went."""
    players = spots[spot + SPOT_PLAYERS]
    best_board, best_dead = -1, -1
    for s in range(SUITS):
        for h in range(SUITS):
            for d in range(SUITS):
                c = 6 - s - h - d
                if s in (h, d) or h == d:
                    continue
                board = _renamed(spots[spot + SPOT_BOARD], s, h, d, c)
                if board < best_board:
                    continue
                dead = _renamed(spots[spot + SPOT_DEAD], s, h, d, c)
                if board == best_board and dead < best_dead:
                    continue
                better = board > best_board or dead > best_dead
                for player in range(players):
                    hand = _renamed(spots[spot + SPOT_HANDS + player], s, h, d, c)
                    at = player
                    while at > 0 and scratch[TRIED + at - 1] < hand:
                        scratch[TRIED + at] = scratch[TRIED + at - 1]
                        scratch[TRIED_SEATS + at] = scratch[TRIED_SEATS + at - 1]
                        at -= 1
                    scratch[TRIED + at], scratch[TRIED_SEATS + at] = hand, player
                if not better:
                    player = 0
                    while player < players and scratch[TRIED + player] == scratch[BEST + player]:
                        player += 1
                    better = player < players and scratch[TRIED + player] > scratch[BEST + player]
                if better:
                    best_board, best_dead = board, dead
                    for player in range(players):
                        scratch[BEST + player] = scratch[TRIED + player]
                        scratch[BEST_SEATS + player] = scratch[TRIED_SEATS + player]
    spots[spot + SPOT_BOARD], spots[spot + SPOT_DEAD] = best_board, best_dead
    for player in range(players):
        spots[spot + SPOT_HANDS + player] = scratch[BEST + player]
        seats[seat + scratch[BEST_SEATS + player]] = player
    return players
