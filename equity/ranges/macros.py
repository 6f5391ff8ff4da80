"""Macros: names for pieces of range text, put in place before the text is read.

A macro stands for text, not for a range: `AA$ds` is `AA:xxyy` and `AA,KK$ds` filters only
the kings. Its name is the longest known one that fits, so `$Rxx` is `$R` and then `xx`. A
definition is expanded by itself, so the text after a macro never lengthens a name in it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from equity.errors import RangeError

BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "ds": ":xxyy",
        "ss": ":xxyz",
        "s": ":xx",
        "o": ":xy",
        "np": "!RR",
        "op": ":RRON",
        "tp": ":RROO",
        "nt": "!RRR",
        "0g": "AKQJ-",
        "1g": "(AKQT-,AKJT-,AQJT-)",
        "2g": "(AKQ9-,AKT9-,AJT9-)",
        "b": "[A-J]",
        "m": "[T-7]",
        "z": "[6-2]",
        "l": "[A,2,3,4,5,6,7,8]",
        "n": "[K-9]",
        "f": "[K-J]",
        "r": "[A-T]",
        "w": "[A,2,3,4,5]",
    }
)
"""The macros everybody has, by their names in lower case, as they are with four hole cards."""

LARGER_HANDS = {"ss": ":xx!xxyy"}
"""Built-in macros that read otherwise with five or six cards: just one suit of two or more."""

LONGEST_SOURCE = 10_000
LONGEST_TEXT = 100_000
DEEPEST_MACRO = 50

_NAME_CHARS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_VARIATION_SELECTORS = "\ufe0e\ufe0f"  # they follow suit symbols and are not seen


class Origin(NamedTuple):
    """Where a character comes from: a place in the user's text, and the macro there, if any."""

    start: int
    stop: int
    macro: str


class Text:
    """Range text without macros and white space, which remembers where it comes from."""

    def __init__(self, source: str, where: str):
        self.source = source
        self.where = where
        self.chars = ""
        self.origins: list[Origin] = []

    def macro(self, at: int) -> str:
        """The user's macro that a character comes out of, or nothing."""
        return self.origins[at].macro

    def error(self, message: str, start: int, stop: int) -> RangeError:
        """A refusal of the characters from `start` to `stop` of this text."""
        if not self.origins:
            return refusal(message, self.source, 0, len(self.source), self.where)
        end = len(self.origins) - 1
        first, last = self.origins[min(start, end)], self.origins[min(max(start, stop - 1), end)]
        if macro := first.macro or last.macro:
            message += f" (in the macro ${macro})"
        return refusal(message, self.source, first.start, last.stop, self.where)


def refusal(message: str, source: str, start: int, stop: int, where: str) -> RangeError:
    """A RangeError that begins with the name of the text at fault, if it has one."""
    return RangeError(f"{where}: {message}" if where else message, source, start, stop)


def expand(source: str, hole: int, where: str, macros: Mapping[str, str]) -> Text:
    """The text with every macro replaced by what it stands for.

    Raises RangeError for an unknown macro, one that names itself, and text too long.
    """
    if len(source) > LONGEST_SOURCE:
        message = f"the range is {len(source):,} characters long; at most {LONGEST_SOURCE:,} are read"
        raise refusal(message, source, LONGEST_SOURCE, len(source), where)
    return _Expansion(source, hole, where, macros).text()


