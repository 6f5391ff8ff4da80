"""Bovada, Ignition and Bodog: positions instead of names, and everybody's cards after a while."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?(?P<bovada_site>Bovada|Ignition|Bodog(?:\.\w+)?) (?:Zone )?Hand #(?P<bovada_id>\d+)"

_STAKES = re.compile(rf"\(({AMOUNT})/({AMOUNT})\)|Stakes: ({AMOUNT})-({AMOUNT})")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?: (\w+))?\s*$")
_SEAT = re.compile(rf"Seat (\d+): ([^\[(]+)(\[ME\] )?\(({AMOUNT}) in chips\)")
_DEALER = re.compile(r"Set dealer(?:/Bring in spot)? \[(\d+)\]")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (\[.*)")
_POST = re.compile(
    rf"(?i:(?:ante/)?(small blind)|(big blind)(?:/bring in)?|(ante) chip|posts (dead )?chip) ({AMOUNT})$"
)
_MOVE = re.compile(rf"(?i:(fold|check|call|bet)s?)(?: ?\(\w+\))?(?: ({AMOUNT}))?$")
_RAISE = re.compile(rf"(?i:raises|all-in\(raise\)) ({AMOUNT})(?: to ({AMOUNT}))?$")
_ALL_IN = re.compile(rf"All-in ({AMOUNT})$")
_DEALT = re.compile(r"Card dealt to a spot \[([^\]]*)\]")
_SHOWN = re.compile(r"(?:Does not show|Mucks|\[Mucked\]) \[([^\]]*)\]")
_RESULT = re.compile(rf"(?i:hand result)(-side pot)? ({AMOUNT})$", re.IGNORECASE)
_RETURN = re.compile(rf"Return uncalled portion of bet ({AMOUNT})")
_TOTAL = re.compile(rf"Total Pot\(({AMOUNT})\)")
_VERBS = {"fold": Verb.FOLD, "check": Verb.CHECK, "call": Verb.CALL, "bet": Verb.BET}


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    for draft.line, line in block.numbered()[1:]:
        if seat := _SEAT.match(line):
            draft.seat(int(seat[1]), seat[2], seat[4])
            if seat[3]:
                draft.hero = seat[2].strip()
        elif street := _STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif total := _TOTAL.match(line):
            draft.total_pot = draft.minor(total[1])
        elif line.startswith("Board ["):
            draft.summary_board(line[7:].split("]")[0])
        else:
            name, colon, text = line.partition(" : ")
            name = name.replace("[ME]", "").strip()
            if colon and name in draft.names:
                _line(draft, name, text)
    return draft.finish()


def _header(block: Block) -> Draft:
    header = block.lines[0]
    found = re.match(_HEADER, header)
    if found is None:
        raise Unreadable("no header", block.start)
    variant, limit = find_game_and_limit(header, block.start)
    tournament = "Tournament #" in header
    draft = Draft(found["bovada_site"], found["bovada_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else currency_of("$")
    for line in block.lines[:2]:
        if stakes := _STAKES.search(line):
            small, big = (stakes[1], stakes[2]) if stakes[1] else (stakes[3], stakes[4])
            draft.blinds(small, big)
    if date := _DATE.search(header):
        draft.date = date[1] + (f" {date[2]}" if date[2] else "")
    return draft


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, _VERBS[move[1].lower()], move[2] or 0)
    elif raised := _RAISE.match(text):
        total = raised[2] or raised[1]
        draft.act(name, Verb.RAISE, total, is_total=True, all_in=text.startswith("All-in"))
    elif pushed := _ALL_IN.match(text):
        draft.act(name, Verb.ALL_IN, pushed[1])
    elif post := _POST.match(text):
        _post(draft, name, *post.groups())
    elif dealer := _DEALER.match(text):
        draft.button = int(dealer[1])
    elif shown := _DEALT.match(text) or _SHOWN.search(text):
        draft.deal_to(name, shown[1])
    elif back := _RETURN.match(text):
        draft.return_uncalled(name, back[1])
    elif paid := _RESULT.match(text):
        draft.collect(name, paid[2], "side pot" if paid[1] else "")


def _post(draft: Draft, name: str, small: str, big: str, ante: str, dead: str, amount: str) -> None:
    if ante or dead:
        draft.post(name, PostKind.ANTE if ante else PostKind.NEWCOMER, 0, amount)
    else:
        kind = PostKind.SMALL_BLIND if small else PostKind.BIG_BLIND if big else PostKind.NEWCOMER
        draft.post(name, kind, amount)


READER = Reader("bovada", _read, header=_HEADER)
