"""The site families, and which of them a text belongs to.

A family is one module with a READER, and its line here.
"""

from __future__ import annotations

from equity.history.readers import bovada, pacific, phh, pokerstars, winamax
from equity.history.readers.family import Reader

READERS: tuple[Reader, ...] = (phh.READER, pacific.READER, winamax.READER, bovada.READER, pokerstars.READER)
"""In the order in which they are asked whether a hand is theirs."""
