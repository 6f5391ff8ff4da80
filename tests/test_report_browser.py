"""The report in a real browser, where there is one: it draws, follows links, and runs nothing of others."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import hands as written
from tests.test_report import HOSTILE, Page, histories, page, renamed, sample

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no chromium on the PATH")

SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--enable-logging=stderr",
    "--virtual-time-budget=5000",
)  # fmt: skip


def drawn(text: str, folder: Path, fragment: str = "") -> tuple[Page, str]:
    """The page as the browser has it in the end, and what it says of errors."""
    path = folder / "report.html"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [
            str(BROWSER), *SWITCHES, f"--user-data-dir={folder / 'profile'}", "--dump-dom",
            path.as_uri() + fragment,
        ],
        capture_output=True, text=True, encoding="utf-8", timeout=60, check=True,
    )  # fmt: skip
    return Page(done.stdout), "\n".join(line for line in done.stderr.splitlines() if "CONSOLE" in line)


def shown(found: Page) -> list[str]:
    """The ids of the hands on the page, in order."""
    return [
        attributes["id"] or ""
        for tag, attributes in found.elements
        if tag == "article" and (attributes.get("id") or "").startswith("hand-")
    ]


def test_hands_are_drawn_page_by_page(tmp_path: Path):
    found, errors = drawn(page(*histories(written.session(60, seed=9))), tmp_path)
    assert errors == ""
    assert shown(found) == [f"hand-{number}" for number in range(1, 26)]
    assert "page 1 of 3" in found.texts["span"]
    assert "60 hands" in found.texts["p"]


def test_a_link_opens_its_hand(tmp_path: Path):
    hands = histories(written.session(60, seed=9))
    found, errors = drawn(page(*hands, sample()), tmp_path, "#hand-61")
    assert errors == ""
    assert shown(found) == [f"hand-{number}" for number in range(51, 62)]
    text = " ".join(found.texts["p"])
    assert "side pot 1 19.68: Anouk 27.96%, bento box 72.04%" in text
    assert {"preflop", "flop", "turn", "river"} <= set(found.texts["b"])
    widths = [a["style"] for _, a in found.elements if (a.get("class") or "") == "fill"]
    assert "width: 26.5851%;" in widths
    cards = [a for _, a in found.elements if (a.get("class") or "").startswith("card ")]
    assert len(cards) > 50


def test_no_name_runs_or_loads_anything(tmp_path: Path):
    hand = renamed(sample(), "bento box", HOSTILE)
    hand = replace(hand, id=HOSTILE, date=HOSTILE, site=HOSTILE, file=HOSTILE, hero=HOSTILE)
    found, errors = drawn(page(hand), tmp_path, "#hand-1")
    assert errors == ""
    assert not any(tag == "img" for tag, _ in found.elements)
    assert any(text.startswith("</script><img src=x") for text in found.texts["td"])
