"""Spot: one validated question, and the only door into it.

Whatever comes in is checked here once; everything behind this door trusts it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from equity import cards, games
from equity.errors import CardError, EquityError, GameError, RangeError, SpotError
from equity.games import Game
from equity.wording import counted, listed, shortened, times

if TYPE_CHECKING:
    from equity.ranges.value import Range

MIN_PLAYERS, MAX_PLAYERS = 2, 10
BOARD = 5
RANDOM = "random"
SEPARATORS = frozenset({"vs", "v", "versus"})
ENVIRONMENT = "OMAHA_EQUITY_GAME"
LONGEST_INPUT = 10_000
MOST_ARGUMENTS = 1000

Hand = tuple[int, ...]


class Spot(NamedTuple):
    """Who holds what on which board; cards are numbers of equity.cards.

    A seat is a tuple of hole cards, a Range, or None for a random hand.
    """

    game: Game
    seats: tuple[Hand | Range | None, ...]
    board: Hand
    dead: Hand

    @property
    def known(self) -> Hand:
        """Every card whose place is known: written-out hands, board and dead cards."""
        held = [card for seat in self.seats if isinstance(seat, tuple) for card in seat]
        return (*held, *self.board, *self.dead)

    @property
    def unseen(self) -> Hand:
        """The cards that may still be dealt, in ascending order."""
        known = set(self.known)
        return tuple(card for card in range(cards.DECK) if card not in known)


def make_spot(
    hands: Sequence[str | Range],
    board: str = "",
    dead: str = "",
    game: str | None = None,
    alone: bool = False,
    macros: Mapping[str, str] | None = None,
    default_game: str | None = None,
) -> Spot:
    """The checked spot of these texts (or ranges, as values).

    One hand plays against `random`, unless it may stand `alone`. `macros` are those of the
    range language, by default the built-in ones. `default_game` is what the environment
    variable would say. Raises an EquityError that names the
    place and the remedy.
    """
    if not hands:
        raise SpotError("no hand given; write one, such as AsKs9h8h")
    if len(hands) > MAX_PLAYERS:
        raise SpotError(f"{len(hands)} hands given; at most {MAX_PLAYERS} players can be dealt in")
    if len(hands) == 1 and not alone:
        hands = (hands[0], RANDOM)
    written = [_written_out(hand, f"hand {number}") for number, hand in enumerate(hands, 1)]
    chosen = choose_game(game, next((len(hand) for hand in written if hand), None), default_game)
    seats = tuple(
        _seat(hand, held, number, chosen, game is not None, macros)
        for number, (hand, held) in enumerate(zip(hands, written, strict=True), 1)
    )
    spot = Spot(chosen, seats, read_board(board, chosen), read_cards(dead, "the dead cards"))
    _check_duplicates(spot, hands, board, dead)
    _check_deck(spot)
    return spot


def split_hands(arguments: Iterable[str | Range]) -> list[str | Range]:
    """The hands of arguments such as ["AsKs9h8h", "vs", "random"] or ["AsKs9h8h vs random"].

    Raises SpotError for a separator with nothing on one side.
    """
    try:
        arguments = list(islice(arguments, MOST_ARGUMENTS))
    except TypeError:
        raise SpotError(f"hands must be a list of texts, not {type(arguments).__name__}") from None
    hands: list[str | Range] = []
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
                    raise _one_sided(words[start], arguments)
                pending = words[start]
            if part := " ".join(words[start + 1 : stop]):
                hands.append(part)
                pending = ""
    if pending:
        raise _one_sided(pending, arguments)
    return hands


def _one_sided(separator: str, arguments: Sequence[str | Range]) -> SpotError:
    line = " ".join(map(str, arguments))
    start = line.rfind(separator) if line.endswith(separator) else line.find(separator)
    return SpotError(f"nothing stands on one side of {separator}", line, start, start + len(separator))


def choose_game(name: str | None, hole: int | None, default_game: str | None = None) -> Game:
    """The game called `name`, or else the one for `hole` cards.

    Without a name `default_game` or the environment variable OMAHA_EQUITY_GAME gives the
    default, taken in the same kind (high or hi/lo) when the number of cards differs.
    """
    if name is not None:
        return games.find_game(name)
    try:
        default = games.find_game(default_game or os.environ.get(ENVIRONMENT) or games.DEFAULT)
    except GameError as error:
        raise GameError(f"{ENVIRONMENT}: {error.message}", error.source) from None
    game = games.game_for(default.hole if hole is None else hole, default)
    if game is None:
        sizes = listed([str(size) for size in games.HOLE_SIZES], "or")
        hint = ""
        if hole is not None and hole < min(games.HOLE_SIZES):
            hint = "; write it as one word or in quotes, or with stars if it is a range, such as AsKs**"
        raise GameError(f"the first hand has {counted(hole or 0, 'card')}; an Omaha hand has {sizes}{hint}")
    return game


def read_cards(source: str, where: str) -> Hand:
    """The cards of a text of bounded length; raises CardError."""
    if not isinstance(source, str):
        raise CardError(f"{where} must be text, such as AsKs, not {type(source).__name__}")
    if len(source) > LONGEST_INPUT:
        raise CardError(
            f"{where} is {len(source):,} characters long; at most {LONGEST_INPUT:,} are read", source[:40]
        )
    return cards.parse_cards(source, where)


def read_board(source: str, game: Game) -> Hand:
    """The board of a game; raises CardError, or SpotError for a number of cards it cannot have."""
    board = read_cards(source, "the board")
    if len(board) not in game.boards:
        legal = listed([str(size) for size in game.boards], "or")
        hint = "; only Courchevel has a one-card board (its door card)" if len(board) == 1 else ""
        raise SpotError(
            f"the board has {counted(len(board), 'card')}; in {game.name} it has {legal}{hint}", source
        )
    return board


def _written_out(hand: str | Range, where: str) -> Hand | None:
    """The cards of a hand that is written out; None for random and for a range.

    Commas separate cards only in exactly one complete hand; elsewhere they unite ranges.
    """
    if not isinstance(hand, str):
        return None
    if not hand.strip():
        raise CardError(f"{where} is empty; write its cards, such as AsKs9h8h, or random")
    try:
        held = read_cards(hand, where)
    except CardError:
        return None
    return None if "," in hand and len(held) not in games.HOLE_SIZES else held


def _seat(
    hand: str | Range,
    held: Hand | None,
    number: int,
    game: Game,
    game_given: bool,
    macros: Mapping[str, str] | None,
) -> Hand | Range | None:
    """What a player holds, checked against the game."""
    where = f"hand {number}"
    if held is not None and len(held) == game.hole:
        return held
    if held is not None and isinstance(hand, str) and "," not in hand:
        raise _wrong_size(hand, len(held), where, game, game_given)
    if isinstance(hand, str):
        if hand.strip().lower() == RANDOM:
            return None
        hand = _read_range(hand, where, game, macros)
    if not hasattr(hand, "is_every_hand"):
        raise CardError(f"{where} must be text, such as AsKs9h8h, or a Range, not {type(hand).__name__}")
    if hand.hole != game.hole:
        raise GameError(
            f"{where} is a range of {counted(hand.hole, 'card')}; {game.name} hands have {game.hole}"
        )
    return None if hand.is_every_hand else hand.in_game(game.low)


def _read_range(hand: str, where: str, game: Game, macros: Mapping[str, str] | None) -> Range:
    from equity.ranges.macros import BUILT_IN
    from equity.ranges.parse import parse

    try:
        node = parse(hand, game.hole, where, BUILT_IN if macros is None else macros)
    except RangeError:
        # Who wrote two cards in full means cards: say what is wrong with the next one.
        try:
            read_cards(hand, where)
        except CardError as error:
            if len(error.source) > error.start and len(cards.parse_cards(hand[: error.start], where)) >= 2:
                raise error from None
        raise
    from equity.ranges.value import Range  # behind it comes the engine

    return Range(node, game.hole, hand.strip(), game.low)


def _wrong_size(hand: str, size: int, where: str, game: Game, game_given: bool) -> EquityError:
    cause = f"{game.name} hands have {game.hole}"
    if size % game.hole == 0:
        return GameError(f"{where} has {counted(size, 'card')}; {cause}; write vs between two hands", hand)
    if not game_given:
        cause = f"the first hand makes the game {game.name}, with {game.hole}"
    elif same_kind := games.game_for(size, game):
        cause += f"; {size} cards are a hand of {same_kind.name}"
    if size < game.hole:
        cause += f"; as a range it is {shortened(hand.strip())}{'*' * (game.hole - size)}"
    return GameError(f"{where} has {counted(size, 'card')}; {cause}", hand)


def _check_duplicates(spot: Spot, hands: Sequence[str | Range], board: str, dead: str) -> None:
    """Refuse a card that lies in two places, naming both and, where it can, a way out."""
    texts = [
        (f"in hand {number}", hand)
        for number, (hand, seat) in enumerate(zip(hands, spot.seats, strict=True), 1)
        if isinstance(hand, str) and isinstance(seat, tuple)
    ]
    texts += [("on the board", board), ("among the dead cards", dead)]
    lying = [(written, place, text) for place, text in texts for written in cards.locate_cards(text, place)]
    counts = Counter(written.card for written, _, _ in lying)
    card = next((written.card for written, _, _ in lying if counts[written.card] > 1), None)
    if card is None:
        return
    copies = [copy for copy in lying if copy[0].card == card]
    named = list(dict.fromkeys(f"{place} ({shortened(text.strip())})" for _, place, text in copies))
    last, last_place, last_text = copies[-1]
    remedy = "each card is dealt once"
    if last_place == "on the board" and (other_board := _board_that_works(spot)):
        remedy = f"a board that would work: {other_board}"
    raise SpotError(
        f"{cards.NAMES[card]} appears {times(len(copies))}: {listed(named, 'and')}; {remedy}",
        last_text,
        last.start,
        last.stop,
    )


def _board_that_works(spot: Spot) -> str:
    """The board with each clashing card moved to a free suit, seldom-seen suits first."""
    taken = set(spot.known)
    elsewhere = Counter(spot.known) - Counter(spot.board)
    board: list[int] = []
    for now in spot.board:
        if elsewhere[now] or now in board:
            free = [card for card in range(now // 4 * 4, now // 4 * 4 + 4) if card not in taken]
            if not free:
                return ""
            suits = Counter(card % 4 for card in taken)
            now = min(free, key=lambda card: suits[card % 4])
            taken.add(now)
        board.append(now)
    return cards.text(board)


def _check_deck(spot: Spot) -> None:
    players, hole = len(spot.seats), spot.game.hole
    needed = players * hole + BOARD + len(spot.dead)
    if needed > cards.DECK:
        room = (cards.DECK - BOARD - len(spot.dead)) // hole
        board = f", a board and {counted(len(spot.dead), 'dead card')}" if spot.dead else " and a board"
        remedy = f"at most {room} players fit" if room >= MIN_PLAYERS else "take dead cards away"
        raise SpotError(
            f"{players} players with {hole} cards each{board} need {needed} cards of {cards.DECK}; {remedy}"
        )
