"""Every site family on small hands of our own: what is read, and that the replay pays as they say."""

import json
from pathlib import Path

import pytest

from equity.history.files import read_bytes, read_file, read_text
from equity.history.model import HandHistory, Outcome, Refusal, Skipped
from equity.history.readers import READERS
from equity.history.replay import replay
from tests.commands import ROOT

SAMPLES = ROOT / "tests" / "histories"
EXPECTED = json.loads((SAMPLES / "expected.json").read_text(encoding="utf-8"))
"""By file: for each hand what it is and what it pays, or why it is not read."""

FAMILIES = {
    "bovada.txt": "bovada", "entraction.txt": "entraction", "everleaf.txt": "everleaf",
    "fulltilt.txt": "fulltilt", "ipoker.xml": "ipoker", "ongame.txt": "ongame", "openhh.json": "openhh",
    "pacific.txt": "pacific", "partypoker.txt": "partypoker", "hands.phhs": "phh",
    "pokerstars.txt": "pokerstars", "winamax.txt": "winamax", "wpn.txt": "wpn",
}  # fmt: skip


def summary(outcome: Outcome) -> dict[str, object]:
    """A hand, or what became of it, as `expected.json` tells it."""
    if isinstance(outcome, Skipped):
        return {"line": outcome.line, "other": outcome.id}
    if isinstance(outcome, Refusal):
        return {"line": outcome.line, "id": outcome.id, "refused": outcome.reason}
    replayed = replay(outcome)
    return {
        "line": outcome.line,
        "site": outcome.site,
        "id": outcome.id,
        "game": f"{outcome.game} {outcome.limit}",
        "blinds": [outcome.small_blind, outcome.big_blind, outcome.ante],
        "money": [outcome.currency, outcome.unit],
        "date": outcome.date,
        "hero": outcome.hero,
        "button": outcome.button,
        "boards": list(outcome.boards),
        "pots": [pot.amount for pot in replayed.pots],
        "rake": [replayed.rake, replayed.rake_inferred],
        "allin": replayed.allin_street,
        "players": {
            player.name: [player.put_in, player.returned, player.got, player.cashed_out]
            for player in replayed.players
        },
        "findings": [finding.kind for finding in replayed.findings],
        "paid_as_stated": replayed.paid_as_stated,
    }


@pytest.mark.parametrize("name", EXPECTED)
def test_samples(name: str):
    outcomes = list(read_file(SAMPLES / name))
    assert [outcome.n for outcome in outcomes] == list(range(1, len(outcomes) + 1))
    assert [summary(outcome) for outcome in outcomes] == EXPECTED[name]


def test_every_sample_is_expected_and_every_family_has_one():
    assert {path.name for path in SAMPLES.iterdir()} == {*EXPECTED, "expected.json"}
    assert {reader.name for reader in READERS} == {*FAMILIES.values(), "unread"}


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.endswith((".json", ".phhs"))])
def test_encodings_and_line_ends_do_not_matter(name: str, encoding: str):
    text = (SAMPLES / name).read_text(encoding="utf-8")
    data = text.replace("\n", "\r\n").encode(encoding)
    assert [summary(outcome) for outcome in read_bytes(data)] == EXPECTED[name]


def test_games_of_several_sites_in_one_file():
    names = ("pokerstars.txt", "pacific.txt", "winamax.txt", "fulltilt.txt", "wpn.txt")
    text = "\n\n".join((SAMPLES / name).read_text(encoding="utf-8") for name in names)
    outcomes = list(read_text(text, "all.txt"))
    expected = [hand for name in names for hand in EXPECTED[name]]
    strip = [{key: value for key, value in hand.items() if key != "line"} for hand in expected]
    assert [summary(outcome) | {"line": 0} for outcome in outcomes] == [hand | {"line": 0} for hand in strip]
    assert {outcome.file for outcome in outcomes} == {"all.txt"}


def test_sites_that_are_not_read_are_named():
    text = "Stage #17: Omaha Hi/Lo $30/$60\nSeat 6 - Ada ($10 in chips)\n#18: Pot Limit Omaha - 5/10\n"
    one, two = read_text(text)
    assert isinstance(one, Refusal)
    assert isinstance(two, Refusal)
    assert (one.n, one.line, one.id, one.reason) == (1, 1, "17", "hands of Absolute Poker are not read")
    assert (two.n, two.line, two.id, two.reason) == (2, 3, "18", "hands of KingsClub are not read")
    assert two.to_dict() == {"file": "", "line": 3, "n": 2, "id": "18", "refused": two.reason}


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "no hand of a known site"),
        ("Dear diary,\ntoday I lost.\n", 1, "no hand of a known site"),
        ("\nSeat 3: Ada ($5 in chips)\n", 2, "the hand's header is missing"),
    ],
)
def test_no_hand_is_a_refusal_too(text: str, line: int, reason: str):
    (outcome,) = read_text(text)
    assert isinstance(outcome, Refusal)
    assert (outcome.line, outcome.reason) == (line, reason)


def test_seats_above_the_first_header_are_a_hand_cut_off():
    text = "Seat 1: Ada ($5 in chips)\n" + (SAMPLES / "courchevel.txt").read_text(encoding="utf-8")
    outcomes = list(read_text(text))
    assert [type(outcome) for outcome in outcomes] == [Refusal, *[HandHistory] * 3]


def test_files_are_read_from_disk(tmp_path: Path):
    path = tmp_path / "hands.txt"
    path.write_bytes((SAMPLES / "walk.txt").read_bytes())
    (hand,) = read_file(path)
    assert isinstance(hand, HandHistory)
    assert hand.file == str(path)
    with pytest.raises(OSError, match="missing"):
        list(read_file(tmp_path / "missing"))
