"""Compiled code: kept, shared, damaged, refused; and what a warm command loads.

Commands run as processes with a cache folder of their own. Compiling takes seconds, so
one folder is filled once and copied.
"""

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from equity.engine import native
from equity.engine.cache import PREFIX
from tests.commands import ROOT, on_a_terminal, output, run

FLOP = ("AsKs9h8h", "QdJdTc9c", "-b", "Kh9d2c", "--json")
SCOOPS = [487, 313]
NAMES_OF_HOMES = ("HOME", "XDG_CACHE_HOME", "OMAHA_EQUITY_CACHE")


def scoops(text: str) -> list[int]:
    return [player["counts"]["scoop"] for player in json.loads(text)["players"]]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("warm")
    assert output("cache", "warm", OMAHA_EQUITY_CACHE=str(folder)).startswith("ready: ")
    return folder


@pytest.fixture
def cache(warm: Path, tmp_path: Path) -> Path:
    """A warm cache folder to spoil; the folder of this version is in it."""
    shutil.copytree(warm, tmp_path / "cache")
    return tmp_path / "cache"


def version_folder(cache: Path) -> Path:
    (folder,) = (path for path in cache.iterdir() if path.is_dir())
    return folder


def modules(*arguments: str, **environment: str) -> set[str]:
    """The modules that a command has loaded when it ends."""
    code = f"import sys; sys.argv = {['omaha-equity', *arguments]!r}; import equity.cli.main as main\n"
    code += "main._leave = lambda status: print('\\nMODULES', status, *sys.modules)\nmain.main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT,
        env=os.environ | environment,
    )  # fmt: skip
    status, *loaded = done.stdout.split("\nMODULES ")[1].split()
    assert status == "0", done
    return {name.split(".")[0] for name in loaded}


@pytest.mark.parametrize(
    "arguments",
    [
        FLOP,
        ("AsKs9h8h", "QdJdTc9c"),
        ("AsKs9h8h", "vs", "random", "-b", "Kh9d2c"),
        ("AsKs9h8h", "random", "random", "--samples", "1000", "--csv"),
    ],
)
def test_a_warm_answer_loads_neither_numba_nor_numpy(warm: Path, arguments: tuple[str, ...]):
    loaded = modules(*arguments, OMAHA_EQUITY_CACHE=str(warm))
    assert "llvmlite" in loaded
    assert not loaded & {"numba", "numpy", "rich"}


@pytest.mark.parametrize(
    "arguments", [("showdown", "AsKs9h8h", "-b", "Kh9d2c3c4c"), ("--help",), ("cache", "-h")]
)
def test_what_needs_no_kernel_loads_no_engine(arguments: tuple[str, ...]):
    assert not modules(*arguments) & {"numba", "numpy", "llvmlite", "rich"}


def test_importing_the_library_loads_no_engine():
    code = "import equity, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not set(done.stdout.split()) & {"numba", "numpy", "llvmlite", "click", "rich"}


def spoil_truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1000])


def spoil_empty(path: Path) -> None:
    path.write_bytes(b"")


def spoil_one_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def spoil_garbage(path: Path) -> None:
    path.write_bytes(b"\x7fELF" + bytes(5000))


@pytest.mark.parametrize("name", ["known_hands", "tables"])
@pytest.mark.parametrize("spoil", [spoil_truncated, spoil_empty, spoil_one_bit, spoil_garbage])
def test_a_damaged_file_is_told_of_once_and_made_anew(cache: Path, name: str, spoil):
    spoil(version_folder(cache) / name)
    done = run(*FLOP, OMAHA_EQUITY_CACHE=str(cache))
    assert scoops(done.stdout) == SCOOPS
    assert done.returncode == 0
    assert done.stderr.startswith("omaha-equity: ")
    assert done.stderr.count("\n") == 1
    assert output(*FLOP, OMAHA_EQUITY_CACHE=str(cache))


def test_a_lost_file_is_made_anew(cache: Path):
    (version_folder(cache) / "board_classes").unlink()
    assert scoops(output(*FLOP, OMAHA_EQUITY_CACHE=str(cache))) == SCOOPS
    assert (version_folder(cache) / "board_classes").exists()


