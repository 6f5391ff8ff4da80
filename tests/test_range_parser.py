"""The range language as text: its trees, its refusals with their places, and its way back to text."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity.errors import RangeError
from equity.ranges.macros import BUILT_IN, read_macros
from equity.ranges.parse import parse
from equity.ranges.tree import And, Every, Option, Pattern, Percent, Union, Weighted, Without
from tests.range_reference import DECK, all_hands, classes, count, expressions, weight

COUNTS = Path(__file__).parent / "cases" / "range_counts.csv"
ROWS = [(row["range"], int(row["hands"])) for row in csv.DictReader(COUNTS.read_text("utf-8").splitlines())]

A, K, Q, J, T = 12, 11, 10, 9, 8
S, H, D, C = range(4)
STAR = Option(None, None)


def pattern(*options, braces=()):
    """The pattern of these options, bare ranks among them; a list of them is a list."""
    cards = [card if isinstance(card, list) else [card] for card in options]
    as_options = [
        tuple(option if isinstance(option, Option) else Option(option, None) for option in card)
        for card in cards
    ]
    return Pattern(tuple(as_options), braces)


def suits(text):
    """The pattern of suits alone."""
    names = {"s": S, "h": H, "d": D, "c": C}
    return pattern(*(Option(None, names.get(suit, suit)) for suit in text))


def refusal(text, hole=4, **options):
    with pytest.raises(RangeError) as caught:
        parse(text, hole, **options)
    return caught.value


AA, KK, QQ = (pattern(rank, rank) for rank in (A, K, Q))

TREES = {
    "AA": AA,
    "aA": AA,
    " a\tA\n": AA,
    "AsKhJd2c": pattern(Option(A, S), Option(K, H), Option(J, D), Option(0, C)),
    "A♠K♥": pattern(Option(A, S), Option(K, H)),
    "A\u2660\ufe0fK\u2665\ufe0e": pattern(Option(A, S), Option(K, H)),
    "A s k H": pattern(Option(A, S), Option(K, H)),
    "sJhhd": pattern(Option(None, S), Option(J, H), Option(None, H), Option(None, D)),
    "ss": suits("ss"),
    "*s*s": suits("ss"),
    "AxAyxy": pattern(Option(A, "x"), Option(A, "y"), Option(None, "x"), Option(None, "y")),
    "XYwZ": suits("xywz"),
    "RRon": pattern("R", "R", "O", "N"),
    "RxRy": pattern(Option("R", "x"), Option("R", "y")),
    "BEF": pattern("B", "E", "F"),
    "GILM": pattern("G", "I", "L", "M"),
    "PUVR": pattern("P", "U", "V", "R"),
    "A***": pattern(A, STAR, STAR, STAR),
    "109": pattern(T, 7),
    "A10s": pattern(A, Option(T, S)),
    "1010": pattern(T, T),
    "*": Every(),
    "**": Every(),
    "*********": Every(),
    "random": Every(),
    "RanDom": Every(),
    "100%": Every(),
    "1%-100%": Every(),
    "100%6h": Every(),
    "xxxx": suits("xxxx"),
    "15%": Percent(0, 15, ""),
    "15%6h": Percent(0, 15, "6h"),
    "15%VR": Percent(0, 15, "vr"),
    "5%-10%": Percent(4, 10, ""),
    "10%-5%vr": Percent(4, 10, "vr"),
    "7%-7%": Percent(6, 7, ""),
    "10%": Percent(0, 10, ""),
    "1 0 %": Percent(0, 10, ""),
    "1%": Percent(0, 1, ""),
    "AA@10": Weighted(AA, 10),
    "AA@100,KK@5": Union((Weighted(AA, 100), Weighted(KK, 5))),
    "10@10": Weighted(pattern(T), 10),
    "AA:ss@5": Weighted(And(AA, suits("ss")), 5),
    "(AA,KK)@5": Weighted(Union((AA, KK)), 5),
    "(AA,KK)@5:xx": And(Weighted(Union((AA, KK)), 5), suits("xx")),
    "(AA@5,KK@7)!xx": Without(Union((Weighted(AA, 5), Weighted(KK, 7))), suits("xx")),
    "(AA@5,KK@7),QQ@1": Union((Weighted(AA, 5), Weighted(KK, 7), Weighted(QQ, 1))),
    "AA:(xx)@5": Weighted(And(AA, suits("xx")), 5),
    "AA,KK": Union((AA, KK)),
    "AA,(KK,QQ)": Union((AA, KK, QQ)),
    "((AA))": AA,
    "AA:xx!KK": Without(And(AA, suits("xx")), KK),
    "AA!KK:xx": And(Without(AA, KK), suits("xx")),
    "AA!(KK:xx)": Without(AA, And(KK, suits("xx"))),
    "AA,KK:xx": Union((AA, And(KK, suits("xx")))),
    "AK,*:xx!RR": Union((pattern(A, K), Without(And(Every(), suits("xx")), pattern("R", "R")))),
    "AA!(KK,QQ)": Without(AA, Union((KK, QQ))),
    "[A-Q]": pattern([A, K, Q]),
    "[Q-A]": pattern([Q, K, A]),
    "[T+]3": pattern([T, J, Q, K, A], 1),
    "[4-]": pattern([2, 1, 0]),
    "[As,Ah,K]K": pattern([Option(A, S), Option(A, H), K], K),
    "[Kx-Jx]x": pattern([Option(K, "x"), Option(Q, "x"), Option(J, "x")], Option(None, "x")),
    "[s,h]A": pattern([Option(None, S), Option(None, H)], A),
    "[A]": pattern(A),
    "[A,A]": pattern(A),
    "[A]s": pattern(A, Option(None, S)),
    "[A,10-8]": pattern([A, T, 7, 6]),
    "{AK}Q": pattern(A, K, Q, braces=((0, 1),)),
    "A{s[A,K]}": pattern(A, Option(None, S), [A, K], braces=((1, 2),)),
    "{AK}{QJ}": pattern(A, K, Q, J, braces=((0, 1), (2, 3))),
    "{**}": pattern(STAR, STAR, braces=((0, 1),)),
    "T8+": Union((pattern(T, 6), pattern(J, 7), pattern(Q, T), pattern(K, J), pattern(A, Q))),
    "664-": Union((pattern(4, 4, 2), pattern(3, 3, 1), pattern(2, 2, 0))),
    "AK+": pattern(A, K),
    "Q*+": Union((pattern(Q, STAR), pattern(K, STAR), pattern(A, STAR))),
    "KxR+": Union((pattern(Option(K, "x"), "R"), pattern(Option(A, "x"), "R"))),
    "{AK}-{QJ}": Union(tuple(pattern(A - i, K - i, braces=((0, 1),)) for i in range(3))),
    "KQJT-T987": Union(tuple(pattern(K - i, Q - i, J - i, T - i) for i in range(4))),
    "T987-KQJT": Union(tuple(pattern(T + i, 7 + i, 6 + i, 5 + i) for i in range(4))),
    "AAJT-AA87": Union(tuple(pattern(A, A, J - i, T - i) for i in range(4))),
    "33-3T": Union(tuple(pattern(1, 1 + i) for i in range(8))),
    "A-5": Union(tuple(pattern(rank) for rank in range(A, 2, -1))),
    "AcJc-Ac9c": Union(tuple(pattern(Option(A, C), Option(rank, C)) for rank in (J, T, 7))),
    "TT-TT": pattern(T, T),
    "AA,QQ+": Union((AA, QQ, KK, AA)),
    "KK+@5": Weighted(Union((KK, AA)), 5),
    "AA$ds": And(AA, suits("xxyy")),
    "AA$DS": And(AA, suits("xxyy")),
    "AA,KK$s": Union((AA, And(KK, suits("xx")))),
    "(AA,KK)$s": And(Union((AA, KK)), suits("xx")),
    "$Fxx": pattern([K, Q, J], Option(None, "x"), Option(None, "x")),
    "$w": pattern([A, 0, 1, 2, 3]),
    "A{A$W$W}": pattern(A, A, [A, 0, 1, 2, 3], [A, 0, 1, 2, 3], braces=((1, 2, 3),)),
    "*$nt": Without(Every(), pattern("R", "R", "R")),
    "AsAs": pattern(Option(A, S), Option(A, S)),
}


@pytest.mark.parametrize("text", TREES, ids=repr)
def test_tree(text):
    tree = parse(text, 4)
    assert tree == TREES[text]
    assert parse(str(tree), 4) == tree


def test_and_is_not_without():
    assert And(AA, KK) != Without(AA, KK)
    assert Without(AA, KK) != And(AA, KK)
    assert And(AA, KK) == And(AA, KK)
    assert (And(AA, KK) != And(AA, KK), Without(AA, KK) != Without(AA, KK)) == (False, False)
    assert len({And(AA, KK), Without(AA, KK), And(AA, KK)}) == 2


def test_words_that_spell_random():
    tree = parse("R[A]NdOM", 5)
    assert tree == pattern("R", A, Option("N", D), "O", "M")
    assert parse(str(tree), 5) == tree


def test_larger_hands():
    assert parse("AAAAA", 5) == pattern(A, A, A, A, A)
    assert parse("AA$ds", 6) == And(AA, suits("xxyy"))
    assert parse("AA$ss", 4) == And(AA, suits("xxyz"))
    for hole in 5, 6:
        assert parse("AA$ss", hole) == Without(And(AA, suits("xx")), suits("xxyy"))
    assert parse("AA$ss", 5, macros={"ss": ":xxxx"}) == And(AA, suits("xxxx"))


# A refusal: the text, the piece of it at fault (in brackets here), and what the message says.
REFUSALS = [
    ("AsKhJd2<q>", '"AsKhJd2q" has 5 cards; a hand has 4 here'),
    ("AAAA<A>", '"AAAAA" has 5 cards'),
    ("AAAA<AAA>,KK", '"AAAAAAA" has 7 cards'),
    ("AA<0>", '"0" is no rank; a ten is T or 10'),
    ("<1>", '"1" is no rank'),
    ("AxxAyx<y>", '"AxxAyxy" has 5 cards'),
    ("<TT-76>", '"TT" and "76" are no ends of a span: one card moves by -4 and another by -3'),
    ("<TT-7>", "one has 2 cards, the other 1 card"),
    ("<TTc-77d>", "their suits differ; write it like AcJc-Ac4c"),
    ("<TTc-77>", "their suits differ"),
    ("<AK-KA>", "one card moves by -1 and another by +1"),
    ("<*-A>", "a rank stands opposite a variable or a star"),
    ("<RR-OO>", "a rank stands opposite a variable or a star"),
    ("<RR-RR>", "there is no rank to move"),
    ("<{AK}-QJ>", "their braces differ"),
    ("<*+>", '"*+" has no rank for "+" to move; write it like T8+ or 664-'),
    ("<xx->", '"xx-" has no rank for "-" to move'),
    ("<[A,K]T>+", "has a list in a span"),
    ("KK-<[K,J]T>", "has a list in a span"),
    ("Q+<Q>", '"Q" follows "+"; expected ",", ":", "!", a weight or the end'),
    ("9876<5>-", '"98765" has 5 cards'),
    ("AA-KK<->QQ", '"-" follows "K"; expected ",", ":", "!", a weight or the end'),
    ("5-<10%>", "a span of percents is written like 5%-10%"),
    ("[2s,Jc,T<J>]", '"J" is a second card in one item of a list'),
    ("[<R>]", 'the rank variable "R" inside a list'),
    ("[A,<*>]", 'a star "*" inside a list'),
    ("[A,<[>K]]", "a list inside a list"),
    ("[<]>", 'nothing stands between "[" and "]"; expected a rank, a suit or a card'),
    ("[A,<]>", 'nothing stands between "," and "]"'),
    ("[A<)>", '")" follows "A"; expected "," or "]"'),
    ("[A-<15%>]", "a percent follows"),
    ("<[>A,K", '"[" is never closed; expected "]"'),
    ("<[>", '"[" is never closed'),
    ("<{>AA", '"{" is never closed; expected "}"'),
    ("{A<)>", '")" follows "A"; expected a card or "}"'),
    ("{A<+>}", '"+" follows "A"; expected a card or "}"'),
    ("{A<{>K}}", "braces cannot be nested"),
    ("{<}>", 'nothing stands between "{" and "}"; expected a card'),
    ("AA<}>", '"}" closes no "{"'),
    ("AA<]>", '"]" closes no "["'),
    ("AA<)>", '")" closes no "("'),
    ("<(>AA", '"(" is never closed; expected ")"'),
    ("(AA<]>", '"]" closes no "["'),
    ("<155%>", "155% is out of bounds; a percent is a whole number from 1 to 100"),
    ("<0%>", "0% is out of bounds"),
    ("5%-<101%>", "101% is out of bounds"),
    ("30%<+>50%", '"+" follows "30%"; expected'),
    ("15<.>5%", "only whole numbers"),
    ("15%<->", "a second percent is missing"),
    ("15%<->AA", "a second percent is missing"),
    ("15%<zz>", '"zz" names no ordering; after % may stand 6h or vr'),
    ("5%<6h>-10%", "it comes once, at the end: 5%-10%6h"),
    ("5%<6h>-10%6h", "it comes once, at the end"),
    ("AA<%>", 'no number stands before "%"'),
    ("AA<15%>", '"15%" follows "A"; expected'),
    ("76c+<+>", '"+" follows "+"; expected ",", ":", "!", a weight or the end'),
    ("<+>", '"+" starts no range; expected a hand pattern, such as AA'),
    ("(<)>", 'nothing stands between "(" and ")"; expected a hand pattern, such as AA'),
    ("(K<(>J))", '"(" follows "K"; expected ",", ":", "!", a weight or ")"'),
    ("As,<,>Ks", 'nothing stands between "," and ","; expected a hand pattern, such as AA'),
    ("<,>AA", 'nothing stands before ","'),
    ("AA<,>", 'nothing follows ","'),
    ("Kc<!>", 'nothing follows "!"; expected a hand pattern, such as AA'),
    ("Kc<:>", 'nothing follows ":"; expected a hand pattern, such as AA'),
    ("Kc<:>  ", 'nothing follows ":"'),
    ("AA:<!>KK", 'nothing stands between ":" and "!"'),
    ("random<A>", '"A" follows "random"'),
    ("A<random>", '"random" follows "A"'),
    ("AA<?>", '"?" means nothing in a range'),
    ("AA<\u017f>", "means nothing in a range"),
    ("AA<\u0660>", "means nothing in a range"),
    ("<>", "the range is empty; write a hand pattern, such as AA, or random"),
    ("< \t>", "the range is empty"),
    ("AA<@0>", "@0 is out of bounds; a weight is a whole number from 1 to 100"),
    ("AA<@101>", "@101 is out of bounds"),
    ("AA<@00000000000000000000000000000000101>", "is out of bounds"),
    ("AA<@>", 'no number follows "@"'),
    ("AA<@>K", 'no number follows "@"'),
    ("AA@5<.>5", "a weight is a whole number from 1 to 100, such as @50"),
    ("AA@50<%>", "a weight is a whole number from 1 to 100, such as @50"),
    ("<@50>", 'nothing stands before "@50"; expected a hand pattern'),
    ("AA@50,<KK>", '"KK" has no weight and "AA@50" has one; all parts of a union carry'),
    ("<AA>,KK@50", '"AA" has no weight and "KK@50" has one'),
    ("(AA@50,QQ@20),<KK:xx>", '"KK:xx" has no weight'),
    ("AA@5<@6>", "a second weight on one part"),
    ("(AA@10,KK@20)<@5>", "a second weight on one part"),
    ("(AA@10):xx<@5>", "a second weight on one part"),
    ("AA!(KK<@50>)", 'a weight counts for nothing on the right of "!"'),
    ("AA:(QQ<@2>,KK@50)", 'a weight counts for nothing on the right of ":"'),
    ("AA<@10>:xx", 'a weight before ":"; it comes last in its part, such as AA:xx@50'),
    ("AA:(KK)<@10>!xx", 'a weight before "!"'),
    ("AA<$qq>", "there is no macro $qq"),
    ("AA<$dd>:xx", "there is no macro $dd; did you mean $ds?"),
    ("AA<$>", 'no name follows "$"'),
    ("AA<$>,KK", 'no name follows "$"'),
    ("<$np>", 'a pattern must stand before it, such as *$np for every hand (in the macro $np)'),
    ("AAKK<$l>", '"AAKK[A,2,3,4,5,6,7,8]" has 5 cards; a hand has 4 here (in the macro $l)'),
    ("AA,$0g<+>", '"+" follows "$0g"; expected'),
]  # fmt: skip


def place(error):
    """The text of an error with its place in pointed brackets."""
    source = error.source
    return f"{source[: error.start]}<{source[error.start : error.stop]}>{source[error.stop :]}"


@pytest.mark.parametrize(("marked", "message"), REFUSALS, ids=[repr(marked) for marked, _ in REFUSALS])
def test_refusal(marked, message):
    error = refusal(marked.replace("<", "").replace(">", ""))
    assert message in str(error)
    assert place(error) == marked
    assert len(str(error)) < 250


def test_refusals_name_the_text():
    assert str(refusal("AA!", where="hand 2")).startswith('hand 2: nothing follows "!"')
    assert str(refusal("A" * 10_001, where="hand 2")).startswith("hand 2: the range is 10,001 characters")


def test_macros_in_macros():
    macros = BUILT_IN | {"big": "AA, KK$top", "top": " $ds!QQ # ", "a": "$b", "b": "x$c", "c": "$a", "e": ""}
    macros["top"] = " $ds!QQ "
    assert parse("$big,JJ", 4, macros=macros) == parse("AA,KK:xxyy!QQ,JJ", 4)
    assert parse("($BIG)!A", 4, macros=macros) == parse("(AA,KK:xxyy!QQ)!A", 4)
    assert parse("$eAA$e", 4, macros=macros) == AA
    error = refusal("AA,$c:xx", macros=macros)
    assert place(error) == "AA,<$c>:xx"
    assert "the macro $c names itself: $c > $a > $b > $c" in str(error)
    error = refusal("AA$x", macros={"x": ":$y"})
    assert place(error) == "AA<$x>"
    assert str(error).endswith("(in the macro $x)")


def test_longest_macro_name():
    macros = {"r": "A", "rx": "K", "rxx": "Q"}
    assert parse("$Rxxx", 4, macros=macros) == pattern(Option(Q, "x"))
    assert parse("$R xx x", 4, macros=macros) == pattern(Option(Q, "x"))
    assert parse("$Rx", 4, macros=macros) == pattern(K)
    # A definition is read by itself: what follows a macro does not reach into its names.
    assert parse("$mxx", 4, macros=macros | {"m": "$r"}) == pattern(Option(A, "x"), Option(None, "x"))


def test_macro_bombs():
    """Macros that would double forty times are refused, empty ones or not, without doubling."""
    for leaf in "AA,", "":
        bomb = {f"m{i}z": f"$m{i + 1}z" * 2 for i in range(40)} | {"m40z": leaf}
        message = str(refusal("AA,$m0z", macros=bomb))
        assert ("longer than 100,000" if leaf else 'nothing follows ","') in message
    deep = {f"m{i}z": f"$m{i + 1}z" for i in range(60)} | {"m60z": "AA"}
    assert "more than 50 deep" in str(refusal("$m0z", macros=deep))
    assert parse("$m20z", 4, macros=deep) == AA


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A" * 10_001, "10,001 characters long; at most 10,000 are read"),
        ("A" * 10_000, "has 10000 cards"),
        ("2" * 10_000, "has 10000 cards"),
        ("9" * 9_999 + "%", "is out of bounds"),
        ("AA@" + "9" * 9_000, "is out of bounds"),
        ("(" * 5_000, "more than 50 parentheses inside one another"),
        ("[" * 5_000, "a list inside a list"),
        ("{" * 5_000, "braces cannot be nested"),
        ("AA" + "!KK" * 3_000, 'more than 50 ":" and "!" in one part'),
        ("$" * 5_000, 'no name follows "$"'),
        ("$" + "q" * 9_000, "there is no macro $qqq"),
    ],
    ids=lambda text: repr(text[:9]),
)
def test_limits(text, message):
    error = refusal(text)
    assert message in str(error)
    assert len(str(error)) < 250


def test_deepest_range():
    nested = "(" * 50 + "AA" + ")" * 50
    assert parse(nested, 4) == AA
    chain = "AA" + ":KK" * 49
    assert parse(str(parse(chain, 4)), 4) == parse(chain, 4)
    assert len(parse(",".join(["A-"] * 3_000), 4).parts) == 39_000


def test_read_macros():
    text = "# mine\n\n$Big AA, KK\n  $x9\t[A,K]  # high\r\n$r22:xx $big\n"
    assert read_macros("$ds :xx # a filter", "own") == {"ds": ":xx"}
    with pytest.raises(RangeError, match=r"own line 5: .* a name is a \$ and letters or digits"):
        read_macros(text, "own")
    macros = read_macros(text.replace("22:xx", "22"), "own")
    assert macros == {"big": "AA, KK", "x9": "[A,K]", "r22": "$big"}
    assert parse("$R22,$X9", 4, macros=BUILT_IN | macros) == Union((AA, KK, pattern([A, K])))


@pytest.mark.parametrize(
    ("line", "start", "stop", "message"),
    [
        ("AA :xx", 0, 2, '"AA" is no name of a macro; a line is a $name and its definition'),
        ("  $ :xx", 2, 3, '"$" is no name of a macro; a name is a $ and letters or digits'),
        ("$a-b :xx", 0, 4, '"$a-b" is no name of a macro; a name is a $ and letters or digits'),
        ("$ab", 0, 3, "$ab has no definition"),
        ("$ab # :xx", 0, 3, "$ab has no definition"),
        ("$OK KK", 0, 3, "$ok is defined already on line 2"),
    ],
)
def test_refused_macros(line, start, stop, message):
    with pytest.raises(RangeError) as caught:
        read_macros(f"# mine\n$ok AA\n{line}\n", "mine.txt")
    assert str(caught.value).startswith("mine.txt line 3: " + message)
    assert (caught.value.source, caught.value.start, caught.value.stop) == (line, start, stop)


@pytest.mark.parametrize(("text", "hands"), ROWS, ids=[text for text, _ in ROWS])
def test_counts(text, hands):
    assert count(parse(text, 4), 4) == hands


def test_reference_classes():
    assert (len(classes(4)), sum(size for _, size in classes(4))) == (16_432, 270_725)
    assert (len(classes(2)), len(list(all_hands(2)))) == (169, 1_326)


def hand_of(text):
    """The cards of a hand such as "As Kh"."""
    return tuple(("23456789TJQKA".index(rank), "shdc".index(suit)) for rank, suit in text.split())


@pytest.mark.parametrize(
    ("text", "hand", "expected"),
    [
        ("AA@9,KK@3", "As Ah Ks Kh", 9),
        ("(AA,KK)@9:ss", "As Kh Ks 2d", 9),
        ("(AA@9,KK@3)!A", "As Kh Ks 2d", 0),
        ("AARR", "As Ah Ad Ac", 0),
        ("AAAA", "As Ah Ad Ac", 1),
        ("ssxx", "As Ks Qs Js", 0),
        ("[As,K]xx", "Ah Kh 2h 3s", 1),
        ("[As,K]xx", "Kh 2s 3s 4d", 0),
        ("[A,K]RR", "Ah Ad Ks Kd", 0),
        ("{AA}", "Ah Ad Ks Kd", 0),
        ("A{A$W$W}", "As Ah 2s 3s", 1),
        ("A{A$W$W}", "As Ah 2s 2h", 0),
        ("RON", "As Ah 2s 2h", 0),
        ("*xxx", "As Ks Qs Js", 1),
    ],
)
def test_reference(text, hand, expected):
    assert weight(parse(text, 4), hand_of(hand)) == expected


@pytest.mark.parametrize("hole", [4, 5, 6])
@given(st.data())
def test_round_trip(hole, data):
    text = data.draw(expressions(hole, percents=True))
    tree = parse(text, hole)
    again = str(tree)
    assert parse(again, hole) == tree
    assert str(parse(again.lower(), hole)) == again
    assert parse(" ".join(text.upper()), hole) == tree


@given(st.data())
def test_generated_text_can_be_counted(data):
    tree = parse(data.draw(expressions(4)), 4)
    hand = data.draw(st.lists(st.sampled_from(DECK), min_size=4, max_size=4, unique=True))
    assert 0 <= weight(tree, tuple(hand)) <= 100
    assert weight(tree, tuple(hand)) == weight(parse(str(tree), 4), tuple(hand[::-1]))


SIGNS = st.text(alphabet="AKQJT9821055%%sshdcxyzwRON**,:!()[]{}+-@$ \t.", max_size=14)
PIECES = st.lists(
    st.sampled_from(["AA", "xx", "T8+", "[A,K]", "15%", "@5", "$ds", "$R", "R", "random", *"*-,:!()[]{}"])
)


def outcome(text):
    try:
        return parse(text, 4)
    except RangeError as error:
        return error


@settings(max_examples=1000)
@given(st.text(max_size=20) | SIGNS | SIGNS | PIECES.map("".join))
def test_any_text_is_read_or_refused(text):
    result = outcome(text)
    if not isinstance(result, RangeError):
        assert parse(str(result), 4) == result
    else:
        assert result.source == text
        assert 0 <= result.start < result.stop <= len(text) or not text
        assert len(str(result)) < 250


def test_parsing_costs_no_import():
    code = "import sys; from equity.ranges.parse import parse; parse('AA$ds,15%', 4); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "numba", "click"} & set(loaded.split())
