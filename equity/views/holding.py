"""A starting hand: table and JSON."""

from equity.games import find_game
from equity.holding import Holding, Standing
from equity.ranges.orderings import DEFAULT_KIND, KINDS
from equity.views import compact
from equity.views.tables import Table, small_percent
from equity.wording import counted


def as_json(holding: Holding) -> str:
    """One JSON object, full precision."""
    return compact.as_json(holding.to_dict())


def as_table(holding: Holding) -> Table:
    """Its shape in words, then a row for each ordering."""
    game = find_game(holding.game)
    others = "no other hand" if holding.alike == 1 else counted(holding.alike - 1, "hand")
    above = (
        f"{game.title} ({game.name}), {holding.hand}",
        holding.suits,
        holding.pairs,
        holding.ranks,
        f"equity against a random hand {_percent_with_error(holding.equity, holding.standard_error)}",
    )
    below = [
        f"{others} like it but for suits",
        *(
            f"{name}: {kind.meaning}; written 15%{'' if name == DEFAULT_KIND else name}"
            for name, kind in KINDS.items()
        ),
    ]
    return Table(
        above,
        ("ordering", "game", "in the top", "place", "value"),
        tuple(_row(standing) for standing in holding.standings),
        tuple(below),
        (0, 1),
    )


def _row(standing: Standing) -> tuple[str, ...]:
    value, error = standing.value, standing.standard_error
    is_share = KINDS[standing.kind].most == 1
    return (
        f"{KINDS[standing.kind].title} ({standing.kind})",
        standing.game,
        small_percent(standing.percentile),
        f"{standing.position:,} of {standing.of:,}",
        _percent_with_error(value, error) if is_share else _with_error(value, error),
    )


def _with_error(value: float, error: float) -> str:
    return f"{value:.2f} ± {error:.2g}" if error else f"{value:.2f}"


def _percent_with_error(share: float, error: float) -> str:
    return f"{100 * share:.2f}%" + (f" ± {100 * error:.2g}" if error else "")
