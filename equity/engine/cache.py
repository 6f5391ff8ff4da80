"""Files this machine made for itself: compiled kernels and lookup tables.

A folder's name holds a hash of every engine source, the versions of Python, numba and
llvmlite, numba's settings, and the processor's name and features; whatever differs is made
anew. Each file
starts with a digest that is checked before anything in it is used. Files are written
aside, then renamed, so any number of processes may share the folder at any time.
"""

import mmap
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

try:
    from _blake2 import blake2b  # importing hashlib takes 10 ms, most of it OpenSSL's
except ImportError:
    from hashlib import blake2b

FOLDER_VARIABLE = "OMAHA_EQUITY_CACHE"
PREFIX = "omaha-equity-kernels-"
DIGEST_BYTES = 32
STALE_DAYS = 14
"""Folders of other versions go when they have not been used for so long."""

_ENGINE = Path(__file__).parent
_SOURCES = (_ENGINE, _ENGINE.parent / "ranking.py")


def ignore(message: str, problem: bool) -> None:
    """Report to nobody."""


report: Callable[[str, bool], None] = ignore
"""Called with a line for a person, and whether it tells of a problem with the cache or
only that something takes a while."""

_reported: set[str] = set()


def report_once(message: str, problem: bool = True) -> None:
    """Report a line unless this process has reported it before."""
    if message not in _reported:
        _reported.add(message)
        report(message, problem)


def root() -> Path:
    """Where all versions keep their folders: OMAHA_EQUITY_CACHE or the user's cache folder."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(os.path.expanduser(named))
    try:
        if sys.platform == "win32":
            base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
        elif sys.platform == "darwin":
            base = Path.home() / "Library" / "Caches"
        else:
            base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # a user without a home: nothing can be kept, and `write` says so
        base = os.devnull
    return Path(base) / "omaha-equity"


@cache
def folder() -> Path:
    """The folder of this version on this machine; it may not exist yet."""
    from importlib.util import find_spec

    import llvmlite.binding as llvm

    key = blake2b(digest_size=12)
    for source in _SOURCES:
        for path in sorted(source.glob("*.py")) if source.is_dir() else [source]:
            key.update(path.read_bytes())
    for package in ("numba", "llvmlite"):
        spec = find_spec(package)
        if spec is None or spec.origin is None:
            raise ImportError(f"{package} is not installed")
        key.update(Path(spec.origin).with_name("_version.py").read_bytes())
    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # a processor whose features are unknown has a name all the same
        features = ""
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    key.update(f"{sys.version} {sys.platform} {llvm.get_host_cpu_name()} {features} {settings}".encode())
    return root() / (PREFIX + key.hexdigest())


def read(name: str) -> bytearray | mmap.mmap | None:
    """The file's content behind its digest, mapped privately; None when absent or damaged."""
    try:
        with open(folder() / name, "rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
            if _digest(memoryview(content)[DIGEST_BYTES:]) == content[:DIGEST_BYTES]:
                _mark_used()
                return content
    except OSError:
        return None  # absent, or it cannot be read: then `write` tells if that matters
    except ValueError:
        pass  # an empty file cannot be mapped
    report_once(f"{folder() / name} is damaged; it is made anew")
    return None


def write(name: str, payload: bytes) -> bytearray:
    """Keep a file for later processes if that is possible; return what `read` would give."""
    content = bytearray(_digest(payload) + payload)
    aside = folder() / f"{name}.{os.getpid()}.{time.monotonic_ns()}"
    try:
        if not folder().is_dir():
            folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            _remove_stale()
        try:
            aside.write_bytes(content)
            aside.replace(folder() / name)
        finally:
            aside.unlink(missing_ok=True)
    except OSError as error:
        report_once(
            f"cannot keep compiled code in {folder()} : {error.strerror}; next time it is compiled again"
        )
    return content


def files() -> list[Path]:
    """Every file of every version."""
    return [path for version in _versions() for path in version.rglob("*") if path.is_file()]


def size() -> int:
    """How many bytes all files take."""
    return sum(path.stat().st_size for path in files())


def clear() -> int:
    """Remove every version's folder; return the bytes set free."""
    import shutil

    before = size()
    for version in _versions():
        shutil.rmtree(version, ignore_errors=True)
    return before - size()


def _versions() -> list[Path]:
    """The folders made by this module, by their names; nothing else is ever removed."""
    return list(root().glob(PREFIX + "*")) if root().is_dir() else []


def _remove_stale() -> None:
    import shutil

    oldest = time.time() - STALE_DAYS * 86_400
    for version in _versions():
        try:
            if version != folder() and version.stat().st_mtime < oldest:
                shutil.rmtree(version, ignore_errors=True)
        except OSError:
            continue  # another process was quicker


@cache
def _mark_used() -> None:
    """Make the folder's time the time of its last use."""
    with suppress(OSError):
        os.utime(folder())


def _digest(payload: bytes | memoryview) -> bytes:
    return blake2b(payload, digest_size=DIGEST_BYTES).digest()
