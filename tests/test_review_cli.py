"""omaha-equity review as a user meets it: real processes, hostile files, closed pipes, Ctrl-C."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import hands as written
from equity.cli import progress
from equity.cli.handfiles import sources
from equity.errors import OptionError
from tests.commands import COMMAND, ROOT, check_refusal, on_a_terminal, run

SAMPLES = ROOT / "data" / "samples" / "hands"
SIX = str(SAMPLES / "six-card.txt")

HAND_FIELDS = [
    "file", "line", "n", "site", "id", "game", "limit", "date", "currency", "unit", "small_blind",
    "big_blind", "ante", "button", "boards", "pots", "rake", "rake_inferred", "streets", "allin_street",
    "players", "findings", "paid_as_stated",
]  # fmt: skip
PLAYER_FIELDS = [
    "name", "seat", "cards", "put_in", "returned", "got", "net", "cashed_out", "ev", "ev_estimated", "luck",
]  # fmt: skip


def objects(*arguments: str) -> list[dict[str, object]]:
    """The JSON lines of a run that succeeds."""
    done = run("review", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def named(tmp_path: Path, name: str, file: str = "named.txt") -> Path:
    """A file with one hand in which a player has this name."""
    text = (SAMPLES / "session.txt").read_text(encoding="utf-8")
    text = text[: text.index("PokerStars Hand #900000000202")].replace("K. Finch", name)
    path = tmp_path / file
    path.write_text(text, encoding="utf-8")
    return path


def test_json_is_the_documented_object():
    first, second = objects(SIX)
    assert list(first) == list(second) == HAND_FIELDS
    assert (second["file"], second["line"], second["n"], second["id"]) == (SIX, 32, 2, "900000000102")
    assert second["pots"] == [
        {"amount": 555, "eligible": ["Anouk", "bento box", "short: stack"]},
        {"amount": 1968, "eligible": ["Anouk", "bento box"]},
    ]
    assert second["allin_street"] == "flop"
    assert [list(street) for street in second["streets"]] == [["street", "board", "pot", "equities"]] * 4
    assert [list(player) for player in second["players"]] == [PLAYER_FIELDS] * 3
    assert first["players"][0]["ev"] == 5757.0
    assert first["players"][0]["cashed_out"] == 5700
    assert second["paid_as_stated"] is True


def test_a_refused_hand_is_told_with_its_line():
    refused = [one for one in objects(str(SAMPLES / "session.txt")) if "refused" in one]
    assert [list(one) for one in refused] == [["file", "line", "n", "id", "refused"]]
    assert (refused[0]["line"], refused[0]["n"], refused[0]["id"]) == (115, 5, "900000000205")


def test_counts_and_summary_go_to_stderr_beside_json():
    done = run("review", str(SAMPLES), "--json")
    assert len(done.stdout.splitlines()) == 7
    assert done.stderr.splitlines()[-1] == ("8 hands in 3 files: 6 read, 1 refused, 1 of other games")
    assert "net by ev" in done.stderr


def test_a_hand_as_a_table():
    done = run("review", SIX)
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["turn,", "all-in", "Jd7c2h7h", "18", "52.78%", "(47.04)", "47.22%", "(71)"] in lines
    assert ["side", "pot", "1", "19.68", "27.96%", "72.04%"] in lines
    assert ["Anouk", "(hero)", "6cQdJsAdKc8c", "12.16", "0", "-12.16", "6.71", "-6.71"] in lines


def test_csv_has_a_row_for_each_player():
    done = run("review", SIX, "--csv")
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert [row["name"] for row in rows] == ["Anouk", "bento box", "short: stack", "Anouk", "bento box"]
    assert (rows[0]["ev"], rows[0]["cashed_out"], rows[1]["cashed_out"]) == ("5757.0", "5700", "")
    assert [row["ev_estimated"] for row in rows] == ["false"] * 5
    assert {row["pot"] for row in rows} == {"11208", "2624"}


def test_csv_of_any_name(tmp_path: Path):
    """A spreadsheet must not run what an opponent calls himself."""
    names = ("=HYPERLINK(1)", "+1", "-1", "@me", 'quo"te, comma', "плеер", "'", "x=1")
    folder = [str(named(tmp_path, name, f"{number}.txt")) for number, name in enumerate(names)]
    rows = list(csv.DictReader(io.StringIO(run("review", *folder, "--csv").stdout)))
    found = [row["name"] for row in rows if row["name"] not in ("bento box", "Anouk")]
    assert found == [f"'{name}" if name[0] in "=+-@" else name for name in names]


def test_escapes_in_names_are_harmless(tmp_path: Path):
    path = named(tmp_path, "\x1b]0;own\x07\x1b[31mred\u202e")
    for arguments, status in (([], 0), (["--summary-only", "--hero", "\x1b[31mx"], 2)):
        done = run("review", str(path), *arguments)
        assert done.returncode == status
        assert all(char == "\n" or char.isprintable() for char in done.stdout + done.stderr)
    assert "\\x1b[31mred\\u202e" in run("review", str(path)).stdout
    shown = on_a_terminal(["review", str(path)])
    assert "\x1b]0;" not in shown
    assert "\x07" not in shown


def test_summary_only():
    lines = run("review", str(SAMPLES), "--summary-only").stdout.splitlines()
    assert lines[0].startswith(f"{SAMPLES / 'session.txt'}:115: hand 5 (900000000205) refused: ")
    total = next(line.split() for line in lines if line.startswith("Anouk   all"))
    assert total == ["Anouk", "all", "USD", "6", "640.30", "54.17", "6.41", "5", "5", "3", "697.30"]
    assert lines[-1] == "8 hands in 3 files: 6 read, 1 refused, 1 of other games"


def test_totals_and_rows_add_up_over_units(tmp_path: Path):
    """PHH with whole amounts has another unit than the text of the same site with cents."""
    shown = run("review", str(SAMPLES), "--summary-only").stdout.splitlines()
    header, *rows = [re.split(r"  +", line) for line in shown if "  " in line]
    *rows, total = rows
    assert (total[1], len(rows)) == ("all", 5)
    for column in range(header.index("hands"), len(header)):
        added = sum(float(row[column]) for row in rows)
        assert added == pytest.approx(float(total[column]), abs=0.02), header[column]


def test_a_name_of_any_length_leaves_tables_readable(tmp_path: Path):
    name = "z" * 20_000
    text = (SAMPLES / "courchevel.phh").read_text(encoding="utf-8").replace("Anouk", name)
    path = tmp_path / "long.phh"
    path.write_text(text, encoding="utf-8")
    done = run("review", str(path), "--hero", name)
    assert max(map(len, done.stdout.splitlines())) < 400
    assert done.stdout.count("z" * 27 + "...") == 3


def test_hero_is_whom_one_asks_for():
    lines = run("review", str(SAMPLES), "--summary-only", "--hero", "K. Finch").stdout.splitlines()
    players = {line.split("  ")[0] for line in lines[2:-2]}
    assert players == {"K. Finch"}
    assert lines[-2] == "2 hands without K. Finch: not in these sums"
    done = run("review", SIX, "--summary-only", "--hero", "Anuk")
    assert "nobody in these hands is called Anuk; did you mean Anouk?" in check_refusal(done)
    done = run("review", SIX, "--json", "--hero", "nobody")
    assert "there are Anouk, bento box and short: stack" in done.stderr
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 2)


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--game", "plo6"], {"900000000101", "900000000102"}),
        (["--allins", "--min-pot", "100"], {"301", "900000000101", "900000000203"}),
        (["--min-pot", "26.24", "--game", "omaha6"], {"900000000101", "900000000102"}),
        (["--min-pot", "26.25", "--game", "omaha6"], {"900000000101"}),
    ],
)
def test_filters(options: list[str], ids: set[str]):
    shown = objects(str(SAMPLES), *options)
    assert {one["id"] for one in shown if "refused" not in one} == ids
    done = run("review", str(SAMPLES), "--summary-only", *options)
    assert f"6 read, 1 refused, 1 of other games; {len(ids)} of those read" in done.stdout


def test_live_only():
    path = str(SAMPLES / "courchevel.phh")
    default, live_only = objects(path)[0], objects(path, "--live-only")[0]
    assert default["players"][0]["ev"] == pytest.approx(673, abs=0.5)
    assert live_only["players"][0]["ev"] == pytest.approx(644, abs=0.5)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_encodings_and_line_ends(encoding: str, tmp_path: Path):
    text = Path(SIX).read_text(encoding="utf-8").replace("bento box", "bénto")
    path = tmp_path / "hands.txt"
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    found = objects(str(path))
    assert [player["name"] for player in found[0]["players"]] == ["Anouk", "bénto"]
    assert found[0]["players"][0]["ev"] == 5757.0


def test_paths_are_files_folders_patterns_and_standard_input(tmp_path: Path):
    inner = tmp_path / "2026" / "march"
    inner.mkdir(parents=True)
    (inner / "one.txt").write_bytes(Path(SIX).read_bytes())
    (inner / "two.TXT").write_bytes(Path(SIX).read_bytes())
    (inner / "notes.pdf").write_bytes(b"no hands")
    (inner / ".hidden.txt").write_bytes(Path(SIX).read_bytes())
    (inner / "gone.txt").symlink_to("nowhere")
    done = run("review", str(tmp_path), str(inner / "one.txt"), "--json")
    assert len(done.stdout.splitlines()) == 4
    assert f"cannot read {inner / 'gone.txt'}: it is no file" in done.stderr
    assert "4 hands in 2 files: 4 read" in done.stderr
    assert "1 file or folder could not be read" in done.stderr
    assert len(objects(str(tmp_path / "**" / "*.txt"))) == 2
    piped = subprocess.run(
        [*COMMAND, "review", "-", "--json"], input=Path(SIX).read_bytes(), capture_output=True, cwd=ROOT,
        timeout=60, check=True,
    )  # fmt: skip
    assert json.loads(piped.stdout.splitlines()[0])["file"] == "standard input"


def test_a_file_is_read_once_whatever_it_is_called(tmp_path: Path):
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "one.txt").write_bytes(Path(SIX).read_bytes())
    (folder / "link.txt").symlink_to("one.txt")
    for name in ("a", "b", "c"):
        (folder / name).symlink_to(".", target_is_directory=True)
    names = [folder / "one.txt", folder / "a" / "one.txt", folder / ".." / "hands" / "one.txt", folder]
    for arguments in (names, [folder / "**" / "*.txt"], [folder / "**"]):
        assert len(objects(*map(str, arguments))) == 2


def test_patterns_see_what_a_shell_shows(tmp_path: Path):
    (tmp_path / ".old").mkdir()
    for name in ("b.txt", "a.txt", ".hidden.txt", ".old/c.txt"):
        (tmp_path / name).write_text("no hands", encoding="utf-8")

    def found(pattern: str) -> list[str]:
        files = sources([str(tmp_path / pattern)], pytest.fail)
        return [os.path.relpath(file.name, tmp_path) for file in files]

    assert found("*.txt") == found("**/*.txt") == ["a.txt", "b.txt"]
    assert found(".*.txt") == [".hidden.txt"]
    assert found(".old/*") == [".old/c.txt"]
    assert found("[!a]*.txt") == ["b.txt"]
    with pytest.raises(OptionError):
        found("a**")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pattern_does_not_wait_for_a_pipe(tmp_path: Path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    done = run("review", str(tmp_path / "*.txt"), "/dev/nul[l]")
    assert done.returncode == 1
    assert f"cannot read {pipe}: it is no file" in done.stderr
    assert "2 files or folders could not be read" in done.stdout
    with subprocess.Popen(["cp", SIX, str(pipe)]):
        assert len(objects(str(pipe))) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_told_by_the_name_asked_for():
    done = run("review", SIX, "--summary-only", "--html", "/dev/full")
    assert (done.returncode, done.stderr) == (1, "Error: cannot write /dev/full: No space left on device\n")


def test_nothing_read_is_1(tmp_path: Path):
    path = tmp_path / "shopping.txt"
    for content in (
        b"",
        b"milk\neggs\n",
        b"\x00\xff" * 4096,
        b"{" * 100_000,
        b"PokerStars Hand #1: ",
    ):
        path.write_bytes(content)
        done = run("review", str(path))
        assert done.returncode == 1, content[:20]
        assert "0 read" in done.stdout
        assert "Traceback" not in done.stderr


def test_a_line_of_ten_megabytes(tmp_path: Path):
    path = tmp_path / "long.txt"
    path.write_bytes(Path(SIX).read_bytes() + b"\nAnouk: " + b"x" * 10_000_000 + b"\n")
    assert len(objects(str(path))) == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.txt"], "there is no file or folder nowhere.txt"),
        (["nowhere/*.txt"], "there is no file or folder nowhere/*.txt"),
        ([SIX, "--json", "--csv"], "contradict each other"),
        ([SIX, "--json", "--summary-only"], "contradict each other"),
        ([SIX, "--game", "holdem"], "unknown game"),
        ([SIX, "--min-pot", "-1"], "min-pot must be an amount"),
        ([SIX, "--min-pot", "nan"], "min-pot must be an amount"),
        ([SIX, "--jobs", "0"], "jobs"),
        ([SIX, "--html", "nowhere/report.html"], "there is no folder"),
        ([SIX, "--html", "nowhere/../report.html"], "there is no folder nowhere/.. to write to"),
        ([SIX, "--html", "."], "is a folder"),
        ([], "Missing argument"),
    ],
)
def test_refusals(arguments: list[str], words: str):
    assert words in check_refusal(run("review", *arguments))


def test_a_closed_pipe_ends_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as pipe:
        done = subprocess.run(
            [*COMMAND, "review", str(SAMPLES), "--json"], stdout=pipe, stderr=subprocess.PIPE, cwd=ROOT,
            timeout=60, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, b"")


def test_ctrl_c_ends_quietly_with_nothing_half_written(tmp_path: Path):
    path, target = tmp_path / "many.txt", tmp_path / "report.html"
    path.write_text(written.session(300, seed=4) * 4, encoding="utf-8")
    target.write_text("what was there before", encoding="utf-8")
    process = subprocess.Popen(
        [*COMMAND, "review", str(path), "--json", "--jobs", "2", "--html", str(target)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert (process.returncode, complaint) == (130, b"")
    assert target.read_text(encoding="utf-8") == "what was there before"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["many.txt", "report.html"]


def test_the_bar_lets_results_pass(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(progress, "SHOW_AFTER_SECONDS", -1)
    with progress.HandProgress() as bar:
        for hands in range(1, 4):
            bar.update(hands)
            print("result", hands)
    assert capsys.readouterr().out == "result 1\nresult 2\nresult 3\n"
    assert "3 hands" in screen.getvalue()
    assert "result" not in screen.getvalue()


def test_the_object_in_the_readme_is_what_is_printed():
    (shown,) = re.findall(r"```json\n({\"file\".*\n)```", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert run("review", "data/samples/hands/courchevel.phh", "--json").stdout == shown


def test_help_has_examples():
    text = run("review", "--help").stdout
    assert "omaha-equity review hands/ --html report.html" in text
    assert "130 on Ctrl-C" in text


def test_reports_whose_names_are_too_long(tmp_path):
    """They are refused before the work."""
    for length in (300, 250):
        done = run("review", "data/samples/hands", "--html", str(tmp_path / ("x" * length)))
        assert "File name too long" in check_refusal(done)
