"""Open Hand History: JSON objects `{"ohh": {...}}` one after another, as trackers exchange them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from equity.history.draft import Draft
from equity.history.model import BOARD_SIZES, HandHistory, OtherGame, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block
from equity.history.variants import find_variant

LONGEST_HAND = 500_000
"""Characters; real hands take a twentieth of it."""

_START = re.compile(r'\{\s{0,1000}"ohh"\s{0,1000}:')
_ID = re.compile(r'"game_number"\s{0,100}:\s{0,100}"?([\w.-]{1,100})')
_LIMITS = {"PL": "pl", "NL": "nl", "FL": "fl"}
_DECODER = json.JSONDecoder(parse_float=Decimal)

_POSTS = {
    "Post SB": PostKind.SMALL_BLIND,
    "Post BB": PostKind.BIG_BLIND,
    "Post Ante": PostKind.ANTE,
    "Post Dead": PostKind.NEWCOMER,
    "Post Extra Blind": PostKind.NEWCOMER,
    "Straddle": PostKind.STRADDLE,
}
_VERBS = {
    "Fold": Verb.FOLD,
    "Check": Verb.CHECK,
    "Call": Verb.CALL,
    "Bet": Verb.BET,
    "Raise": Verb.RAISE,
}


def _split(text: str) -> Iterator[Block] | None:
    return _blocks(text) if _START.search(text) else None


def _blocks(text: str) -> Iterator[Block]:
    starts = [found.start() for found in _START.finditer(text)]
    line, counted = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", counted, start)
        counted = start
        hand = text[start : min(end, start + LONGEST_HAND)]
        found = _ID.search(hand)
        yield Block([hand], line, id=found[1] if found else "")


def _read(block: Block) -> HandHistory:
    try:
        hand = _DECODER.raw_decode(block.lines[0])[0]["ohh"]
    except json.JSONDecodeError as error:
        raise Unreadable(f"no JSON: {error.msg}", block.start + error.lineno - 1) from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from None
    if not isinstance(hand, dict):
        raise Unreadable('"ohh" holds no hand')
    draft = _header(hand, block)
    players = _players(draft, hand)
    seen: dict[str, int] = {}
    for part in _objects(hand, "rounds"):
        street = str(part.get("street", "")).lower()
        if street in BOARD_SIZES:
            board = seen.get(street, 0)
            seen[street] = board + 1
            draft.deal(street, f"[{_cards(part)}]", board)
        for action in _objects(part, "actions"):
            _act(draft, action, players, str(hand.get("hero_player_id", "")))
    _pots(draft, hand, players)
    draft.settle_raises()
    return draft.finish()


def _header(hand: dict[str, Any], block: Block) -> Draft:
    title = str(hand.get("game_type", ""))
    variant = find_variant(title)
    if variant is None:
        raise OtherGame(title)
    bet_limit = hand.get("bet_limit")
    code = str(bet_limit.get("bet_type", "")) if isinstance(bet_limit, dict) else ""
    limit = _LIMITS.get(code.upper())
    if limit is None:
        raise Unreadable(f'"{code[:20]}" is no limit; PL, NL and FL are')
    tournament = bool(hand.get("tournament") or hand.get("tournament_info"))
    site = str(hand.get("site_name") or hand.get("network_name") or "Open Hand History")
    draft = Draft(site, block.id, variant, limit, tournament=tournament)
    draft.line = block.start
    draft.currency = "" if tournament else str(hand.get("currency", ""))
    draft.date = str(hand.get("start_date_utc", "")).replace("T", " ").removesuffix("Z")
    draft.small_blind = draft.number(hand.get("small_blind_amount", 0))
    draft.big_blind = draft.number(hand.get("big_blind_amount", 0))
    if limit == "fl":
        draft.small_bet, draft.big_bet = draft.big_blind, 2 * draft.big_blind
    button = hand.get("dealer_seat")
    draft.button = button if isinstance(button, int) else None
    return draft


def _objects(above: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The objects of a list; raises Unreadable when it is none."""
    value = above.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise Unreadable(f'"{key}" is no list of objects')
    return value


def _players(draft: Draft, hand: dict[str, Any]) -> dict[str, str]:
    """Seat everybody; the names by id."""
    names = {}
    for player in _objects(hand, "players"):
        seat, name = player.get("seat"), str(player.get("name", "")).strip()
        if not isinstance(seat, int) or not name:
            raise Unreadable("a player without a seat or a name")
        draft.seat(seat, name, draft.number(player.get("starting_stack", 0)))
        names[str(player.get("id"))] = name
    return names


def _cards(above: dict[str, Any]) -> str:
    """The cards of an action or a round, "" when some are hidden."""
    value = above.get("cards") or []
    text = "".join(str(card) for card in value) if isinstance(value, list) else str(value)
    return "" if re.search(r"[?*xX]", text) else text


def _act(draft: Draft, action: dict[str, Any], players: dict[str, str], hero: str) -> None:
    what = str(action.get("action", ""))
    if what == "Added To Pot":
        draft.house_money(draft.number(action.get("amount", 0)))
        return
    player = str(action.get("player_id"))
    name = players.get(player)
    if name is None:
        draft.note_unknown(f"{what} of player {player}")
    elif what in ("Dealt Cards", "Shows Cards", "Mucks Cards"):
        draft.deal_to(name, _cards(action), hero=player == hero)
    elif kind := _POSTS.get(what):
        amount = draft.number(action.get("amount", 0))
        if what == "Post Dead":
            draft.post(name, kind, 0, amount)
        else:
            draft.post_whole(name, kind, amount)
    elif verb := _VERBS.get(what):
        all_in = action.get("is_allin") is True
        amount = draft.number(action.get("amount", 0))
        draft.act(name, verb, amount, is_total=verb is Verb.RAISE, all_in=all_in)


def _pots(draft: Draft, hand: dict[str, Any], players: dict[str, str]) -> None:
    """What the file says of the money: pots, rake and jackpot, wins and cash-outs."""
    pots = _objects(hand, "pots")
    if pots:
        draft.total_pot = sum(draft.number(pot.get("amount", 0)) for pot in pots)
    kept = [draft.number(pot[key]) for pot in pots for key in ("rake", "jackpot") if pot.get(key) is not None]
    draft.rake = sum(kept) if kept else None
    for pot in pots:
        label = f"pot {pot.get('number', '')}".strip()
        for win in _objects(pot, "player_wins"):
            name = players.get(str(win.get("player_id")))
            if name is None:
                draft.note_unknown(f"a win of player {win.get('player_id')}")
                continue
            if won := draft.number(win.get("win_amount", 0)):
                draft.collect(name, won, label)
            if sold := draft.number(win.get("cashout_amount") or 0):
                draft.cash_out(name, sold)


READER = Reader("openhh", _read, split=_split)
