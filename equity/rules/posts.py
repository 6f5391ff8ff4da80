"""How a hand starts: blinds, antes, straddles and what newcomers post."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from equity.errors import RulesError
from equity.rules.limits import PREFLOP, Stakes
from equity.rules.state import State, next_to_act, return_uncalled


class PostKind(StrEnum):
    """What a post is for. The first four are bets that others have to match.

    ANTE and DEAD go to the pot and not to the bet; `LIVE` is a newcomer's post, or the part
    of a missed blind that plays; `DEAD` the other part. An ante paid by one seat for all
    (button ante, big-blind ante) is an ANTE like any other.
    """

    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    LIVE = "live post"
    ANTE = "ante"
    DEAD = "dead blind"


class Post(NamedTuple):
    """Chips that a seat puts in before the cards; all that it has if that is less."""

    seat: int
    kind: PostKind
    amount: int


def usual_posts(stakes: Stakes, players: int, ante: int = 0) -> tuple[Post, ...]:
    """An ante of every seat and the two blinds; heads-up the button posts the small one."""
    antes = [Post(seat, PostKind.ANTE, ante) for seat in range(players)] if ante else []
    small, big = (0, 1) if players > 2 else (1, 0)
    return (
        *antes,
        Post(small, PostKind.SMALL_BLIND, stakes.small_blind),
        Post(big, PostKind.BIG_BLIND, stakes.big_blind),
    )


def start(
    stakes: Stakes, stacks: Sequence[int], posts: Sequence[Post] | None = None, *, house: int = 0
) -> State:
    """The hand before its first action.

    `stacks` are those of the seats dealt in, counted from the first seat left of the button
    (so the last one, or an empty seat behind it, has the button). Posts are made in the order
    given: by default the blinds. `house` is money the house adds to the pot. In a game with a
    cap on what a seat can lose, give it no more than the cap as its stack.

    First to act is the seat left of the last straddle, or of the first big blind. A big blind
    that is all-in for less still has to be called in full.
    """
    if len(stacks) < 2 or min(stacks) < 0 or house < 0:
        raise RulesError("a hand needs two seats or more, and no stack or added money below 0")
    left, bets, antes, dead = list(stacks), *([0] * len(stacks) for _ in range(3))
    bet = full = raises = 0
    step = stakes.unit(PREFLOP)
    last = len(stacks) - 1
    for seat, kind, amount in usual_posts(stakes, len(stacks)) if posts is None else posts:
        if not 0 <= seat < len(stacks) or amount < 0:
            raise RulesError(f"seat {seat} of {len(stacks)} cannot post a {kind} of {amount}")
        paid = min(amount, left[seat])
        left[seat] -= paid
        if kind in (PostKind.ANTE, PostKind.DEAD):
            (antes if kind is PostKind.ANTE else dead)[seat] += paid
            continue
        bets[seat] += paid
        level = bets[seat]
        if kind is PostKind.BIG_BLIND:
            level = max(level, stakes.big_blind)
            if not raises:
                raises, last = 1, seat
        elif kind is PostKind.STRADDLE:
            last = seat
            if level >= bet + step:
                step = level - bet if stakes.limit.grows else step
                raises += 1
        bet = full = max(bet, level)
    # An ante is matched like a bet only where one takes all that a seat has, and others paid more.
    seats = zip(left, bets, antes, strict=True)
    if not any(0 < ante < max(antes) and not (chips or live) for chips, live, ante in seats):
        dead = [money + ante for money, ante in zip(dead, antes, strict=True)]
    state = State(
        stakes=stakes,
        street=PREFLOP,
        stacks=tuple(left),
        bets=tuple(bets),
        put_in=tuple(had - has for had, has in zip(stacks, left, strict=True)),
        dead=tuple(dead),
        returned=(0,) * len(stacks),
        house=house,
        folded=frozenset(),
        acted=frozenset(),
        answered=frozenset(),
        turn=None,
        bet=bet,
        full=full,
        step=step,
        raises=raises,
        aggressor=None,
    )
    state = state._replace(turn=next_to_act(state, last))
    return return_uncalled(state) if state.turn is None else state
