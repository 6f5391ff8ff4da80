"""Who gets what: uncalled bets, main and side pots, rake, and the award with its odd units.

Seats are numbers counted from the first seat left of the button, so that a lower number
is nearer to its left; amounts are whole minor units.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from equity.errors import RulesError


class Pot(NamedTuple):
    """An amount, and the seats that can win it, from the left of the button."""

    amount: int
    eligible: tuple[int, ...]


class Strength(NamedTuple):
    """What a hand holds on one board: a greater number wins its half, None is no low.

    They are those of `equity.evaluate`: `high.strength`, and `low.strength` if there is a low.
    """

    high: int
    low: int | None = None


def uncalled(contributions: Sequence[int], live: Collection[int]) -> tuple[int, int] | None:
    """The seat whose last bet nobody matched, and the amount that goes back to it.

    A seat can only lose what another one put in, even one that folded since.

    >>> uncalled([100, 60, 20], {0, 1})
    (0, 40)
    """
    second, first = sorted((0, 0, *contributions))[-2:]
    seat = contributions.index(first)
    return (seat, first - second) if first > second and seat in live else None


def pots(contributions: Sequence[int], live: Collection[int], dead: int = 0) -> tuple[Pot, ...]:
    """The main pot and the side pots, from what each seat put in to be matched.

    `live` are the seats not folded; the money of the others stays in the pots that it
    reaches. `dead` is money that nobody has to match, for the main pot. Give uncalled bets
    back first: left in, one is a side pot with a single seat.

    >>> pots([50, 20, 50, 10], {0, 1, 2}, dead=3)
    (Pot(amount=73, eligible=(0, 1, 2)), Pot(amount=60, eligible=(0, 2)))
    """
    seats = sorted(live)
    if not seats:
        raise RulesError("a pot needs a live seat: everybody has folded")
    result: list[Pot] = []
    below = 0
    for level in sorted({contributions[seat] for seat in seats}):
        amount = sum(min(put_in, level) - min(put_in, below) for put_in in contributions)
        if not result:
            amount += dead
        if amount:
            result.append(Pot(amount, tuple(seat for seat in seats if contributions[seat] >= level)))
        below = level
    beyond = sum(max(put_in - below, 0) for put_in in contributions)
    if beyond:  # a folded seat had bet more than any live one
        last = result.pop() if result else Pot(0, tuple(seats))
        result.append(last._replace(amount=last.amount + beyond))
    return tuple(result)


def net_of_rake(pots: Sequence[Pot], rake: int) -> tuple[Pot, ...]:
    """The pots after the rake, taken in proportion to their size, the remainder from the main pot.

    >>> [pot.amount for pot in net_of_rake([Pot(100, (0, 1, 2)), Pot(50, (0, 1))], 10)]
    [93, 47]
    """
    total = sum(pot.amount for pot in pots)
    if not 0 <= rake <= total:
        raise RulesError(f"a rake of {rake} cannot be taken from pots of {total}")
    shares = [rake * pot.amount // total if total else 0 for pot in pots]
    rest = rake - sum(shares)
    result = []
    for pot, share in zip(pots, shares, strict=True):
        odd = min(rest, pot.amount - share)
        rest -= odd
        result.append(pot._replace(amount=pot.amount - share - odd))
    return tuple(result)


def award(
    pots: Sequence[Pot], boards: Sequence[Mapping[int, Strength | None]], *, rake: int = 0
) -> tuple[dict[int, int], ...]:
    """What each pot pays to each seat that wins of it, in the order of the pots.

    `boards` has the strength of every seat that shows, for each board; a seat with None or
    missing gives up its claim. A pot is cut into equal parts for the boards; a part into a
    high and a low half where somebody eligible has a low, the odd unit to the high half;
    a half equally among the winners, odd units one each in the order of `eligible`. A seat
    alone in a pot takes it unseen. Raises RulesError where several could win a pot and none
    of them shows.

    >>> pot = Pot(101, (0, 1, 2))
    >>> award([pot], [{0: Strength(9, 5), 1: Strength(9), 2: Strength(7, 5)}])
    ({0: 51, 1: 25, 2: 25},)
    """
    return tuple(_award_pot(pot, boards) for pot in net_of_rake(pots, rake))


def _award_pot(pot: Pot, boards: Sequence[Mapping[int, Strength | None]]) -> dict[int, int]:
    if len(pot.eligible) == 1:
        return {pot.eligible[0]: pot.amount}
    if not boards:
        raise RulesError(f"a pot of {pot.amount} that {pot.eligible} can win needs a board")
    paid = dict.fromkeys(pot.eligible, 0)
    for part, board in zip(_equal(pot.amount, len(boards)), boards, strict=True):
        hands = {seat: hand for seat in pot.eligible if (hand := board.get(seat)) is not None}
        if not hands:
            raise RulesError(f"nobody shows a hand for a pot of {pot.amount} that {pot.eligible} can win")
        highs = {seat: hand.high for seat, hand in hands.items()}
        lows = {seat: hand.low for seat, hand in hands.items() if hand.low is not None}
        low_half = part // 2 if lows else 0
        for half, strengths in ((part - low_half, highs), (low_half, lows)):
            best = max(strengths.values(), default=None)
            winners = [seat for seat, strength in strengths.items() if strength == best]
            for seat, share in zip(winners, _equal(half, len(winners)), strict=True):
                paid[seat] += share
    return {seat: amount for seat, amount in paid.items() if amount}


def _equal(amount: int, parts: int) -> list[int]:
    """Equal whole parts, the odd units one each to the first."""
    return [amount // parts + (part < amount % parts) for part in range(parts)]
