"""Batches to files: whatever ends a run, nothing is lost, and going on gives the same bytes."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from equity.batches import output
from equity.batches.columns import Naming
from equity.batches.job import Request, prepare
from equity.batches.output import File
from equity.errors import OptionError
from equity.options import make_options
from tests.batches import QUICK, SAMPLE, STAGED, batch, errors_of, records, staged, table
from tests.commands import COMMAND, ROOT, on_a_terminal

AT_WRITE = """
count = 0
def at_write(self, content, record, original=output.File.write):
    global count
    count += 1
    if count == 6:
        {act}
    return original(self, content, record)
output.File.write = at_write
"""
"""Does something in place of the sixth write, which would be that of the fifth chunk."""

KILLED = {
    "before a write": AT_WRITE.format(act="os.kill(os.getpid(), signal.SIGKILL)"),
    "in the middle of a write": AT_WRITE.format(
        act="self._file.write(content[: len(content) // 2]); os.kill(os.getpid(), signal.SIGKILL)"
    ),
    "after a write that no record tells of": AT_WRITE.format(
        act="self._file.write(content); os.kill(os.getpid(), signal.SIGKILL)"
    ),
    "while the record is written": """
from contextlib import contextmanager
count = 0
@contextmanager
def replacing(path, sync, original=output.replacing):
    global count
    count += 1
    with original(path, sync) as file:
        if count == 6:
            file.write(b"{"); file.flush(); os.kill(os.getpid(), signal.SIGKILL)
        yield file
output.replacing = replacing
""",
    "before the output has its name": """
def give_name(self):
    os.kill(os.getpid(), signal.SIGKILL)
output.File._give_name = give_name
""",
}


@pytest.fixture(scope="module")
def expected() -> bytes:
    """What an uninterrupted run writes."""
    return batch(SAMPLE, *QUICK).stdout


def others(out: Path) -> set[str]:
    """The files beside an output."""
    return {path.name for path in out.parent.iterdir()} - {out.name}


def test_a_run_leaves_the_output_and_its_record(tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    done = batch(SAMPLE, "-o", out, *QUICK)
    assert (done.returncode, done.stdout) == (1, b"")
    assert out.read_bytes() == expected
    assert others(out) == {"out.csv.run"}


@pytest.mark.parametrize("moment", KILLED)
def test_killed_and_resumed(moment: str, tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    killed = staged(KILLED[moment], SAMPLE, "-o", out, *QUICK)
    assert killed.returncode == -signal.SIGKILL
    assert not out.exists()
    record = json.loads((tmp_path / "out.csv.run").read_text())
    partial = (tmp_path / "out.csv.partial").read_bytes()
    assert 0 < record["size"] <= len(partial)
    assert expected.startswith(partial[: record["size"]])
    assert partial[: record["size"]].endswith(b"\n")
    if moment != "before the output has its name":
        assert 0 < record["rows"] < 200
    refused = batch(SAMPLE, "-o", out, *QUICK)
    assert refused.returncode == 2
    assert "of a run that has not ended: --resume goes on with it" in errors_of(refused)
    resumed = batch(SAMPLE, "-o", out, "--resume", *QUICK)
    assert resumed.returncode == 1
    assert "200 rows, 15 errors: lines 34, 53, 54, 55, 74, ..." in errors_of(resumed)
    assert out.read_bytes() == expected
    assert "out.csv.partial" not in others(out)


def test_resumed_rows_are_not_answered_again(tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    staged(KILLED["before a write"], SAMPLE, "-o", out, *QUICK)
    rows = json.loads((tmp_path / "out.csv.run").read_text())["rows"]
    count = """
from equity.batches import run
answered = []
def work(plan, text, line, original=run.work):
    done = original(plan, text, line)
    answered.append(done.rows)
    print(sum(answered), file=sys.stderr)
    return done
