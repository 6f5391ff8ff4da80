"""Shares of a pot: what each of its contenders can expect, as exact fractions."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from equity import cards, games
from equity.canonical import canonical
from equity.options import Options, make_options
from equity.solve import count, seats_of
from equity.spot import BOARD, MAX_PLAYERS, Hand, Spot

KEPT = 10_000
"""Answers kept for equal spots: the main pot of a hand street by street, hands that return."""

OPTIONS = make_options(threads=1)
"""One thread, as hands are reviewed side by side; exactly or by sampling as the planner chooses."""

QUICK = make_options(threads=1, precision=0.2, max_seconds=0.02)._replace(by_clock=False)
"""Where an estimate only describes a street: an exact answer if it is estimated to take a
fiftieth of a second, else sampled to a standard error of 0.2 points, for which one chunk of
deals is always enough. The clock ends nothing, so the answer is the same each time."""


@lru_cache(KEPT)
def pot_shares(
    game: str, hands: tuple[str, ...], board: str, dead: str, *, quick: bool = False
) -> tuple[Fraction, ...] | None:
    """The expected share of a pot for each of the hands that contend for it.

    Hands are written out, or "" for one that nobody has seen, which counts as random. `dead`
    cards lie elsewhere. Written-out hands are answered exactly; with unknown ones the answer
    may be sampled, and sooner if it is to be `quick`. A card must not lie in two places. None
    where the board or the number of cards is not one of the game.
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
    if all(hands):
        return _counted(spot, OPTIONS)
    form = canonical(spot)  # what is sampled must depend neither on seats nor on suits
    shares = _counted(form.spot, QUICK if quick else OPTIONS)
    return tuple(shares[place] for place in form.places)


def _counted(spot: Spot, options: Options) -> tuple[Fraction, ...]:
    tallies = count(spot, seats_of(spot), options).tallies(len(spot.seats))
    return tuple(Fraction(tally.hi + tally.lo, tally.deals * tally.unit) for tally in tallies)


def _numbers(text: str) -> Hand:
    return cards.parse_cards(text, "a hand history")
