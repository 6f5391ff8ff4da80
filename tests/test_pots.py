"""Pots, uncalled bets, rake and the award: worked examples, and what holds of every split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from equity.errors import RulesError
from equity.rules import Pot, Strength, award, net_of_rake, pots, uncalled

NOTHING = Strength(0)


def test_a_short_stack_wins_from_each_opponent_at_most_what_it_put_in():
    assert pots([10, 50, 50, 30], {0, 1, 2, 3}) == (
        Pot(40, (0, 1, 2, 3)),
        Pot(60, (1, 2, 3)),
        Pot(40, (1, 2)),
    )


def test_folded_money_stays_in_the_pots_it_reaches():
    assert pots([10, 50, 50, 30], {0, 1, 2}) == (Pot(40, (0, 1, 2)), Pot(100, (1, 2)))
    assert pots([10, 50, 20, 20], {2, 3}) == (Pot(100, (2, 3)),)


def test_dead_money_is_for_everybody():
    assert pots([20, 20, 5], {0, 1, 2}, dead=7) == (Pot(22, (0, 1, 2)), Pot(30, (0, 1)))
    assert pots([0, 0], {0, 1}, dead=7) == (Pot(7, (0, 1)),)
    assert pots([0, 9, 9], {0, 1, 2}, dead=3) == (Pot(3, (0, 1, 2)), Pot(18, (1, 2)))


def test_no_money_is_no_pot():
    assert pots([0, 0], {0, 1}) == ()


def test_a_pot_needs_somebody():
    with pytest.raises(RulesError, match="everybody has folded"):
        pots([5, 5], set())


@pytest.mark.parametrize(
    ("contributions", "live", "back"),
    [
        ([100, 60, 20], {0, 1}, (0, 40)),
        ([100, 60, 60], {0}, (0, 40)),  # everybody folded
        ([1, 2], {1}, (1, 1)),  # the big blind alone
        ([60, 60, 20], {0, 1, 2}, None),
        ([100, 60], {1}, None),  # who bet more has folded
        ([5], {0}, (0, 5)),
    ],
)
def test_uncalled(contributions: list[int], live: set[int], back: tuple[int, int] | None):
    assert uncalled(contributions, live) == back


def test_the_odd_unit_of_a_split_goes_to_the_high_half():
    assert award([Pot(101, (0, 1))], [{0: Strength(1, 9), 1: Strength(2)}]) == ({0: 50, 1: 51},)


def test_no_low_and_the_high_takes_all():
    assert award([Pot(101, (0, 1))], [{0: Strength(1), 1: Strength(2)}]) == ({1: 101},)


def test_odd_units_of_a_tie_go_one_each_from_the_left_of_the_button():
    tie = dict.fromkeys(range(4), Strength(5))
    assert award([Pot(102, (0, 1, 2, 3))], [tie]) == ({0: 26, 1: 26, 2: 25, 3: 25},)
    assert award([Pot(101, (1, 2, 3))], [tie]) == ({1: 34, 2: 34, 3: 33},)
    assert award([Pot(11, (3, 1))], [tie]) == ({3: 6, 1: 5},)


def test_a_quarter():
    board = {0: Strength(4, 8), 1: Strength(7, 8), 2: NOTHING}
    assert award([Pot(203, (0, 1, 2))], [board]) == ({0: 51, 1: 152},)


def test_each_pot_splits_into_its_own_halves():
    board = {0: Strength(9, 9), 1: Strength(5), 2: Strength(4, 3)}
    main, side, last = Pot(31, (0, 1, 2)), Pot(21, (1, 2)), Pot(7, (1,))
    assert award([main, side, last], [board]) == ({0: 31}, {1: 11, 2: 10}, {1: 7})


def test_a_low_of_a_stranger_does_not_count():
    board = {0: Strength(1, 9), 1: Strength(5), 2: Strength(4)}
    assert award([Pot(30, (0, 1, 2)), Pot(21, (1, 2))], [board]) == ({0: 15, 1: 15}, {1: 21})


def test_several_boards():
    first, second = {0: Strength(2), 1: Strength(1)}, {0: Strength(1), 1: Strength(2)}
    pot, side = Pot(101, (0, 1)), Pot(5, (0, 1))
    assert award([pot], [first, second]) == ({0: 51, 1: 50},)
    assert award([pot, side], [second, first]) == ({0: 50, 1: 51}, {0: 2, 1: 3})
    assert award([pot], [second, second, first]) == ({0: 33, 1: 68},)


def test_a_hand_that_is_not_shown_gives_up_its_claim():
    pot = Pot(30, (0, 1, 2))
    assert award([pot], [{0: None, 1: Strength(1), 2: Strength(9)}]) == ({2: 30},)
    assert award([pot, Pot(8, (0, 1))], [{1: Strength(1), 2: Strength(9)}]) == ({2: 30}, {1: 8})
    for boards in ([{}], [{0: None, 1: None}], [{3: Strength(9)}]):
        with pytest.raises(RulesError, match="nobody shows a hand for a pot of 30"):
            award([pot], boards)
    with pytest.raises(RulesError, match="needs a board"):
        award([pot], [])


def test_a_seat_alone_takes_its_pot_unseen():
    assert award([Pot(30, (4,))], []) == ({4: 30},)
    assert award([Pot(30, (4,))], [{}, {}]) == ({4: 30},)


def test_rake_in_proportion_and_the_remainder_from_the_main_pot():
    main, side = Pot(1000, (0, 1, 2)), Pot(505, (0, 1))
    assert net_of_rake([main, side], 30) == (Pot(980, main.eligible), Pot(495, side.eligible))
    assert net_of_rake([main, side], 0) == (main, side)
    assert award([main, side], [{0: NOTHING, 2: Strength(1)}], rake=30) == ({2: 980}, {0: 495})


def test_rake_that_a_small_main_pot_cannot_pay():
    sizes = [1, 333, 333, 333]
    assert [pot.amount for pot in net_of_rake([Pot(size, (0, 1)) for size in sizes], 998)] == [0, 0, 1, 1]


@pytest.mark.parametrize("rake", [-1, 11])
def test_rake_beyond_the_pot(rake: int):
    with pytest.raises(RulesError, match=f"a rake of {rake} cannot be taken from pots of 10"):
        net_of_rake([Pot(10, (0, 1))], rake)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], set[int], int]:
    """What each seat put in, the live seats, and dead money."""
    contributions = draw(st.lists(st.integers(0, 60), min_size=2, max_size=6))
    seats = st.sets(st.sampled_from(range(len(contributions))), min_size=1)
    return contributions, draw(seats), draw(st.integers(0, 9))


strengths = st.builds(Strength, st.integers(0, 3), st.one_of(st.none(), st.integers(0, 2)))


@given(tables())
def test_pots_hold_all_the_money_and_nobody_is_in_for_more_than_he_covers(table):
    contributions, live, dead = table
    made = pots(contributions, live, dead)
    assert sum(pot.amount for pot in made) == sum(contributions) + dead
    assert all(pot.amount > 0 for pot in made)
    for inner, outer in zip(made[1:], made, strict=False):
        assert set(inner.eligible) < set(outer.eligible) <= live
    for seat in live:
        if contributions[seat] < max(contributions[other] for other in live):
            most = sum(min(contributions[seat], put_in) for put_in in contributions) + dead
            assert sum(pot.amount for pot in made if seat in pot.eligible) == most


@given(tables(), st.data())
def test_awards_add_up_to_the_pots_less_rake(table, data: st.DataObject):
    made = pots(*table)
    rake = data.draw(st.integers(0, sum(pot.amount for pot in made)))
    boards = data.draw(
        st.lists(st.fixed_dictionaries(dict.fromkeys(table[1], strengths)), min_size=1, max_size=3)
    )
    net = net_of_rake(made, rake)
    assert sum(pot.amount for pot in net) == sum(pot.amount for pot in made) - rake
    total = sum(pot.amount for pot in made)
    for gross, pot in zip(made, net, strict=True):
        assert abs((gross.amount - pot.amount) * total - rake * gross.amount) <= len(made) * total
    for pot, paid in zip(net, award(made, boards, rake=rake), strict=True):
        assert sum(paid.values()) == pot.amount
        assert set(paid) <= set(pot.eligible)


@given(st.integers(0, 400), st.data())
def test_one_board_pays_what_a_unit_by_unit_dealer_would(amount: int, data: st.DataObject):
    """Against a dealer who puts down one unit at a time: high half first, from the left of the button."""
    hands = data.draw(st.dictionaries(st.integers(0, 5), strengths, min_size=2))
    lows = [hand.low for hand in hands.values() if hand.low is not None]
    halves = [0, 0]
    for unit in range(amount):
        halves[unit % 2 if lows else 0] += 1
    highs = [hand.high for hand in hands.values()]
    winners = (
        [seat for seat in sorted(hands) if hands[seat].high == max(highs)],
        [seat for seat in sorted(hands) if lows and hands[seat].low == max(lows)],
    )
    expected = dict.fromkeys(sorted(hands), 0)
    for half, seats in zip(halves, winners, strict=True):
        for unit in range(half):
            expected[seats[unit % len(seats)]] += 1
    paid = award([Pot(amount, tuple(sorted(hands)))], [hands])[0]
    assert paid == {seat: units for seat, units in expected.items() if units}
