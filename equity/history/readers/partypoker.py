"""PartyPoker, before and after its format of the 2020s. Both tell uncalled bets as part of the winnings."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Returns, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?\*{5} Hand History [fF]or Game (?P<partypoker_id>\w+) \*{5}"

_STAKES = re.compile(rf"({AMOUNT})/({AMOUNT}) ")
_DATE = re.compile(r"\b([A-Z][a-z]{2})[a-z]* (\d{1,2}),? ([\d:]{7,8}) (\w+) (\d{4})")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_BLINDS = re.compile(rf"Blinds(?:-Antes)? ?\(({AMOUNT})/({AMOUNT})(?: ?- ?({AMOUNT}))?\)")
_BUTTON = re.compile(r"(?:.*-- )?Seat (\d+) is the button")
_SEAT = re.compile(rf"[Ss]eat ?(\d+): (.+) \( ?({AMOUNT}) ?\)")
_STREET = re.compile(r"\*\* Dealing (Flop|Turn|River) \*\*(?: :)? +(\[.*\])")
_POST = re.compile(rf"posts (small blind|big blind|ante)(?: \+ dead)? [\[(]({AMOUNT})[\])]\.?$")
_DEAD = re.compile(rf"posts (?:small & big blinds|.{{0,20}}dead.{{0,20}}) [\[(]({AMOUNT})[\])]\.?$")
_MOVE = re.compile(rf"(folds|checks|calls|bets|raises)(?: ?[\[(] ?({AMOUNT}) ?[\])])?\.?$")
_RAISE_TO = re.compile(rf"raises ({AMOUNT}) to ({AMOUNT})$")
_ALL_IN = re.compile(rf"is all-In(?: +\[({AMOUNT})\])?\.?$", re.IGNORECASE)
_CARDS = re.compile(r"(?:shows|doesn't show) \[ ?([^\]]*)\]")
_WINS = re.compile(rf"wins ({AMOUNT})(?: from the (.*?pot ?\d*))?")
_CASHOUT = re.compile(rf"Cashout Amount is ({AMOUNT})$")
_POTS = re.compile(rf"(?:Main|Side) Pot(?: \d+)?: ({AMOUNT})")
_RAKE = re.compile(rf"Rake: ({AMOUNT})")
_BALANCE = re.compile(rf"(Cashed out )? ?balance ({AMOUNT})(?:, bet {AMOUNT}, collected ({AMOUNT}))?")
_HOLE = re.compile(r"\[ ((?:\w\w,? )+)\]")


def _read(block: Block) -> HandHistory:
    lines = block.numbered()
    draft = _header(lines)
    for draft.line, line in lines[2:]:
        if seat := _SEAT.match(line):
            if not draft.has_events:
                draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif draft.dealt_line(line):
            continue
        elif line.startswith("Main Pot: "):
            draft.rake = sum(draft.minor(rake) for rake in _RAKE.findall(line))
            draft.total_pot = sum(draft.minor(pot) for pot in _POTS.findall(line)) + draft.rake
        elif line.startswith("Board: ["):
            draft.summary_board(line[8:].rstrip("] "))
        elif said := draft.names.split(line, " "):
            _line(draft, *said)
        elif re.search(r" (?:folds|checks|calls \[|bets \[|raises \[)", line):
            draft.note_unknown(line)
    return draft.finish()


def _header(lines: list[tuple[int, str]]) -> Draft:
    start, header = lines[0]
    found = re.match(_HEADER, header)
    title = lines[1][1] if len(lines) > 1 else ""
    variant, limit = find_game_and_limit(title, start + 1, "second line")
    tournament = "trny" in title.lower() or any("Trny:" in line for _, line in lines[2:6])
    draft = Draft(
        "PartyPoker", found["partypoker_id"] if found else "", variant, limit, tournament=tournament
    )
    draft.line = start + 1
    draft.currency = "" if tournament else currency_of(title) or "USD"
    draft.returns = Returns.INCLUDED
    stakes = _STAKES.match(title)
    if stakes:
        draft.blinds(stakes[1], stakes[2], are_bets=limit == "fl")
    elif blinds := _BLINDS.search(title):
        draft.blinds(blinds[1], blinds[2])
    draft.date = _date(title)
    return draft


def _date(title: str) -> str:
    """The date of "Monday, January 06, 07:05:47 EST 2014" and "Mon Jul 20 11:01:17 EDT 2026"."""
    date = _DATE.search(title)
    if date is None or date[1] not in _MONTHS:
        return ""
    return f"{date[5]}-{_MONTHS.index(date[1]) + 1:02}-{int(date[2]):02} {date[3]} {date[4]}"


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, Verb(move[1]), move[2] or 0)
    elif raised := _RAISE_TO.match(text):
        draft.act(name, Verb.RAISE, raised[2], is_total=True)
    elif all_in := _ALL_IN.match(text):
        if all_in[1]:
            draft.act(name, Verb.ALL_IN, all_in[1])
        else:
            draft.mark_all_in(name)
    elif post := _POST.match(text):
        draft.post_whole(name, PostKind(post[1]), post[2])
    elif dead := _DEAD.match(text):
        posted = draft.minor(dead[1])
        live = min(posted, draft.big_blind or posted)
        draft.post(name, PostKind.NEWCOMER, live, posted - live)
    elif paid := _WINS.match(text):
        draft.collect(name, paid[1], paid[2] or "")
    elif sold := _CASHOUT.match(text):
        draft.cash_out(name, sold[1])
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])
    elif balance := _BALANCE.match(text):
        if balance[3] and not balance[1]:
            draft.collect(name, balance[3])
        if hole := _HOLE.search(text):
            draft.deal_to(name, hole[1])


READER = Reader("partypoker", _read, header=_HEADER)
