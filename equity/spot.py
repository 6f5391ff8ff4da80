"""Spot: one validated question, and the only door into it.

Whatever comes in is checked here once; everything behind this door trusts it.
"""

import os
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from equity import cards, games
from equity.errors import CardError, GameError, SpotError
from equity.games import Game

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD = 5
RANDOM = "random"
SEPARATORS = frozenset({"vs", "v", "versus"})
ENVIRONMENT = "OMAHA_EQUITY_GAME"
LONGEST_INPUT = 10_000


class Spot(NamedTuple):
    """Who holds what on which board; cards are numbers of equity.cards.

    A seat is a tuple of hole cards, or None for a random hand.
    """

    game: Game
    seats: tuple[tuple[int, ...] | None, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]

    @property
    def known(self) -> tuple[int, ...]:
        """Every card whose place is known: hole cards, board and dead cards."""
        held = [card for seat in self.seats if seat for card in seat]
        return (*held, *self.board, *self.dead)

    @property
    def unseen(self) -> tuple[int, ...]:
        """The cards that may still be dealt, in ascending order."""
        known = set(self.known)
        return tuple(card for card in range(cards.DECK) if card not in known)

    @property
    def missing(self) -> int:
        """How many board cards are still to come."""
        return BOARD - len(self.board)

    @property
    def randoms(self) -> int:
        """How many players hold a random hand."""
        return self.seats.count(None)


def make_spot(
    hands: Sequence[str], board: str = "", dead: str = "", game: str | None = None, alone: bool = False
) -> Spot:
    """The checked spot of these texts.

    One hand plays against `random`, unless it may stand `alone`. Raises an EquityError
    that names the place and the remedy.
    """
    if not hands:
        raise SpotError("no hand given; write one, such as AsKs9h8h")
    if len(hands) > MAX_PLAYERS:
        raise SpotError(f"{len(hands)} hands given; at most {MAX_PLAYERS} players can be dealt in")
    if len(hands) == 1 and not alone:
        hands = (hands[0], RANDOM)
    seats = tuple(_seat(hand, f"hand {number}") for number, hand in enumerate(hands, 1))
    chosen = choose_game(game, next((len(seat) for seat in seats if seat), None))
    _check_sizes(hands, seats, chosen, game is not None)
    spot = Spot(chosen, seats, read_board(board, chosen), read_cards(dead, "the dead cards"))
    _check_duplicates(spot, hands, board, dead)
    _check_deck(spot)
    return spot


def split_hands(arguments: Sequence[str]) -> list[str]:
    """The hands of arguments such as ["AsKs9h8h", "vs", "random"] or ["AsKs9h8h vs random"].

    Raises SpotError for a separator with nothing on one side.
    """
    hands: list[str] = []
    pending = ""
    for argument in arguments:
        words = argument.split() if isinstance(argument, str) else []
        separators = [i for i, word in enumerate(words) if word.lower() in SEPARATORS]
        if not separators:
            hands.append(argument)
            pending = ""
            continue
        for start, stop in zip([-1, *separators], [*separators, len(words)], strict=True):
            if start >= 0:
                if pending or not hands:
                    raise SpotError(f"nothing stands on one side of {words[start]}", " ".join(arguments))
                pending = words[start]
            if part := " ".join(words[start + 1 : stop]):
                hands.append(part)
                pending = ""
    if pending:
        raise SpotError(f"nothing stands on one side of {pending}", " ".join(arguments))
    return hands


def choose_game(name: str | None, hole: int | None) -> Game:
    """The game called `name`, or else the one for `hole` cards.

    Without a name the environment variable OMAHA_EQUITY_GAME gives the default,
    taken in the same kind (high or hi/lo) when the number of cards differs.
    """
    if name is not None:
        return games.find_game(name)
    try:
        default = games.find_game(os.environ.get(ENVIRONMENT) or games.DEFAULT)
    except GameError as error:
        raise GameError(f"{ENVIRONMENT}: {error.message}", error.source) from None
    game = games.game_for(default.hole if hole is None else hole, default)
    if game is None:
        sizes = _listed([str(size) for size in games.HOLE_SIZES], "or")
        raise GameError(f"the first hand has {_count(hole or 0, 'card')}; an Omaha hand has {sizes}")
    return game


def read_cards(source: str, where: str) -> tuple[int, ...]:
    """The cards of a text of bounded length; raises CardError."""
    if not isinstance(source, str):
        raise CardError(f"{where} must be text, such as AsKs, not {type(source).__name__}")
    if len(source) > LONGEST_INPUT:
        raise CardError(
            f"{where} is {len(source):,} characters long; at most {LONGEST_INPUT:,} are read", source[:40]
        )
    return cards.parse_cards(source, where)


