"""Ranges in play: exact to the integer against every deal, one by one; sampled within the stated error."""

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations, product
from math import comb, sqrt
from random import Random
from typing import NamedTuple

import pytest

from equity import Result, calculate
from equity.cards import parse_cards
from equity.engine.inputs import Hands
from equity.engine.question import Outcomes, Question, Seat, Versus
from equity.errors import GameError, RangeError, SpotError
from equity.exact import ByBoards, ByPairings, Method
from equity.games import find_game
from equity.options import make_options
from equity.plan import exact_method
from equity.ranges.parse import parse
from equity.ranges.value import Range
from equity.result import PlayerResult, Tally, player_result
from equity.spot import make_spot
from tests.range_reference import RANKS, weight
from tests.reference import DECK, STACKED_DECKS, Cards, best_high, best_low, deals, split

GAMES = {4: ("omaha", "omaha8"), 5: ("omaha5", "bigo"), 6: ("omaha6", "omaha6-8")}
RIVER = "Kh9d2c7s5d"

Weights = dict[str, int]
"""A range as the brute force knows it: hands, each with its weight."""

Holding = str | Weights
"""What a seat has: a hand, "random" or a range."""


class Small(NamedTuple):
    """A spot small enough for the brute force."""

    hole: int
    seats: list[Holding]
    board: str
    dead: str

    @property
    def texts(self) -> list[str]:
        """The seats as a user writes them."""
        return [range_text(seat) if isinstance(seat, dict) else seat for seat in self.seats]

    @property
    def live(self) -> list[str]:
        """The cards that may still be dealt or held in a range."""
        hands = "".join(seat for seat in self.seats if isinstance(seat, str) and seat != "random")
        known = split(hands + self.board + self.dead)
        return [card for card in DECK if card not in known]


def range_text(weights: Weights) -> str:
    return ",".join(f"{hand}@{number}" for hand, number in weights.items())


def brute_force(spot: Small) -> Outcomes:
    """Every deal of every choice of hands, by weight, in a hi/lo game."""
    outcomes: Counter[tuple[int, int]] = Counter()
    live, board = spot.live, split(spot.board)
    for hands, number in choices(spot.seats):
        held = [card for hand in hands if hand != "random" for card in split(hand)]
        left = tuple(card for card in live if card not in held)
        for cards, full in deals(hands, board, left, spot.hole):
            outcomes[winners(cards, full)] += number
    return dict(outcomes)


def choices(seats: Sequence[Holding]) -> Iterator[tuple[list[str], int]]:
    """Every way to give each seat one of its hands, none with a card twice, and its weight."""
    if not seats:
        yield [], 1
        return
    own = seats[0] if isinstance(seats[0], dict) else {seats[0]: 1}
    cards = {hand: frozenset() if hand == "random" else frozenset(split(hand)) for hand in own}
    for hands, number in choices(seats[1:]):
        held = {card for hand in hands if hand != "random" for card in split(hand)}
        for hand, mine in own.items():
            if cards[hand].isdisjoint(held):
                yield [hand, *hands], mine * number


def winners(hands: Sequence[Cards], board: Cards) -> tuple[int, int]:
    """Who wins the high and who the low, as bit masks."""
    highs = [best_high(hand, board) for hand in hands]
    lows = [best_low(hand, board) for hand in hands]
    best = min((low for low in lows if low), default=None)
    high_winners = sum(1 << seat for seat, high in enumerate(highs) if high == max(highs))
    return high_winners, sum(1 << seat for seat, low in enumerate(lows) if low and low == best)


def high_only(outcomes: Outcomes) -> Outcomes:
    """The same deals in the game without a low."""
    collapsed: Counter[tuple[int, int]] = Counter()
    for (high, _), number in outcomes.items():
        collapsed[high, 0] += number
    return dict(collapsed)


def numbers(text: str) -> tuple[int, ...]:
    return parse_cards(text, "a test")


def listed(weights: Weights) -> Hands:
    """The hands of a range as the engine takes them."""
    cards = sorted((sorted(numbers(hand)), number) for hand, number in weights.items())
    cards.sort(key=lambda entry: entry[0][::-1])
    masks = [sum(1 << card for card in hand) for hand, _ in cards]
    assert masks == sorted(masks)
    return Hands(
        len(cards),
        array("B", [card for hand, _ in cards for card in hand]),
        array("q", masks),
        array("B", [number for _, number in cards]),
        array("q", accumulate(number for _, number in cards)),
    )


