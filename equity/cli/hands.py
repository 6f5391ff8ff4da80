"""Reviewed hands on the screen or in a pipe: one printer for each output of `review`."""

import io
import sys
from collections.abc import Callable

import click

from equity.errors import OptionError
from equity.games import find_game
from equity.history.model import Refusal
from equity.history.reviewed import Reviewed
from equity.history.summary import Counts, Summary
from equity.views import review as view
from equity.views.tables import plain, show


class Printer:
    """Hands, refusals and the end as one of the outputs shows them."""

    def hand(self, hand: Reviewed) -> None:
        """A hand that was asked for."""

    def refusal(self, refusal: Refusal) -> None:
        """A hand that cannot be read."""
        click.echo(view.refused(refusal), err=True)

    def end(self, summary: Summary, counts: Counts) -> None:
        """The sums and counts, on stderr where stdout is for programs."""
        if counts.matching:
            click.echo("\n".join(plain(view.as_summary(summary))), err=True)
        click.echo(view.in_words(counts), err=True)


class JsonLines(Printer):
    """One JSON object a hand."""

    def hand(self, hand: Reviewed) -> None:
        click.echo(view.as_json(hand))

    def refusal(self, refusal: Refusal) -> None:
        click.echo(view.as_json(refusal))


class Csv(Printer):
    """A row for each player and hand; refusals go to stderr."""

    def __init__(self) -> None:
        click.echo(view.csv_header())

    def hand(self, hand: Reviewed) -> None:
        click.echo(view.as_csv(hand))


class Tables(Printer):
    """For people: a hand is its tables and an empty line, unless only the sums are wanted."""

    def __init__(self, summary_only: bool):
        self.summary_only = summary_only

    def hand(self, hand: Reviewed) -> None:
        if not self.summary_only:
            for table in view.as_tables(hand):
                show(table)
            click.echo()

    def refusal(self, refusal: Refusal) -> None:
        click.echo(view.refused(refusal))

    def end(self, summary: Summary, counts: Counts) -> None:
        if counts.matching:
            show(view.as_summary(summary))
        click.echo(view.in_words(counts))


def wanted_hands(game: str | None, allins: bool, min_pot: float | None) -> Callable[[Reviewed], bool]:
    """Whether a hand was asked for; raises an EquityError for an unknown game or a wrong amount."""
    name = find_game(game).name if game else None
    if min_pot is not None and not 0 <= min_pot < 1e12:
        raise OptionError("min-pot must be an amount of money, such as 25")

    def wanted(hand: Reviewed) -> bool:
        return (
            name in (None, hand.hand.game)
            and (not allins or hand.replayed.allin_street is not None)
            and (min_pot is None or hand.total_pot >= min_pot * hand.hand.unit)
        )

    return wanted


def print_any_text() -> None:
    """Names may hold what the terminal's encoding does not: write that as an escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
