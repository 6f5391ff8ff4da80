"""iPoker: XML, a session with many games. Read without building a tree, and without any document type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from equity.history.amounts import AMOUNT, currency_of
from equity.history.draft import Draft
from equity.history.model import HandHistory, OtherGame, PostKind, Returns, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import Variant, find_limit, find_variant

LONGEST_HAND = 200_000
"""Characters; real hands take a twentieth of it."""
DEEPEST = 8
_DOCUMENT_TYPE = "<!DOCTYPE"
MOST_CARDS = 7

_SIGNS = re.compile(r"<session\b|<game\s{1,50}(?:[^<>]{0,200}\s)?gamecode=[\"']?(\w*)|</game>")
_FIELD = r"<{0}>([^<]*)</{0}>"
_STAKES = re.compile(rf"({AMOUNT})/({AMOUNT})(?: Ante ({AMOUNT}))?")
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])")
_STREETS = {"flop": "flop", "turn": "turn", "river": "river"}
_NAMED = re.compile(r"hold|stud|razz|draw|omaha", re.IGNORECASE)

_POSTS = {"1": PostKind.SMALL_BLIND, "2": PostKind.BIG_BLIND, "15": PostKind.ANTE}
_VERBS = {
    "0": Verb.FOLD,
    "3": Verb.CALL,
    "4": Verb.CHECK,
    "5": Verb.BET,
    "6": Verb.ALL_IN,
    "7": Verb.ALL_IN,
    "23": Verb.RAISE,
}


class Element(NamedTuple):
    """An element with its text and line, and the number of the round it stands in."""

    tag: str
    attributes: dict[str, str]
    text: list[str]
    line: int
    round: int


def _split(text: str) -> Iterator[Block] | None:
    return _games(text) if "<session" in text and _SIGNS.search(text) else None


def _games(text: str) -> Iterator[Block]:
    """One block a game, with all that stands between its session's beginning and the first game."""
    document_type = _DOCUMENT_TYPE if _DOCUMENT_TYPE in text or "<!ENTITY" in text else ""
    context = ""
    session: int | None = None
    line, counted = 1, 0
    signs = list(_SIGNS.finditer(text))
    for sign, following in zip(signs, [*signs[1:], None], strict=True):
        if sign.group().startswith("<session"):
            session = sign.start()
        elif sign.group() != "</game>":
            if session is not None:
                context = document_type + text[session : min(sign.start(), session + LONGEST_HAND)]
                session = None
            end = len(text)
            if following is not None:
                closed = following.group() == "</game>"
                end = following.end() if closed else following.start()
            line += text.count("\n", counted, sign.start())
            counted = sign.start()
            yield Block([text[sign.start() : min(end, sign.start() + LONGEST_HAND)]], line, context, sign[1])


def _read(block: Block) -> HandHistory:
    if block.context.startswith(_DOCUMENT_TYPE) or "<!" in block.lines[0]:
        raise Unreadable("a document type or entity in XML is not read")
    elements = _parse(block)
    gametype = _field(block, "gametype")
    pockets = [e for e in elements if e.tag == "cards" and e.attributes.get("type") == "Pocket"]
    hole = max((min(len("".join(e.text).split()), MOST_CARDS) for e in pockets), default=0)
    variant = find_variant(gametype)
    if variant is None and not _NAMED.search(gametype) and hole > 2:
        variant = Variant(hole, low="hilow" in gametype.lower(), courchevel=False)
    if variant is None:
        if not hole and not _NAMED.search(gametype):
            raise Unreadable("the session names no game and no cards are dealt")
        raise OtherGame(gametype)
    limit = find_limit(gametype)
    if limit is None:
        raise Unreadable("the session tells no limit")
    tournament = "<tournamentcode>" in block.context
    hole = hole if hole in (4, 5, 6) else variant.hole
    draft = Draft("iPoker", block.id, variant._replace(hole=hole), limit, tournament=tournament)
    draft.line = block.start
    apart = _field(block, "uncalled_bet_enabled") == "true"
    draft.returns = Returns.SILENT if apart else Returns.INCLUDED
    if stakes := _STAKES.search(gametype):
        draft.blinds(stakes[1], stakes[2], are_bets=limit == "fl")
        draft.currency = "" if tournament else currency_of(stakes[0])
    for element in elements:
        _table(draft, element)
    hero = _field(block, "nickname")
    draft.hero = hero if hero in draft.names else ""
    for element in _in_order(elements):
        draft.line = element.line
        if element.tag == "cards":
            _cards(draft, element)
        else:
            _act(draft, element.attributes)
    return draft.finish()


