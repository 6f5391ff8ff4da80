"""Where answered rows go: a partial file that survives whatever happens, or a stream.

Rows are written to OUT.partial, whole chunks at a time. About once a second the file is
synced to the disk, and then a record, OUT.run, is replaced: what the run reads and how, how
far it has come in the input and in the partial file. After a crash the partial file may be
longer than the record says; what is beyond is cut off and answered again. At the end the
partial file gets its name, and the record stays to tell what the output is. Whoever has the
partial file open has it locked, from before he looks at what is there until it has its name.
"""

import io
import json
import os
import stat
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
    """How far a run has come: in the input, in the output, and what it has met.

    `size` is that of the partial file, `output` that of the complete output.
    """

    input: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    end: int = 0
    line: int = 0
    size: int = 0
    rows: int = 0
    errors: int = 0
    faults: list[Fault] = field(default_factory=list)
    complete: bool = False
    output: int | None = None


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

    def close(self) -> None:
        """It stays open for others."""


def partial_file(path: Path) -> Path:
    """Where the rows of an output are until it is complete."""
    return path.parent / f"{path.name}.partial"


def record_file(path: Path) -> Path:
    """What tells how far an output has come."""
    return path.parent / f"{path.name}.run"


def whole_file(path: Path) -> Path:
    """What a partial file of another format is made into, before it gets the output's name."""
    return path.parent / f"{path.name}.new"


class File:
    """The partial file of an output, for a fresh run or to go on with an old one.

    `input` is a hash of what is read and `options` what decides how it is answered. `finish`
    makes another file of the whole partial file, where the output is not that one itself.
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
        self.path = path
        self.partial, self._record_path = partial_file(path), record_file(path)
        self._whole = whole_file(path)
        for place in (path, self.partial, self._record_path, *([self._whole] if finish else [])):
            _check_regular(place)
        self._finish = finish
        self.record = Record(input, json.loads(json.dumps(options)))
        self.was_complete = False
        self._synced = perf_counter()
        try:
            self._file, created = _locked(self.partial)
        except OSError as error:
            raise OptionError(f"cannot write {self.partial}: {error.strerror or error}") from None
        try:
            self._look(resume, force, created)
        except BaseException:
            self.close()
            raise

    def _look(self, resume: bool, force: bool, created: bool) -> None:
        """Decide between beginning, going on and leaving alone; `created` if there was no partial file."""
        held = os.fstat(self._file.fileno()).st_size
        old = self._old_record() if resume else None
        if old and old.complete:
            self.record = old
            if not created and held == old.size:
                self._give_name()
            if self.path.exists():
                self._check_output()
                self.was_complete = True
                return
            self.record = Record(old.input, old.options)
        elif old and held >= old.size:
            self.record = old
        elif held and not force:
            way_out = "nothing tells which one" if resume else "--resume goes on with it"
            raise OptionError(
                f"{self.partial} is there, of a run that has not ended: {way_out}; --force starts again"
            )
        if self.path.exists() and not force:
            raise OptionError(f"{self.path} exists; --force overwrites it")
        if not old and not force and self._record_path.exists() and not self._is_record():
            raise OptionError(
                f"{self._record_path} exists and is no record of a run; name another output, or remove it"
            )

    def open(self) -> None:
        """Begin or continue the partial file; raises OptionError when that cannot be."""
        try:
            if not self.record.size:
                self._write_record()
            self._file.truncate(self.record.size)
            self._file.seek(self.record.size)
        except OSError as error:
            raise OptionError(f"cannot write {self.partial}: {error.strerror or error}") from None
        self._synced = perf_counter()

    def close(self) -> None:
        """Let others have the partial file; one that holds nothing is removed."""
        if self._file.closed:
            return
        with suppress(OSError):
            handle = self._file.fileno()
            if os.fstat(handle).st_size == 0 and _is_open(self.partial, handle):
                self.partial.unlink()
        self._file.close()

    def _check_output(self) -> None:
        """Refuse an output that has been changed since it was complete."""
        size = self.path.stat().st_size
        if self.record.output not in (None, size):
            raise OptionError(
                f"{self.path} has been changed since it was complete, from {self.record.output:,} bytes "
                f"to {size:,}; --force without --resume starts again"
            )

    def _is_record(self) -> bool:
        try:
            return "faults" in json.loads(self._record_path.read_text(encoding="utf-8"))
        except (OSError, ValueError, TypeError):
            return False

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
        size = None if self._finish else self.record.size
        self.record = replace(self.record, complete=True, output=size)
        self._sync()
        self._give_name()
        self._file.close()

    def _give_name(self) -> None:
        if os.name == "nt":  # Windows renames and removes no open file
            self._file.close()
        try:
            if self._finish:
                self._finish(self.partial, self._whole)
                with open(self._whole, "rb+") as file:
                    os.fsync(file.fileno())
                os.replace(self._whole, self.path)
                self.record = replace(self.record, output=self.path.stat().st_size)
                self._write_record()
                self.partial.unlink()
            else:
                os.replace(self.partial, self.path)
        except OSError as error:
            raise self._unwritten(error) from None
        finally:
            if self._finish:
                self._whole.unlink(missing_ok=True)
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


def _check_regular(path: Path) -> None:
    """Refuse a place where no file can come to be: a rename would do away with a pipe or a device."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror or error}") from None
    if stat.S_ISDIR(mode):
        raise OptionError(f"cannot write {path}: it is a directory")
    if not stat.S_ISREG(mode):
        raise OptionError(
            f"cannot write {path}: it is no regular file; without -o the answers go to standard output"
        )


def _locked(path: Path) -> tuple[io.FileIO, bool]:
    """The file, open for reading and writing and locked, and whether it was made just now.

    Raises OSError when it cannot be opened, OptionError when another run has it.
    """
    while True:
        created = not path.exists()
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        file = io.FileIO(handle, "r+")
        try:
            _lock(handle, path)
        except BaseException:
            file.close()
            raise
        if _is_open(path, handle):
            return file, created
        file.close()  # the run that had it has given it its name, or removed it


def _lock(handle: int, path: Path) -> None:
    """Refuse a partial file that another run is writing."""
    try:
        import fcntl
    except ImportError:  # Windows has other locks
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OptionError(f"another run is writing {path}") from None


def _is_open(path: Path, handle: int) -> bool:
    """Whether the path still means the open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):  # not every system opens folders
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _shown(value: object) -> str:
    return shortened(json.dumps(value), 40)
