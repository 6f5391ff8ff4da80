"""Reviewed hands: tables, JSON, CSV, and the summary."""

import csv
import io
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction

from equity.games import find_game
from equity.history.amounts import money
from equity.history.model import Finding, Refusal
from equity.history.reviewed import PlayerReview, PotShares, Reviewed, Shares, StreetReview
from equity.history.summary import Counts, Line, Stakes, Summary
from equity.views import compact
from equity.views.tables import Table
from equity.wording import (
    MESSAGE_LENGTH,
    abridged,
    counted,
    listed,
    printable,
    shortened,
    spreadsheet_safe,
)

LIMITS = {"pl": "pot-limit", "nl": "no-limit", "fl": "fixed-limit"}
HAND_FIELDS = (
    "file", "line", "n", "site", "id", "game", "limit", "date", "currency", "unit",
    "small_blind", "big_blind", "allin_street",
)  # fmt: skip
PLAYER_FIELDS = (
    "name", "seat", "cards", "put_in", "returned", "got", "net", "cashed_out", "ev", "ev_estimated", "luck",
)  # fmt: skip
SUMMARY_COLUMNS = (
    "player", "game", "stakes", "hands", "net", "net by ev", "rake paid", "all-ins", "showdowns", "won",
)  # fmt: skip
CASH_OUT_COLUMN = "net with cash-outs"
MOST_LINES = 40
NAME_LENGTH = 30
"""Characters of a name in tables; sites allow half of it."""

MOST_NAMES = 5
"""That a message lists."""


def as_json(hand: Reviewed | Refusal) -> str:
    """One JSON object on one line."""
    return compact.as_json(hand.to_dict())


def csv_header() -> str:
    """The first line of the CSV: of the hand its fields, total pot and rake, then those of the player."""
    return _csv_lines([(*HAND_FIELDS, "pot", "rake", *PLAYER_FIELDS)])


def as_csv(hand: Reviewed) -> str:
    """A row for each player of a hand; null is empty.

    Texts, names above all, are written so that no spreadsheet runs one as a formula.
    """
    whole = hand.to_dict()
    shared = [*(whole[name] for name in HAND_FIELDS), hand.total_pot, hand.replayed.rake]
    players = whole["players"]
    assert isinstance(players, list)
    return _csv_lines([*shared, *(player[name] for name in PLAYER_FIELDS)] for player in players)


