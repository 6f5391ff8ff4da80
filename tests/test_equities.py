"""Exact answers, to the integer: against recorded brute force and against the reference's own."""

import json
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import pytest

from equity import Result, calculate
from tests.reference import DECK, POT, STACKED_DECKS, Equities, equities

CASES = Path(__file__).parent / "cases" / "spots.json"
ALL_CASES = Path(__file__).parents[2] / "shared" / "cases" / "spots.json"
RECORDED = ("scoop", "hi_win", "hi_tie", "lo_win", "lo_tie")

GAMES = {4: ("omaha8", "omaha"), 5: ("bigo", "omaha5"), 6: ("omaha6-8", "omaha6")}
DOOR_GAMES = {5: ("courchevel8", "courchevel")}
VALUED = {4: 1400, 5: 800, 6: 500}
DEALT = 35_000
"""So many hands on boards, of so many cards, the reference values in half a second, and deals it walks."""

SEATS = ("Kr", "rK", "rKK", "rr", "Krr", "rKrK", "rrr", "rKrr")
"""Who sits where: K a written-out hand, r a random one."""


def assert_recorded(case: dict) -> None:
    """A case's counts are equal, its fractions are as near as its digits allow."""
    result = calculate(case["hands"], game=case["game"], board=case["board"], dead=case["dead"])
    assert result.method == "exact"
    assert result.deals == case["boards"]
    assert result.no_low == case["no_low"] / case["boards"]
    for player, recorded in zip(result.players, case["players"], strict=True):
        assert player.counts is not None
        counts = player.counts._asdict()
        assert {name: counts[name] for name in RECORDED} == {name: recorded[name] for name in RECORDED}
        assert player.equity == pytest.approx(recorded["equity"], abs=6e-9)
        assert player.hi == pytest.approx(recorded["hi"], abs=6e-7)
        assert player.lo == pytest.approx(recorded["lo"], abs=6e-7)
        assert player.standard_error == 0


def assert_same(result: Result, expected: Equities) -> None:
    """Every count is equal, and every fraction is the count's, rounded once."""
    deals = expected.deals
    assert result.method == "exact"
    assert result.deals == deals
    assert result.no_low == expected.no_low / deals
    for player, counted in zip(result.players, expected.players, strict=True):
        assert player.counts == counted[:6]
        assert player.hi == counted.hi / (POT * deals)
        assert player.lo == counted.lo / (POT * deals)
        assert player.equity == (counted.hi + counted.lo) / (POT * deals)
        assert player.scoop == counted.scoop / deals
        assert player.quartered == counted.quartered / deals
        assert player.hi_win == counted.hi_win / deals
        assert player.hi_tie == counted.hi_tie / deals
        assert player.lo_win == counted.lo_win / deals
        assert player.lo_tie == counted.lo_tie / deals


def _name(case: dict) -> str:
    words = (case["game"], case["board"] or "preflop", f"{len(case['hands'])} players", case.get("note"))
    return ", ".join(filter(None, words))


@pytest.mark.parametrize("case", json.loads(CASES.read_text()), ids=_name)
def test_recorded_spot(case: dict) -> None:
    assert_recorded(case)


@pytest.mark.skipif(not ALL_CASES.exists(), reason="the full list is not beside this checkout")
def test_every_recorded_spot() -> None:
    for case in json.loads(ALL_CASES.read_text()):
        assert_recorded(case)


@pytest.mark.parametrize(
    ("game", "hands", "deals", "wins", "ties"),
    [
        ("omaha", ["AsKs9h8h", "QdJdTc9c"], 1086008, (563384, 522477), 147),
        ("omaha5", ["AsKsQh9h8d", "JdTcTd9c7s"], 850668, (427269, 423294), 105),
        ("omaha6", ["AsKsQh9h8d7d", "JdTcTs9c7s5c"], 658008, (382989, 263188), 11831),
    ],
)
def test_high_only_before_the_flop(
    game: str, hands: list[str], deals: int, wins: tuple[int, int], ties: int
) -> None:
    result = calculate(hands, game=game)
    assert result.deals == deals == sum(wins) + ties
    assert result.no_low == 0
    for player, won in zip(result.players, wins, strict=True):
        assert player.counts == (won, 0, won, ties, 0, 0)
        assert player.equity == player.hi == (2 * won + ties) / (2 * deals)
        assert player.lo == 0


