"""Ranges in play: exact to the integer against every deal, one by one; sampled within the stated error."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod, sqrt
from random import Random

import pytest

from equity import Result, calculate
from equity.engine.inputs import Hands
from equity.engine.question import Outcomes, Question, Seat, Versus
from equity.errors import GameError, RangeError, SpotError
from equity.exact import ByBoards, ByPairings, Method
from equity.options import make_options
from equity.plan import exact_method
from equity.ranges.parse import parse
from equity.ranges.tree import Every
from equity.ranges.value import Range
from equity.spot import Spot, make_spot
from tests.range_reference import weight
from tests.reference import DECK, STACKED_DECKS, Cards, Equities, Player, best_high, best_low, equities, split
from tests.test_equities import assert_same

GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "bigo"), 6: ("omaha6", "omaha6-8")}
RIVER = "Kh9d2c7s5d"

Weights = dict[str, int]
"""A range as the brute force knows it: hands, each with its weight."""


def range_text(weights: Weights) -> str:
    return ",".join(f"{hand}@{number}" for hand, number in weights.items())


def members(text: str, hole: int, live: Sequence[str]) -> Weights:
    """The hands of a range, by the reference, that can be made of the live cards."""
    node = parse(text, hole)
    ranked = {card: ("23456789TJQKA".index(card[0]), "shdc".index(card[1])) for card in live}
    hands = ((hand, weight(node, tuple(ranked[card] for card in hand))) for hand in combinations(live, hole))
    return {"".join(hand): number for hand, number in hands if number}


def choices(seats: Sequence[str | Weights], blocked: str) -> Iterator[tuple[list[str], int]]:
    """Every way to give each seat one of its hands, none with a card twice, and its weight."""
    each = [seat if isinstance(seat, dict) else {seat: 1} for seat in seats]
    for chosen in product(*each):
        held = [card for hand in chosen if hand != "random" for card in split(hand)] + [*split(blocked)]
        if len(set(held)) == len(held):
            yield list(chosen), prod(own[hand] for own, hand in zip(each, chosen, strict=True))


def brute_force(seats: Sequence[str | Weights], board: str, dead: str, hilo: bool, hole: int = 4) -> Equities:
    """Every deal of every choice of hands, by weight; a seat is a hand, "random" or a range."""
    totals: Counter[str] = Counter()
    players: list[Counter[str]] = [Counter() for _ in seats]
    for hands, number in choices(seats, board + dead):
        found = equities(hands, board, dead, hilo, hole)
        totals.update(deals=number * found.deals, no_low=number * found.no_low)
        for player, counted in zip(players, found.players, strict=True):
            player.update({name: number * count for name, count in counted._asdict().items()})
    counted = [Player(*(player[name] for name in Player._fields)) for player in players]
    return Equities(totals["deals"], totals["no_low"], counted)


def exact_outcomes(method: Method) -> Outcomes:
    """All that a method counts."""
    outcomes: Counter[tuple[int, int]] = Counter()
    for chunk in method.chunks():
        outcomes.update(method.count(chunk))
    outcomes.update(method.rest(outcomes))
    assert sum(outcomes.values()) == method.deals
    return {outcome: deals for outcome, deals in outcomes.items() if deals}


def seated(spot: Spot) -> tuple[Seat, ...]:
    return tuple(seat.hands(spot.known) if isinstance(seat, Range) else seat for seat in spot.seats)


def by_pairings(spot: Spot) -> ByPairings:
    return ByPairings(seated(spot), spot.board, spot.unseen, spot.game.hole, spot.game.low)


def by_boards(spot: Spot) -> ByBoards:
    """The heads-up method with every seat as a range, as the planner makes them."""
    hole = spot.game.hole
    live = [card for card in range(52) if card not in (*spot.board, *spot.dead)]
    ranges = []
    for seat in seated(spot):
        if isinstance(seat, Hands):
            ranges.append(seat)
        else:
            ranges.append(
                Range.of_hand(seat).hands() if seat is not None else Range(Every(), hole).hands(spot.known)
            )
    return ByBoards(Versus(*ranges, spot.board, live, hole, spot.game.low))


def check(
    seats: Sequence[str | Weights], board: str, dead: str, hole: int, texts: Sequence[str] = ()
) -> None:
    """Both exact methods, where they apply, agree; the answer is that of the brute force, hi/lo or not."""
    texts = texts or [range_text(seat) if isinstance(seat, dict) else seat for seat in seats]
    for hilo, game in enumerate(GAMES[hole]):
        spot = make_spot(texts, board, dead, game)
        outcomes = exact_outcomes(by_pairings(spot))
        if len(seats) == 2 and board:
            assert exact_outcomes(by_boards(spot)) == outcomes
        result = calculate(texts, game=game, board=board, dead=dead, exact=True)
        assert_same(result, brute_force(seats, board, dead, bool(hilo), hole))
        assert [player.hand for player in result.players] == list(texts)


# How many live cards each size of hand gets by street so that the brute force stays small.
LIVE = {
    (4, 5): 13, (4, 4): 13, (4, 3): 13, (4, 0): 14,
    (5, 5): 13, (5, 4): 13, (5, 3): 14, (5, 0): 16,
    (6, 5): 14, (6, 4): 14, (6, 3): 15, (6, 0): 18,
}  # fmt: skip


def small_spots() -> list[tuple[int, int, str, str]]:
    """(hole cards, cards on the board, seats, stacked deck), the decks taking turns.

    Seats are K for a written-out hand, R a range, S the range before it again, r random.
    """
    spots = []
    for hole, lying, seats in product(GAMES, (5, 4, 3, 0), ("RR", "KR", "RK", "RS", "Rr", "rR")):
        if "r" in seats and lying == 0 and hole > 4:
            continue
        decks = [*STACKED_DECKS][len(spots) % 4 :][:1]
        spots += [(hole, lying, seats, deck) for deck in decks]
    return spots


def deal_spot(
    hole: int, lying: int, seats: str, deck: str, live: int, most: int = 6
) -> tuple[list[str | Weights], str, str]:
    """Seats, board and dead cards: ranges have hands of the live cards, all others are dead.

    Ranges choose from one small pool of hands, so that they overlap and clash.
    """
    rng = Random(f"{hole} {lying} {seats} {deck}")
    cards = rng.sample(STACKED_DECKS[deck], len(STACKED_DECKS[deck]))
    cards += rng.sample(others := [card for card in DECK if card not in cards], len(others))
    board, cards = "".join(cards[:lying]), cards[lying:]
    unseen, cards = cards[:live], cards[live:]
    pool = ["".join(rng.sample(unseen, hole)) for _ in range(2 * most)]
    dealt: list[str | Weights] = []
    for seat in seats:
        if seat == "K":
            dealt.append("".join(cards[:hole]))
            cards = cards[hole:]
        elif seat == "R":
            hands = {"".join(sorted(split(hand))): hand for hand in rng.sample(pool, most)}.values()
            dealt.append({hand: rng.choice((1, 2, 50, 100)) for hand in hands})
        else:
            dealt.append("random" if seat == "r" else dealt[-1])
    return dealt, board, "".join(cards)


@pytest.mark.parametrize(("hole", "lying", "seats", "deck"), small_spots())
def test_heads_up_like_brute_force(hole: int, lying: int, seats: str, deck: str) -> None:
    dealt, board, dead = deal_spot(hole, lying, seats, deck, LIVE[hole, lying] - ("r" in seats))
    check(dealt, board, dead, hole)


@pytest.mark.parametrize("seats", ["RRR", "RKR", "rRK", "RSRS"])
@pytest.mark.parametrize("lying", [5, 4, 0])
def test_several_players_like_brute_force(seats: str, lying: int) -> None:
    dealt, board, dead = deal_spot(
        4, lying, seats, "low cards", (20 if "S" in seats else 15) + 2 * (not lying), 4
    )
    check(dealt, board, dead, 4)


@pytest.mark.parametrize(
    ("texts", "hole", "lying", "live"),
    [
        (("A@3,Kx@1", "xxyy@50,*@7"), 4, 5, 12),
        (("R", "RR"), 4, 5, 11),
        (("*:*", "*:*"), 4, 5, 12),
        (("*:*", "*:*"), 4, 4, 10),
        (("*:*", "[A,2,3]@9,*@2"), 4, 3, 10),
        (("[A,2-5]{[A-3][A-5]}", "random"), 4, 5, 12),
        (("{*****}@3,*@2", "*:*"), 5, 5, 11),
        (("*:*", "xx"), 5, 4, 11),
        (("[A,2-5]@4,*@3", "*:*"), 6, 5, 12),
        (("*:*", "RR"), 6, 4, 13),
    ],
)  # fmt: skip
@pytest.mark.parametrize("deck", ["whole", "low cards"])
def test_patterns_like_brute_force(texts: Sequence[str], hole: int, lying: int, live: int, deck: str) -> None:
    """Wide ranges over few live cards: every kind of overlap of two hands, the same hand included."""
    rng = Random(f"{texts} {hole} {lying} {deck}")
    cards = rng.sample(STACKED_DECKS[deck], live + lying)
    board, unseen = "".join(cards[:lying]), cards[lying:]
    dead = "".join(card for card in DECK if card not in cards)
    seats = [text if text == "random" else members(text, hole, unseen) for text in texts]
    check(seats, board, dead, hole, texts)


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_a_range_against_itself_is_even(hole: int) -> None:
    """Whatever the overlaps, neither side is better: on the whole deck, a hand in both ranges counted right."""
    for game in GAMES[hole]:
        result = calculate(["AA!KKK@7,{AKQ}@3"] * 2, game=game, board=RIVER, exact=True)
        first, second = result.players
        assert first == second
        assert first.equity == 0.5
        live = 47
        assert result.deals is not None
        assert 0 < result.deals < 49 * comb(live, hole) ** 2


@pytest.mark.parametrize("game", ["omaha", "omaha8"])
def test_every_hand_against_every_hand(game: str) -> None:
    """`*` is random; written so that it stays a range, the sums over both decks are the same."""
    randoms = calculate(["random", "random"], game=game, board=RIVER, exact=True)
    stars = calculate(["*", "100%"], game=game, board=RIVER, exact=True)
    ranges = calculate(["*:*", "*,A"], game=game, board=RIVER, exact=True)
    half = calculate(["*:*", "random"], game=game, board=RIVER, exact=True)
    assert randoms.deals == comb(47, 4) * comb(43, 4)
    for result in (stars, ranges, half):
        assert (result.deals, result.no_low) == (randoms.deals, randoms.no_low)
        assert [player[1:] for player in result.players] == [player[1:] for player in randoms.players]
    assert [player.hand for player in stars.players] == ["random", "random"]


@pytest.mark.parametrize(
    ("hand", "others", "board", "game"),
    [
        ("AsKs9h8h", "random", "Kh9d2c3c", "omaha8"),
        ("AsKs9h8h", "random", "Kh9d2c", "omaha"),
        ("As2s3hKdQd", "random", "Kh9d2c3c7s", "bigo"),
        ("As2s3hKdQdJc", "random", "Kh9d2c3c7s", "omaha6"),
    ],
)
def test_a_hand_against_every_hand(hand: str, others: str, board: str, game: str) -> None:
    """Two methods that share nothing: the clique counting of random hands, the sweep over ranges."""
    known = calculate([hand, others], game=game, board=board, exact=True)
    swept = exact_outcomes(by_boards(make_spot([hand, "*:*"], board, "", game)))
    assert sum(swept.values()) == known.deals
    assert known.players[0].counts is not None
    high = sum(deals for (winners, _), deals in swept.items() if winners == 1)
    low = sum(deals for (_, winners), deals in swept.items() if winners == 1)
    assert (high, low) == (known.players[0].counts.hi_win, known.players[0].counts.lo_win)


def test_card_removal_is_that_of_the_spot() -> None:
    """Hands that hold a board card, a dead card or one of a written-out hand are out."""
    result = calculate(["AAKK", "AsQsJhTh", "QQ**"], board=RIVER, dead="KsAh", game="omaha", exact=True)
    node = parse("AAKK", 4)
    gone = {*split(RIVER), *split("KsAh"), *split("AsQsJhTh")}
    live = [card for card in DECK if card not in gone]
    first, third = members("AAKK", 4, live), members("QQ", 4, live)
    assert list(first) == ["KdKcAdAc"]
    assert weight(node, ((11, 2), (11, 3), (12, 2), (12, 3))) == 1
    assert result.deals == sum(1 for hand in third if not set(split(hand)) & set(split("KdKcAdAc")))


# Weights.


def scaled(weights: Weights, factor: int) -> str:
    return range_text({hand: factor * number for hand, number in weights.items()})


def bare(result: Result) -> list[tuple[object, ...]]:
    """What does not change when weights grow: everything but names and counts."""
    return [(result.no_low, *player[1:-1]) for player in result.players]


@pytest.mark.parametrize(("lying", "exact"), [(5, True), (3, True), (0, True), (5, False), (0, False)])
def test_only_the_ratio_of_weights_matters(lying: int, exact: bool) -> None:
    (first, second), board, dead = deal_spot(4, lying, "RR", "low cards", 20)
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    first = {hand: min(number, 33) for hand, number in first.items()}
    second = {hand: min(number, 50) for hand, number in second.items()}
    options = {"exact": True} if exact else {"samples": 70_000, "seed": 4}
    spot = {"game": "omaha8", "board": board, "dead": dead, **options}
    once, doubled = (
        calculate([scaled(first, 3 * i), scaled(second, 2 * i)], **spot)
        if i == 1
        else calculate([scaled(first, 1), scaled(second, 1)], **spot)
        for i in (0, 1)
    )
    assert bare(once) == bare(doubled)
    if exact:
        assert once.deals is not None
        assert doubled.deals == 6 * once.deals
        for small, large in zip(once.players, doubled.players, strict=True):
            assert small.counts is not None
            assert large.counts == tuple(6 * count for count in small.counts)


def test_equal_weights_are_none() -> None:
    for options in ({"exact": True}, {"samples": 5000}):
        plain = calculate(["AAKK,QQJJ", "random"], board=RIVER, **options)
        weighed = calculate(["AAKK@7,QQJJ@7", "random"], board=RIVER, **options)
        assert bare(plain) == bare(weighed)


def test_weights_are_an_average() -> None:
    """A weighted range of hands against one hand: the mean of the hands' equities."""
    ours, board = "QsJsTh9h", "8s7d2h"
    hands = {"AsAhKdKc": 3, "8c8d7s7c": 10, "AdKdQdJd": 87}
    alone = {hand: calculate([hand, ours], board=board, game="omaha8") for hand in hands}
    together = calculate([range_text(hands), ours], board=board, game="omaha8", exact=True)
    mean = sum(hands[hand] * result.players[0].equity for hand, result in alone.items()) / 100
    assert together.players[0].equity == pytest.approx(mean, abs=1e-14)
    assert together.deals == 100 * comb(41, 2)