run.work = work
"""
    done = staged(count, SAMPLE, "-o", out, "--resume", "--jobs", "1", *QUICK)
    counts = [int(line) for line in done.stderr.decode().split("\n") if line.isdigit()]
    assert counts[-1] == 200 - rows
    assert out.read_bytes() == expected


def test_a_full_disk(tmp_path: Path, expected: bytes) -> None:
    """A limit on the size of files fails a write halfway, as a full disk does."""
    out = tmp_path / "out.csv"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))"
    full = staged(limit, SAMPLE, "-o", out, *QUICK)
    assert full.returncode == 1
    assert f"Error: cannot write {out}.partial: File too large; mend that, and --resume goes on" in errors_of(
        full
    )
    partial = (tmp_path / "out.csv.partial").read_bytes()
    assert expected.startswith(partial)
    assert partial.endswith(b"\n")
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == expected


def test_ctrl_c(tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    act = "self._file.write(content[:50]); os.kill(os.getpid(), signal.SIGINT)"
    done = staged(AT_WRITE.format(act=act), SAMPLE, "-o", out, *QUICK)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    partial = (tmp_path / "out.csv.partial").read_bytes()
    assert expected.startswith(partial)
    assert partial.endswith(b"\n")
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == expected


def test_ctrl_c_from_outside_while_rows_take_long(tmp_path: Path) -> None:
    """The main thread heeds it though all threads are in kernels."""
    spots = tmp_path / "spots.csv"
    spots.write_text("hands\n" + "random v random v random\nAA v random v random\n" * 50)
    script = STAGED.format(stage="from equity.batches import run\nload = run.load\n"
                           "run.load = lambda: (load(), print('ready', flush=True))")  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-c", script, "", "600", "batch", str(spots), "-o", str(tmp_path / "out.csv"),
         "--samples", "1000000000"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, (b"", b""))


def test_resume_refuses_what_has_changed(tmp_path: Path, expected: bytes) -> None:
    out, spots = tmp_path / "out.csv", tmp_path / "spots.csv"
    spots.write_bytes(SAMPLE.read_bytes())
    staged(KILLED["before a write"], spots, "-o", out, *QUICK)
    before = (tmp_path / "out.csv.partial").read_bytes()
    for option, message in (
        (("--samples", "60"), "samples was 50 and is 60"),
        (("--seed", "1", *QUICK), "seed was 0 and is 1"),
        (("--game", "plo", *QUICK), 'game was "" and is "plo"'),
        (("--long", *QUICK), "long was false and is true"),
    ):
        done = batch(spots, "-o", out, "--resume", *option)
        assert done.returncode == 2
        assert message in errors_of(done)
    spots.write_bytes(SAMPLE.read_bytes() + b"201,omaha,AsKs9h8h vs random,Kh9d2c,,new\n")
    done = batch(spots, "-o", out, "--resume", *QUICK)
    assert done.returncode == 2
    assert "the input has changed since" in errors_of(done)
    assert (tmp_path / "out.csv.partial").read_bytes() == before
    spots.write_bytes(SAMPLE.read_bytes())
    assert batch(spots, "-o", out, "--resume", "--jobs", "1", *QUICK).returncode == 1
    assert out.read_bytes() == expected


def test_a_complete_output(tmp_path: Path) -> None:
    """It is never overwritten unless that is said; --resume tells how the run ended."""
    spots, out = tmp_path / "spots.csv", tmp_path / "out.csv"
    for text, code in ((b"hands\nAsKs9h8h v QdJdTc9c\n", 0), (b"hands\nAsKs9h8h v QdJdTc9c\n?\n", 1)):
        spots.write_bytes(text)
        first = batch(spots, "-o", out, "--force")
        content = out.read_bytes()
        assert first.returncode == code
        refused = batch(spots, "-o", out)
        assert (refused.returncode, out.read_bytes()) == (2, content)
        assert "exists; --force overwrites it" in errors_of(refused)
        resumed = batch(spots, "-o", out, "--resume")
        assert (resumed.returncode, out.read_bytes()) == (code, content)
        assert f"{out} is complete" in errors_of(resumed)
        if code:
            assert "2 rows, 1 error: line 3" in errors_of(resumed)
    changed = batch(spots, "-o", out, "--resume", "--seed", "1")
    assert (changed.returncode, out.read_bytes()) == (2, content)
    out.unlink()
    assert batch(spots, "-o", out, "--resume").returncode == 1
    assert out.read_bytes() == content
    (tmp_path / "out.csv.run").unlink()
    strange = batch(spots, "-o", out, "--resume")
    assert (strange.returncode, out.read_bytes()) == (2, content)


def test_resume_without_a_partial_file_starts_from_the_beginning(tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == expected
    out.unlink()
    staged(KILLED["before a write"], SAMPLE, "-o", out, *QUICK)
    (tmp_path / "out.csv.partial").unlink()
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == expected


def test_records_that_cannot_be_trusted(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    staged(KILLED["before a write"], SAMPLE, "-o", out, *QUICK)
    record = tmp_path / "out.csv.run"
    content = record.read_text()
    for damaged in ("", "{", "[]", content.replace('"faults": [', '"faults": [[1],')):
        record.write_text(damaged)
        done = batch(SAMPLE, "-o", out, "--resume", *QUICK)
        assert done.returncode == 2
        assert "out.csv.run cannot be read; --force starts again" in errors_of(done)
    record.unlink()
    done = batch(SAMPLE, "-o", out, "--resume", *QUICK)
    assert done.returncode == 2
    assert "nothing tells which one" in errors_of(done)


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    again = f"""
import subprocess
def at_write(self, content, record, original=output.File.write):
    done = subprocess.run({[*COMMAND, "batch", str(SAMPLE), "-o", str(out), "--force"]}, capture_output=True)
    print(done.returncode, done.stderr.decode(), file=sys.stderr)
    os._exit(3)
