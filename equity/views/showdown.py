"""A showdown: table and JSON."""

from equity.games import find_game
from equity.showdown import Best, Showdown
from equity.views import compact
from equity.views.tables import Table


def as_json(showdown: Showdown) -> str:
    """One JSON object."""
    return compact.as_json(showdown.to_dict())


def as_table(showdown: Showdown) -> Table:
    """A row a player: what plays, in words and cards, and the share of the pot."""
    game = find_game(showdown.game)
    header = ["hand", "high", "plays"]
    header += ["low", "plays"] if game.low else []
    header += ["wins"]
    rows, notes = [], []
    for showing, share in zip(showdown.players, showdown.shares, strict=True):
        row = [showing.hand, showing.high.category, _plays(showing.high)]
        if game.low:
            row += [showing.low.category, _plays(showing.low)] if showing.low else ["no low", ""]
        rows.append((*row, _wins(share.hi, share.lo, game.low and not showdown.no_low)))
        if showing.note:
            notes.append(f"{showing.hand}: {showing.note}")
    below = list(notes)
    if showdown.no_low:
        below.append("nobody has a low: the high takes the whole pot")
    return Table(
        (f"{game.title} ({game.name}), board {showdown.board}",),
        tuple(header),
        tuple(rows),
        tuple(below),
        tuple(range(len(header))),
    )


def _plays(best: Best) -> str:
    return f"{best.from_hand} + {best.from_board}"


def _wins(hi: float, lo: float, halves: bool) -> str:
    if not hi and not lo:
        return "nothing"
    if not halves:
        return f"{_percent(hi)} of the pot"
    parts = [name for name, part in (("high", hi), ("low", lo)) if part]
    return f"{_percent(hi + lo)} of the pot ({' and '.join(parts)})"


def _percent(share: float) -> str:
    return f"{100 * share:.4g}%"
