"""The rules against pokerkit: random hands of every game and limit, action by action.

Compared are who is to act, what a call takes, the sizes of a bet or raise, when the betting is
over, and every final stack. pokerkit knows no five- or six-card Omaha and no Courchevel, and its
fixed-limit Omaha hi/lo bets pot-limit, so all games are put together from its parts. Where it
has other rules the hands steer around, and tests/test_rules.py and test_pots.py have those:

- a big blind that is all-in short is called for what it is, not in full: here it is covered;
- no raise when all others are all-in (rather than accepted, its excess returned);
- a first bet or raise of a round that is an all-in below the minimum reopens the betting to
  those who checked, or called the big blind;
- in fixed-limit, an all-in below half a bet is raised by a full bet instead of completed, and
  counts for the cap, while one of half a bet or more does not reopen the betting;
- a straddle of more than the last bet and a big blind leaves the smallest raise as it was;
- no fold without a bet to call;
- a big blind or straddle in front of nothing but all-ins is asked to check;
- all odd units of a tie go to the first winner, and pots whose losers' hands are dead are one
  pot when it is split: a unit a part may be elsewhere;
- where no seat of a side pot has a low but another live hand has one, half of that pot is
  split among all its seats.
"""

from collections import Counter
from itertools import islice
from random import Random
from typing import NamedTuple

import pokerkit
import pytest
from pokerkit import Automation, BettingStructure, Opening, Street

from equity.games import DOOR_CARD, GAMES, Game
from equity.rules import (
    Action,
    Kind,
    Post,
    PostKind,
    Stakes,
    State,
    Strength,
    award,
    fixed_limit,
    legal,
    next_street,
    no_limit,
    play,
    pot_limit,
    start,
    usual_posts,
)
from equity.rules.limits import FIXED_LIMIT
from tests.reference import DECK, STACKED_DECKS, best_high, best_low

HANDS = 100
"""Hands of each game and limit."""

STAKES = {
    BettingStructure.POT_LIMIT: pot_limit(5, 10),
    BettingStructure.NO_LIMIT: no_limit(5, 10),
    BettingStructure.FIXED_LIMIT: fixed_limit(10, dollar=1),
}


class High:
    """The high of tests.reference, as pokerkit asks for it; much faster than its own.

    Only complete boards count: until then pokerkit has no use for a hand.
    """

    best = staticmethod(best_high)

    @classmethod
    def from_game(cls, hole_cards, board_cards):
        board = tuple(map(repr, board_cards))
        if len(board) == 5 and (value := cls.best(tuple(map(repr, hole_cards)), board)):
            return value
        raise ValueError("no hand")


class Low(High):
    """The low, turned so that the greater one wins."""

    @staticmethod
    def best(hole, board):
        low = best_low(hole, board)
        return low and tuple(-rank for rank in low)


class Table(NamedTuple):
    """What a hand starts from; the posts of seats behind the blinds are straddles and live ones."""

    game: Game
    structure: BettingStructure
    stacks: list[int]
    ante: int
    big_blind_ante: int
    straddles: dict[int, int]
    live_posts: dict[int, int]
    deck: tuple[str, ...]
    boards: int

    @property
    def stakes(self) -> Stakes:
        return STAKES[self.structure]


def a_table(rng: Random, game: Game, structure: BettingStructure) -> Table:
    players = rng.randint(2, 6)
    ante = rng.choice((0, 0, 1, 3))
    big_blind_ante = rng.choice((0, 0, 0, 8)) if not ante else 0
    stacks = [rng.choice((rng.randint(1, 40), rng.randint(20, 200), rng.randint(200, 1500)))
              for _ in range(players)]  # fmt: skip
    big = 1 if players > 2 else 0
    behind = rng.sample(range(2, players), rng.randint(0, players - 2)) if rng.random() < 0.3 else []
    cut = rng.randint(0, min(2, len(behind)))
    straddles = {seat: 20 + 10 * i for i, seat in enumerate(behind[:cut])}
    live_posts = {seat: rng.choice((5, 10)) for seat in behind[cut:]}
    for seat, least in ({big: 10 + big_blind_ante} | straddles | live_posts).items():
        stacks[seat] = max(stacks[seat], ante + least)
    stacked = rng.choice((*STACKED_DECKS.values(), DECK, DECK))
    boards = rng.choice((1, 1, 1, 2))
    if len(stacked) < players * game.hole + 5 * boards:
        stacked = DECK
    deck = tuple(rng.sample(stacked, len(stacked)))
    return Table(game, structure, stacks, ante, big_blind_ante, straddles, live_posts, deck, boards)


