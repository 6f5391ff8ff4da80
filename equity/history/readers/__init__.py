"""The site families, and which of them a text belongs to.

A family is one module with a READER, and its line here.
"""

from __future__ import annotations

from equity.history.readers import (
    bovada,
    fulltilt,
    ipoker,
    openhh,
    pacific,
    partypoker,
    phh,
    pokerstars,
    winamax,
    wpn,
)
from equity.history.readers.family import Reader

READERS: tuple[Reader, ...] = (
    openhh.READER,
    phh.READER,
    ipoker.READER,
    pacific.READER,
    winamax.READER,
    bovada.READER,
    fulltilt.READER,
    partypoker.READER,
    wpn.READER,
    pokerstars.READER,
)
"""In the order in which they are asked whether a hand is theirs."""
