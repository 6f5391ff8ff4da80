"""Reviewed hands as one page for a browser, which loads nothing from anywhere.

The page's parts lie beside this module. What comes from a file of hands goes through
`html.escape` here, or as JSON to the script, which inserts it as text only; a content security
policy lets no other script run.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import NamedTuple

from equity.history.amounts import money
from equity.history.model import Refusal
from equity.history.reviewed import PlayerReview, Reviewed, StreetReview
from equity.history.summary import Counts, Curve, Point, Stakes, Summary
from equity.views import compact
from equity.views import review as view
from equity.views.curve import MINUS, figure, signed, thinned
from equity.wording import counted, printable

HERE = Path(__file__).parent
FOOTER = (
    "The pot of a hand or a street is what was put in; main and side pots once the betting is over, "
    "and what players got, won and could expect, are after rake. Equities are exact; ~ marks "
    "estimates, in which hands nobody has seen count as random."
)
MOST_ALLINS = 12
MOST_REFUSALS = 1_000
MANY_PLAYERS = 4
"""Of more players than that a street shows only those with an equity."""


class Big(NamedTuple):
    """An all-in hand, and what it is called by."""

    number: int
    hand: Reviewed
    own: PlayerReview | None

    @property
    def size(self) -> float:
        """The pot in big blinds, so that stakes compare."""
        return self.hand.total_pot / max(self.hand.hand.big_blind, 1)


class Report:
    """A page in the making: give it the hands, then ask for the text."""

    def __init__(self, summary: Summary):
        self._summary = summary
        self._hands: dict[int, str] = {}
        self._open: dict[int, Reviewed] = {}
        self._refusals: list[str] = []
        self._kinds: dict[str, int] = {}
        self._curves: dict[Stakes, Curve] = {}
        self._allins: dict[bool, list[Big]] = {True: [], False: []}

    def add(self, hand: Reviewed) -> None:
        """A hand for the list, the curve and the all-ins."""
        number = len(self._hands) + 1
        self._hands[number] = ""  # keeps the place
        if self._summary.is_open(hand):
            self._open[number] = hand
        else:
            self._take(number, hand)

    def _take(self, number: int, hand: Reviewed) -> None:
        own = self._summary.own(hand)
        stakes = Stakes.of(hand.hand)
        kind = self._kinds.setdefault(printable(view.describe(stakes)), len(self._kinds))
        self._hands[number] = _json(_hand(hand, number, kind, own))
        if own is not None:
            self._curves.setdefault(stakes.money, Curve()).add(hand.hand.date, number, stakes.unit, own)
        if hand.replayed.allin_street is not None and not (own and own.player.folded):
            bigs = self._allins[own is not None]
            bigs.append(Big(number, hand, own))
            bigs.sort(key=lambda big: (-big.size, big.number))
            del bigs[MOST_ALLINS:]

    def add_refusal(self, refusal: Refusal) -> None:
        """A hand that cannot be read."""
        self._refusals.append(view.refused(refusal))

    def page(self, counts: Counts) -> str:
        """The whole page."""
        for number, hand in self._open.items():
            self._take(number, hand)
        self._open.clear()
        curves = [(kind._replace(unit=curve.unit), curve.points()) for kind, curve in self._curves.items()]
        style = (HERE / "report.css").read_text(encoding="utf-8")
        script = (HERE / "report.js").read_text(encoding="utf-8")
        title = f"Hand review: {view.name_text(self._summary.name)}" if curves else "Hand review"
        parts = {
            "policy": (
                f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
                "base-uri 'none'; form-action 'none'"
            ),
            "title": escape(title),
            "style": style,
            "script": script,
            "counts": escape(view.in_words(counts)),
            "curves": "\n".join(figure(n, kind, points) for n, (kind, points) in enumerate(curves, 1))
            or "<p>No cards were dealt to a known player; --hero NAME chooses one.</p>",
            "summary": self._summary_table(),
            "whose": ", with the hero in them" if curves else "",
            "allins": _allin_list(self._allins[bool(curves)]),
            "refused": _refused(self._refusals),
            "refused_link": ' <a href="#refused">Refused</a>' if self._refusals else "",
            "footer": FOOTER,
            "data": self._data(curves),
        }
        template = (HERE / "report.html").read_text(encoding="utf-8")
        return re.sub(r"{{(\w+)}}", lambda mark: parts[mark[1]], template)

    def _data(self, curves: Iterable[tuple[Stakes, Sequence[Point]]]) -> str:
        drawn = [
            {
                "unit": kind.unit,
                "numbers": [point.number for point in some],
                "net": [point.net for point in some],
                "ev": [round(point.net_by_ev) for point in some],
            }
            for kind, points in curves
            for some in [thinned(points)]
        ]
        head = f'"kinds":{_json(list(self._kinds))},"curves":{_json(drawn)}'
        return f'{{{head},"hands":[{",".join(self._hands.values())}]}}'

    def _summary_table(self) -> str:
        table = view.as_summary(self._summary)
        if not table.rows:
            return f"<p>{escape(' '.join(table.header))}</p>"
        totals = len(list(self._summary.totals()))
        several = len({row[0] for row in table.rows}) > 1  # else whose it is stands above
        header = ("game", *table.header[3:])
        rows = [
            _row(header, _joined(header, row, several), total=place >= len(table.rows) - totals)
            for place, row in enumerate(table.rows)
        ]
        notes = "".join(f'<p class="quiet">{escape(line)}</p>' for line in table.below)
        return _table(header, rows) + notes


def _joined(header: Sequence[str], row: Sequence[str], named: bool) -> Sequence[str]:
    """A row of the summary with its texts in one cell, and signs as in the rest of the page."""
    player, game, stakes, *rest = row
    cells = [
        re.sub(r"^(~?)([1-9]|0\.)", r"\1+\2", cell) if name.startswith("net") else cell
        for name, cell in zip(header[1:], rest, strict=True)
    ]
    whose = f"{player}: {game} {stakes}" if named else f"{game} {stakes}"
    return (whose, *(cell.replace("-", MINUS) for cell in cells))


def _digest(text: str) -> str:
    """What a content security policy knows an inline style or script by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _json(value: object) -> str:
    """JSON that can stand in a page: nothing in it ends the element or begins another."""
    text = compact.as_json(value)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


