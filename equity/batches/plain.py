"""Plain written-out spots answered by compiled code: a call for each step, all rows at once.

Rows that are equal up to suits and players are answered once; rows with equal answers share
one object, so that its text is made once.
"""

from array import array
from functools import lru_cache
from math import lcm

from equity import cards
from equity.batches.answer import Answer, Share
from equity.batches.plan import Plan
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import (
    BOARD_SCRATCH,
    HAND,
    MAX_PLAYERS,
    READING_SCRATCH,
    SPOT,
    SPOT_PLAYERS,
    TALLY,
    TALLY_DEALS,
    TALLY_PLAYERS,
    TALLY_SHARES,
)
from equity.engine.question import SUITED_CLASSES
from equity.engine.tables import BOARD_COUNT
from equity.games import GAMES, HOLE_SIZES
from equity.result import EXACT
from equity.spot import choose_game

CLASS_ROOM = BOARD_COUNT + 4 * sum(SUITED_CLASSES.values())
"""Every board class there can be."""

KERNELS = ("split_rows", "read_spots", "group_rows", "answer_spots", "arrange_tallies")


def load() -> None:
    """Load, or on a first use compile, the kernels of plain rows."""
    native.tables()
    for name in KERNELS:
        native.kernel(name)


def plain_answers(
    plan: Plan, content: "array[int]", rows: "array[int]", cells: "array[int]", count: int
) -> tuple["array[int]", list[Answer]]:
    """For each row the number of its answer, -1 for one that is not plain, and the answers.

    `rows` and `cells` are what the kernel split_rows makes of `content`.
    """
    if plan.options.samples is not None or count == 0:
        return array("q", [-1]) * count, []
    group_rows = native.kernel("group_rows")
    spots, seats = zeros(SPOT * count), zeros(MAX_PLAYERS * count)
    table = zeros(1 << (2 * count).bit_length())
    firsts, groups = zeros(count), zeros(count)
    native.kernel("read_spots")(
        content, rows, count, cells, len(plan.columns.read), int(plan.columns.one_cell), _letters(),
        *_game_tables(), _defaults(plan.game, plan.default_game), zeros(READING_SCRATCH), spots, seats,
    )  # fmt: skip
    different = group_rows(spots, count, SPOT, table, len(table), firsts, groups)
    most = max(spots[SPOT_PLAYERS::SPOT], default=0)
    tallies = zeros(TALLY * max(1, different))
    native.kernel("answer_spots")(
        *native.tables(), spots, firsts, different, _pots(), zeros(HAND * MAX_PLAYERS),
        zeros(4), zeros(4), zeros(4), zeros(BOARD_SCRATCH), zeros(CLASS_ROOM),
        zeros((BOARD_COUNT + 1) * max(2, most)), zeros(4**most), tallies,
    )  # fmt: skip
    arranged = zeros(TALLY * count)
    native.kernel("arrange_tallies")(groups, seats, count, tallies, arranged)
    table = zeros(len(table))
    different = group_rows(arranged, count, TALLY, table, len(table), firsts, groups)
    found = [
        _known_answer(arranged[first * TALLY : (first + 1) * TALLY].tobytes()) for first in firsts[:different]
    ]
    return groups, found


@lru_cache(maxsize=1 << 15)
def _known_answer(tally: bytes) -> Answer:
    """The answer that the integers of a written-out spot come to, as equity.result has it."""
    numbers = array("q", tally)
    players, deals = numbers[TALLY_PLAYERS], numbers[TALLY_DEALS]
    whole = deals * _pots()[players]
    shares = []
    for at in range(TALLY_SHARES, TALLY_SHARES + 3 * players, 3):
        hi, lo, scoop = numbers[at : at + 3]
        shares.append(Share((hi + lo) / whole, hi / whole, lo / whole, scoop / deals, 0.0))
    return Answer(tuple(shares), EXACT, deals, None, None, 0.0)


@lru_cache(maxsize=1)
def _pots() -> "array[int]":
    """A pot that any number of winners can share, by number of players; that of equity.result."""
    return array("q", [0, *(2 * lcm(*range(1, players + 1)) for players in range(1, MAX_PLAYERS + 1))])


@lru_cache(maxsize=1)
def _letters() -> "array[int]":
    """For each byte the rank it stands for, and behind that the suit; 255 for none."""
    letters = array("B", [255]) * 512
    for number, name in enumerate(cards.NAMES):
        for case in (name.upper(), name.lower()):
            letters[ord(case[0])] = number // 4
            letters[256 + ord(case[1])] = number % 4
    return letters


@lru_cache(maxsize=1)
def _game_tables() -> tuple["array[int]", "array[int]", int, "array[int]"]:
    """Names of games in one text, where each lies and which game it means, their number, the games."""
    text, places, rows = "", array("q"), array("q")
    for number, game in enumerate(GAMES):
        for name in (game.name, *game.aliases):
            places.extend((len(text), len(text) + len(name), number))
            text += name
        rows.extend((game.hole, int(game.low), sum(1 << size for size in game.boards)))
    return array("B", text.encode()), places, len(places) // 3, rows


@lru_cache(maxsize=16)
def _defaults(game: str | None, default_game: str | None) -> "array[int]":
    """The game of a row that names none, by the number of hole cards; -1 for none."""
    defaults = array("q", [-1]) * (max(HOLE_SIZES) + 1)
    for hole in HOLE_SIZES:
        defaults[hole] = GAMES.index(choose_game(game, hole, default_game))
    return defaults
