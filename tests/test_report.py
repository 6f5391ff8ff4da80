"""The report as a page: it loads nothing, shows every hand, and no name breaks it."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks import hands as written
from equity.cli.handfiles import replace_file
from equity.history.files import read_text
from equity.history.model import HandHistory, Refusal
from equity.history.replay import replay
from equity.history.review import review
from equity.history.summary import Counts, Summary
from equity.views.report import Report
from tests.commands import ROOT, run

SAMPLES = ROOT / "data" / "samples" / "hands"
HOSTILE = "</script><img src=x onerror=alert(1)>\"'&\x1b[31m\u202e"
VOID = {"meta", "input", "br", "img", "link"}


class Page(HTMLParser):
    """What a page holds: its elements with their attributes, ids, and texts by element."""

    def __init__(self, text: str):
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts.setdefault(self.open[-1], []).append(data)

    @property
    def data(self) -> dict[str, list[dict[str, object]]]:
        """The embedded JSON."""
        (found,) = [text for text in self.texts["script"] if text.startswith("{")]
        return json.loads(found)


def page(*hands: HandHistory, hero: str | None = None, refusals: tuple[Refusal, ...] = ()) -> str:
    """A report of these hands."""
    summary = Summary(hero)
    report = Report(summary)
    for hand in hands:
        reviewed = review(replay(hand))
        summary.add(reviewed)
        report.add(reviewed)
    for refusal in refusals:
        report.add_refusal(refusal)
    return report.page(Counts(1, 0, len(hands), len(refusals), 0, len(hands)))


def histories(text: str) -> list[HandHistory]:
    return [hand for hand in read_text(text) if isinstance(hand, HandHistory)]


def sample() -> HandHistory:
    return histories((SAMPLES / "six-card.txt").read_text(encoding="utf-8"))[1]


def renamed(hand: HandHistory, old: str, new: str) -> HandHistory:
    """The hand with a player called differently."""

    def name(thing: object) -> object:
        return replace(thing, player=new) if thing.player == old else thing  # type: ignore[attr-defined, type-var]

    seats = tuple(replace(seat, name=new) if seat.name == old else seat for seat in hand.seats)
    events = tuple(name(event) if hasattr(event, "player") else event for event in hand.events)
    collected = tuple(name(line) for line in hand.collected)
    return replace(hand, seats=seats, events=events, collected=collected)  # type: ignore[arg-type]


def test_every_hand_is_in_the_page():
    hands = histories(written.session(60, seed=9))
    data = Page(page(*hands)).data
    assert [hand["number"] for hand in data["hands"]] == list(range(1, 61))
    assert [hand["id"] for hand in data["hands"]] == [hand.id for hand in hands]
    assert {hand["kind"] for hand in data["hands"]} == set(range(len(data["kinds"])))


def test_nothing_is_loaded_from_anywhere():
    text = page(*histories(written.session(30, seed=9)))
    for tag, attributes in Page(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base", "audio", "video", "source")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
    assert "url(" not in text
    assert "@import" not in text
    assert not re.search(r"https?://", text)


def test_the_policy_lets_only_its_own_style_and_script_work():
    found = Page(page(sample()))
    policy = next(
        attributes["content"]
        for tag, attributes in found.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    (style,) = found.texts["style"]
    (script,) = [text for text in found.texts["script"] if not text.startswith("{")]
    for text in (style, script):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy


def test_links_lead_somewhere():
    found = Page(page(*histories(written.session(40, seed=9))))
    ids = {attributes["id"] for _, attributes in found.elements if "id" in attributes}
    hands = {f"hand-{hand['number']}" for hand in found.data["hands"]}
    links = [attributes["href"] or "" for tag, attributes in found.elements if tag == "a"]
    assert len(links) > 8
    assert all(link[1:] in ids | hands for link in links)


def test_hostile_names_ids_and_reasons_stay_text():
    hand = renamed(sample(), "bento box", HOSTILE)
    hand = replace(hand, id=HOSTILE, date=HOSTILE, site=HOSTILE, file=HOSTILE, hero=HOSTILE)
    refusal = Refusal(HOSTILE, 3, 1, HOSTILE, HOSTILE)
    text = page(hand, refusals=(refusal,))
    found = Page(text)
    assert not any(tag == "img" for tag, _ in found.elements)
    assert [tag for tag, _ in found.elements].count("script") == 2
    assert "\x1b" not in text
    assert "\u202e" not in text
    (shown,) = found.data["hands"]
    assert shown["players"][2]["name"] == "</script><img src=x onerror..."
    assert any("onerror" in item for item in found.texts["li"])


def test_the_curve_begins_at_nothing_and_ends_at_the_sums():
    hands = histories(written.session(50, seed=9, games=("omaha",)))
    text = page(*hands)
    (curve,) = Page(text).data["curves"]
    reviewed = [review(replay(hand)) for hand in hands]
    own = [one for hand in reviewed for one in hand.players if one.player.name == written.HERO]
    assert curve["net"][-1] == sum(one.player.net for one in own)
    assert curve["ev"][-1] == round(sum(one.net_by_ev for one in own))
    lines = re.findall(r'<polyline class="(\w+)" points="([^"]+)"', text)
    assert [name for name, _ in lines] == ["ev", "net", "ev", "net"]
    assert {len(points.split()) for _, points in lines} == {51}


def test_a_long_curve_is_thinned():
    hands = histories(written.session(9, seed=9, games=("omaha",)))
    summary = Summary()
    report = Report(summary)
    reviewed = [review(replay(hand)) for hand in hands]
    for _ in range(300):
        for hand in reviewed:
            summary.add(hand)
            report.add(hand)
    text = report.page(Counts(1, 0, 2700, 0, 0, 2700))
    (curve,) = Page(text).data["curves"]
    assert 400 < len(curve["net"]) <= 601
    assert curve["numbers"][-1] in range(2692, 2701)


@pytest.mark.parametrize("hero", [None, "nobody"])
def test_without_a_hero_there_is_no_curve(hero: str | None):
    hand = replace(sample(), hero="")
    text = page(hand, hero=hero)
    assert "--hero NAME" in text
    found = Page(text)
    assert found.data["curves"] == []
    assert found.data["hands"][0]["own"] is None


def test_the_command_writes_the_file_whole(tmp_path: Path):
    target = tmp_path / "report.html"
    target.write_text("old", encoding="utf-8")
    done = run("review", str(SAMPLES), "--summary-only", "--html", str(target))
    assert done.returncode == 0, done.stderr
    found = Page(target.read_text(encoding="utf-8"))
    assert len(found.data["hands"]) == 6
    assert "8 hands in 3 files" in "".join(found.texts["p"])
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_failed_write_leaves_what_was_there(tmp_path: Path):
    target = tmp_path / "report.html"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        replace_file(str(target), "new \ud800")
    assert target.read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_a_hand_dealt_to_nobody_is_of_the_usual_hero():
    """The last hand tells who that is; the numbers in the page stay those of the hands."""
    hand = sample()
    open_hand = replace(hand, hero="", unit=1, date="", id="open")
    text = page(open_hand, replace(open_hand, id="other", hero="bento box"), hand, replace(hand, id="last"))
    found = Page(text)
    assert [one["id"] for one in found.data["hands"]] == ["open", "other", hand.id, "last"]
    assert [one["own"] for one in found.data["hands"]] == [1, 2, 1, 1]
    (curve,) = found.data["curves"]
    assert (curve["unit"], curve["numbers"]) == (100, [1, 2, 3, 4])
    own = {player.name: player.net for player in replay(hand).players}
    steps = [100 * own["Anouk"], 100 * own["bento box"], own["Anouk"], own["Anouk"]]
    assert curve["net"] == [sum(steps[: n + 1]) for n in range(4)]


def test_signs_names_and_sizes_on_the_page():
    hands = histories((SAMPLES / "six-card.txt").read_text(encoding="utf-8"))
    text = page(*hands, renamed(hands[1], "bento box", "b" * 20_000))
    assert "b" * 31 not in text
    cells = Page(text).texts["td"]
    assert "\u221280.36" in cells
    assert "+0.96" in cells
    assert not any(cell.startswith(("-", "~-")) for cell in cells)
    assert "pot 112.08, 112 bb" in text
    assert text.count('data-name="net with cash-outs"') == 3
