"""888poker, Pacific Poker and the other rooms of Cassava: no line tells rake or uncalled bets."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Returns, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?\*{5} (?:\w[\w .-]{0,30}) Hand History for Game (?P<pacific_id>\d+)"

_STAKES = re.compile(rf"({AMOUNT})/({AMOUNT}) Blinds (.*?) - \*{{3}} (\d\d) (\d\d) (\d{{4}}) ([\d:]+)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \( ({AMOUNT}) \)")
_STREET = re.compile(r"\*\* Dealing (flop|turn|river) \*\* (\[.*\])")
_CARDS = re.compile(r"(?:shows|mucks) \[ ?([^\]]*)\]")
_DEAD = re.compile(rf"posts dead blind \[({AMOUNT}) \+ ({AMOUNT})\]")
_MOVE = re.compile(rf"(folds|checks|calls|bets|raises)(?: \[({AMOUNT})\])?$")
_POST = re.compile(rf"posts (small blind|big blind|ante) \[({AMOUNT})\]")
_COLLECTED = re.compile(rf"collected \[ ({AMOUNT}) \]")
_CARD = re.compile(r"(10|Kn|[2-9TJQKADEBVH])([shdc])")

_RANKS = {"Kn": "J", "D": "Q", "E": "A", "B": "J", "V": "Q", "H": "K"}
"""Swedish (knekt, dam, ess) and Dutch (boer, vrouw, heer) court cards."""


def _read(block: Block) -> HandHistory:
    lines = block.numbered()
    draft = _header(lines)
    for draft.line, line in lines[2:]:
        if seat := _SEAT.match(line):
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _STREET.match(line):
            draft.deal(street[1], _in_english(street[2]))
        elif draft.dealt_line(line, _in_english):
            continue
        elif said := draft.names.split(line, " "):
            _line(draft, *said)
    return draft.finish()


def _header(lines: list[tuple[int, str]]) -> Draft:
    start, header = lines[0]
    stakes = _STAKES.match(lines[1][1]) if len(lines) > 1 else None
    if stakes is None:
        raise Unreadable("the second line tells no stakes", start + 1)
    variant, limit = find_game_and_limit(stakes[3], start + 1, "second line")
    tournament = any(line.startswith("Tournament #") for _, line in lines[2:4])
    found = re.match(_HEADER, header)
    draft = Draft("888poker", found["pacific_id"] if found else "", variant, limit, tournament=tournament)
    draft.line = start + 1
    draft.blinds(stakes[1], stakes[2])
    draft.currency = "" if tournament else currency_of(stakes[0])
    draft.date = f"{stakes[6]}-{stakes[5]}-{stakes[4]} {stakes[7]}"
    draft.returns = Returns.SILENT
    return draft


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, Verb(move[1]), move[2] or 0)
    elif post := _POST.match(text):
        draft.post_whole(name, PostKind(post[1]), post[2])
    elif dead := _DEAD.match(text):
        draft.post(name, PostKind.NEWCOMER, dead[2], dead[1])
    elif shown := _CARDS.match(text):
        draft.deal_to(name, _in_english(shown[1]))
    elif paid := _COLLECTED.match(text):
        draft.collect(name, paid[1])


def _in_english(text: str) -> str:
    """The text with the court cards of other languages in ours."""
    return _CARD.sub(lambda card: _RANKS.get(card[1], card[1]) + card[2], text)


READER = Reader("pacific", _read, header=_HEADER)
