"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from equity.errors import OptionError
from equity.games import GAMES
from equity.wording import times

Command = TypeVar("Command", bound=Callable[..., Any])


def game_option(function: Command) -> Command:
    """-g/--game"""
    return click.option(
        "-g",
        "--game",
        multiple=True,
        callback=_once,
        shell_complete=lambda ctx, param, incomplete: [
            game.name for game in GAMES if game.name.startswith(incomplete)
        ],
        metavar="NAME",
        help=(
            "omaha, omaha8, omaha5, bigo, omaha6, omaha6-8, courchevel, courchevel8, or an alias "
            "such as plo. Default: by the number of cards, hi/lo; OMAHA_EQUITY_GAME changes it."
        ),
    )(function)


def board_option(text: str) -> Callable[[Command], Command]:
    """-b/--board, an empty text when it is not given"""
    return click.option(
        "-b",
        "--board",
        multiple=True,
        callback=lambda ctx, param, values: _once(ctx, param, values) or "",
        metavar="CARDS",
        help=text,
    )


def dead_option(function: Command) -> Command:
    """-d/--dead, which may be repeated"""
    return click.option(
        "-d",
        "--dead",
        multiple=True,
        callback=lambda ctx, param, values: " ".join(values),
        metavar="CARDS",
        help="Cards known to be out of play.",
    )(function)


def _once(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> str | None:
    """The value of an option that may be given once; what it is without, None if nothing."""
    if len(values) > 1:
        raise OptionError(f"{param.opts[-1]} is given {times(len(values))}; give it once")
    return values[0] if values else None


def macros_option(function: Command) -> Command:
    """--macros"""
    return click.option(
        "--macros", metavar="FILE", help="Macros for ranges. Default: ~/.config/omaha-equity/macros."
    )(function)


def json_option(function: Command) -> Command:
    """--json"""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object, full precision.")(function)
