"""Full Tilt Poker: the game stands after the table, and cap games end a player's betting early."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, OtherGame, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_limit, find_variant

_HEADER = r"\ufeff?Full ?Tilt ?Poker(?:\.fr)? Game #(?P<fulltilt_id>\d+): "

_STAKES = re.compile(rf" ({AMOUNT})/({AMOUNT})(?: Ante ({AMOUNT}))?(?: -|$)")
_DATE = re.compile(r"- ([\d:]+) (\w+) - (\d{4})/(\d\d)/(\d\d)")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT})\)(?:, is sitting out)?$")
_BUTTON = re.compile(r"The button is in seat #(\d+)")
_STREET = re.compile(r"\*\*\* (FLOPET|FLOP|TURN|RIVER)(?: (\d))? \*\*\* ((?:\[[^\]]*\] ?)*)")
_POST = re.compile(
    rf"(?:posts (?:the |a )?(dead )?(small blind|big blind|ante)(?: of)?|antes|posts) ({AMOUNT})$"
)
_MOVE = re.compile(rf"(folds|checks|calls|bets|raises to)(?: ({AMOUNT}))?(, and is (?:all in|capped))?$")
_CARDS = re.compile(r"(?:shows|showed|mucked) \[([^\]]*)\]")
_WINS = re.compile(rf"(?:wins|ties for) ((?:the )?(?:\w+ )?(?:pot|side pot|main pot)[^()]*)\(({AMOUNT})\)")
_TOTAL = re.compile(rf"Total pot ({AMOUNT}).*\| Rake ({AMOUNT})")
_COLLECTED = re.compile(rf"collected \(({AMOUNT})\)")
_VERBS = {"raises to": Verb.RAISE}


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    in_summary = False
    board = 0
    for draft.line, line in block.numbered()[1:]:
        if line.startswith("*** SUMMARY"):
            in_summary = True
            board = int(line[12]) - 1 if line[12:13].isdecimal() else 0
        elif in_summary:
            _summary(draft, line, board)
        elif (seat := _SEAT.match(line)) and not draft.has_events:
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _STREET.match(line):
            name = "preflop" if street[1] == "FLOPET" else street[1].lower()
            draft.deal(name, street[3], int(street[2] or 1) - 1)
        elif draft.dealt_line(line) or draft.uncalled_line(line):
            continue
        elif said := draft.names.split(line, " "):
            _line(draft, *said)
    return draft.finish()


def _header(block: Block) -> Draft:
    header = block.lines[0]
    found = re.match(_HEADER, header)
    if found is None:
        raise Unreadable("no header", block.start)
    title = header[found.end() :]
    parts = title.split(" - ")
    named = next((part for part in parts[1:] if find_limit(part)), "")
    variant = find_variant(named)
    if variant is None:
        raise OtherGame(title)
    stakes = _STAKES.search(" - ".join(["", *parts[1:]]))
    limit = find_limit(named)
    if limit is None or stakes is None:
        raise Unreadable("the header tells no limit or no stakes", block.start)
    tournament = not parts[0].startswith("Table ")
    draft = Draft("Full Tilt", found["fulltilt_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else currency_of(stakes[0])
    draft.blinds(stakes[1], stakes[2], are_bets=limit == "fl")
    if date := _DATE.search(title):
        draft.date = f"{date[3]}-{date[4]}-{date[5]} {date[1]} {date[2]}"
    return draft


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        verb = _VERBS.get(move[1]) or Verb(move[1])
        draft.act(name, verb, move[2] or 0, is_total=verb is Verb.RAISE, all_in=bool(move[3]))
    elif post := _POST.match(text):
        _post(draft, name, *post.groups())
    elif paid := _WINS.match(text):
        draft.collect(name, paid[2], paid[1].strip())
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])


def _post(draft: Draft, name: str, dead: str | None, what: str | None, amount: str) -> None:
    if dead:
        draft.post(name, PostKind.NEWCOMER, 0, amount)
    elif what is None:
        draft.post(name, PostKind.NEWCOMER, amount)
    else:
        draft.post_whole(name, PostKind(what), amount)


def _summary(draft: Draft, line: str, board: int) -> None:
    if total := _TOTAL.match(line):
        draft.total_pot = draft.minor(total[1])
        draft.rake = draft.minor(total[2])
    elif line.startswith("Board: ["):
        draft.summary_board(line[8:].split("]")[0], board)
    elif about := draft.summary_line(line):
        name, text = about
        if shown := _CARDS.search(text):
            draft.deal_to(name, shown[1])
        if (paid := _COLLECTED.search(text)) and not draft.has_collected(name):
            draft.collect(name, paid[1])


READER = Reader("fulltilt", _read, header=_HEADER)
