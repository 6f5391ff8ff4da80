"""Ranges as sets of hands: the quick matcher against the obvious one, and Range as a value."""

import csv
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate, combinations, permutations, product
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.patterns import MATCH_SCRATCH
from equity.errors import CardError, EquityError, RangeError
from equity.ranges.expand import expand, lay_out
from equity.ranges.parse import parse
from equity.ranges.tree import And, Every, Node, Option, Pattern, Percent, Union, Weighted, Without
from equity.ranges.value import Range
from tests.range_reference import DECK, RANKS, Hand, classes, expressions, matches, patterns, weight

COUNTS = Path(__file__).parent / "cases" / "range_counts.csv"
ROWS = [(row["range"], int(row["hands"])) for row in csv.DictReader(COUNTS.read_text("utf-8").splitlines())]
SUITS = "shdc"
ALL_HANDS = {4: 270_725, 5: 2_598_960, 6: 20_358_520}


def number(hand: Hand) -> int:
    """A hand's place among the weights: C(c1,1) + C(c2,2) + ... for its ascending cards."""
    cards = sorted(4 * rank + suit for rank, suit in hand)
    return sum(comb(card, place) for place, card in enumerate(cards, 1))


def hand_of(number: int, hole: int) -> Hand:
    """The hand with this number."""
    hand: list[tuple[int, int]] = []
    for place in range(hole, 0, -1):
        card = max(card for card in range(52) if comb(card, place) <= number)
        number -= comb(card, place)
        hand.append(divmod(card, 4))
    return tuple(hand)


def written(hand: Hand) -> str:
    return "".join(RANKS[rank] + SUITS[suit] for rank, suit in hand)


def read(text: str) -> frozenset[tuple[int, int]]:
    """The cards of a hand as it is listed."""
    return frozenset((RANKS.index(text[i]), SUITS.index(text[i + 1])) for i in range(0, len(text), 2))


def dealt(pattern: Pattern, hole: int, rng: Random) -> Hand:
    """A hand as the pattern may have meant it; it need not match."""
    bound: dict[str, int] = {}
    hand: list[tuple[int, int]] = []
    for card in rng.sample(pattern.cards, len(pattern.cards)):
        for _ in range(10):
            option = rng.choice(card)
            new = (bind(option.rank, 13, bound, rng), bind(option.suit, 4, bound, rng))
            if new not in hand:
                hand.append(new)
                break
    while len(hand) < hole:
        if (new := rng.choice(DECK)) not in hand:
            hand.append(new)
    return tuple(hand)


def bind(wanted: int | str | None, values: int, bound: dict[str, int], rng: Random) -> int:
    if isinstance(wanted, int):
        return wanted
    value = rng.randrange(values)
    return value if wanted is None else bound.setdefault(wanted, value)


def leaves(node: Node) -> Iterator[Pattern]:
    """The patterns of a tree."""
    match node:
        case Pattern():
            yield node
        case Union(parts):
            for part in parts:
                yield from leaves(part)
        case And(left, right) | Without(left, right):
            yield from leaves(left)
            yield from leaves(right)
        case Weighted(part):
            yield from leaves(part)
        case Every() | Percent():
            pass


