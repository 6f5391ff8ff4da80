"""The showdown by trying everything: slow, obvious, and sharing nothing with the package.

Cards are two characters, such as "As"; hands and boards are tuples of cards.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "shdc")
POT = 5040  # halves of it divide evenly among up to ten winners

STACKED_DECKS = {
    "whole": DECK,
    "two suits": tuple(card for card in DECK if card[1] in "sh"),
    "low cards": tuple(card for card in DECK if card[0] in "A2345678"),
    "six ranks": tuple(card for card in DECK if card[0] in "89TJQA"),
}
"""Decks that make flushes, straight flushes, lows, full houses and ties common."""

Cards = tuple[str, ...]


def split(text: str) -> Cards:
    """The cards of a text such as "AsKs9h8h"."""
    return tuple(text[i : i + 2] for i in range(0, len(text), 2))


def high(five: Cards) -> tuple[int, ...]:
    """What five cards are worth as a high hand; the greater value wins, equal ones tie."""
    held = ["23456789TJQKA".index(card[0]) for card in five]
    groups = sorted([(held.count(rank), rank) for rank in set(held)], reverse=True)
    shape = [size for size, _ in groups]
    ranks = [rank for _, rank in groups]
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = shape == [1, 1, 1, 1, 1] and ranks[0] - ranks[4] == 4
    flush = len({card[1] for card in five}) == 1
    if straight and flush:
        category = 8
    elif shape == [4, 1]:
        category = 7
    elif shape == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    else:
        category = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1]].index(shape)
    return (category, *ranks)


def low(five: Cards) -> tuple[int, ...] | None:
    """What five cards are worth as an eight-or-better low; the smaller value wins."""
    ladder = sorted({"A2345678".find(card[0]) for card in five}, reverse=True)
    return tuple(ladder) if len(ladder) == 5 and -1 not in ladder else None


@cache
def best_high(hand: Cards, board: Cards) -> tuple[int, ...]:
    """The best high of just two cards of the hand and three of the board."""
    return max(high(two + three) for two in combinations(hand, 2) for three in combinations(board, 3))


@cache
def best_low(hand: Cards, board: Cards) -> tuple[int, ...] | None:
    """The best low of just two cards of the hand and three of the board; None without one."""
    lows = [low(two + three) for two in combinations(hand, 2) for three in combinations(board, 3)]
    return min((value for value in lows if value), default=None)


class Player(NamedTuple):
    """Numbers of deals, and the parts of the pot won in all of them, in units of 1/POT."""

    scoop: int
    quartered: int
    hi_win: int
    hi_tie: int
    lo_win: int
    lo_tie: int
    hi: int
    lo: int


class Equities(NamedTuple):
    deals: int
    no_low: int
    players: list[Player]


def deals(hands: list[str], board: Cards, live: Cards, hole: int) -> Iterator[tuple[list[Cards], Cards]]:
    """Every way to complete the board and then each "random" hand, as (hands, board)."""
    if len(board) < 5:
        for rest in combinations(live, 5 - len(board)):
            yield from deals(hands, board + rest, tuple(card for card in live if card not in rest), hole)
    elif "random" in hands:
        seat = hands.index("random")
        for hand in combinations(live, hole):
            left = tuple(card for card in live if card not in hand)
            yield from deals([*hands[:seat], "".join(hand), *hands[seat + 1 :]], board, left, hole)
    else:
        yield [split(hand) for hand in hands], board


def equities(hands: list[str], board: str, dead: str, hilo: bool, hole: int = 4) -> Equities:
    """Every deal of the spot, one by one; `hole` is the size of "random" hands."""
    known = split("".join(hand for hand in hands if hand != "random") + board + dead)
    live = tuple(card for card in DECK if card not in known)
    players: list[Counter[str]] = [Counter() for _ in hands]
    total = no_low = 0
    for held, full in deals(hands, split(board), live, hole):
        highs = [best_high(hand, full) for hand in held]
        lows = [best_low(hand, full) if hilo else None for hand in held]
        best = min((value for value in lows if value), default=None)
        high_winners = [seat for seat, value in enumerate(highs) if value == max(highs)]
        low_winners = [seat for seat, value in enumerate(lows) if best and value == best]
        total += 1
        no_low += hilo and not low_winners
        for seat, player in enumerate(players):
            hi = (POT // 2 if low_winners else POT) // len(high_winners) if seat in high_winners else 0
            lo = POT // 2 // len(low_winners) if seat in low_winners else 0
            player["hi"] += hi
            player["lo"] += lo
            player["scoop"] += hi + lo == POT
            player["quartered"] += 0 < hi + lo <= POT // 4
            player["hi_win"] += high_winners == [seat]
            player["hi_tie"] += seat in high_winners and len(high_winners) > 1
            player["lo_win"] += low_winners == [seat]
            player["lo_tie"] += seat in low_winners and len(low_winners) > 1
    return Equities(total, no_low, [Player(*(player[name] for name in Player._fields)) for player in players])
