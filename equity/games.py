"""The games, as data: a game is one row here and never an `if` anywhere else."""

from typing import NamedTuple

from equity.errors import GameError


class Game(NamedTuple):
    """One game of the Omaha family.

    `hole` cards are dealt to each player; `low` tells whether an eight-or-better
    low takes half of the pot; `boards` are the legal numbers of known board cards.
    """

    name: str
    title: str
    hole: int
    low: bool
    aliases: tuple[str, ...]
    boards: tuple[int, ...] = (0, 3, 4, 5)


DOOR_CARD = (0, 1, 3, 4, 5)
"""In Courchevel the first card of the flop, the door card, lies open before the first round."""

GAMES = (
    Game("omaha", "Omaha", 4, False, ("omaha4", "plo", "plo4", "o", "oh", "pl-omaha")),
    Game("omaha8", "Omaha hi/lo", 4, True, ("plo8", "o8", "omaha-hi-lo", "hilo", "flo8")),
    Game("omaha5", "5-card Omaha", 5, False, ("plo5", "o5", "oh5", "five-card-omaha")),
    Game("bigo", "Big O (5-card Omaha hi/lo)", 5, True, ("big-o", "omaha5-8", "plo5-8", "o85")),
    Game("omaha6", "6-card Omaha", 6, False, ("plo6", "o6", "six-card-omaha")),
    Game("omaha6-8", "6-card Omaha hi/lo", 6, True, ("plo6-8", "o68")),
    Game("courchevel", "Courchevel", 5, False, (), DOOR_CARD),
    Game("courchevel8", "Courchevel hi/lo", 5, True, ("courchevel-hi-lo",), DOOR_CARD),
)

DEFAULT = "omaha8"
HOLE_SIZES = tuple(sorted({game.hole for game in GAMES}))

_BY_NAME = {name: game for game in GAMES for name in (game.name, *game.aliases)}


def find_game(name: str) -> Game:
    """The game of this name or alias, in any case; raises GameError with the nearest name."""
    if not isinstance(name, str):
        raise GameError(f"a game is a name, such as {DEFAULT}, not {type(name).__name__}")
    game = _BY_NAME.get(name.strip().lower())
    if game is None:
        from difflib import get_close_matches

        near = get_close_matches(name.strip().lower()[:40], _BY_NAME, 1, 0.6)
        hint = f"did you mean {near[0]}? The games" if near else "the games"
        names = ", ".join(game.name for game in GAMES)
        raise GameError(f"unknown game {name[:40]!r}; {hint} are {names}", name)
    return game


def game_for(hole: int, default: Game) -> Game | None:
    """The game with `hole` cards that is high-only or hi/lo as `default` is; None without one."""
    same_kind = [game for game in (default, *GAMES) if game.low == default.low]
    return next((game for game in same_kind if game.hole == hole), None)
