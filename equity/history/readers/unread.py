"""Sites whose hands we know when we see them and do not read: each is counted and refused by name."""

from __future__ import annotations

import re

from equity.history.model import HandHistory, Unreadable
from equity.history.readers.family import Reader
from equity.history.text import Block

_SITES = (
    ("Absolute Poker", r"Stage #\d+: "),
    ("Cake", r"Hand#\w+ - "),
    ("Enet", r"Game #\d+: .* - %\d"),
    ("Everest", r"\s*<HAND time="),
    ("IGT", r'\{"history":\['),
    ("KingsClub", r"#\d+: (?:Pot |No )?Limit "),
    ("Merge", r"\s*<game id="),
    ("MicroGaming", r"\s*<Game hhversion="),
    ("MicroGaming as exported by a tracker", r"\*\* Hand # ?\d+ starting"),
    ("PKR", r"Starting Hand #\d+"),
    ("iPoker as exported by a tracker", r"GAME #\d+: "),
    ("Merge as exported by a tracker", r"MERGE_GAME #\d+: "),
    ("SealsWithClubs", r"Hand #\d+-\d+ - \d{4}"),
)
_ID = r"(?=.*?(?:#\s?|\bid=\"|\"handId\":\")(?P<unread_id>[\w.-]+)|)"
_HEADER = rf"\ufeff?{_ID}(?:{'|'.join(header for _, header in _SITES)})"


def _read(block: Block) -> HandHistory:
    line = block.lines[0].lstrip("\ufeff")
    site = next(site for site, header in _SITES if re.match(header, line))
    raise Unreadable(f"hands of {site} are not read", block.start)


READER = Reader("unread", _read, header=_HEADER)
