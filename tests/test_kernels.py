"""The same kernels run in other ways: as plain Python, with bounds checks, through numba's dispatch."""

import json
import os
import subprocess
import sys
from array import array
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path

import pytest

from equity import batch, calculate, calculate_breakdown
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import DEAL_TALLY, DEALING_SCRATCH, HIGH_ONLY, HILO
from equity.ranges.making.dealt import credit_table

ROOT = Path(__file__).parents[1]

QUESTIONS = (
    {"hands": ["As2s3hKd", "AcJdTc5c"], "board": "Kh9d2c", "game": "omaha8"},
    {"hands": ["As2s3hKd", "random", "AcJdTc5c"], "board": "Kh9s7s4s2c", "dead": "JsTs6s5s"},
    {
        "hands": ["random", "As2s3hKd9c", "random"],
        "board": "Kh8s7s4s2c",
        "dead": "AcAdAhKcKsQcQdQhQsJcJdJhTcTdThTs9d9h9s8c8d7c7d7h6c6d6h",
        "game": "bigo",
        "exact": True,
    },
    {"hands": ["As2s3hKd9c8c", "random", "JhJd5h6d7s8s"], "board": "Kh4s5s", "samples": 1000},
    {"hands": ["AsKs9h8h", "random"], "game": "omaha", "samples": 1000, "seed": 2**63 - 1},
    {"hands": ["random"] * 9 + ["As2s3hKd"], "game": "omaha8", "samples": 20},
    {"hands": ["AAKK", "random"], "samples": 20},
    {"hands": ["As2s3hKd", "AcAdKsQs"], "board": "Kh9d2c7s5h", "breakdown": True},
    {"hands": ["As2s3hKd", "AcAdKsQs"], "samples": 20, "breakdown": True},
    {"hole": 4, "seats": 6, "boards": 2, "chosen": []},
    {"hole": 6, "seats": 2, "boards": 3, "chosen": [0, 1, 2, 3, 4, 5, 46, 47, 48, 49, 50, 51]},
)
"""Small ones, so that plain Python answers them too."""

LARGER_QUESTIONS = (
    {"hands": ["AAKK@7,AhQhJd2d@3", "QQJJ!QQQ"], "board": "Kh9d2c4c", "game": "omaha8", "exact": True},
    {"hands": ["AA$ds", "KK!Q"], "board": "QhJd2c7s8s", "game": "omaha"},
    {"hands": ["5%vr", "3%-8%"], "board": "QhJd2c7s8s", "game": "omaha8"},
)
"""With those before and the rows they enter every kernel that can be; plain Python would take minutes."""

ROWS = (
    {"hands": "As2s3hKd vs AcJdTc5c", "board": "Kh9d2c4s", "dead": "", "game": "omaha8"},
    {"hands": "Kh9h8h2h v JcJdTc5c V QsQd6s6d", "board": "Ah4h3hTs", "dead": "JsJh", "game": "PLO"},
    {"hands": "AcJdTc5c VERSUS As2s3hKd", "board": "Kh9d2c4s5h", "dead": "7d", "game": "omaha8"},
    {
        "hands": "As2s3hKd9c v AcJdTc5c5h",
        "board": "Kh 9d 2c",
        "dead": "4s4h4d4c5s5d6s6h6d6c7s7h7d7c8s8h8d8cTsThTdJsJhQsQhQd",
        "game": "bigo",
    },
    {"hands": "As2s3hKd v AcJdTc5c, ", "board": "Kh9d2c", "dead": "", "game": ""},
)
"""Rows of a batch."""

SCRIPT = """
import json, sys, warnings
warnings.simplefilter("error")
# Random generator and hashing count modulo 2**64, which numpy's own integers warn of.
modules = "equity.engine.(sampling|dealing|grouping)"
warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, modules)
from equity import batch
from tests.test_kernels import answer
questions, rows = json.loads(sys.argv[1])
print(json.dumps(batch(rows, threads=1) + [answer(question) for question in questions]))
"""

SIGNATURES = """
from importlib import import_module
from equity.engine import native
for name, module in native.KERNELS.items():
    print(name, len(getattr(import_module(module), name).signatures))
"""


ONLY_FOR_MAKING_ORDERINGS = {"credit_boards"}
"""Entered by no question."""

DISPATCHED = {"OMAHA_EQUITY_DISPATCH": "numba"}


def start(
    script: str, environment: dict[str, str], questions: Sequence[dict] = QUESTIONS + LARGER_QUESTIONS
) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", script, json.dumps([questions, ROWS])],
        env=os.environ | DISPATCHED | environment,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(question: dict) -> dict:
    """What is asked for as plain values; without hands, the sums over a few deals of all hands."""
    if "hands" not in question:
        return {"tallies": dealt(**question)}
    question = question.copy()
    ask = calculate_breakdown if question.pop("breakdown", False) else calculate
    return ask(**question, threads=1).to_dict()


def dealt(hole: int, seats: int, boards: int, chosen: list[int]) -> list[int]:
    """The tallies of deals, as if all hands were of one class."""
    tallies = zeros(DEAL_TALLY)
    native.kernel("credit_deals")(
        *native.tables(),
        1,
        0,
        boards,
        2,
        hole,
        array("I", [0]) * comb(52, hole),
        array("B", [HIGH_ONLY | HILO]),
        credit_table(seats, 47 // hole - 1),
        array("B", [*chosen, *range(5)]),
        len(chosen) // hole,
        zeros(DEALING_SCRATCH),
        tallies,
    )
    return list(tallies)


def without_seconds(lines: str) -> list[dict]:
    return [answer | {"seconds": None} for answer in json.loads(lines)]


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, "subprocess.Popen[str]"]]:
    """All ways at once, since compiling takes each some ten seconds."""
    checked = str(tmp_path_factory.mktemp("checked"))
    started = {
        "plain": start(SCRIPT, {"NUMBA_DISABLE_JIT": "1"}, QUESTIONS),
        "checked": start(SCRIPT, {"NUMBA_BOUNDSCHECK": "1", "OMAHA_EQUITY_CACHE": checked}),
        "dispatched": start(SCRIPT + SIGNATURES, {}),
    }
    yield started
    for process in started.values():
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def linked() -> list[dict]:
    """The answers of the linked kernels, through JSON as the others come."""
    answers = [answer(question) for question in QUESTIONS + LARGER_QUESTIONS]
    return without_seconds(json.dumps(batch(ROWS, threads=1) + answers))


def output(process: "subprocess.Popen[str]") -> str:
    lines, errors = process.communicate()
    assert process.returncode == 0, errors
    return lines


def test_plain_python_bodies(processes: dict, linked: list[dict]) -> None:
    assert without_seconds(output(processes["plain"])) == linked[: len(ROWS) + len(QUESTIONS)]


def test_bounds_checked(processes: dict, linked: list[dict]) -> None:
    assert without_seconds(output(processes["checked"])) == linked


def test_numba_dispatch_with_one_signature_a_kernel(processes: dict, linked: list[dict]) -> None:
    """Kernels see the same types whatever is asked, so each is compiled once."""
    answers, *counts = output(processes["dispatched"]).splitlines()
    assert without_seconds(answers) == linked
    assert len(counts) >= 5
    signatures = {name: int(count) for name, count in map(str.split, counts)}
    assert {name for name, count in signatures.items() if count != 1} == ONLY_FOR_MAKING_ORDERINGS, signatures
