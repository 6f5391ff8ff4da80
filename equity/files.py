"""Files that are written as a whole."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def aside_of(path: str | os.PathLike[str]) -> str:
    """Where this process writes a file that is to become `path`."""
    return f"{os.fspath(path)}.{os.getpid()}.new"


@contextmanager
def replacing(path: str | os.PathLike[str], sync: bool = False) -> Iterator[BinaryIO]:
    """A file to write, which becomes `path` at the end: nobody ever finds half of it.

    An exception within leaves `path` as it was. `sync` waits until the content is on the disk,
    so that a power cut leaves the old or the new one too.
    """
    aside = aside_of(path)
    try:
        with open(aside, "wb") as file:
            yield file
            if sync:
                file.flush()
                os.fsync(file.fileno())
        os.replace(aside, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(aside)
