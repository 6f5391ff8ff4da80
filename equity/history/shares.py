"""Shares of a pot: what each of its contenders can expect, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm

from equity import cards, games
from equity.engine.question import Question
from equity.options import Options, make_options
from equity.plan import exact_method
from equity.solve import solve
from equity.spot import BOARD, MAX_PLAYERS, Hand, Spot

KEPT = 10_000
"""Answers kept for equal spots: the main pot of a hand street by street, hands that return."""

QUICK_SECONDS = 0.02
QUICK_SAMPLES = 65_536
"""Where an estimate only describes a street, an exact answer may take so long before so many
deals are sampled instead, to a standard error of 0.2 points at most."""


@lru_cache(KEPT)
def pot_shares(
    game: str, hands: tuple[str, ...], board: str, dead: str, *, quick: bool = False
) -> tuple[Fraction, ...] | None:
    """The expected share of a pot for each of the hands that contend for it.

    Hands are written out, or "" for one that nobody has seen, which counts as random. `dead`
    cards lie elsewhere. Written-out hands are answered exactly; with unknown ones the answer
    may be sampled, and sooner if it is to be `quick`. A card must not lie in two places. None
    where the board or the number of cards is not one of the game.

    Every deal pays a whole number of parts, twice the least common multiple of the numbers that
    may tie; so an equity, a float, stands for one fraction of deals times parts.
    """
    if len(hands) == 1:
        return (Fraction(1),)
    kind = games.find_game(game)
    spot = Spot(
        kind,
        tuple(_numbers(hand) if hand else None for hand in hands),
        _numbers(board),
        _numbers(dead),
    )
    needed = len(hands) * kind.hole + BOARD + len(spot.dead)
    if len(hands) > MAX_PLAYERS or needed > cards.DECK or len(spot.board) not in kind.boards:
        return None
    if not any(hands):
        return (Fraction(1, len(hands)),) * len(hands)
    result = solve(spot, _options(spot, quick))
    whole = (result.deals or result.samples or 1) * 2 * lcm(*range(1, len(hands) + 1))
    return tuple(Fraction(round(Fraction(player.equity) * whole), whole) for player in result.players)


def _numbers(text: str) -> Hand:
    return cards.parse_cards(text, "a hand history")


def _options(spot: Spot, quick: bool) -> Options:
    """One thread, as hands are reviewed side by side; the planner's choice unless it is to be quick."""
    options = make_options(threads=1)
    if not quick or None not in spot.seats:
        return options
    seats = tuple(seat if isinstance(seat, tuple) else None for seat in spot.seats)
    question = Question(seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)
    method = exact_method(spot, seats, question, options)
    return options if method and method.seconds <= QUICK_SECONDS else options._replace(samples=QUICK_SAMPLES)
