"""Betting by the rules: worked examples of each limit, and what holds in every hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.errors import RulesError
from equity.rules import (
    Action,
    Kind,
    Post,
    PostKind,
    Stakes,
    State,
    Strength,
    apply,
    award,
    fixed_limit,
    legal,
    next_street,
    no_limit,
    play,
    pot_limit,
    refusal,
    return_uncalled,
    showdown_order,
    start,
    usual_posts,
)
from equity.rules.limits import FLOP, RIVER

ANTE, DEAD, LIVE, STRADDLE = PostKind.ANTE, PostKind.DEAD, PostKind.LIVE, PostKind.STRADDLE
KINDS = {"f": Kind.FOLD, "x": Kind.CHECK, "c": Kind.CALL, "r": Kind.RAISE}


def after(state: State, script: str) -> State:
    """The state after the actions of a script: "f", "x", "c", "r40" by whose turn it is, "/" deals."""
    for word in script.split():
        if word == "/":
            assert state.turn is None
            state = next_street(state)
        else:
            to = int(word[1:]) if word[1:] else None
            state = play(state, Action(state.turn, KINDS[word[0]], to))
    return state


def sizes(state: State) -> tuple[int, int]:
    """The smallest and largest total of a bet or raise."""
    return legal(state)[2:4]


def pot_of(stakes: Stakes, amount: int, *players: int) -> State:
    """A flop with a pot of some amount, put there by the house."""
    antes = [Post(seat, DEAD, 0) for seat in range(len(players))]
    return next_street(after(start(stakes, players, antes, house=amount), "x " * len(players)))


# Order


def test_order_of_a_full_table():
    state = start(pot_limit(1, 2), [100] * 4)
    assert state.bets == (1, 2, 0, 0)
    assert state.turn == 2  # left of the big blind
    state = after(state, "c f c")
    assert state.turn == 1
    assert legal(state).call == 0
    assert sizes(state) == (4, 8)  # the big blind may still raise
    state = after(state, "x /")
    assert (state.street, state.turn, state.pot, state.bets) == (FLOP, 0, 6, (0,) * 4)
    assert after(state, "x x").turn == 2  # seat 3 has folded
    assert after(state, "r2 f").turn == 2


def test_order_heads_up():
    state = start(pot_limit(1, 2), [100, 100])
    assert state.bets == (2, 1)  # the last seat is the button and posts the small blind
    assert state.turn == 1
    state = after(state, "c x /")
    assert state.turn == 0
    assert after(state, "x x / x").turn == 1


def test_big_blind_may_raise_when_everybody_called():
    state = after(start(no_limit(1, 2), [100] * 3), "c c")
    assert (state.turn, sizes(state)) == (1, (4, 100))
    assert after(state, "r10 c c").pot == 30


def test_a_walk():
    state = after(start(pot_limit(1, 2), [100] * 3), "f f")
    assert state.over
    assert state.locked
    assert state.returned == (0, 1, 0)
    assert [tuple(pot) for pot in state.pots] == [(2, (1,))]


# Pot limit


@pytest.mark.parametrize(
    ("state", "largest"),
    [
        (start(pot_limit(1, 2), [100] * 3), 7),
        (after(start(pot_limit(1, 2), [100] * 3), "f"), 6),
        (after(pot_of(pot_limit(1, 2), 20, 500, 500), "r20"), 80),
        (after(pot_of(pot_limit(1, 2), 100, 500, 500), "r100"), 400),
        (pot_of(pot_limit(1, 2), 100, 500, 500), 100),
    ],
)
def test_largest_pot_limit_raise(state: State, largest: int):
    assert legal(state).max_to == largest
    assert refusal(state, Action(state.turn, Kind.RAISE, largest)) is None
    refused = refusal(state, Action(state.turn, Kind.RAISE, largest + 1))
    assert refused
    assert refused.wrong == "amount"
    assert refused.legal == legal(state)


def test_antes_dead_blinds_and_house_money_count_for_the_pot_not_the_bet():
    blinds = usual_posts(pot_limit(1, 2), 4)
    antes = [Post(seat, ANTE, 1) for seat in range(4)]
    for posts, house, added in (
        ([*antes, *blinds], 0, 4),
        ([*blinds, Post(3, DEAD, 1)], 0, 1),
        ([Post(3, ANTE, 5), *blinds], 0, 5),  # a button ante
        (blinds, 6, 6),
    ):
        state = start(pot_limit(1, 2), [100] * 4, posts, house=house)
        assert (state.pot, state.bets, legal(state).call) == (3 + added, (1, 2, 0, 0), 2)
        assert sizes(state) == (4, 7 + added)


def test_smallest_raise_is_the_last_one():
    state = start(no_limit(1, 2), [500] * 4)
    assert sizes(state) == (4, 500)
    assert sizes(after(state, "r10")) == (18, 500)
    assert sizes(after(state, "r10 r18")) == (26, 500)
    assert sizes(after(state, "r10 c f c / r5")) == (10, 490)
    assert sizes(after(state, "r10 c f c /")) == (2, 490)


def test_no_cap_on_raises_without_a_fixed_limit():
    state = after(start(pot_limit(1, 2), [500] * 2), "r4 r6 r8 r10 r12 r14 r16")
    assert sizes(state) == (18, 48)


def test_the_smallest_bet_is_legal_in_an_empty_pot():
    assert sizes(start(pot_limit(1, 2), [100] * 2, [])) == (2, 2)


# Fixed limit


@pytest.mark.parametrize(
    ("small_bet", "small_blind"),
    [(1500, 700), (50, 25), (100, 50), (200, 100), (300, 100), (500, 200), (25, 12), (4000, 2000)],
)
def test_fixed_limit_stakes(small_bet: int, small_blind: int):
    stakes = fixed_limit(small_bet)
    assert stakes[1:] == (small_blind, small_bet, small_bet, 2 * small_bet)


def test_fixed_limit_sizes_and_cap():
    state = start(fixed_limit(20, dollar=1), [1000] * 3)
    assert state.bets == (10, 20, 0)
    for total in (40, 60, 80):
        assert sizes(state) == (total, total)
        state = after(state, f"r{total}")
    assert legal(state) == (2, 40, 0, 0, "the betting is capped at 4 bets")
    assert refusal(state, Action(2, Kind.RAISE, 100)).text == "cannot raise: the betting is capped at 4 bets"
    state = after(state, "c c /")
    for total in (20, 40, 60, 80):
        assert sizes(state) == (total, total)
        state = after(state, f"r{total}")
    assert legal(state).no_raise
    assert sizes(after(state, "c c /")) == (40, 40)
    assert sizes(after(state, "c c / x x r40")) == (80, 80)


def test_an_all_in_under_half_a_bet_is_completed():
    state = after(start(fixed_limit(20, dollar=1), [500, 500, 500, 45]), "c c c x / r20 c c")
    assert (state.turn, sizes(state)) == (3, (25, 25))
    state = after(state, "r25")
    assert legal(state, 0).no_raise == "no full raise since the seat last acted"
    flop = after(start(fixed_limit(20, dollar=1), [500, 45, 500, 500]), "c c c x / r20 r25")
    assert sizes(flop) == (40, 40)  # not a raise of its own
    assert sizes(after(flop, "r40")) == (60, 60)
    assert after(flop, "r40").raises == 2
    bet = after(start(fixed_limit(20, dollar=1), [29, 500, 500]), "c c x / r9")
    assert sizes(bet) == (20, 20)
    assert (after(bet, "r20").raises, sizes(after(bet, "r20"))) == (1, (40, 40))


def test_an_all_in_of_half_a_bet_or_more_is_a_raise():
    state = after(start(fixed_limit(20, dollar=1), [500, 50, 500]), "c c x / r20 r30")
    assert (state.raises, sizes(state)) == (2, (50, 50))
    state = after(state, "c")
    assert (state.turn, sizes(state)) == (0, (50, 50))  # and reopens the betting
    bet = after(start(fixed_limit(20, dollar=1), [35, 500, 500]), "c c x / r15")
    assert sizes(bet) == (35, 35)


# No limit and all-ins


def test_a_short_all_in_does_not_reopen_the_betting():
    state = after(start(no_limit(5, 10), [1000, 160, 1000, 1000]), "f c c x / r100")
    assert (state.turn, state.live) == (1, (0, 1, 3))
    state = after(state, "r150 c")
    assert legal(state) == (0, 50, 0, 0, "no full raise since the seat last acted")
    refused = refusal(state, Action(0, Kind.RAISE, 300))
    assert refused.wrong == "action"
    assert after(state, "c").turn is None
    state = after(start(no_limit(5, 10), [1000, 160, 1000, 1000]), "f c c x / r100 r150")
    assert sizes(state) == (250, 990)  # who has not acted may raise, by a full raise
    assert sizes(after(state, "r250")) == (350, 990)


def test_short_all_ins_that_add_up_to_a_raise_reopen_the_betting():
    state = after(start(no_limit(5, 10), [1000, 160, 220, 1000]), "c c c x / r100 r150 r210 c")
    assert (state.turn, sizes(state)) == (0, (310, 990))


def test_a_short_first_bet_does_not_reopen_the_betting_to_those_who_checked():
    state = after(start(no_limit(5, 10), [100, 100, 16]), "c c x / x x r6")
    assert legal(state)[1:4] == (6, 0, 0)
    state = after(start(no_limit(5, 10), [100, 16, 100]), "c c x / x r6")
    assert sizes(state) == (16, 90)


def test_limpers_cannot_raise_a_short_all_in_over_the_big_blind():
    state = after(start(no_limit(5, 10), [100, 100, 100, 13]), "c r13 f")
    assert sizes(state) == (23, 100)  # the big blind has not acted
    assert legal(after(state, "c")).no_raise


def test_a_stack_that_covers_no_more_than_a_call():
    state = after(start(no_limit(5, 10), [40, 100, 100]), "r60")
    assert legal(state) == (0, 35, 0, 0, "the stack covers no more than a call")
    assert legal(after(start(no_limit(5, 10), [60, 100, 100]), "r60")).no_raise
    state = after(state, "c f")
    assert state.locked
    assert state.returned == (0, 0, 20)
    assert state.pots == ((90, (0, 2)),)


def test_a_raise_into_all_ins_is_accepted_and_its_excess_returned():
    state = after(start(no_limit(5, 10), [30, 500, 500]), "f r30")
    assert legal(state) == (1, 20, 50, 500, "")
    state = after(state, "r200")
    assert state.locked
    assert (state.returned, state.stacks, state.pot) == ((0, 170, 0), (0, 470, 500), 60)
    assert state.bets == (30, 30, 0)


def test_nobody_to_bet_against():
    state = after(start(no_limit(5, 10), [500, 10, 10]), "c c")
    assert state.turn is None
    assert state.locked
    state = next_street(state)
    assert (state.turn, state.street) == (None, FLOP)


def test_an_all_in_for_the_big_blind_leaves_it_no_choice():
    assert after(start(no_limit(5, 10), [100, 100, 10]), "c f").turn is None


# Blinds


def test_callers_owe_a_short_big_blind_in_full():
    state = start(no_limit(5, 10), [100, 4, 100])
    assert state.bets == (5, 4, 0)
    assert (legal(state).call, sizes(state)) == (10, (20, 100))
    state = after(state, "c")
    assert legal(state).call == 5
    assert after(state, "c").pots == ((12, (0, 1, 2)), (12, (0, 2)))
    alone = after(state, "f")
    assert (alone.locked, alone.returned, alone.pots) == (True, (0, 0, 5), ((12, (1, 2)), (2, (2,))))


def test_heads_up_nobody_owes_more_than_the_short_blind():
    state = start(no_limit(5, 10), [4, 100])
    assert (state.turn, state.locked, state.returned) == (None, True, (0, 1))
    assert legal(start(no_limit(5, 10), [8, 100])).call == 3


def test_short_small_blind():
    state = start(pot_limit(5, 10), [3, 100, 100])
    assert (state.bets, sizes(state)) == ((3, 10, 0), (20, 33))


def test_straddles():
    stakes = pot_limit(1, 2)
    blinds = usual_posts(stakes, 5)
    state = start(stakes, [100] * 5, [*blinds, Post(2, STRADDLE, 4)])
    assert (state.turn, legal(state).call, sizes(state)) == (3, 4, (6, 4 + 7 + 4))
    assert after(state, "c c c c").turn == 2  # it may still raise
    button = start(stakes, [100] * 5, [*blinds, Post(4, STRADDLE, 4)])
    assert button.turn == 0
    both = start(stakes, [100] * 5, [*blinds, Post(2, STRADDLE, 4), Post(1, STRADDLE, 6)])
    assert (both.turn, both.bets, sizes(both)) == (2, (1, 8, 4, 0, 0), (12, 8 + 13 + 4))
    fixed = start(fixed_limit(2, dollar=1), [100] * 5, [*blinds, Post(2, STRADDLE, 4)])
    assert (fixed.raises, sizes(fixed)) == (2, (6, 6))


def test_newcomers_and_missed_blinds():
    stakes = pot_limit(1, 2)
    posts = [*usual_posts(stakes, 4), Post(3, LIVE, 2), Post(3, DEAD, 1)]
    state = start(stakes, [100] * 4, posts)
    assert (state.turn, state.pot, state.bets) == (2, 6, (1, 2, 0, 2))
    state = after(state, "f")
    assert (legal(state).call, sizes(state)) == (0, (4, 8))
    assert after(state, "x f x").pots == ((6, (1, 3)),)


def test_an_ante_that_takes_the_stack():
    state = start(no_limit(5, 10), [100, 100, 3, 100], usual_posts(no_limit(5, 10), 4, ante=5))
    assert (state.turn, state.stacks[2]) == (3, 0)
    state = after(state, "c c x")
    assert state.pots == ((12, (0, 1, 2, 3)), (36, (0, 1, 3)))


def test_an_ante_that_leaves_chips_is_for_all():
    stakes = no_limit(5, 10)
    antes = [Post(0, ANTE, 1), Post(1, ANTE, 5), Post(2, ANTE, 5)]
    state = start(stakes, [4, 100, 100], [*antes, *usual_posts(stakes, 3)])
    assert after(state, "c x").pots == ((20, (0, 1, 2)), (14, (1, 2)))


def test_the_ante_of_one_seat_is_for_all():
    stakes = no_limit(5, 10)
    state = start(stakes, [3, 100, 100], [Post(0, DEAD, 3), Post(1, ANTE, 10), *usual_posts(stakes, 3)])
    assert after(state, "c x").pots == ((13, (0, 1, 2)), (20, (1, 2)))
    state = start(stakes, [2, 100, 100], [Post(1, ANTE, 10), *usual_posts(stakes, 3)])
    assert after(state, "c x").pots == ((16, (0, 1, 2)), (16, (1, 2)))


@pytest.mark.parametrize(
    ("stacks", "posts", "house"),
    [
        ([5], None, 0),
        ([5, -1], None, 0),
        ([5, 5], None, -1),
        ([5, 5], [Post(2, LIVE, 1)], 0),
        ([5, 5], [Post(0, LIVE, -1)], 0),
    ],
)
def test_tables_that_cannot_be(stacks, posts, house):
    with pytest.raises(RulesError):
        start(pot_limit(1, 2), stacks, posts, house=house)


# Showdown


def test_the_last_aggressor_of_the_last_round_shows_first():
    river = after(start(no_limit(1, 2), [100] * 4), "c c c x / x x x x / x x x x / x x")
    assert showdown_order(after(river, "x x")) == (0, 1, 2, 3)
    assert showdown_order(after(river, "r2 c f c")) == (2, 3, 1)
    assert showdown_order(after(river, "r2 c r6 f c c")) == (0, 2, 3)
    turn = after(start(no_limit(1, 2), [100] * 4), "c c c x / x x x x / x r2 c f c")
    assert showdown_order(after(turn, "/ x x x")) == (0, 1, 2)
    all_in = after(start(no_limit(1, 2), [50] * 3), "f c r50 c / / /")
    assert (all_in.over, showdown_order(all_in)) == (True, (1, 0))


# Records that do not follow the rules


def test_refusals_say_what_is_legal():
    state = start(pot_limit(1, 2), [100] * 3)
    for action, wrong, text in (
        (Action(0, Kind.FOLD), "turn", "seat 0 acts out of turn: seat 2 is to act"),
        (Action(3, Kind.FOLD), "turn", "seat 3 is not in the hand"),
        (Action(2, Kind.CHECK), "action", "cannot check: 2 to call"),
        (Action(2, Kind.CALL, 1), "amount", "calls to 1: 2 is due"),
        (Action(2, Kind.RAISE, 8), "amount", "raises to 8: legal is 4 to 7"),
        (Action(2, Kind.RAISE, 3), "amount", "raises to 3: legal is 4 to 7"),
    ):
        refused = refusal(state, action)
        assert (refused.wrong, refused.text) == (wrong, text)
        with pytest.raises(RulesError, match=text):
            play(state, action)
    assert refusal(state, Action(2, Kind.CALL, 2)) is None
    state = after(state, "c c")
    assert refusal(state, Action(1, Kind.CALL)).text == "nothing to call"
    fixed = start(fixed_limit(2, dollar=1), [9, 9])
    assert refusal(fixed, Action(1, Kind.RAISE, 3)).text == "raises to 3: legal is 4"
    state = after(state, "x")
    assert refusal(state, Action(0, Kind.FOLD)).text == "seat 0 acts out of turn: nobody is to act"
    with pytest.raises(RulesError, match="the preflop is over: nobody is to act"):
        legal(state)


def test_a_raise_needs_its_total():
    with pytest.raises(RulesError, match="total"):
        play(start(pot_limit(1, 2), [100] * 3), Action(2, Kind.RAISE))


def test_no_street_after_the_river():
    state = after(start(pot_limit(1, 2), [100] * 2), "c x / x x / x x / x x")
    assert (state.street, state.over) == (RIVER, True)
    with pytest.raises(RulesError, match="river"):
        next_street(state)


def test_the_money_follows_illegal_actions():
    state = start(pot_limit(1, 2), [100] * 3)
    state = apply(state, Action(2, Kind.RAISE, 9))  # more than the pot
    assert (state.bets, state.bet, state.turn) == ((1, 2, 9), 9, 0)
    state = apply(state, Action(1, Kind.CALL, 8))  # out of turn, and a unit short
    assert (state.bets, state.turn) == ((1, 8, 9), 0)
    state = apply(state, Action(0, Kind.FOLD))
    assert (state.turn, state.returned) == (None, (0, 0, 1))  # a record's own call is not asked for more
    state = next_street(state)
    state = apply(state, Action(1, Kind.RAISE, 500))  # more than the stack
    assert (state.bets, state.stacks[1]) == ((0, 92, 0), 0)
    assert apply(state, Action(0, Kind.RAISE, 50)) == state  # has folded
    state = apply(state, Action(2, Kind.FOLD))
    assert apply(state, Action(1, Kind.FOLD)) == state  # nobody is left to win
    assert (state.over, state.pot) == (True, 17)


def test_a_fixed_limit_raise_of_two_units_leaves_the_next_at_one():
    state = start(fixed_limit(20, dollar=1), [500] * 3)
    assert sizes(apply(state, Action(2, Kind.RAISE, 60))) == (80, 80)


def test_missing_actions():
    state = next_street(start(pot_limit(1, 2), [100] * 3))
    assert (state.street, state.turn, state.pot) == (FLOP, 0, 3)
    state = apply(state, Action(2, Kind.RAISE, 3))
    assert state.turn == 0
    assert return_uncalled(apply(state, Action(0, Kind.FOLD))).returned == (0, 0, 1)


# What holds in every hand


@st.composite
def hands(draw: st.DrawFn) -> tuple[State, int]:
    """A start with any posts, and the money in it."""
    stakes = draw(st.sampled_from([pot_limit(1, 2), no_limit(5, 10), fixed_limit(4, dollar=1)]))
    stacks = draw(st.lists(st.integers(1, 60), min_size=2, max_size=6))
    seats = st.integers(0, len(stacks) - 1)
    extra = st.builds(Post, seats, st.sampled_from(PostKind), st.integers(0, 12))
    posts = [*usual_posts(stakes, len(stacks), draw(st.integers(0, 3))), *draw(st.lists(extra, max_size=3))]
    house = draw(st.integers(0, 5))
    return start(stakes, stacks, posts, house=house), sum(stacks) + house


def a_legal_action(draw: st.DrawFn, state: State) -> Action:
    may = legal(state)
    actions = [Action(may.seat, Kind.CALL if may.call else Kind.CHECK)] * 2 + [Action(may.seat, Kind.FOLD)]
    if may.max_to:
        actions += [Action(may.seat, Kind.RAISE, draw(st.integers(may.min_to, may.max_to)))] * 2
    return draw(st.sampled_from(actions))


def check_money(state: State, money: int) -> None:
    assert sum(state.stacks) + state.pot == money
    assert sum(pot.amount for pot in state.pots) == state.pot
    assert min(*state.stacks, *state.bets, *state.contributions) >= 0
    assert state.turn is None or state.stacks[state.turn] > 0
    assert len(state.live) > 0


@given(hands(), st.data())
def test_legal_hands(hand, data: st.DataObject):
    state, money = hand
    check_money(state, money)
    locked = False
    while not state.over:
        if state.turn is None:
            state = next_street(state)
            assert state.turn is None or not locked  # locked means that nobody bets any more
        else:
            action = a_legal_action(data.draw, state)
            assert refusal(state, action) is None
            state = play(state, action)
        check_money(state, money)
        locked |= state.locked
        if state.turn is None:
            level = max(state.contributions[seat] for seat in state.live)
            for seat in state.live:  # called, all-in, or all the others are
                assert state.contributions[seat] == level or not state.stacks[seat] or state.locked
    strengths = st.builds(Strength, st.integers(0, 2), st.one_of(st.none(), st.integers(0, 2)))
    board = data.draw(st.fixed_dictionaries(dict.fromkeys(state.live, strengths)))
    paid = award(state.pots, [board] * data.draw(st.integers(1, 3)))
    dead = sum(state.dead) + state.house
    for seat in state.live:
        won = sum(pot.get(seat, 0) for pot in paid)
        mine = state.contributions[seat]
        assert won <= sum(min(mine, theirs) for theirs in state.contributions) + dead


@given(hands(), st.data())
def test_money_is_kept_in_hands_of_any_actions(hand, data: st.DataObject):
    state, money = hand
    for _ in range(data.draw(st.integers(0, 25))):
        seat = data.draw(st.integers(0, len(state.stacks) - 1))
        kind = data.draw(st.sampled_from(Kind))
        to = data.draw(st.integers(0, 90) if kind is Kind.RAISE else st.none() | st.integers(0, 90))
        if data.draw(st.booleans()):
            refusal(state, Action(seat, kind, to))
        state = apply(state, Action(seat, kind, to))
        check_money(state, money)
        if state.street < RIVER and data.draw(st.integers(0, 5)) == 0:
            state = next_street(state)
            check_money(state, money)
    check_money(return_uncalled(state), money)


@given(hands(), st.data())
def test_every_amount_is_legal_or_refused_as_the_range_says(hand, data: st.DataObject):
    state, _ = hand
    for _ in range(data.draw(st.integers(0, 6))):
        if state.turn is not None:
            state = play(state, a_legal_action(data.draw, state))
        elif not state.over:
            state = next_street(state)
    if state.turn is not None:
        may = legal(state)
        for to in range(70):
            allowed = refusal(state, Action(may.seat, Kind.RAISE, to)) is None
            assert allowed == (may.max_to > 0 and may.min_to <= to <= may.max_to)
