"""One question as arrays, and its kernels as methods that return counted outcomes."""

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from math import comb

from equity.engine import native
from equity.engine.inputs import Hands, alike_suits, card_list, hand_rows, suit_masks, zeros
from equity.engine.layout import (
    BOARD_SCRATCH,
    MASK_SHIFT,
    NO_FLUSH,
    RANDOMS_SCRATCH,
    SAMPLING_SCRATCH,
    SUBSETS,
    SUIT_SHIFT,
    VERSUS_SCRATCH,
)
from equity.engine.tables import BOARD_COUNT, PAIRS, RANKS

DECK = 52
BOARD = 5
SUITED_CLASSES = {5: 1287, 4: 715 * RANKS, 3: 286 * PAIRS}
"""Flush masks of so many cards, times the rank multisets of the other board cards."""

Seat = Sequence[int] | Hands | None
Outcomes = dict[tuple[int, int], int]
"""Deals, by weight, by (winners of the high, winners of the low), bit masks over the seats."""


class Question:
    """The numbers of a spot, ready for kernels.

    `seats` holds hole cards, the Hands of a range, or None for a random hand of `hole`
    cards; `live` are the cards that may still be dealt. Methods may be called from several
    threads.
    """

    def __init__(
        self, seats: Sequence[Seat], board: Sequence[int], live: Sequence[int], hole: int, hilo: bool
    ):
        kinds = [2 if seat is None else 1 if isinstance(seat, Hands) else 0 for seat in seats]
        self.order = sorted(range(len(seats)), key=kinds.__getitem__)
        self.written = [seat for seat in seats if seat is not None and not isinstance(seat, Hands)]
        self.ranges = [seat for seat in seats if isinstance(seat, Hands)]
        self.known, self.randoms = len(self.written), kinds.count(2)
        self.hole, self.hilo = hole, int(hilo)
        self.live, self.lying = list(live), list(board)
        self.deck, self.lying_masks = suit_masks(live), suit_masks(board)
        self.words, self.bytes = native.tables()
        self.hands = hand_rows(self.written, self.bytes.view)

    @property
    def missing(self) -> int:
        """How many board cards are still to come."""
        return BOARD - len(self.lying)

    @property
    def deals(self) -> int:
        """How many ways there are to deal the rest of the board and the random hands."""
        left = len(self.live)
        ways = comb(left, self.missing)
        for i in range(self.randoms):
            ways *= comb(left - self.missing - i * self.hole, self.hole)
        return ways

    @cached_property
    def classes(self) -> "array[int]":
        """The board classes; see equity.engine.boards."""
        repeats = alike_suits(self.written, self.deck, self.lying_masks, self.randoms > 0)
        room = BOARD_COUNT + sum(map(bool, repeats)) * sum(SUITED_CLASSES.values())
        classes = zeros(min(room, comb(len(self.live), self.missing) + 1))
        count = native.kernel("board_classes")(
            self.words,
            self.bytes,
            self.deck,
            self.lying_masks,
            repeats,
            zeros(BOARD_SCRATCH),
            classes,
        )
        return classes[:count]

    def suited_live(self, place: int) -> int:
        """How many live cards of the flush suit a board class leaves; 0 without a flush."""
        entry = self.classes[place]
        suit = entry >> SUIT_SHIFT & 7
        mask = entry >> MASK_SHIFT & (1 << RANKS) - 1
        return 0 if suit == NO_FLUSH else (self.deck[suit] & ~mask).bit_count()

    def load(self, *kernels: str) -> None:
        """Load, or on a first use compile, these kernels and those that every method uses."""
        for name in (*kernels, "board_classes", "collect"):
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

    def count_randoms(self, start: int, stop: int, part: int = 0, parts: int = 1) -> Outcomes:
        """All deals of board classes `start` to `stop`, when some hands are random.

        With several random hands, only the `part`-th of `parts` of the first one's hands.
        """
        outcomes = self._empty()
        native.kernel("against_randoms")(
            self.words,
            self.bytes,
            self.classes,
            start,
            stop,
            part,
            parts,
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
        """`deals` random deals, the same for the same (seed, chunk).

        Fewer when the ranges' hands clash nearly always.
        """
        outcomes = self._empty()
        native.kernel("sample_deals")(
            self.words,
            self.bytes,
            seed,
            chunk,
            deals,
            self.known,
            len(self.ranges),
            self.randoms,
            self.hands,
            *self._joined_ranges,
            self.hole,
            self.hilo,
            card_list(self.live),
            len(self.live),
            card_list(self.lying),
            len(self.lying),
            zeros(SAMPLING_SCRATCH),
            outcomes,
        )
        return self._collect(outcomes, deals)

    @cached_property
    def _joined_ranges(self) -> tuple["array[int]", "array[int]", "array[int]", "array[int]"]:
        """Where each range starts, and all their cards, masks and running weights."""
        starts, cards, masks, running = array("q", [0]), array("B"), array("q"), array("q")
        for hands in self.ranges:
            starts.append(starts[-1] + hands.size)
            cards += hands.cards
            masks += hands.masks
            running += hands.running
        return starts, cards or array("B", [0]), masks or zeros(1), running or zeros(1)

    def _empty(self) -> "array[int]":
        return zeros(1 << 2 * len(self.order))

    def _collect(self, outcomes: "array[int]", most: int | None = None) -> Outcomes:
        """The counted outcomes, of `most` deals, with players' bits moved to their seats."""
        players = len(self.order)
        found = zeros(2 * min(len(outcomes), most or len(outcomes)))
        count = native.kernel("collect")(outcomes, len(outcomes), found)
        everyone = (1 << players) - 1
        return {
            (self._seats(outcome >> players), self._seats(outcome & everyone)): deals
            for outcome, deals in zip(found[: 2 * count : 2], found[1 : 2 * count : 2], strict=True)
        }

    def _seats(self, winners: int) -> int:
        return sum(1 << seat for i, seat in enumerate(self.order) if winners >> i & 1)


def same_hands(first: Hands, second: Hands) -> "array[int]":
    """The weight in the second range of each hand of the first."""
    same = array("B", bytes(first.size))
    native.kernel("same_hands")(first.size, first.masks, second.size, second.masks, second.weights, same)
    return same


def pair_weight(first: Hands, second: Hands, hole: int) -> int:
    """The weight of all pairs of hands, one from either range, that share no card."""
    return native.kernel("count_pairs")(
        hole,
        first.size,
        first.cards,
        first.weights,
        same_hands(first, second),
        second.size,
        second.cards,
        second.weights,
        array("I", [0]) * SUBSETS[hole],
        SUBSETS[hole],
        zeros(VERSUS_SCRATCH),
    )


class Versus:
    """Two ranges on a board of three cards or more; see equity.engine.versus.

    `live` are the cards of boards and hands; both ranges hold no others.
    """

    def __init__(
        self, first: Hands, second: Hands, board: Sequence[int], live: Sequence[int], hole: int, hilo: bool
    ):
        self.first, self.second = first, second
        self.hole, self.hilo, self.live_count = hole, int(hilo), len(live)
        self.missing = BOARD - len(board)
        self.words, self.bytes = native.tables()
        self.boards = array("B")
        for rest in combinations(live, self.missing):
            self.boards.extend((*board, *rest))
        self.same = same_hands(first, second)

    def load(self) -> None:
        """Load, or on a first use compile, the kernels."""
        native.kernel("ranges_versus")

    @property
    def board_count(self) -> int:
        """How many boards there are."""
        return len(self.boards) // BOARD

    @cached_property
    def deals(self) -> int:
        """The weight of all deals: of pairs of hands that share no card, times their boards."""
        pairs = pair_weight(self.first, self.second, self.hole)
        return pairs * comb(self.live_count - 2 * self.hole, self.missing)

    def count(self, start: int, stop: int) -> Outcomes:
        """The deals on boards `start` to `stop`; of a high-only game without those second wins."""
        both = self.first.size + self.second.size
        subsets = SUBSETS[self.hole]
        outcomes = zeros(16)
        native.kernel("ranges_versus")(
            self.words,
            self.bytes,
            self.boards,
            start,
            stop,
            self.hole,
            self.hilo,
            self.first.size,
            self.first.cards,
            self.first.masks,
            self.first.weights,
            self.same,
            self.second.size,
            self.second.cards,
            self.second.masks,
            self.second.weights,
            array("H", [0]) * both,
            array("B", [0]) * both,
            array("I", [0]) * both,
            array("I", [0]) * (3 * subsets),
            subsets,
            zeros(VERSUS_SCRATCH),
            outcomes,
        )
        return {(place >> 2, place & 3): deals for place, deals in enumerate(outcomes) if deals}
