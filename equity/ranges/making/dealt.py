"""The orderings by dealing: all hands that a deck holds are dealt on a board and compared.

Both games of a number of hole cards are made from the same deals. `vr` is the equity
against one random hand. `6h` is what a unit put in brings back at a table of six where
the best third of all hands goes on, each for one unit: a hand is credited with its winnings
as if it went on, whether it does or not. Who goes on is told by the last pass's order; the
first pass takes that of `vr`, and each pass deals twice as much as the one before.
"""

from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement
from math import ceil, comb
from typing import TYPE_CHECKING, NamedTuple

from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import CREDIT_SIDE, DEAL_TALLY, DEALING_SCRATCH, HIGH_ONLY, HILO
from equity.engine.question import BOARD, DECK
from equity.ranges.making.work import Work
from equity.ranges.orderings import FOLDER, KINDS, classes, hand_cards, load, ordering_games, save

if TYPE_CHECKING:
    import numpy as np

    Tallies = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    Values = np.ndarray[tuple[int, ...], np.dtype[np.float64]]

SHUFFLES = 16
"""For each board: enough that valuing its 1,326 pairs costs little beside, and so few that a
class seldom comes twice on one board."""

CHUNK_HANDS = 20_000_000
CHOSEN = 500
"""Classes dealt together when single classes lack samples, once on each board."""

SHARES = 60
"""Divisible by every number of winners up to six."""

SEATS = 6
GOING_ON = 3
"""One hand in three goes on: two of six."""

PASSES = 6
SUM = {HIGH_ONLY: 1, HILO: 3}
"""Where the sum of a game stands in a class's tally, with the sum of squares behind it."""


class Deals(NamedTuple):
    """What the kernel needs to know of a pass."""

    hole: int
    seats: int
    going_on: "array[int]"
    credits: "array[int]"

    @property
    def others(self) -> int:
        """How many other hands a hand meets in a deal."""
        return (DECK - BOARD) // self.hole - 1

    @property
    def unit(self) -> int:
        """The credit of a hand that wins one unit in both halves of the pot."""
        return 2 * SHARES * comb(self.others, self.seats - 1)


def begin(name: str, kinds: int, limit: float) -> Work:
    """Work that tallies the classes of hands; what stands in a file is gone on with."""
    return Work(name, recipe(limit), tallies=(kinds, DEAL_TALLY), base=(kinds, DEAL_TALLY), round=(1,))


def recipe(limit: float) -> str:
    """What else decides which deals are made."""
    return f"{CHUNK_HANDS} {SHUFFLES} {CHOSEN} {PASSES} {GOING_ON} {limit}"


def credit_table(seats: int, others: int) -> "array[int]":
    """What a hand wins in all its tables of `seats`, together, by how the hands that go on compare.

    Entry (better, equal, worse): each of the comb(others, seats - 1) tables it can sit at
    with the others dealt has a pot of one unit from it and from each other hand that goes
    on, of which it wins SHARES times its share.
    """
    credits = zeros(CREDIT_SIDE**3)
    for better, equal, worse in combinations_of(others):
        idle = others - better - equal - worse
        won = 0
        for ties in range(min(equal, seats - 1) + 1):
            for losers in range(min(worse, seats - 1 - ties) + 1):
                tables = comb(equal, ties) * comb(worse, losers) * comb(idle, seats - 1 - ties - losers)
                won += tables * SHARES // (ties + 1) * (1 + ties + losers)
        credits[(better * CREDIT_SIDE + equal) * CREDIT_SIDE + worse] = won
    return credits


def combinations_of(others: int) -> Iterator[tuple[int, int, int]]:
    """All numbers of better, equal and worse hands, `others` at most."""
    for first, second, third in combinations_with_replacement(range(others + 1), 3):
        yield first, second - first, third - second