# Sampling.


def outcomes_of(
    seats: Sequence[str | Weights], board: str, hilo: bool
) -> dict[tuple[str, ...], tuple[float, int]]:
    """For each choice of hands on a full board the first player's share and the weight."""
    found = {}
    for hands, number in choices(seats, board):
        player = equities(hands, board, "", hilo).players[0]
        found[tuple(hands)] = ((player.hi + player.lo) / 5040, number)
    return found


CLASHING: list[Weights] = [
    {"AsAhKsKh": 5, "QsQhJsJh": 50, "AsQh8s4d": 20, "9s9h5s5h": 3},
    {"AsAdKdKc": 60, "AhAcQsQd": 30, "JsTsThTc": 2, "KsKdJhJd": 10, "6s6h4s3d": 7},
    {"AcAdQcQd": 40, "9s8s7s6s": 1, "KhJhThTd": 25, "5s5c4s4c": 8, "JsJd5h5c": 30},
    {"9s9h5s5h": 9, "AsAhKsKh": 60, "ThTd3s3h": 1, "8s8h8d8c": 5, "KcJcTc7c": 33},
]
"""Four ranges with hands and cards in common, and weights that favour the clashes."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", ["omaha", "omaha8"])
@pytest.mark.parametrize("board", ["2h2d3c8dTs"[:8], "2h7d3c8dTs", "2h7d3c"])
def test_sampled_like_brute_force(players: int, game: str, board: str) -> None:
    """Boards, also unfinished ones, that hold cards of some hands."""
    ranges = CLASHING[:players]
    missing = 5 - len(board) // 2
    truth = (
        brute_force(ranges, board, "", game == "omaha8")
        if missing < 2
        else exact_truth([range_text(seat) for seat in ranges], board, game)
    )
    texts = [range_text(seat) for seat in ranges]
    assert_near(calculate(texts, game=game, board=board, samples=300_000, seed=9), truth)


def exact_truth(texts: Sequence[str], board: str, game: str) -> Equities:
    """The exact answer, in the terms of the brute force, where that would be long."""
    result = calculate(texts, game=game, board=board, exact=True)
    assert result.deals is not None
    players = [
        Player(*player.counts, round(player.hi * 5040 * result.deals), round(player.lo * 5040 * result.deals))
        for player in result.players
        if player.counts is not None
    ]
    return Equities(result.deals, round(result.no_low * result.deals), players)


def assert_near(result: Result, truth: Equities) -> None:
    """Every number within four of its standard errors."""
    assert result.method == "monte-carlo"
    assert result.samples is not None
    for player, counted in zip(result.players, truth.players, strict=True):
        equity = (counted.hi + counted.lo) / (5040 * truth.deals)
        assert abs(player.equity - equity) <= 4 * player.standard_error, (player, equity)
        for name in ("scoop", "quartered", "hi_win", "hi_tie", "lo_win", "lo_tie"):
            share = getattr(counted, name) / truth.deals
            error = 4 * sqrt(share * (1 - share) / result.samples) + 1e-12
            assert abs(getattr(player, name) - share) <= error, (name, player, share)


def test_sampled_beside_known_and_random_hands() -> None:
    """Seats of every kind: ranges clash with each other only, randoms take what they leave."""
    seats = [CLASHING[1], "random", CLASHING[2], "2s3h4hAs"]
    dead = "".join(
        card
        for card in DECK
        if card not in split("".join((*CLASHING[1], *CLASHING[2], "2s3h4hAs", "2h7d3c8dTs6c6d7h7c8c")))
    )
    texts = [range_text(seat) if isinstance(seat, dict) else seat for seat in seats]
    truth = brute_force(seats, "2h7d3c8dTs", dead, True)
    assert_near(
        calculate(texts, board="2h7d3c8dTs", dead=dead, game="omaha8", samples=300_000, seed=2), truth
    )


@pytest.mark.parametrize(("hole", "game"), [(5, "bigo"), (6, "omaha6-8"), (6, "omaha6")])
def test_sampled_larger_hands(hole: int, game: str) -> None:
    dealt, board, dead = deal_spot(hole, 5, "RRR", "low cards", 24)
    texts = [range_text(seat) for seat in dealt if isinstance(seat, dict)]
    truth = brute_force(dealt, board, dead, game != "omaha6", hole)
    assert_near(calculate(texts, game=game, board=board, dead=dead, samples=200_000, seed=hole), truth)


def draw(range_: Weights, rng: Random) -> str:
    return rng.choices(list(range_), list(range_.values()))[0]


def clash(hands: Sequence[str]) -> bool:
    cards = split("".join(hands))
    return len(set(cards)) < len(cards)


def draw_again_one(ranges: Sequence[Weights], rng: Random) -> tuple[str, ...]:
    """The naive method: a hand that clashes with those before it is drawn again, it alone."""
    hands: list[str] = []
    for range_ in ranges:
        hand = draw(range_, rng)
        while clash([*hands, hand]):
            hand = draw(range_, rng)
        hands.append(hand)
    return tuple(hands)


def draw_again_all(ranges: Sequence[Weights], rng: Random) -> tuple[str, ...]:
    """The right method."""
    while clash(hands := [draw(range_, rng) for range_ in ranges]):
        pass
    return tuple(hands)


@pytest.mark.parametrize("players", [3, 4])
def test_drawing_only_the_clashing_hand_again_would_be_wrong(players: int) -> None:
    """By more than ten standard errors, with fewer deals than the package's own four."""
    board, deals = "2h7d3c8dTc", 40_000
    ranges = [*CLASHING[: players - 1], {"9s9h5s5h": 90, "AsAhKsKh": 9, "ThTd3s3h": 1}]
    shares = outcomes_of(ranges, board, hilo=False)
    total = sum(number for _, number in shares.values())
    truth = sum(share * number for share, number in shares.values()) / total
    result = calculate(
        [range_text(seat) for seat in ranges], board=board, game="omaha", samples=300_000, seed=1
    )
    off: Mapping[str, float] = {
        name: deviation([shares[draw_hands(ranges, rng)][0] for _ in range(deals)], truth)
        for name, draw_hands, rng in (
            ("one", draw_again_one, Random(1)),
            ("all", draw_again_all, Random(2)),
        )
    }
    assert abs(off["one"]) > 10
    assert abs(off["all"]) < 4
    assert abs(result.players[0].equity - truth) < 4 * result.players[0].standard_error