def _csv_lines(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue().removesuffix("\n")


def _cell(cell: object) -> object:
    if isinstance(cell, bool):
        return str(cell).lower()
    return spreadsheet_safe(cell) if isinstance(cell, str) else cell


def as_tables(hand: Reviewed) -> list[Table]:
    """A hand for people: its streets, and what came of it for each player."""
    tables = [_streets(hand)] if hand.streets else []
    return [*tables, _players(hand, () if tables else title(hand))]


def name_text(name: str) -> str:
    """A player's name as tables show it."""
    return printable(shortened(name, NAME_LENGTH))


def finding_text(finding: Finding) -> str:
    """What is wrong with a hand."""
    return abridged(printable(f"{finding.kind}: {finding.text}"), MESSAGE_LENGTH)


def title(hand: Reviewed) -> tuple[str, ...]:
    """Which hand it is, and where it stands."""
    told = hand.hand
    parts = [f"{told.site} {shortened(told.id)}".strip(), describe(Stakes.of(told)), told.date]
    if told.tournament:
        parts[1] += f" {money(told.small_blind, told.unit)}/{money(told.big_blind, told.unit)}"
    place = f"{told.file}:{told.line}" if told.file else f"line {told.line}"
    return (printable(", ".join(part for part in parts if part) + f" ({place}, hand {told.n})"),)


def describe(stakes: Stakes) -> str:
    """A game, its limit and its stakes in words."""
    words = [find_game(stakes.game).title, LIMITS.get(stakes.limit, "")] if stakes.game else []
    return " ".join([*words, stakes_text(stakes)]).strip()


def stakes_text(stakes: Stakes) -> str:
    """The stakes: "0.50/1 USD", "tournament", or only the money."""
    if stakes.tournament:
        return "tournament"
    sizes = f"{money(stakes.small, stakes.unit)}/{money(stakes.big, stakes.unit)}" if stakes.big else ""
    return f"{sizes} {stakes.currency}".strip()


def amount(value: Fraction | int, unit: int) -> str:
    """An amount to the nearest minor unit, with its sign."""
    minor = round(value)
    return f"-{money(-minor, unit)}" if minor < 0 else money(minor, unit)


def percent(share: Fraction) -> str:
    """A share with two digits."""
    return f"{float(100 * share):.2f}%"


def _streets(hand: Reviewed) -> Table:
    """A row a street, and one for each of several pots; a column for each hand that stays or is known."""
    unit = hand.hand.unit
    columns = _columns(hand)
    rows = []
    for street in hand.streets:
        live = dict(street.stacks)
        mark = "~" if street.estimated else ""
        shares = dict(street.equities)
        cells = [
            f"{mark}{percent(shares[name])} ({money(live[name], unit)})"
            if name in shares
            else f"({money(live[name], unit)})"
            if name in live
            else ""
            for name in columns
        ]
        name = street_name(hand, street)
        if street.street == hand.replayed.allin_street:
            name += ", all-in"
        rows.append((name, street.board, money(street.pot, unit), *cells))
        if len(street.pots) > 1:
            for number, pot in enumerate(street.pots):
                rows.append((f"  {pot_name(number)}", "", money(pot.amount, unit), *_of_pot(pot, columns)))
    header = ("street", "board", "pot", *map(name_text, columns))
    note = () if hand.replayed.allin_street else ("no all-in before the last card: ev is what was got",)
    below = note if columns else ()
    return Table(title(hand), header, tuple(rows), below, (0, 1))


def street_name(hand: Reviewed, street: StreetReview) -> str:
    """ "flop", or "flop, run 2" where it was dealt more than once."""
    runs = sum(other.street == street.street for other in hand.streets)
    return f"{street.street}, run {street.run_out + 1}" if runs > 1 else street.street


def pot_name(number: int) -> str:
    """ "main pot", "side pot 1"."""
    return f"side pot {number}" if number else "main pot"


def _of_pot(pot: PotShares, columns: Sequence[str]) -> list[str]:
    shares: dict[str, Fraction] = dict(pot.shares)
    mark = "~" if pot.estimated else ""
    return [f"{mark}{percent(shares[name])}" if name in shares else "" for name in columns]


def _columns(hand: Reviewed) -> list[str]:
    """The players that a table of streets tells of: those who stay after the first, or have shares."""
    later = {name for street in hand.streets[1:] for name, _ in street.stacks}
    every: list[Shares] = [street.equities for street in hand.streets]
    shown = later | {name for shares in every for name, _ in shares}
    return [player.player.name for player in hand.players if player.player.name in shown]


def _players(hand: Reviewed, above: tuple[str, ...]) -> Table:
    unit = hand.hand.unit
    rows = [_player(hand, player) for player in hand.players if player.player.put_in or player.player.got]
    rake = f"rake {money(hand.replayed.rake, unit)}"
    if hand.replayed.rake_inferred:
        rake += ", inferred: pot less what was paid"
    below = [rake]
    if any(player.estimated for player in hand.players):
        below.append("~ estimated: hands nobody has seen count as random")
    below += [f"! {finding_text(finding)}" for finding in hand.replayed.findings]
    if hand.replayed.paid_as_stated is None and hand.streets:
        below.append("the file does not say what it paid")
    header = ("player", "cards", "put in", "got", "net", "ev", "luck")
    return Table(above, header, tuple(rows), tuple(below), (0, 1))


def _player(hand: Reviewed, player: PlayerReview) -> tuple[str, ...]:
    unit, paid = hand.hand.unit, player.player
    mark = "~" if player.estimated else ""
    name = name_text(paid.name) + (" (hero)" if paid.name == hand.hand.hero else "")
    if paid.cashed_out is not None:
        name += f" (cashed out for {money(paid.cashed_out, unit)})"
    return (
        name,
        paid.cards,
        money(paid.put_in - paid.returned, unit),
        money(paid.got, unit),
        amount(paid.net, unit),
        mark + amount(player.ev, unit),
        mark + amount(player.luck, unit),
    )


def refused(refusal: Refusal) -> str:
    """Where a hand could not be read, and why."""
    which = f"hand {refusal.n}" + (f" ({refusal.id})" if refusal.id else "")
    return printable(f"{refusal.file}:{refusal.line}: {which} refused: {refusal.reason}")


def as_summary(summary: Summary) -> Table:
    """A row for each player, game and stakes, most hands first; the last of very many are left out."""
    lines = list(summary.lines())
    if not lines:
        whose = name_text(summary.hero or "")
        return Table((), (f"{whose} plays in none of the hands asked for",), (), ())
    shown = [*lines[:MOST_LINES], *summary.totals()]
    sold = any(line.sums.cash_outs for line in lines)
    header = (*SUMMARY_COLUMNS, CASH_OUT_COLUMN) if sold else SUMMARY_COLUMNS
    rows = [_summary(line)[: len(header)] for line in shown]
    below = []
    if len(lines) > MOST_LINES:
        below.append(f"and {counted(len(lines) - MOST_LINES, 'line')} more; --hero NAME shows a player's")
    if summary.missed:
        without = f"{counted(summary.missed, 'hand')} without {name_text(summary.name)}"
        below.append(f"{without}: not in these sums")
    if any(line.sums.estimated for line in lines):
        below.append("~ estimated: hands nobody has seen count as random")
    return Table((), header, tuple(rows), tuple(below), (0, 1, 2))


def nobody_called(hero: str, names: Sequence[str]) -> str:
    """That a player does not exist, and who does."""
    near = get_close_matches(hero, names, 1, 0.6)
    if near:
        hint = f"did you mean {name_text(near[0])}?"
    else:
        some = sorted(names)[:MOST_NAMES]
        more = ["others"] if len(names) > len(some) else []
        hint = f"there are {listed([*map(name_text, some), *more], 'and')}"
    return f"nobody in these hands is called {name_text(hero)}; {hint}"


def _summary(line: Line) -> tuple[str, ...]:
    stakes, sums = line.stakes, line.sums
    mark = "~" if sums.estimated else ""
    game = f"{find_game(stakes.game).title} {LIMITS.get(stakes.limit, '')}".strip() if stakes.game else "all"
    return (
        name_text(line.player),
        game,
        stakes_text(stakes) or "play money",
        f"{sums.hands:,}",
        amount(sums.net, stakes.unit),
        mark + amount(sums.net_by_ev, stakes.unit),
        amount(sums.rake, stakes.unit),
        f"{sums.all_ins:,}",
        f"{sums.showdowns:,}",
        f"{sums.won:,}",
        amount(sums.net + sums.cash_outs, stakes.unit),
    )


def in_words(counts: Counts) -> str:
    """One sentence on how many hands there were and what became of them."""
    text = (
        f"{counted(counts.hands, 'hand')} in {counted(counts.files, 'file')}: {counts.read:,} read, "
        f"{counts.refused:,} refused, {counts.others:,} of other games"
    )
    if counts.matching != counts.read:
        text += f"; {counts.matching:,} of those read are what was asked for"
    if counts.failed:
        what = "file or folder" if counts.failed == 1 else "files or folders"
        text += f"; {counts.failed:,} {what} could not be read"
    return text
