"""Files that are cut off, mangled or made to hurt: a finding or a refusal, in linear time, never a crash."""

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.history import files
from equity.history.files import READER_FAILED, read_bytes, read_text
from equity.history.model import PAYOUT_DIFFERS, HandHistory, Outcome, Refusal, Returns, Unreadable
from equity.history.replay import replay
from tests.test_history_readers import SAMPLES

TEXTS = {
    path.name: path.read_text(encoding="utf-8") for path in SAMPLES.iterdir() if path.name != "expected.json"
}


def survive(text: str | bytes) -> list[Outcome]:
    """The outcomes, each replayed and with its books balanced; nothing but Unreadable may come out."""
    outcomes = list(read_text(text) if isinstance(text, str) else read_bytes(text))
    assert [outcome.n for outcome in outcomes] == list(range(1, len(outcomes) + 1))
    for outcome in outcomes:
        if isinstance(outcome, Refusal):
            assert outcome.reason
            assert len(outcome.reason) < 300
            assert READER_FAILED not in outcome.reason
        if isinstance(outcome, HandHistory):
            try:
                replayed = replay(outcome)
            except Unreadable:
                continue
            assert sum(player.got for player in replayed.players) == sum(pot.amount for pot in replayed.pots)
            assert all(min(p.got, p.put_in, p.returned) >= 0 for p in replayed.players)
    return outcomes


@pytest.mark.parametrize("name", TEXTS)
def test_who_is_paid_gets_something(name: str):
    """In whole files: whoever collects is paid by the replay too, unless a finding says otherwise."""
    paid = 0
    for outcome in survive(TEXTS[name]):
        if not isinstance(outcome, HandHistory):
            continue
        replayed = replay(outcome)
        differs = " ".join(finding.text for finding in replayed.findings if finding.kind == PAYOUT_DIFFERS)
        stacks = {seat.name: seat.stack for seat in outcome.seats}
        winners = {line.player for line in outcome.collected if line.amount}
        winners |= {player for player, stack in outcome.final_stacks if stack > stacks[player]}
        for player in replayed.players:
            if player.name in winners and player.name not in differs:
                back = player.returned if outcome.returns is Returns.INCLUDED else 0
                assert player.got + back > 0, (outcome.id, player.name)
                paid += 1
    assert paid