def deviation(shares: Sequence[float], truth: float) -> float:
    """How many standard errors a sample's mean is away from the truth."""
    count = len(shares)
    mean = sum(shares) / count
    spread = sum((share - mean) ** 2 for share in shares) / (count - 1)
    return (mean - truth) / sqrt(spread / count)


@pytest.mark.parametrize(
    ("hands", "game", "expected", "tolerance"),
    [
        (["AA", "KK"], "omaha", 69.87, 0.05),
        (["AA", "random"], "omaha", 65.5, 0.1),
        (["AA", "random"], "omaha8", 64.3, 0.1),
    ],
)
def test_published_equities(hands: list[str], game: str, expected: float, tolerance: float) -> None:
    result = calculate(hands, game=game, precision=0.02)
    assert result.standard_error <= 0.0002
    aces = result.players[0]
    assert abs(100 * aces.equity - expected) <= tolerance + 4 * 100 * aces.standard_error


def test_sampled_before_the_flop_like_exact() -> None:
    """Few hands with real boards, sampled and by pairings."""
    hands = ["AsAhKsKh@3,QsQhJsJh@1,7d6d5d4d@9", "AsKd9c8c@5,AdAcTsTh@2"]
    exact = calculate(hands, game="omaha8", exact=True)
    assert exact.method == "exact"
    assert_near(calculate(hands, game="omaha8", samples=400_000, seed=3), exact_truth(hands, "", "omaha8"))


