"""omaha-equity equity: the default command."""

import click

from equity.cli.options import board_option, dead_option, game_option, json_option, macros_option
from equity.cli.progress import Progress, tell
from equity.errors import OptionError


@click.command(
    "equity",
    short_help="How much of the pot each hand wins (the default command).",
    epilog="Exit codes: 0 done, 2 bad input, 1 anything else, 130 on Ctrl-C.",
)
@click.argument("hands", nargs=-1, required=True, metavar="HAND [vs] HAND ...")
@game_option
@board_option("3, 4 or 5 cards; in Courchevel also the door card alone.")
@dead_option
@macros_option
@click.option(
    "--exact", is_flag=True, help="Insist on an exact answer; refused when estimated above an hour."
)
@click.option("--samples", type=int, metavar="N", help="Deal exactly N deals at random.")
@click.option(
    "--precision",
    type=float,
    metavar="PCT",
    help="Sample to this standard error, in percentage points, e.g. 0.1.",
)
@click.option(
    "--max-seconds",
    type=float,
    metavar="S",
    help="End sampling after S seconds; refuse an exact answer estimated longer.",
)
@click.option(
    "--seed",
    type=int,
    metavar="N",
    help="Seed of the sampling: the same seed gives the same answer. Default 0.",
)
@click.option("--threads", type=int, metavar="N", help="Threads to use. Default: every core.")
@click.option(
    "--breakdown",
    is_flag=True,
    help="The first hand's equity against each class of the second's: by made hand, or by suits preflop.",
)
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="A header and one row a player.")
def command(
    hands: tuple[str, ...],
    game: str | None,
    board: str,
    dead: str,
    macros: str | None,
    exact: bool,
    samples: int | None,
    precision: float | None,
    max_seconds: float | None,
    seed: int | None,
    threads: int | None,
    breakdown: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """How much of the pot each hand wins.

    A HAND is written-out cards (AsKs9h8h, any case, 10 or T, in quotes also with blanks),
    random, or a range ('AA$ds', 'AKQJ-:xxyy'; quote it), or @FILE or - for one from a file
    or standard input. One hand alone plays against a random one. vs, v and versus may
    stand between hands.

    \b
    Examples:
    omaha-equity AsKs9h8h vs random --board Kh9d2c
    omaha-equity AsKs9h8h QdJdTc9c --game omaha
    omaha-equity 'AA$ds' vs 'KK,QQ' --board Kh9d2c --game omaha
    omaha-equity AsKs9h8h 'JJ,TT,99' --board Kh9d2c --game omaha --breakdown
    omaha-equity As2s3hKd 9cTcJdQd --board 7h5d2c --dead 2h2d --json
    omaha-equity AsKsQh9h8d random random --game bigo --precision 0.05
    omaha-equity AsKs9h8h2d random --game courchevel --board Kd
    """
    from equity.cli.inputs import from_files
    from equity.cli.inputs import macros as read_macros
    from equity.options import make_options
    from equity.spot import make_spot, split_hands

    if as_json and as_csv:
        raise OptionError("json and csv contradict each other: choose one")
    if as_csv and breakdown:
        raise OptionError("csv has a row a player and no breakdown; use --json for it")
    options = make_options(exact or None, samples, precision, max_seconds, seed, threads)
    written = split_hands(from_files(hands))
    spot = make_spot(written, board, dead, game, macros=read_macros(macros))

    from equity.engine import cache
    from equity.solve import solve
    from equity.views import equity as view

    parts = None
    if breakdown:
        from equity.breakdown import break_down, check_two

        check_two(spot)
    cache.report = tell
    with Progress() as progress:
        result = solve(spot, options, progress.update)
        if breakdown:
            parts = break_down(spot, options, progress.update)
    if as_json:
        click.echo(view.as_json(result, parts))
    elif as_csv:
        click.echo(view.as_csv(result))
    else:
        from equity.views.tables import show

        show(view.as_table(result, alone=len(written) == 1))
        if parts:
            show(view.breakdown_table(result, parts))
