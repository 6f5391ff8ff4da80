"""Agreement with two other programs: poker-equity's exact equities and pokerkit's hand values."""

from random import Random

import poker_equity
import pytest
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand

from equity import calculate
from tests.reference import DECK, STACKED_DECKS

PEER_GAMES = {
    "omaha": ("omaha", 4),
    "omaha8": ("omaha_hi_lo", 4),
    "omaha5": ("omaha_five", 5),
    "bigo": ("omaha_five_hi_lo", 5),
    "omaha6": ("omaha_six", 6),
    "courchevel": ("courchevel", 5),
    "courchevel8": ("courchevel_hi_lo", 5),
}
"""Ours to (theirs, hole cards); poker-equity has no six-card hi/lo."""

HILO_GAMES = {4: "omaha8", 5: "bigo", 6: "omaha6-8"}


def assert_agrees(game: str, hands: list[str], board: str, dead: str = "") -> None:
    """All integers that poker-equity counts are ours; its random hand is written with stars."""
    peer, hole = PEER_GAMES[game]
    theirs = poker_equity.exact_from_text(
        peer, [hand.replace("random", "*" * hole) for hand in hands], board, dead
    )
    ours = calculate(hands, game=game, board=board, dead=dead, exact=True)
    assert ours.deals == theirs["samples"]
    hilo = game in ("omaha8", "bigo", "courchevel8")
    for seat, player in enumerate(ours.players):
        assert player.counts is not None
        names = ("scoop", "hi_win", "hi_tie", "lo_win", "lo_tie") if hilo else ("hi_win", "hi_tie")
        peers = ("scoop", "high_win", "high_tie", "low_win", "low_tie") if hilo else ("win", "tie")
        for name, peer_name in zip(names, peers, strict=True):
            count = theirs[f"{peer_name}_count"][seat]
            assert getattr(player.counts, name) == count, (name, hands, board, dead)
        assert player.equity == pytest.approx(theirs["share_sum"][seat] / theirs["weight_sum"], abs=1e-12)
        assert player.lo == pytest.approx(theirs["low_share_sum"][seat] / theirs["weight_sum"], abs=1e-12)


def dealt(
    rng: Random, deck: str, hole: int, players: int, lying: int, dead: int
) -> tuple[list[str], str, str]:
    """Seeded hands, board and dead cards."""
    cards = "".join(rng.sample(STACKED_DECKS[deck], hole * players + lying + dead))
    hands = [cards[2 * hole * seat : 2 * hole * (seat + 1)] for seat in range(players)]
    rest = cards[2 * hole * players :]
    return hands, rest[: 2 * lying], rest[2 * lying :]


@pytest.mark.parametrize("deck", STACKED_DECKS)
@pytest.mark.parametrize("game", PEER_GAMES)
def test_written_out_hands_like_poker_equity(game: str, deck: str) -> None:
    """Flops, turns and rivers, two and three players, with dead cards and without."""
    rng = Random(f"{game} {deck}")
    hole = PEER_GAMES[game][1]
    for lying, players, dead in ((3, 2, 0), (3, 2, 3), (4, 2, 2), (5, 2, 0), (3, 3, 0), (4, 3, 1)):
        if players * hole + lying + dead <= len(STACKED_DECKS[deck]):
            assert_agrees(game, *dealt(rng, deck, hole, players, lying, dead))


@pytest.mark.parametrize("game", ["courchevel", "courchevel8"])
def test_door_card_like_poker_equity(game: str) -> None:
    assert_agrees(game, *dealt(Random(game), "whole", 5, 2, 1, 2))


@pytest.mark.parametrize("game", ["omaha", "bigo"])
def test_before_the_flop_like_poker_equity(game: str) -> None:
    assert_agrees(game, *dealt(Random(game), "whole", PEER_GAMES[game][1], 3, 0, 12))


RANDOM_SPOTS = (
    (5, 1, 1, {4: 39, 5: 27, 6: 24}),
    (4, 2, 1, {4: 20, 5: 18, 6: 17}),
    (3, 1, 1, {4: 15, 5: 15, 6: 15}),
    (0, 1, 1, {4: 12, 5: 13, 6: 13}),
    (5, 0, 2, {4: 13, 5: 12}),
    (4, 1, 2, {4: 11}),
)
"""Cards on the board, written-out hands, random hands, and live cards by size of a hand, where poker-equity
counts the deals and does not refuse."""


@pytest.mark.parametrize(
    ("game", "lying", "written", "randoms", "live"),
    [
        (game, lying, written, randoms, live[hole])
        for game, (peer, hole) in PEER_GAMES.items()
        for lying, written, randoms, live in RANDOM_SPOTS
        if hole in live and not peer.startswith("courchevel")
    ],
)
def test_random_hands_like_poker_equity(game: str, lying: int, written: int, randoms: int, live: int) -> None:
    """Some ten thousand deals or more each, the cards that are not live being dead."""
    hole = PEER_GAMES[game][1]
    rng = Random(f"{game} {lying} {written} {randoms}")
    for deck in ("whole", "low cards", "six ranks") if hole == 4 else ("low cards",):
        stacked = STACKED_DECKS[deck]
        cards = rng.sample(stacked, len(stacked)) + [card for card in DECK if card not in stacked]
        text = "".join(cards[:lying] + cards[lying + live :])
        board, text = text[: 2 * lying], text[2 * lying :]
        hands = [text[2 * hole * seat : 2 * hole * (seat + 1)] for seat in range(written)]
        assert_agrees(game, hands + ["random"] * randoms, board, text[2 * hole * written :])


@pytest.mark.parametrize("deck", STACKED_DECKS)
@pytest.mark.parametrize("hole", [4, 5, 6])
def test_winners_like_pokerkit(hole: int, deck: str) -> None:
    rng = Random(f"pokerkit {hole} {deck}")
    for _ in range(100):
        (first, second), board, _ = dealt(rng, deck, hole, 2, 5, 0)
        players = calculate([first, second], board=board, game=HILO_GAMES[hole]).players
        highs = [OmahaHoldemHand.from_game(hand, board) for hand in (first, second)]
        lows = [OmahaEightOrBetterLowHand.from_game_or_none(hand, board) for hand in (first, second)]
        for player, mine, other, low, other_low in (
            (players[0], *highs, *lows),
            (players[1], *reversed(highs), *reversed(lows)),
        ):
            assert player.counts is not None
            high_counts = (mine > other, mine == other)
            low_counts = (
                low is not None and (other_low is None or low > other_low),
                low is not None and low == other_low,
            )
            assert player.counts[2:] == high_counts + low_counts, (first, second, board)