def ours(table: Table) -> State:
    posts = list(usual_posts(table.stakes, len(table.stacks), table.ante))
    if table.big_blind_ante:
        posts.insert(0, Post(posts[-1].seat, PostKind.ANTE, table.big_blind_ante))
    posts += [Post(seat, PostKind.STRADDLE, amount) for seat, amount in table.straddles.items()]
    posts += [Post(seat, PostKind.LIVE, amount) for seat, amount in table.live_posts.items()]
    return start(table.stakes, table.stacks, posts)


def theirs(table: Table) -> pokerkit.State:
    stakes, players = table.stakes, len(table.stacks)
    cap = stakes.limit.cap
    dealt = (1, 2, 1, 1) if table.game.boards == DOOR_CARD else (0, 3, 1, 1)
    blinds = [5, 10] + [0] * (players - 2)  # heads-up pokerkit turns both lists round
    for seat, amount in table.straddles.items():
        blinds[seat] = amount
    for seat, amount in table.live_posts.items():
        blinds[seat] = -amount
    antes = [table.ante] * players
    if table.big_blind_ante:
        antes[1] = table.big_blind_ante
    return pokerkit.State(
        tuple(set(Automation) - {Automation.HOLE_DEALING, Automation.BOARD_DEALING}),
        pokerkit.Deck.STANDARD,
        (High, Low) if table.game.low else (High,),
        tuple(
            Street(
                False,
                (False,) * table.game.hole if street == 0 else (),
                board,
                False,
                Opening.POSITION,
                stakes.unit(street),
                cap and (cap if street else cap - 1 - len(table.straddles)),
            )
            for street, board in enumerate(dealt)
        ),
        table.structure,
        not table.big_blind_ante,
        antes,
        blinds,
        0,
        table.stacks,
        players,
        starting_board_count=table.boards,
    )


