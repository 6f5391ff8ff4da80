"""What a row comes to."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """What a player's hand comes to; the fields are those of PlayerResult."""

    equity: float
    hi: float
    lo: float
    scoop: float
    standard_error: float


@dataclass(frozen=True, eq=False)
class Answer:
    """The result cells of a row; of a bad one nothing but the `error`."""

    players: tuple[Share, ...] = ()
    method: str | None = None
    deals: int | None = None
    samples: int | None = None
    seed: int | None = None
    standard_error: float | None = None
    error: str | None = None
