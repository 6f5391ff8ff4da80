"""Who a line is about: the players of the hand are known, so their names may hold anything."""

from __future__ import annotations

from collections.abc import Iterable


class Names:
    """The names at the table, to find at the beginning of a line, longest first."""

    def __init__(self, names: Iterable[str]):
        self._names = sorted(names, key=len, reverse=True)

    def split(self, line: str, *separators: str) -> tuple[str, str] | None:
        """The name the line begins with and what follows the separator; None without one.

        >>> Names(["Al", "Al: B"]).split("Al: B: folds", ": ")
        ('Al: B', 'folds')
        """
        for name in self._names:
            if line.startswith(name):
                for separator in separators:
                    if line.startswith(separator, len(name)):
                        return name, line[len(name) + len(separator) :]
        return None

    def __contains__(self, name: str) -> bool:
        return name in self._names
