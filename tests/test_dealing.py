"""Hands dealt against each other: the kernel, what it credits, and the runs that make orderings of it."""

import subprocess
import sys
from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb, sqrt
from random import Random

import numpy as np
import pytest

from equity import cards
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import CREDIT_SIDE, DEAL_TALLY, DEALING_SCRATCH, HIGH_ONLY, HILO
from equity.ranges import orderings
from equity.ranges.making import dealt, work
from equity.ranges.making.dealt import SEATS, SHARES, Deals, credit_table
from equity.ranges.making.work import Work
from equity.ranges.orderings import KINDS, classes, hand_cards, hand_number, load
from tests.commands import ROOT
from tests.reference import best_high, best_low, split

BOARD = 5
EVERYONE = HIGH_ONLY | HILO
GAMES = {HIGH_ONLY: "omaha", HILO: "omaha8"}
HANDS = comb(52, 4)


def others(hole: int) -> int:
    return (52 - BOARD) // hole - 1


def deals_of(hole: int, seats: int, going_on: Sequence[int] | None = None) -> Deals:
    """Deals where each class goes on as told, or everyone."""
    kinds = len(classes(hole).sizes)
    playing = array("B", going_on) if going_on is not None else array("B", [EVERYONE]) * kinds
    return Deals(hole, seats, playing, credit_table(seats, others(hole)))


def some_go_on(hole: int) -> bytes:
    """A quarter of the classes go on in neither game, in the one, in the other, in both."""
    kinds = len(classes(hole).sizes)
    return Random(hole).randbytes(kinds).translate(bytes(i & EVERYONE for i in range(256)))


def run(
    deals: Deals, chunk: int, boards: int, shuffles: int = 1, chosen: Sequence[Sequence[int]] = ()
) -> tuple[np.ndarray, int]:
    """The tallies of the kernel, and how many hands it says it credited."""
    tallies = np.zeros((len(deals.going_on), DEAL_TALLY), np.int64)
    credited = native.kernel("credit_deals")(
        *native.tables(),
        deals.hole,
        chunk,
        boards,
        shuffles,
        deals.hole,
        classes(deals.hole).of_hand,
        deals.going_on,
        deals.credits,
        array("B", [card for hand in chosen for card in hand]) + array("B", bytes(BOARD)),
        len(chosen),
        zeros(DEALING_SCRATCH),
        tallies.reshape(-1),
    )
    return tallies, credited


# What a hand wins at all its tables.


@pytest.mark.parametrize(("seats", "dealt_others"), [(2, 10), (2, 6), (3, 5), (6, 6), (6, 8), (6, 10)])
def test_credits_are_those_of_all_tables_one_by_one(seats: int, dealt_others: int) -> None:
    credits = credit_table(seats, dealt_others)
    expected = [0] * CREDIT_SIDE**3
    for better in range(dealt_others + 1):
        for equal in range(dealt_others + 1 - better):
            for worse in range(dealt_others + 1 - better - equal):
                idle = dealt_others - better - equal - worse
                dealt_hands = "b" * better + "e" * equal + "w" * worse + "-" * idle
                won = 0
                for table in combinations(dealt_hands, seats - 1):
                    pot = 1 + seats - 1 - table.count("-")
                    won += 0 if "b" in table else pot * SHARES // (1 + table.count("e"))
                expected[(better * CREDIT_SIDE + equal) * CREDIT_SIDE + worse] = won
    assert list(credits) == expected


# The kernel against the same deals made by hand.


class Draws:
    """SplitMix64, whose numbers become cards."""

    def __init__(self, seed: int, chunk: int):
        self.state = self.mixed(self.mixed(seed) + chunk)

    @staticmethod
    def mixed(value: int) -> int:
        value %= 2**64
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
        return value ^ value >> 31

    def below(self, limit: int) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        return (self.mixed(self.state) >> 11) * limit >> 53


Group = list[tuple[int, ...]]


def dealt_boards(
    hole: int, chunk: int, boards: int, shuffles: int, chosen: Sequence[tuple[int, ...]]
) -> Iterator[tuple[list[int], list[Group]]]:
    """Each board with the groups of hands that meet on it; a chosen hand is the first of its group."""
    draws = Draws(hole, chunk)
    for _ in range(boards):
        board: list[int] = []
        while len(board) < BOARD:
            card = draws.below(52)
            board += [card] * (card not in board)
        groups: list[Group] = []
        for hand in chosen or [()] * shuffles:
            if set(hand) & set(board):
                continue
            deck = [card for card in range(52) if card not in (*board, *hand)]
            for place in range(len(deck)):
                pick = place + draws.below(len(deck) - place)
                deck[place], deck[pick] = deck[pick], deck[place]
            for offset in range(1 if hand else hole):
                turned = deck[offset:] + deck[:offset]
                group = [tuple(sorted(turned[at : at + hole])) for at in range(0, len(deck) - hole + 1, hole)]
                groups.append([hand, *group] if hand else group)
        yield board, groups