def likely_hands(node: Node, hole: int, count: int, rng: Random) -> list[Hand]:
    """Hands dealt to the tree's patterns, and some of them with a card changed."""
    known = list(leaves(node)) or [Pattern(())]
    hands = [dealt(rng.choice(known), hole, rng) for _ in range(count)]
    for hand in hands[: count // 3]:
        spare = [card for card in DECK if card not in hand]
        changed = rng.randrange(hole)
        hands.append((*hand[:changed], rng.choice(spare), *hand[changed + 1 :]))
    return hands


def some_hands(node: Node, weights: "array[int]", hole: int, rng: Random, count: int = 30) -> list[Hand]:
    """Hands likely to match, hands that are said to match, and any hands."""
    probes = [rng.randrange(len(weights)) for _ in range(500)]
    said = [probe for probe in probes if weights[probe]][: count // 2]
    any_hands = [hand_of(probe, hole) for probe in (*said, *probes[: count // 3])]
    return likely_hands(node, hole, count, rng) + any_hands


def assert_weights(text: str, hole: int, count: int = 30) -> None:
    """The quick matcher gives the weights that the obvious one gives, on a sample of hands."""
    node = parse(text, hole)
    weights = expand(node, hole)
    assert len(weights) == ALL_HANDS[hole]
    for hand in some_hands(node, weights, hole, Random(text), count):
        assert weights[number(hand)] == weight(node, hand), (text, written(hand))


def test_numbers_of_hands() -> None:
    """The numbering of the helpers here is the one in the package's docstring, and goes both ways."""
    for hole, hands in ALL_HANDS.items():
        assert number(DECK[-hole:]) == hands - 1
        assert number(DECK[:hole]) == 0
        for place in range(0, hands, hands // 50):
            assert number(hand_of(place, hole)) == place


@pytest.mark.parametrize(("text", "hands"), ROWS, ids=[text for text, _ in ROWS])
def test_counts(text: str, hands: int) -> None:
    assert len(Range.parse(text)) == hands


@pytest.mark.parametrize(
    ("text", "hole", "hands"),
    [
        ("Ahhxy", 4, 6084),
        ("A:hhxy", 4, 11034),
        ("*", 5, ALL_HANDS[5]),
        ("*", 6, ALL_HANDS[6]),
        ("AA", 5, comb(4, 2) * comb(48, 3) + 4 * comb(48, 2) + 48),
        ("AsKhQdJc", 5, 48),
        ("ssss", 5, comb(13, 4) * 39 + comb(13, 5)),
        ("xxxxx", 5, 4 * comb(13, 5)),
        ("RRROO", 5, 13 * 12 * 4 * 6),
        ("AsAs", 4, 0),
        ("AA!AA", 4, 0),
        ("AA:KKQ", 4, 0),
    ],
)
def test_counts_by_arithmetic(text: str, hole: int, hands: int) -> None:
    assert len(Range.parse(text, hole)) == hands


@settings(max_examples=70)
@given(expressions(4))
def test_four_cards_like_the_reference(text: str) -> None:
    assert_weights(text, 4)


@settings(max_examples=3)
@given(expressions(5))
def test_five_cards_like_the_reference(text: str) -> None:
    assert_weights(text, 5, 200)


def test_six_cards_like_the_reference() -> None:
    """Variables and fixed suits, so that classes of hands are copied and hands matched singly."""
    assert_weights("A{[K-T]xRR}x@7,[A,2-5]ssh@3", 6, 800)


@pytest.mark.parametrize("hole", [4, 5, 6])
@settings(max_examples=200)
@given(st.data())
def test_patterns_hand_by_hand(hole: int, data: st.DataObject) -> None:
    """Single hands through the kernel, without expanding the whole range: so, many patterns."""
    text = data.draw(patterns(hole))
    rng = Random(text)
    match, scratch, weights = native.kernel("match_patterns"), zeros(MATCH_SCRATCH), room(hole)
    for pattern in leaves(parse(text, hole)):
        laid_out = lay_out(pattern)
        for hand in likely_hands(pattern, hole, 12, rng):
            place = number(hand)
            found = match(laid_out, 1, 0, hole, place, place + 1, scratch, weights)
            assert found == weights[place] == matches(pattern, hand), (text, str(pattern), written(hand))


@cache
def room(hole: int) -> "array[int]":
    """A weight for every hand, to write to."""
    return array("B", bytes(ALL_HANDS[hole]))


@pytest.mark.parametrize(
    "text",
    [
        "RRON",
        "AxKxyy",
        "{[A,K]xR}[Q-8]",
        "A{A$W$W}",
        "(AA@5,KKx@4,T8+@99):xxyz",
        "$0g$ds,RRxRy!A",
    ],
)
def test_every_class_like_the_reference(text: str) -> None:
    """Without suits in the text, all hands equal up to suits match alike: one of each is enough."""
    node = parse(text, 4)
    weights = expand(node, 4)
    for hand, _ in classes(4):
        assert weights[number(hand)] == weight(node, hand), written(hand)


def spelled_out(text: str, variables: str, values: str) -> str:
    """The union of a pattern with each choice of different values for its variables."""
    names = sorted(set(text) & set(variables))
    chosen = permutations(values, len(names))
    return ",".join(text.translate(str.maketrans(dict(zip(names, choice, strict=True)))) for choice in chosen)


SUIT_PATTERNS = (
    "xx", "xxyy", "xy", "xxyz", "wxyz", "xxxy", "xxxx", "Ax", "AxKx", "AxKyxy", "[Ax,Ky]x", "[Kx-Jx]x",
    "{[A,K]x[Q-8]}y", "RxRy", "RxORy", "AxxAy",
)  # fmt: skip


@pytest.mark.parametrize("text", SUIT_PATTERNS)
def test_suit_variables_are_a_union_of_suits(text: str) -> None:
    """Named suits are matched hand by hand, variables by classes of hands: they agree."""
    assert Range.parse(text).weights == Range.parse(spelled_out(text, "wxyz", SUITS)).weights


@pytest.mark.parametrize(("text", "hole"), [("AxKxyy", 5), ("[Kx-Jx]xRR", 5)])
def test_suit_variables_of_larger_hands(text: str, hole: int) -> None:
    assert Range.parse(text, hole).weights == Range.parse(spelled_out(text, "xyz", SUITS), hole).weights


@pytest.mark.parametrize("text", ["RR", "RROO", "RRON", "RRRR", "ARR", "RxRxOy", "RsRx", "{RO}x", "[A,K]RR"])
def test_rank_variables_are_a_union_of_ranks(text: str) -> None:
    """Ranks that the pattern names are left to the variables here too, and match nothing new."""
    named = "AK" if "[" in text else "A" if "A" in text else ""
    free = [rank for rank in RANKS if rank not in named]
    assert Range.parse(text).weights == Range.parse(spelled_out(text, "RON", "".join(free))).weights


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("xx", "ss,hh,dd,cc"),
        ("wxyz", "shdc"),
        ("xx", "*!wxyz"),
        ("xxyy,xxyz,xxxy,xxxx", "xx"),
        ("A-", "*"),
        ("[6-]", "*!([A-7][A-7][A-7][A-7])"),
        ("AA,KK:xxyy", "AA,(KK:xxyy)"),
        ("AK,*:xx!RR", "AK,((*:xx)!RR)"),
        ("T8+", "T8,J9,QT,KJ,AQ"),
        ("KQJT-T987", "KQJT,QJT9,JT98,T987"),
        ("{****}", "*!RR"),
        ("{**}", "*!RRRR"),
        ("*$np", "RONE"),
        ("(AA,KK)$ds", "AA$ds,KK$ds"),
        ("AA@3,AAxx@9", "(AAxx@9,AA!AAxx@3)"),
        ("(AA@3,KK@9):QQ", "AAQQ@3,KKQQ@9"),
    ],
)
def test_two_ways_to_say_it(text: str, same: str) -> None:
    assert Range.parse(text).weights == Range.parse(same).weights


# Range as a value.


def everything(*ranks: str) -> set[frozenset[tuple[int, int]]]:
    """The hands with two cards of each of these ranks."""
    pairs = [combinations([rank + suit for suit in SUITS], 2) for rank in ranks]
    return {read("".join(map("".join, chosen))) for chosen in product(*pairs)}


def test_iteration_lists_each_hand_once() -> None:
    hands = list(Range.parse("AAKK"))
    assert len(hands) == 36
    assert {read(hand) for hand in hands} == everything("A", "K")
    assert hands == list(Range.parse("KKAA"))
    # Each hand has its highest card first.
    assert all(hand[0] == hand[2] == "A" and hand[4] == hand[6] == "K" for hand in hands)


@pytest.mark.parametrize(("text", "hole"), [("(AA@5,KK@7):xxyy", 4), ("xxxxx", 5), ("Ks2sx", 4)])
def test_len_in_and_iteration_agree(text: str, hole: int) -> None:
    hands = Range.parse(text, hole)
    listed = list(hands)
    assert len(listed) == len(hands) == len({read(hand) for hand in listed})
    assert all(len(read(hand)) == hole for hand in listed)
    for hand in listed[:: 1 + len(listed) // 200]:
        assert hand in hands
        assert weight(hands.node, tuple(read(hand))) > 0


def test_membership() -> None:
    aces = Range.parse("AA$ds")
    assert "AsAhKsKh" in aces
    assert "Kh As ah,kS" in aces
    assert "A♠A♥10♠10♥" in aces
    assert "AsAhKsKd" not in aces
    assert "AsAhKs" not in aces
    assert "AsAhKsKhQd" not in aces
    assert "AsAsKsKs" not in aces
    assert "AsAhKsKhKh" not in aces
    assert "" not in aces
    assert "AsAhKsKhQd" in Range.parse("AA$ds", 5)
    with pytest.raises(CardError, match="no suit"):
        assert "AAKK" in aces


def test_an_empty_range() -> None:
    empty = Range.parse("AA!AA")
    assert len(empty) == 0
    assert not empty
    assert "AsAhKsKh" not in empty


def test_an_empty_range_lists_nothing() -> None:
    assert list(Range.parse("AA!AA")) == []


OPERATIONS: dict[str, Callable[[Range, Range], Range]] = {
    ",": lambda left, right: left | right,
    ":": lambda left, right: left & right,
    "!": lambda left, right: left - right,
}


@pytest.mark.parametrize("sign", OPERATIONS)
@pytest.mark.parametrize(
    ("left", "right", "hole"),
    [("AA", "xxyy", 4), ("A,Ks", "{AKQ}", 4), ("*", "RRR", 4), ("A!A", "Ks", 4), ("AA", "xxyy", 5)],
)
def test_operators_are_those_of_the_language(sign: str, left: str, right: str, hole: int) -> None:
    combined = OPERATIONS[sign](Range.parse(left, hole), Range.parse(right, hole))
    spelled = Range.parse(f"({left}){sign}({right})", hole)
    assert combined.hole == hole
    assert combined.weights == spelled.weights
    assert Range.parse(str(combined), hole) == combined
    assert combined.text == str(combined)


def test_operators_on_sets_of_hands() -> None:
    first, second = Range.parse("AAKK"), Range.parse("AAKK$ds,QQJJ")
    one, two = ({read(hand) for hand in hands} for hands in (first, second))
    assert {read(hand) for hand in first | second} == one | two
    assert {read(hand) for hand in first & second} == one & two
    assert {read(hand) for hand in first - second} == one - two
    assert len(first - second) == 36 - 6
    assert len(second - first) == 36


def test_operators_keep_weights() -> None:
    """In a union the higher weight stands, else those of the left."""
    first, second = Range.parse("AA@5,KK@60"), Range.parse("AAKK@30,QQ@1")
    weights = {
        "AsAhKsKh": (60, 60, 0),
        "AsAhQsQh": (5, 5, 0),
        "AsAh2s2h": (5, 0, 5),
        "KsKhQsJh": (60, 0, 60),
        "QsQh2s2h": (1, 0, 0),
    }
    for hand, (union, both, left) in weights.items():
        place = number(tuple(read(hand)))
        assert (first | second).weights[place] == union
        assert Range(And(first.node, Range.parse("AAKK,QQ").node), 4).weights[place] == both
        assert (first & Range.parse("AAKK,QQ")).weights[place] == both
        assert (first - Range.parse("AAKK,QQ")).weights[place] == left


def test_operators_leave_their_operands() -> None:
    aces, kings = Range.parse("AA"), Range.parse("KK")
    for combine in OPERATIONS.values():
        assert len(combine(aces, kings)) not in (len(aces), len(kings)) or combine is OPERATIONS[":"]
        assert (len(aces), len(kings)) == (6961, 6961)
    assert aces.hands([48]).size < len(aces) == 6961


def test_a_chain_of_unions_is_text_again() -> None:
    aces, kings, queens = (Range.parse(text) for text in ("AA", "KK", "QQ"))
    for united in (aces | kings | queens, aces | (kings | queens)):
        assert united.weights == Range.parse("AA,KK,QQ").weights
        assert Range.parse(str(united)) == united


def test_a_long_chain_of_unions_is_text_again() -> None:
    united = Range.parse("22")
    for rank in RANKS[1:] * 5:
        united = united | Range.parse(rank * 2)
    assert Range.parse(str(united)).weights == united.weights == Range.parse("RR").weights


@pytest.mark.parametrize(
    ("sign", "left", "right"),
    [
        (",", "AA@50", "KK"),
        (",", "AA", "KK@50"),
        (",", "AA@50", "KK@20"),
        (",", "AA@50,QQ@9", "KK@20"),
        (":", "AA@50", "KK"),
        (":", "AA", "KK@50"),
        ("!", "AA@50,KK@9", "QQ"),
        ("!", "AA", "KK@50"),
    ],
)
def test_operators_on_weights_are_text_again_or_refused(sign: str, left: str, right: str) -> None:
    """What the language refuses to unite may be refused here too, but not written as what it cannot read."""
    first, second = Range.parse(left), Range.parse(right)
    try:
        combined = OPERATIONS[sign](first, second)
    except RangeError:
        return
    again = Range.parse(str(combined))
    assert again == combined
    assert again.weights == combined.weights


@pytest.mark.parametrize("sign", OPERATIONS)
def test_operators_refuse_hands_of_another_size(sign: str) -> None:
    with pytest.raises(EquityError):
        OPERATIONS[sign](Range.parse("AAAA"), Range.parse("AAAKK", 5))


@pytest.mark.parametrize("hole", [4, 5, 6])
@settings(max_examples=25)
@given(st.data())
def test_text_round_trip(hole: int, data: st.DataObject) -> None:
    text = data.draw(expressions(hole, percents=True))
    first = Range.parse(text, hole)
    again = Range.parse(str(first), hole)
    assert first == again
    assert hash(first) == hash(again)
    assert str(first) == str(again) == again.text
    assert first.text == text.strip()


def test_equality() -> None:
    assert Range.parse("AA") == Range.parse(" a A ")
    assert Range.parse("AA$ds") == Range.parse("AA:xxyy")
    assert Range.parse("AA") != Range.parse("KK")
    assert Range.parse("AA") != Range.parse("AA", 5)
    assert Range.parse("AA:KK") != Range.parse("AA!KK")
    assert Range.parse("AA") != "AA"
    texts = ("AA", "aa", "KK", "A A", "AA,KK", "AA , kk")
    assert len({Range.parse(text) for text in texts}) == 3


def test_repr_is_the_call_that_makes_it() -> None:
    hands = Range.parse(" AA, KK $ds ", 5)
    assert eval(repr(hands)) == hands
    assert hands.text == "AA, KK $ds"


def test_every_hand() -> None:
    for text in ("random", "*", "**", "100%", "1%-100%"):
        assert Range.parse(text).is_every_hand
    for text in ("xxxx", "*,*", "AA", "*@3"):
        assert not Range.parse(text).is_every_hand


def test_range_of_a_hand() -> None:
    hand = (4 * 12, 4 * 9 + 1, 4 * 12 + 2, 3, 7)
    alone = Range.of_hand(hand)
    assert (alone.hole, len(alone), list(alone)) == (5, 1, ["AdAsJh3c2c"])
    assert "As Jh Ad 2c 3c" in alone
    assert Range.parse(str(alone), 5) == alone
    assert alone.hands().hand(0) == tuple(sorted(hand))


def test_blocked_cards() -> None:
    """Hands list what holds none of the blocked cards, with weights, in order of their numbers."""
    text = "(AA@5,KK@60,QsQh@7):R"
    hands = Range.parse(text)
    blocked = {(12, 0), (11, 1), (0, 0)}
    left = hands.hands(4 * rank + suit for rank, suit in blocked)
    kept = {
        place: hands.weights[place]
        for place in range(len(hands.weights))
        if hands.weights[place] and not blocked & set(hand_of(place, 4))
    }
    assert left.size == len(kept)
    assert left.weights.tolist() == list(kept.values())
    for i, (place, total) in enumerate(zip(kept, accumulate(kept.values()), strict=True)):
        cards = sorted(4 * rank + suit for rank, suit in hand_of(place, 4))
        assert left.hand(i) == tuple(cards)
        assert left.masks[i] == sum(1 << card for card in cards)
        assert left.running[i] == total


@pytest.mark.parametrize(
    ("text", "blocked", "message"),
    [
        ("AsKs", [48], "the range AsKs is empty here: each of its hands holds a card of the board"),
        ("AA, KK", [49, 50, 51, 44, 45, 46], "the range AA, KK is empty here"),
        ("xxxx", [], None),
        ("AA!AA", [], "the range AA!AA holds no hand"),
        ("AA!AA", [1, 2], "the range AA!AA holds no hand"),
        ("*", range(49), "is empty here"),
        ("*", range(48), None),
    ],
)
def test_a_range_without_hands_is_named(text: str, blocked: list[int], message: str | None) -> None:
    hands = Range.parse(text)
    if message is None:
        assert hands.hands(blocked).size > 0
        return
    with pytest.raises(RangeError, match=r".") as caught:
        hands.hands(blocked)
    assert message in str(caught.value)
    assert caught.value.source == text
    with pytest.raises(RangeError):
        hands.sample(1, blocked=blocked)


def test_samples_follow_the_weights() -> None:
    count = 20_000
    hands = Range.parse("AsAhKsKh@6,AsAhQsQh@3,JsJhTsTh@1")
    drawn = Counter(hands.sample(count, seed=1))
    for hand, share in {"AhAsKhKs": 0.6, "AhAsQhQs": 0.3, "JhJsThTs": 0.1}.items():
        assert abs(drawn[hand] / count - share) <= 4 * sqrt(share * (1 - share) / count)
    assert sum(drawn.values()) == count
    blocked = Counter(hands.sample(count, seed=1, blocked=[4 * 11]))
    assert set(blocked) == {"AhAsQhQs", "JhJsThTs"}
    assert abs(blocked["JhJsThTs"] / count - 0.25) <= 4 * sqrt(0.25 * 0.75 / count)


def test_samples_of_the_same_seed_are_the_same() -> None:
    hands = Range.parse("AA$ds@2,KK@1")
    assert hands.sample(100, seed=5) == Range.parse("AA$ds@2,KK@1").sample(100, seed=5)
    assert hands.sample(100, seed=5)[:40] == hands.sample(40, seed=5)
    assert hands.sample(100) == hands.sample(100, 0) != hands.sample(100, seed=5)
    assert all(hand in hands for hand in hands.sample(100))
    assert hands.sample(0) == []


def test_samples_of_every_hand_are_uniform() -> None:
    """Each card is in a fifty-second of the five-card hands' places."""
    count = 20_000
    cards = Counter(card for hand in Range.parse("*", 5).sample(count, seed=3) for card in read(hand))
    share = 5 / 52
    assert len(cards) == 52
    spread = sqrt(share * (1 - share) * count)
    assert all(abs(held - share * count) < 4.5 * spread for held in cards.values())


@pytest.mark.parametrize("hole", [3, 7])
def test_no_ranges_of_hands_that_no_game_has(hole: int) -> None:
    with pytest.raises(EquityError):
        Range.parse("A", hole)


def test_a_range_of_a_tree() -> None:
    """Trees need not come from text."""
    node = Pattern(((Option(12, "x"),), (Option(11, "x"),)))
    assert Range(node, 4) == Range.parse("AxKx")
    assert Range(node, 4).text == "AxKx"
