"""The exact orderings: on each board every hand meets every other hand.

Each of the 134,459 boards that differ by more than suits is weighed by the number of
boards it stands for.
"""

from array import array
from math import comb

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import SUBSETS, VERSUS_SCRATCH
from equity.engine.question import BOARD, DECK
from equity.games import Game
from equity.ranges.making.work import Work
from equity.ranges.orderings import classes, hand_cards, ordering_games, save
from equity.ranges.tree import Every
from equity.ranges.value import Range

CHUNK_BOARDS = 100


def versus_random(hole: int) -> None:
    """Make the orderings by exact equity against a random hand of the games with so many cards."""
    for game in ordering_games(hole):
        _versus_random(game)


def distinct_boards() -> tuple["array[int]", "array[int]"]:
    """The boards that differ by more than suits, five cards each, and how many each stands for."""
    of_hand, sizes = classes(BOARD)
    boards, repeats = array("B"), zeros(len(sizes))
    seen = bytearray(len(sizes))
    for number, kind in enumerate(of_hand):
        if not seen[kind]:
            seen[kind] = 1
            boards.extend(hand_cards(number, BOARD))
            repeats[len(boards) // BOARD - 1] = sizes[kind]
    return boards, repeats


def _versus_random(game: Game) -> None:
    import numpy as np

    hands = Range(Every(), game.hole).hands()
    of_hand, sizes = classes(game.hole)
    boards, repeats = distinct_boards()
    words, bytes_ = native.tables()
    kernel = native.kernel("credit_boards")
    subsets = SUBSETS[game.hole]
    starts = range(0, len(repeats), CHUNK_BOARDS)
    work = Work(f"vr-{game.name}", str(CHUNK_BOARDS), credits=(len(sizes),), meetings=(len(sizes),))

    def count(start: int) -> tuple["array[int]", "array[int]"]:
        credits, meetings = zeros(len(sizes)), zeros(len(sizes))
        kernel(
            words,
            bytes_,
            boards,
            repeats,
            start,
            min(start + CHUNK_BOARDS, len(repeats)),
            game.hole,
            int(game.low),
            hands.size,
            hands.cards,
            hands.masks,
            of_hand,
            array("H", [0]) * hands.size,
            array("B", [0]) * hands.size,
            array("I", [0]) * hands.size,
            array("I", [0]) * subsets,
            subsets,
            zeros(VERSUS_SCRATCH),
            credits,
            meetings,
        )
        return credits, meetings

    def add(counted: tuple["array[int]", "array[int]"]) -> None:
        for key, values in zip(("credits", "meetings"), counted, strict=True):
            work[key] += np.frombuffer(values, np.int64)

    work.run(count, starts, add, game.name)
    expected = comb(DECK - game.hole, BOARD) * comb(DECK - game.hole - BOARD, game.hole)
    if any(work["meetings"] != np.frombuffer(sizes, np.uint8).astype(np.int64) * expected):
        raise AssertionError("some hand has not met every other on every board")
    save(work["credits"] / (4 * work["meetings"]), "vr", game.name, "I")
    work.remove()
