"""Check the readers and the replay against a corpus of real hands: `python -m tests.corpus DIRECTORY`.

The directory holds the files, `manifest.tsv` (one row a file, game and limit: how many hands) and
`oracle.tsv` (one row a hand: what its own text says was collected, or the stacks afterwards). A
hand is right when the replay pays exactly that. Prints a table by site and every miss with its
cause; exits with 1 when a target is missed.
"""

from __future__ import annotations

import csv
import json
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from equity.history.files import read_file
from equity.history.model import HandHistory, Refusal, Returns, Skipped, Unreadable
from equity.history.replay import replay
from equity.history.replayed import Replayed

NAMED = (
    "PokerStars", "GGPoker", "ClubApps", "RunItOnce", "PacificPoker", "PHH", "Winamax", "Bovada", "FullTilt",
    "PartyPoker", "iPoker", "WPN",
)  # fmt: skip
"""The families that must be read."""

CLOSE = ("PacificPoker", "PokerStars", "GGPoker", "Bovada", "Winamax", "PHH")
"""Of these all hands but one are right, or 95 in a hundred."""

READ, RIGHT = 0.97, 0.95

EXPLAINED = {
    ("Entraction--CashGame-HandActionTests-AllInHandWithShowdown.txt", 1): (
        "the file pays no low half, and one hand makes 8-7-4-2-A"
    ),
    ("Entraction--Table-35132513.txt", 6): "the rake is rounded to the other pot",
    ("Entraction--Table-35134072.txt", 18): "the rake is rounded to the other pot",
    ("Everleaf--PLO8-10max-USD-0.05-0.10-201003.HU.on.10max.txt", 0): (
        "the manifest counts both header lines of a hand"
    ),
    ("GGPoker--PLO5-6max-USD-2-5-202104.Jackpot.txt", 1): (
        "the jackpot fee is taken from the side pot too, the rake from the main pot only"
    ),
    ("GGPoker--PLO5-6max-USD-2-5-202205.multiway.cashout.win.txt", 1): (
        "the jackpot fee is split over three pots by a rule of the site: some cents apart"
    ),
    ("RunItOnce--PLO-6max-EUR-0.25-0.50-201908.RIO.STP.side.pot.txt", 1): (
        "the lines pay the house's 5.00 twice and more than the pot; the summary says 143.84 as we do"
    ),
    ("WPN--PLO8-6max-USD-40-80-201610.disconnected.allin.HH00000000-G0.txt", 1): (
        "the rake is taken from the main pot alone"
    ),
    ("iPoker--CashGame-ValidHandTests-HMExport-1.txt", 1): (
        "the file splits the pot although one hand has a straight and the other a pair"
    ),
}
"""Misses that are no fault of ours, by file and hand, and why."""


class Oracle:
    """The rows by file and position, or by the hand's id where positions are counted differently."""

    def __init__(self, rows: list[dict[str, str]]):
        self._by_place = {(row["file"], row["n"]): row for row in rows}
        self._by_id = {(row["file"], row["hand_id"]): row for row in rows}

    def row(self, file: str, n: int, hand_id: str) -> dict[str, str]:
        """What the corpus says of a hand; empty when it has none."""
        placed = self._by_place.get((file, str(n)), {})
        if placed and hand_id.startswith(placed["hand_id"]):
            return placed
        return self._by_id.get((file, hand_id), placed)


@dataclass
class Tally:
    """What became of the hands of one site; `broken` ones are told apart in the oracle."""

    outcomes: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    unexplained: int = 0


