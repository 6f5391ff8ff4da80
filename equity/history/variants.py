"""Which game a header names."""

from __future__ import annotations

import re
from typing import NamedTuple

from equity import games
from equity.games import Game
from equity.history.model import OtherGame, Unreadable

_GAMES = re.compile(
    r"omaha|\bplo|\bflo|courchevel|big ?o\b"
    r"|hold ?'?em|stud|razz|draw|badugi|badeucey|badacey|lowball|baduci|triple|irish|drawmaha|pineapple"
    r"|\bnlhe?\b|\bplhe?\b|5[ -]?card(?! ?omaha)",
    re.IGNORECASE,
)
_OURS = ("omaha", "plo", "flo", "courchevel", "big o", "bigo")
_COUNT = re.compile(
    r"\b([4-9]|four|five|six|seven)[ -]?card|(?:omaha|plo)-?([4-9])\b|(big ?o\b)", re.IGNORECASE
)
_LOW = re.compile(r"hi ?[-/_]? ?low?\b|h/l|omahahl|omaha hl\b|(?:omaha|plo)-?8\b|big ?o\b", re.IGNORECASE)
_LIMIT = re.compile(
    r"(pot[ -_]?limit|\bpl\b|\bplo)|(no[ -_]?limit|\bnl\b|\bnlo)|((?:fix(?:ed)?[ -_]?)?limit|\bfl\b|\bflo)",
    re.IGNORECASE,
)
_WORDS = {"four": 4, "five": 5, "six": 6, "seven": 7}


class Variant(NamedTuple):
    """What a header says of the game; the cards dealt have the last word on `hole`."""

    hole: int
    low: bool
    courchevel: bool

    def game(self, dealt: int = 0) -> Game | None:
        """The game with `dealt` hole cards, 0 for as many as the header says; None if it is none of ours."""
        name = "courchevel" if self.courchevel else "omaha"
        default = games.find_game(name + "8" if self.low else name)
        return games.game_for(dealt or self.hole, default)


def find_variant(title: str) -> Variant | None:
    """The variant that a header names last; None for a game outside the family.

    Mixed games name their mix first and the game of the hand after it.

    >>> find_variant("8-Game (Omaha Hi/Lo Limit, $1/$2)"), find_variant("NLH-PLO (Hold'em No Limit)")
    (Variant(hole=4, low=True, courchevel=False), None)
    """
    named = list(_GAMES.finditer(title))
    if not named or not named[-1].group().lower().startswith(_OURS):
        return None
    if re.search(r"double[ -]board", title, re.IGNORECASE):
        return None
    courchevel = named[-1].group().lower() == "courchevel"
    start = named[-2].end() if len(named) > 1 else 0
    part = title[start:]
    low = bool(_LOW.search(part))
    hole = 5 if courchevel else 4
    for count in _COUNT.finditer(part):
        digit, tail, big_o = (text or "" for text in count.groups())
        if big_o:
            hole = 5
        elif (word := (digit or tail).lower()) and word != "8":
            hole = _WORDS.get(word) or int(word)
    return Variant(hole, low, courchevel)


def find_limit(title: str) -> str | None:
    """ "pl", "nl" or "fl", as the header says it last; None if it does not."""
    found = list(_LIMIT.finditer(title))
    return ("pl", "nl", "fl")[(found[-1].lastindex or 1) - 1] if found else None


def find_game_and_limit(title: str, line: int, where: str = "header") -> tuple[Variant, str]:
    """What the title tells of both; raises OtherGame, or Unreadable where it tells no limit.

    The `line` and the words `where` say in which place the file should tell it.
    """
    variant, limit = find_variant(title), find_limit(title)
    if variant is None:
        raise OtherGame(title)
    if limit is None:
        raise Unreadable(f"the {where} tells no limit", line)
    return variant, limit
