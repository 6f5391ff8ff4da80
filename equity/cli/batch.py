"""omaha-equity batch: a file of spots to a file of answers."""

import sys
from contextlib import AbstractContextManager, closing
from typing import TYPE_CHECKING

import click

from equity.cli.options import game_option, macros_option

if TYPE_CHECKING:
    from equity.batches.run import Summary, Workers

FAILURE = 1


@click.command(
    "batch",
    short_help="A file of spots to a file of answers: CSV, TSV, Parquet.",
    epilog=(
        "Exit codes: 0 every row is answered, 1 some rows are bad or the run broke off, 2 bad input, "
        "130 on Ctrl-C."
    ),
)
@click.argument("file", metavar="FILE")
@click.option(
    "-o", "--output", "out", metavar="OUT", help="Where the answers go. Default: CSV to standard output."
)
@game_option
@click.option("--hands-column", metavar="NAME", help="The column of all hands. Default: hands.")
@click.option(
    "--hand-column",
    "hand_columns",
    multiple=True,
    metavar="NAME",
    help="A column of one hand; once for each. Default: hand1, hand2, ...",
)
@click.option("--board-column", metavar="NAME", help="Default: board, if there is one; '' for none.")
@click.option("--dead-column", metavar="NAME", help="Default: dead, if there is one; '' for none.")
@click.option("--game-column", metavar="NAME", help="Default: game, if there is one; '' for none.")
@click.option("--long", is_flag=True, help="One row a player instead of one a spot.")
@click.option("--jsonl", is_flag=True, help="JSON Lines: an object a row.")
@click.option(
    "--players",
    type=click.IntRange(2, 10),
    metavar="N",
    help="Result columns for N players. Default: as many as the widest row has.",
)
@click.option("--strict", is_flag=True, help="Stop at the first bad row.")
@click.option("--resume", is_flag=True, help="Go on where an interrupted run of the same batch ended.")
@click.option("--force", is_flag=True, help="Overwrite OUT, and start again if a run was interrupted.")
@click.option("--exact", is_flag=True, help="Insist on exact answers; rows out of reach are errors.")
@click.option("--samples", type=int, metavar="N", help="Deal exactly N deals at random for every row.")
@click.option("--precision", type=float, metavar="PCT", help="Sample to this standard error, in points.")
@click.option(
    "--max-seconds",
    type=float,
    metavar="S",
    help="Answer exactly what one core can in S seconds, by estimate. Default 2.",
)
@click.option("--seed", type=int, metavar="N", help="Seed from which, with its spot, each row's comes.")
@click.option("--jobs", "--threads", "jobs", type=int, metavar="N", help="Threads. Default: every core.")
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="A Dask cluster: tcp://host:8786, or local:4 for four processes here.",
)
@macros_option
def command(
    file: str,
    out: str | None,
    game: str | None,
    hands_column: str | None,
    hand_columns: tuple[str, ...],
    board_column: str | None,
    dead_column: str | None,
    game_column: str | None,
    long: bool,
    jsonl: bool,
    players: int | None,
    strict: bool,
    resume: bool,
    force: bool,
    exact: bool,
    samples: int | None,
    precision: float | None,
    max_seconds: float | None,
    seed: int | None,
    jobs: int | None,
    scheduler: str | None,
    macros: str | None,
) -> int:
    """The equities of every spot in a table.

    FILE is CSV, TSV or Parquet, or - for standard input. Its header names the columns: hands
    (AsKs9h8h vs QdJdTc9c) or hand1, hand2, ...; perhaps board, dead, game; all others pass
    through. Hands are what the command line takes: cards, ranges, random. Behind the input's
    columns come equity1 hi1 lo1 scoop1 and so on for each player, then method, deals,
    samples, seed, standard_error and error.

    OUT is written as OUT.partial and gets its name when it is complete. OUT.run tells
    --resume what was run. A bad row gets an error and stops nothing. The same rows give the
    same bytes, on any number of threads or machines.

    \b
    Examples:
    omaha-equity batch spots.csv -o out.csv
    omaha-equity batch spots.csv -o out.csv --resume
    omaha-equity batch spots.parquet -o out.parquet --game omaha
    omaha-equity batch - --hands-column matchup --jsonl < spots.csv
    omaha-equity batch spots.csv -o out.csv --scheduler tcp://10.0.0.5:8786
    """
    from equity.batches.columns import Naming
    from equity.batches.job import Request, prepare
    from equity.batches.run import run
    from equity.cli.inputs import macros as read_macros
    from equity.cli.progress import RowProgress, tell
    from equity.engine import cache
    from equity.options import make_options

    cache.report = tell
    job = prepare(
        Request(
            file,
            out,
            Naming(hands_column, hand_columns, board_column, dead_column, game_column),
            make_options(exact or None, samples, precision, max_seconds, seed, jobs),
            read_macros(macros),
            game,
            players,
            long,
            jsonl,
            strict,
            resume,
            force,
        ),
        sys.stdout.buffer,
    )
    unit = job.source.unit
    with closing(job.source), closing(job.output):
        if job.complete:
            tell(f"{out} is complete")
            return _told(job.complete, unit)
        with _workers(scheduler, job.jobs) as workers, RowProgress(job.source.size) as progress:
            summary = run(job.plan, job.source, job.output, workers, job.header, job.encode, progress.update)
    return _told(summary, unit, out)


def _workers(scheduler: str | None, jobs: int) -> "AbstractContextManager[Workers]":
    if scheduler is None:
        from equity.batches.run import threads

        return threads(jobs)
    from equity.batches.cluster import cluster
    from equity.cli.progress import tell

    return cluster(scheduler, tell)


def _told(summary: "Summary", unit: str, out: str | None = None) -> int:
    """Say what there is to say of a run on stderr; return its exit code."""
    from equity.cli.progress import tell
    from equity.wording import counted

    if summary.stopped:
        tell(f"{unit} {summary.stopped.line}: {summary.stopped.message}")
        if out:
            tell(f"the rows before it are in {out}.partial; --resume without --strict goes on with them")
        return FAILURE
    if not summary.errors:
        tell(f"{counted(summary.rows, 'row')}, none with an error", problem=False)
        return 0
    places = ", ".join(str(fault.line) for fault in summary.faults)
    more = ", ..." if summary.errors > len(summary.faults) else ""
    tell(
        f"{counted(summary.rows, 'row')}, {counted(summary.errors, 'error')}: "
        f"{unit}{'s' * (summary.errors > 1)} {places}{more}"
    )
    first = summary.faults[0]
    tell(f"{unit} {first.line}: {first.message}")
    return FAILURE
