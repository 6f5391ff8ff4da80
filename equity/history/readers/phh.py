"""PHH, the poker hand history notation in TOML: `.phh` with one hand, `.phhs` with many.

Players are p1 (the first seat left of the button) to the last, who has the button. PHH has
codes for pot-limit Omaha and fixed-limit Omaha hi/lo only; another game is named by a field
`_game` of our own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from equity import games
from equity.errors import GameError
from equity.history.amounts import LONGEST
from equity.history.draft import CENTS, CHIPS, Draft
from equity.history.model import HandHistory, OtherGame, PostKind, Unreadable, Verb
from equity.history.readers.family import Reader
from equity.history.text import Block, split_lines
from equity.history.variants import Variant

LONGEST_HAND = 200_000
"""Characters; real hands take a hundredth of it."""

_FIRST_LINE = re.compile(r"\ufeff?(?:\[\[?[\w.\"' -]+\]\]?|[A-Za-z_]\w*\s*=)")
_TABLE = re.compile(r"\[[\w.\"' -]+\]\s*(?:#.*)?$")
_VARIANTS = {"PO": "omaha", "FO/8": "omaha8"}
_LIMITS = {"P": "pl", "F": "fl", "N": "nl"}
_STREETS = ("flop", "turn", "river")


def _split(text: str) -> Iterator[Block] | None:
    lines = split_lines(text, LONGEST_HAND)
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    return _blocks(lines) if _FIRST_LINE.match(first) else None


def _blocks(lines: list[str]) -> Iterator[Block]:
    starts = [place for place, line in enumerate(lines) if _TABLE.match(line)]
    for start, end in zip(starts or [0], [*starts[1:], len(lines)], strict=True):
        hand_id = next((found[1] for line in lines[start:end] if (found := _HAND.match(line))), "")
        yield Block(lines[start:end], start + 1, id=hand_id)


_HAND = re.compile(r"hand\s*=\s*[\"']?([^\s\"'#]+)")


def _read(block: Block) -> HandHistory:
    text = "\n".join(line for line in block.lines if not _TABLE.match(line))
    if len(text) > LONGEST_HAND:
        raise Unreadable(f"longer than {LONGEST_HAND:,} characters")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"no TOML: {error} of the hand") from None
    variant, limit = _variant(data)
    stacks = _numbers(data, "starting_stacks")
    decimal = any(number % 1 for key in _MONEY for number in _flat(data.get(key)))
    draft = Draft(
        "PHH", block.id, variant, limit, tournament="event" in data, unit=CENTS if decimal else CHIPS
    )
    draft.line = block.start
    draft.currency = str(data.get("currency", ""))
    draft.date = _date(data)
    names = _names(data, len(stacks))
    for number, (name, stack) in enumerate(zip(names, stacks, strict=True), 1):
        draft.seat(number, name, draft.number(stack))
    draft.button = len(names)
    _post(draft, data, names)
    _follow(draft, data, names)
    for name, stack in zip(names, _numbers(data, "finishing_stacks", missing=True), strict=False):
        draft.final_stack(name, draft.number(stack))
    return draft.finish()


_MONEY = (
    "antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks", "finishing_stacks",
)  # fmt: skip


def _variant(data: dict[str, Any]) -> tuple[Variant, str]:
    code = str(data.get("variant", ""))
    name = str(data.get("_game", _VARIANTS.get(code, "")))
    limit = _LIMITS.get(code[:1])
    if not code:
        raise Unreadable('there is no "variant"')
    if not name or limit is None:
        raise OtherGame(code)
    try:
        game = games.find_game(name)
    except GameError as error:
        raise Unreadable(error.message) from None
    return Variant(game.hole, game.low, 1 in game.boards), limit


def _flat(value: object) -> list[Decimal]:
    """The finite numbers of a list, or of a single value."""
    values = value if isinstance(value, list) else [value]
    numbers = [Decimal(number) for number in values if isinstance(number, int | Decimal)]
    return [number for number in numbers if number.is_finite() and abs(number) < 10**LONGEST]


def _numbers(data: dict[str, Any], key: str, *, missing: bool = False) -> list[Decimal]:
    """A list of amounts; raises Unreadable when it is none, or absent unless it may be `missing`."""
    value = data.get(key, [] if missing else None)
    numbers = _flat(value)
    if not isinstance(value, list) or len(numbers) != len(value) or any(number < 0 for number in numbers):
        raise Unreadable(f'"{key}" is no list of amounts')
    return numbers


def _names(data: dict[str, Any], count: int) -> list[str]:
    names = data.get("players", [])
    if isinstance(names, list) and len(names) == count and all(isinstance(n, str) and n for n in names):
        return [str(name) for name in names]
    return [f"p{number}" for number in range(1, count + 1)]


def _date(data: dict[str, Any]) -> str:
    year, month, day = (data.get(part) for part in ("year", "month", "day"))
    if not (isinstance(year, int) and isinstance(month, int) and isinstance(day, int)):
        return ""
    return f"{year:04}-{month:02}-{day:02} {data.get('time', '')}".strip()


def _post(draft: Draft, data: dict[str, Any], names: list[str]) -> None:
    """Antes and blinds; heads-up both lists begin with the button, who is p2."""
    antes = _numbers(data, "antes", missing=True)
    blinds = _numbers(data, "blinds_or_straddles")
    order = names if len(names) > 2 else names[::-1]
    for name, ante in zip(order, antes, strict=False):
        if ante:
            draft.post(name, PostKind.ANTE, 0, draft.number(ante))
    bets = [_flat(data.get(key)) for key in ("small_bet", "big_bet")]
    if draft.limit == "fl" and all(bets):
        draft.blinds(draft.number(bets[0][0]), draft.number(bets[1][0]), are_bets=True)
    posted = [draft.number(blind) for blind in blinds]
    smallest = _flat(data.get("min_bet"))
    big_blind = draft.big_blind or (draft.number(smallest[0]) if smallest else max(posted[:2], default=0))
    draft.big_blind = big_blind
    has_big = False
    for name, amount in zip(order, posted, strict=False):
        if not amount:
            continue
        if has_big:
            kind = PostKind.STRADDLE if amount > big_blind else PostKind.NEWCOMER
        elif amount >= big_blind:
            kind, has_big = PostKind.BIG_BLIND, True
        else:
            kind = PostKind.SMALL_BLIND
            draft.small_blind = amount
        draft.post(name, kind, amount)


def _follow(draft: Draft, data: dict[str, Any], names: list[str]) -> None:
    actions = data.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise Unreadable('"actions" is no list of texts')
    dealt = 0
    board = 5 if draft.variant.courchevel else 4
    for action in actions:
        words = action.split("#")[0].split()
        if not words:
            continue
        if words[0] == "d":
            if words[1:2] == ["db"] and len(words) == 3:
                held = draft.read_cards(words[2])
                street = "preflop" if board == 5 else _STREETS[min(dealt, 2)]
                dealt += street != "preflop"
                board = 4
                draft.deal(street, f"[{held}]")
            elif words[1:2] == ["dh"] and len(words) == 4:
                if "?" not in words[3]:
                    draft.deal_to(_player(words[2], names), words[3])
            else:
                raise Unreadable(f'"{action[:40]}" is no action')
        else:
            _act(draft, _player(words[0], names), words[1:])


def _act(draft: Draft, name: str, words: list[str]) -> None:
    match words:
        case ["f"]:
            draft.act(name, Verb.FOLD)
        case ["cc"]:
            draft.act(name, Verb.CALL)
        case ["cbr", amount]:
            draft.act(name, Verb.RAISE, amount, is_total=True)
        case ["sm", held] if "?" not in held and held != "-":
            draft.deal_to(name, held)
        case ["sm", *_]:
            pass
        case _:
            raise Unreadable(f'"{" ".join(words)[:40]}" is no action')


def _player(word: str, names: list[str]) -> str:
    number = int(word[1:]) if re.fullmatch(r"p\d{1,2}", word) else 0
    if not 1 <= number <= len(names):
        raise Unreadable(f'"{word[:20]}" is no player')
    return names[number - 1]


READER = Reader("phh", _read, split=_split)
