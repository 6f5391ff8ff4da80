"""Makes the orderings of hands that percent ranges use; see data/README.md.

    python -m equity.ranges.generate vr omaha

`vr` is the equity against one random hand. With four cards it is exact: on each of the
134,459 boards that differ by more than suits every hand meets every other, in about ten
minutes of two cores. Work done is kept beside the result, so a run that was stopped goes on.
"""

import argparse
import os
from array import array
from collections import Counter
from math import comb
from pathlib import Path
from time import monotonic

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import SUBSETS, VERSUS_SCRATCH
from equity.engine.question import BOARD, DECK
from equity.games import find_game
from equity.options import usable_cores
from equity.ranges.orderings import FOLDER, Ordering, hand_cards, number_classes
from equity.ranges.tree import Every
from equity.ranges.value import Range
from equity.workers import in_order

CHUNK_BOARDS = 100
SAVE_SECONDS = 60.0


class Work:
    """Credits and showdowns by class, after the chunks done so far; kept in a file."""

    def __init__(self, path: Path, classes: int):
        self.path = path
        self.values = array("q")
        if path.exists():
            self.values.frombytes(path.read_bytes())
        if len(self.values) != 1 + 2 * classes:
            self.values = zeros(1 + 2 * classes)
        self.classes = classes

    @property
    def done(self) -> int:
        """How many chunks are in."""
        return self.values[0]

    def add(self, counted: "array[int]") -> None:
        """Add a chunk's credits and showdowns."""
        self.values[0] += 1
        for i, value in enumerate(counted, 1):
            self.values[i] += value

    def save(self) -> None:
        """Write it aside, then rename: a stop at any time loses a minute at most."""
        aside = self.path.with_suffix(".new")
        aside.write_bytes(self.values.tobytes())
        os.replace(aside, self.path)


def distinct_boards() -> tuple["array[int]", "array[int]"]:
    """The boards that differ by more than suits, five cards each, and how many each stands for."""
    classes = number_classes(BOARD)
    sizes = Counter(classes)
    boards, repeats = array("B"), zeros(len(sizes))
    seen = bytearray(len(sizes))
    for number, kind in enumerate(classes):
        if not seen[kind]:
            seen[kind] = 1
            boards.extend(hand_cards(number, BOARD))
            repeats[len(boards) // BOARD - 1] = sizes[kind]
    return boards, repeats


def versus_random(name: str) -> None:
    """Make the exact ordering of a four-card game by equity against a random hand."""
    game = find_game(name)
    hands = Range(Every(), game.hole).hands()
    classes = number_classes(game.hole)
    kinds = max(classes) + 1
    boards, repeats = distinct_boards()
    words, bytes_ = native.tables()
    kernel = native.kernel("credit_boards")
    subsets = SUBSETS[game.hole]
    work = Work(FOLDER / f"vr-{game.name}.work", kinds)
    starts = range(0, len(repeats), CHUNK_BOARDS)

    def count(start: int) -> "array[int]":
        credits, meetings = zeros(kinds), zeros(kinds)
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
            classes,
            array("H", [0]) * hands.size,
            array("B", [0]) * hands.size,
            array("I", [0]) * hands.size,
            array("I", [0]) * subsets,
            subsets,
            zeros(VERSUS_SCRATCH),
            credits,
            meetings,
        )
        return credits + meetings

    saved = monotonic()
    for counted in in_order(count, starts[work.done :], usable_cores()):
        work.add(counted)
        if monotonic() - saved > SAVE_SECONDS:
            work.save()
            saved = monotonic()
            print(f"{work.done} of {len(starts)} chunks of boards", flush=True)
    work.save()
    credits, meetings = work.values[1 : kinds + 1], work.values[kinds + 1 :]
    expected = comb(DECK - game.hole, BOARD) * comb(DECK - game.hole - BOARD, game.hole)
    sizes = Counter(classes)
    if any(meetings[kind] != sizes[kind] * expected for kind in range(kinds)):
        raise AssertionError("some hand has not met every other on every board")
    Ordering.make([credit / (4 * met) for credit, met in zip(credits, meetings, strict=True)], sizes).save(
        "vr", game.name
    )
    work.path.unlink()


def main() -> None:
    """Read the command line and make one ordering."""
    parser = argparse.ArgumentParser(prog="python -m equity.ranges.generate", description=__doc__)
    parser.add_argument("kind", choices=["vr"])
    parser.add_argument("game", choices=["omaha", "omaha8"])
    versus_random(parser.parse_args().game)


if __name__ == "__main__":
    main()
