"""The command group, and the one place where errors become messages and exit codes."""

import io
import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from equity import __version__, cards
from equity.cli.errors import in_lines
from equity.errors import EquityError
from equity.wording import printable

DEFAULT_COMMAND = "equity"
COMMANDS = {
    name: f"equity.cli.{name}" for name in ("equity", "range", "hand", "showdown", "batch", "review", "cache")
}
"""Every command and the module that holds it, as `command`; loaded when asked for."""

CARD_LETTERS = frozenset((cards.RANKS + cards.SUITS).lower())
FAILURE, BAD_INPUT, INTERRUPTED = 1, 2, 130

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _check_misspelt(word: str) -> None:
    """Refuse what is nearly a command and no hand at all."""
    if word.isalpha() and len(word) > 2 and not set(word.lower()) <= CARD_LETTERS:
        from difflib import get_close_matches

        if near := get_close_matches(word.lower(), COMMANDS, 1, 0.65):
            raise click.UsageError(f"{word[:40]!r} is no hand; did you mean the command {near[0]}?")


class Commands(click.Group):
    """Commands loaded when needed; arguments that name none belong to the default command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or args[0] == "help":
            args = ["--help"]
        elif args[0] not in COMMANDS and args[0] not in ("-h", "--help", "--version"):
            _check_misspelt(args[0])
            args = [DEFAULT_COMMAND, *args]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)  # before click breaks the line for it

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage("omaha-equity", "HAND [vs] HAND ... [OPTIONS]")
        formatter.write_usage("omaha-equity", "COMMAND ... (COMMAND --help tells more)", prefix="       ")


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, prog_name="omaha-equity", message="%(prog)s %(version)s")
def commands() -> None:
    """How much of the pot do these Omaha hands win?

    Omaha and Omaha hi/lo with four, five (Big O) and six hole cards, and Courchevel.

    omaha-equity equity --help tells of --board, --game, --exact and the other options.

    \b
    Examples:
    omaha-equity AsKs9h8h vs random --board Kh9d2c
    omaha-equity AsKs9h8h QdJdTc9c --game omaha
    omaha-equity 'AA$ds' vs 'KK,QQ' --game omaha
    omaha-equity As2s3hKd 9cTcJdQd random --json
    omaha-equity batch spots.csv -o out.csv
    omaha-equity showdown AhQsJc7d KcKs4s4d --board Kh9h9d4h2c
    omaha-equity review hands/ --html report.html
    """


def main() -> NoReturn:
    """Run the command line and exit: 0 done, 1 failure, 2 bad input, 130 on Ctrl-C."""
    # A stream that the caller closed is None; what is written to it goes nowhere.
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every encoding has ±, and names may have more
    try:
        status = commands.main(prog_name="omaha-equity", standalone_mode=False) or 0
        sys.stdout.flush()
    except (EquityError, click.ClickException) as error:
        _complain(in_lines(error))
        status = BAD_INPUT
    except (KeyboardInterrupt, click.Abort):
        status = INTERRUPTED
    except BrokenPipeError:
        status = FAILURE
    except OSError as error:
        _complain([f"Error: {printable(_reason(error))}"])
        status = FAILURE
    _leave(status if isinstance(status, int) else 0)


def _reason(error: OSError) -> str:
    """What could not be done; errors that say it themselves have no number."""
    if error.errno is None:
        return str(error)
    if error.filename is None:
        return f"cannot write the output: {error.strerror}"
    return f"cannot use {error.filename}: {error.strerror}"


def _complain(lines: list[str]) -> None:
    with suppress(OSError):
        print("\n".join(lines), file=sys.stderr)


def _leave(status: int) -> NoReturn:
    """End at once: threads may still be busy with chunks that nobody waits for."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)