def versus_random(hole: int) -> None:
    """Make the orderings by equity against a random hand."""
    kinds = len(classes(hole).sizes)
    others = (DECK - BOARD) // hole - 1
    deals = Deals(hole, 2, array("B", [HIGH_ONLY | HILO]) * kinds, credit_table(2, others))
    limit = 2 * KINDS["vr"].errors[hole]  # the winner takes two units, its own and the other's
    work = begin(f"vr-{hole}", kinds, limit)
    # A win or a loss against each of the others on one board: 1/12 between boards, 1/6 within.
    needed = (1 / 12 + 1 / 6 / others) / KINDS["vr"].errors[hole] ** 2
    deal_all(deals, work, ceil(needed * comb(DECK, hole) / 24), limit)
    for game in ordering_games(hole):
        means, errors = estimate(deals, work["tallies"], HILO if game.low else HIGH_ONLY)
        save(means / 2, "vr", game.name, "H")
        report(game.name, work["tallies"], errors / 2)
    work.remove()


def six_handed(hole: int) -> None:
    """Make the six-handed orderings."""
    import numpy as np

    sizes = np.frombuffer(classes(hole).sizes, np.uint8).astype(np.int64)
    games = {HILO if game.low else HIGH_ONLY: game.name for game in ordering_games(hole)}
    kinds, others = len(sizes), (DECK - BOARD) // hole - 1
    limit = KINDS["6h"].errors[hole]
    credits = credit_table(SEATS, others)
    positions = {bit: np.array(load("vr", name, hole).positions) for bit, name in games.items()}
    passes = Work(f"6h-{hole}-passes", recipe(limit), going_on=(PASSES + 1, kinds))
    passes["going_on"][0] = sum(bit * best_third(place, hole) for bit, place in positions.items())
    for done in range(passes.done):  # a run may have been stopped just before it removed the file
        (FOLDER / f"6h-{hole}-{done}.work").unlink(missing_ok=True)
    while passes.done < PASSES:
        going_on = passes["going_on"][passes.done]
        deals = Deals(hole, SEATS, array("B", going_on.astype(np.uint8).tobytes()), credits)
        work = begin(f"6h-{hole}-{passes.done}", kinds, limit)
        last = passes.done == PASSES - 1
        hands = ceil(1.0 / limit**2 * comb(DECK, hole) / 24) >> (PASSES - 1 - passes.done)
        deal_all(deals, work, hands, limit if last else 4 * limit)
        chosen = np.zeros(kinds, np.int64)
        for bit, name in games.items():
            means, errors = estimate(deals, work["tallies"], bit)
            chosen += bit * best_third(rank(means, sizes), hole)
            changed = sizes[(chosen ^ going_on) & bit != 0].sum() / sizes.sum()
            print(f"{name} pass {passes.done + 1}: {100 * changed:.2f} % of hands changed sides", flush=True)
            if last:
                save(means, "6h", name, "I" if hole == 4 else "H")
                report(name, work["tallies"], errors)
        passes.done += 1
        passes["going_on"][passes.done] = chosen
        passes.save()
        work.remove()
    passes.remove()


def best_third(positions: "Tallies", hole: int) -> "Tallies":
    """1 for each class that goes on, else 0."""
    return (positions * GOING_ON <= comb(DECK, hole)).astype("int64")


def rank(means: "Values", sizes: "Tallies") -> "Tallies":
    """How many hands are in classes at least as good as each."""
    import numpy as np

    order = np.argsort(-means, kind="stable")
    positions = np.empty_like(sizes)
    positions[order] = np.cumsum(sizes[order])
    return positions


def estimate(deals: Deals, tallies: "Tallies", bit: int) -> tuple["Values", "Values"]:
    """The mean winnings of each class in units, and their standard errors."""
    import numpy as np

    counts = np.maximum(tallies[:, 0], 1)
    means = tallies[:, SUM[bit]] / counts / deals.unit
    squares = tallies[:, SUM[bit] + 1] / counts / deals.unit**2
    # Few samples that happen to agree must not look certain.
    variances = np.maximum(squares - means**2, 0.01)
    return means, np.where(tallies[:, 0] < 100, np.inf, np.sqrt(variances / counts))


