"""What is shipped: wheel and sdist hold every file, and the docs' commands are the ones CI runs."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.commands import ROOT


def shipped_files() -> set[str]:
    return {
        str(path.relative_to(ROOT))
        for path in (ROOT / "equity").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_wheel_and_sdist_hold_every_file(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", str(tmp_path), str(ROOT)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    wheel = zipfile.ZipFile(next(tmp_path.glob("*.whl")))
    assert shipped_files() <= set(wheel.namelist())
    orderings = {path.name for path in (ROOT / "data" / "orderings").glob("*.bin")}
    assert orderings == {name.split("/")[-1] for name in wheel.namelist() if name.endswith(".bin")}
    assert orderings
    assert not any(name.startswith(("tests/", "benchmarks/")) for name in wheel.namelist())
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames() if "/" in name}
    assert (
        shipped_files() | {"README.md", "CHANGELOG.md", "LICENSE", "data/README.md", "pyproject.toml"}
        <= names
    )


def test_ci_calls_the_readmes_test_command_word_for_word():
    ci = (ROOT / ".ci" / "run").read_text()
    command = next(line for line in ci.split("\n") if line.startswith("{ ")).split("{ ")[1].split("; }")[0]
    assert f"\n{command}\n" in (ROOT / "README.md").read_text()
    assert command.startswith("python3 -m venv .venv && ")
