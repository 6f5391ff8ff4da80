"""From a range's tree to its hands: a weight for every hand of the game, by number.

How hands are numbered is told in equity.engine.matching.
"""

from array import array
from collections.abc import Iterator
from itertools import pairwise
from math import comb

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.patterns import (
    ALIKE,
    AND,
    BRACE,
    CARD,
    CARDS,
    FIRST_CARD,
    FIXED,
    MATCH_SCRATCH,
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
    WITHOUT,
)
from equity.games import GAMES
from equity.options import usable_cores
from equity.ranges.orderings import DEFAULT_KIND, classes, hand_number, load
from equity.ranges.tree import And, Card, Every, Node, Option, Pattern, Percent, Union, Weighted, Without
from equity.workers import in_order

DECK = 52
RANKS, SUITS = range(13), range(4)
SUIT_NAMES = "wxyz"
CHUNK_HANDS = 100_000


def expand(node: Node, hole: int, low: bool = True) -> "array[int]":
    """The weight, 0 to 100, of every hand of `hole` cards in a range; 1 in a range without weights.

    `low` tells whether percents are of the hi/lo or of the high-only game.
    """
    hands = comb(DECK, hole)
    if isinstance(node, Every):
        return array("B", [1]) * hands
    if isinstance(node, Pattern):
        return _match([node], hole)
    if isinstance(node, Weighted):
        weights = expand(node.part, hole, low)
        return array("B", bytes(weights).translate(bytes([0]) + bytes([node.weight]) * 255))
    if isinstance(node, Union):
        plain = [part for part in node.parts if isinstance(part, Pattern)]
        weights = _match(plain, hole) if plain else array("B", bytes(hands))
        for part in node.parts:
            if not isinstance(part, Pattern):
                _combine(UNION, weights, expand(part, hole, low))
        return weights
    if isinstance(node, And):
        return _combine(AND, expand(node.left, hole, low), expand(node.right, hole, low))
    if isinstance(node, Without):
        return _combine(WITHOUT, expand(node.left, hole, low), expand(node.right, hole, low))
    if isinstance(node, Percent):
        return _percent(node, hole, low)
    raise TypeError(f"no part of a range: {node!r}")


def _percent(node: Percent, hole: int, low: bool) -> "array[int]":
    """The longest run of whole classes from the top within `most` %, less that within `least` %."""
    game = next(game for game in GAMES if (game.hole, game.low) == (hole, low))
    positions = load(node.kind or DEFAULT_KIND, game.name, hole).positions
    hands = comb(DECK, hole)
    weights = array("B", bytes(hands))
    above, upto = node.least * hands // 100, node.most * hands // 100
    native.kernel("take_classes")(classes(hole).of_hand, positions, hands, above, upto, weights)
    return weights


def _combine(operation: int, left: "array[int]", right: "array[int]") -> "array[int]":
    native.kernel("combine_hands")(operation, left, right, len(left))
    return left


def _match(patterns: list[Pattern], hole: int) -> "array[int]":
    """Weight 1 for every hand that matches one of the patterns; hands written in full are numbered."""
    hands = comb(DECK, hole)
    weights = array("B", bytes(hands))
    full = [held for pattern in patterns if (held := _in_full(pattern, hole))]
    patterns = [pattern for pattern in patterns if not _in_full(pattern, hole)]
    if patterns:
        _match_all(patterns, hole, weights)
    for held in full:
        if len(set(held)) == hole:
            weights[hand_number(held)] = 1
    return weights


def _in_full(pattern: Pattern, hole: int) -> list[int]:
    """The cards of a pattern that is one hand; none for any other pattern."""
    held = []
    for card in pattern.cards:
        option = card[0]
        if len(card) == 1 and isinstance(option.rank, int) and isinstance(option.suit, int):
            held.append(4 * option.rank + option.suit)
    return held if len(held) == hole and not pattern.braces else []


def _match_all(patterns: list[Pattern], hole: int, weights: "array[int]") -> None:
    """Write weight 1 for every hand that matches one of the patterns, 0 for the others."""
    laid_out = array("q")
    for pattern in patterns:
        laid_out.extend(lay_out(pattern))
    symmetric = int(not any(laid_out[i + NAMED_SUITS] for i in range(0, len(laid_out), PATTERN)))
    hands = len(weights)
    match, copy = native.kernel("match_patterns"), native.kernel("copy_classes")

    def try_hands(start: int) -> int:
        stop = min(start + CHUNK_HANDS, hands)
        return match(laid_out, len(patterns), symmetric, hole, start, stop, zeros(MATCH_SCRATCH), weights)

    def copy_hands(start: int) -> int:
        return copy(hole, start, min(start + CHUNK_HANDS, hands), zeros(MATCH_SCRATCH), weights)

    for step in (try_hands, copy_hands) if symmetric else (try_hands,):
        for _ in in_order(step, range(0, hands, CHUNK_HANDS), usable_cores()):
            pass


def lay_out(pattern: Pattern) -> "array[int]":
    """A pattern in the integers of equity.engine.patterns."""
    brace_of = {place: brace for brace, places in enumerate(pattern.braces) for place in places}
    options = [option for card in pattern.cards for option in card]
    rank_names = list(dict.fromkeys(option.rank for option in options if isinstance(option.rank, str)))
    cards = [
        _lay_out_card(card, brace_of.get(place, -1), rank_names)
        for place, card in enumerate(pattern.cards)
        if place in brace_of or card != (Option(None, None),)
    ]
    # The cards that fit least often come first: a hand that does not match is seen sooner.
    cards.sort(key=lambda card: (card[POSSIBLE].bit_count(), list(card)))
    for before, card in pairwise(cards):
        card[ALIKE] = int(before[:ALIKE] == card[:ALIKE])
    values = zeros(PATTERN)
    values[CARDS] = len(cards)
    values[NAMED_SUITS] = _mask(option.suit for option in options if isinstance(option.suit, int))
    values[NAMED_RANKS] = _mask(option.rank for option in options if isinstance(option.rank, int))
    certain = [card[0] for card in pattern.cards if len(card) == 1]
    values[SUITS_WANTED] = len({option.suit for option in certain if isinstance(option.suit, str)})
    values[RANKS_WANTED] = len({option.rank for option in certain if isinstance(option.rank, str)})
    for place, card in enumerate(cards):
        start = FIRST_CARD + CARD * place
        values[start : start + CARD] = card
    return values


def _lay_out_card(card: Card, brace: int, rank_names: list[str]) -> "array[int]":
    values = zeros(CARD)
    values[BRACE], values[RANK_VARIABLE] = brace, -1
    for option in card:
        ranks = [option.rank] if isinstance(option.rank, int) else RANKS
        suits = [option.suit] if isinstance(option.suit, int) else SUITS
        values[POSSIBLE] |= _mask(4 * rank + suit for rank in ranks for suit in suits)
        if isinstance(option.rank, str):
            values[RANK_VARIABLE] = rank_names.index(option.rank)
            values[RANK_SUITS] = _mask(suits)
            if isinstance(option.suit, str):
                values[RANK_SUITS] = SUIT_BOUND_BY_VARIABLE + SUIT_NAMES.index(option.suit)
        elif isinstance(option.suit, str):
            values[SUIT_VARIABLES + SUIT_NAMES.index(option.suit)] |= _mask(ranks)
        else:
            values[FIXED] |= _mask(4 * rank + suit for rank in ranks for suit in suits)
    return values


def _mask(bits: "Iterator[int] | range | list[int]") -> int:
    mask = 0
    for bit in bits:
        mask |= 1 << bit
    return mask