def seated(spot: Small) -> list[Seat]:
    return [
        listed(seat) if isinstance(seat, dict) else None if seat == "random" else numbers(seat)
        for seat in spot.seats
    ]


def by_pairings(spot: Small, hilo: bool) -> ByPairings:
    return ByPairings(seated(spot), numbers(spot.board), numbers("".join(spot.live)), spot.hole, hilo)


def by_boards(spot: Small, hilo: bool) -> ByBoards:
    """Both seats as ranges, as the planner makes them."""
    every = (
        {"".join(hand): 1 for hand in combinations(spot.live, spot.hole)} if "random" in spot.seats else {}
    )
    first, second = (
        listed(seat if isinstance(seat, dict) else every if seat == "random" else {seat: 1})
        for seat in spot.seats
    )
    live = [card for card in range(52) if card not in numbers(spot.board + spot.dead)]
    return ByBoards(Versus(first, second, numbers(spot.board), live, spot.hole, hilo))


def exact_outcomes(method: Method) -> Outcomes:
    """All that a method counts."""
    outcomes: Counter[tuple[int, int]] = Counter()
    for chunk in method.chunks():
        outcomes.update(method.count(chunk))
    outcomes.update(method.rest(outcomes))
    assert sum(outcomes.values()) == method.deals
    return {outcome: number for outcome, number in outcomes.items() if number}


def check_methods(spot: Small) -> Outcomes:
    """Every exact method counts what the brute force counts, with the low and without."""
    expected = brute_force(spot)
    assert expected, "a spot that cannot be dealt tests nothing"
    for hilo in (False, True):
        outcomes = expected if hilo else high_only(expected)
        assert exact_outcomes(by_pairings(spot, hilo)) == outcomes
        if len(spot.seats) == 2 and len(split(spot.board)) >= 3:
            assert exact_outcomes(by_boards(spot, hilo)) == outcomes
    return expected


def assert_answer(result: Result, outcomes: Outcomes) -> None:
    """The answer is what follows from the outcomes."""
    total = sum(outcomes.values())
    assert (result.method, result.deals) == ("exact", total)
    no_low = sum(number for (_, low), number in outcomes.items() if not low)
    assert result.no_low == (no_low / total if find_game(result.game).low else 0)
    assert list(result.players) == expected_players([player.hand for player in result.players], outcomes)


def expected_players(hands: Sequence[str], outcomes: Outcomes) -> list[PlayerResult]:
    return [player_result(hand, Tally(outcomes, seat, len(hands)), True) for seat, hand in enumerate(hands)]


def check_answers(spot: Small, expected: Outcomes, texts: Sequence[str] = ()) -> None:
    """The answers to the spot as text, high and hi/lo."""
    texts = texts or spot.texts
    for game, outcomes in zip(GAMES[spot.hole], (high_only(expected), expected), strict=True):
        result = calculate(texts, game=game, board=spot.board, dead=spot.dead, exact=True)
        assert_answer(result, outcomes)
        assert [player.hand for player in result.players] == list(texts)


def deal_spot(hole: int, lying: int, seats: str, deck: str, spare: int = 1, rounds: int = 4) -> Small:
    """A spot from a stacked deck: K is a written-out hand, R a range, S the one before again, r random.

    Each round deals a hand to every seat that has no fixed one, from few cards; a range has
    those that its seat was dealt and one of another seat. So hands and cards are shared, and
    some hands of all seats can be dealt together. `spare` cards are never needed, all
    others are dead.
    """
    rng = Random(f"{hole} {lying} {seats} {deck}")
    cards = rng.sample(STACKED_DECKS[deck], len(STACKED_DECKS[deck]))
    cards += rng.sample(others := [card for card in DECK if card not in cards], len(others))
    board, cards = "".join(cards[:lying]), cards[lying:]
    open_seats = len(seats) - seats.count("K")
    live = hole * open_seats + 5 - lying + spare
    unseen, cards = cards[:live], cards[live:]
    dealt: list[list[str]] = [[] for _ in range(open_seats)]
    for _ in range(rounds):
        rng.shuffle(unseen)
        for seat, hands in enumerate(dealt):
            hands.append("".join(sorted(unseen[hole * seat : hole * seat + hole])))
    found: list[Holding] = []
    place = 0
    for seat in seats:
        if seat == "K":
            found.append("".join(cards[:hole]))
            cards = cards[hole:]
            continue
        if seat == "R":
            hands = [*dealt[place], *rng.choice(dealt)[: 1 + place]]
            found.append({hand: rng.choice((1, 2, 50, 100)) for hand in hands})
        elif seat == "S":
            hands = [*found[-1], *dealt[place]]
            found[-1] = {hand: rng.choice((1, 2, 50, 100)) for hand in hands}
            found.append(found[-1])
        else:
            found.append("random")
        place += 1
    return Small(hole, found, board, "".join(cards))


