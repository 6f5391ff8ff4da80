"""OnGame: pots with their winners on one line, and the stacks afterwards."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?\*{5} History for hand (?P<ongame_id>[\w-]+) .*"

_TABLE = re.compile(rf"Table: .* \((\w+) (\w+) ({AMOUNT})/({AMOUNT}), (.+)\)$")
_DATE = re.compile(r"Start hand: \w+ (\w+) (\d+) ([\d:]+) (\S+) (\d{4})")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT})\)(, net: .*)?$")
_STREET = re.compile(r"--- Dealing (flop|turn|river) (\[.*\])")
_DEALT = re.compile(r"Dealing to (.+): (\[.*\])")
_POST = re.compile(rf"posts (small blind|big blind|ante) \(({AMOUNT})\)")
_MOVE = re.compile(rf"(folds|checks|calls|bets|raises)(?: ({AMOUNT}))?(?: to ({AMOUNT}))?( \[all in\])?$")
_POT = re.compile(rf"((?:Main|Side) pot(?: \d+)?): ({AMOUNT}) won by (.*)")
_WIN = re.compile(rf" \(({AMOUNT})(?: (?:High|Low))?\)(?:, )?")
_RAKE = re.compile(rf"Rake taken: ({AMOUNT})")
_HOLE = re.compile(r"\[((?:\w\w, )+\w\w)\]")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    total = 0
    for draft.line, line in block.numbered()[1:]:
        if pot := _POT.match(line):
            total += draft.minor(pot[2])
            _winners(draft, pot[3], pot[1])
        elif seat := _SEAT.match(line.split(", [")[0]):
            _seat(draft, seat, line)
        elif line.startswith("Button: seat "):
            draft.button = int(line[13:]) if line[13:].isdecimal() else None
        elif street := _STREET.match(line):
            draft.deal(street[1], street[2])
        elif dealt := _DEALT.match(line):
            if dealt[1] in draft.names:
                draft.deal_to(dealt[1], dealt[2].strip("[]"), hero=True)
        elif rake := _RAKE.match(line):
            draft.rake = draft.minor(rake[1])
        elif said := draft.names.split(line, " "):
            _line(draft, *said)
    draft.total_pot = total or None
    return draft.finish()


def _header(block: Block) -> Draft:
    table = next((found for line in block.lines[:6] if (found := _TABLE.match(line))), None)
    found = re.match(_HEADER, block.lines[0])
    if table is None or found is None:
        raise Unreadable("there is no line that tells the table and the game", block.start)
    title = f"{table[1]} {table[2]}".replace("_", " ")
    variant, limit = find_game_and_limit(title, block.start, "table")
    tournament = "(TOURNAMENT" in block.lines[0]
    draft = Draft("OnGame", found["ongame_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else currency_of(table[3])
    draft.blinds(table[3], table[4], are_bets=limit == "fl")
    for line in block.lines[:4]:
        if (date := _DATE.match(line)) and date[1] in _MONTHS:
            month = _MONTHS.index(date[1]) + 1
            draft.date = f"{date[5]}-{month:02}-{int(date[2]):02} {date[3]} {date[4]}"
    return draft


def _seat(draft: Draft, seat: re.Match[str], line: str) -> None:
    """A seat before the hand, or after it with the cards shown."""
    if not draft.has_events:
        draft.seat(int(seat[1]), seat[2], seat[3])
    elif seat[2] in draft.names:
        draft.final_stack(seat[2], seat[3])
        if hole := _HOLE.search(line):
            draft.deal_to(seat[2], hole[1])


def _winners(draft: Draft, text: str, pot: str) -> None:
    """Take "NAME (amount), NAME (amount High)"."""
    while text and (said := draft.names.split(text, " (")):
        paid = _WIN.match(text, len(said[0]))
        if paid is None:
            return
        draft.collect(said[0], paid[1], pot)
        text = text[paid.end() :]


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, Verb(move[1]), move[3] or move[2] or 0, is_total=bool(move[3]), all_in=bool(move[4]))
    elif post := _POST.match(text):
        draft.post_whole(name, PostKind(post[1]), post[2])


READER = Reader("ongame", _read, header=_HEADER)