# A hand


def _hand(hand: Reviewed, number: int, kind: int, own: PlayerReview | None) -> dict[str, object]:
    """What the script draws a hand from; players are told by their place in `players`."""
    told, replayed = hand.hand, hand.replayed
    places = {player.player.name: place for place, player in enumerate(hand.players)}
    first_run = [street for street in hand.streets if street.run_out == 0]
    notes = [f"{told.file}:{told.line}, hand {told.n}", f"rake {money(replayed.rake, told.unit)}"]
    if replayed.rake_inferred:
        notes[-1] += " (inferred)"
    if told.tournament:
        notes.append(f"blinds {money(told.small_blind, told.unit)}/{money(told.big_blind, told.unit)}")
    if replayed.paid_as_stated is None:
        notes.append("the file does not say what it paid")
    return {
        "number": number,
        "site": printable(told.site),
        "id": printable(told.id),
        "kind": kind,
        "date": printable(told.date),
        "file": printable(told.file),
        "unit": told.unit,
        "big_blind": max(told.big_blind, 1),
        "pot": hand.total_pot,
        "board": first_run[-1].board if first_run else "",
        "all_in": replayed.allin_street,
        "showdown": replayed.showdown,
        "own": places[own.player.name] if own else None,
        "players": [_player(player) for player in hand.players],
        "streets": [_street(hand, street, places) for street in hand.streets],
        "notes": printable(", ".join(notes)),
        "findings": [view.finding_text(finding) for finding in replayed.findings],
    }


def _player(review: PlayerReview) -> dict[str, object]:
    player = review.player
    return {
        "name": view.name_text(player.name),
        "cards": player.cards,
        "staked": player.put_in - player.returned,
        "got": player.got,
        "net": player.net,
        "ev": round(float(review.ev), 2),
        "luck": round(float(review.luck), 2),
        "estimated": review.estimated,
        "cashed_out": player.cashed_out,
    }