def heads_up() -> list[tuple[int, int, str, str]]:
    """(hole cards, cards on the board, seats, stacked deck), the decks taking turns."""
    spots = []
    for hole, lying, seats in product(GAMES, (5, 4, 3, 0), ("RR", "KR", "RK", "RS", "Rr", "rR")):
        if "r" not in seats or lying or hole == 4:
            spots.append((hole, lying, seats, [*STACKED_DECKS][len(spots) % 4]))
    return spots


@pytest.mark.parametrize(("hole", "lying", "seats", "deck"), heads_up())
def test_heads_up_like_brute_force(hole: int, lying: int, seats: str, deck: str) -> None:
    """With weights, overlaps and dead cards; the whole way from text for hands of four cards."""
    spot = deal_spot(hole, lying, seats, deck, spare=int(hole == 4 and bool(lying)))
    expected = check_methods(spot)
    if hole == 4:
        check_answers(spot, expected)


@pytest.mark.parametrize("seats", ["RR", "RS", "KR"])
def test_door_card_like_brute_force(seats: str) -> None:
    """Courchevel's board of one card."""
    spot = deal_spot(5, 1, seats, "low cards", spare=0, rounds=3)
    expected = check_methods(spot)
    result = calculate(spot.texts, game="courchevel8", board=spot.board, dead=spot.dead, exact=True)
    assert_answer(result, expected)


@pytest.mark.parametrize("seats", ["RRR", "RKR", "rRK", "RSRS"])
@pytest.mark.parametrize("lying", [5, 4, 0])
def test_several_players_like_brute_force(seats: str, lying: int) -> None:
    spot = deal_spot(4, lying, seats, "low cards", spare=0, rounds=3)
    check_answers(spot, check_methods(spot))


@pytest.mark.parametrize(
    ("hands", "others", "board", "dead"),
    [
        # Hearts and diamonds have the same cards left, but only hearts lie on the board.
        (("AhJh9s8c", "AdJd9s8c"), "TsTc7s6c", "KhQh2h7c", "KdQd2d"),
        (("AhJh9s8c", "AdJd9s8c"), "random", "KhQh2h7c5s", "KdQd2d"),
        (("Ac2d9s8c", "Ad2c9s8d"), "TsTh7s6h", "3c4c5cKs", "3d4d5d"),
        # Spades and hearts lie alike, but most hearts are dead.
        (("AsKs9c8d", "AhKh9c8d"), "QdQcJcTd", "7s7h2s2h", "3h4h5h6h8h9hTh"),
        (("AsKs9c8d", "AhKh9c8d"), "KdQcJcTd", "7s6h2s3h", "4h5h8h9hTh"),
    ],
)
def test_suits_alike_in_hands_only(hands: tuple[str, str], others: str, board: str, dead: str) -> None:
    """Hands equal up to suits are not, when the suits differ on the board or among the dead cards."""
    if others == "random":
        kept = split("".join(hands) + board + dead + "TsTh7s6h4c4d")
        dead += "".join(card for card in DECK if card not in kept)
    spot = Small(4, [{hands[0]: 3, hands[1]: 5}, others], board, dead)
    check_answers(spot, check_methods(spot))


def members(text: str, hole: int, live: Sequence[str]) -> Weights:
    """The hands of a range, by the reference, that can be made of the live cards."""
    node = parse(text, hole)
    ranked = {card: (RANKS.index(card[0]), "shdc".index(card[1])) for card in live}
    hands = ((hand, weight(node, tuple(ranked[card] for card in hand))) for hand in combinations(live, hole))
    return {"".join(hand): number for hand, number in hands if number}