# The same answer.


SPOTS = [
    (["AA", "KK$ds,QQ"], "", "omaha"),
    (["AA@3,KK@1", "random", "xxyy"], "Kh9d2c", "omaha8"),
    (["AA", "AKQ", "KQJ", "random"], "", "omaha8"),
    (["AAxx$ds", "As2s3h4hKd"], "Kh9d2c", "bigo"),
]


def told(result: Result) -> dict[str, object]:
    """All of it but the time it took."""
    return result.to_dict() | {"seconds": None}


@pytest.mark.parametrize(("hands", "board", "game"), SPOTS)
def test_same_seed_same_answer_for_any_number_of_threads(hands: list[str], board: str, game: str) -> None:
    options = {"samples": 200_001, "seed": 7}
    one, two, three = (
        told(calculate(hands, board=board, game=game, threads=threads, **options)) for threads in (1, 2, 3)
    )
    assert one == two == three
    other = told(calculate(hands, board=board, game=game, samples=200_001, seed=8))
    assert other["players"] != one["players"]


def test_precision_is_the_same_for_any_number_of_threads() -> None:
    one, two, three = (
        told(calculate(["AA", "KK", "A2"], precision=0.05, seed=1, threads=threads)) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one["method"] == "monte-carlo"


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AA@3,KK@1", "xxyy"], "Kh9d2c", "omaha8"),
        (["AA", "random"], "Kh9d2c4c", "omaha"),
        (["AAKKx", "AAQQ"], "Kh9d2c4c", "bigo"),
        (["AAKK", "QQJJ@4,AAQQ@3", "JJTT"], RIVER, "omaha8"),
        (["AAKK$ds", "QQJJ$ds"], "", "omaha"),
    ],
)
def test_exact_answer_is_the_same_for_any_number_of_threads(hands: list[str], board: str, game: str) -> None:
    one, two, three = (
        told(calculate(hands, board=board, game=game, exact=True, threads=threads)) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one["method"] == "exact"


def method_name(hands: Sequence[str], board: str, game: str, threads: int) -> str:
    spot = make_spot(hands, board, "", game)
    seats = seated(spot)
    question = Question(seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)
    method = exact_method(spot, seats, question, make_options(threads=threads))
    return type(method).__name__


@pytest.mark.parametrize(
    ("hands", "board", "game", "expected"),
    [
        (["AA", "KK"], "", "omaha", "NoneType"),
        (["AA", "KK"], "Kh9d2c", "omaha", "ByBoards"),
        (["*:*", "*:*"], "Kh9d2c", "omaha8", "NoneType"),
        (["*:*", "*:*"], "Kh9d2c4c", "omaha8", "ByBoards"),
        (["xx", "xx"], "Kh9d2c", "omaha", None),
        (["AA", "*"], "Kh9d2c", "omaha", None),
        (["AA", "*"], "Kh9d2c", "omaha8", None),
        (["AAKK", "QQJJ"], "", "omaha", None),
        (["AAKK$ds", "QQJJ$ds"], "", "omaha", "ByPairings"),
        (["AAKK@1", "AsKsQsJs"], "", "omaha8", "ByPairings"),
        (["AAKK", "QQJJ", "TT99"], "Kh9d2c", "omaha", None),
        (["AAA$ds", "KKK"], "Kh9d2c4c", "omaha6", "ByBoards"),
    ],
)
def test_the_method_does_not_depend_on_threads(
    hands: list[str], board: str, game: str, expected: str | None
) -> None:
    names = {method_name(hands, board, game, threads) for threads in (1, 2, 64)}
    assert len(names) == 1
    assert expected is None or names == {expected}


# What cannot be.


@pytest.mark.parametrize("options", [{}, {"samples": 1000}, {"exact": True}])
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsAhKsKh@1", "AsQhJsJh@1"], ""),
        (["AsAhKsKh@1", "AsQhJsJh@1"], RIVER),
        (["AsAhKs", "AsQh", "random"], RIVER),
        (["AAA", "AAA"], ""),
        (["AAA", "AAA"], "Kh9d2c"),
        (["KK", "KKK"], RIVER),
        (["AAA", "random", "AAA"], "Kh9d2c"),
        (["AAQQ", "AAJJ", "AATT"], RIVER),
    ],
)
def test_ranges_that_cannot_be_dealt_together(hands: list[str], board: str, options: dict) -> None:
    with pytest.raises(RangeError, match="dealt together"):
        calculate(hands, board=board, **options)