def _street(hand: Reviewed, street: StreetReview, places: dict[str, int]) -> dict[str, object]:
    return {
        "name": view.street_name(hand, street),
        "board": street.board,
        "pot": street.pot,
        "all_in": street.street == hand.replayed.allin_street,
        "estimated": street.estimated,
        "few": len(street.stacks) <= MANY_PLAYERS,
        "equities": {places[name]: _short(share) for name, share in street.equities},
        "stacks": {places[name]: stack for name, stack in street.stacks},
        "pots": [
            {
                "name": view.pot_name(number),
                "amount": pot.amount,
                "estimated": pot.estimated,
                "shares": [(places[name], _short(share)) for name, share in pot.shares],
            }
            for number, pot in enumerate(street.pots if len(street.pots) > 1 else ())
        ],
    }


def _short(share: Fraction) -> float:
    """A share with the digits that the page needs; thousands of hands are large enough."""
    return round(float(share), 6)


# Tables


def _table(header: Sequence[str], rows: Iterable[str]) -> str:
    """A table whose first column is text; a phone shows each row as a list."""
    first, *others = map(escape, header)
    heads = f'<th class="text">{first}</th>' + "".join(f"<th>{name}</th>" for name in others)
    return (
        f'<div class="scroll"><table class="sums"><thead><tr>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(header: Sequence[str], cells: Sequence[str], *, total: bool) -> str:
    inside = f'<td class="text">{escape(cells[0])}</td>' + "".join(
        f'<td data-name="{escape(name)}">{escape(cell)}</td>'
        for name, cell in zip(header[1:], cells[1:], strict=True)
    )
    return f'<tr class="total">{inside}</tr>' if total else f"<tr>{inside}</tr>"


def _allin_list(allins: Sequence[Big]) -> str:
    if not allins:
        return "<p>Nobody was all-in before the last card.</p>"
    return f'<ol class="allins">{"".join(map(_allin, allins))}</ol>'


def _allin(big: Big) -> str:
    hand, own = big.hand, big.own
    unit = hand.hand.unit
    street = hand.replayed.allin_street or ""
    board = next((street.board for street in hand.streets if street.street == hand.replayed.allin_street), "")
    about = [str(big.number), printable(view.describe(Stakes.of(hand.hand))), f"all-in {street}"]
    parts = [
        f'<a href="#hand-{big.number}"><span class="what">{_cards(own.player.cards) if own else ""}',
        f'<i class="on">on</i>{_cards(board)}' if board else "",
        f'</span><span class="where">{escape(" · ".join(about))}</span>',
        f'<span class="result">pot {money(hand.total_pot, unit)}, {big.size:,.0f} bb</span>',
    ]
    if own:
        mark = "~" if own.estimated else ""
        tone = "good" if own.luck > 0 else "bad" if own.luck < 0 else ""
        parts.append(
            f'<span class="result quiet">EV {mark}{view.amount(own.ev, unit)}, '
            f"got {money(own.player.got, unit)}, "
            f'luck <span class="{tone}">{mark}{signed(own.luck, unit)}</span></span>'
        )
    return f"<li>{''.join(parts)}</a></li>"


def _cards(text: str) -> str:
    symbols = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
    pairs = (text[place : place + 2] for place in range(0, len(text), 2))
    drawn = "".join(f'<span class="card {pair[1]}">{pair[0]}{symbols[pair[1]]}</span>' for pair in pairs)
    return f'<span class="cards">{drawn}</span>'


def _refused(refusals: Sequence[str]) -> str:
    if not refusals:
        return ""
    items = "".join(f"<li>{escape(text)}</li>" for text in refusals[:MOST_REFUSALS])
    rest = len(refusals) - MOST_REFUSALS
    more = f"<p>and {counted(rest, 'hand')} more</p>" if rest > 0 else ""
    return (
        f'<section id="refused"><h2>Refused</h2><details><summary>{counted(len(refusals), "hand")} '
        f"could not be read</summary><ul>{items}</ul>{more}</details></section>"
    )
