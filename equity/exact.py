"""The exact methods: what each can answer, what it costs, and how its work is cut up.

A method has an estimate in seconds of one core of the machine named in the README (by
benchmarks/methods.py; a factor of two either way does no harm), the number of deals it
weighs, its chunks, and the counting of one chunk. Chunks are small enough that Ctrl-C is
heeded soon and threads share the work evenly.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import ceil, comb, prod
from typing import Protocol

from equity.cards import RANKS
from equity.engine.inputs import Hands, suit_masks
from equity.engine.question import Outcomes, Question, Seat, Versus
from equity.spot import Hand

KNOWN_SECONDS = 0.0007
"""All boards of written-out hands; a few players or cards more hardly matter."""

COUNT_SECONDS = {2: 1e-6, 3: 2e-6, 4: 4e-6, 5: 2.2e-5, 6: 9e-5}
"""Counting one random hand of so many cards on one class of boards, high only ..."""

COUNTED_CARDS = (9, 34)
"""... with so many live cards of the flush suit and others."""

COUNT_GROWTH = 0.6
"""Counting grows with the kinds of hands to this power: from a river without a flush to one
with ten live cards of the suit it grows 3 to 5 times."""

HILO_FACTOR = 2.7
LOW_RANKS = frozenset(map(RANKS.index, "A2345678"))

VERSUS_SECONDS = {2: 1e-8, 3: 1.6e-8, 4: 2.5e-8, 5: 1.1e-7, 6: 2.7e-7}
"""Valuing and sweeping one hand of a range on one board, high only."""

CHUNK_SECONDS = 0.05
MOST_PAIRINGS = 50_000
MOST_HANDS = 3_000_000
"""Hands of one range beyond which the tables of the sweep would not fit the memory."""


class Method(Protocol):
    """One exact way to answer a question."""

    seconds: float
    deals: int

    def load(self) -> None:
        """Load, or on a first use compile, its kernels."""

    def chunks(self) -> Sequence[tuple[int, ...]]:
        """What is to be counted, cut up."""

    def count(self, chunk: tuple[int, ...]) -> Outcomes:
        """The outcomes of one chunk."""

    def rest(self, outcomes: Outcomes) -> Outcomes:
        """Outcomes that no chunk counts, given those of all chunks."""


class ByClasses:
    """Written-out and random hands: one class of boards after another."""

    def __init__(self, question: Question):
        self.question = question
        self.deals = question.deals
        self.seconds = self._seconds()

    def _seconds(self) -> float:
        question = self.question
        if question.randoms == 0:
            return KNOWN_SECONDS
        classes = len(question.classes)
        # Flush classes, the dearest, come first; a thousand spread over all tell the mean.
        looked_at = range(0, classes, max(1, classes // 1000))
        suited = Counter(map(question.suited_live, looked_at))
        mean = sum(self._class_seconds(live) * count for live, count in suited.items()) / len(looked_at)
        lows = len({card // 4 for card in question.lying} & LOW_RANKS)
        low_can_come = question.hilo and lows + question.missing >= 3
        return mean * classes * (HILO_FACTOR if low_can_come else 1.0)

    def _class_seconds(self, suited: int) -> float:
        """High only, a class of boards that leaves `suited` live cards of the flush suit."""
        hole = self.question.hole
        left = len(self.question.live) - self.question.missing
        kinds = []
        for live in range(left, left - hole * self.question.randoms, -hole):
            share = round(suited * live / left)  # the hands before have taken some
            kinds.append(hand_kinds(share, live - share, hole))
        *walked, counted = kinds
        growth: float = (counted / hand_kinds(*COUNTED_CARDS, hole)) ** COUNT_GROWTH
        return COUNT_SECONDS[hole] * growth * prod(walked)

    def load(self) -> None:
        self.question.load("against_randoms" if self.question.randoms else "known_hands")

    def chunks(self) -> Sequence[tuple[int, ...]]:
        """(first class, last class + 1, part, parts)"""
        classes = len(self.question.classes)
        if self.question.randoms == 0:
            return [(0, classes, 0, 1)]
        each = self.seconds / classes
        step = max(1, int(CHUNK_SECONDS / each))
        parts = min(1000, ceil(each / CHUNK_SECONDS)) if self.question.randoms > 1 else 1
        return [
            (start, min(start + step, classes), part, parts)
            for start in range(0, classes, step)
            for part in range(parts)
        ]

    def count(self, chunk: tuple[int, ...]) -> Outcomes:
        return self.question.count_randoms(*chunk) if self.question.randoms else self.question.count_known()

    def rest(self, outcomes: Outcomes) -> Outcomes:
        return {}


class ByPairings:
    """Few hands in the ranges: each choice of one from each, those equal up to suits once."""

    def __init__(self, seats: Sequence[Seat], board: Hand, live: Hand, hole: int, hilo: bool):
        self.kinds = pairings(seats, board, live)
        self.board, self.live, self.hole, self.hilo = board, live, hole, hilo
        first = next(iter(self.kinds.values()), None)
        one = ByClasses(self._question(first[0])) if first else None
        weight = sum(weight for _, weight in self.kinds.values())
        self.deals = one.deals * weight if one else 0
        self.seconds = one.seconds * len(self.kinds) if one else 0.0
        self.list = list(self.kinds.values())

    def _question(self, seats: Sequence[Hand | None]) -> Question:
        held = {card for seat in seats if seat for card in seat}
        live = [card for card in self.live if card not in held]
        return Question(seats, self.board, live, self.hole, self.hilo)

    def load(self) -> None:
        ByClasses(self._question(self.list[0][0])).load()

    def chunks(self) -> Sequence[tuple[int, ...]]:
        """(pairing,)"""
        return [(i,) for i in range(len(self.list))]

    def count(self, chunk: tuple[int, ...]) -> Outcomes:
        seats, weight = self.list[chunk[0]]
        question = self._question(seats)
        if question.randoms:
            outcomes = question.count_randoms(0, len(question.classes))
        else:
            outcomes = question.count_known()
        return {outcome: weight * deals for outcome, deals in outcomes.items()}

    def rest(self, outcomes: Outcomes) -> Outcomes:
        return {}


class ByBoards:
    """Two ranges from the flop on: all hands of both, one board after another."""

    def __init__(self, versus: Versus):
        self.versus = versus
        self.deals = versus.deals
        self.seconds = versus_seconds(
            versus.first.size, versus.second.size, versus.board_count, versus.hole, versus.hilo
        )

    def load(self) -> None:
        self.versus.load()

    def chunks(self) -> Sequence[tuple[int, ...]]:
        """(first board, last board + 1)"""
        boards = self.versus.board_count
        step = max(1, int(CHUNK_SECONDS * boards / self.seconds))
        return [(start, min(start + step, boards)) for start in range(0, boards, step)]

    def count(self, chunk: tuple[int, ...]) -> Outcomes:
        return self.versus.count(*chunk)

    def rest(self, outcomes: Outcomes) -> Outcomes:
        """In a high-only game the second range wins what is left."""
        return {} if self.versus.hilo else {(2, 0): self.deals - sum(outcomes.values())}


@cache
def hand_kinds(suited: int, others: int, hole: int) -> int:
    """How many kinds of hands there are, by their cards of the flush suit and their other ranks.

    `suited` cards of the flush suit are live, and `others`, taken as spread evenly over the ranks.
    """
    each, more = divmod(others, len(RANKS))
    ways = [1] + [0] * hole  # of choosing so many cards of the ranks so far
    for rank in range(len(RANKS)):
        most = each + (rank < more)
        ways = [sum(ways[max(0, size - most) : size + 1]) for size in range(hole + 1)]
    return sum(comb(suited, size) * ways[hole - size] for size in range(hole + 1))


def versus_seconds(first: int, second: int, boards: int, hole: int, hilo: int) -> float:
    """The estimate for two ranges of so many hands on so many boards."""
    return boards * ((first + second) * VERSUS_SECONDS[hole] * (HILO_FACTOR if hilo else 1.0) + 2e-5)


def pairings(
    seats: Sequence[Seat], board: Iterable[int], live: Iterable[int]
) -> dict[tuple[object, ...], tuple[tuple[Hand | None, ...], int]]:
    """Every choice of a hand from each range, up to suits: one of each kind, and its weight.

    Two choices are of one kind when a relabelling of suits turns one into the other: when
    they have the same ranks of each suit, hand by hand, on the board and among the live
    cards, in some order of the suits.
    """
    table, deck = suit_masks(board), suit_masks(live)
    kinds: dict[tuple[object, ...], tuple[tuple[Hand | None, ...], int]] = {}
    choices = [
        [(seat.hand(i), seat.weights[i]) for i in range(seat.size)]
        if isinstance(seat, Hands)
        else [(None if seat is None else tuple(seat), 1)]
        for seat in seats
    ]
    for chosen in product(*choices):
        hands = tuple(hand for hand, _ in chosen)
        held = [card for hand in hands if hand for card in hand]
        if len(set(held)) < len(held):
            continue
        masks = [suit_masks(hand) for hand in hands if hand]
        kind = tuple(sorted(zip(table, deck, *masks, strict=True)))
        weight = prod(weight for _, weight in chosen)
        seen = kinds.get(kind)
        kinds[kind] = (hands, weight) if seen is None else (seen[0], seen[1] + weight)
    return kinds
