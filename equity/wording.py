"""Small pieces of the sentences that errors are made of."""

from collections.abc import Iterator, Sequence

MESSAGE_LENGTH = 280
"""Characters of an error message that a person is shown."""

ELLIPSIS = "..."

FORMULAS = tuple("=+-@\t\r")
"""What a cell begins with that a spreadsheet takes for a formula."""

RANK_NAMES = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip


def rank_names(rank: int) -> str:
    """ "aces", "sixes"."""
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def counted(number: int, noun: str) -> str:
    """ "1 card", "3 cards", "1,086,008 deals"."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(words: Sequence[str], joint: str) -> str:
    """ "a, b and c" with the joint "and"."""
    return f" {joint} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def shortened(text: str, length: int = 60) -> str:
    """The text, cut to a length."""
    return text if len(text) <= length else text[: length - 3] + "..."


def times(number: int) -> str:
    """ "twice", "three times", "12 times"."""
    return {2: "twice", 3: "three times"}.get(number, f"{number} times")


def in_words(seconds: float) -> str:
    """A rough duration: "3 s", "12 min", "5 h", "400 days"."""
    for unit, length in (("years", 365 * 86_400), ("days", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.0f} {unit}"
    return f"{seconds:.0f} s" if seconds >= 1 else f"{seconds:.1g} s"


def number_name(number: int) -> str:
    """ "no", "one", ... "six"."""
    return ("no", "one", "two", "three", "four", "five", "six")[number]


def printable(text: str) -> str:
    """The text with everything that is no plain character written as an escape."""
    return "".join(_escaped(text))


def _escaped(text: str) -> Iterator[str]:
    for char in text:
        if char.isprintable():
            yield char
        else:
            code = ord(char)
            yield (
                f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
            )


def spreadsheet_safe(text: str) -> str:
    """The text with an apostrophe in front if a spreadsheet would run it as a formula.

    Cells that come from a stranger, a player's name above all, could else fetch or send
    something when the table is opened ("CSV injection").

    >>> spreadsheet_safe("=1+1"), spreadsheet_safe("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{text}" if text.startswith(FORMULAS) else text


def abridged(text: str, length: int) -> str:
    """The text, cut in the middle to `length` characters."""
    if len(text) <= length:
        return text
    head = (length - len(ELLIPSIS)) * 2 // 3
    return text[:head] + ELLIPSIS + text[head + len(ELLIPSIS) - length :]
