"""The canonical form of a spot: what stays when suits are renamed and players change seats.

What is sampled is sampled in this form, so spots that differ in nothing else get equal
answers; and a batch derives the seed of a row from it. The form is the least, over all
ways to rename the suits, of: the board, the dead cards, the written-out hands, the ranges
by their text and the random hands, each kind in ascending order. Cards count as 52-bit
masks, suit by suit.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from equity import cards
from equity.ranges.tree import renamed
from equity.ranges.value import Range
from equity.spot import RANDOM, Hand, Spot

SUITS = tuple(permutations(range(4)))
"""Every way to rename the suits: the new suit of each."""

RANKS = 13


class Canonical(NamedTuple):
    """A spot in its canonical form.

    `text` says all that an answer depends on, equal for equal spots; `places[i]` is the
    seat in `spot` of the player in seat i of the spot it was made from.
    """

    spot: Spot
    places: tuple[int, ...]
    text: str

    def seed(self, seed: int) -> int:
        """The seed of this spot's row in a batch with a `seed`: 53 bits of a hash of both.

        Programs that keep numbers as floats, such as spreadsheets, keep so many bits.
        """
        from hashlib import blake2b

        digest = blake2b(f"{seed} {self.text}".encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 11


def canonical(spot: Spot) -> Canonical:
    """The canonical form of a spot."""
    board, dead = _masks(spot.board), _masks(spot.dead)
    seats = [_Seat(seat) for seat in spot.seats]
    best = None
    for suits in SUITS:
        table = _renamed(board, suits), _renamed(dead, suits)
        if best is None or table <= best[0]:
            keys = [seat.key(suits) for seat in seats]
            order = sorted(range(len(keys)), key=keys.__getitem__)
            form = table, [keys[i] for i in order], order, suits
            best = form if best is None else min(best, form)
    assert best is not None
    (lying_board, lying_dead), keys, order, suits = best
    texts = [text or cards.text(_cards(mask)) for _, mask, text in keys]
    game = f"{spot.game.hole} {'hi/lo' if spot.game.low else 'high'}"
    return Canonical(
        Spot(
            spot.game, tuple(seats[i].renamed(suits) for i in order), _cards(lying_board), _cards(lying_dead)
        ),
        tuple(order.index(i) for i in range(len(order))),
        f"{game}; {' v '.join(texts)}; {cards.text(_cards(lying_board))}; {cards.text(_cards(lying_dead))}",
    )


class _Seat:
    """A seat, and how it compares with others once suits are renamed."""

    def __init__(self, seat: Hand | Range | None):
        self.seat = seat
        self.masks = _masks(seat) if isinstance(seat, tuple) else []
        self.text = ""
        if isinstance(seat, Range) and renamed(seat.node, SUITS[-1]) == seat.node:
            self.text = str(seat)

    def key(self, suits: Sequence[int]) -> tuple[int, int, str]:
        if isinstance(self.seat, Range):
            return 1, 0, self.text or str(renamed(self.seat.node, suits))
        return (2, 0, RANDOM) if self.seat is None else (0, _renamed(self.masks, suits), "")

    def renamed(self, suits: Sequence[int]) -> Hand | Range | None:
        if isinstance(self.seat, Range):
            seat = self.seat
            return Range(renamed(seat.node, suits), seat.hole, seat.text, seat.low)
        return None if self.seat is None else _cards(_renamed(self.masks, suits))


def _masks(held: Sequence[int]) -> list[int]:
    masks = [0, 0, 0, 0]
    for card in held:
        masks[card % 4] |= 1 << card // 4
    return masks


def _renamed(masks: Sequence[int], suits: Sequence[int]) -> int:
    return sum(mask << RANKS * suit for mask, suit in zip(masks, suits, strict=True))


def _cards(mask: int) -> Hand:
    """The cards of a mask, in ascending order of their numbers."""
    found = [bit for bit in range(4 * RANKS) if mask >> bit & 1]
    return tuple(sorted(bit % RANKS * 4 + bit // RANKS for bit in found))
