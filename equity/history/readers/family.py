"""What a site family gives: how its hands begin, and how to read one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from equity.history.model import HandHistory
from equity.history.text import Block


@dataclass(frozen=True, slots=True)
class Reader:
    """A site family.

    `header` is a pattern for the first line of a hand, with the hand's id as group
    "<name>_id", or else in the next line as the first group of `id_line`. A family whose files
    are documents rather than lines has `split` instead, which yields a block a hand, or gives
    None for a text of another family. `read` turns a block into a hand; it raises Unreadable,
    or OtherGame.
    """

    name: str
    read: Callable[[Block], HandHistory]
    header: str = ""
    id_line: str = ""
    split: Callable[[str], Iterator[Block] | None] | None = None