@pytest.mark.parametrize(
    ("hole", "lying", "live", "deck", "texts"),
    [
        (4, 5, 10, "low cards", ("[A,2-5]@3,(Kx:xx)@1,*8@50", "xxyy@50,(*)@7")),
        (4, 5, 10, "whole", ("*:*", "(*)@9,RR@100")),
        (4, 4, 10, "low cards", ("[A,2-5]@4,(*)@3", "*:*")),
        (4, 3, 10, "two suits", ("ss", "xx@9,[A-8]@2")),
        (4, 5, 11, "low cards", ("[A,2-5]xx", "random")),
        (5, 5, 11, "low cards", ("{**}@3,(*)@2", "*:*")),
        (5, 4, 11, "whole", ("*:*", "RRxxx")),
        (6, 5, 12, "low cards", ("AAxx@4,23@3", "*:*")),
    ],
)
def test_wide_ranges_like_brute_force(
    hole: int, lying: int, live: int, deck: str, texts: Sequence[str]
) -> None:
    """All hands of few live cards: every kind of overlap of two hands, the same hand included."""
    cards = Random(f"{texts} {lying} {deck}").sample(STACKED_DECKS[deck], live + lying)
    board, unseen = "".join(cards[:lying]), cards[lying:]
    dead = "".join(card for card in DECK if card not in cards)
    seats: list[Holding] = [text if text == "random" else members(text, hole, unseen) for text in texts]
    spot = Small(hole, seats, board, dead)
    expected = check_methods(spot)
    if hole < 6:
        check_answers(spot, expected, texts)


def test_six_card_ranges_like_brute_force() -> None:
    """The whole way from text."""
    texts = ["AAx2@3", "random"]
    board, unseen = "Kh9d2c7s5d", split("AsAhAd2s3h4h4d5s6c7d8d9c")
    dead = "".join(card for card in DECK if card not in (*split(board), *unseen))
    spot = Small(6, [members(texts[0], 6, unseen), "random"], board, dead)
    assert len(spot.seats[0]) > 50
    result = calculate(texts, game="omaha6-8", board=board, dead=dead, exact=True)
    assert_answer(result, brute_force(spot))


@pytest.mark.parametrize(("hole", "game"), [(4, "omaha"), (4, "omaha8"), (5, "bigo")])
def test_a_range_against_itself_is_even(hole: int, game: str) -> None:
    """Over the whole deck, where a hand of one range is in the other too."""
    result = calculate(["AA!KKK@7,{AKQ}@3"] * 2, game=game, board=RIVER, exact=True)
    first, second = result.players
    assert first == second
    assert first.equity == 0.5


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
    heavy = calculate(["(*)@100", "(*)@99"], game=game, board=RIVER, exact=True)
    assert heavy.deals == 9900 * comb(47, 4) * comb(43, 4)
    assert bare(heavy) == bare(randoms)


@pytest.mark.parametrize(
    ("hand", "board", "game"),
    [
        ("AsKs9h8h", "Kh9d2c3c", "omaha8"),
        ("AsKs9h8h", "Kh9d2c3c", "omaha"),
        ("As2s3hKdQd", "Kh9d2c3c7s", "bigo"),
    ],
)
def test_a_hand_against_every_hand(hand: str, board: str, game: str) -> None:
    """Two methods that share nothing: the clique counting of random hands, the sweep over ranges."""
    counted = calculate([hand, "random"], game=game, board=board, exact=True)
    swept = calculate([hand + "@1", "*:*"], game=game, board=board, exact=True)
    assert swept.deals == counted.deals
    assert [player.counts for player in swept.players] == [player.counts for player in counted.players]


def test_card_removal_is_that_of_the_spot() -> None:
    """Hands that hold a board card, a dead card or one of a written-out hand are out."""
    dead = "KsAh3s3h3d3c4s4h4d4c6s6h6d6c8s8h8d8c"
    result = calculate(["AAKK", "AsQsJhTh", "QQ**"], board=RIVER, dead=dead, game="omaha", exact=True)
    live = [card for card in DECK if card not in split(RIVER + dead + "AsQsJhTh")]
    assert [sorted(split(hand)) for hand in members("AAKK", 4, live)] == [["Ac", "Ad", "Kc", "Kd"]]
    queens = [{*split(hand)} for hand in members("QQ", 4, live)]
    assert result.deals == sum(not {"Ac", "Ad", "Kc", "Kd"} & hand for hand in queens)