def test_ranges_that_can_hardly_be_dealt_together() -> None:
    """One pairing in many thousands is still exact, and sampled is refused or right."""
    hands = ["AAxy,AsAhAdKs", "AdAcKsKh@1"]
    result = calculate([hands[0], "AAKs,2s3s4s5s"], board=RIVER, exact=True)
    assert result.deals is not None
    assert result.deals > 0


@pytest.mark.parametrize(
    ("hands", "board", "dead", "name"),
    [
        (["AsKs", "random"], "As9d2c", "", "AsKs"),
        (["random", "AA"], "AsAhAd", "", "AA"),
        (["AA", "QsJs9h8h"], "", "AsAhAd", "AA"),
        (["AA", "AsAhAdKs"], "", "", "AA"),
        (["QsJs9h8h", " KK, Qs* "], "KsKhKd", "", "KK, Qs*"),
        (["AA$ds!xx", "random"], "", "", "AA$ds!xx"),
        (["AA@5:KK", "QQ"], "KsKhKd", "", None),
        (["(AA)@5:KK", "QQ"], "KsKhKd", "", "(AA)@5:KK"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"samples": 10}, {"exact": True}])
def test_a_range_without_hands(
    hands: list[str], board: str, dead: str, name: str | None, options: dict
) -> None:
    with pytest.raises(RangeError) as caught:
        calculate(hands, board=board, dead=dead, game="omaha", **options)
    if name is not None:
        assert f"the range {name} " in str(caught.value)
        assert "empty here" in str(caught.value) or "holds no hand" in str(caught.value)


