"""Range: a set of hands with weights, as a value."""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random

from equity import cards
from equity.engine import native
from equity.engine.inputs import Hands, zeros
from equity.engine.patterns import MATCH_SCRATCH
from equity.errors import RangeError
from equity.games import HOLE_SIZES
from equity.ranges.expand import expand
from equity.ranges.macros import BUILT_IN
from equity.ranges.orderings import hand_number
from equity.ranges.parse import parse
from equity.ranges.tree import Every, Node, Option, Pattern
from equity.wording import listed


class Range:
    """Hands of `hole` cards, each with a weight from 1 to 100.

    `|`, `&` and `-` unite, intersect and take away; `len` counts hands, `in` asks for one
    (as text), iterating gives them as text, `str` writes the range out again.
    """

    def __init__(self, node: Node, hole: int, text: str = "", low: bool = True):
        _check_size(hole)
        self.node = node
        self.hole = hole
        self.low = low
        self.text = text or str(node)

    @classmethod
    def parse(
        cls,
        text: str,
        hole: int = 4,
        where: str = "",
        macros: Mapping[str, str] = BUILT_IN,
        low: bool = True,
    ) -> "Range":
        """The range that a text of the range language describes; raises RangeError.

        `low` tells whether percents are of the hi/lo or of the high-only game.

        >>> aces = Range.parse("AA$ds")
        >>> len(aces), str(aces)
        (864, 'AA:*x*x*y*y')
        >>> len(aces & Range.parse("K")), "AsAhKsKh" in aces
        (138, True)
        """
        _check_size(hole)
        return cls(parse(text, hole, where, macros), hole, text.strip(), low)

    @classmethod
    def of_hand(cls, hand: Sequence[int]) -> "Range":
        """The range of one written-out hand."""
        return cls(Pattern(tuple((Option(card // 4, card % 4),) for card in hand)), len(hand))

    def in_game(self, low: bool) -> "Range":
        """The same range in a hi/lo or a high-only game, where percents mean other hands."""
        return self if low == self.low else Range(self.node, self.hole, self.text, low)

    @property
    def is_every_hand(self) -> bool:
        """Whether it was written as every hand: random, *, 100%."""
        return isinstance(self.node, Every)

    @property
    def is_weighted(self) -> bool:
        """Whether its hands differ in weight."""
        return len(set(self.weights) - {0}) > 1

    @cached_property
    def weights(self) -> "array[int]":
        """The weight of every hand by its number, 0 where it is not in the range."""
        return _expanded(self.node, self.hole, self.low)

    def hands(self, blocked: Iterable[int] = ()) -> Hands:
        """The hands that hold none of the `blocked` cards; raises RangeError without any."""
        weights = array("B", self.weights)
        mask = 0
        for card in blocked:
            mask |= 1 << card
        scratch = zeros(MATCH_SCRATCH)
        count = native.kernel("remove_cards")(weights, self.hole, len(weights), mask, scratch)
        if count == 0:
            if not any(self.weights):
                raise RangeError(f"the range {self.text} holds no hand", self.text)
            raise RangeError(
                f"the range {self.text} is empty here: each of its hands holds a card of the board, "
                "a dead card or one of another hand",
                self.text,
            )
        hands = Hands(
            count, array("B", bytes(count * self.hole)), zeros(count), array("B", bytes(count)), zeros(count)
        )
        native.kernel("list_hands")(weights, self.hole, len(weights), scratch, *hands[1:])
        return hands

    def sample(self, count: int, seed: int = 0, blocked: Iterable[int] = ()) -> list[str]:
        """So many hands drawn at random by weight, with replacement; the same for the same seed."""
        hands = self.hands(blocked)
        random = Random(seed)
        places = random.choices(range(hands.size), cum_weights=hands.running, k=count)
        return [self._text(hands, place) for place in places]

    def _text(self, hands: Hands, place: int) -> str:
        """A hand with its highest card first."""
        return cards.text(reversed(hands.cards[place * self.hole : (place + 1) * self.hole]))

    def __iter__(self) -> Iterator[str]:
        if not len(self):
            return iter(())
        hands = self.hands()
        return (self._text(hands, place) for place in range(hands.size))

    def __len__(self) -> int:
        return len(self.weights) - self.weights.count(0)

    def __contains__(self, hand: str) -> bool:
        held = cards.parse_cards(hand, "the hand")
        if len(set(held)) != self.hole or len(held) != self.hole:
            return False
        return self.weights[hand_number(held)] != 0

    def __or__(self, other: "Range") -> "Range":
        return self._combined(",", other)

    def __and__(self, other: "Range") -> "Range":
        return self._combined(":", other)

    def __sub__(self, other: "Range") -> "Range":
        return self._combined("!", other)

    def _combined(self, sign: str, other: "Range") -> "Range":
        """What the language makes of the two; it refuses weights that would mean nothing."""
        if (self.hole, self.low) != (other.hole, other.low):
            raise RangeError(f"{self.text} and {other.text} are ranges of different games")
        return Range(parse(f"({self}){sign}({other})", self.hole), self.hole, low=self.low)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Node, int, bool]:
        return self.node, self.hole, self.low

    def __str__(self) -> str:
        return str(self.node)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r}, {self.hole}, low={self.low})"


@lru_cache(maxsize=8)
def _expanded(node: Node, hole: int, low: bool) -> "array[int]":
    """The latest expansions, at most 20 MB each: rows of a batch often share their ranges."""
    return expand(node, hole, low)


def _check_size(hole: int) -> None:
    if hole not in HOLE_SIZES:
        sizes = listed([str(size) for size in HOLE_SIZES], "or")
        raise RangeError(f"there are ranges of {sizes} cards, not of {hole}")