# Weights.


def bare(result: Result) -> list[tuple[object, ...]]:
    """What does not change when weights grow: everything but names and counts."""
    return [(result.no_low, *player[1:-1]) for player in result.players]


def scaled(weights: Holding, factor: int) -> str:
    assert isinstance(weights, dict)
    return range_text({hand: factor * min(number, 33) for hand, number in weights.items()})


@pytest.mark.parametrize(
    ("lying", "options"),
    [
        (5, {"exact": True}),
        (3, {"exact": True}),
        (0, {"exact": True}),
        (5, {"samples": 70_000, "seed": 4}),
        (0, {"samples": 70_000, "seed": 4}),
    ],
)
def test_only_the_ratio_of_weights_matters(lying: int, options: dict) -> None:
    spot = deal_spot(4, lying, "RR", "low cards", 6)
    once, more = (
        calculate(
            [scaled(spot.seats[0], factor), scaled(spot.seats[1], min(factor, 2))],
            game="omaha8", board=spot.board, dead=spot.dead, **options,
        )
        for factor in (1, 3)
    )  # fmt: skip
    assert bare(once) == bare(more)
    if once.deals is not None:
        assert more.deals == 6 * once.deals
        for small, large in zip(once.players, more.players, strict=True):
            assert small.counts is not None
            assert large.counts == tuple(6 * count for count in small.counts)


@pytest.mark.parametrize("options", [{"exact": True}, {"samples": 5000}])
def test_equal_weights_are_none(options: dict) -> None:
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

CLASHING: list[Weights] = [
    {"AsAhKsKh": 5, "QsQhJsJh": 50, "AsQh8s4d": 20, "9s9h5s5h": 3},
    {"AsAdKdKc": 60, "AhAcQsQd": 30, "JsTsThTc": 2, "KsKdJhJd": 10, "6s6h4s3d": 7},
    {"AcAdQcQd": 40, "9s8s7s6s": 1, "KhJhThTd": 25, "5s5c4s4c": 8, "JsJd5h5c": 30},
    {"9s9h5s5h": 9, "AsAhKsKh": 60, "ThTd3s3h": 1, "8s8h8d8c": 5, "KcJcTc7c": 33},
]
"""Four ranges with hands and cards in common, and weights that favour the clashes."""


def unblocked(weights: Weights, board: str) -> Weights:
    return {hand: number for hand, number in weights.items() if not {*split(hand)} & {*split(board)}}


def assert_near(players: Sequence[PlayerResult], samples: int, truth: Outcomes) -> None:
    """Every number within four of its standard errors."""
    for player, exact in zip(players, expected_players(["" for _ in players], truth), strict=True):
        assert player.counts is None
        assert abs(player.equity - exact.equity) <= 4 * player.standard_error, (player, exact)
        for name in ("scoop", "quartered", "hi_win", "hi_tie", "lo_win", "lo_tie"):
            share = getattr(exact, name)
            error = 4 * sqrt(share * (1 - share) / samples) + 1e-12
            assert abs(getattr(player, name) - share) <= error, (name, player, exact)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("hilo", [False, True])
@pytest.mark.parametrize("board", ["2h7d3c8d9c", "2h7d3c8dTs"])
def test_sampled_like_brute_force(players: int, hilo: bool, board: str) -> None:
    """On boards that hold cards of some hands."""
    ranges = CLASHING[:players]
    truth = brute_force(Small(4, [unblocked(range_, board) for range_ in ranges], board, ""))
    samples = 300_000
    result = calculate(
        [range_text(range_) for range_ in ranges], game=GAMES[4][hilo], board=board, samples=samples, seed=10
    )
    assert (result.method, result.samples) == ("monte-carlo", samples)
    assert_near(result.players, samples, truth if hilo else high_only(truth))


@pytest.mark.parametrize("board", ["", "2h7d3c"])
def test_sampled_boards_like_exact(board: str) -> None:
    """The board comes from what the hands drawn leave."""
    ranges = [unblocked(range_, board) for range_ in CLASHING[:3]]
    truth = exact_outcomes(by_pairings(Small(4, [*ranges], board, ""), True))
    texts = [range_text(range_) for range_ in ranges]
    result = calculate(texts, game="omaha8", board=board, samples=300_000, seed=6)
    assert_near(result.players, 300_000, truth)


