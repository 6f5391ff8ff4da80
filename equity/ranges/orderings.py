"""Orderings of hands, from the best class to the worst, as percent ranges need them.

A class is all hands that differ by suits only; classes are numbered by equity.engine.matching.
How each ordering was made, and how to make it again, is told in data/README.md.
"""

import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from math import comb
from pathlib import Path
from typing import NamedTuple

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.patterns import MATCH_SCRATCH
from equity.errors import RangeError

DECK = 52
PACKAGED = Path(__file__).parent.parent / "data" / "orderings"
FOLDER = PACKAGED if PACKAGED.is_dir() else Path(__file__).parent.parent.parent / "data" / "orderings"
"""In an installed package, or else in a source tree."""

DEFAULT_KIND = "6h"
"""What a percent without a suffix means: the six-handed ordering."""

SCALE = 2**32 - 1


class Ordering(NamedTuple):
    """For each class its value, and how many hands are in classes up to and including it.

    `values` are fractions of `SCALE`; `positions` count from the best class down.
    """

    values: "array[int]"
    positions: "array[int]"

    @classmethod
    def make(cls, values: Sequence[float], sizes: Mapping[int, int]) -> "Ordering":
        """The ordering by these values of the classes, which have so many hands each."""
        positions = array("I", bytes(4 * len(values)))
        reached = 0
        for kind in sorted(range(len(values)), key=lambda kind: (-values[kind], kind)):
            reached += sizes[kind]
            positions[kind] = reached
        return cls(array("I", [round(value * SCALE) for value in values]), positions)

    def save(self, kind: str, game: str) -> None:
        """Write both lists, one after the other, as little-endian uint32."""
        content = array("I", self.values + self.positions)
        if sys.byteorder == "big":
            content.byteswap()
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{kind}-{game}.bin").write_bytes(content.tobytes())


@cache
def load(kind: str, game: str) -> Ordering:
    """The ordering of a game; raises RangeError where none is shipped."""
    path = FOLDER / f"{kind}-{game}.bin"
    try:
        content = array("I", path.read_bytes())
    except FileNotFoundError:
        shipped = sorted(file.stem.split("-", 1)[0] for file in FOLDER.glob(f"*-{game}.bin"))
        hint = f"; write {shipped[0]} after the percent, as in 15%{shipped[0]}" if shipped else ""
        raise RangeError(f"no {kind} ordering of {game} hands is shipped for percent ranges{hint}") from None
    if sys.byteorder == "big":
        content.byteswap()
    half = len(content) // 2
    return Ordering(content[:half], content[half:])


@cache
def number_classes(hole: int) -> "array[int]":
    """The number of the class of each hand of so many cards, by the hand's number."""
    classes = array("I", bytes(4 * comb(DECK, hole)))
    native.kernel("number_classes")(hole, len(classes), zeros(MATCH_SCRATCH), classes)
    return classes


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