output.File.write = at_write
"""
    done = staged(again, SAMPLE, "-o", out)
    assert done.stderr.decode().startswith(f"2 Error: another run is writing {out}.partial")


def test_a_strict_run_keeps_the_rows_before(tmp_path: Path, expected: bytes) -> None:
    out = tmp_path / "out.csv"
    done = batch(SAMPLE, "-o", out, "--strict", *QUICK)
    assert done.returncode == 1
    assert "omaha-equity: line 34: As appears twice" in errors_of(done)
    partial = (tmp_path / "out.csv.partial").read_bytes()
    assert expected.startswith(partial)
    assert len(records(partial)) == 32
    assert batch(SAMPLE, "-o", out, "--resume", *QUICK).returncode == 1
    assert out.read_bytes() == expected


def _refusal(path: Path | str, out: Path | str, resume: bool = False, force: bool = False) -> str:
    """Why a batch is not begun."""
    request = Request(str(path), str(out), Naming(), make_options(samples=5), {}, resume=resume, force=force)
    with pytest.raises(OptionError) as refused:
        prepare(request, io.BytesIO())
    return str(refused.value)


CHOICES = ((False, False), (False, True), (True, False))
"""Without an option, with --force, with --resume."""


@pytest.mark.parametrize("side", ["", ".run", ".partial", ".new"])
@pytest.mark.parametrize("options", CHOICES)
def test_the_input_is_no_output(side: str, options: tuple[bool, bool], tmp_path: Path) -> None:
    """Nor what a run keeps beside its output, by whatever name the input comes."""
    spots, out = tmp_path / f"out.csv{side}", tmp_path / "out.csv"
    spots.write_bytes(b"hands\nAsKs9h8h\n")
    (tmp_path / "link.csv").symlink_to(spots)
    (tmp_path / "hard.csv").hardlink_to(spots)
    for name in (spots, tmp_path / "link.csv", tmp_path / "hard.csv"):
        said = _refusal(name, out, *options)
        assert said.startswith(f"{spots} is the input")
        assert said.endswith("; name another output")
        assert spots.read_bytes() == b"hands\nAsKs9h8h\n"
    assert others(spots) == {"link.csv", "hard.csv"}


def test_streams_of_one_file(tmp_path: Path) -> None:
    spots = tmp_path / "out.csv.run"
    spots.write_bytes(b"hands\nAsKs9h8h\n")
    for arguments in (("-o", str(tmp_path / "out.csv")), ()):
        with spots.open("rb") as stdin, spots.open("ab") as stdout:
            done = subprocess.run(
                [*COMMAND, "batch", "-", *arguments], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                cwd=ROOT, timeout=60, check=False,
            )  # fmt: skip
        assert done.returncode == 2
        assert b"is the input" in done.stderr
        assert spots.read_bytes() == b"hands\nAsKs9h8h\n"


def test_a_file_that_is_no_record_stays(tmp_path: Path) -> None:
    notes = tmp_path / "out.csv.run"
    notes.write_text("my notes\n")
    said = _refusal(SAMPLE, tmp_path / "out.csv")
    assert "out.csv.run exists and is no record of a run; name another output" in said
    assert (notes.read_text(), others(notes)) == ("my notes\n", set())


@pytest.mark.parametrize("side", ["", ".run", ".partial"])
def test_pipes_and_devices_are_not_replaced(side: str, tmp_path: Path) -> None:
    fifo = tmp_path / f"out.csv{side}"
    os.mkfifo(fifo)
    for options in CHOICES:
        said = _refusal(SAMPLE, tmp_path / "out.csv", *options)
        assert f"cannot write {fifo}: it is no regular file" in said
    assert fifo.is_fifo()
    assert "it is no regular file" in _refusal(SAMPLE, "/dev/null", force=True)


def _file(out: Path, resume: bool = False, force: bool = False) -> File:
    return File(out, "input", {"seed": 0}, resume, force)


def _write(file: File, content: bytes) -> None:
    file.open()
    file.write(content, file.record)
    file.finish()


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_that_ends_while_another_begins(
    resume: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two looks of the second run at its files the first may end; its output stays."""
    looks = [(Path, "exists"), (output, "_is_open"), (output, "_lock"), (output, "_check_regular")]
    for moment in range(12):
        out = tmp_path / str(moment) / "out.csv"
        out.parent.mkdir()
        first = _file(out)
        first.open()
        first.write(b"first\n", first.record)
        count = 0

        def ending(original, *arguments, first=first, moment=moment):
            nonlocal count
            count += 1
            if count == moment + 1:
                first.finish()
            return original(*arguments)

        with monkeypatch.context() as patched:
            for place, name in looks:
                original = getattr(place, name)
                patched.setattr(place, name, lambda *a, original=original: ending(original, *a))
            try:
                second = _file(out, resume)
            except OptionError as error:
                assert "exists" in str(error) or "another run is writing" in str(error)  # noqa: PT017
            else:
                assert resume
                assert second.was_complete
                second.close()
        if not first.record.complete:
            first.finish()
        assert out.read_bytes() == b"first\n"
        assert others(out) == {"out.csv.run"}


