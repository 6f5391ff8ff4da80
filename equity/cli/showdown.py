"""omaha-equity showdown: what each hand makes on a full board, and who wins."""

import click

from equity.cli.options import board_option, dead_option, game_option, json_option


@click.command("showdown", short_help="Each player's best high and low on a full board, and who wins.")
@click.argument("hands", nargs=-1, required=True, metavar="HAND ...")
@board_option("The five board cards.")
@game_option
@dead_option
@json_option
def command(hands: tuple[str, ...], board: str, game: str | None, dead: str, as_json: bool) -> None:
    """Each player's best high and low on a full board, and who wins which part of the pot.

    Exactly two hole cards play with exactly three board cards, for the high and, on its
    own, for the low. Where better-looking cards do not count, it says why.

    \b
    Examples:
    omaha-equity showdown AhQsJc7d 9s8c5h3h KcKs4s4d --board Kh9h9d4h2c --game omaha
    omaha-equity showdown As2s9hKd 3c4dQhQd --board 8c6d5h4sQs --json
    """
    from equity.showdown import showdown
    from equity.spot import split_hands
    from equity.views import showdown as view

    result = showdown(split_hands(hands), board, dead=dead, game=game)
    if as_json:
        click.echo(view.as_json(result))
    else:
        from equity.views.tables import show

        show(view.as_table(result))
