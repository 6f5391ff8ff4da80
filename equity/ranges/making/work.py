"""Arrays of unfinished work, kept in a file so that a run that was stopped goes on."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from equity.engine import cache
from equity.files import replacing
from equity.options import usable_cores
from equity.ranges.orderings import FOLDER
from equity.workers import in_order

if TYPE_CHECKING:
    import numpy as np

SAVE_SECONDS = 60.0

Chunk = TypeVar("Chunk")
Counted = TypeVar("Counted")


class Work:
    """Named int64 arrays, and how many chunks are done; zeros unless the file holds some.

    `recipe` says what else than the engine's sources decides the outcome: work begun by
    another program or recipe is begun anew.
    """

    def __init__(self, name: str, recipe: str, **shapes: tuple[int, ...]):
        import numpy as np

        self.path = FOLDER / f"{name}.work"
        self.recipe = f"{recipe} {cache.folder().name}"
        self.done = 0
        self.arrays = {key: np.zeros(shape, np.int64) for key, shape in shapes.items()}
        if self.path.exists():
            with self.path.open("rb") as file, np.load(file) as kept:
                if str(kept["recipe"]) == self.recipe:
                    self.done = int(kept["done"])
                    for key in shapes:
                        self.arrays[key][...] = kept[key]

    def __getitem__(self, key: str) -> "np.ndarray[tuple[int, ...], np.dtype[np.int64]]":
        return self.arrays[key]

    def __setitem__(self, key: str, value: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]") -> None:
        self.arrays[key] = value

    def run(
        self,
        count: Callable[[Chunk], Counted],
        chunks: Sequence[Chunk],
        add: Callable[[Counted], None],
        title: str,
    ) -> None:
        """Count the chunks that are not done, on all cores, and add each; save now and then."""
        saved = monotonic()
        for counted in in_order(count, chunks[self.done :], usable_cores()):
            add(counted)
            self.done += 1
            if monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = monotonic()
                print(f"{title}: {self.done} of {len(chunks)} chunks", flush=True)

    def save(self) -> None:
        """Write the file anew: a stop at any time loses a minute at most."""
        import numpy as np

        FOLDER.mkdir(parents=True, exist_ok=True)
        with replacing(self.path) as file:
            np.savez(file, allow_pickle=False, done=self.done, recipe=self.recipe, **self.arrays)

    def remove(self) -> None:
        """Remove the file: the work is done."""
        self.path.unlink(missing_ok=True)