def _field(block: Block, name: str) -> str:
    found = re.search(_FIELD.format(name), block.context)
    return found[1].strip() if found else ""


def _parse(block: Block) -> list[Element]:
    """The elements of a game, in the order of the file."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    elements: list[Element] = []
    open_elements: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(open_elements) == DEEPEST:
            raise Unreadable(f"XML nested more than {DEEPEST} deep")
        above = open_elements[-1].round if open_elements else 0
        if tag == "round":
            number = attributes.get("no", "")
            above = int(number) if number.isdecimal() and len(number) < 3 else above + 1
        line = block.start + parser.CurrentLineNumber - 1
        element = Element(tag, attributes, [], line, above)
        elements.append(element)
        open_elements.append(element)

    def end(_tag: str) -> None:
        open_elements.pop()

    def data(text: str) -> None:
        if open_elements:
            open_elements[-1].text.append(text)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = data
    try:
        parser.Parse(block.lines[0].encode("utf-8", errors="replace"), True)
    except expat.ExpatError as error:
        raise Unreadable(f"no XML: {error}", block.start + error.lineno - 1) from None
    return elements


def _table(draft: Draft, element: Element) -> None:
    """A seat, or the date of the game."""
    attributes = element.attributes
    draft.line = element.line
    if element.tag == "startdate":
        draft.date = "".join(element.text).strip()
    elif element.tag == "player":
        seat, name = attributes.get("seat", ""), attributes.get("name", "").strip()
        if not (seat.isdecimal() and len(seat) < 3 and name):
            raise Unreadable("a player without a seat or a name", element.line)
        draft.seat(int(seat), name, attributes.get("chips", ""))
        if attributes.get("dealer") == "1":
            draft.button = int(seat)
        if (won := attributes.get("win")) and draft.minor(won):
            draft.collect(name, won)


def _in_order(elements: list[Element]) -> list[Element]:
    """Cards and actions as they happened: some writers list the actions player by player."""

    def order(element: Element) -> tuple[int, int]:
        number = element.attributes.get("no", "")
        is_action = element.tag == "action" and number.isdecimal() and len(number) < 6
        return element.round, int(number) if is_action else -1

    return sorted((element for element in elements if element.tag in ("cards", "action")), key=order)


def _cards(draft: Draft, element: Element) -> None:
    what = element.attributes.get("type", "").lower()
    found = _CARD.findall("".join(element.text).upper())
    text = "".join(("T" if rank == "10" else rank) + suit.lower() for suit, rank in found)
    if what in _STREETS:
        draft.deal(_STREETS[what], f"[{text}]")
    elif what == "pocket" and text:
        draft.deal_to(element.attributes.get("player", "").strip(), text)


def _act(draft: Draft, attributes: dict[str, str]) -> None:
    name = attributes.get("player", "").strip()
    kind, amount = attributes.get("type", ""), attributes.get("sum", "")
    if post := _POSTS.get(kind):
        draft.post_whole(name, post, amount)
    elif (verb := _VERBS.get(kind)) in (Verb.FOLD, Verb.CHECK):
        draft.act(name, verb)
    elif verb is not None:
        draft.act(name, verb, amount, is_total=verb is Verb.RAISE)


READER = Reader("ipoker", _read, split=_split)
