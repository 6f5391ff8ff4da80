"""The answer to a spot: table, JSON, CSV."""

import csv
import io
from typing import TYPE_CHECKING

from equity.games import find_game
from equity.result import EXACT, PlayerResult, Result
from equity.views import compact
from equity.views.tables import Table
from equity.wording import counted, shortened

if TYPE_CHECKING:
    from equity.breakdown import Breakdown

HILO_COLUMNS = ("equity", "hi", "lo", "scoop", "quartered", "hi win", "hi tie", "lo win", "lo tie")
HIGH_COLUMNS = {"equity": "equity", "win": "hi_win", "tie": "hi_tie"}
SPOT_FIELDS = ("game", "board", "dead", "method", "deals", "samples", "seed", "seconds", "no_low")
PLAYER_FIELDS = (
    "hand", "equity", "standard_error", "hi", "lo", "scoop", "quartered",
    "hi_win", "hi_tie", "lo_win", "lo_tie",
)  # fmt: skip


def as_json(result: Result, parts: "Breakdown | None" = None) -> str:
    """One JSON object, full precision; `breakdown` is in it when there is one."""
    answer = result.to_dict() | ({"breakdown": parts.to_dict()} if parts else {})
    return compact.as_json(answer)


def as_csv(result: Result) -> str:
    """A header and a row a player; null is empty."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow((*SPOT_FIELDS, *PLAYER_FIELDS))
    spot = [getattr(result, field) for field in SPOT_FIELDS]
    rows.writerows([*spot, *(getattr(player, field) for field in PLAYER_FIELDS)] for player in result.players)
    return text.getvalue().removesuffix("\n")


def as_table(result: Result, alone: bool = False) -> Table:
    """A table in percent; `alone` says that the random opponent was not asked for."""
    game = find_game(result.game)
    columns = {name: name.replace(" ", "_") for name in HILO_COLUMNS} if game.low else HIGH_COLUMNS
    above = [f"{game.title} ({game.name})" + _cards("board", result.board) + _cards("dead", result.dead)]
    if alone:
        above.append(f"{_short(result.players[0].hand)} alone plays against a random hand")
    below = [how(result)]
    if game.low:
        below.append(f"no low in {_percent(result.no_low)} of deals")
    return Table(
        tuple(above),
        ("hand", *columns),
        tuple(_row(player, tuple(columns.values())) for player in result.players),
        tuple(below),
    )


def breakdown_table(result: Result, parts: "Breakdown") -> Table:
    """A row for each class of the opponent's hands, in percent."""
    game = find_game(result.game)
    columns = {name: name for name in ("equity", "hi", "lo", "scoop")} if game.low else HIGH_COLUMNS
    below: tuple[str, ...] = ()
    if error := max(part.player.standard_error for part in parts.parts):
        below = (f"sampled in part: standard error {100 * error:.2g} percentage points at most",)
    return Table(
        ("", f"{_short(result.players[0].hand)} against {_short(parts.opponent)}, by {parts.by}"),
        (parts.by, "frequency", *columns),
        tuple(
            (
                part.name,
                _percent(part.frequency),
                *(_percent(getattr(part.player, field)) for field in columns.values()),
            )
            for part in parts.parts
        ),
        below,
    )


def how(result: Result) -> str:
    """One line on how the answer was found."""
    seconds = f"{result.seconds:.2f} s" if result.seconds >= 0.1 else f"{1000 * result.seconds:.1f} ms"
    if result.method == EXACT:
        return f"exact: {counted(result.deals or 0, 'deal')} in {seconds}"
    return (
        f"monte-carlo: {counted(result.samples or 0, 'sample')} in {seconds}, seed {result.seed}, "
        f"standard error {100 * result.standard_error:.2g} percentage points at most"
    )


def _row(player: PlayerResult, fields: tuple[str, ...]) -> tuple[str, ...]:
    return (_short(player.hand), *(_percent(getattr(player, field)) for field in fields))


def _short(hand: str) -> str:
    """A long range, cut: a table is to be looked at."""
    return shortened(hand, 40)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"


def _cards(name: str, cards: str) -> str:
    return f", {name} {cards}" if cards else ""