@pytest.mark.parametrize(
    ("hole", "lying", "seats"),
    [
        (4, 5, "rRKR"),
        (4, 4, "RrR"),
        (4, 4, "RRRR"),
        (5, 5, "RRR"),
        (5, 4, "RrR"),
        (6, 5, "RRR"),
        (6, 5, "RKR"),
    ],
)
def test_sampled_seats_of_every_kind(hole: int, lying: int, seats: str) -> None:
    """Ranges clash with each other only; random hands take what they leave."""
    spot = deal_spot(hole, lying, seats, "low cards", rounds=3)
    live = numbers("".join(spot.live))
    question = Question(seated(spot), numbers(spot.board), live, hole, True)
    outcomes: Counter[tuple[int, int]] = Counter()
    for chunk in range(2):
        outcomes.update(question.sample(hole, chunk, 50_000))
    players = [player_result("", Tally(outcomes, seat, len(seats)), False) for seat in range(len(seats))]
    assert_near(players, 100_000, brute_force(spot))


def draw(range_: Weights, rng: Random) -> str:
    return rng.choices(list(range_), list(range_.values()))[0]


def clash(hands: Sequence[str]) -> bool:
    cards = split("".join(hands))
    return len(set(cards)) < len(cards)


def draw_again_one(ranges: Sequence[Weights], rng: Random) -> list[str]:
    """The naive method: a hand that clashes with those before it is drawn again, it alone."""
    hands: list[str] = []
    for range_ in ranges:
        hand = draw(range_, rng)
        while clash([*hands, hand]):
            hand = draw(range_, rng)
        hands.append(hand)
    return hands


def draw_again_all(ranges: Sequence[Weights], rng: Random) -> list[str]:
    """The right method."""
    hands = [draw(range_, rng) for range_ in ranges]
    while clash(hands):
        hands = [draw(range_, rng) for range_ in ranges]
    return hands


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawing_only_the_clashing_hand_again_would_be_wrong(players: int) -> None:
    """By more than ten standard errors; the package is within four, with more deals."""
    board, samples = "2h7d3c8cTd", 4_000
    ranges: list[Weights] = [
        {"AsAhKsKh": 50, "TsTh9s9h": 50},
        {"AsAdKdKc": 60, "AhAcQsQd": 30, "7s7h5h4d": 10},
        {"AcAdQcQh": 50, "KhJhJc5s": 20, "6s6h4s3d": 30},
        {"8s8h4h4c": 10, "AsQsJc5c": 60, "KcQd6d5d": 30},
    ][:players]
    truth = high_only(brute_force(Small(4, [*ranges], board, "")))
    share = expected_players([""] * players, truth)[0].equity
    texts = [range_text(range_) for range_ in ranges]
    ours = calculate(texts, board=board, game="omaha", samples=300_000, seed=1).players[0]
    assert abs(ours.equity - share) < 4 * ours.standard_error
    off = {}
    for draw_hands in (draw_again_one, draw_again_all):
        rng = Random(players)
        won: Counter[tuple[int, int]] = Counter()
        for _ in range(samples):
            high, _ = winners([split(hand) for hand in draw_hands(ranges, rng)], split(board))
            won[high, 0] += 1
        drawn = player_result("", Tally(won, 0, players), False)
        off[draw_hands] = abs(drawn.equity - share) / drawn.standard_error
    assert off[draw_again_one] > 10
    assert off[draw_again_all] < 4


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


# The same answer.


def told(result: Result) -> dict[str, object]:
    """All of it but the time it took."""
    return result.to_dict() | {"seconds": None}


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AA", "KK$ds,QQ"], "", "omaha"),
        (["AA@3,KK@1", "random", "xxyy"], "Kh9d2c", "omaha8"),
        (["AA", "AKQ", "KQJ", "random"], "", "omaha8"),
        (["AAxx", "As2s3h4hKd"], "Kh9d2c", "bigo"),
    ],
)
def test_same_seed_same_answer_for_any_number_of_threads(hands: list[str], board: str, game: str) -> None:
    def answer(threads: int, seed: int = 7) -> dict[str, object]:
        options = {"samples": 140_001, "seed": seed, "threads": threads}
        return told(calculate(hands, board=board, game=game, **options))

    assert answer(1) == answer(2) == answer(3)
    assert answer(1)["players"] != answer(1, seed=8)["players"]


