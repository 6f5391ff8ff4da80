"""PokerStars, and the sites and apps that write its format: GGPoker, Run It Once, PPPoker."""

from __future__ import annotations

import re

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, OtherGame, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_limit, find_variant

_HEADER = (
    r"\ufeff?(?P<pokerstars_site>[A-Za-z][\w .-]{0,20}?) (?:Zoom )?(?:Hand|Game) "
    r"#(?P<pokerstars_id>[\w-]+): "
)
_SITES = {"Poker": "GGPoker", "Run It Once Poker": "Run It Once"}

_STAKES = re.compile(rf"[( ]({AMOUNT})/({AMOUNT})(?: ([A-Za-z]{{3,4}}))?\)")
_DATE = re.compile(r"(\d{4})/(\d\d)/(\d\d) (\d{1,2}:\d\d(?::\d\d)?)(?: ([A-Z]{2,5}))?")
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({AMOUNT}) in chips(?:, [^()]*)?\)(?: [a-z].*)?$")
_STREET = re.compile(r"\*\*\* (?:(FIRST|SECOND|THIRD) )?(FLOP|TURN|RIVER) \*\*\*")
_DOOR = re.compile(r"PRE-FLOP \*\*\* (\[\w\w\])")
_CARDS = re.compile(r"(?:shows|showed|mucked) \[([^\]]*)\]")
_AMOUNT = re.compile(AMOUNT)
_RAISE = re.compile(rf"raises ({AMOUNT}) to ({AMOUNT})")
_COLLECTED = re.compile(rf"collected ({AMOUNT}) from (.*?pot.*)")
_CASHED_OUT = re.compile(rf"(?:cashed out the hand for|Receives Cashout \() ?({AMOUNT})")
_RISK = re.compile(rf"Pays Cashout Risk \(({AMOUNT})\)")
_WON = re.compile(rf"won \(({AMOUNT})\)")
_TOTAL = re.compile(rf"Total pot ({AMOUNT})")
_POT = re.compile(rf"(?:Main|Side) pot(?:-\d)? ({AMOUNT})")
_FEE = re.compile(rf"\| (?:Rake|Jackpot|Bingo|Fortune|Tax|Fee) ({AMOUNT})")
_BOARD = re.compile(r"(?:(FIRST|SECOND|THIRD) )?Board (\[.*)")
_HOUSE = re.compile(rf"STP added: ({AMOUNT})")

_BOARDS = {"": 0, "FIRST": 0, "SECOND": 1, "THIRD": 2}
_VERBS = {
    "folds": Verb.FOLD,
    "checks": Verb.CHECK,
    "calls": Verb.CALL,
    "bets": Verb.BET,
    "raises": Verb.RAISE,
}
_POSTS = (
    ("posts small & big blinds ", PostKind.NEWCOMER),
    ("posts small blind ", PostKind.SMALL_BLIND),
    ("posts big blind ", PostKind.BIG_BLIND),
    ("posts the ante ", PostKind.ANTE),
    ("posts missed blind ", PostKind.NEWCOMER),
    ("posts straddle ", PostKind.STRADDLE),
    ("straddle ", PostKind.STRADDLE),
)
_CLUB_APPS = frozenset(
    {"PPPoker", "PokerBros", "SupremaPoker", "Suprema Poker", "KKPoker", "Upoker", "X-Poker"}
)


def _read(block: Block) -> HandHistory:
    draft = _header(block)
    lines = iter(block.numbered()[1:])
    for draft.line, line in lines:
        if line.startswith("*** SUMMARY"):
            break
        if seat := _SEAT.match(line):
            if not draft.has_events:
                draft.seat(int(seat[1]), seat[2], seat[3])
        elif button := _BUTTON.search(line):
            draft.button = int(button[1])
        elif line.startswith("***"):
            _street(draft, line)
        elif line.startswith("Hand cancelled"):
            draft.cancelled = True
        else:
            _line(draft, line)
    for draft.line, line in lines:
        _summary(draft, line)
    _trust_payouts(draft)
    if draft.site == "Run It Once":
        draft.settle_raises()
    return draft.finish()


