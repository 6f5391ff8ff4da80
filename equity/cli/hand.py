"""omaha-equity hand: where a starting hand stands."""

import click

from equity.cli.options import game_option, json_option
from equity.cli.progress import Progress, tell


@click.command("hand", short_help="Where a starting hand stands, and what it is worth.")
@click.argument("hand", metavar="HAND")
@game_option
@click.option(
    "--exact", is_flag=True, help="Count the equity exactly where the shipped ordering has an estimate."
)
@json_option
def command(hand: str, game: str | None, exact: bool, as_json: bool) -> None:
    """Where a starting hand stands among all hands, and its equity against a random one.

    Shown are its suits, pairs and gaps; its equity before the flop, exact with four cards
    and else within 0.1 (five cards) or 0.2 points (six), unless --exact takes the seconds to
    count it; and its place in each ordering that percent ranges use, so 15% holds it when it
    stands in the top 15%.

    \b
    Examples:
    omaha-equity hand AsKs9h8h
    omaha-equity hand AsAh3s2h --game omaha8 --json
    omaha-equity hand AsKsQh9h8d --exact
    """
    from equity.engine import cache
    from equity.holding import describe
    from equity.views import holding as view

    cache.report = tell
    with Progress() as progress:
        described = describe(hand, game, exact=exact, progress=progress.update)
    if as_json:
        click.echo(view.as_json(described))
    else:
        from equity.views.tables import show

        show(view.as_table(described))
