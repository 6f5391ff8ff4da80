"""Following the money of a hand without its rules: to tell which reading of its amounts fits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from equity.history.model import Event, HouseMoney, Post, Street, Verb


class Money(NamedTuple):
    """What the events of a hand come to; `unmatched` calls and raises do not fit the bets before them."""

    pot: int
    uncalled: int
    unmatched: int


def follow_money(events: Iterable[Event], stacks: Mapping[str, int], big_blind: int, big_bet: int) -> Money:
    """The pot that events make without a bet that nobody called, that bet, and what does not fit.

    `big_bet` is 0 unless the limit is fixed, where every raise is of one size.
    """
    put_in = dict.fromkeys(stacks, 0)
    street = dict.fromkeys(stacks, 0)
    dead = unmatched = 0
    step = big_blind
    for event in events:
        if isinstance(event, Street):
            street = dict.fromkeys(stacks, 0)
            step = big_bet if big_bet and event.name in ("turn", "river") else big_blind
        elif isinstance(event, HouseMoney):
            dead += event.amount
        elif event.player in stacks:
            name = event.player
            left = stacks[name] - put_in[name]
            if isinstance(event, Post):
                added = event.live
                dead += event.dead
            else:
                added = event.amount - (street[name] if event.is_total else 0)
                raised = street[name] + added - max(street.values())
                if event.verb is Verb.CALL:
                    unmatched += raised != 0 and added != left
                elif event.verb is Verb.RAISE:
                    unmatched += added > left or (raised < step and added != left)
                    step = step if big_bet else max(step, raised)
            added = max(min(added, left), 0)
            street[name] += added
            put_in[name] += added
    first, second = [*sorted(put_in.values(), reverse=True), 0, 0][:2]
    return Money(sum(put_in.values()) + dead - (first - second), first - second, unmatched)
