"""From bytes to words: amounts, encodings, names, and which game a header names."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.history.amounts import AMOUNT, currency_of, from_number, minor_units, money
from equity.history.model import Unreadable
from equity.history.names import Names
from equity.history.text import LONGEST_LINE, decode, split_lines
from equity.history.variants import find_limit, find_variant


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        ("$1,049", 104900),
        ("1 049,50 €", 104950),
        ("$ 3.243", 324300),
        ("1\u00a0192,48 $", 119248),
        ("3\u202f023,50 €", 302350),
        ("€0.5", 50),
        ("0,05€", 5),
        ("$.", None),
        ("kr 5,50", 550),
        ("¥5113", 511300),
        ("₹1,25", 125),
        ("£12,345,678.9", 1234567890),
        ("1'000.50", 100050),
        ("20 USD", 2000),
        ("0", 0),
        ("0.001", None),
        ("1,23,456", None),
        ("12.3456", None),
        ("1" * 40, None),
        ("abc", None),
        ("", None),
    ],
)
def test_amounts(text: str, minor: int | None):
    if minor is None:
        with pytest.raises(Unreadable):
            minor_units(text, 100)
    else:
        assert minor_units(text, 100) == minor


def test_chips_have_no_parts():
    assert minor_units("30000.00", 1) == 30000
    assert minor_units("1,500", 1) == 1500
    with pytest.raises(Unreadable, match="smaller than a chip"):
        minor_units("1.50", 1)


@given(
    st.integers(0, 10**12), st.sampled_from([(",", "."), (".", ","), (" ", ","), ("\u00a0", ","), ("'", ".")])
)
def test_amounts_read_back(minor: int, marks: tuple[str, str]):
    thousands, decimal = marks
    text = f"{minor // 100:,}".replace(",", thousands) + f"{decimal}{minor % 100:02}"
    assert minor_units(f"€{text}", 100) == minor


@given(st.integers(0, 10**15), st.sampled_from([1, 100]))
def test_money_reads_back(amount: int, unit: int):
    assert minor_units(money(amount, unit), unit) == amount


def test_numbers():
    assert from_number(Decimal("17.29"), 100) == 1729
    assert from_number(Decimal("0.30000000000000004"), 100) == 30
    for number in (
        Decimal("0.001"),
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal(-1),
        Decimal("1e99"),
        True,
        "1",
        0.5,
    ):
        with pytest.raises(Unreadable):
            from_number(number, 100)


def test_an_amount_ends_where_it_should():
    import re

    line = "calls $1,049.50 and is all-in"
    assert re.search(AMOUNT, line).group() == "$1,049.50"
    assert re.search(AMOUNT, "bets 5 USD]").group() == "5 USD"
    assert re.search(AMOUNT, "raises 20€ to 30€").group() == "20€"
    assert [currency_of(text) for text in ("$5", "5 €", "5 SEK", "5")] == ["USD", "EUR", "SEK", ""]


TEXT = "Seat 1: Zoë (€5 in chips)\nSeat 2: Åke ($5 in chips)\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(encoding: str):
    assert decode(TEXT.encode(encoding)) == TEXT


def test_utf16_with_the_other_mark():
    assert decode(b"\xfe\xff" + TEXT.encode("utf-16-be")) == TEXT


@given(st.binary(max_size=300))
def test_any_bytes_are_some_text(data: bytes):
    assert isinstance(decode(data), str)


def test_lines():
    assert split_lines("a\r\nb\rc\nd \u2028e\x0bf") == ["a", "b", "c", "d \u2028e\x0bf"]
    assert [len(line) for line in split_lines("x" * 10_000)] == [LONGEST_LINE]
    assert split_lines("3Â\u00a0023") == ["3\u00a0023"]


def test_names():
    names = Names(["bob", "bob: folds", "Al [x] 7", "7"])
    assert names.split("bob: folds: calls $5", ": ") == ("bob: folds", "calls $5")
    assert names.split("bob: folds", ": ") == ("bob", "folds")
    assert names.split("Al [x] 7 collected 7 from pot", " ") == ("Al [x] 7", "collected 7 from pot")
    assert names.split("bobby: folds", ": ") is None
    assert names.split("bob said hello", ": ") is None
    assert "bob: folds" in names
    assert "bobby" not in names


@pytest.mark.parametrize(
    ("title", "game", "limit"),
    [
        ("Omaha Pot Limit ($1/$2 USD)", "omaha", "pl"),
        ("5 Card Omaha Pot Limit ($1/$2 USD)", "omaha5", "pl"),
        ("6 Card Omaha Hi/Lo No Limit ($1/$2)", "omaha6-8", "nl"),
        ("Omaha Hi/Lo Limit ($1/$2)", "omaha8", "fl"),
        ("HORSE (Omaha Hi/Lo Limit, $1/$2)", "omaha8", "fl"),
        ("Mixed NLH/PLO 6-Max (Hold'em No Limit, $1/$2)", None, "nl"),
        ("8-Game (Omaha Pot Limit, $1/$2)", "omaha", "pl"),
        ("Courchevel Hi/Lo Pot Limit ($1/$2)", "courchevel8", "pl"),
        ("PLO ($2/$5)", "omaha", "pl"),
        ("PLO-5 ($2/$5)", "omaha5", "pl"),
        ("Tournament #1, Omaholic Bounty $8.40 Omaha (NL postflop)", "omaha", "nl"),
        ("Fix Limit OmahaHL", "omaha8", "fl"),
        ("OMAHA HiLo Pot Limit", "omaha8", "pl"),
        ("Omaha8 pot limit", "omaha8", "pl"),
        ("Omaha5 pot limit", "omaha5", "pl"),
        ("PL Omaha H/L", "omaha8", "pl"),
        ("$400 Cap Pot Limit Omaha Hi", "omaha", "pl"),
        ("PL 5 Card Omaha Hi", "omaha5", "pl"),
        ("FL Omaha Hi-Lo", "omaha8", "fl"),
        ("5Card Omaha H/L(Pot Limit)", "bigo", "pl"),
        ("POT LIMIT OMAHA HI LO", "omaha8", "pl"),
        ("Omaha HiLow PL", "omaha8", "pl"),
        ("Pot Limit Big O", "bigo", "pl"),
        ("OmahaHiLo", "omaha8", None),
        ("5 Card Draw Pot Limit", None, "pl"),
        ("Limit Stud H/L", None, "fl"),
        ("Hold'em No Limit", None, "nl"),
        ("7 Card Omaha Pot Limit", None, "pl"),
        ("Double Board Omaha Pot Limit", None, "pl"),
    ],
)
def test_headers(title: str, game: str | None, limit: str | None):
    variant = find_variant(title)
    found = variant.game() if variant else None
    assert (found.name if found else None, find_limit(title)) == (game, limit)


def test_the_cards_have_the_last_word():
    variant = find_variant("Omaha Hi/Lo Pot Limit")
    assert variant is not None
    assert [game.name for dealt in (0, 4, 5, 6) if (game := variant.game(dealt))] == [
        "omaha8",
        "omaha8",
        "bigo",
        "omaha6-8",
    ]
    assert variant.game(2) is None
