"""Text to card numbers and back: the only place that knows "As".

A card is an integer `rank * 4 + suit`, with ranks 0 (deuce) to 12 (ace) and suits
0 to 3 (spades, hearts, diamonds, clubs).
"""

from collections.abc import Iterable
from typing import NamedTuple

from equity.errors import CardError

RANKS = "23456789TJQKA"
SUITS = "shdc"
SYMBOLS = "♠♥♦♣"
NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
DECK = 52

_RANK = {char: i for i, char in enumerate(RANKS)} | {char.lower(): i for i, char in enumerate(RANKS)}
_SUIT = (
    {char: i for i, char in enumerate(SUITS)}
    | {char.upper(): i for i, char in enumerate(SUITS)}
    | {char: i for i, char in enumerate(SYMBOLS)}
)
_RANGE_SIGNS = frozenset("*$:@+-%[](){}") | frozenset("wxyzWXYZ") | frozenset("BEFGILMNOPRUVbefgilmnopruv")
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_SEPARATORS = frozenset(" \t\r\n,\u00a0") | frozenset(_VARIATION_SELECTORS)


def text(cards: Iterable[int]) -> str:
    """Card numbers as text: `text([51, 44])` is "AcKs"; `text([])` is ""."""
    return "".join(NAMES[card] for card in cards)


class Written(NamedTuple):
    """A card and where it stands in the text it was read from."""

    card: int
    start: int
    stop: int


def parse_cards(source: str, where: str) -> tuple[int, ...]:
    """The cards written in `source`, in the order written, duplicates included.

    Any case, `10` for T, suit symbols, blanks and commas between cards are read.
    `where` names the text in errors ("hand 1", "the board"). Raises CardError.
    """
    return tuple(written.card for written in locate_cards(source, where))


def locate_cards(source: str, where: str) -> list[Written]:
    """The same as `parse_cards`, with places."""
    cards: list[Written] = []
    at = 0
    while at < len(source):
        if source[at] in _SEPARATORS:
            at += 1
            continue
        length = 2 if source.startswith("10", at) else 1
        rank = _RANK.get("T" if length == 2 else source[at])
        following = source[at + length : at + length + 1]
        if rank is None or following not in _SUIT:
            raise _unreadable(source, where, at, length, rank is not None)
        cards.append(Written(rank * 4 + _SUIT[following], at, at + length + 1))
        at += length + 1
    return cards


def _unreadable(source: str, where: str, at: int, length: int, is_rank: bool) -> CardError:
    """What to say of the text at `at`, which is no card."""
    stop = at + length
    if not is_rank:
        if source[at] in _SUIT:
            reason = f'the suit "{source[at]}" follows no rank'
        elif source[at] in _RANGE_SIGNS:
            reason = f'"{source[at]}" belongs to a range, and here cards are needed'
        else:
            reason = f'"{source[at]}" starts no card'
        return CardError(f"{reason} in {where}; a card is a rank and a suit, such as As", source, at, stop)
    rank = source[at:stop]
    following = source[stop : stop + 1]
    if not following or following in _SEPARATORS or following in _RANK or following in _RANGE_SIGNS:
        reason = f'"{rank}" has no suit in {where}; add one of s h d c, such as {rank}s'
        return CardError(reason, source, at, stop)
    reason = f'unknown card "{rank}{following}" in {where}; a suit is one of s h d c'
    return CardError(reason, source, at, stop + 1)