def test_a_partial_file_is_locked_from_the_first_look_on(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    first = _file(out)
    for options in ((False, False), (True, False), (False, True)):
        with pytest.raises(OptionError, match="another run is writing"):
            _file(out, *options)
    _write(first, b"first\n")
    again = _file(out, force=True)
    with pytest.raises(OptionError, match="another run is writing"):
        _file(out, resume=True)
    again.close()
    assert others(out) == {"out.csv.run"}
    assert out.read_bytes() == b"first\n"


def test_a_refusal_leaves_a_partial_file_alone(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    first = _file(out)
    first.open()
    first.write(b"first\n", first.record)
    first.keep()
    with pytest.raises(OptionError, match="--resume goes on with it"):
        _file(out)
    assert (tmp_path / "out.csv.partial").read_bytes() == b"first\n"


def test_resume_looks_at_what_is_complete(tmp_path: Path) -> None:
    spots, out = tmp_path / "spots.csv", tmp_path / "out.csv"
    spots.write_bytes(b"hands,board\nAsKs9h8h v QdJdTc9c,Kh9d2c\n")
    assert batch(spots, "-o", out).returncode == 0
    content = out.read_bytes()
    assert "is complete" in errors_of(batch(spots, "-o", out, "--resume"))
    out.write_bytes(content[:20])
    done = batch(spots, "-o", out, "--resume")
    assert done.returncode == 2
    assert f"changed since it was complete, from {len(content)} bytes to 20; --force" in errors_of(done)
    assert "--force without --resume starts again" in errors_of(done)
    assert (out.read_bytes(), others(out)) == (content[:20], {"spots.csv", "out.csv.run"})
    assert batch(spots, "-o", out, "--force").returncode == 0
    assert out.read_bytes() == content


def test_no_rows_resumed(tmp_path: Path) -> None:
    """JSON Lines of no rows are no bytes at all, and complete all the same."""
    spots, out = tmp_path / "spots.csv", tmp_path / "out.jsonl"
    spots.write_bytes(b"hands\n")
    for options in ((), ("--resume",), ("--resume",)):
        assert batch(spots, "-o", out, *options).returncode == 0
        assert (out.read_bytes(), others(out)) == (b"", {"spots.csv", "out.jsonl.run"})


@pytest.mark.parametrize("name", ["out.xlsx", "out.csv.gz", "out.json"])
def test_endings_of_other_formats(name: str, tmp_path: Path) -> None:
    known = ".csv, .tsv, .tab, .txt, .parquet, .jsonl or .ndjson"
    said = _refusal(SAMPLE, tmp_path / name)
    assert f"no answers are written as {Path(name).suffix}; name it {known}" in said
    assert list(tmp_path.iterdir()) == []


def test_names_that_are_too_long(tmp_path: Path) -> None:
    long = "x" * 300
    for path, out in ((SAMPLE, tmp_path / long), (SAMPLE, tmp_path / long[:250]), (long, tmp_path / "out")):
        assert "File name too long" in _refusal(path, out)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = batch(SAMPLE, "-o", tmp_path / "file" / "out.csv")
    assert done.returncode == 2
    assert "cannot write" in errors_of(done)


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    spots = tmp_path / "spots.csv"
    spots.write_bytes(b"hands,board\n" + b"AsKs9h8h v QdJdTc9c,Kh9d2c7s\n" * 20_000)
    process = subprocess.Popen(
        [*COMMAND, "batch", str(spots)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.read(10)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() in (0, 1)


def test_rows_of_a_stream_come_out_before_it_ends() -> None:
    """With the number of columns known, nothing waits for the end of a pipe."""
    process = subprocess.Popen(
        [*COMMAND, "batch", "-", "--players", "2"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"hands,board\nAsKs9h8h v QdJdTc9c,Kh9d2c\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"hands,board,equity1")
    assert process.stdout.readline().startswith(b"AsKs9h8h v QdJdTc9c,Kh9d2c,0.60609")
    process.stdin.close()
    process.stdout.close()
    assert process.wait() == 0


def test_slow_chunks_come_in_parts(tmp_path: Path, expected: bytes) -> None:
    """Handed back after each slow row, divided and put together again: the bytes are the same."""
    out = tmp_path / "out.csv"
    done = staged("rows.SLOW_SECONDS = 0", SAMPLE, "-o", out, *QUICK, chunk_bytes=5000)
    assert done.returncode == 1
    assert "lines 34, 53, 54, 55, 74, ..." in errors_of(done)
    assert out.read_bytes() == expected


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Peak memory of 2,000 and of 60,000 rows, chunks being a tenth of the usual size."""
    peaks = []
    for count in (2000, 60_000):
        spots = tmp_path / f"{count}.csv"
        spots.write_bytes(b"hands,board\n" + b"AsKs9h8h v QdJdTc9c,Kh9d2c7s\n" * count)
        stage = (
            "import resource, atexit\nleave = os._exit\n"
            "def told(status):\n"
            "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True)\n"
            "    leave(status)\n"
            "os._exit = told"
        )
        done = staged(stage, spots, "-o", tmp_path / f"out{count}.csv", chunk_bytes=1 << 15)
        peaks.append(int(done.stdout))
    assert peaks[1] < peaks[0] + 8 * 1024, peaks


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    spots = tmp_path / "spots.csv"
    spots.write_bytes(b"hands,board\n" + b"AsKs9h8h v QdJdTc9c,Kh9d2c7s\n" * 2000)
    shown = on_a_terminal(["batch", str(spots), "-o", str(tmp_path / "out.csv")])
    assert shown == "omaha-equity: 2,000 rows, none with an error\r\n"


def test_the_bar(monkeypatch, capsys) -> None:
    """Rows a second and the time left, by a clock that the test moves."""
    from equity.cli import progress

    monkeypatch.setattr(progress, "SHOW_AFTER_SECONDS", -1)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "90")
    now = 0.0
    monkeypatch.setattr(progress, "perf_counter", lambda: now)
    with progress.RowProgress(1000) as bar:
        now = 2.0
        bar.update(50, 100)
        now = 4.0
        bar.update(200, 400)
        assert bar._bar is not None
        task = bar._bar.tasks[0]
        assert (task.total, task.completed, task.fields["text"]) == (1000, 400, "50 rows/s")


def test_environment_is_that_of_the_tests() -> None:
    assert os.path.exists(SAMPLE)
    assert table([["a", "b"]]) == b"a,b\n"
