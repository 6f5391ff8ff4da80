"""Hand histories by seed: random legal play under the rules, written as PokerStars writes it."""

from collections.abc import Sequence
from random import Random

from equity import cards, evaluate, rules
from equity.games import GAMES, Game, find_game
from equity.rules import Kind, State, Strength
from equity.rules.limits import STREETS

TITLES = {
    "omaha": "Omaha", "omaha8": "Omaha Hi/Lo", "omaha5": "5 Card Omaha", "bigo": "5 Card Omaha Hi/Lo",
    "omaha6": "6 Card Omaha", "omaha6-8": "6 Card Omaha Hi/Lo",
    "courchevel": "Courchevel", "courchevel8": "Courchevel Hi/Lo",
}  # fmt: skip
LIMITS = {
    "Pot Limit": (rules.pot_limit(50, 100), "$0.50/$1.00 USD"),
    "No Limit": (rules.no_limit(50, 100), "$0.50/$1.00 USD"),
    "Limit": (rules.fixed_limit(100), "$1.00/$2.00 USD"),
}
HERO = "Hero"
NAMES = ("ada lovelock", "B0b:", "Chuck (9)", "dee", "e.e.")
CAP = 300
"""Of the rake, which is 5 % where a flop is dealt."""


def session(count: int, seed: int, games: Sequence[str] = tuple(TITLES), muck: float = 0.0) -> str:
    """So many hands, of all games in turn and of 2 to 6 players, in one text."""
    random = Random(seed)
    return "\n\n\n".join(
        hand(random, 7_000_000_000 + n, find_game(games[n % len(games)]), muck) for n in range(count)
    )


def hand(random: Random, number: int, game: Game, muck: float = 0.0) -> str:
    """One hand; who loses a showdown hides his cards with probability `muck`, except in all-ins."""
    return _Table(random, number, game, muck).play()


