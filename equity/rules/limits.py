"""The limits, as data: how large a bet or raise may be. Amounts are whole minor units."""

import sys
from collections.abc import Callable
from typing import NamedTuple

PREFLOP, FLOP, TURN, RIVER = range(4)
STREETS = ("preflop", "flop", "turn", "river")


class Facing(NamedTuple):
    """What a bet or raise is measured by.

    `bet` is the highest bet of the street and `full` the same without all-ins too short to
    be a raise; `step` is the smallest full raise, `call` what calling adds, `pot` everything
    in the pot and on the table before the call.
    """

    bet: int
    full: int
    step: int
    call: int
    pot: int


class Limit(NamedTuple):
    """One betting limit.

    `sizes` gives the smallest and the largest total of a bet or raise, whatever the stack;
    an all-in of one `portion`-th of a raise counts as a full one; `grows` says whether the
    next raise must be as large as this one; `cap` is the number of bets and raises a round.
    """

    name: str
    sizes: Callable[[Facing], tuple[int, int]]
    portion: int = 1
    grows: bool = True
    cap: int | None = None


def _pot_sizes(facing: Facing) -> tuple[int, int]:
    smallest = facing.bet + facing.step
    return smallest, max(smallest, facing.bet + facing.pot + facing.call)


def _any_sizes(facing: Facing) -> tuple[int, int]:
    return facing.bet + facing.step, sys.maxsize


def _fixed_sizes(facing: Facing) -> tuple[int, int]:
    return facing.full + facing.step, facing.full + facing.step


POT_LIMIT = Limit("pot-limit", _pot_sizes)
NO_LIMIT = Limit("no-limit", _any_sizes)
FIXED_LIMIT = Limit("fixed-limit", _fixed_sizes, portion=2, grows=False, cap=4)


class Stakes(NamedTuple):
    """A limit and the sizes it is played at; the bets are the smallest of each street."""

    limit: Limit
    small_blind: int
    big_blind: int
    small_bet: int
    big_bet: int

    def unit(self, street: int) -> int:
        """The smallest bet of a street: the big bet on the turn and the river."""
        return self.small_bet if street < TURN else self.big_bet


def pot_limit(small_blind: int, big_blind: int) -> Stakes:
    """Pot-limit stakes, named by the blinds."""
    return Stakes(POT_LIMIT, small_blind, big_blind, big_blind, big_blind)


def no_limit(small_blind: int, big_blind: int) -> Stakes:
    """No-limit stakes, named by the blinds."""
    return Stakes(NO_LIMIT, small_blind, big_blind, big_blind, big_blind)


def fixed_limit(small_bet: int, big_bet: int | None = None, *, dollar: int = 100) -> Stakes:
    """Fixed-limit stakes, named by the bets; the big bet is twice the small one unless given.

    The small blind is half the small bet, down to the whole dollar (of so many minor units)
    where the small bet is above one.

    >>> fixed_limit(1500).small_blind, fixed_limit(50).small_blind
    (700, 25)
    """
    half = small_bet // 2
    small_blind = half // dollar * dollar if small_bet > dollar else half
    return Stakes(FIXED_LIMIT, small_blind, small_bet, small_bet, big_bet or 2 * small_bet)