def main(directory: Path) -> int:
    """Check a corpus; the exit code."""
    start = time.perf_counter()
    oracle = Oracle(_rows(directory / "oracle.tsv"))
    tallies: dict[str, Tally] = defaultdict(Tally)
    files: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in _rows(directory / "manifest.tsv"):
        files[row["file"]].append(row)
    for name, rows in files.items():
        tally = tallies[rows[0]["site"]]
        found = sum(_check(tally, outcome, name, oracle) for outcome in read_file(directory / name))
        expected = sum(int(row["omaha_hands"]) for row in rows) + int(rows[0]["non_omaha_hands"])
        if found != expected and (name, 0) not in EXPLAINED:
            tally.misses.append(f"{name}: {found} hands found, the manifest counts {expected}")
            tally.unexplained += 1
    _print(tallies)
    failures = _failures(tallies)
    for failure in failures:
        print(f"missed: {failure}")
    print(f"{time.perf_counter() - start:.1f} s")
    return 1 if failures else 0


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _check(tally: Tally, outcome: object, name: str, oracle: Oracle) -> int:
    """Count one hand; 1, so that hands can be summed."""
    if isinstance(outcome, Skipped):
        tally.outcomes["other"] += 1
        return 1
    assert isinstance(outcome, HandHistory | Refusal)
    row = oracle.row(name, outcome.n, outcome.id)
    broken = "broken" in row.get("flags", "").split(";")
    kind = "broken " if broken else ""
    tally.outcomes[kind + "hands"] += 1
    why = ""
    if isinstance(outcome, HandHistory):
        try:
            replayed = replay(outcome)
        except Unreadable as error:
            outcome = Refusal(name, error.line or outcome.line, outcome.n, outcome.id, error.message)
    if isinstance(outcome, Refusal):
        tally.outcomes[kind + "refused"] += 1
        why = f"refused, line {outcome.line}: {outcome.reason}"
        if not row:  # the oracle knows of no such hand: cut off, or another game
            broken = True
    else:
        tally.outcomes[kind + "read"] += 1
        wrong = _wrong(replayed, row)
        if wrong is not None:
            tally.outcomes[kind + "judged"] += 1
            tally.outcomes[kind + "right"] += not wrong
            why = wrong
    if why:
        explanation = EXPLAINED.get((name, outcome.n), "flagged broken" if broken else "")
        tally.unexplained += not explanation
        tally.misses.append(f"{name} #{outcome.n}: {why}" + (f" ({explanation})" if explanation else ""))
    return 1


def _wrong(replayed: Replayed, row: dict[str, str]) -> str | None:
    """How a hand differs from what its text says; "" if it does not, None if the text says nothing."""
    collected = json.loads(row["collected"]) if row.get("collected") else None
    stacks = json.loads(row["finishing_stacks"]) if row.get("finishing_stacks") else None
    players = {player.name: player for player in replayed.players}
    if collected is not None:
        uncalled = json.loads(row["uncalled"]) if row["uncalled"] else {}
        for name, player in players.items():
            if player.cashed_out is not None:
                continue
            stated = collected.get(name, 0)
            included = player.got + player.returned
            may_include = replayed.hand.returns is Returns.INCLUDED or name not in uncalled
            if stated != player.got and not (may_include and stated == included):
                return f"{name} gets {player.got} and {player.returned} back, the file says {stated}"
        unknown = set(collected) - set(players)
        return f"{unknown} are paid and unknown" if unknown else ""
    if stacks is not None:
        for name, player in players.items():
            if name in stacks and stacks[name] != player.stack + player.net:
                return f"{name} ends with {player.stack + player.net}, the file says {stacks[name]}"
        return ""
    return None


def _print(tallies: dict[str, Tally]) -> None:
    columns = ("hands", "read", "refused", "judged", "right", "other")
    print(
        f"{'site':20}" + "".join(f"{column:>9}" for column in columns) + "   of hands flagged broken: right"
    )
    for site in sorted(tallies, key=lambda site: (site not in NAMED, site)):
        counts = tallies[site].outcomes
        cells = "".join(f"{counts[column]:9}" for column in columns)
        broken = f"{counts['broken right']:6} of {counts['broken hands']}" if counts["broken hands"] else ""
        print(f"{site:20}{cells}{broken}" + ("" if site in NAMED else "   (not a named family)"))
    print()
    for site in sorted(tallies):
        for miss in tallies[site].misses:
            print(miss)


def _failures(tallies: dict[str, Tally]) -> list[str]:
    failures = []
    named: Counter[str] = Counter()
    for site in NAMED:
        tally = tallies[site]
        counts = tally.outcomes
        named.update(counts)
        if tally.unexplained:
            failures.append(f"{site}: {tally.unexplained} misses are not explained")
        misses = counts["hands"] - counts["read"] + counts["judged"] - counts["right"]
        if site in CLOSE and misses > 1 and misses > (1 - RIGHT) * counts["hands"]:
            failures.append(f"{site}: {misses} misses of {counts['hands']} hands")
    if named["read"] < READ * named["hands"]:
        failures.append(f"{named['read']} of {named['hands']} hands read; {READ:.0%} are wanted")
    if named["right"] < RIGHT * named["judged"]:
        failures.append(f"{named['right']} of {named['judged']} hands right; {RIGHT:.0%} are wanted")
    if tallies["PHH"].outcomes["right"] < tallies["PHH"].outcomes["hands"]:
        failures.append("PHH: a finishing stack differs")
    print(f"\nnamed families: {named['read']} of {named['hands']} hands read, ", end="")
    print(f"{named['right']} of {named['judged']} right")
    return failures


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.corpus DIRECTORY")
    sys.exit(main(Path(sys.argv[1])))
