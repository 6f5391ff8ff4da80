"""The replay under the rules, on hands written for one point each."""

from dataclasses import replace

import pytest

from equity.history.files import read_text
from equity.history.model import HandHistory, Returns, Unreadable
from equity.history.replay import replay
from equity.history.replayed import Replayed

HOLE = {"Ada": "Ah 2h Kd Qd", "Ben": "Kh Ks 5d 6d", "Cy": "Jc Jd 9s 8s", "Di": "Td Tc 3s 2c"}
BOARD = ("3h 4c Kc", "7s", "9d")


def read(
    actions: str, *, stacks: str = "100 100 100", game: str = "Omaha Pot Limit ($1/$2 USD)"
) -> HandHistory:
    """A PokerStars hand of Ada on the button, Ben, Cy and Di, in seats 1, 2, 3 and 4."""
    names = list(HOLE)[: len(stacks.split())]
    lines = [f"PokerStars Hand #1:  {game} - 2024/03/05 20:15:00 ET", "Table 'T' 6-max Seat #1 is the button"]
    lines += [
        f"Seat {seat}: {name} (${stack} in chips)"
        for seat, (name, stack) in enumerate(zip(names, stacks.split(), strict=True), 1)
    ]
    (hand,) = read_text("\n".join([*lines, *filter(None, map(str.strip, actions.splitlines()))]))
    assert isinstance(hand, HandHistory), hand
    return hand


def played(actions: str, **options: str) -> Replayed:
    """The same, replayed."""
    return replay(read(actions, **options))


def got(replayed: Replayed) -> dict[str, int]:
    """Who gets what."""
    return {player.name: player.got for player in replayed.players if player.got}


def findings(replayed: Replayed) -> list[tuple[str, str]]:
    return [(finding.kind, finding.text) for finding in replayed.findings]


BLINDS = """
    Ben: posts small blind $1
    Cy: posts big blind $2
    *** HOLE CARDS ***
"""
FLOP, TURN, RIVER = (
    f"*** FLOP *** [{BOARD[0]}]",
    f"*** TURN *** [{BOARD[0]}] [{BOARD[1]}]",
    f"*** RIVER *** [{BOARD[0]} {BOARD[1]}] [{BOARD[2]}]",
)
RUN_OUT = f"{FLOP}\n{TURN}\n{RIVER}"


def shows(*names: str) -> str:
    return "\n".join(f"{name}: shows [{HOLE[name]}]" for name in names)


def test_side_pots_each_to_its_winner():
    """Ben has the straight but 20 chips; Cy's jacks beat Ada for the side pot."""
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: raises $13 to $20 and is all-in
        Cy: raises $30 to $50
        Ada: calls $43
        {FLOP}
        Cy: checks
        Ada: checks
        {TURN}
        Cy: bets $50 and is all-in
        Ada: calls $30 and is all-in
        Uncalled bet ($20) returned to Cy
        {RIVER}
        {shows("Ada", "Ben", "Cy")}
        Cy collected $120 from side pot
        Ben collected $60 from main pot""",
        stacks="80 20 100",
    )
    assert [(pot.amount, pot.eligible, pot.paid) for pot in hand.pots] == [
        (6000, ("Ben", "Cy", "Ada"), (("Ben", 6000),)),
        (12000, ("Cy", "Ada"), (("Ada", 12000),)),
    ]
    assert hand.allin_street == "turn"
    assert hand.paid_as_stated is False
    assert [(f.kind, f.expected, f.stated) for f in hand.findings] == [
        ("payout differs", 0, 12000),
        ("payout differs", 12000, 0),
    ]


def test_hi_lo_splits_every_pot_and_the_odd_cent_goes_high():
    """Ada has the low, Ben the high; the pot of 40.01 parts into 20.01 and 20.00."""
    hand = played(
        f"""{BLINDS}
        Ada: raises $4 to $6
        Ben: raises $14 to $20
        Cy: folds
        Ada: raises $40 to $60 and is all-in
        Ben: calls $20.01 and is all-in
        Uncalled bet ($19.99) returned to Ada
        {RUN_OUT}
        {shows("Ada", "Ben")}
        *** SUMMARY ***
        Total pot $82.02 | Rake $2.01""",
        stacks="60 40.01 100",
        game="Omaha Hi/Lo Pot Limit ($1/$2 USD)",
    )
    assert got(hand) == {"Ben": 4001, "Ada": 4000}
    assert {player.name: player.net for player in hand.players} == {"Ada": -1, "Ben": 0, "Cy": -200}
    assert hand.paid_as_stated is None
    assert hand.findings == ()


def test_streets_as_they_begin():
    hand = played(
        f"""{BLINDS}
        Ada: calls $2
        Ben: folds
        Cy: checks
        {FLOP}
        Cy: bets $5
        Ada: calls $5
        {TURN}
        Cy: checks
        Ada: bets $10
        Cy: folds
        Uncalled bet ($10) returned to Ada
        Ada collected $15 from pot"""
    )
    assert [(view.street, view.boards, view.pot, view.live, view.folded) for view in hand.streets] == [
        ("preflop", ("",), 300, ("Ben", "Cy", "Ada"), ()),
        ("flop", ("3h4cKc",), 500, ("Cy", "Ada"), ("Ben",)),
        ("turn", ("3h4cKc7s",), 1500, ("Cy", "Ada"), ("Ben",)),
    ]
    assert dict(hand.streets[2].stacks) == {"Cy": 9300, "Ada": 9300}
    assert [(pot.amount, pot.eligible) for pot in hand.streets[1].pots] == [(500, ("Cy", "Ada"))]
    assert (hand.allin_street, hand.showdown, hand.paid_as_stated) == (None, False, True)


def test_boards_part_where_the_run_outs_do():
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: folds
        Cy: calls $5
        {FLOP}
        Cy: bets $13 and is all-in
        Ada: calls $13
        *** FIRST TURN *** [{BOARD[0]}] [7s]
        *** FIRST RIVER *** [{BOARD[0]} 7s] [9d]
        *** SECOND TURN *** [{BOARD[0]}] [Js]
        *** SECOND RIVER *** [{BOARD[0]} Js] [2d]
        {shows("Cy", "Ada")}
        Ada collected $20.50 from pot
        Cy collected $20.50 from pot""",
        stacks="100 100 20",
    )
    assert [view.boards for view in hand.streets] == [
        ("",),
        ("3h4cKc",),
        ("3h4cKc7s", "3h4cKcJs"),
        ("3h4cKc7s9d", "3h4cKcJs2d"),
    ]
    assert got(hand) == {"Ada": 2050, "Cy": 2050}
    assert hand.allin_street == "flop"


