"""Orderings of hands, from the best class to the worst, as percent ranges need them.

A class is all hands that differ by suits only; classes are numbered by equity.engine.classes.
How each ordering was made, and how to make it again, is told in data/README.md.
"""

import sys
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import RANKING_SCRATCH
from equity.engine.patterns import MATCH_SCRATCH
from equity.errors import RangeError
from equity.files import replacing
from equity.games import GAMES, Game
from equity.wording import listed

DECK = 52
PACKAGED = Path(__file__).parent.parent / "data" / "orderings"
FOLDER = PACKAGED if PACKAGED.is_dir() else Path(__file__).parent.parent.parent / "data" / "orderings"
"""In an installed package, or else in a source tree."""


class Kind(NamedTuple):
    """A kind of ordering: what its values mean, the highest one possible, and the largest
    standard error of a class's value by the number of hole cards, 0 where values are exact."""

    title: str
    meaning: str
    most: int
    errors: Mapping[int, float]


KINDS = {
    "6h": Kind(
        "six-handed",
        "what a unit put in brings back at a table of six where the best third of all hands goes on",
        6,
        {4: 0.003, 5: 0.006, 6: 0.015},
    ),
    "vr": Kind("versus random", "equity against one random hand", 1, {4: 0.0, 5: 0.001, 6: 0.002}),
}
DEFAULT_KIND = "6h"
"""What a percent without a suffix means."""


class Classes(NamedTuple):
    """The class of each hand by the hand's number, and how many hands each class has."""

    of_hand: "array[int]"
    sizes: "array[int]"


class Ordering(NamedTuple):
    """For each class its value, and how many hands are in classes up to and including it.

    `values` are fractions of `scale` times the kind's highest value; `positions` count from
    the best class down, and among equal values from the lowest number up.
    """

    values: "array[int]"
    scale: int
    positions: "array[int]"

    def value(self, number: int, kind: str) -> float:
        """The value of a class: an equity (vr) or what a unit put in brings back (6h)."""
        return self.values[number] / self.scale * KINDS[kind].most


def save(values: Iterable[float], kind: str, game: str, typecode: str) -> None:
    """Write the values of all classes, little-endian: fractions of the highest uint16 or uint32."""
    content = array(typecode)
    scale = 256**content.itemsize - 1
    content.extend(round(value / KINDS[kind].most * scale) for value in values)
    if sys.byteorder == "big":
        content.byteswap()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with replacing(FOLDER / f"{kind}-{game}.bin") as file:
        file.write(content.tobytes())


def ordering_game(game: Game) -> Game:
    """The game whose orderings serve: Courchevel's hands stand as those of five-card Omaha."""
    return next(other for other in GAMES if (other.hole, other.low) == (game.hole, game.low))


def ordering_games(hole: int) -> tuple[Game, ...]:
    """The games with so many hole cards that have orderings of their own: high-only, then hi/lo."""
    return tuple(game for game in GAMES if game.hole == hole and ordering_game(game) is game)


@cache
def load(kind: str, game: str, hole: int) -> Ordering:
    """The ordering of a game with so many hole cards; raises RangeError where none is shipped."""
    path = FOLDER / f"{kind}-{game}.bin"
    try:
        read = path.read_bytes()
    except FileNotFoundError:
        shipped = sorted(file.stem.split("-", 1)[0] for file in FOLDER.glob(f"*-{game}.bin"))
        hint = f"; write {listed(shipped, 'or')} after the percent, as in 15%{shipped[0]}" if shipped else ""
        raise RangeError(f"no {kind} ordering of {game} hands is shipped for percent ranges{hint}") from None
    sizes = classes(hole).sizes
    kinds = len(sizes)
    if len(read) not in (2 * kinds, 4 * kinds):
        raise RangeError(f"the {kind} ordering of {game} hands is damaged: install omaha-equity again")
    content = array("H" if len(read) == 2 * kinds else "I", read)
    if sys.byteorder == "big":
        content.byteswap()
    values, positions, order = array("I", content), array("I", bytes(4 * kinds)), array("I", bytes(8 * kinds))
    native.kernel("rank_classes")(values, sizes, kinds, zeros(RANKING_SCRATCH), order, positions)
    return Ordering(values, 256**content.itemsize - 1, positions)


@cache
def classes(hole: int) -> Classes:
    """The classes of all hands of so many cards."""
    hands = comb(DECK, hole)
    of_hand, sizes = array("I", bytes(4 * hands)), array("B", bytes(hands))
    count = native.kernel("number_classes")(hole, hands, zeros(MATCH_SCRATCH), of_hand, sizes)
    return Classes(of_hand, sizes[:count])


def hand_number(held: Sequence[int]) -> int:
    """The number of the hand of these cards, in any order."""
    return sum(comb(card, place) for place, card in enumerate(sorted(held), 1))


def hand_cards(number: int, hole: int) -> tuple[int, ...]:
    """The ascending cards of the hand with this number."""
    cards = []
    for place in range(hole, 0, -1):
        card = place - 1
        while comb(card + 1, place) <= number:
            card += 1
        cards.append(card)
        number -= comb(card, place)
    return tuple(reversed(cards))
