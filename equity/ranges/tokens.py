"""Range text cut into tokens: ranks, suits, numbers with their signs, and the signs themselves.

What a digit means depends on its neighbours, and is settled here: digits before `%` are a
percent, digits after `@` a weight, and `10` anywhere else is a ten.
"""

from collections.abc import Callable
from typing import NamedTuple

from equity.cards import RANKS, SUITS, SYMBOLS
from equity.ranges.macros import Text

RANK = "rank"  # a fixed rank (int) or a rank variable (str, upper case)
SUIT = "suit"  # a fixed suit (int) or a suit variable (str, lower case)
STAR = "*"
PERCENT = "percent"  # digits and "%"
KIND = "kind"  # the letters and digits right after "%"
WEIGHT = "weight"  # "@" and digits
WORD = "random"
END = "end"
SIGNS = frozenset(",:!()[]{}+-*")

RANDOM = "random"
RANK_VARIABLES = "BEFGILMNOPRUV"
SUIT_VARIABLES = "wxyz"
DIGITS = frozenset("0123456789")

_LETTERS: dict[str, tuple[str, int | str]] = {}
for _value, _char in enumerate(RANKS):
    _LETTERS[_char] = _LETTERS[_char.lower()] = (RANK, _value)
for _char in RANK_VARIABLES:
    _LETTERS[_char] = _LETTERS[_char.lower()] = (RANK, _char)
for _value, _char in enumerate(SUITS):
    _LETTERS[_char] = _LETTERS[_char.upper()] = _LETTERS[SYMBOLS[_value]] = (SUIT, _value)
for _char in SUIT_VARIABLES:
    _LETTERS[_char] = _LETTERS[_char.upper()] = (SUIT, _char)
_TEN = RANKS.index("T")


class Token(NamedTuple):
    """A piece of the text, from `start` to `stop`; signs have themselves as their kind."""

    kind: str
    start: int
    stop: int
    value: int | str | None = None


def tokenize(text: Text) -> list[Token]:
    """The tokens of a text, with an END behind them; raises RangeError for what is none."""
    tokens: list[Token] = []
    at = 0
    while at < len(text.chars):
        tokens += _numbers(text, at) if text.chars[at] in DIGITS else [_token(text, at)]
        at = tokens[-1].stop
    return [*tokens, Token(END, at, at)]


def _numbers(text: Text, at: int) -> list[Token]:
    """The tokens of a run of digits: a percent with its kind, or ranks."""
    chars = text.chars
    stop = _run(chars, at, DIGITS.__contains__)
    if chars[stop : stop + 1] == "%":
        percent = Token(PERCENT, at, stop + 1)
        stop = _run(chars, percent.stop, lambda char: char in DIGITS or char in _LETTERS)
        return [percent, Token(KIND, percent.stop, stop)] if stop > percent.stop else [percent]
    if chars[stop : stop + 1] == ".":
        raise text.error('"." after a number; only whole numbers are read, such as 15%', stop, stop + 1)
    tokens: list[Token] = []
    while at < stop:
        if chars.startswith("10", at):
            tokens.append(Token(RANK, at, at + 2, _TEN))
        elif chars[at] in _LETTERS:
            tokens.append(Token(RANK, at, at + 1, _LETTERS[chars[at]][1]))
        else:
            raise text.error(f'"{chars[at]}" is no rank; a ten is T or 10', at, at + 1)
        at = tokens[-1].stop
    return tokens


def _token(text: Text, at: int) -> Token:
    """The token that starts with a character other than a digit."""
    chars = text.chars
    char = chars[at]
    if char == "@":
        return _weight(text, at)
    if char in "rR" and chars[at : at + len(RANDOM)].lower() == RANDOM:
        return Token(WORD, at, at + len(RANDOM))
    if char in _LETTERS:
        kind, value = _LETTERS[char]
        return Token(kind, at, at + 1, value)
    if char in SIGNS:
        return Token(char, at, at + 1)
    if char == "%":
        raise text.error('no number stands before "%"; a percent is a whole number, such as 15%', at, at + 1)
    message = f'"{char}" means nothing in a range; a range is written like AA, T8+ or AKxx'
    raise text.error(message, at, at + 1)


def _weight(text: Text, at: int) -> Token:
    stop = _run(text.chars, at + 1, DIGITS.__contains__)
    if stop == at + 1:
        raise text.error('no number follows "@"; a weight is a whole number from 1 to 100', at, at + 1)
    after = text.chars[stop : stop + 1]
    if after and after in "%.":
        message = f'"{after}" in a weight; a weight is a whole number from 1 to 100, such as @50'
        raise text.error(message, stop, stop + 1)
    return Token(WEIGHT, at, stop)


def _run(chars: str, at: int, belongs: Callable[[str], bool]) -> int:
    """The end of the characters from `at` on that belong together."""
    while at < len(chars) and belongs(chars[at]):
        at += 1
    return at