@pytest.mark.parametrize(
    ("line", "kind", "text", "expected", "stated"),
    [
        (
            "Ada: raises $6 to $8",
            "illegal amount",
            "line 10, preflop: Ada raises 8; legal is 4 to 7",
            700,
            800,
        ),
        (
            "Ada: raises $1 to $3",
            "illegal amount",
            "line 10, preflop: Ada raises 3; legal is 4 to 7",
            400,
            300,
        ),
        (
            "Ada: calls $1",
            "illegal amount",
            "line 10, preflop: Ada calls 1; legal is a call of 2, 2 in all",
            200,
            100,
        ),
        (
            "Ada: checks",
            "illegal amount",
            "line 10, preflop: Ada checks; legal is a call of 2, 2 in all",
            200,
            None,
        ),
        ("Cy: raises $4 to $6", "out of turn", "line 10, preflop: Cy raises out of turn", None, None),
    ],
)
def test_illegal_actions_are_told_with_the_legal_range(
    line: str, kind: str, text: str, expected: int | None, stated: int | None
):
    hand = played(
        f"""{BLINDS}
        Dealt to Ada [{HOLE["Ada"]}]
        {line}
        Ben: folds
        Cy: folds
        Ada collected $1 from pot"""
    )
    finding = hand.findings[0]
    assert (finding.kind, finding.text, finding.expected, finding.stated) == (kind, text, expected, stated)


def test_fixed_limit_has_one_size_and_a_cap():
    hand = played(
        f"""{BLINDS}
        Ada: raises $2 to $4
        Ben: raises $2 to $6
        Cy: raises $2 to $8
        Ada: raises $2 to $10
        Ben: folds
        Cy: folds
        Uncalled bet ($2) returned to Ada
        Ada collected $22 from pot""",
        game="Omaha Limit ($2/$4 USD)",
    )
    assert findings(hand) == [
        (
            "illegal amount",
            "line 12, preflop: Ada raises 10; legal is no raise: the betting is capped at 4 bets",
        ),
    ]
    assert got(hand) == {"Ada": 2200}