def _header(block: Block) -> Draft:
    header = block.lines[0]
    found = re.match(_HEADER, header)
    if found is None:
        raise Unreadable("no header", block.start)
    title = header[found.end() :]
    variant = find_variant(title.split(" - ")[0] if "(" in title else title)
    if variant is None:
        raise OtherGame(title)
    limit = find_limit(title)
    stakes = _STAKES.search(title)
    if limit is None or stakes is None:
        raise Unreadable("the header tells no limit or no stakes", block.start)
    site = found["pokerstars_site"]
    tournament = "Tournament #" in title
    draft = Draft(_SITES.get(site, site), found["pokerstars_id"], variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else stakes[3] or currency_of(stakes[0])
    draft.blinds(stakes[1], stakes[2], are_bets=limit == "fl")
    if date := _DATE.search(title):
        draft.date = f"{date[1]}-{date[2]}-{date[3]} {date[4]}" + (f" {date[5]}" if date[5] else "")
    return draft


def _street(draft: Draft, line: str) -> None:
    if street := _STREET.match(line):
        draft.deal(street[2].lower(), line[street.end() :], _BOARDS[street[1] or ""])
    elif door := _DOOR.search(line):
        draft.deal("preflop", door[1])


def _line(draft: Draft, line: str) -> None:
    """A line between the seats and the summary that is no street."""
    if draft.dealt_line(line) or draft.uncalled_line(line):
        return
    if house := _HOUSE.match(line):
        draft.house_money(house[1])
    elif said := draft.names.split(line, ": "):
        _action(draft, *said)
    elif said := draft.names.split(line, " "):
        _payment(draft, *said)
    elif re.search(r": (?:folds|checks|calls|bets|raises|posts) ?", line):
        draft.note_unknown(line)


def _action(draft: Draft, name: str, text: str) -> None:
    verb = _VERBS.get(text.split(" ", 1)[0])
    all_in = text.endswith("all-in")
    if verb is Verb.RAISE:
        if raised := _RAISE.match(text):
            draft.act(name, verb, raised[2], is_total=True, all_in=all_in)
    elif verb is not None:
        amount = _AMOUNT.search(text) if verb in (Verb.CALL, Verb.BET) else None
        draft.act(name, verb, amount[0] if amount else 0, all_in=all_in)
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])
    elif paid := _CASHED_OUT.match(text):
        draft.cash_out(name, paid[1])
    elif risk := _RISK.match(text):
        draft.pay_risk(name, risk[1])
    else:
        _post(draft, name, text)


def _post(draft: Draft, name: str, text: str) -> None:
    words, kind = next(((words, kind) for words, kind in _POSTS if text.startswith(words)), ("", None))
    amount = _AMOUNT.match(text, len(words))
    if kind is None or amount is None:
        return
    posted = draft.minor(amount[0])
    if "&" in words:
        draft.post(name, kind, draft.big_blind, posted - draft.big_blind)
    elif "missed" in words:
        draft.post(name, kind, 0, posted)
    elif words.startswith("straddle"):  # the total, with what was posted before
        draft.post(name, kind, posted - draft.posted(name), 0)
    else:
        draft.post_whole(name, kind, posted)


def _payment(draft: Draft, name: str, text: str) -> None:
    """What follows a name without a colon: payments, and shows of Run It Once."""
    if paid := _COLLECTED.match(text):
        draft.collect(name, paid[1], paid[2])
    elif sold := _CASHED_OUT.match(text):
        draft.cash_out(name, sold[1])
    elif shown := _CARDS.match(text):
        draft.deal_to(name, shown[1])


def _summary(draft: Draft, line: str) -> None:
    if total := _TOTAL.match(line):
        draft.total_pot = draft.minor(total[1])
        draft.pots = tuple(draft.minor(pot) for pot in _POT.findall(line))
        fees = _FEE.findall(line)
        if fees:
            draft.rake = sum(draft.minor(fee) for fee in fees)
    elif board := _BOARD.match(line):
        draft.summary_board(board[2].strip("[] "), _BOARDS[board[1] or ""])
    elif about := draft.summary_line(line):
        if shown := _CARDS.search(about[1]):
            draft.deal_to(about[0], shown[1])
        if "pot not awarded as player cashed out" in line:
            for won in _WON.findall(about[1]):
                draft.collect(about[0], won, "cashed out")


def _trust_payouts(draft: Draft) -> None:
    """The rake lines of club apps do not balance; what they pay is what they paid."""
    if draft.site in _CLUB_APPS and draft.total_pot is not None and draft.rake is not None:
        kept = draft.total_pot - draft.paid
        if kept != draft.rake and kept >= 0:
            draft.note("rake differs", "the rake line does not balance", kept, draft.rake)
            draft.rake = None


READER = Reader("pokerstars", _read, header=_HEADER)