def test_ranges_as_values() -> None:
    aces, kings = Range.parse("AA $ds"), Range.parse("KK") - Range.parse("xx")
    result = calculate([aces, kings], board="Kh9d2c", game="omaha")
    again = calculate(["AA$ds", "KK!xx"], board="Kh9d2c", game="omaha")
    assert bare(result) == bare(again)
    assert [player.hand for player in result.players] == ["AA $ds", "KK!*x*x"]
    assert calculate([Range.parse("*"), "AsKs9h8h"], board="Kh9d2c").players[0].hand == "random"
    with pytest.raises(GameError, match="a range of 5 cards; omaha hands have 4"):
        calculate([Range.parse("AA", 5), "KK"], game="omaha")
    with pytest.raises(SpotError, match="appears twice"):
        calculate([aces, "AsKs9h8h"], board="As9d2c")


def test_best_hands_are_the_references() -> None:
    """One deal looked at closely: a range of one hand is that hand."""
    board: Cards = split(RIVER)
    one, two = split("As3s4hKd"), split("AhQdQc6h")
    result = calculate(["As3s4hKd@1", "AhQdQc6h"], board=RIVER, game="omaha8")
    first, second = result.players
    assert (first.hi_win == 1) is (best_high(one, board) > best_high(two, board))
    lows = [best_low(one, board), best_low(two, board)]
    assert lows[0] is not None
    assert (first.lo_win, second.lo_win) == ((1, 0) if lows[1] is None or lows[0] < lows[1] else (0, 1))