def test_precision_is_the_same_for_any_number_of_threads() -> None:
    one, two, three = (
        told(calculate(["AA", "KK", "A2"], precision=0.05, seed=1, threads=threads)) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one["method"] == "monte-carlo"


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AA@3,KK@1", "xxyy"], "Kh9d2c4c", "omaha8"),
        (["AAKK", "AQ"], "Kh9d2c4c", "omaha"),
        (["AAKKx", "AAQQ"], "Kh9d2c4c", "bigo"),
        (["AAKK$ds", "QQJJ$ds@4,AAQQ$ds@3", "JJTT$ds"], RIVER, "omaha8"),
        (["AAKK$ds", "QQJJ$ds"], "", "omaha"),
    ],
)
def test_exact_answer_is_the_same_for_any_number_of_threads(hands: list[str], board: str, game: str) -> None:
    one, two, three = (
        told(calculate(hands, board=board, game=game, exact=True, threads=threads)) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one["method"] == "exact"


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
        (["AAA$ds", "KKK"], "Kh9d2c4c", "omaha5", "ByBoards"),
    ],
)
def test_the_method_does_not_depend_on_threads(
    hands: list[str], board: str, game: str, expected: str | None
) -> None:
    spot = make_spot(hands, board, "", game)
    seats = tuple(seat.hands(spot.known) if isinstance(seat, Range) else seat for seat in spot.seats)
    question = Question(seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)
    names = {
        type(exact_method(spot, seats, question, make_options(threads=threads))).__name__
        for threads in (1, 2, 64)
    }
    assert len(names) == 1
    assert expected is None or names == {expected}


# What cannot be.


@pytest.mark.parametrize("options", [{}, {"samples": 1000}, {"exact": True}])
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AsAhKsKh@1", "AsQhJsJh@1"], ""),
        (["AsAhKsKc@1", "AsQhJsJh@1"], RIVER),
        (["AsAhKs*", "AsQh**", "random"], RIVER),
        (["AAA", "AAA"], ""),
        (["AAA", "AAA"], "Kh9d2c"),
        (["KK", "KKAA"], RIVER),
        (["AAA", "random", "AAA"], "Kh9d2c"),
        (["AAQQ", "AAJJ", "AATT"], RIVER),
    ],
)
def test_ranges_that_cannot_be_dealt_together(hands: list[str], board: str, options: dict) -> None:
    with pytest.raises(RangeError, match="dealt together"):
        calculate(hands, board=board, game="omaha", **options)


def test_ranges_that_can_hardly_be_dealt_together() -> None:
    """One draw in hundreds is right; one in thousands is refused, and exact all the same."""
    spot = {"board": RIVER, "dead": "AcKc", "game": "omaha"}
    for others, drawn in (("AAQ@1,AsKsQsJs@99", True), ("AAQ,AsKsQsJs", False)):
        exact = calculate(["AAK", others], exact=True, **spot).players[0]
        if drawn:
            sampled = calculate(["AAK", others], samples=2000, **spot).players[0]
            assert abs(sampled.equity - exact.equity) <= 4 * sampled.standard_error
        else:
            with pytest.raises(RangeError, match="hardly ever"):
                calculate(["AAK", others], samples=2000, **spot)


@pytest.mark.parametrize(
    ("hands", "board", "dead", "name"),
    [
        (["AsKs**", "random"], "As9d2c", "", "AsKs**"),
        (["random", "AA"], "AsAhAd", "", "AA"),
        (["AA", "QsJs9h8h"], "", "AsAhAd", "AA"),
        (["AAx", "AsAhAdKs"], "", "", "AAx"),
        (["QsJs9h8h", " KK, Qs* "], "KsKhKd", "", "KK, Qs*"),
        (["AA$ds!xx", "random"], "", "", "AA$ds!xx"),
        (["(AA)@5:KK", "QQ"], "KsKhKd", "", "(AA)@5:KK"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"samples": 10}, {"exact": True}])
def test_a_range_without_hands(hands: list[str], board: str, dead: str, name: str, options: dict) -> None:
    with pytest.raises(RangeError) as caught:
        calculate(hands, board=board, dead=dead, game="omaha", **options)
    assert f"the range {name} " in str(caught.value)
    assert "is empty here" in str(caught.value) or "holds no hand" in str(caught.value)
    assert caught.value.source == name


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