def deal_all(deals: Deals, work: Work, hands: int, limit: float) -> None:
    """Deal so many hands at random, then those of the classes whose standard error is above `limit`.

    Round 0 is random; each later round deals what single classes still lack, those with the
    fewest samples first, by the tallies at its start.
    """

    def add(tallies: "Tallies") -> None:
        work["tallies"] += tallies

    while True:
        if work["round"][0] == 0:
            chunks: list[Callable[[], Tallies]] = [
                partial(deal_random, deals, chunk) for chunk in range(ceil(hands / CHUNK_HANDS))
            ]
        else:
            chunks = lacking(deals, work["base"], int(work["round"][0]), limit)
            if not chunks:
                return
        work.run(_call, chunks, add, f"round {work['round'][0]}")
        work["round"] += 1
        work["base"][...] = work["tallies"]
        work.done = 0
        work.save()


def _call(chunk: "Callable[[], Tallies]") -> "Tallies":
    return chunk()


def deal_random(deals: Deals, chunk: int) -> "Tallies":
    """A chunk of random deals, every hand credited."""
    per_board = SHUFFLES * deals.hole * (deals.others + 1)
    return _deal(deals, chunk, CHUNK_HANDS // per_board, array("B"))


def lacking(deals: Deals, tallies: "Tallies", round_: int, limit: float) -> list[Callable[[], "Tallies"]]:
    """The chunks that bring every class within the limit, as far as can be told now."""
    import numpy as np

    errors = np.maximum(*(estimate(deals, tallies, bit)[1] for bit in (HIGH_ONLY, HILO)))
    counts = tallies[:, 0]
    known = np.where(np.isfinite(errors), errors, limit)
    needed = np.where(np.isfinite(errors), counts * (known / limit) ** 2 * 1.01, 200) - counts
    poor = np.flatnonzero(errors > limit)
    poor = poor[np.argsort(counts[poor], kind="stable")]
    held = _members(deals.hole)
    # A hand is dealt on the boards that hold none of its cards.
    free = comb(DECK - deals.hole, BOARD) / comb(DECK, BOARD)
    chunks: list[Callable[[], Tallies]] = []
    for start in range(0, len(poor), CHOSEN):
        group = poor[start : start + CHOSEN]
        boards = ceil(float(needed[group].max()) / free) + 10
        chosen = array("B", held[group].tobytes())
        chunks.append(partial(_deal, deals, (round_ << 32) + start, boards, chosen))
    return chunks


def _members(hole: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
    """The cards of one hand of each class."""
    import numpy as np

    of_hand = classes(hole).of_hand
    _, numbers = np.unique(np.frombuffer(of_hand, np.uint32), return_index=True)
    return np.array([hand_cards(int(number), hole) for number in numbers], np.uint8)


def _deal(deals: Deals, chunk: int, boards: int, chosen: "array[int]") -> "Tallies":
    import numpy as np

    kinds = len(deals.going_on)
    tallies = np.zeros((kinds, DEAL_TALLY), np.int64)
    words, bytes_ = native.tables()
    native.kernel("credit_deals")(
        words,
        bytes_,
        deals.hole,
        chunk,
        boards,
        SHUFFLES,
        deals.hole,
        classes(deals.hole).of_hand,
        deals.going_on,
        deals.credits,
        chosen + array("B", bytes(BOARD)),
        len(chosen) // deals.hole,
        zeros(DEALING_SCRATCH),
        tallies.reshape(-1),
    )
    return tallies


def report(name: str, tallies: "Tallies", errors: "Values") -> None:
    """Print what data/README.md states."""
    print(
        f"{name}: {int(tallies[:, 0].sum()):,} hands dealt, at least {int(tallies[:, 0].min()):,} a class; "
        f"standard error {float(errors.max()):.5f} at most, {float(errors.mean()):.5f} on average",
        flush=True,
    )
