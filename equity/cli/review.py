"""omaha-equity review: what the hands of hand histories were worth."""

from __future__ import annotations

import sys

import click

from equity.errors import OptionError
from equity.games import GAMES

NOTHING_READ = 1


@click.command(
    "review",
    short_help="What the hands of hand histories were worth: equities, EV and luck.",
    epilog="Exit codes: 0 done, even if some hands were refused, 1 nothing could be read or "
    "the output not be written, 2 bad input, 130 on Ctrl-C.",
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH ...")
@click.option("--summary-only", is_flag=True, help="Only the sums, not the hands.")
@click.option(
    "--hero", metavar="NAME", help="Whose results are summed up. Default: whom the cards were dealt to."
)
@click.option(
    "-g",
    "--game",
    metavar="NAME",
    help="Only hands of this game: omaha, omaha8, omaha5, bigo, ..., or an alias such as plo.",
    shell_complete=lambda ctx, param, start: [game.name for game in GAMES if game.name.startswith(start)],
)
@click.option("--allins", is_flag=True, help="Only hands with an all-in before the last card.")
@click.option(
    "--min-pot", type=float, metavar="AMOUNT", help="Only hands with a pot of at least so much, e.g. 25."
)
@click.option(
    "--live-only",
    is_flag=True,
    help="Leave the cards of folded hands in the deck. Default: all cards known to be out of play are dead.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="JSON Lines: one object a hand, amounts in minor units."
)
@click.option("--csv", "as_csv", is_flag=True, help="A header and a row for each player and hand.")
@click.option("--html", metavar="FILE", help="Write a report to look at in a browser, one page on its own.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes to use. Default: one for each core."
)
def command(
    paths: tuple[str, ...],
    summary_only: bool,
    hero: str | None,
    game: str | None,
    allins: bool,
    min_pot: float | None,
    live_only: bool,
    as_json: bool,
    as_csv: bool,
    html: str | None,
    jobs: int | None,
) -> None:
    """What the hands of hand histories were worth.

    Replays each hand under the rules and tells, street by street, the equity of the hands the
    file shows, exactly, for each pot; and, where somebody was all-in before the last card, what
    each player could expect (ev) beside what he got. The difference is luck.

    The sums: net by ev is net without the luck; rake paid the player's part by what he put in;
    all-ins are hands with him in where nobody could bet any more before the last card; showdowns
    those he held to the end, won those of them that paid him. Net leaves out cash-outs; a column
    of its own counts them.

    PATH is a file, a folder (with all folders in it), a pattern in quotes, or - for standard
    input. PokerStars and the sites that write its format (GGPoker, PPPoker, ...), 888, PHH,
    Winamax, Bovada, Full Tilt, PartyPoker, WPN, iPoker, Open Hand History. Hands of other games
    are counted and passed over; a hand that cannot be read is told with its line and the reason.

    \b
    Examples:
    omaha-equity review hands/
    omaha-equity review hands/ --summary-only
    omaha-equity review session.txt --allins --min-pot 50
    omaha-equity review hands/ --html report.html --summary-only
    omaha-equity review 'hands/**/*.txt' --json > hands.jsonl
    omaha-equity review - --csv < session.txt
    """
    from equity.cli.handfiles import check_target, replace_file, sources
    from equity.cli.hands import Csv, JsonLines, Tables, print_any_text, wanted_hands
    from equity.cli.progress import HandProgress, tell
    from equity.engine import cache
    from equity.history.model import Refusal
    from equity.history.reviewed import Reviewed
    from equity.history.reviews import read_all, review_all
    from equity.history.summary import Counts, Summary
    from equity.options import usable_cores
    from equity.views.review import nobody_called

    if as_json + as_csv + summary_only > 1:
        raise OptionError("json, csv and summary-only contradict each other: choose one")
    wanted = wanted_hands(game, allins, min_pot)
    if html is not None:
        check_target(html)
    print_any_text()
    cache.report = tell
    failed: list[str] = []

    def problem(message: str) -> None:
        failed.append(message)
        tell(message)

    files = sources(paths, problem)
    summary = Summary(hero)
    report = None
    if html is not None:
        from equity.views.report import Report

        report = Report(summary)
    printer = JsonLines() if as_json else Csv() if as_csv else Tables(summary_only)
    read = refused = others = matching = 0
    with HandProgress(hidden=sys.stdout.isatty() and not summary_only) as progress:
        for judged in review_all(read_all(files, problem), live_only=live_only, jobs=jobs or usable_cores()):
            if isinstance(judged, Reviewed):
                read += 1
                summary.meet(judged)
                if wanted(judged):
                    matching += 1
                    summary.add(judged)
                    printer.hand(judged)
                    if report:
                        report.add(judged)
            elif isinstance(judged, Refusal):
                refused += 1
                printer.refusal(judged)
                if report:
                    report.add_refusal(judged)
            else:
                others += 1
            progress.update(read + refused + others)
    counts = Counts(len(files), len(failed), read, refused, others, matching)
    if read and hero is not None and hero not in (names := summary.names()):
        raise OptionError(nobody_called(hero, names))
    printer.end(summary, counts)
    if report and html is not None:
        replace_file(html, report.page(counts))
    if not read:
        raise click.exceptions.Exit(NOTHING_READ)
