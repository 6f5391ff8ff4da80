"""omaha-equity range: what a range holds."""

import click

from equity.cli.options import board_option, dead_option, game_option, json_option, macros_option


@click.command("range", short_help="How many hands a range holds, and which.")
@click.argument("expression", metavar="EXPR")
@game_option
@board_option("0, 3, 4 or 5 cards, which no hand of the range can hold.")
@dead_option
@click.option(
    "--list", "listing", is_flag=True, help="List the hands, one a line, with weights if they differ."
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="List the first N hands only.")
@click.option(
    "--sample", type=click.IntRange(1, 1_000_000), metavar="N", help="Draw N hands at random, by weight."
)
@click.option("--seed", type=click.IntRange(0), default=0, metavar="N", help="Seed of --sample. Default 0.")
@macros_option
@json_option
def command(
    expression: str,
    game: str | None,
    board: str,
    dead: str,
    listing: bool,
    limit: int | None,
    sample: int | None,
    seed: int,
    macros: str | None,
    as_json: bool,
) -> None:
    """How many hands a range holds, after board and dead cards, and which.

    EXPR is a range, @FILE or - for standard input. Quote it: * ! $ ( [ mean something to
    shells. In sh, zsh, fish and PowerShell single quotes keep all of them.

    \b
    Examples:
    omaha-equity range 'AA$ds'
    omaha-equity range 'AA,KK:xxyy' --board Kh9d2c --json
    omaha-equity range '$0g$ds!AA' --list --limit 5
    omaha-equity range '[T+][T+][T+][T+]' --game bigo --sample 3
    """
    from equity.cli.inputs import from_files
    from equity.cli.inputs import macros as read_macros
    from equity.errors import OptionError
    from equity.ranges.value import Range
    from equity.spot import choose_game, read_board, read_cards
    from equity.views import range as view

    if (listing or limit) and sample:
        raise OptionError("list and sample contradict each other: choose one")
    chosen = choose_game(game, None)
    blocked = (*read_board(board, chosen), *read_cards(dead, "the dead cards"))
    text = from_files([expression])[0]
    holding = Range.parse(text, chosen.hole, "", read_macros(macros), chosen.low)
    summary = view.summary(holding, chosen.name, blocked)
    hands: list[tuple[str, int]] = []
    listing_weights = holding.is_weighted and not sample
    if sample:
        hands = [(hand, 1) for hand in holding.sample(sample, seed, blocked)]
    elif listing or limit:
        hands = list(view.listed(holding, blocked, limit))
    if as_json:
        if hands:
            summary["list"] = [hand for hand, _ in hands]
        click.echo(view.as_json(summary))
    elif hands:
        for hand, weight in hands:
            click.echo(f"{hand}@{weight}" if listing_weights else hand)
    else:
        click.echo(view.in_words(summary))