class Duel:
    """One hand in both engines."""

    def __init__(self, rng: Random, table: Table, seen: Counter[str]):
        self.rng, self.table, self.seen = rng, table, seen
        self.mine, self.other = ours(table), theirs(table)
        self.cards = iter(table.deck)
        self.holes = [tuple(islice(self.cards, table.game.hole)) for _ in table.stacks]
        self.boards: list[tuple[str, ...]] = [()] * table.boards
        self.short = False  # whether this round has seen an all-in below a full bet or raise

    def run(self) -> None:
        for hole in self.holes:
            self.other.deal_hole("".join(hole))
        self.deal()
        while not self.mine.over:
            self.compare()
            if self.mine.turn is None:
                self.mine = next_street(self.mine)
                self.short = False
                self.deal()
            else:
                self.act()
        assert self.other.actor_index is None
        self.settle()

    def deal(self) -> None:
        """Deal what pokerkit asks for; all boards of a street one after another."""
        board = 0
        while self.other.status and self.other.board_dealing_count:
            if self.other.street_index != self.mine.street:
                break
            cards = tuple(islice(self.cards, self.other.board_dealing_count))
            self.other.deal_board("".join(cards))
            self.boards[board % len(self.boards)] += cards
            board += 1

    def compare(self) -> None:
        mine, other = self.mine, self.other
        if mine.turn is None and other.actor_index is not None:  # the last straddle or big blind
            others = [seat for seat in mine.live if seat != other.actor_index]
            assert other.checking_or_calling_amount == 0
            assert not any(mine.stacks[seat] for seat in others)
            other.check_or_call()
        assert mine.turn == other.actor_index
        assert mine.pot == other.total_pot_amount or mine.turn is None

    def act(self) -> None:
        mine, other = self.mine, self.other
        may = legal(mine)
        assert may.call == other.checking_or_calling_amount
        smallest = other.min_completion_betting_or_raising_to_amount or 0
        largest = other.max_completion_betting_or_raising_to_amount or 0
        rivals = [seat for seat in mine.live if seat != may.seat]
        idle = all(mine.bets[seat] + mine.stacks[seat] <= mine.bet for seat in rivals)
        if idle and not smallest:
            self.seen["raise into all-ins"] += bool(may.max_to)
        elif self.short and self.beyond_pokerkit(may.seat):
            self.seen["after a short all-in"] += 1
        else:
            assert (may.min_to, may.max_to) == (smallest, largest)
            self.seen["sizes"] += 1
        low, high = max(may.min_to, smallest), min(may.max_to, largest)
        choices = [Kind.CALL] * 4 + [Kind.FOLD] * bool(may.call) + [Kind.RAISE] * (3 * (0 < low <= high))
        kind = self.rng.choice(choices)
        if kind is Kind.FOLD:
            other.fold()
            self.mine = play(mine, Action(may.seat, Kind.FOLD))
        elif kind is Kind.CALL:
            other.check_or_call()
            self.mine = play(mine, Action(may.seat, Kind.CALL if may.call else Kind.CHECK))
        else:
            to = self.rng.choice((low, high, self.rng.randint(low, min(high, 3 * low))))
            self.short |= to - mine.bet < mine.step
            other.complete_bet_or_raise_to(to)
            self.mine = play(mine, Action(may.seat, Kind.RAISE, to))
        self.seen["actions"] += 1

    def beyond_pokerkit(self, seat: int) -> bool:
        """Whether pokerkit has another rule for raises after the short all-ins of this round."""
        only_short = self.other.completion_betting_or_raising_amount < self.mine.step
        return self.mine.stakes.limit is FIXED_LIMIT or (only_short and seat in self.mine.acted)

    def settle(self) -> None:
        """Award the pots by strengths of the tests' own and compare the final stacks."""
        boards = [self.strengths(board) if len(self.mine.live) > 1 else {} for board in self.boards]
        stacks = list(self.mine.stacks)
        for paid in award(self.mine.pots, boards):
            for seat, amount in paid.items():
                stacks[seat] += amount
        assert sum(stacks) == sum(self.table.stacks)
        if any(self.strange_low(pot.eligible, board) for pot in self.mine.pots for board in boards):
            self.seen["low of a stranger"] += 1
            return
        units = sum(self.odd_units(pot.eligible, board) for pot in self.mine.pots for board in boards)
        assert all(abs(a - b) <= units for a, b in zip(stacks, self.other.stacks, strict=True))
        self.seen["exact"] += units == 0
        self.seen["odd units apart"] += stacks != self.other.stacks
        self.seen["showdowns"] += len(self.mine.live) > 1
        self.seen["side pots"] += len(self.mine.pots) > 1
        self.seen["splits"] += any(len(paid) > 1 for paid in award(self.mine.pots, boards))

    def strengths(self, board: tuple[str, ...]) -> dict[int, Strength]:
        highs = {seat: best_high(self.holes[seat], board) for seat in self.mine.live}
        lows = {seat: best_low(self.holes[seat], board) for seat in self.mine.live if self.table.game.low}
        high_order = sorted(set(highs.values()))
        low_order = sorted({low for low in lows.values() if low}, reverse=True)
        return {
            seat: Strength(high_order.index(high), low_order.index(low) if (low := lows.get(seat)) else None)
            for seat, high in highs.items()
        }

    def odd_units(self, eligible: tuple[int, ...], board: dict[int, Strength]) -> int:
        """How many odd units pokerkit may place elsewhere in a pot."""
        hands = [board[seat] for seat in eligible if seat in board]
        halves = ([hand.high for hand in hands], [hand.low for hand in hands if hand.low is not None])
        winners = [half.count(max(half)) for half in halves if half]
        parts = len(self.boards) * len(winners)
        if len(self.mine.pots) > 1 and (parts > 1 or max(winners, default=0) > 1):
            return sum(winners) + parts
        return sum(max(number - 2, 0) for number in winners)

    def strange_low(self, eligible: tuple[int, ...], board: dict[int, Strength]) -> bool:
        """Whether only a hand that cannot win this pot has a low."""
        low = [seat for seat, hand in board.items() if hand.low is not None]
        return bool(low) and len(eligible) > 1 and not set(low) & set(eligible)


@pytest.mark.parametrize("structure", STAKES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_hands(game: Game, structure: BettingStructure):
    rng = Random(f"{game.name} {structure}")
    seen: Counter[str] = Counter()
    for _ in range(HANDS):
        Duel(rng, a_table(rng, game, structure), seen).run()
    assert seen["sizes"] > 0.8 * seen["actions"] > 4 * HANDS
    assert min(seen["exact"], seen["showdowns"], seen["side pots"]) > 0.3 * HANDS
    assert min(seen["splits"], seen["raise into all-ins"]) > 0
