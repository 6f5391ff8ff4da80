"""Amounts of money and chips as sites print them, to whole minor units."""

from __future__ import annotations

import re
from decimal import Decimal

from equity.history.model import Unreadable
from equity.wording import shortened

_SPACE = "\u00a0\u202f"
_SIGNS = "$€£¥￥₹฿\u0080"  # the last is a euro sign that was read as Latin-1
_UNIT = rf"(?:[{_SIGNS}]|kr\.?|[A-Z]{{3}})"
_MARK = rf"[.,' {_SPACE}]"
_NUMBER = rf"\d{{1,15}}(?:{_MARK}\d{{1,3}}){{0,6}}"
"""Bounded, so that no search takes more than linear time."""

AMOUNT = rf"(?:{_UNIT}\s?)?{_NUMBER}(?:\s?{_UNIT}(?!\w))?"
"""A pattern for one amount, with its currency sign before or after the number."""

LONGEST = 15
"""Digits; more than any pot ever held, and exact in every program that reads our JSON."""

_DIGITS = re.compile(_NUMBER)
_OTHER_DIGIT = re.compile(r"\d")
_CURRENCIES = {"$": "USD", "€": "EUR", "\u0080": "EUR", "£": "GBP", "¥": "CNY", "￥": "CNY", "₹": "INR"}


def minor_units(text: str, unit: int) -> int:
    """The amount in whole minor units, `unit` of them in a whole one.

    The last separator followed by one or two digits is the decimal mark, by three a
    thousands mark: 1,049.50 and 1 049,50 and 1.049. Raises Unreadable for anything else, and
    for a part smaller than a minor unit.

    >>> [minor_units(text, 100) for text in ("$1,049", "1 049,50 €", "$ 3.243", "€0.5", "kr 12")]
    [104900, 104950, 324300, 50, 1200]
    """
    found = _DIGITS.search(text)
    if found is None or _OTHER_DIGIT.search(text, found.end()):
        raise Unreadable(f'"{shortened(text, 40)}" is no amount')
    parts = re.split(_MARK, found.group())
    fraction = parts.pop() if len(parts) > 1 and len(parts[-1]) < 3 else ""
    whole = "".join(parts)
    grouped = parts[1:]
    if len(whole) > LONGEST or any(len(group) != 3 for group in grouped) or (grouped and parts[0] == "0"):
        raise Unreadable(f'"{shortened(text, 40)}" is no amount')
    minor = int(fraction.ljust(2, "0") or "0") * unit
    if minor % 100:
        raise Unreadable(f'"{shortened(text, 40)}" is smaller than a chip')
    return int(whole) * unit + minor // 100


def from_number(number: object, unit: int) -> int:
    """The minor units of a number from a format that has numbers; Unreadable unless they are whole.

    Numbers that passed through binary fractions are rounded to the minor unit they stand for.
    """
    shown = shortened(str(number), 40)
    if isinstance(number, bool) or not isinstance(number, int | Decimal):
        raise Unreadable(f'"{shown}" is no amount')
    exact = Decimal(number)
    if not exact.is_finite() or not 0 <= exact < 10**LONGEST:
        raise Unreadable(f'"{shown}" is no amount')
    minor = exact * unit
    if abs(minor - round(minor)) > Decimal("1e-6"):
        raise Unreadable(f'"{shown}" is no amount of whole minor units')
    return round(minor)


def currency_of(text: str) -> str:
    """The code of the currency whose sign or code stands in the text, "" without one."""
    sign = next((sign for sign in _CURRENCIES if sign in text), "")
    code = re.search(r"\b(?:USD|EUR|GBP|CNY|INR|SEK|CAD|mBTC)\b", text)
    return _CURRENCIES[sign] if sign else code.group() if code else ""


def money(amount: int, unit: int) -> str:
    """An amount for people: 1,049.50 of 104950 cents, 12 of 1200, and chips as they are.

    >>> money(104950, 100), money(1200, 100), money(344, 1)
    ('1,049.50', '12', '344')
    """
    whole, part = divmod(amount, unit)
    return f"{whole:,}.{part:02}" if part else f"{whole:,}"
