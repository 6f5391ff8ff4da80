"""A hand of poker as a value: what may be done, and what doing it gives.

Seats are numbers from the first seat left of the button; amounts are whole minor units.
`refusal` judges an action by the rules and `apply` carries it out, whether legal or not, so
that a record of a hand can be followed where its site has rules of its own; `play` does both.
"""

from enum import StrEnum
from typing import NamedTuple

from equity.errors import RulesError
from equity.rules.limits import RIVER, STREETS, Facing, Stakes
from equity.rules.pot import Pot, pots, uncalled


class State(NamedTuple):
    """A hand at one moment; per seat where a tuple.

    `stacks` are the chips left, `bets` those of this street, `put_in` everything paid so
    far and `returned` what came back uncalled of it; `dead` is the part of `put_in` that
    nobody has to match, `house` money that no seat put in. `acted` are the seats that have
    acted in this round, `answered` those of them since the last bet or raise, and `turn` the
    one to act, None when the round is over. `bet` is the total to call (more than the
    highest of `bets` where the big blind is short), `full` the same without all-ins too
    short to be a raise, `step` the smallest full raise, `raises` the bets and raises of the
    round, and `aggressor` who made the last.
    """

    stakes: Stakes
    street: int
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    put_in: tuple[int, ...]
    dead: tuple[int, ...]
    returned: tuple[int, ...]
    house: int
    folded: frozenset[int]
    acted: frozenset[int]
    answered: frozenset[int]
    turn: int | None
    bet: int
    full: int
    step: int
    raises: int
    aggressor: int | None

    @property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return tuple(seat for seat in range(len(self.stacks)) if seat not in self.folded)

    @property
    def pot(self) -> int:
        """Everything in the pot and on the table."""
        return sum(self.put_in) - sum(self.returned) + self.house

    @property
    def contributions(self) -> tuple[int, ...]:
        """What each seat has in the pots for others to match."""
        paid = zip(self.put_in, self.returned, self.dead, strict=True)
        return tuple(put_in - returned - dead for put_in, returned, dead in paid)

    @property
    def pots(self) -> tuple[Pot, ...]:
        """The main pot and the side pots as they stand."""
        return pots(self.contributions, self.live, sum(self.dead) + self.house)

    @property
    def locked(self) -> bool:
        """Whether nobody can bet any more, in this round or a later one."""
        can_bet = sum(self.stacks[seat] > 0 for seat in self.live)
        return self.over or (self.turn is None and can_bet <= 1)

    @property
    def over(self) -> bool:
        """Whether no action and no street is left: all but one folded, or the last round is done."""
        return len(self.live) == 1 or (self.turn is None and self.street == RIVER)


