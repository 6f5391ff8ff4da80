"""What a range says, as a tree of frozen values; `str(node)` writes it out again.

The text of a node is canonical: spans and macros stand expanded, and it parses to an
equal tree. Places in the user's text are not kept: by now there is nothing to complain of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from equity.cards import RANKS, SUITS


class Option(NamedTuple):
    """One thing a card may be.

    `rank` is 0 (deuce) to 12 (ace), a rank variable such as "R", or None for any rank;
    `suit` is 0 to 3 as in equity.cards, a suit variable such as "x", or None for any suit.
    """

    rank: int | str | None
    suit: int | str | None

    def __str__(self) -> str:
        rank = RANKS[self.rank] if isinstance(self.rank, int) else self.rank or "*"
        suit = SUITS[self.suit] if isinstance(self.suit, int) else self.suit or ""
        return f"{rank}{suit}"


Card = tuple[Option, ...]
"""A card specification: one option, or the several of a [list]."""

ANY_CARD: Card = (Option(None, None),)
"""The specification `*`."""


class Pattern(NamedTuple):
    """Card specifications in the order written, at most as many as there are hole cards.

    A hand matches when its cards can be dealt out to the specifications, those not
    written being `*`. Each group of `braces` holds the indexes of cards that share no rank.
    """

    cards: tuple[Card, ...]
    braces: tuple[tuple[int, ...], ...] = ()

    def __str__(self) -> str:
        opening = {group[0] for group in self.braces}
        closing = {group[-1] for group in self.braces}
        text = "".join(
            ("{" if i in opening else "") + _card(card) + ("}" if i in closing else "")
            for i, card in enumerate(self.cards)
        )
        return text.replace("RANdOM", "R[A]NdOM")  # five cards that would read as the word


class Percent(NamedTuple):
    """The hands above `least` % and up to `most` % of an ordering; 5%-10% is (4, 10).

    `kind` names the ordering: "" for the game's own, or one of KINDS.
    """

    least: int
    most: int
    kind: str

    def __str__(self) -> str:
        start = f"{self.least + 1}%-" if self.least else ""
        return f"{start}{self.most}%{self.kind}"


KINDS = ("6h", "vr")
"""The suffixes that choose another ordering for a percent."""


class Every(NamedTuple):
    """Every hand."""

    def __str__(self) -> str:
        return "*"


class Union(NamedTuple):
    """The hands of any part; where parts overlap the highest weight counts."""

    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return _text(self)


class And(NamedTuple):
    """The hands of `left`, with their weights, that are also in `right`."""

    left: Node
    right: Node

    def __str__(self) -> str:
        return _text(self)

    # Tuples of unlike types with like items are equal; And and Without must not be.
    def __eq__(self, other: object) -> bool:
        return isinstance(other, And) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((":", *self))


class Without(NamedTuple):
    """The hands of `left`, with their weights, that are not in `right`."""

    left: Node
    right: Node

    def __str__(self) -> str:
        return _text(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Without) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(("!", *self))


class Weighted(NamedTuple):
    """The hands of `part`, each with the weight 1 to 100."""

    part: Node
    weight: int

    def __str__(self) -> str:
        return _text(self)


Node = Pattern | Percent | Every | Union | And | Without | Weighted


def renamed(node: Node, suits: Sequence[int]) -> Node:
    """The range with suit i called suits[i]; an equal one when it names no suit."""
    if isinstance(node, Pattern):
        cards = tuple(tuple(_renamed(option, suits) for option in card) for card in node.cards)
        return node._replace(cards=cards)
    if isinstance(node, Union):
        return Union(tuple(renamed(part, suits) for part in node.parts))
    if isinstance(node, And | Without):
        return type(node)(renamed(node.left, suits), renamed(node.right, suits))
    if isinstance(node, Weighted):
        return node._replace(part=renamed(node.part, suits))
    return node


def _renamed(option: Option, suits: Sequence[int]) -> Option:
    return option._replace(suit=suits[option.suit]) if isinstance(option.suit, int) else option


def _card(card: Card) -> str:
    if len(card) == 1:
        return str(card[0])
    return "[" + ",".join(str(option).lstrip("*") for option in card) + "]"  # a list knows no star


def _text(node: Node) -> str:
    if isinstance(node, Union):
        return ",".join(_inside(part, Union) for part in node.parts)
    if isinstance(node, And | Without):
        sign = ":" if isinstance(node, And) else "!"
        return _left(node.left) + sign + _inside(node.right, Union, And, Without, Weighted)
    if isinstance(node, Weighted):
        return f"{_inside(node.part, Union, Weighted)}@{node.weight}"
    return str(node)


def _left(node: Node) -> str:
    """A left operand: a weight in front of an operator stands after a parenthesis."""
    if isinstance(node, Weighted):
        return f"({_text(node.part)})@{node.weight}"
    return _inside(node, Union)


def _inside(node: Node, *loose: type) -> str:
    """The text of a node, in parentheses if it is of a `loose` type, one that its place would tear."""
    return f"({_text(node)})" if isinstance(node, loose) else _text(node)
