"""The site families, and which of them a text belongs to.

A family is one module with a READER, and its line here.
"""

from __future__ import annotations

from equity.history.readers import (
    bovada,
    entraction,
    everleaf,
    fulltilt,
    ipoker,
    ongame,
    openhh,
    pacific,
    partypoker,
    phh,
    pokerstars,
    unread,
    winamax,
    wpn,
)
from equity.history.readers.family import Reader

READERS: tuple[Reader, ...] = (
    openhh.READER,
    ipoker.READER,
    phh.READER,
    bovada.READER,
    entraction.READER,
    everleaf.READER,
    fulltilt.READER,
    ongame.READER,
    pacific.READER,
    partypoker.READER,
    winamax.READER,
    wpn.READER,
    unread.READER,
    pokerstars.READER,
)
"""In the order in which they are asked whether a hand is theirs; the most general is the last."""
