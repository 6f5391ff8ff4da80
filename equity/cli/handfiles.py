"""Arguments that name hand histories: files, folders, patterns and standard input."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from equity.errors import OptionError
from equity.files import aside_of, replacing
from equity.history.reviews import Source
from equity.wording import shortened

SUFFIXES = frozenset({".txt", ".xml", ".log", ".hh", ".ohh", ".json", ".phh", ".phhs"})
"""Files of a folder that may be hand histories; those named one by one may be called anything."""

LARGEST = 512 * 2**20
"""Bytes of one file."""


def sources(arguments: Sequence[str], problem: Callable[[str], None]) -> list[Source]:
    """The files that arguments stand for, those of a folder by name, each once whatever it is called.

    Raises OptionError for an argument that names nothing; a folder that cannot be looked
    into is told as a `problem`.
    """
    paths: dict[str, str] = {}
    for argument in arguments:
        for path in _paths(argument, problem):
            paths.setdefault(path if path == "-" else os.path.realpath(path), path)
    return [
        Source("standard input", _read_stdin) if path == "-" else Source(path, partial(_read, path))
        for path in paths.values()
    ]


def _paths(argument: str, problem: Callable[[str], None]) -> Iterator[str]:
    if argument == "-" or (os.path.exists(argument) and not os.path.isdir(argument)):
        yield argument
    elif os.path.isdir(argument):
        yield from _folder(argument, problem)
    else:
        found = _matches(argument) if glob.has_magic(argument) else []
        if not found:
            raise OptionError(f"there is no file or folder {shortened(argument, 150)}")
        for path in found:
            if os.path.isdir(path):
                yield from _folder(path, problem)
            else:
                yield from _regular(path, problem)


def _matches(pattern: str) -> list[str]:
    """What a pattern stands for, hidden names only where it has a dot for them.

    `**` does not enter linked folders, which may lead round in a circle.
    """
    path = Path(pattern)
    try:
        found = Path(path.anchor).glob(str(path.relative_to(path.anchor)))
        return sorted(str(match) for match in found if _hidden(match) == _hidden(path))
    except ValueError:  # such as ** beside other characters
        return []


def _hidden(path: Path) -> int:
    return sum(part.startswith(".") for part in path.parts)


def _regular(path: str, problem: Callable[[str], None]) -> Iterator[str]:
    """The file, unless it is a pipe, a device or a link to nowhere: nobody named it."""
    if os.path.isfile(path):
        yield path
    else:
        problem(f"cannot read {path}: it is no file")


def _folder(folder: str, problem: Callable[[str], None]) -> Iterator[str]:
    def unopened(error: OSError) -> None:
        problem(f"cannot read the folder {error.filename}: {error.strerror}")

    for here, folders, files in os.walk(folder, onerror=unopened):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            path = os.path.join(here, name)
            suffix = os.path.splitext(name)[1].lower()
            if suffix not in SUFFIXES or name.startswith("."):
                continue
            yield from _regular(path, problem)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return _bounded(file.read(LARGEST + 1))


def _read_stdin() -> bytes:
    return _bounded(sys.stdin.buffer.read(LARGEST + 1)) if sys.stdin else b""


def _bounded(data: bytes) -> bytes:
    if len(data) > LARGEST:
        raise OSError(0, f"it is larger than {LARGEST >> 20} MB; cut it into several files")
    return data


def check_target(path: str) -> None:
    """Refuse a file that cannot be written, before the work; raises OptionError."""
    folder = os.path.dirname(path) or "."  # as it stands: a folder before .. must be there
    if os.path.isdir(path) or not path:
        raise OptionError(f"{shortened(path, 150) or 'the name'} is a folder; give the name of a file")
    if not os.path.isdir(folder):
        raise OptionError(f"there is no folder {shortened(folder, 150)} to write to")
    try:
        os.stat(aside_of(path))
    except FileNotFoundError:
        pass
    except OSError as error:
        raise OptionError(f"cannot write {shortened(path, 150)}: {error.strerror}") from None
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise OptionError(f"{shortened(path, 150)} cannot be written")


def replace_file(path: str, text: str) -> None:
    """Write a file as a whole: whoever looks finds the old or the new one, nothing between.

    Raises OSError with the name and the reason.
    """
    try:
        _replace(path, text)
    except OSError as error:
        raise OSError(f"cannot write {path}: {error.strerror or error}") from None


def _replace(path: str, text: str) -> None:
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with replacing(path) as aside:
        aside.write(text.encode())