class _Table:
    """A hand being played and written down."""

    def __init__(self, random: Random, number: int, game: Game, muck: float):
        self.random, self.game, self.muck = random, game, muck
        players = random.randint(2, 6)
        limit = random.choices(list(LIMITS), (8, 1, 1))[0]
        self.stakes, stakes = LIMITS[limit]
        names = [HERO, *random.sample(NAMES, players - 1)]
        random.shuffle(names)
        self.names = names
        self.stacks = [random.choice((500, 2_000, 5_000, 10_000, 15_050)) for _ in names]
        deck = list(range(cards.DECK))
        random.shuffle(deck)
        self.hole = [[deck.pop() for _ in range(game.hole)] for _ in names]
        self.board = [deck.pop() for _ in range(5)]
        day, minute = 1 + number // 1440 % 28, number % 1440
        self.lines = [
            f"PokerStars Hand #{number}: {TITLES[game.name]} {limit} ({stakes}) - "
            f"2026/01/{day:02} {minute // 60:02}:{minute % 60:02}:00 UTC",
            f"Table 'Bench' 6-max Seat #{players} is the button",
            *(
                f"Seat {seat + 1}: {name} ({_money(stack)} in chips)"
                for seat, (name, stack) in enumerate(zip(names, self.stacks, strict=True))
            ),
        ]

    def play(self) -> str:
        """The whole text."""
        state = self.deal()
        state = self.bet(state)
        while not state.over:
            state = rules.next_street(state)
            self.write_board(state.street)
            state = self.bet(state)
        self.settle(state)
        return "\n".join(self.lines)

    def deal(self) -> State:
        """Blinds and hole cards."""
        state = rules.start(self.stakes, self.stacks)
        for post in rules.usual_posts(self.stakes, len(self.names)):
            paid = min(post.amount, self.stacks[post.seat])
            self.lines.append(f"{self.names[post.seat]}: posts {post.kind} {_money(paid)}")
        self.lines.append("*** HOLE CARDS ***")
        self.lines.append(f"Dealt to {HERO} [{_spaced(self.hole[self.names.index(HERO)])}]")
        if 1 in self.game.boards:
            self.lines.append(f"*** PRE-FLOP *** [{_spaced(self.board[:1])}]")
        return state

    def write_board(self, street: int) -> None:
        """The line of a street."""
        shown = street + 2
        before = "" if street == 1 else f"[{_spaced(self.board[: shown - 1])}] "
        new = self.board[:3] if street == 1 else self.board[shown - 1 : shown]
        self.lines.append(f"*** {STREETS[street].upper()} *** {before}[{_spaced(new)}]")

    def bet(self, state: State) -> State:
        """One betting round."""
        while state.turn is not None:
            returned = state.returned
            state = self.act(state)
            for seat, (was, back) in enumerate(zip(returned, state.returned, strict=True)):
                if back > was:
                    self.lines.append(f"Uncalled bet ({_money(back - was)}) returned to {self.names[seat]}")
        return state

    def act(self, state: State) -> State:
        """A random legal action."""
        may = rules.legal(state)
        seat, bet = may.seat, state.bet
        draw = self.random.random()
        if may.max_to and draw < 0.3:
            to = may.max_to if draw < 0.15 else self.random.randint(may.min_to, may.max_to)
            after = rules.play(state, rules.Action(seat, Kind.RAISE, to))
            text = f"raises {_money(to - bet)} to {_money(to)}" if bet else f"bets {_money(to)}"
        elif may.call and draw > 0.8:
            after = rules.play(state, rules.Action(seat, Kind.FOLD))
            text = "folds"
        elif may.call:
            after = rules.play(state, rules.Action(seat, Kind.CALL))
            text = f"calls {_money(may.call)}"
        else:
            after = rules.play(state, rules.Action(seat, Kind.CHECK))
            text = "checks"
        spent = text != "folds" and state.stacks[seat] and after.put_in[seat] == self.stacks[seat]
        self.lines.append(f"{self.names[seat]}: {text}{' and is all-in' if spent else ''}")
        return after

    def settle(self, state: State) -> None:
        """Showdown, payment and summary."""
        rake = min(state.pot // 20, CAP) if state.street else 0
        pots = rules.net_of_rake(state.pots, rake)
        shown: dict[int, Strength | None] = {}
        if len(state.live) > 1:
            self.lines.append("*** SHOW DOWN ***")
            for seat in state.live:
                showing = evaluate(cards.text(self.hole[seat]), cards.text(self.board), game=self.game.name)
                low = showing.low.strength if showing.low else None
                shown[seat] = Strength(showing.high.strength, low)
        paid = rules.award(pots, [shown])
        winners = {seat for pot in paid for seat in pot}
        may_hide = sum(state.stacks[seat] > 0 for seat in state.live) > 1
        for seat in shown:
            hidden = may_hide and seat not in winners and self.random.random() < self.muck
            text = "mucks hand" if hidden else f"shows [{_spaced(self.hole[seat])}] (a hand)"
            self.lines.append(f"{self.names[seat]}: {text}")
        names = [_pot_name(number, len(pots)) for number in range(len(pots))]
        for name, amounts in reversed(list(zip(names, paid, strict=True))):
            for seat, amount in amounts.items():
                self.lines.append(f"{self.names[seat]} collected {_money(amount)} from {name}")
        parts = [f"{name.capitalize()} {_money(pot.amount)}." for name, pot in zip(names, pots, strict=True)]
        split = f" {' '.join(parts)}" if len(pots) > 1 else ""
        board = {0: 1 if 1 in self.game.boards else 0}.get(state.street, state.street + 2)
        self.lines += ["*** SUMMARY ***", f"Total pot {_money(state.pot)}{split} | Rake {_money(rake)}"]
        if board:
            self.lines.append(f"Board [{_spaced(self.board[:board])}]")


def _pot_name(number: int, pots: int) -> str:
    if pots == 1:
        return "pot"
    return f"side pot-{number}" if number else "main pot"


def _money(amount: int) -> str:
    return f"${amount // 100}.{amount % 100:02}"


def _spaced(held: Sequence[int]) -> str:
    return " ".join(cards.NAMES[card] for card in held)


assert {game.name for game in GAMES} == set(TITLES)
