"""Winamax: no colon after names, pots printed net of rake, uncalled bets in what is collected."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Returns, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?Winamax Poker - .{0,200}?HandId: #(?P<winamax_id>[\d-]+)"

_TITLE = re.compile(
    rf" - (.+?) \((?:({AMOUNT})/)?({AMOUNT})/({AMOUNT})\) - (\d{{4}})/(\d\d)/(\d\d) ([\d:]+)(?: (\w+))?"
)
_BUTTON = re.compile(r"Table:? .*Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT})(?:, [^()]*)?\)$")
_STREET = re.compile(r"\*\*\* (FLOP|TURN|RIVER) \*\*\*:? ?(\[.*)")
_DOOR = re.compile(r"\*\*\* PRE-?FLOP \*\*\*:? ?(\[\w\w\])")
_MOVE = re.compile(rf"(folds|checks|calls|bets)(?: ({AMOUNT}))?( and is all-in)?$")
_RAISE = re.compile(rf"raises ({AMOUNT}) to ({AMOUNT})( and is all-in)?$")
_POST = re.compile(rf"posts (small blind|big blind|ante|straddle) ({AMOUNT})(.*)")
_CARDS = re.compile(r"(?:.* )?(?:shows|showed|mucked) \[([^\]]*)\]")
_COLLECTED = re.compile(rf"collected ({AMOUNT}) from (.*)")
_TOTAL = re.compile(rf"Total pot ({AMOUNT}) \| (?:Rake ({AMOUNT})|No rake)")


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    in_summary = False
    for draft.line, line in block.numbered()[1:]:
        if line.startswith("*** SUMMARY"):
            in_summary = True
        elif in_summary:
            _summary(draft, line)
        elif (seat := _SEAT.match(line)) and not draft.has_events:
            draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.match(line):
            draft.button = int(button[1])
        elif street := _STREET.match(line):
            draft.deal(street[1].lower(), street[2])
        elif door := _DOOR.match(line):
            draft.deal("preflop", door[1])
        elif not draft.dealt_line(line) and (said := draft.names.split(line, " ")):
            _line(draft, *said)
    return draft.finish()


def _header(block: Block) -> Draft:
    header = block.lines[0]
    found = re.match(_HEADER, header)
    title = _TITLE.match(header, found.end()) if found else None
    if found is None or title is None:
        raise Unreadable("the header tells no stakes", block.start)
    variant, limit = find_game_and_limit(title[1], block.start)
    tournament = " - Tournament " in header
    draft = Draft("Winamax", found["winamax_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else currency_of(title[3])
    draft.blinds(title[3], title[4], are_bets=limit == "fl")
    draft.date = f"{title[5]}-{title[6]}-{title[7]} {title[8]}" + (f" {title[9]}" if title[9] else "")
    draft.returns = Returns.INCLUDED
    return draft


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        draft.act(name, Verb(move[1]), move[2] or 0, all_in=bool(move[3]))
    elif raised := _RAISE.match(text):
        draft.act(name, Verb.RAISE, raised[2], is_total=True, all_in=bool(raised[3]))
    elif post := _POST.match(text):
        _post(draft, name, *post.groups())
    elif paid := _COLLECTED.match(text):
        draft.collect(name, paid[1], paid[2])
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])


def _post(draft: Draft, name: str, what: str, amount: str, tail: str) -> None:
    """A blind; out of position up to a big blind of it is live, unless it is a small one alone."""
    kind = PostKind(what)
    posted = draft.minor(amount)
    if "out of position" in tail and kind is not PostKind.ANTE:
        live = draft.big_blind if posted >= draft.big_blind else 0
        draft.post(name, PostKind.NEWCOMER, live, posted - live)
    else:
        draft.post_whole(name, kind, posted)


def _summary(draft: Draft, line: str) -> None:
    if total := _TOTAL.match(line):
        draft.rake = draft.minor(total[2]) if total[2] else 0
        draft.total_pot = draft.minor(total[1]) + draft.rake
    elif line.startswith("Board: ["):
        draft.summary_board(line[8:].split("]")[0])
    elif (about := draft.summary_line(line)) and (shown := _CARDS.match(about[1])):
        draft.deal_to(about[0], shown[1])


READER = Reader("winamax", _read, header=_HEADER)
