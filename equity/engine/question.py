"""One question as arrays, and its kernels as methods that return counted outcomes."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from math import comb

from equity.engine import native
from equity.engine.inputs import alike_suits, card_list, hand_rows, suit_masks, zeros
from equity.engine.layout import (
    BOARD_SCRATCH,
    MASK_SHIFT,
    NO_FLUSH,
    RANDOMS_SCRATCH,
    SAMPLING_SCRATCH,
    SUIT_SHIFT,
    WEIGHT_SHIFT,
)
from equity.engine.tables import BOARD_COUNT, PAIRS, RANKS

BOARD = 5
SUITED_CLASSES = {5: 1287, 4: 715 * RANKS, 3: 286 * PAIRS}
"""Flush masks of so many cards, times the rank multisets of the other board cards."""

Outcomes = dict[tuple[int, int], int]
"""Deals by (winners of the high, winners of the low), bit masks over the seats."""


class Question:
    """The numbers of a spot, ready for kernels.

    `seats` holds hole cards, or None for a random hand of `hole` cards; `live` are the
    cards that may still be dealt. Methods may be called from several threads.
    """

    def __init__(
        self,
        seats: Sequence[Sequence[int] | None],
        board: Sequence[int],
        live: Sequence[int],
        hole: int,
        hilo: bool,
    ):
        hands = [seat for seat in seats if seat is not None]
        self.order = [i for i, seat in enumerate(seats) if seat is not None]
        self.order += [i for i, seat in enumerate(seats) if seat is None]
        self.known, self.randoms = len(hands), len(seats) - len(hands)
        self.hole, self.hilo = hole, int(hilo)
        self.live, self.board = card_list(live), card_list(board)
        self.live_count, self.lying = len(live), len(board)
        self.deck, self.lying_masks = suit_masks(live), suit_masks(board)
        self.words, self.bytes = native.tables()
        self.hands = hand_rows(hands, self.bytes.view)
        self.repeats = alike_suits(hands, self.deck, self.lying_masks, self.randoms > 0)

    @property
    def deals(self) -> int:
        """How many ways there are to deal the rest of the board and the random hands."""
        left, missing = self.live_count, BOARD - self.lying
        ways = comb(left, missing)
        for i in range(self.randoms):
            ways *= comb(left - missing - i * self.hole, self.hole)
        return ways

    @cached_property
    def classes(self) -> "array[int]":
        """The board classes; see equity.engine.boards."""
        room = BOARD_COUNT + sum(map(bool, self.repeats)) * sum(SUITED_CLASSES.values())
        classes = zeros(min(room, comb(self.live_count, BOARD - self.lying) + 1))
        count = native.kernel("board_classes")(
            self.words,
            self.bytes,
            self.deck,
            self.lying_masks,
            self.repeats,
            zeros(BOARD_SCRATCH),
            classes,
        )
        return classes[:count]

    def class_weight(self, place: int) -> tuple[int, int]:
        """Of a board class the number of boards, and of live cards in its flush suit."""
        entry = self.classes[place]
        suit = entry >> SUIT_SHIFT & (1 << WEIGHT_SHIFT - SUIT_SHIFT) - 1
        mask = entry >> MASK_SHIFT & (1 << RANKS) - 1
        suited = 0 if suit == NO_FLUSH else (self.deck[suit] & ~mask).bit_count()
        return entry >> WEIGHT_SHIFT, suited

    def load(self, exact: bool) -> None:
        """Load, or on a first use compile, the kernels of an exact or a sampled answer."""
        counting = "against_randoms" if self.randoms else "known_hands"
        for name in (counting if exact else "sample_deals", "collect"):
            native.kernel(name)

    def count_known(self) -> Outcomes:
        """All boards, when every hand is written out."""
        outcomes = self._empty()
        native.kernel("known_hands")(
            self.words,
            self.bytes,
            self.classes,
            len(self.classes),
            self.known,
            self.hands,
            self.hilo,
            zeros((BOARD_COUNT + 1) * self.known),
            outcomes,
        )
        return self._collect(outcomes)

    def count_randoms(self, start: int, stop: int) -> Outcomes:
        """All deals of board classes `start` to `stop`, when some hands are random."""
        outcomes = self._empty()
        native.kernel("against_randoms")(
            self.words,
            self.bytes,
            self.classes,
            start,
            stop,
            self.known,
            self.randoms,
            self.hands,
            self.hole,
            self.hilo,
            self.deck,
            self.lying_masks,
            zeros(RANDOMS_SCRATCH),
            outcomes,
        )
        return self._collect(outcomes)

    def sample(self, seed: int, chunk: int, deals: int) -> Outcomes:
        """`deals` random deals; the same for the same (seed, chunk)."""
        outcomes = self._empty()
        native.kernel("sample_deals")(
            self.words,
            self.bytes,
            seed,
            chunk,
            deals,
            self.known,
            self.randoms,
            self.hands,
            self.hole,
            self.hilo,
            self.live,
            self.live_count,
            self.board,
            self.lying,
            zeros(SAMPLING_SCRATCH),
            outcomes,
        )
        return self._collect(outcomes)

    def _empty(self) -> "array[int]":
        return zeros(1 << 2 * len(self.order))

    def _collect(self, outcomes: "array[int]") -> Outcomes:
        """The counted outcomes, with players' bits moved to their seats."""
        players = len(self.order)
        found = zeros(2 * len(outcomes))
        count = native.kernel("collect")(outcomes, len(outcomes), found)
        return {
            (self._seats(found[2 * i] >> players), self._seats(found[2 * i] & (1 << players) - 1)): found[
                2 * i + 1
            ]
            for i in range(count)
        }

    def _seats(self, winners: int) -> int:
        return sum(1 << seat for i, seat in enumerate(self.order) if winners >> i & 1)
