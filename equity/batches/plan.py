"""Plan: all that answering a chunk of a table depends on, and the chunk; both can be sent anywhere."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from equity import __version__
from equity.batches.columns import Columns
from equity.engine.layout import MAX_PLAYERS
from equity.options import Options
from equity.spot import ENVIRONMENT, choose_game

TEXT, JSON_LINES, VALUES = "text", "jsonl", "values"
"""The forms of an answered chunk: rows of cells, rows of JSON, and lists of values by column."""


class Plan(NamedTuple):
    """How the rows of a table are to be answered.

    `delimiter` parts the cells of chunks, `out_delimiter` those of answered rows. `game` is
    that of rows which name none, `default_game` what OMAHA_EQUITY_GAME says here. `players`
    is for how many players a wide table has columns; a `long` one has a row a player.
    `carry` says that values come with those of the input's columns.
    """

    columns: Columns
    options: Options
    macros: Mapping[str, str]
    delimiter: str = ","
    out_delimiter: str = ","
    game: str | None = None
    default_game: str | None = None
    form: str = TEXT
    long: bool = False
    players: int = MAX_PLAYERS
    strict: bool = False
    carry: bool = False
    version: str = __version__

    def described(self) -> dict[str, Any]:
        """What decides on the output's bytes, by the names of the command's options."""
        options = self.options
        return {
            "columns": list(self.columns.names),
            "hands-column": [self.columns.names[place] for place in self.columns.hands],
            **{
                f"{name}-column": self.columns.names[place] if place >= 0 else ""
                for name, place in zip(("board", "dead", "game"), self.columns.read, strict=False)
            },
            "game": self.game or "",
            ENVIRONMENT: self.default_game or "",
            "macros": dict(self.macros),
            "exact": options.exact,
            "samples": options.samples,
            "precision": options.precision,
            "max-seconds": options.max_seconds,
            "seed": options.seed,
            "delimiter": [self.delimiter, self.out_delimiter],
            "form": self.form,
            "long": self.long,
            "players": self.players,
            "version": self.version,
        }


class Chunk(NamedTuple):
    """Rows of a table as text.

    `line` is where the first of them stands, for messages; `end` and `end_line` where the
    input goes on after the last; `carried` what is to be joined with the answers later.
    """

    text: bytes
    line: int
    end: int
    end_line: int
    carried: Any = None


class Cut(NamedTuple):
    """A place between two rows of a chunk: in its text, in rows, in lines."""

    offset: int
    row: int
    line: int


class Fault(NamedTuple):
    """A bad row: its line, and what is wrong."""

    line: int
    message: str


class Done(NamedTuple):
    """The answered rows of a chunk, as bytes or, by column, as values.

    `faults` are the first few of the `errors` bad rows. `cuts` is empty when the chunk is
    done; else the answered rows end at the first cut, and the rest is worth dividing at the
    others. `stopped` is the bad row that a strict batch ends at, the first cut before it.
    """

    payload: Any
    rows: int
    errors: int
    faults: tuple[Fault, ...]
    cuts: tuple[Cut, ...] = ()
    stopped: Fault | None = None


def default_game() -> str:
    """The default game of this process, for workers whose environment may differ; raises GameError."""
    return choose_game(None, None).name