def test_a_missing_fold_is_supplied():
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Cy: calls $5
        {FLOP}
        Cy: checks
        Ada: checks
        {TURN}
        Ada: bets $15
        Uncalled bet ($15) returned to Ada
        Ada collected $15 from pot"""
    )
    assert [kind for kind, _ in findings(hand)] == [
        "out of turn",
        "missing line",
        "out of turn",
        "missing line",
    ]
    assert got(hand) == {"Ada": 1500}
    assert hand.paid_as_stated is True


def test_a_missing_call_is_supplied_to_a_player_who_acts_later():
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: folds
        {FLOP}
        Cy: bets $15
        Ada: folds
        Uncalled bet ($15) returned to Cy
        Cy collected $15 from pot"""
    )
    assert findings(hand) == [("missing line", "preflop: no action of Cy, taken as a call")]
    assert got(hand) == {"Cy": 1500}


def test_a_missing_street_is_supplied():
    hand = played(
        f"""{BLINDS}
        Ada: calls $2
        Ben: folds
        Cy: checks
        Cy: bets $5
        Ada: calls $5
        {TURN}
        Cy: checks
        Ada: checks
        {RIVER}
        Cy: checks
        Ada: checks
        {shows("Cy", "Ada")}
        Ada collected $15 from pot"""
    )
    assert findings(hand) == [("missing line", "line 12: the flop is not told")]
    assert [view.street for view in hand.streets] == ["preflop", "flop", "turn", "river"]
    assert hand.paid_as_stated is True


def test_cards_that_are_in_two_places():
    hand = played(
        f"""{BLINDS}
        Dealt to Ada [Ah 3h Kd Qd]
        Ada: calls $2
        Ben: folds
        Cy: checks
        {FLOP}
        Cy: bets $5
        Ada: folds
        Uncalled bet ($5) returned to Cy
        Cy collected $5 from pot"""
    )
    assert findings(hand) == [("duplicate card", "3h is in the board and in Ada's hand")]


def test_who_does_not_show_gives_up():
    """Ada never shows; Cy and Ben do, and Ben wins all of it."""
    actions = f"""{BLINDS}
        Ada: calls $2
        Ben: calls $1
        Cy: checks
        {FLOP}
        Ben: checks
        Cy: checks
        Ada: checks
        {TURN}
        Ben: checks
        Cy: checks
        Ada: checks
        {RIVER}
        Ben: checks
        Cy: checks
        Ada: checks
        """
    hand = played(f"{actions}{shows('Ben', 'Cy')}\nAda: mucks hand\nBen collected $6 from pot")
    assert got(hand) == {"Ben": 600}
    assert hand.findings == ()
    unseen = played(f"{actions}Ada collected $6 from pot")
    assert got(unseen) == {"Ada": 600}
    assert findings(unseen) == [
        ("missing line", "no hand is shown: Ada takes the pot because the file says so"),
    ]
    with pytest.raises(Unreadable, match="nobody shows a hand and nobody is paid"):
        played(actions)


def test_unseen_hands_take_what_the_file_says():
    """A pot nobody shows a hand for is shared as stated, the cent that does not divide to the first."""
    checked = "\n".join(f"{street}\nBen: checks\nCy: checks\nAda: checks" for street in (FLOP, TURN, RIVER))
    actions = f"{BLINDS}\nAda: calls $2\nBen: calls $1\nCy: checks\n{checked}\n"
    shared = played(f"{actions}Cy collected $1.50 from pot\nAda collected $4.50 from pot")
    assert got(shared) == {"Cy": 150, "Ada": 450}
    assert shared.paid_as_stated is True
    assert findings(shared) == [
        ("missing line", "no hand is shown: Cy and Ada take the pot because the file says so"),
    ]
    raked = played(
        f"{actions}Cy collected $1 from pot\nAda collected $2 from pot\n*** SUMMARY ***\n"
        "Total pot $6 | Rake $0.50"
    )
    assert got(raked) == {"Cy": 184, "Ada": 366}
    assert raked.paid_as_stated is False
    nothing = played(
        f"{actions}Cy collected $0 from pot\nAda collected $0 from pot\n*** SUMMARY ***\n"
        "Total pot $6 | Rake $0.25"
    )
    assert got(nothing) == {"Cy": 288, "Ada": 287}


def test_unseen_hands_with_a_side_pot():
    """Ben's 20 chips are worth the main pot only; Cy's line is the side pot."""
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: raises $13 to $20 and is all-in
        Cy: raises $30 to $50
        Ada: calls $43 and is all-in
        {RUN_OUT}
        Cy: mucks hand
        Cy collected $60 from side pot
        Ben collected $60 from main pot""",
        stacks="50 20 50",
    )
    assert [pot.paid for pot in hand.pots] == [(("Ben", 6000),), (("Cy", 6000),)]
    assert hand.paid_as_stated is True


def test_an_uncalled_bet_in_what_is_collected_is_no_claim_to_the_pot():
    hand = read(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: folds
        Cy: raises $3 to $10 and is all-in
        Ada: raises $10 to $20
        {RUN_OUT}
        Cy collected $10.50 from pot
        Ada collected $20.50 from pot""",
        stacks="100 100 10",
    )
    hand = replace(hand, returns=Returns.INCLUDED)
    assert got(replay(hand)) == {"Cy": 1050, "Ada": 1050}