def read_board(source: str, game: Game) -> tuple[int, ...]:
    """The board of a game; raises CardError, or SpotError for a number of cards it cannot have."""
    board = read_cards(source, "the board")
    if len(board) not in game.boards:
        legal = _listed([str(size) for size in game.boards], "or")
        hint = "; only Courchevel has a one-card board (its door card)" if len(board) == 1 else ""
        raise SpotError(
            f"the board has {_count(len(board), 'card')}; in {game.name} it has {legal}{hint}", source
        )
    return board


def _seat(hand: str, where: str) -> tuple[int, ...] | None:
    if isinstance(hand, str) and hand.strip().lower() == RANDOM:
        return None
    if isinstance(hand, str) and not hand.strip():
        raise CardError(f"{where} is empty; write its cards, such as AsKs9h8h, or random")
    return read_cards(hand, where)


def _check_sizes(
    hands: Sequence[str], seats: Sequence[tuple[int, ...] | None], game: Game, game_given: bool
) -> None:
    for number, (hand, seat) in enumerate(zip(hands, seats, strict=True), 1):
        if seat is None or len(seat) == game.hole:
            continue
        cause = f"{game.name} hands have {game.hole}"
        if not game_given:
            cause = f"the first hand makes the game {game.name}, with {game.hole}"
        elif same_kind := games.game_for(len(seat), game):
            cause += f"; for {len(seat)} cards use --game {same_kind.name}"
        raise GameError(f"hand {number} has {_count(len(seat), 'card')}; {cause}", hand)


def _check_duplicates(spot: Spot, hands: Sequence[str], board: str, dead: str) -> None:
    places = [
        (f"in hand {number}", hand.strip(), seat or ())
        for number, (hand, seat) in enumerate(zip(hands, spot.seats, strict=True), 1)
    ]
    places += [("on the board", board, spot.board), ("among the dead cards", dead, spot.dead)]
    held = [(card, place, source) for place, source, seat in places for card in seat]
    counts = Counter(card for card, _, _ in held)
    card = next((card for card, _, _ in held if counts[card] > 1), None)
    if card is None:
        return
    where = [(place, source) for other, place, source in held if other == card]
    times = {2: "twice", 3: "three times"}.get(len(where), f"{len(where)} times")
    named = list(dict.fromkeys(f"{place} ({_shortened(source)})" for place, source in where))
    message = f"{cards.NAMES[card]} appears {times}: {_listed(named, 'and')}"
    last_place = where[-1][0]
    if last_place == "on the board" and (other_board := _board_that_works(spot, card)):
        raise SpotError(f"{message}; a board that would work: {other_board}", board, *_second(board, card))
    source = where[-1][1]
    raise SpotError(f"{message}; each card is dealt once", source, *_second(source, card))


def _second(source: str, card: int) -> tuple[int, int]:
    """Where in `source` the last copy of a card stands."""
    starts = [
        at for at in range(len(source)) for length in (2, 3) if _reads_as(source[at : at + length], card)
    ]
    start = starts[-1] if starts else 0
    return start, start + (3 if source.startswith("10", start) else 2)


def _reads_as(source: str, card: int) -> bool:
    try:
        return source[:1].strip() != "" and cards.parse_cards(source, "") == (card,)
    except CardError:
        return False


def _board_that_works(spot: Spot, card: int) -> str:
    """The board with each clashing card moved to a free suit, seldom-seen suits first."""
    taken = set(spot.known)
    board: list[int] = []
    others = Counter(c for seat in spot.seats if seat for c in seat)
    others.update(spot.dead)
    for now in spot.board:
        if others[now] or now in board:
            free = [c for c in range(now // 4 * 4, now // 4 * 4 + 4) if c not in taken]
            if not free:
                return ""
            suits = Counter(c % 4 for c in taken)
            now = min(free, key=lambda c: suits[c % 4])
            taken.add(now)
        board.append(now)
    return cards.text(board)


def _check_deck(spot: Spot) -> None:
    players, hole = len(spot.seats), spot.game.hole
    needed = players * hole + BOARD + len(spot.dead)
    if needed > cards.DECK:
        room = (cards.DECK - BOARD - len(spot.dead)) // hole
        board = "a board and " + _count(len(spot.dead), "dead card") if spot.dead else "and a board"
        raise SpotError(
            f"{players} players with {hole} cards each, {board} need {needed} cards of "
            f"{cards.DECK}; "
            + (f"at most {room} players fit" if room >= MIN_PLAYERS else "take dead cards away")
        )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _listed(words: Sequence[str], joint: str) -> str:
    return f" {joint} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _shortened(source: str, width: int = 60) -> str:
    return source if len(source) <= width else source[: width - 3] + "..."
