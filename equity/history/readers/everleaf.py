"""Everleaf: raises are chips added, and no line tells of an uncalled bet."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Returns, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?\*{5} Hand history for game #(?P<everleaf_id>\d+) \*{5}"

_TITLE = re.compile(rf"(?:Blinds )?({AMOUNT})/({AMOUNT}) (.*?) - (\d{{4}})/(\d\d)/(\d\d) - ([\d:]+)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \( +({AMOUNT}) \)")
_STREET = re.compile(r"\*\* Dealing (Flop|Turn|River) \*\* (\[.*\])")
_POST = re.compile(rf"posts (?:a )?(small blind|big blind|ante) \[({AMOUNT})\]")
_MOVE = re.compile(
    rf"(folds|checks|calls|bets|raises)(?: \[({AMOUNT})\])?(?: to \[?{AMOUNT}\]?)?(?: All-In)?$"
)
_CARDS = re.compile(r"shows \[ ([^\]]*)\]")
_WINS = re.compile(rf"wins +(?:(high|low) +)?\(?({AMOUNT})\)? from (\w+ pot)")


def _read(block: Block) -> HandHistory:
    lines = block.numbered()
    draft = _header(lines)
    for draft.line, line in lines[2:]:
        if seat := _SEAT.match(line):
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif not draft.dealt_line(line) and (said := draft.names.split(line, ": ", " ")):
            _line(draft, *said)
    return draft.finish()


def _header(lines: list[tuple[int, str]]) -> Draft:
    start, header = lines[0]
    title = _TITLE.match(lines[1][1]) if len(lines) > 1 else None
    if title is None:
        raise Unreadable("the second line tells no stakes", start + 1)
    variant, limit = find_game_and_limit(title[3], start + 1, "second line")
    found = re.match(_HEADER, header)
    draft = Draft("Everleaf", found["everleaf_id"] if found else "", variant, limit)
    draft.line = start + 1
    draft.currency = currency_of(title[1])
    draft.blinds(title[1], title[2], are_bets=limit == "fl")
    draft.date = f"{title[4]}-{title[5]}-{title[6]} {title[7]}"
    draft.returns = Returns.SILENT
    return draft


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, Verb(move[1]), move[2] or 0, all_in=text.endswith("All-In"))
    elif post := _POST.match(text):
        draft.post_whole(name, PostKind(post[1]), post[2])
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])
    elif paid := _WINS.match(text):
        draft.collect(name, paid[2], paid[3])


READER = Reader("everleaf", _read, header=_HEADER)
