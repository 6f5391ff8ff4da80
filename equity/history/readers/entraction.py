"""Entraction: columns, amounts added, cards with dashes between them."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_game_and_limit

_HEADER = r"\ufeff?Game # (?P<entraction_id>\d+) - .*"

_TITLE = re.compile(rf"Game # (\d+) - (.*?) ([A-Z]{{3}}) ({AMOUNT})/({AMOUNT}) - ")
_SEAT = re.compile(rf"(.+) \([A-Z]{{3}} ({AMOUNT}) in seat (\d+)\)$")
_POST = re.compile(rf"(Small Blind|Big Blind|Blind out of turn|Ante): (.+) \(({AMOUNT})\)$")
_STREET = re.compile(r"(Flop|Turn|River) {2,}(.+)")
_MOVE = re.compile(rf" *(Fold|Check|Call|Bet|Raise|All-In|Payback)(?: +\(({AMOUNT})\))?$")
_DEALT = re.compile(r"(?:was dealt|shows): +(.+)")
_UNSHOWN = re.compile(r"didn't show hand \(([^()]+)\)")
_WINS = re.compile(rf"wins: +[A-Z]{{3}} ({AMOUNT})(.*)")
_RAKE = re.compile(rf"Rake: +[A-Z]{{3}} ({AMOUNT})")
_CARD = re.compile(r"\b(?:10|[2-9TJQKA])[shdc]\b")

_VERBS = {
    "Fold": Verb.FOLD,
    "Check": Verb.CHECK,
    "Call": Verb.CALL,
    "Bet": Verb.BET,
    "Raise": Verb.RAISE,
    "All-In": Verb.ALL_IN,
}


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    for draft.line, line in block.numbered()[1:]:
        if seat := _SEAT.match(line):
            draft.seat(int(seat[3]), seat[1], seat[2])
        elif line.startswith("Dealer: "):
            draft.button = draft.number_of(line.removeprefix("Dealer: ").strip())
        elif post := _POST.match(line):
            _post(draft, post[2].strip(), post[1], post[3])
        elif street := _STREET.match(line):
            draft.deal(street[1].lower(), f"[{_cards(street[2])}]")
        elif rake := _RAKE.match(line):
            draft.rake = draft.minor(rake[1])
        elif said := draft.names.split(line, " "):
            _line(draft, *said)
    draft.rake = draft.rake or 0
    return draft.finish()


def _header(block: Block) -> Draft:
    title = _TITLE.match(block.lines[0].lstrip("\ufeff"))
    if title is None:
        raise Unreadable("the header tells no stakes", block.start)
    variant, limit = find_game_and_limit(title[2], block.start)
    draft = Draft("Entraction", title[1], variant, limit)
    draft.line = block.start
    draft.currency = currency_of(title[3])
    draft.blinds(title[4], title[5], are_bets=limit == "fl")
    ended = next((line for line in reversed(block.lines) if line.startswith("Game ended ")), "")
    draft.date = ended.removeprefix("Game ended ")
    return draft


def _post(draft: Draft, name: str, what: str, amount: str) -> None:
    if name not in draft.names:
        draft.note_unknown(f"{what} of {name}")
    elif what == "Blind out of turn":
        posted = draft.minor(amount)
        live = min(posted, draft.big_blind)
        draft.post(name, PostKind.NEWCOMER, live, posted - live)
    else:
        draft.post_whole(name, PostKind(what.lower()), amount)


def _line(draft: Draft, name: str, text: str) -> None:
    if move := _MOVE.match(text):
        if move[1] == "Payback":
            draft.return_uncalled(name, move[2] or "0")
        else:
            draft.act(name, _VERBS[move[1]], move[2] or 0)
    elif dealt := _DEALT.match(text):
        draft.deal_to(name, _cards(dealt[1].split("(")[0]), hero=text.startswith("was"))
    elif unshown := _UNSHOWN.match(text):
        draft.deal_to(name, _cards(unshown[1]))
    elif paid := _WINS.match(text):
        draft.collect(name, paid[1], "side pot" if "side pot" in paid[2] else "")


def _cards(text: str) -> str:
    return "".join(_CARD.findall(text))


READER = Reader("entraction", _read, header=_HEADER)
