"""Arrays of unfinished work, kept in a file so that a run that was stopped goes on."""

import os
from typing import TYPE_CHECKING

from equity.ranges.orderings import FOLDER

if TYPE_CHECKING:
    import numpy as np

SAVE_SECONDS = 60.0


class Work:
    """Named int64 arrays, and how many steps are done; zeros unless the file holds some."""

    def __init__(self, name: str, **shapes: tuple[int, ...]):
        import numpy as np

        self.path = FOLDER / f"{name}.work"
        self.done = 0
        self.arrays = {key: np.zeros(shape, np.int64) for key, shape in shapes.items()}
        if self.path.exists():
            with self.path.open("rb") as file, np.load(file) as kept:
                self.done = int(kept["done"])
                for key in shapes:
                    self.arrays[key][...] = kept[key]

    def __getitem__(self, key: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
        return self.arrays[key]

    def __setitem__(self, key: str, value: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> None:
        self.arrays[key] = value

    def save(self) -> None:
        """Write it aside, then rename: a stop at any time loses a minute at most."""
        import numpy as np

        FOLDER.mkdir(parents=True, exist_ok=True)
        aside = self.path.with_suffix(".new")
        with aside.open("wb") as file:
            np.savez(file, allow_pickle=False, done=self.done, **self.arrays)
        os.replace(aside, self.path)

    def remove(self) -> None:
        """Remove the file: the work is done."""
        self.path.unlink(missing_ok=True)
