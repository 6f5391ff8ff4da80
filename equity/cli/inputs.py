"""What arguments stand for: files, standard input, and the user's macros."""

import os
import sys
from collections.abc import Sequence

from equity.errors import OptionError
from equity.ranges.macros import BUILT_IN, read_macros

LONGEST_FILE = 1_000_000


def from_files(arguments: Sequence[str]) -> list[str]:
    """The arguments, with @FILE replaced by what the file holds and - by standard input.

    Line breaks and comments (from # to the end of a line) do not count. Raises OptionError
    for a file that cannot be read.
    """
    return [
        _content(argument) if argument == "-" or argument.startswith("@") else argument
        for argument in arguments
    ]


def _content(argument: str) -> str:
    try:
        if argument == "-":
            text = sys.stdin.read(LONGEST_FILE) if sys.stdin else ""
        else:
            with open(argument[1:], encoding="utf-8-sig") as file:
                text = file.read(LONGEST_FILE)
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise OptionError(f"cannot read {argument[1:] or 'standard input'}: {reason}", argument) from None
    return " ".join(line.partition("#")[0].strip() for line in text.splitlines()).strip()


def macros(path: str | None) -> dict[str, str]:
    """The built-in macros and the user's own: of this file, or else of the default one.

    That is omaha-equity/macros in XDG_CONFIG_HOME or ~/.config; it need not exist. Raises
    an EquityError that names the line of a wrong definition.
    """
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    file = path or os.path.join(base, "omaha-equity", "macros")
    try:
        with open(file, encoding="utf-8-sig") as lines:
            text = lines.read(LONGEST_FILE)
    except FileNotFoundError:
        if path is None:
            return dict(BUILT_IN)
        raise OptionError(f"there is no file of macros {path}", path) from None
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        raise OptionError(f"cannot read the macros {file}: {reason}", file) from None
    return {**BUILT_IN, **read_macros(text, file)}