def test_hilo_before_the_flop() -> None:
    result = calculate(["As2s3hKd", "9cTcJdQd"], game="omaha8")
    first, second = (player.counts for player in result.players)
    assert result.deals == 1086008
    assert result.no_low == 455344 / 1086008
    assert first is not None
    assert second is not None
    assert (first.hi_win, second.hi_win, first.hi_tie) == (493883, 591936, 189)
    assert (first.lo_win, second.lo_win, first.lo_tie) == (630664, 0, 0)
    assert (first.scoop, second.scoop) == (493883, 274676)
    assert result.players[0].equity == 0.6009232896995234


def test_against_random_on_a_flop() -> None:
    result = calculate(["AsKs9h8h", "random"], board="Kh9d2c", game="omaha")
    assert result.deals == 122175900
    assert result.players[0].counts == (97021915, 0, 97021915, 2184253, 0, 0)
    assert result.players[1].counts == (22969732, 0, 22969732, 2184253, 0, 0)


def live_cards(hole: int, missing: int, randoms: int) -> int:
    """With how many live cards the brute force is as large as it may be; 0 when it always is too large."""
    largest = 0
    for live in range(missing + randoms * hole, 20):
        boards, left = comb(live, missing), live - missing
        deals = boards
        for dealt in range(randoms):
            deals *= comb(left - dealt * hole, hole)
        if boards * comb(left, hole) <= VALUED[hole] and deals <= DEALT:
            largest = live
    return largest


def random_spots() -> list[tuple[int, int, str, str, int]]:
    """(hole cards, cards on the board, seats, stacked deck, live cards), the decks taking turns."""
    spots = []
    for hole, lying, seats in product(GAMES, (0, 1, 3, 4, 5), SEATS):
        live = live_cards(hole, 5 - lying, seats.count("r"))
        if live and (lying != 1 or hole in DOOR_GAMES):
            every = lying == 5 and seats in ("Kr", "rr")
            decks = STACKED_DECKS if every else [[*STACKED_DECKS][len(spots) % 4]]
            spots += [(hole, lying, seats, deck, live) for deck in decks]
    return spots


@pytest.mark.parametrize(("hole", "lying", "seats", "deck", "live"), random_spots())
def test_random_hands_like_brute_force(hole: int, lying: int, seats: str, deck: str, live: int) -> None:
    """The board and what is live come from the stacked deck; all cards left over are dead."""
    rng = Random(f"{hole} {lying} {seats} {deck}")
    stacked = STACKED_DECKS[deck]
    cards = rng.sample(stacked, len(stacked))
    cards += rng.sample(others := [card for card in DECK if card not in stacked], len(others))
    board, cards = "".join(cards[:lying]), cards[lying + live :]
    hands = []
    for seat in seats:
        hands.append("random" if seat == "r" else "".join(cards[:hole]))
        cards = cards if seat == "r" else cards[hole:]
    dead = "".join(cards)
    for hilo, game in zip((True, False), (DOOR_GAMES if lying == 1 else GAMES)[hole], strict=True):
        result = calculate(hands, game=game, board=board, dead=dead, exact=True)
        assert_same(result, equities(hands, board, dead, hilo, hole))


@pytest.mark.parametrize("game", ["omaha8", "bigo", "omaha6-8"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_hands_like_brute_force(game: str, players: int) -> None:
    """Turns from stacked decks, where lows and highs are often shared."""
    hole = {game: hole for hole, games in GAMES.items() for game in games}[game]
    for deck, cards in STACKED_DECKS.items():
        if players * hole + 4 >= len(cards):
            continue
        dealt = "".join(Random(f"{game} {players} {deck}").sample(cards, players * hole + 4))
        hands = [dealt[2 * hole * seat : 2 * hole * (seat + 1)] for seat in range(players)]
        board = dealt[2 * hole * players :]
        assert_same(calculate(hands, board=board, game=game), equities(hands, board, "", True, hole))


def test_ten_players_like_brute_force() -> None:
    """As many as can sit down, with eight cards left for the river."""
    dealt = "".join(Random(10).sample(DECK, 44))
    hands, board = [dealt[8 * seat : 8 * seat + 8] for seat in range(10)], dealt[80:]
    assert_same(calculate(hands, board=board, game="omaha8"), equities(hands, board, "", True))


def test_identical_ranks_share_everything() -> None:
    """Same ranks in other suits on a rainbow board: every deal without a flush is shared."""
    hands = ["As2h3d4c", "Ah2s3c4d"]
    expected = equities(hands, "5s6hKd", "", True)
    assert_same(calculate(hands, board="5s6hKd", game="omaha8"), expected)
    assert expected.players[0].hi_tie > 700
