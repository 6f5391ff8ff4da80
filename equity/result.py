"""Result: what is reported, and the arithmetic from counted outcomes to it.

Engines count how many deals end in which outcome; every number a user sees is
derived here from those integers, with one division at the end.
"""

from collections.abc import Mapping
from math import lcm, sqrt
from typing import NamedTuple

Outcomes = Mapping[tuple[int, int], int]
"""How many deals end in each outcome.

An outcome is (winners of the high, winners of the low), each a bit mask with bit i
for player i; no winner of the low means that nobody has one (or that there is none
in the game) and the high takes all.
"""

EXACT = "exact"
MONTE_CARLO = "monte-carlo"


class Counts(NamedTuple):
    """In how many deals a player does what; the fields are those of PlayerResult."""

    scoop: int
    quartered: int
    hi_win: int
    hi_tie: int
    lo_win: int
    lo_tie: int


class PlayerResult(NamedTuple):
    """One player's answer: shares of the pot and probabilities, all 0 to 1.

    `equity` is the expected share, the sum of `hi` and `lo`, the parts won with the
    high and with the low hand. `scoop` is the probability of taking the whole pot
    alone, `quartered` of getting something but at most a quarter; `hi_win`, `hi_tie`,
    `lo_win` and `lo_tie` of winning or sharing that half. `standard_error` is that of
    `equity`, 0 when exact. `counts` are the deals behind an exact answer, else None.
    """

    hand: str
    equity: float
    standard_error: float
    hi: float
    lo: float
    scoop: float
    quartered: float
    hi_win: float
    hi_tie: float
    lo_win: float
    lo_tie: float
    counts: Counts | None


class Result(NamedTuple):
    """The answer to one spot.

    `method` is "exact" or "monte-carlo"; `deals` is the number of deals weighed when
    exact, `samples` and `seed` belong to sampling, and the others are then None.
    `no_low` is the probability that nobody makes a low, 0 in high-only games.
    """

    game: str
    board: str
    dead: str
    method: str
    deals: int | None
    samples: int | None
    seed: int | None
    seconds: float
    no_low: float
    players: tuple[PlayerResult, ...]

    @property
    def standard_error(self) -> float:
        """The largest standard error of any player's equity."""
        return max(player.standard_error for player in self.players)

    def to_dict(self) -> dict[str, object]:
        """The answer as plain values, ready for JSON."""
        players = []
        for player in self.players:
            counts = player.counts and player.counts._asdict()
            players.append(player._asdict() | {"counts": counts})
        return self._asdict() | {"players": players}


class Tally:
    """A player's integers over a set of outcomes; pot shares are in `unit`s of 1/unit pot."""

    def __init__(self, outcomes: Outcomes, player: int, players: int):
        self.unit = pot = 2 * lcm(*range(1, players + 1))
        half = pot // 2
        me = 1 << player
        self.deals = self.hi = self.lo = self.squares = 0
        scoop = quartered = hi_win = hi_tie = lo_win = lo_tie = 0
        for (high, low), deals in outcomes.items():
            hi = ((half if low else pot) // high.bit_count()) if high & me else 0
            lo = (half // low.bit_count()) if low & me else 0
            self.deals += deals
            self.hi += hi * deals
            self.lo += lo * deals
            self.squares += (hi + lo) ** 2 * deals
            scoop += deals if hi + lo == pot else 0
            quartered += deals if 0 < hi + lo <= pot // 4 else 0
            hi_win += deals if high == me else 0
            hi_tie += deals if high & me and high != me else 0
            lo_win += deals if low == me else 0
            lo_tie += deals if low & me and low != me else 0
        self.counts = Counts(scoop, quartered, hi_win, hi_tie, lo_win, lo_tie)

    def standard_error(self) -> float:
        """The standard error of the mean share, if the outcomes are a sample.

        The spread is that of the deals and two imagined ones, a whole pot won and one
        lost: no matter to many deals, and a few that happen to agree do not pass for certain.
        """
        n, total, squares = self.deals + 2, self.hi + self.lo + self.unit, self.squares + self.unit**2
        return sqrt((n * squares - total * total) / (n * (n - 1) * self.deals)) / self.unit


def player_result(hand: str, tally: Tally, exact: bool) -> PlayerResult:
    """The reported numbers of one player."""
    whole = tally.deals * tally.unit
    counts = tally.counts
    return PlayerResult(
        hand=hand,
        equity=(tally.hi + tally.lo) / whole,
        standard_error=0.0 if exact else tally.standard_error(),
        hi=tally.hi / whole,
        lo=tally.lo / whole,
        scoop=counts.scoop / tally.deals,
        quartered=counts.quartered / tally.deals,
        hi_win=counts.hi_win / tally.deals,
        hi_tie=counts.hi_tie / tally.deals,
        lo_win=counts.lo_win / tally.deals,
        lo_tie=counts.lo_tie / tally.deals,
        counts=counts if exact else None,
    )