def test_a_cache_that_cannot_be_is_told_of_once(tmp_path: Path):
    """A file where the folder should be stands for a read-only home: root may write anywhere."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = run(*FLOP, OMAHA_EQUITY_CACHE=str(blocked / "cache"))
    assert scoops(done.stdout) == SCOOPS
    assert done.stderr.count("\n") == 1
    assert "cannot keep compiled code" in done.stderr


def test_a_full_disk_costs_nothing_but_the_cache(tmp_path: Path):
    """A limit of 1,000 bytes a file stands for the full disk."""
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        f"import sys; sys.argv = {['omaha-equity', *FLOP]!r}; import equity.cli.main as main; main.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT,
        env=os.environ | {"OMAHA_EQUITY_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert scoops(done.stdout) == SCOOPS
    assert "cannot keep compiled code" in done.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_no_home_is_no_harm():
    """A user without HOME and without an entry in the list of users."""
    code = (
        "import pathlib\n"
        "def homeless():\n    raise RuntimeError('Could not determine home directory.')\n"
        "pathlib.Path.home = homeless\n"
        f"import sys; sys.argv = {['omaha-equity', *FLOP]!r}; import equity.cli.main as main; main.main()"
    )
    environment = {key: value for key, value in os.environ.items() if key not in NAMES_OF_HOMES}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=ROOT, env=environment
    )
    assert scoops(done.stdout) == SCOOPS
    assert done.stderr.count("\n") == 1
    assert "cannot keep compiled code" in done.stderr


def test_numba_settings_have_a_folder_of_their_own(tmp_path: Path):
    for setting in ({}, {"NUMBA_OPT": "1"}):
        output("AsKs9h8h", "QdJdTc9c", "-b", "Kh9d2c3c4c", OMAHA_EQUITY_CACHE=str(tmp_path), **setting)
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 2


def test_warming_fails_where_nothing_can_be_kept(monkeypatch, capsys):
    """What is kept is what can be read again; here nothing can."""
    from click.testing import CliRunner

    from equity.cli.cache import command
    from equity.engine import cache

    native.warm()
    monkeypatch.setattr(cache, "read", lambda name: None)
    done = CliRunner().invoke(command, ["warm"])
    assert done.exit_code == 1
    assert "nothing keeps tables" in done.output


def test_four_first_runs_at_once(tmp_path: Path):
    def first(_: int) -> "subprocess.CompletedProcess[str]":
        return run(*FLOP, OMAHA_EQUITY_CACHE=str(tmp_path))

    with ThreadPoolExecutor(4) as pool:
        for done in pool.map(first, range(4)):
            assert scoops(done.stdout) == SCOOPS
            assert (done.returncode, done.stderr) == (0, "")
    names = {path.name for path in version_folder(tmp_path).iterdir() if path.is_file()}
    assert names == {"tables", "board_classes", "known_hands", "collect"}


def test_numba_dispatch_gives_the_same_answers(tmp_path: Path):
    spots = [
        FLOP,
        ("AsKs9h8h", "random", "random", "--samples", "2000", "--json"),
    ]
    for arguments in spots:
        linked, dispatched = (
            json.loads(output(*arguments, **environment))
            for environment in (
                {},
                {"OMAHA_EQUITY_DISPATCH": "numba", "OMAHA_EQUITY_CACHE": str(tmp_path)},
            )
        )
        assert {**linked, "seconds": 0} == {**dispatched, "seconds": 0}


def test_a_platform_that_refuses_falls_back(warm: Path, monkeypatch, capsys):
    """Linking fails with a reason; the kernel runs through numba and the reason is told."""
    from equity.engine import cache

    told = []
    monkeypatch.setattr(native, "_link", lambda code: 1 / 0)
    monkeypatch.setattr(cache, "report", lambda message, problem: told.append(message))
    monkeypatch.setattr(cache, "_reported", set())
    native._kernel.cache_clear()
    try:
        outcomes = native.kernel("collect")
        from array import array

        counts, found = array("q", [0, 7, 0, 5]), array("q", [0] * 8)
        assert outcomes(counts, 4, found) == 2
        assert found.tolist()[:4] == [1, 7, 3, 5]
        assert counts.tolist() == [0] * 4
    finally:
        native._kernel.cache_clear()
    assert any("division by zero" in message for message in told)


def test_kernels_refuse_other_arrays():
    from array import array

    with pytest.raises(TypeError, match="contiguous buffer of int64"):
        native.kernel("collect")(array("i", [0, 7]), 2, array("q", [0] * 4))


def test_kernels_take_numpy_arrays():
    import numpy as np

    counts, found = np.array([0, 7, 0, 5]), np.zeros(8, np.int64)
    assert native.kernel("collect")(counts, 4, found) == 2
    assert found[:4].tolist() == [1, 7, 3, 5]


def test_cache_commands(cache: Path):
    text = output("cache", OMAHA_EQUITY_CACHE=str(cache))
    assert text.startswith(f"{cache}: ")
    assert "files" in text
    (cache / "mine.txt").write_text("not ours to remove")
    assert output("cache", "clear", OMAHA_EQUITY_CACHE=str(cache)).split()[0] == text.split()[-2]
    assert [path.name for path in cache.iterdir()] == ["mine.txt"]


def test_folders_of_other_versions_are_cleaned_up(tmp_path: Path):
    old, recent, foreign = (tmp_path / name for name in (f"{PREFIX}old", f"{PREFIX}recent", "0" * 24))
    for folder in (old, recent, foreign):
        folder.mkdir()
    long_ago = time.time() - 40 * 86_400
    for folder in (old, foreign):
        os.utime(folder, (long_ago, long_ago))
    output("AsKs9h8h", "QdJdTc9c", "-b", "Kh9d2c3c4c", OMAHA_EQUITY_CACHE=str(tmp_path))
    assert (old.exists(), recent.exists(), foreign.exists()) == (False, True, True)


def test_first_compilation_is_told_on_a_terminal_only(tmp_path: Path):
    silent, shown = str(tmp_path / "silent"), str(tmp_path / "shown")
    assert run(*FLOP, OMAHA_EQUITY_CACHE=silent).stderr == ""
    first, second = (on_a_terminal(FLOP, OMAHA_EQUITY_CACHE=shown) for _ in range(2))
    assert first.count("compiling for this machine") == 1
    assert "compiling" not in second
