"""The README is true: its console sessions and its Python examples give what they show."""

import doctest
import re
import shlex

import pytest

from tests.commands import ROOT, output

README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = [
    (command, shown)
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    for command, shown in re.findall(r"^\$ omaha-equity (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def timeless(text: str) -> str:
    """The text with its measured times, and nothing else, made equal."""
    return re.sub(r'(?<=in )[\d.]+ m?s|(?<="seconds":)[\d.e-]+', "TIME", text)


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_console_session(command: str, shown: str):
    assert timeless(output(*shlex.split(command))) == timeless(shown.rstrip("\n") + "\n")


def test_there_are_sessions():
    assert len(SESSIONS) >= 5


def test_python_examples():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False).failed == 0
