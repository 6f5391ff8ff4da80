"""Which columns of a table say what the spots are, found in its header before anything else."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError
from equity.wording import counted, listed, shortened

ROW_FIELDS = ("method", "deals", "samples", "seed", "standard_error", "error")
"""Result columns of a whole row."""

PLAYER_FIELDS = ("equity", "hi", "lo", "scoop")
"""Result columns of a player; a wide table has them once for each player, with his number."""

PLAYER = "player"
_HAND = re.compile(r"hand([1-9]\d?)")
_MOST_SHOWN = 12


class Naming(NamedTuple):
    """The names of the columns to read, where they are not the usual ones.

    `hands` is the one column of all hands, `hand` are those of one hand each. An empty name
    says that the table has no such column. `options` tells how errors call these names: as
    the options of the command line, or else as the keywords of equity.batch.
    """

    hands: str | None = None
    hand: tuple[str, ...] = ()
    board: str | None = None
    dead: str | None = None
    game: str | None = None
    options: bool = True

    def of(self, role: str) -> str:
        """What names the column of a role."""
        return f"--{role}-column" if self.options else f"{role}_column{'s' * (role == 'hand')}"


class Columns(NamedTuple):
    """The columns of a table: their names, and the places of those that are read, -1 for none."""

    names: tuple[str, ...]
    hands: tuple[int, ...]
    one_cell: bool
    board: int
    dead: int
    game: int

    @property
    def read(self) -> tuple[int, ...]:
        """The places of the cells to be read, in the order of equity.engine.layout."""
        return (self.board, self.dead, self.game, *self.hands)


def find_columns(names: Sequence[str], naming: Naming, source: str) -> Columns:
    """The columns to read; raises OptionError for one that is missing, there twice or meant twice.

    `source` names the table in errors. Usual names are found in any case.
    """
    if not names:
        raise OptionError(f"{source} has no columns")
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        places = listed([str(i) for i, name in enumerate(names, 1) if name == twice], "and")
        raise OptionError(f"{source} has the column {twice!r} twice (columns {places}); rename one of them")
    usual: dict[str, int] = {}
    for place, name in enumerate(names):
        usual.setdefault(name.strip().lower(), place)

    def named(name: str | None, default: str) -> int:
        if name is None:
            return usual.get(default, -1)
        if not name:
            return -1
        if name not in names:
            raise OptionError(f"{source} has no column {name!r}; it has {_shown(names)}")
        return list(names).index(name)

    one_cell = named(naming.hands, "hands") if not naming.hand or naming.hands else -1
    several = tuple(named(name, "") for name in naming.hand)
    if not several and not naming.hands:
        several = _numbered(usual, source)
    if one_cell >= 0 and several:
        raise OptionError(
            f"{source} has hands in one column ({names[one_cell]}) and in several ({names[several[0]]}); "
            f"say which by {naming.of('hands')} or {naming.of('hand')}"
        )
    if one_cell < 0 and not several:
        raise OptionError(
            f"{source} has no column hands, and no hand1, hand2, ...; it has {_shown(names)}; "
            f"{naming.of('hands')} or {naming.of('hand')} names another"
        )
    if len(several) > MAX_PLAYERS:
        number = counted(len(several), "column")
        raise OptionError(f"{source} has {number} of hands; at most {MAX_PLAYERS} can play")
    columns = Columns(
        tuple(names),
        (one_cell,) if one_cell >= 0 else several,
        one_cell >= 0,
        named(naming.board, "board"),
        named(naming.dead, "dead"),
        named(naming.game, "game"),
    )
    _check_roles(columns, naming, source)
    return columns


def _check_roles(columns: Columns, naming: Naming, source: str) -> None:
    """Refuse a column that is meant to be two things."""
    hands = ["hands"] if columns.one_cell else [f"hand {n}" for n in range(1, len(columns.hands) + 1)]
    roles: dict[int, str] = {}
    for place, role in zip(columns.read, ("board", "dead", "game", *hands), strict=True):
        if place >= 0 and place in roles:
            first = roles[place]
            way_out = (
                f"{naming.of('hand')} must name different columns"
                if first.startswith("hand")
                else f"{naming.of(first)} names another, or '' for none"
            )
            raise OptionError(
                f"{source} has one column {shortened(columns.names[place], 20)!r} for {first} "
                f"and for {role}; {way_out}"
            )
        roles[place] = role


def _numbered(usual: dict[str, int], source: str) -> tuple[int, ...]:
    """The places of hand1, hand2, ...; raises OptionError when one between them is missing."""
    places = {int(found[1]): place for name, place in usual.items() if (found := _HAND.fullmatch(name))}
    missing = [number for number in range(1, max(places, default=0)) if number not in places]
    if missing:
        raise OptionError(f"{source} has a column hand{max(places)}, but no hand{missing[0]}")
    return tuple(places[number] for number in sorted(places))


def result_names(players: int, long: bool) -> tuple[str, ...]:
    """The columns that a batch adds, in their order."""
    if long:
        return (PLAYER, *PLAYER_FIELDS, *ROW_FIELDS)
    numbered = [f"{field}{player}" for player in range(1, players + 1) for field in PLAYER_FIELDS]
    return (*numbered, *ROW_FIELDS)


def check_names(names: Sequence[str], results: Sequence[str], source: str) -> None:
    """Refuse a table that has a column of a result's name already."""
    both = [name for name in names if name in results]
    if both:
        raise OptionError(
            f"{source} has a column {both[0]!r}, as the results have; rename it or leave it out "
            f"({counted(len(both), 'such column')})"
        )


def only_read(columns: Columns) -> Columns:
    """The same columns without those that are not read."""
    kept = sorted({place for place in columns.read if place >= 0})

    def moved(place: int) -> int:
        return kept.index(place) if place >= 0 else -1

    return Columns(
        tuple(columns.names[place] for place in kept),
        tuple(map(moved, columns.hands)),
        columns.one_cell,
        moved(columns.board),
        moved(columns.dead),
        moved(columns.game),
    )


def result_types(players: int, long: bool) -> dict[str, str]:
    """The Arrow type of each result column."""
    types = {"method": "string", "error": "string", "standard_error": "float64"}
    counts = {PLAYER, "deals", "samples", "seed"}
    return {
        name: types.get(name, "int64" if name in counts else "float64")
        for name in result_names(players, long)
    }


def _shown(names: Sequence[str]) -> str:
    shown = [shortened(name, 20) or "''" for name in names[:_MOST_SHOWN]]
    return listed(shown, "and") + (", ..." if len(names) > _MOST_SHOWN else "")
