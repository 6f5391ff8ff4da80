"""Where answered rows go: a partial file that survives whatever happens, or a stream.

Rows are written to OUT.partial, whole chunks at a time. About once a second the file is
synced to the disk, and then a record, OUT.run, is replaced: what the run reads and how, how
far it has come in the input and in the partial file. After a crash the partial file may be
longer than the record says; what is beyond is cut off and answered again. At the end the
partial file gets its name, and the record stays to tell what the output is.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from equity.batches.plan import Fault
from equity.errors import OptionError
from equity.files import replacing
from equity.wording import shortened

SYNC_SECONDS = 1.0


@dataclass(frozen=True)
class Record:
    """How far a run has come: in the input, in the output, and what it has met."""

    input: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    end: int = 0
    line: int = 0
    size: int = 0
    rows: int = 0
    errors: int = 0
    faults: list[Fault] = field(default_factory=list)
    complete: bool = False


class Stream:
    """Rows straight to standard output, or wherever `write` puts them."""

    def __init__(self, write: Callable[[bytes], object]):
        self.record = Record()
        self._write = write

    def open(self) -> None:
        """It is open."""

    def write(self, content: bytes, record: Record) -> Record:
        """Pass rows on; `record` tells how far the run has come with them."""
        self._write(content)
        self.record = replace(record, size=record.size + len(content))
        return self.record

    def keep(self) -> None:
        """Nothing is kept."""

    def finish(self) -> None:
        """Nothing is left to do."""


class File:
    """The partial file of an output, for a fresh run or to go on with an old one.

    `input` is a hash of what is read and `options` what decides how it is answered. `finish`
    makes the output of the whole partial file where that is not the partial file itself.
    Raises OptionError when it must not be written, or cannot be.
    """

    def __init__(
        self,
        path: Path,
        input: str,
        options: dict[str, Any],
        resume: bool,
        force: bool,
        finish: Callable[[Path, Path], None] | None = None,
    ):
        if path.is_dir():
            raise OptionError(f"cannot write {path}: it is a directory")
        self.path = path
        self.partial = path.with_name(path.name + ".partial")
        self._record_path = path.with_name(path.name + ".run")
        self._finish = finish
        self.record = Record(input, json.loads(json.dumps(options)))
        self.was_complete = False
        held = self.partial.stat().st_size if self.partial.exists() else 0
        old = self._old_record() if resume else None
        if old and old.complete:
            if held == old.size:
                self._give_name()
            if path.exists():
                self.record, self.was_complete = old, True
                return
        elif old and held >= old.size:
            self.record = old
        elif held and not force:
            way_out = "nothing tells which one" if resume else "--resume goes on with it"
            raise OptionError(
                f"{self.partial} is there, of a run that has not ended: {way_out}; --force starts again"
            )
        if path.exists() and not force:
            raise OptionError(f"{path} exists; --force overwrites it")

    def open(self) -> None:
        """Begin or continue the partial file; raises OptionError when that cannot be."""
        try:
            file = os.open(self.partial, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self._file = os.fdopen(file, "r+b", buffering=0)
            try:
                _lock(file, self.partial)
            except OptionError:
                self._file.close()
                raise
            if not self.record.size:
                self._write_record()
            self._file.truncate(self.record.size)
            self._file.seek(self.record.size)
        except OSError as error:
            raise OptionError(f"cannot write {self.partial}: {error.strerror or error}") from None
        self._synced = perf_counter()

    def _old_record(self) -> Record | None:
        """The record of an earlier run; raises OptionError when that one was another."""
        try:
            values = json.loads(self._record_path.read_text(encoding="utf-8"))
            old = Record(**values | {"faults": [Fault(*fault) for fault in values["faults"]]})
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, KeyError):
            raise OptionError(f"{self._record_path} cannot be read; --force starts again") from None
        now = self.record.options
        if old.options != now:
            name = next((name for name in now if old.options.get(name) != now[name]), "version")
            raise OptionError(
                f"{self.path} was begun with other options: {name} was {_shown(old.options.get(name))} "
                f"and is {_shown(now.get(name))}; --force without --resume starts again"
            )
        if old.input != self.record.input:
            raise OptionError(
                f"the input has changed since {self.path} was begun; --force without --resume starts again"
            )
        return old

    def write(self, content: bytes, record: Record) -> Record:
        """Append whole rows; `record` tells how far the run has come with them."""
        try:
            view = memoryview(content)
            while view:
                view = view[self._file.write(view) :]
        except OSError as error:
            raise self._unwritten(error) from None
        self.record = replace(record, size=record.size + len(content))
        if perf_counter() - self._synced >= SYNC_SECONDS:
            self._sync()
        return self.record

    def keep(self) -> None:
        """Leave the partial file whole, after whatever ended the run early."""
        with suppress(OSError, ValueError):
            self._file.truncate(self.record.size)
            self._sync()
            self._file.close()

    def finish(self) -> None:
        """Give the output its name."""
        self.record = replace(self.record, complete=True)
        self._sync()
        self._file.close()
        try:
            self._give_name()
        except OSError as error:
            raise self._unwritten(error) from None

    def _give_name(self) -> None:
        if self._finish:
            self._finish(self.partial, self.path)
            self.partial.unlink()
        else:
            os.replace(self.partial, self.path)
        _sync_folder(self.path.parent)

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
            self._write_record()
        except OSError as error:
            raise self._unwritten(error) from None
        self._synced = perf_counter()

    def _write_record(self) -> None:
        with replacing(self._record_path, sync=True) as file:
            file.write(json.dumps(asdict(self.record)).encode())

    def _unwritten(self, error: OSError) -> OSError:
        reason = error.strerror or str(error)
        return OSError(f"cannot write {self.partial}: {reason}; mend that, and --resume goes on")


def _lock(file: int, path: Path) -> None:
    """Refuse a partial file that another run is writing."""
    try:
        import fcntl
    except ImportError:  # Windows opens it for others only to read
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OptionError(f"another run is writing {path}") from None


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not every system opens folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _shown(value: object) -> str:
    return shortened(json.dumps(value), 40)