class Kind(StrEnum):
    """What a seat can do; a bet is a raise of nothing."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    RAISE = "raise"


class Action(NamedTuple):
    """What a seat does. `to` is its total of the street after a call or raise; a call without
    it is of what the rules ask."""

    seat: int
    kind: Kind
    to: int | None = None


class Legal(NamedTuple):
    """What a seat may do: fold, check (`call` is 0) or add `call` chips, and bet or raise to a
    total of `min_to` up to `max_to`, both 0 where `no_raise` says why not."""

    seat: int
    call: int
    min_to: int
    max_to: int
    no_raise: str = ""


class Refusal(NamedTuple):
    """Why an action is against the rules. `wrong` is "turn", "action" or "amount"; `legal` is
    what the seat could do if it were its turn, None for one that has folded."""

    wrong: str
    text: str
    legal: Legal | None


def legal(state: State, seat: int | None = None) -> Legal:
    """What the seat to act may do, or another one if it were its turn.

    Raises RulesError where nobody is to act and no seat is given.
    """
    seat = state.turn if seat is None else seat
    if seat is None:
        raise RulesError(f"the {STREETS[state.street]} is over: nobody is to act")
    if seat not in state.live:
        raise RulesError(f"seat {seat} is not in the hand")
    owed = _owed(state, seat)
    call = min(owed, state.stacks[seat])
    everything = state.bets[seat] + state.stacks[seat]
    limit = state.stakes.limit
    if everything <= state.bet:
        return Legal(seat, call, 0, 0, "the stack covers no more than a call")
    if seat in state.acted and limit.portion * owed < state.step:
        return Legal(seat, call, 0, 0, "no full raise since the seat last acted")
    if limit.cap is not None and state.raises >= limit.cap:
        return Legal(seat, call, 0, 0, f"the betting is capped at {limit.cap} bets")
    smallest, largest = limit.sizes(Facing(state.bet, state.full, state.step, owed, state.pot))
    return Legal(seat, call, min(smallest, everything), min(largest, everything))


def refusal(state: State, action: Action) -> Refusal | None:
    """Why the rules do not allow an action, None if they do."""
    seat, kind, to = action
    if seat not in state.live:
        return Refusal("turn", f"seat {seat} is not in the hand", None)
    may = legal(state, seat)
    if seat != state.turn:
        whose = "nobody is to act" if state.turn is None else f"seat {state.turn} is to act"
        return Refusal("turn", f"seat {seat} acts out of turn: {whose}", may)
    if kind is Kind.FOLD:
        return None
    if kind is Kind.CHECK:
        return Refusal("action", f"cannot check: {may.call} to call", may) if may.call else None
    if kind is Kind.CALL:
        if not may.call:
            return Refusal("action", "nothing to call", may)
        due = state.bets[seat] + may.call
        wrong = to is not None and to != due
        return Refusal("amount", f"calls to {to}: {due} is due", may) if wrong else None
    if to is None:
        raise RulesError("a raise needs the total it is made to")
    if may.no_raise:
        return Refusal("action", f"cannot raise: {may.no_raise}", may)
    if not may.min_to <= to <= may.max_to:
        sizes = f"{may.min_to}" if may.min_to == may.max_to else f"{may.min_to} to {may.max_to}"
        return Refusal("amount", f"raises to {to}: legal is {sizes}", may)
    return None


def play(state: State, action: Action) -> State:
    """The state after a legal action; raises RulesError with the reason for any other."""
    refused = refusal(state, action)
    if refused:
        raise RulesError(refused.text)
    return apply(state, action)


def apply(state: State, action: Action) -> State:
    """The state after an action, legal or not.

    The money follows the action as far as the seat's stack goes, and the next seat with
    something to do is to act. A seat not in the hand, or the last one folding, changes nothing.
    """
    seat, kind, to = action
    if seat not in state.live or (kind is Kind.FOLD and len(state.live) == 1):
        return state
    if kind is Kind.FOLD:
        state = state._replace(folded=state.folded | {seat})
    elif kind is not Kind.CHECK:
        state = _paid(state, seat, state.bets[seat] + _owed(state, seat) if to is None else to)
    state = state._replace(acted=state.acted | {seat}, answered=state.answered | {seat})
    state = state._replace(turn=next_to_act(state, seat))
    return return_uncalled(state) if state.turn is None else state


def next_street(state: State) -> State:
    """The state when the next street is dealt; raises RulesError after the river.

    A record may lack actions: seats that still had to act are left as they are.
    """
    if state.street == RIVER:
        raise RulesError("there is no street after the river")
    street = state.street + 1
    dealt = state._replace(
        street=street,
        bets=(0,) * len(state.bets),
        acted=frozenset(),
        answered=frozenset(),
        bet=0,
        full=0,
        step=state.stakes.unit(street),
        raises=0,
    )
    turn = next_to_act(dealt, len(state.bets) - 1)
    # Where nobody can bet, the round is not played and the last one decides who shows first.
    return dealt._replace(turn=turn, aggressor=None if turn is not None else state.aggressor)


def next_to_act(state: State, after: int) -> int | None:
    """The first seat after another one that still has to act in this round."""
    seats = range(len(state.stacks))
    return next((seat for seat in (*seats[after + 1 :], *seats[: after + 1]) if _to_act(state, seat)), None)


def return_uncalled(state: State) -> State:
    """The state with a bet that nobody matched given back."""
    back = uncalled(state.contributions, state.live)
    if back is None:
        return state
    seat, amount = back
    return state._replace(
        stacks=_added(state.stacks, seat, amount),
        bets=_added(state.bets, seat, -min(amount, state.bets[seat])),
        returned=_added(state.returned, seat, amount),
    )


def showdown_order(state: State) -> tuple[int, ...]:
    """The live seats as they show: the last aggressor first, else from the left of the button."""
    live = state.live
    first = live.index(state.aggressor) if state.aggressor in live else 0
    return live[first:] + live[:first]


def _owed(state: State, seat: int) -> int:
    """What a seat has to add to call: never more than some opponent can still match."""
    others = [state.bets[other] + state.stacks[other] for other in state.live if other != seat]
    return max(min(state.bet, max(others, default=0)) - state.bets[seat], 0)


def _to_act(state: State, seat: int) -> bool:
    """Whether a seat has a decision left: a bet to answer, or somebody to bet against."""
    others = [other for other in state.live if other != seat]
    if seat in state.folded or seat in state.answered or not state.stacks[seat] or not others:
        return False
    return _owed(state, seat) > 0 or any(state.stacks[other] for other in others)


def _paid(state: State, seat: int, to: int) -> State:
    """The state after a seat brings its total of the street up to an amount."""
    amount = min(max(to - state.bets[seat], 0), state.stacks[seat])
    to = state.bets[seat] + amount
    state = state._replace(
        stacks=_added(state.stacks, seat, -amount),
        bets=_added(state.bets, seat, amount),
        put_in=_added(state.put_in, seat, amount),
    )
    if to <= state.bet:
        return state
    limit = state.stakes.limit
    if limit.portion * (to - state.full) >= state.step:
        step = max(state.step, to - state.bet) if limit.grows else state.step
        state = state._replace(full=to, step=step, raises=state.raises + 1)
    return state._replace(bet=to, answered=frozenset(), aggressor=seat)


def _added(amounts: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*amounts[:seat], amounts[seat] + amount, *amounts[seat + 1 :])
