"""What hands were worth: published figures, brute force, and sums that must come out."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import hands as written
from equity import calculate
from equity.games import find_game
from equity.history import reviews
from equity.history.files import read_bytes, read_text
from equity.history.model import HandHistory, Refusal, Skipped
from equity.history.replay import replay
from equity.history.review import in_proportion, review
from equity.history.reviewed import PlayerReview, Reviewed, StreetReview
from equity.history.shares import pot_shares
from equity.history.summary import Curve, Stakes, Summary
from equity.solve import CHUNK_DEALS
from tests import reference
from tests.commands import ROOT

SAMPLES = ROOT / "data" / "samples" / "hands"
GENERATED = written.session(64, seed=20, muck=0.3)


def hands_of(text: str, *, live_only: bool = False) -> list[Reviewed]:
    """The hands of a text, each of which must be read."""
    outcomes = list(read_text(text))
    assert all(isinstance(hand, HandHistory) for hand in outcomes), outcomes
    return [review(replay(hand), live_only=live_only) for hand in outcomes if isinstance(hand, HandHistory)]


def sample(file: str, hand_id: str, *, live_only: bool = False) -> Reviewed:
    """One hand of the samples."""
    outcomes = read_bytes((SAMPLES / file).read_bytes(), file)
    (hand,) = [one for one in outcomes if isinstance(one, HandHistory) and one.id == hand_id]
    return review(replay(hand), live_only=live_only)


def player(hand: Reviewed, name: str) -> PlayerReview:
    (found,) = [one for one in hand.players if one.player.name == name]
    return found


def street(hand: Reviewed, name: str, run_out: int = 0) -> StreetReview:
    (found,) = [one for one in hand.streets if (one.street, one.run_out) == (name, run_out)]
    return found


# Published figures: what sites paid for hands sold to them


def test_a_cash_out_on_the_turn_to_the_cent():
    hand = sample("six-card.txt", "900000000101")
    seller = player(hand, "Anouk")
    assert hand.replayed.allin_street == "turn"
    assert [pot.amount for pot in hand.replayed.pots] == [10908]
    assert seller.ev == 5757
    assert seller.player.cashed_out == 5700
    assert (seller.player.got, seller.luck) == (0, -5757)


def test_a_cash_out_on_the_flop_with_a_side_pot_to_the_cent():
    hand = sample("six-card.txt", "900000000102")
    flop = street(hand, "flop")
    (main, side) = flop.pots
    assert (main.amount, side.amount) == (555, 1968)
    assert float(dict(main.shares)["Anouk"]) == pytest.approx(0.21720430, abs=5e-9)
    assert float(dict(side.shares)["Anouk"]) == pytest.approx(0.27956989, abs=5e-9)
    assert float(player(hand, "Anouk").ev) == pytest.approx(670.7, abs=0.05)
    assert {name for name, _ in side.shares} == {"Anouk", "bento box"}


def test_the_hand_outside_a_side_pot_is_dead_in_it():
    alive = calculate(["6cQdJsAdKc8c", "Ac6sTs4d8dAs"], board="2s9h7d", game="omaha6").players[0].equity
    side = street(sample("six-card.txt", "900000000102"), "flop").pots[1]
    assert float(dict(side.shares)["Anouk"]) != pytest.approx(alive, abs=1e-4)


# Against brute force


def test_all_ins_on_the_turn_agree_with_every_river():
    checked = 0
    for hand in hands_of(GENERATED):
        if hand.replayed.allin_street != "turn" or any(one.estimated for one in hand.players):
            continue
        board = street(hand, "turn").board
        cards = {one.player.name: one.player.cards for one in hand.players if one.player.cards}
        expected = dict.fromkeys((one.player.name for one in hand.players), Fraction(0))
        for pot in hand.replayed.pots:
            if len(pot.eligible) == 1:
                expected[pot.eligible[0]] += pot.amount
                continue
            dead = "".join(held for name, held in cards.items() if name not in pot.eligible)
            held = [cards[name] for name in pot.eligible]
            game = find_game(hand.hand.game)
            answer = reference.equities(held, board, dead, game.low, game.hole)
            for name, one in zip(pot.eligible, answer.players, strict=True):
                expected[name] += pot.amount * Fraction(one.hi + one.lo, answer.deals * reference.POT)
        assert {one.player.name: one.ev for one in hand.players} == expected
        checked += 1
    assert checked >= 5


def test_what_is_expected_is_what_is_paid():
    """All ev of a hand together is its pots net of rake, so all luck together is nothing."""
    streets = set()
    for hand in hands_of(GENERATED):
        streets.add(hand.replayed.allin_street)
        assert hand.replayed.paid_as_stated
        assert sum(one.luck for one in hand.players) == 0
        _rake_is_shared(hand)
        if hand.replayed.allin_street is None:
            assert all(one.ev == one.player.got and not one.estimated for one in hand.players)
    assert streets == {None, "preflop", "flop", "turn"}


def _rake_is_shared(hand: Reviewed) -> None:
    """In whole units that add up, each less than one from its proportion."""
    staked = [one.player.put_in - one.player.returned for one in hand.players]
    assert sum(one.rake for one in hand.players) == hand.replayed.rake
    for one, put_in in zip(hand.players, staked, strict=True):
        assert isinstance(one.rake, int)
        assert abs(one.rake - Fraction(hand.replayed.rake * put_in, sum(staked))) < 1


def test_equities_of_a_street_add_up_and_end_at_what_was_won():
    told = 0
    for hand in hands_of(GENERATED):
        for one in hand.streets:
            if one.equities and not one.estimated:
                assert sum(share for _, share in one.equities) == 1
            for pot in one.pots:
                assert sum(share for _, share in pot.shares) == 1
        river = [one for one in hand.streets if one.street == "river" and one.equities]
        if river and hand.replayed.allin_street and not river[0].estimated:
            total = sum(pot.amount for pot in hand.replayed.pots)
            for name, share in river[0].equities:
                assert abs(share * total - player(hand, name).player.got) < 4  # odd cents
            told += 1
    assert told > 5


# Street by street


def test_streets_tell_of_the_hands_that_their_betting_leaves():
    """Who folds before the flop has no part in the equity there; the folded hand is dead."""
    hand = sample("courchevel.phh", "301")
    preflop = street(hand, "preflop")
    assert (preflop.board, preflop.pot) == ("Td", 15)
    assert dict(preflop.stacks) == {"Anouk": 995, "bento box": 630, "K. Finch": 1500}
    one, other, third = "AcKc9h8h3s", "JdTc9d7s6s", "QsQh4h4c2d"
    expected = calculate([one, other], board="Td", dead=third, game="courchevel")
    assert float(dict(preflop.equities)["Anouk"]) == expected.players[0].equity


def test_live_only_leaves_folded_cards_in_the_deck():
    hand = sample("courchevel.phh", "301", live_only=True)
    expected = calculate(["AcKc9h8h3s", "JdTc9d7s6s"], board="Td5c8c", game="courchevel")
    assert float(player(hand, "Anouk").ev) == pytest.approx(1315 * expected.players[0].equity, rel=1e-12)
    assert player(hand, "Anouk").ev != player(sample("courchevel.phh", "301"), "Anouk").ev


def test_live_only_keeps_a_hand_outside_a_side_pot_dead():
    default, live_only = (sample("six-card.txt", "900000000102", live_only=flag) for flag in (False, True))
    assert default.players == live_only.players


def test_no_equities_where_fewer_than_two_hands_are_known():
    hand = sample("session.txt", "900000000204")
    assert all(not one.equities and not one.pots for one in hand.streets)
    assert player(hand, "Anouk").ev == 7200


def test_a_round_that_leaves_one_hand_tells_of_those_that_began_it():
    text = (SAMPLES / "session.txt").read_text()
    hand = sample("session.txt", "900000000204")
    text = text[text.index("PokerStars Hand #900000000204") : text.index("PokerStars Hand #900000000205")]
    (shown,) = hands_of(text.replace("*** SUMMARY", "bento box: shows [Kd Qd Jc Tc]\n*** SUMMARY"))
    expected = calculate(["KdQdJcTc", "AcAh7d6d"], board="Ad9s5h", game="omaha")
    flop = dict(street(shown, "flop").equities)
    assert float(flop["Anouk"]) == expected.players[1].equity
    assert shown.players[2].ev == hand.players[2].ev


# Shares


def test_shares_are_the_counted_deals():
    held, board = ("AsKs9h8h", "QdJdTc9c"), "Kh9d2c"
    counts = calculate(list(held), board=board, game="omaha").players[0].counts
    assert counts is not None
    deals = Fraction(41 * 40 // 2)
    first, second = pot_shares("omaha", held, board, "") or ()
    assert first == (counts.hi_win + Fraction(counts.hi_tie, 2)) / deals
    assert first + second == 1


def test_a_quick_share_is_of_one_chunk_of_deals_whatever_the_seats_and_suits():
    shares = pot_shares("omaha", ("AsKs9h8h", "QdJdTc9c", ""), "", "", quick=True)
    assert shares is not None
    assert sum(shares) == 1
    assert all((share * CHUNK_DEALS * 2 * 6).denominator == 1 for share in shares)
    turned = pot_shares("omaha", ("", "QcJcTd9d", "AsKs9h8h"), "", "", quick=True)
    assert turned == shares[::-1]


# All-ins


def test_run_twice_the_equity_is_that_of_the_common_board():
    hand = sample("session.txt", "900000000203")
    expected = calculate(["QsQcAd5d", "JhTh9c8c"], board="Qh7h2c", game="omaha")
    assert float(player(hand, "Anouk").ev) == pytest.approx(19800 * expected.players[1].equity, rel=1e-12)
    assert player(hand, "Anouk").player.got == 9900
    assert [(one.street, one.run_out) for one in hand.streets] == [
        ("preflop", 0), ("flop", 0), ("turn", 0), ("river", 0), ("turn", 1), ("river", 1),
    ]  # fmt: skip
    second = calculate(["QsQcAd5d", "JhTh9c8c"], board="Qh7h2cQd", dead="3sKh", game="omaha")
    assert float(dict(street(hand, "turn", 1).equities)["K. Finch"]) == second.players[0].equity


def test_an_unknown_hand_counts_as_random():
    hand = sample("session.txt", "900000000203").hand
    seats = tuple(seat if seat.name == "Anouk" else replace(seat, cards="") for seat in hand.seats)
    unknown = review(replay(replace(hand, seats=seats)))
    expected = calculate(["JhTh9c8c", "random"], board="Qh7h2c", game="omaha")
    assert expected.method == "exact"
    assert float(player(unknown, "Anouk").ev) == pytest.approx(19800 * expected.players[0].equity, rel=1e-12)
    assert {one.player.name: one.estimated for one in unknown.players} == {
        "bento box": False, "K. Finch": True, "Anouk": True,
    }  # fmt: skip
    assert sum(one.luck for one in unknown.players) == 0


def test_two_unknown_hands_share_equally():
    hand = sample("six-card.txt", "900000000101").hand
    seats = tuple(replace(seat, cards="") for seat in hand.seats)
    unknown = review(replay(replace(hand, seats=seats)))
    assert [one.ev for one in unknown.players] == [5454, 5454]
    assert all(one.estimated for one in unknown.players)


def test_a_hand_with_a_card_of_the_board_is_not_known():
    hand = sample("six-card.txt", "900000000101").hand
    seats = (replace(hand.seats[0], cards="Jd3s2dAs4dKd"), hand.seats[1])
    clash = review(replay(replace(hand, seats=seats)))
    assert any(finding.kind == "duplicate card" for finding in clash.replayed.findings)
    assert all(one.estimated for one in clash.players)
    assert sum(one.ev for one in clash.players) == 10908


def test_a_short_board_has_no_equity_and_ev_is_what_was_got():
    hand = sample("six-card.txt", "900000000101").hand
    cut = review(replay(replace(hand, boards=("Jd7c2h",))))
    assert all(one.luck == 0 for one in cut.players)
    assert street(cut, "flop").equities


# Many hands


def test_processes_give_what_one_gives(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(reviews, "FEW_HANDS", 5)
    outcomes = list(read_text(GENERATED))[:24]
    alone = list(reviews.review_all(outcomes))
    shared = list(reviews.review_all(outcomes, jobs=2))
    assert [hand.to_dict() for hand in alone if isinstance(hand, Reviewed)] == [
        hand.to_dict() for hand in shared if isinstance(hand, Reviewed)
    ]


def test_every_hand_is_read_refused_or_of_another_game():
    problems: list[str] = []
    sources = [
        reviews.Source(path.name, path.read_bytes)
        for path in (*sorted(SAMPLES.iterdir()), SAMPLES / "missing.txt")
    ]
    judged = list(reviews.review_all(reviews.read_all(sources, problems.append)))
    kinds = [type(one) for one in judged]
    assert (kinds.count(Reviewed), kinds.count(Refusal), kinds.count(Skipped)) == (6, 1, 1)
    assert all(one.replayed.paid_as_stated for one in judged if isinstance(one, Reviewed))
    assert problems == ["cannot read missing.txt: No such file or directory"]


def test_a_fault_of_ours_costs_one_hand(monkeypatch: pytest.MonkeyPatch):
    def broken(hand: HandHistory) -> None:
        raise KeyError("no such thing")

    monkeypatch.setattr(reviews, "replay", broken)
    (outcome, *_) = read_text(GENERATED)
    refusal = reviews.judged(outcome)
    assert isinstance(refusal, Refusal)
    assert "KeyError" in refusal.reason


def test_the_summary_adds_up():
    summary, everybody = Summary(), Summary("nobody")
    hands = hands_of(GENERATED)
    for hand in hands:
        summary.add(hand)
        everybody.add(hand)
    lines = list(summary.lines())
    own = [player(hand, written.HERO) for hand in hands]
    assert {line.player for line in lines} == {written.HERO}
    assert sum(line.sums.hands for line in lines) == len(hands)
    assert sum(line.sums.net for line in lines) == sum(one.player.net for one in own)
    assert sum(line.sums.net_by_ev for line in lines) == sum(one.player.net - one.luck for one in own)
    (total,) = summary.totals()
    assert total.sums.hands == len(hands)
    assert total.sums.rake == sum(one.rake for one in own)
    assert 0 < total.sums.won < total.sums.showdowns < len(hands)
    assert list(everybody.lines()) == []


@given(st.integers(0, 10**6), st.lists(st.integers(0, 10**6), min_size=1, max_size=9))
def test_parts_in_proportion(amount: int, weights: list[int]):
    parts = in_proportion(amount, weights)
    total = sum(weights)
    assert sum(parts) == (amount if total else 0)
    exact = [Fraction(amount * weight, total or 1) for weight in weights]
    assert all(abs(part - share) < 1 for part, share in zip(parts, exact, strict=True))
    raised = [share % 1 for part, share in zip(parts, exact, strict=True) if part > share]
    cut = [share % 1 for part, share in zip(parts, exact, strict=True) if part < share]
    assert min(raised, default=1) >= max(cut, default=0)


def test_stakes_are_blinds_or_bets():
    hand = sample("session.txt", "900000000203").hand
    assert Stakes.of(hand)[:4] == ("omaha", "pl", 100, 200)
    fixed = replace(hand, limit="fl", small_bet=200, big_bet=400)
    assert Stakes.of(fixed)[2:4] == (200, 400)
    assert Stakes.of(replace(hand, tournament=True))[2:4] == (0, 0)


def test_the_curve_follows_the_dates():
    curve = Curve()
    hands = [sample("session.txt", "900000000204"), sample("session.txt", "900000000201")]
    for number, hand in enumerate(hands, 1):
        curve.add(hand.hand.date, number, player(hand, "Anouk"))
    points = curve.points()
    assert [point.number for point in points] == [2, 1]
    assert points[-1].net == -50 + 3500
    assert all(later.net_by_ev != earlier.net_by_ev for earlier, later in pairwise(points))