def winnings(hero: tuple, opponents: list[tuple], seats: int, hilo: bool) -> int:
    """What a hand wins at all tables with some of the others; a hand is (high, low, goes on)."""
    won = 0
    for table in combinations(opponents, seats - 1):
        playing = [hero, *(hand for hand in table if hand[2])]
        pot = 2 * SHARES * len(playing)
        lows = [low for _, low, _ in playing if low] if hilo else []
        highs = [high for high, _, _ in playing]
        if hero[0] == max(highs):
            won += (pot // 2 if lows else pot) // highs.count(hero[0])
        if lows and hero[1] == min(lows):
            won += pot // 2 // lows.count(hero[1])
    return won


def naive_tallies(deals: Deals, boards: Iterator[tuple[list[int], list[Group]]], wanted: bool) -> dict:
    """Tallies by class, of the first hand of each group only when it was `wanted`."""
    tallies: dict[int, list[int]] = defaultdict(lambda: [0] * DEAL_TALLY)
    for board, groups in boards:
        lying = split(cards.text(board))
        for group in groups:
            texts = [split(cards.text(hand)) for hand in group]
            kinds = [classes(deals.hole).of_hand[hand_number(hand)] for hand in group]
            values = [(best_high(hand, lying), best_low(hand, lying)) for hand in texts]
            for hero, kind in list(enumerate(kinds))[: 1 if wanted else None]:
                won = []
                for bit in (HIGH_ONLY, HILO):
                    hands = [
                        (*value, deals.going_on[kind] & bit)
                        for value, kind in zip(values, kinds, strict=True)
                    ]
                    opponents = hands[:hero] + hands[hero + 1 :]
                    won.append(winnings(hands[hero], opponents, deals.seats, bit == HILO))
                row = [1, won[0], won[0] ** 2, won[1], won[1] ** 2, 0, 0, 0]
                tallies[kind] = [a + b for a, b in zip(tallies[kind], row, strict=True)]
    return dict(tallies)


def written(tallies: np.ndarray) -> dict[int, list[int]]:
    return {int(kind): tallies[kind].tolist() for kind in np.flatnonzero(tallies.any(axis=1))}


@pytest.mark.parametrize(
    ("hole", "seats", "boards", "shuffles"),
    [(4, 6, 2, 1), (5, 6, 2, 2), (6, 6, 3, 1), (4, 2, 3, 1), (6, 2, 2, 1)],
)
def test_all_hands_dealt_are_credited(hole: int, seats: int, boards: int, shuffles: int) -> None:
    deals = deals_of(hole, seats, some_go_on(hole))
    expected = naive_tallies(deals, dealt_boards(hole, 7, boards, shuffles, ()), wanted=False)
    tallies, credited = run(deals, 7, boards, shuffles)
    assert written(tallies) == expected
    assert credited == boards * shuffles * hole * (others(hole) + 1)


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_the_chosen_alone_are_credited(hole: int) -> None:
    """The first two hands share cards, as they may: each is dealt by itself."""
    deals = deals_of(hole, SEATS, some_go_on(hole))
    chosen = [hand_cards(number, hole) for number in (0, 1, 100_000, comb(52, hole) - 1)]
    boards = list(dealt_boards(hole, 2**32 + 5, 8, 1, chosen))
    expected = naive_tallies(deals, iter(boards), wanted=True)
    tallies, credited = run(deals, 2**32 + 5, 8, chosen=chosen)
    assert written(tallies) == expected
    assert credited == sum(len(groups) for _, groups in boards)
    assert set(expected) <= {classes(hole).of_hand[hand_number(hand)] for hand in chosen}


# What holds over many deals.


@pytest.mark.parametrize("hole", [4, 5, 6])
def test_the_hands_that_go_on_share_what_they_put_in(hole: int) -> None:
    """Exactly: at each table the units of those who go on, and nothing else, are given out."""
    deals = deals_of(hole, SEATS, some_go_on(hole))
    tallies, _ = run(deals, 0, 300, 4)
    going_on = np.frombuffer(deals.going_on, np.uint8)
    for bit, at in dealt.SUM.items():
        playing = tallies[going_on & bit != 0]
        assert playing[:, at].sum() == deals.unit * playing[:, 0].sum() > 0


@cache
def many_deals() -> np.ndarray:
    """Tallies of some 3.5 million hands of four cards, each against one other."""
    deals = deals_of(4, 2)
    return run(deals, 0, 5000, dealt.SHUFFLES)[0]


def shipped(kind: str, bit: int) -> np.ndarray:
    ordering = load(kind, GAMES[bit], 4)
    return np.array(ordering.values) / ordering.scale * KINDS[kind].most


@pytest.mark.parametrize("bit", GAMES)
def test_means_are_the_exact_equities(bit: int) -> None:
    """The squares of (error / standard error) have a mean of one, and none is far out."""
    means, errors = dealt.estimate(deals_of(4, 2), many_deals(), bit)
    known = np.isfinite(errors)
    assert known.sum() > 8000
    scores = (means / 2 - shipped("vr", bit))[known] / (errors / 2)[known]
    assert abs(np.mean(scores**2) - 1) < 5 * sqrt(2 / known.sum())
    assert np.abs(scores).max() < 5
    assert abs(np.mean(scores)) < 5 / sqrt(known.sum())


@pytest.mark.parametrize("kind", KINDS)
def test_the_chosen_means_are_unbiased(kind: str) -> None:
    """Chosen hands win what the shipped orderings say, in the six-handed game too: it is played
    as it was made, the best third of all hands going on."""
    going_on = sum(
        bit * dealt.best_third(np.array(load("6h", name, 4).positions), 4) for bit, name in GAMES.items()
    )
    deals = deals_of(4, 2) if kind == "vr" else deals_of(4, SEATS, going_on.astype(np.uint8).tobytes())
    numbers = Random(kind).sample(range(HANDS), 100)
    chosen = sorted({classes(4).of_hand[number]: hand_cards(number, 4) for number in numbers}.values())
    tallies, credited = run(deals, 1, 3000, chosen=chosen)
    kinds = [classes(4).of_hand[hand_number(hand)] for hand in chosen]
    assert set(np.flatnonzero(tallies[:, 0])) == set(kinds)
    assert credited == tallies[:, 0].sum()
    # A board is free of a hand's cards so often.
    assert credited == pytest.approx(len(chosen) * 3000 * comb(48, 5) / comb(52, 5), rel=0.02)
    stake = 2 if kind == "vr" else 1
    for bit in GAMES:
        means, errors = dealt.estimate(deals, tallies, bit)
        errors = np.hypot(errors / stake, KINDS[kind].errors[4])[kinds]
        scores = (means / stake - shipped(kind, bit))[kinds] / errors
        assert np.abs(scores).max() < 4.5
        # All were dealt on the same boards: a loose bound for the mean of dependent scores.
        assert abs(np.mean(scores)) < 0.5


def test_what_lacks_samples_is_dealt_until_it_has_them() -> None:
    deals = deals_of(4, 2)
    kinds, unit = len(deals.going_on), deals.unit
    poor = sorted(Random(1).sample(range(kinds), 600))
    counts = np.full(kinds, 10_000)
    counts[poor[:300]], counts[poor[300:]] = 50, 150
    # As of hands that win both units or none: a standard error of 1 / sqrt(count).
    tallies = np.outer(counts, [1, unit, 2 * unit**2, unit, 2 * unit**2, 0, 0, 0])
    chunks = dealt.lacking(deals, tallies, 1, limit=0.08)
    assert len(chunks) == 2  # of 500 classes at most
    added = sum(chunk() for chunk in chunks)
    assert np.flatnonzero(added[:, 0]).tolist() == poor
    # 157 are needed where the spread is known, and 200 where there are too few to tell.
    assert added[poor[:300], 0].min() > 120
    assert (tallies + added)[poor, 0].min() > 150
    assert (tallies + added)[poor, 0].max() < 500
    assert dealt.lacking(deals, np.outer(np.full(kinds, 157), tallies[0] // 10_000), 1, limit=0.08) == []


# Runs: what is made, and going on after a stop.


class Stop:
    """Ctrl-C at the n-th deal."""

    def __init__(self, after: int):
        self.left = after

    def count(self) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def make_all(folder, monkeypatch: pytest.MonkeyPatch, stop: Stop) -> None:
    """Make vr and 6h of four cards in a folder, of imagined tallies instead of dealt ones."""

    def imagined(deals: Deals, chunk: int, boards: int, chosen: "array[int]") -> np.ndarray:
        stop.count()
        hole, kinds = deals.hole, len(deals.going_on)
        tallies = np.zeros((kinds, DEAL_TALLY), np.int64)
        hands = [chosen[at : at + hole] for at in range(0, len(chosen), hole)]
        rows = np.array([classes(hole).of_hand[hand_number(hand)] for hand in hands] or range(kinds))
        rng = np.random.default_rng([chunk, deals.seats, sum(deals.going_on)])
        counts = rng.integers(0, 100, len(rows)) if not hands else np.full(len(rows), boards // 2)
        means = np.linspace(0.5, 1.5, kinds)[rows] + rng.normal(0, 0.1, len(rows))
        tallies[rows, 0] = counts
        for at in dealt.SUM.values():
            tallies[rows, at] = counts * means * deals.unit
            tallies[rows, at + 1] = counts * (means**2 + 0.3) * deals.unit**2
        return tallies

    for module in (orderings, work, dealt):
        monkeypatch.setattr(module, "FOLDER", folder)
    monkeypatch.setitem(KINDS["vr"].errors, 4, 0.03)
    monkeypatch.setitem(KINDS["6h"].errors, 4, 0.06)
    monkeypatch.setattr(dealt, "CHUNK_HANDS", 400_000)
    monkeypatch.setattr(dealt, "PASSES", 3)
    monkeypatch.setattr(work, "SAVE_SECONDS", -1)
    monkeypatch.setattr(work, "usable_cores", lambda: 1)
    monkeypatch.setattr(dealt, "_deal", imagined)
    monkeypatch.setattr(dealt, "_members", members)
    load.cache_clear()
    try:
        dealt.versus_random(4)
        dealt.six_handed(4)
    finally:
        load.cache_clear()


members = cache(dealt._members)


def contents(folder) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], int]:
    """What a run without a stop makes, and of how many deals."""
    folder = tmp_path_factory.mktemp("whole")
    stop = Stop(-1)
    with pytest.MonkeyPatch.context() as monkeypatch:
        make_all(folder, monkeypatch, stop)
    return contents(folder), -1 - stop.left


def test_a_run_makes_the_orderings_and_leaves_nothing_else(whole: tuple[dict[str, bytes], int]) -> None:
    files, count = whole
    assert {name: len(content) // len(classes(4).sizes) for name, content in files.items()} == {
        "vr-omaha.bin": 2, "vr-omaha8.bin": 2, "6h-omaha.bin": 4, "6h-omaha8.bin": 4,
    }  # fmt: skip
    assert count > 20
    # The imagined means ascend with the classes.
    values = np.frombuffer(files["vr-omaha.bin"], np.uint16).astype(float) / 65535
    expected = np.linspace(0.25, 0.75, len(values))
    assert np.abs(values - expected).mean() < 0.05


@pytest.mark.parametrize("part", [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
def test_a_stopped_run_goes_on(
    part: float, whole: tuple[dict[str, bytes], int], tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, count = whole
    stop = Stop(1 + round(part * (count - 1)))
    with pytest.raises(KeyboardInterrupt):
        make_all(tmp_path, monkeypatch, stop)
    assert contents(tmp_path).keys() != files.keys()
    stop = Stop(-1)
    make_all(tmp_path, monkeypatch, stop)
    assert contents(tmp_path) == files


def test_what_was_done_is_not_done_again(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "FOLDER", tmp_path / "new")
    begun = Work("some", "recipe", numbers=(3,), other=(2, 2))
    assert (begun.done, begun["numbers"].tolist(), begun["other"].shape) == (0, [0, 0, 0], (2, 2))
    begun["numbers"] += np.array([1, 2, 2**40])
    begun.done = 5
    begun.save()
    again = Work("some", "recipe", numbers=(3,), other=(2, 2))
    assert (again.done, again["numbers"].tolist()) == (5, [1, 2, 2**40])
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["some.work"]
    assert Work("some", "another recipe", numbers=(3,), other=(2, 2)).done == 0
    again.remove()
    again.remove()
    assert Work("some", "recipe", numbers=(3,)).done == 0


def test_help() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "equity.ranges.making", "--help"],
        capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout.startswith("usage: python -m equity.ranges.making")
    assert "python -m equity.ranges.making vr 4" in done.stdout
    wrong = subprocess.run(
        [sys.executable, "-m", "equity.ranges.making", "vr", "7"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert (wrong.returncode, wrong.stdout) == (2, "")
