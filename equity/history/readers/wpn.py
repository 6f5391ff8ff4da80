"""The Winning Poker Network: Americas Cardroom and others, in the old format and the new one."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, OtherGame, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit, find_variant

_OLD_HEADER = r"\ufeff?Game started at: .*"
_NEW_HEADER = r"\ufeff?(?:Game )?Hand #(?P<wpn_id>\d+) - .*"

_OLD_TITLE = re.compile(rf"Game ID: (\d+) ({AMOUNT})/({AMOUNT}) (.*)\(([^()]*)\)")
_OLD_DATE = re.compile(r"Game started at: (\d{4})/(\d+)/(\d+) (\d+):(\d+):(\d+)")
_OLD_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT})\)\.$")
_OLD_POST = re.compile(rf"(?:has )?(small blind|big blind|straddle|ante|posts) \(({AMOUNT})\)$")
_OLD_MOVE = re.compile(rf"(folds|checks|calls|bets|raises|allin|caps|straddle)(?: \(({AMOUNT})\))?$")
_OLD_CARD = re.compile(r"received (?:a )?card: \[(\w+)\]")
_OLD_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\*: (\[.*\])")
_OLD_POT = re.compile(rf"Pot: ({AMOUNT}) ?\. ?Rake ({AMOUNT})\.?(?: JP fee ({AMOUNT}))?")
_OLD_SHOWN = re.compile(r"\[([\w ]+)\]")
_COLLECTS = re.compile(rf"Collects: ({AMOUNT})\.")

_NEW_TITLE = re.compile(
    r" - (?:(Tournament) #\d+ - )?([^-(]*)\(([\w ]+)\) - (?:Level \d+ \()?"
    rf"({AMOUNT})/({AMOUNT})\)? ?- (\d{{4}})/(\d\d)/(\d\d) ([\d:]+)(?: (\w+))?"
)
_BUTTON_CARD = re.compile(r"Dealt to .* \[\w\w\]$")
_NEW_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT})\)$")
_NEW_BUTTON = re.compile(r".*Seat #(\d+) is the button")
_NEW_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\* (\[.*\])")
_NEW_POST = re.compile(rf"posts (?:the )?(?:(small blind|big blind|ante|straddle) )?({AMOUNT})$")
_NEW_MOVE = re.compile(
    rf"(folds|checks|calls|bets|raises)(?: ({AMOUNT}))?(?: to ({AMOUNT}))?( and is all-in)?$"
)
_NEW_SHOWN = re.compile(r"(?:shows|showed|mucks|mucked) \[([^\]]*)\]")
_NEW_COLLECTED = re.compile(rf"collected ({AMOUNT}) from (.*)")
_NEW_WON = re.compile(rf".*?(?:did not show|showed .*?) and won ({AMOUNT})")
_NEW_TOTAL = re.compile(rf"Total pot ({AMOUNT})(?: \| Rake ({AMOUNT}))?(?: \| JP Fee ({AMOUNT}))?")


def _read(block: Block) -> HandHistory:
    return _read_old(block) if re.match(_OLD_HEADER, block.lines[0]) else _read_new(block)


def _read_old(block: Block) -> HandHistory:
    lines = block.numbered()
    draft = _old_header(lines)
    held: dict[str, list[str]] = {}
    for draft.line, line in lines[2:]:
        if seat := _OLD_SEAT.match(line):
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := re.match(r"Seat (\d+) is the button", line):
            draft.button = int(button[1])
        elif street := _OLD_STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif pot := _OLD_POT.match(line):
            draft.rake = sum(draft.minor(fee) for fee in pot.groups()[1:] if fee)
            draft.total_pot = draft.minor(pot[1]) + draft.rake
        elif draft.uncalled_line(line):
            continue
        elif line.startswith(("Player ", "*Player ")):
            said = draft.names.split(line.removeprefix("*").removeprefix("Player "), " ")
            if said and (card := _OLD_CARD.match(said[1])):
                held.setdefault(said[0], []).append(card[1])
            elif said:
                _old_line(draft, *said)
    for name, hole in held.items():
        draft.deal_to(name, "".join(hole), hero=True)
    draft.find_limit_by_posts()
    return draft.finish()


def _old_header(lines: list[tuple[int, str]]) -> Draft:
    start, header = lines[0]
    title = _OLD_TITLE.match(lines[1][1]) if len(lines) > 1 else None
    if title is None:
        raise Unreadable("the second line tells no game", start + 1)
    variant = find_variant(title[5])
    if variant is None:
        raise OtherGame(title[5])
    draft = Draft("WPN", title[1], variant, "pl")  # no limit is told
    draft.line = start + 1
    draft.currency = "USD"
    draft.blinds(title[2], title[3])
    if date := _OLD_DATE.match(header):
        year, *rest = (int(part) for part in date.groups())
        draft.date = "{:04}-{:02}-{:02} {:02}:{:02}:{:02}".format(year, *rest)
    return draft


def _old_line(draft: Draft, name: str, text: str) -> None:
    if post := _OLD_POST.match(text):
        kind = PostKind.NEWCOMER if post[1] == "posts" else PostKind(post[1])
        draft.post_whole(name, kind, post[2])
    elif move := _OLD_MOVE.match(text):
        if move[1] in ("allin", "caps"):
            draft.act(name, Verb.ALL_IN, move[2] or 0)
        else:
            draft.act(name, Verb(move[1]), move[2] or 0)
    elif paid := _COLLECTS.search(text):
        if draft.minor(paid[1]):
            draft.collect(name, paid[1])
        if shown := _OLD_SHOWN.search(text):
            draft.deal_to(name, shown[1])


def _read_new(block: Block) -> HandHistory:
    draft = _new_header(block)
    in_summary = False
    for draft.line, line in block.numbered()[1:]:
        if line.startswith("*** SUMMARY"):
            in_summary = True
        elif in_summary:
            _new_summary(draft, line)
        elif (seat := _NEW_SEAT.match(line)) and not draft.has_events:
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _NEW_BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _NEW_STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif _BUTTON_CARD.match(line) or draft.dealt_line(line) or draft.uncalled_line(line):
            continue
        elif said := draft.names.split(line, " "):
            _new_line(draft, *said)
    return draft.finish()


def _new_header(block: Block) -> Draft:
    header = block.lines[0]
    found = re.match(_NEW_HEADER, header)
    title = _NEW_TITLE.search(header)
    if found is None or title is None:
        raise Unreadable("the header tells no stakes", block.start)
    variant, limit = find_game_and_limit(f"{title[2]}({title[3]})", block.start)
    tournament = bool(title[1])
    draft = Draft("WPN", found["wpn_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else currency_of(title[4])
    draft.blinds(title[4], title[5], are_bets=limit == "fl")
    draft.date = f"{title[6]}-{title[7]}-{title[8]} {title[9]}" + (f" {title[10]}" if title[10] else "")
    return draft


def _new_line(draft: Draft, name: str, text: str) -> None:
    if move := _NEW_MOVE.match(text):
        total = move[3] is not None
        draft.act(name, Verb(move[1]), move[3] or move[2] or 0, is_total=total, all_in=bool(move[4]))
    elif post := _NEW_POST.match(text):
        draft.post_whole(name, PostKind(post[1]) if post[1] else PostKind.NEWCOMER, post[2])
    elif paid := _NEW_COLLECTED.match(text):
        draft.collect(name, paid[1], paid[2])
    elif shown := _NEW_SHOWN.match(text):
        draft.deal_to(name, shown[1])


def _new_summary(draft: Draft, line: str) -> None:
    if total := _NEW_TOTAL.match(line):
        draft.rake = sum(draft.minor(fee) for fee in total.groups()[1:] if fee)
        draft.total_pot = draft.minor(total[1]) + draft.rake
    elif line.startswith("Board ["):
        draft.summary_board(line[7:].split("]")[0])
    elif about := draft.summary_line(line):
        name, text = about
        if shown := _NEW_SHOWN.search(text):
            draft.deal_to(name, shown[1])
        if (won := _NEW_WON.match(text)) and not draft.has_collected(name):
            draft.collect(name, won[1])


READER = Reader("wpn", _read, header=f"{_OLD_HEADER}|{_NEW_HEADER}", id_line=r"Game ID: (\d+)")
