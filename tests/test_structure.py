"""What may import what, and sizes that two modules must agree on."""

import ast
from pathlib import Path

import pytest

from equity.engine import (
    boards,
    cliques,
    dealing,
    hands,
    layout,
    matching,
    patterns,
    randoms,
    sampling,
    tables,
    versus,
)
from equity.games import GAMES, HOLE_SIZES
from equity.ranges.making import dealt
from tests.commands import ROOT

LAYERS = (
    ("errors", "wording", "ranking", "games", "files"),
    ("cards", "options", "rules"),
    ("shape",),
    ("engine",),
    ("workers",),
    ("ranges",),
    ("spot",),
    ("result", "canonical"),
    ("exact", "showdown"),
    ("plan",),
    ("solve",),
    ("holding", "breakdown", "history"),
    ("batches",),
    ("views",),
    ("cli",),
)
"""From the bottom up: a module imports from its own layer and those below."""

LEVEL = {name: level for level, names in enumerate(LAYERS) for name in names}


def imports(path: Path) -> set[str]:
    """The parts of equity that a file imports anywhere."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "equity":
            parts = node.module.split(".")
            names |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return names & set(LEVEL)


def test_every_module_has_a_layer():
    here = {path.stem if path.is_file() else path.name for path in (ROOT / "equity").iterdir()}
    assert here - {"__init__", "__main__", "__pycache__", "py"} == set(LEVEL)


@pytest.mark.parametrize("name", LEVEL)
def test_imports_point_down(name: str):
    home = ROOT / "equity" / name
    for path in home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")]:
        for used in imports(path):
            assert LEVEL[used] <= LEVEL[name], f"{path.name} imports {used}"


def test_the_engine_knows_no_text_and_no_user():
    for path in (ROOT / "equity" / "engine").glob("*.py"):
        assert imports(path) <= {"engine", "ranking"}, path.name


def test_scratch_is_as_large_as_its_users_need():
    assert layout.BOARD_SCRATCH >= boards.ENDS + 2 * tables.PAIRS
    assert layout.RANDOMS_SCRATCH >= randoms.SEATS + 11 * randoms.SEAT
    assert randoms.SEATS >= cliques.RANK_STACK + 3 * 24
    assert layout.SAMPLING_SCRATCH >= sampling.HELD + 10 * layout.MAX_HOLE
    assert layout.VERSUS_SCRATCH >= versus.SECOND_STARTS + versus.STRENGTH_LIMIT + 1
    assert patterns.MATCH_SCRATCH >= matching.CHOOSE + layout.MAX_HOLE * 52
    assert dealing.NUMBERS >= versus.PAIR_STRENGTHS + dealing.DECK**2
    assert layout.DEALING_SCRATCH >= dealing.DEALT + dealing.ROW * layout.MOST_DEALT
    assert layout.RANKING_SCRATCH >= 0xFFFF + 2  # the digits of 16 bits, and where the last one ends
    assert hands.LOW < layout.HAND


def test_dealt_hands_fit_the_tallies():
    for hole in HOLE_SIZES:
        together = (dealing.DECK - 5) // hole
        assert together - 1 < layout.CREDIT_SIDE  # none to all of the others
        assert max(dealt.SHUFFLES * hole, dealt.CHOSEN) * together <= layout.MOST_DEALT
        assert together >= dealt.SEATS
    assert max(dealt.SUM.values()) + 2 <= layout.DEAL_TALLY
    for winners in range(1, dealt.SEATS + 1):
        assert dealt.SHARES % winners == 0


def test_games_fit_the_engine():
    assert max(HOLE_SIZES) <= layout.MAX_HOLE
    assert layout.MAX_HOLE * (layout.MAX_HOLE - 1) // 2 <= layout.SUITS - layout.FIRST_PAIR
    for hole in HOLE_SIZES:
        assert layout.SUBSETS[hole] == sum(boards.choose(52, size) for size in range(hole))
    names = [name for game in GAMES for name in (game.name, *game.aliases)]
    assert len(names) == len(set(names))