@pytest.mark.parametrize("name", TEXTS)
def test_files_cut_off_anywhere(name: str):
    lines = TEXTS[name].splitlines()
    whole = len(survive(TEXTS[name]))
    for end in range(0, len(lines) + 1, 1 + len(lines) // 60):
        assert len(survive("\n".join(lines[:end]))) <= whole
    for end in range(0, len(lines), 1 + len(lines) // 15):
        survive("\n".join(lines[end:]))
    for end in range(0, len(TEXTS[name]), 1 + len(TEXTS[name]) // 15):
        survive(TEXTS[name].encode()[:end])


@pytest.mark.parametrize("name", TEXTS)
def test_mangled_files(name: str):
    rng = random.Random(name)
    for _ in range(30):
        lines = TEXTS[name].splitlines()
        for _ in range(rng.randint(1, 4)):
            place, other = rng.randrange(len(lines)), rng.randrange(len(lines))
            match rng.randrange(5):
                case 0:
                    del lines[place]
                    lines = lines or [""]
                case 1:
                    lines.insert(place, lines[other])
                case 2:
                    lines[place], lines[other] = lines[other], lines[place]
                case 3:
                    cut = rng.randrange(len(lines[place]) + 1)
                    lines[place] = (
                        lines[place][:cut] + rng.choice("0$,.[]():*x\u2665\x1b<é\0²") + lines[place][cut:]
                    )
                case _:
                    cut = rng.randrange(len(lines[place]) + 1)
                    lines[place] = lines[place][:cut] + lines[other][cut:]
        survive("\n".join(lines))


@given(st.binary(max_size=200), st.sampled_from(sorted(TEXTS)), st.integers(0, 400))
def test_bytes_in_the_middle(data: bytes, name: str, place: int):
    raw = TEXTS[name].encode()
    survive(raw[:place] + data + raw[place:])


def test_a_fault_of_a_reader_costs_its_hand_only(monkeypatch: pytest.MonkeyPatch):
    text = TEXTS["pokerstars.txt"]
    faulty = replace(files._BY_NAME["pokerstars"], read=lambda block: [][1])
    monkeypatch.setitem(files._BY_NAME, "pokerstars", faulty)
    outcomes = list(read_text(text + TEXTS["pacific.txt"]))
    assert any(isinstance(outcome, HandHistory) for outcome in outcomes)
    assert any(isinstance(outcome, Refusal) and READER_FAILED in outcome.reason for outcome in outcomes)


NAMES = (
    "<script>alert(1)</script>",
    "\x1b[31mred\x1b[0m",
    "Seat 1: Bob ($5 in chips)",
    "a: folds",
    "$1 [As]",
    "é" * 300,
)


@pytest.mark.parametrize("name", NAMES)
def test_names_may_be_anything(name: str):
    text = TEXTS["pokerstars.txt"].replace("ana [x]", name)
    before = [hand for hand in read_text(TEXTS["pokerstars.txt"]) if isinstance(hand, HandHistory)]
    after = [hand for hand in read_text(text) if isinstance(hand, HandHistory)]
    assert len(before) == len(after)
    assert name in {seat.name for seat in after[0].seats}
    assert [p.got for p in replay(after[0]).players] == [p.got for p in replay(before[0]).players]


def test_xml_that_declares_entities_is_refused_unparsed():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>' + TEXTS["ipoker.xml"]
    assert {type(outcome) for outcome in survive(bomb)} == {Refusal}
    inside = TEXTS["ipoker.xml"].replace("S10 DJ", "&lol; DJ")
    assert isinstance(survive(inside)[0], Refusal)


def test_deep_nesting_is_refused():
    deep = TEXTS["ipoker.xml"].replace("<general>\n   <startdate>", "<a>" * 20_000 + "<startdate>", 1)
    first = survive(deep)[0]
    assert isinstance(first, Refusal)
    assert "nested" in first.reason
    survive('{"ohh": ' + "[" * 200_000)
    survive("variant = 'PO'\nactions = " + "[" * 50_000)


def test_numbers_beyond_reason_are_refused():
    huge = "9" * 5000
    survive(TEXTS["openhh.json"].replace("20.00", huge))
    survive(TEXTS["hands.phhs"].replace("100, 100, 40", f"{huge}, 100, 40"))
    survive(TEXTS["hands.phhs"].replace("100, 100, 40", "nan, inf, 40"))
    survive(TEXTS["pokerstars.txt"].replace("$100", f"${huge}"))
    survive(
        json.dumps(
            {"ohh": {"game_type": "Omaha", "bet_limit": {"bet_type": "PL"}, "players": [{"seat": 10**30}]}}
        )
    )


def test_a_line_of_megabytes():
    for fill in ("1", " ", "(", "1,", "[", "a ", "\x1b["):
        text = TEXTS["pokerstars.txt"] + fill * (3_000_000 // len(fill))
        assert len(survive(text)) == len(survive(TEXTS["pokerstars.txt"]))
        survive("PokerStars Hand #1: " + fill * (1_000_000 // len(fill)))


GROWING: dict[str, Callable[[int], str]] = {
    "many hands": lambda size: TEXTS["winamax.txt"] * (size // 20),
    "one hand of many lines": lambda size: (
        TEXTS["pokerstars.txt"].split("***")[0] + "Eli: checks\n" * size * 10
    ),
    "many seats": lambda size: (
        "PokerStars Hand #1:  Omaha Pot Limit ($1/$2) - \n"
        + "".join(f"Seat {n}: P{n} ($5 in chips)\n" for n in range(size * 10))
    ),
    "many actions": lambda size: (
        TEXTS["pokerstars.txt"].split("77 bets $9: raises")[0] + "ana: posts big blind $1\n" * size * 10
    ),
    "many payments": lambda size: (
        TEXTS["pokerstars.txt"].split("*** SUMMARY")[0] + "ana collected $1 from pot\n" * size * 10
    ),
    "many unknown players": lambda size: (
        TEXTS["pokerstars.txt"].split("*** FLOP")[0] + "x: folds\n" * size * 10
    ),
    "many headers": lambda size: "PokerStars Hand #1: x\n" * size * 5,
    "many sessions": lambda size: "<session>\n" * size * 10 + TEXTS["ipoker.xml"],
    "many games": lambda size: TEXTS["ipoker.xml"] + "<game gamecode='1'>" * size * 5,
    "many objects": lambda size: '{"ohh": {' * size * 5,
    "many tables": lambda size: "[1]\nvariant = 'PO'\n" * size,
    "empty lines": lambda size: "\n" * size * 20 + TEXTS["wpn.txt"],
}


@pytest.mark.parametrize("what", GROWING)
def test_work_grows_with_the_size_and_no_faster(what: str):
    """Counted in calls, so that the clock does not matter: four times the text, about four times the work."""
    small, large = (_calls(GROWING[what](size)) for size in (200, 800))
    assert large < 5 * small


def _calls(text: str) -> int:
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        for _ in read_text(text):
            pass
    finally:
        sys.setprofile(None)
    return calls
