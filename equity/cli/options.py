"""Options that several commands share."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def game_option(function: Command) -> Command:
    """-g/--game"""
    return click.option(
        "-g",
        "--game",
        metavar="NAME",
        help=(
            "omaha, omaha8, omaha5, bigo, omaha6, omaha6-8, courchevel, courchevel8, or an alias "
            "such as plo. Default: by the number of cards, hi/lo; OMAHA_EQUITY_GAME changes it."
        ),
    )(function)


def board_option(text: str, **settings: Any) -> Callable[[Command], Command]:
    """-b/--board"""
    return click.option("-b", "--board", metavar="CARDS", help=text, **settings)


def dead_option(function: Command) -> Command:
    """-d/--dead"""
    return click.option("-d", "--dead", default="", metavar="CARDS", help="Cards known to be out of play.")(
        function
    )


def macros_option(function: Command) -> Command:
    """--macros"""
    return click.option(
        "--macros", metavar="FILE", help="Macros for ranges. Default: ~/.config/omaha-equity/macros."
    )(function)


def json_option(function: Command) -> Command:
    """--json"""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object, full precision.")(function)
