"""The end of a hand: rake, pots, who wins them by the cards, and whether the file paid the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from equity import games
from equity.history.amounts import money
from equity.history.model import (
    MISSING_LINE,
    PAYOUT_DIFFERS,
    POT_DIFFERS,
    RAKE_DIFFERS,
    RETURN_DIFFERS,
    Finding,
    HandHistory,
    Returns,
    Seat,
    Unreadable,
)
from equity.history.replayed import Pot
from equity.rules import pot as rules
from equity.rules.state import State
from equity.showdown import evaluate
from equity.wording import listed


@dataclass(frozen=True, slots=True)
class Payout:
    """What is paid, and to whom; `got` is by seat."""

    pots: tuple[Pot, ...]
    rake: int
    rake_inferred: bool
    got: tuple[int, ...]
    as_stated: bool | None
    findings: tuple[Finding, ...]


def pay(hand: HandHistory, seats: Sequence[Seat], end: State) -> Payout:
    """Pay a finished hand. Raises Unreadable where neither the cards nor the file tell who wins."""
    findings: list[Finding] = []
    rake, inferred = _rake(hand, end, findings)
    pots = _net(hand, end, rake)
    strengths = _strengths(hand, seats, end)
    unpaid = _stated(hand, seats, end)
    got = [0] * len(seats)
    paid_pots: list[Pot] = []
    for pot in reversed(pots):  # side pots are decided first
        paid = _award(hand, seats, pot, strengths, unpaid, findings)
        for seat, amount in paid.items():
            got[seat] += amount
            if seat in unpaid:
                unpaid[seat] = max(unpaid[seat] - amount, 0)
        paid_pots.append(
            Pot(
                pot.amount,
                tuple(seats[seat].name for seat in pot.eligible),
                tuple((seats[seat].name, amount) for seat, amount in paid.items()),
            )
        )
    paid_pots.reverse()
    as_stated = _compare(hand, seats, end, got, findings)
    return Payout(tuple(paid_pots), rake, inferred, tuple(got), as_stated, tuple(findings))


def _rake(hand: HandHistory, end: State, findings: list[Finding]) -> tuple[int, bool]:
    """What the house keeps, and whether that is inferred from what the file pays."""
    pot = end.pot
    included = 0 if hand.uncalled else sum(end.returned)
    if hand.total_pot is not None and hand.total_pot not in (pot, pot + included):
        stated = hand.total_pot
        text = f"the actions make a pot of {money(pot, hand.unit)}, the file says {money(stated, hand.unit)}"
        findings.append(Finding(POT_DIFFERS, text, pot, stated))
    if hand.rake is not None:
        if hand.rake <= pot:
            return hand.rake, False
        findings.append(Finding(RAKE_DIFFERS, "the rake is larger than the pot", pot, hand.rake))
        return pot, False
    if not hand.collected:
        return 0, True
    paid = sum(line.amount for line in hand.collected)
    if hand.returns is Returns.INCLUDED or paid > pot:  # more than the pot: some sites' walks
        paid -= sum(end.returned)
    return min(max(pot - paid, 0), pot), True


def _net(hand: HandHistory, end: State, rake: int) -> tuple[rules.Pot, ...]:
    """The pots after the rake: as the file prints them if that adds up, else in proportion.

    A side pot that only one player can win any more is not raked; sites treat it like a bet
    that nobody called.
    """
    gross = end.pots
    if len(hand.pots) == len(gross) and sum(hand.pots) == end.pot - rake:
        return tuple(pot._replace(amount=net) for pot, net in zip(gross, hand.pots, strict=True))
    contested = [pot for pot in gross if len(pot.eligible) > 1]
    if not contested or rake > sum(pot.amount for pot in contested):
        return rules.net_of_rake(gross, rake)
    raked = iter(rules.net_of_rake(contested, rake))
    return tuple(next(raked) if len(pot.eligible) > 1 else pot for pot in gross)


def _strengths(
    hand: HandHistory, seats: Sequence[Seat], end: State
) -> list[dict[int, rules.Strength | None]]:
    """What each live seat holds on each whole board, where the file shows it."""
    if len(end.live) == 1:
        return []
    hole = games.find_game(hand.game).hole
    if not all(_distinct(board, 5) for board in hand.boards):
        return []
    result: list[dict[int, rules.Strength | None]] = []
    for board in hand.boards:
        shown: dict[int, rules.Strength | None] = {}
        for seat in end.live:
            cards = seats[seat].cards
            if len(cards) == 2 * hole and _distinct(cards + board, hole + 5):
                showing = evaluate(cards, board, game=hand.game)
                low = showing.low.strength if showing.low else None
                shown[seat] = rules.Strength(showing.high.strength, low)
        result.append(shown)
    return result


def _stated(hand: HandHistory, seats: Sequence[Seat], end: State) -> dict[int, int]:
    """What the file says that each seat wins; an uncalled bet that is part of it is left out."""
    numbers = {seat.name: number for number, seat in enumerate(seats)}
    stated: dict[int, int] = {}
    for line in hand.collected:
        if (number := numbers.get(line.player)) is not None:
            stated[number] = stated.get(number, 0) + line.amount
    if hand.returns is Returns.INCLUDED:
        stated = {number: max(amount - end.returned[number], 0) for number, amount in stated.items()}
    return stated


def _award(
    hand: HandHistory,
    seats: Sequence[Seat],
    pot: rules.Pot,
    strengths: list[dict[int, rules.Strength | None]],
    unpaid: dict[int, int],
    findings: list[Finding],
) -> dict[int, int]:
    """Who takes a pot: by the cards shown, else whom the file pays.

    Several take it in proportion to what they have `unpaid` of the file's amounts, the
    remainder going to the first; equally where that is nothing.
    """
    alone = len(pot.eligible) == 1
    if alone or (strengths and all(any(seat in shown for seat in pot.eligible) for shown in strengths)):
        (paid,) = rules.award([pot], strengths or [{}])
        return paid
    takers = [seat for seat in pot.eligible if seat in unpaid]
    if not takers:
        raise Unreadable("nobody shows a hand and nobody is paid")
    takers = [seat for seat in takers if unpaid[seat]] or takers
    why = "no hand is shown" if hand.boards and strengths else "the board is not complete"
    names = listed([seats[seat].name for seat in takers], "and")
    take = "takes" if len(takers) == 1 else "take"
    findings.append(Finding(MISSING_LINE, f"{why}: {names} {take} the pot because the file says so"))
    total = sum(unpaid[seat] for seat in takers)
    paid = {
        seat: pot.amount * unpaid[seat] // total if total else pot.amount // len(takers) for seat in takers
    }
    paid[takers[0]] += pot.amount - sum(paid.values())
    return paid


def _compare(
    hand: HandHistory, seats: Sequence[Seat], end: State, got: Sequence[int], findings: list[Finding]
) -> bool | None:
    """Whether the file pays the same, with a finding for everybody to whom it does not."""
    if not hand.collected and not hand.final_stacks:
        return None
    cashed_out = {name for name, _ in hand.cashed_out}
    uncalled: dict[str, int] = {}
    for name, amount in hand.uncalled:
        uncalled[name] = uncalled.get(name, 0) + amount
    final = dict(hand.final_stacks)
    same = True
    for number, seat in enumerate(seats):
        back = end.returned[number]
        if uncalled.get(seat.name, back) != back:
            text = f"{money(back, hand.unit)} of {seat.name}'s bet is not called"
            findings.append(Finding(RETURN_DIFFERS, text, back, uncalled[seat.name]))
        if hand.collected:
            lines = [line.amount for line in hand.collected if line.player == seat.name]
            stated = sum(lines)
            if not lines and seat.name in cashed_out:
                continue
            included = hand.returns is Returns.INCLUDED or (
                stated == got[number] + back and seat.name not in uncalled
            )
            expected = got[number] + (back if included else 0)
        elif seat.name in final:
            stated = final[seat.name]
            expected = seat.stack - end.put_in[number] + back + got[number]
        else:
            continue
        if stated != expected:
            same = False
            text = (
                f"the rules pay {seat.name} {money(expected, hand.unit)}, the file {money(stated, hand.unit)}"
            )
            findings.append(Finding(PAYOUT_DIFFERS, text, expected, stated))
    return same


def _distinct(text: str, count: int) -> bool:
    """Whether the text is that many cards and none of them twice."""
    return len(text) == 2 * count and len({text[i : i + 2] for i in range(0, len(text), 2)}) == count