class _Expansion:
    """One run of `expand`; each macro is worked out once, however often it is named."""

    def __init__(self, source: str, hole: int, where: str, macros: Mapping[str, str]):
        self._source, self._where = source, where
        self._definitions = {name.removeprefix("$").lower(): text for name, text in macros.items()}
        if hole > 4:
            for name, text in LARGER_HANDS.items():
                if self._definitions.get(name) == BUILT_IN[name]:
                    self._definitions[name] = text
        self._longest_name = max(map(len, self._definitions), default=0)
        self._done: dict[str, str] = {}

    def text(self) -> Text:
        text = Text(self._source, self._where)
        chars: list[str] = []
        at = 0
        while at < len(self._source):
            if self._source[at] == "$":
                stop, name = self._name(self._source, at, at)
                piece = self._worked_out(name, (), at, stop)
                origin = Origin(at, stop, name)
            else:
                stop = at + 1
                piece = "" if _is_blank(self._source[at]) else self._source[at]
                origin = Origin(at, stop, "")
            self._check_length(len(text.origins) + len(piece), at, stop)
            chars.append(piece)
            text.origins += [origin] * len(piece)
            at = stop
        text.chars = "".join(chars)
        return text

    def _worked_out(self, name: str, outer: tuple[str, ...], start: int, stop: int) -> str:
        """What a macro stands for; `start` and `stop` are the user's macro, `outer` those round this one."""
        if name in outer:
            chain = " > ".join(f"${each}" for each in (*outer[outer.index(name) :], name))
            raise self._refusal(f"the macro ${name} names itself: {chain}", start, stop)
        if len(outer) == DEEPEST_MACRO:
            raise self._refusal(f"macros inside one another more than {DEEPEST_MACRO} deep", start, stop)
        if name in self._done:
            return self._done[name]
        definition = self._definitions[name]
        pieces: list[str] = []
        length = at = 0
        while at < len(definition):
            if definition[at] == "$":
                after, inner = self._name(definition, at, start, stop, name)
                pieces.append(self._worked_out(inner, (*outer, name), start, stop))
            else:
                after = at + 1
                pieces.append("" if _is_blank(definition[at]) else definition[at])
            length += len(pieces[-1])
            self._check_length(length, start, stop)
            at = after
        self._done[name] = "".join(pieces)
        return self._done[name]

    def _name(
        self, text: str, dollar: int, start: int, stop: int | None = None, macro: str = ""
    ) -> tuple[int, str]:
        """Where the macro's name after a dollar ends, and the name; blanks in it do not matter."""
        letters: list[str] = []
        ends: list[int] = []
        for at in range(dollar + 1, len(text)):
            if text[at] in _NAME_CHARS:
                letters.append(text[at].lower())
                ends.append(at + 1)
            elif not _is_blank(text[at]):
                break
            if len(letters) > self._longest_name:
                break
        for length in range(min(len(letters), self._longest_name), 0, -1):
            if (name := "".join(letters[:length])) in self._definitions:
                return ends[length - 1], name
        within = f" (in the macro ${macro})" if macro else ""
        message = self._unknown("".join(letters)) + within
        raise self._refusal(message, start, stop or (ends[-1] if ends else dollar + 1))

    def _unknown(self, name: str) -> str:
        if not name:
            return 'no name follows "$"; a macro is a $ and letters or digits, such as $ds'
        from difflib import get_close_matches

        near = get_close_matches(name[:20], self._definitions, 1, 0.5)
        names = [f"${each}" for each in near or list(self._definitions)[:8]]
        hint = f"did you mean {names[0]}?" if near else f"known are {', '.join(names)} and others"
        return f"there is no macro ${name[:20]}; {hint}"

    def _check_length(self, length: int, start: int, stop: int) -> None:
        if length > LONGEST_TEXT:
            message = f"the macros make the range longer than {LONGEST_TEXT:,} characters"
            raise self._refusal(message, start, stop)

    def _refusal(self, message: str, start: int, stop: int) -> RangeError:
        return refusal(message, self._source, start, stop, self._where)


def _is_blank(char: str) -> bool:
    return char.isspace() or char in _VARIATION_SELECTORS


def read_macros(text: str, name: str) -> dict[str, str]:
    """The macros of a user's file: lines of `$name definition`, blank lines and `# comments`.

    `name` is the file's, for errors. The answer has the names in lower case and without
    the dollar; put it over BUILT_IN (`BUILT_IN | own`), whose names it may define anew.
    Raises RangeError that names the line.
    """
    macros: dict[str, str] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].removeprefix("\ufeff").split(None, 1)
        if not words:
            continue
        where = f"{name} line {number}"
        start = line.index(words[0])
        stop = start + len(words[0])
        macro = words[0].removeprefix("$").lower()
        if words[0][0] != "$":
            message = f'"{words[0][:20]}" is no name of a macro; a line is a $name and its definition'
            raise refusal(message, line, start, stop, where)
        if not macro or not _NAME_CHARS.issuperset(macro):
            message = f'"{words[0][:20]}" is no name of a macro; a name is a $ and letters or digits'
            raise refusal(message, line, start, stop, where)
        if len(words) == 1:
            message = f"${macro} has no definition; write it after the name, such as $ds :xxyy"
            raise refusal(message, line, start, stop, where)
        if macro in macros:
            message = f"${macro} is defined already on line {lines[macro]}"
            raise refusal(message, line, start, stop, where)
        macros[macro] = words[1].strip()
        lines[macro] = number
    return macros