def test_a_hand_that_ends_in_the_middle_is_not_replayed():
    with pytest.raises(Unreadable, match="cut off on the flop: nobody is paid"):
        played(f"{BLINDS}Ada: calls $2\nBen: folds\nCy: checks\n{FLOP}\nCy: bets $5")


def test_a_cancelled_hand_gives_everything_back():
    hand = played("Ben: posts small blind $1\nHand cancelled\n*** SUMMARY ***\nSeat 2: Ben collected ($0)")
    assert [(player.name, player.put_in, player.returned, player.net) for player in hand.players] == [
        ("Ben", 100, 100, 0)
    ]
    assert [finding.kind for finding in hand.findings] == ["cancelled"]
    assert (hand.pots, hand.paid_as_stated) == ((), None)


def test_newcomers_post_live_and_dead():
    blinds = BLINDS.replace("*** HOLE", "Di: posts small & big blinds $3\n*** HOLE")
    hand = played(
        f"""{blinds}
        Di: checks
        Ada: raises $8 to $10
        Ben: folds
        Cy: folds
        Di: folds
        Uncalled bet ($8) returned to Ada
        Ada collected $8 from pot""",
        stacks="100 100 100 100",
    )
    assert hand.findings == ()
    assert hand.streets[0].pot == 600
    assert {player.name: player.net for player in hand.players} == {
        "Ada": 600,
        "Ben": -100,
        "Cy": -200,
        "Di": -300,
    }


def test_rake_is_inferred_where_the_file_prints_none():
    fold = f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: folds
        Cy: folds
        Uncalled bet ($5) returned to Ada
        Ada collected $"""
    assert [
        (hand.rake, hand.rake_inferred)
        for hand in (played(f"{fold}4.90 from pot"), played(f"{fold}5 from pot"))
    ] == [
        (10, True),
        (0, True),
    ]
    stated = played(f"{fold}4.75 from pot\n*** SUMMARY ***\nTotal pot $5 | Rake $0.20 | Jackpot $0.05")
    assert (stated.rake, stated.rake_inferred, stated.paid_as_stated) == (25, False, True)
    wrong = played(f"{fold}5 from pot\n*** SUMMARY ***\nTotal pot $6 | Rake $0.25")
    assert findings(wrong) == [
        ("pot differs", "the actions make a pot of 5, the file says 6"),
        ("payout differs", "the rules pay Ada 4.75, the file 5"),
    ]


def test_rake_comes_from_the_pots_in_proportion_unless_they_are_printed_net():
    hand = f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: raises $13 to $20 and is all-in
        Cy: raises $30 to $50
        Ada: calls $43
        {RUN_OUT}
        {shows("Ada", "Ben", "Cy")}
        *** SUMMARY ***
        Total pot $120"""
    proportional = played(f"{hand} | Rake $0.99", stacks="50 20 50")
    assert [pot.amount for pot in proportional.pots] == [6000 - 50, 6000 - 49]
    printed = played(f"{hand} Main pot $59.75. Side pot $59.26. | Rake $0.99", stacks="50 20 50")
    assert [pot.amount for pot in printed.pots] == [5975, 5926]


def test_a_side_pot_that_one_player_alone_can_win_is_not_raked():
    hand = played(
        f"""{BLINDS}
        Ada: raises $5 to $7
        Ben: raises $13 to $20 and is all-in
        Cy: raises $30 to $50
        Ada: calls $43
        {FLOP}
        Cy: bets $50 and is all-in
        Ada: folds
        Uncalled bet ($50) returned to Cy
        {TURN}
        {RIVER}
        {shows("Ben", "Cy")}
        *** SUMMARY ***
        Total pot $120 | Rake $3""",
        stacks="100 20 100",
    )
    assert [(pot.amount, pot.eligible) for pot in hand.pots] == [(5700, ("Ben", "Cy")), (6000, ("Cy",))]
    assert hand.allin_street == "flop"


def test_the_button_may_be_missing():
    hand = read(f"{BLINDS}Ada: folds\nBen: folds\nUncalled bet ($1) returned to Cy\nCy collected $2 from pot")
    assert hand.button == 1
    assert replay(replace(hand, button=None)) == replace(replay(hand), hand=replace(hand, button=None))
