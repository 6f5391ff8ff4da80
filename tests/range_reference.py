"""Ranges by trying everything: slow, obvious, and sharing only the tree with the package.

Cards are pairs of a rank 0 (deuce) to 12 (ace) and a suit 0 to 3; hands are tuples of cards.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

from hypothesis import strategies as st

from equity.ranges.tree import And, Every, Node, Option, Pattern, Union, Weighted, Without

Card = tuple[int, int]
Hand = tuple[Card, ...]

DECK: Hand = tuple((rank, suit) for rank in range(13) for suit in range(4))


def weight(node: Node, hand: Hand) -> int:
    """The weight of a hand in a range without percents: 0 if it is not in it, 1 if none is written."""
    match node:
        case Every():
            return 1
        case Pattern():
            return int(matches(node, hand))
        case Union(parts):
            return max(weight(part, hand) for part in parts)
        case And(left, right):
            return weight(left, hand) if weight(right, hand) else 0
        case Without(left, right):
            return 0 if weight(right, hand) else weight(left, hand)
        case Weighted(part, number):
            return number if weight(part, hand) else 0
    raise TypeError(node)


def matches(pattern: Pattern, hand: Hand) -> bool:
    """Whether the cards of a hand can be dealt to a pattern in any way."""
    padding = ((Option(None, None),),) * (len(hand) - len(pattern.cards))
    options = [option for card in pattern.cards for option in card]
    fixed = {("rank", option.rank) for option in options if isinstance(option.rank, int)}
    fixed |= {("suit", option.suit) for option in options if isinstance(option.suit, int)}
    return _deal(pattern, (*pattern.cards, *padding), hand, (), {}, frozenset(fixed))


def _deal(
    pattern: Pattern,
    specifications: tuple[tuple[Option, ...], ...],
    cards: Hand,
    dealt: Hand,
    bound: dict[str, int],
    fixed: frozenset[tuple[str, int]],
) -> bool:
    """Whether the cards left can be dealt to the specifications left, in order.

    `dealt` are the cards given to those before, `bound` the values the variables have taken.
    A variable that is in no option used has no value, and needs none.
    """
    if not specifications:
        groups = [[dealt[i][0] for i in group] for group in pattern.braces]
        return all(len(set(ranks)) == len(ranks) for ranks in groups)
    for i, (rank, suit) in enumerate(cards):
        for option in specifications[0]:
            after = _bind(option.rank, "rank", rank, bound, fixed)
            if after is not None:
                after = _bind(option.suit, "suit", suit, after, fixed)
            if after is not None:
                rest = cards[:i] + cards[i + 1 :]
                if _deal(pattern, specifications[1:], rest, (*dealt, (rank, suit)), after, fixed):
                    return True
    return False


def _bind(
    wanted: int | str | None, what: str, value: int, bound: dict[str, int], fixed: frozenset[tuple[str, int]]
) -> dict[str, int] | None:
    """The bindings after a rank or suit met what was wanted of it; None if it does not meet it."""
    if wanted is None or wanted == value:
        return bound
    if isinstance(wanted, int) or bound.get(wanted, value) != value or (what, value) in fixed:
        return None
    kin = [name for name in bound if name != wanted and name.isupper() == wanted.isupper()]
    if any(bound[name] == value for name in kin):
        return None
    return bound | {wanted: value}


def all_hands(hole: int) -> Iterator[Hand]:
    """Every hand of `hole` cards."""
    return combinations(DECK, hole)


class Class(NamedTuple):
    """One of the hands that differ only in the names of the suits, and their number."""

    hand: Hand
    size: int


@cache
def classes(hole: int) -> tuple[Class, ...]:
    """All hands up to suits."""
    found: list[Class] = []
    # The ranks held in each suit, suits in descending order, stand for all of the class.
    for masks in _holdings(hole, 4, 1 << 13):
        size = len(set(permutations(masks)))
        found.append(Class(tuple((rank, suit) for rank, suit in DECK if masks[suit] >> rank & 1), size))
    return tuple(found)


def _holdings(cards: int, suits: int, below: int) -> Iterator[tuple[int, ...]]:
    """Descending tuples of `suits` sets of ranks, as bits, that have so many cards together."""
    if suits == 0:
        if cards == 0:
            yield ()
        return
    for mask in _masks(cards):
        if mask <= below:
            for rest in _holdings(cards - mask.bit_count(), suits - 1, mask):
                yield (mask, *rest)


@cache
def _masks(most: int) -> tuple[int, ...]:
    return tuple(mask for mask in range(1 << 13) if mask.bit_count() <= most)


def count(node: Node, hole: int) -> int:
    """How many hands have a weight in the range: class by class when it names no suit."""
    if _names_suits(node):
        return sum(weight(node, hand) > 0 for hand in all_hands(hole))
    return sum(size for hand, size in classes(hole) if weight(node, hand))


def _names_suits(node: Node) -> bool:
    match node:
        case Pattern(cards):
            return any(isinstance(option.suit, int) for card in cards for option in card)
        case Union(parts):
            return any(map(_names_suits, parts))
        case And(left, right) | Without(left, right):
            return _names_suits(left) or _names_suits(right)
        case Weighted(part):
            return _names_suits(part)
    return False


# Random expressions, as text. All of them can be read with `hole` cards.

RANKS = "23456789TJQKA"
FILTERS = ("$ds", "$ss", "$s", "$o", "$np", "$op", "$tp", "$nt")
LISTS = ("$B", "$M", "$Z", "$L", "$F", "$R", "$W")  # $N before a T would be $nt
RUNS = ("$0g", "$1g", "$2g")

_rank = st.sampled_from(RANKS)
_suit = st.sampled_from("shdc")
_variable_suit = st.sampled_from("xxyyzw")
_any_suit = _suit | _variable_suit


def _joined(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


_item = st.one_of(
    _rank,
    _joined(_rank, _any_suit),
    _any_suit,
    _joined(_rank, st.sampled_from(["", "x", "s"]), st.sampled_from("+-")),
    _joined(_rank, st.just("-"), _rank),
    st.tuples(_rank, _any_suit, _rank).map(lambda ends: f"{ends[0]}{ends[1]}-{ends[2]}{ends[1]}"),
)
_list = st.lists(_item, min_size=1, max_size=4).map(lambda items: f"[{','.join(items)}]")
_card = st.one_of(
    _rank,
    _rank,
    _joined(_rank, _any_suit),
    _any_suit,
    _joined(st.sampled_from("RRRON"), st.sampled_from(["", "", "x", "y", "s"])),
    st.sampled_from(["*", "*x", "*h"]),
    _list,
    st.sampled_from(LISTS),
)


def _cards(least: int, most: int) -> st.SearchStrategy[str]:
    return st.lists(_card, min_size=least, max_size=most).map("".join)


@st.composite
def _braced(draw: st.DrawFn, hole: int) -> str:
    inside = draw(st.integers(1, hole))
    before = draw(st.integers(0, hole - inside))
    after = draw(st.integers(0, hole - inside - before))
    return f"{draw(_cards(before, before))}{{{draw(_cards(inside, inside))}}}{draw(_cards(after, after))}"


@st.composite
def _span(draw: st.DrawFn, hole: int) -> str:
    """A climbing or falling pattern, or one between two ends."""
    size = draw(st.integers(1, hole))
    suits = draw(st.lists(st.sampled_from(["", "", "s", "x", "y"]), min_size=size, max_size=size))
    ranks = draw(st.lists(st.integers(0, 12), min_size=size, max_size=size))
    start = "".join(RANKS[rank] + suit for rank, suit in zip(ranks, suits, strict=True))
    way = draw(st.sampled_from(["+", "-", "to"]))
    if way != "to":
        return start + way
    moving = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    far = draw(st.integers(-12, 12))
    legal = [not moves or 0 <= rank + far <= 12 for rank, moves in zip(ranks, moving, strict=True)]
    ends = [rank + far * moves * all(legal) for rank, moves in zip(ranks, moving, strict=True)]
    return start + "-" + "".join(RANKS[rank] + suit for rank, suit in zip(ends, suits, strict=True))


def patterns(hole: int) -> st.SearchStrategy[str]:
    """Patterns and spans of at most `hole` cards."""
    return st.one_of(
        _cards(1, hole),
        _cards(1, hole),
        _braced(hole),
        _span(hole),
        st.sampled_from(["*", "random", "100%", *RUNS]),
    )


def expressions(hole: int, percents: bool = False) -> st.SearchStrategy[str]:
    """Range expressions of every kind; with `percents` such that the reference cannot count, too."""
    simple = patterns(hole)
    if percents:
        numbers = st.integers(1, 100)
        kind = st.sampled_from(["", "", "6h", "vr"])
        simple |= st.tuples(numbers, kind).map(lambda percent: f"{percent[0]}%{percent[1]}")
        simple |= st.tuples(numbers, numbers, kind).map(lambda two: f"{two[0]}%-{two[1]}%{two[2]}")
    plain = st.recursive(simple, _combined, max_leaves=6)
    weighted = st.lists(st.tuples(plain, st.integers(1, 100)), min_size=1, max_size=4).map(
        lambda parts: ",".join(f"({part})@{number}" for part, number in parts)
    )
    filtered = st.tuples(weighted, st.sampled_from(":!"), plain).map(
        lambda parts: f"({parts[0]}){parts[1]}({parts[2]})"
    )
    return st.one_of(plain, plain, weighted, filtered)


def _combined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Unions, filters and macros that filter, over expressions without weights."""
    closed = inner.map(lambda text: f"({text})")
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(",".join),
        st.tuples(closed, st.sampled_from(":!"), closed).map("".join),
        st.tuples(inner, st.sampled_from(":!"), closed).map("".join),
        st.tuples(closed | inner, st.sampled_from(FILTERS)).map("".join),
    )
