"""A hand while it is being read: readers put down what the lines say, `finish` checks and seals it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from equity import cards
from equity.errors import CardError
from equity.games import Game
from equity.history.amounts import AMOUNT, from_number, minor_units
from equity.history.model import (
    BOARD_SIZES,
    MISSING_LINE,
    UNKNOWN_PLAYER,
    WRONG_CARDS,
    Action,
    Collected,
    Event,
    Finding,
    HandHistory,
    HouseMoney,
    Post,
    PostKind,
    Returns,
    Seat,
    Street,
    Unreadable,
    Verb,
)
from equity.history.money import follow_money
from equity.history.names import Names
from equity.history.variants import Variant
from equity.rules import limits
from equity.wording import counted, shortened

CENTS, CHIPS = 100, 1
"""Minor units in one of the file's."""

MOST_SEATS = 24
MOST_BOARDS = 3
MOST_EVENTS = 500
MOST_FINDINGS = 50
_UNCALLED = re.compile(rf"Uncalled bet (?:\(|of )({AMOUNT})\)? returned to ")
_SUMMARY_SEAT = re.compile(r"Seat \d+: ")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class Draft:
    """Everything known of one hand so far. Amounts come in as text and are kept in minor units."""

    def __init__(
        self,
        site: str,
        hand_id: str,
        variant: Variant,
        limit: str,
        *,
        tournament: bool = False,
        unit: int | None = None,
    ):
        """`unit` is that of the amounts: cents, or chips in a tournament, unless given."""
        self.site = site
        self.id = hand_id
        self.variant = variant
        self.limit = limit
        self.unit = unit or (CHIPS if tournament else CENTS)
        self.currency = ""
        self.small_blind = self.big_blind = self.ante = self.small_bet = self.big_bet = 0
        self.date = ""
        self.tournament = tournament
        self.button: int | None = None
        self.hero = ""
        self.total_pot: int | None = None
        self.rake: int | None = None
        self.pots: tuple[int, ...] = ()
        self.returns = Returns.STATED
        self.cancelled = False
        self.line = 0
        self._seats: dict[int, tuple[str, int]] = {}
        self._cards: dict[str, str] = {}
        self._events: list[Event] = []
        self._posted: set[PostKind] = set()
        self._streets: set[str] = set()
        self._boards: dict[int, str] = {}
        self._summary_boards: dict[int, str] = {}
        self._collected: list[Collected] = []
        self._uncalled: list[tuple[str, int]] = []
        self._cashed_out: dict[str, int] = {}
        self._risks: dict[str, int] = {}
        self._final_stacks: dict[str, int] = {}
        self._findings: list[Finding] = []
        self._names: Names | None = None
        self._door = ""
        self._blinds_are_bets = False

    def minor(self, amount: str | int) -> int:
        """The amount in minor units, as an integer already is; Unreadable names the line."""
        if isinstance(amount, int):
            return amount
        try:
            return minor_units(amount, self.unit)
        except Unreadable as error:
            raise Unreadable(error.message, self.line) from None

    def number(self, value: object) -> int:
        """A number as minor units; Unreadable names the line."""
        try:
            return from_number(value, self.unit)
        except Unreadable as error:
            raise Unreadable(error.message, self.line) from None

    def blinds(self, small: str | int, big: str | int, *, are_bets: bool = False) -> None:
        """The stakes of the header: blinds, or the two bets of a fixed-limit game, which give them."""
        first, second = self.minor(small), self.minor(big)
        if not are_bets:
            self.small_blind, self.big_blind = first, second
            if self.limit == "fl":
                self.small_bet, self.big_bet = second, 2 * second
            return
        self._blinds_are_bets = True
        stakes = limits.fixed_limit(first, second, dollar=self.unit)
        self.small_blind, self.big_blind = stakes.small_blind, stakes.big_blind
        self.small_bet, self.big_bet = stakes.small_bet, stakes.big_bet

    # The table

    def seat(self, number: int, name: str, stack: str | int) -> None:
        """A seat of the table; raises Unreadable when it or the name is taken."""
        name = name.strip()
        if number in self._seats or any(name == other for other, _ in self._seats.values()):
            raise Unreadable(f"seat {number} or its player is listed twice", self.line)
        if len(self._seats) == MOST_SEATS:
            raise Unreadable(f"more than {MOST_SEATS} seats", self.line)
        self._seats[number] = (name, self.minor(stack))
        self._names = None

    @property
    def names(self) -> Names:
        """The players at the table."""
        if self._names is None:
            self._names = Names(name for name, _ in self._seats.values())
        return self._names

    def number_of(self, name: str) -> int | None:
        """The seat of a player, None for nobody's."""
        return next((number for number, (other, _) in self._seats.items() if other == name), None)

    def deal_to(self, name: str, hole: str, *, hero: bool = False) -> None:
        """Cards that a player is known to hold; a longer showing replaces a shorter one."""
        held = self.read_cards(hole)
        if len(held) >= len(self._cards.get(name, "")):
            self._cards[name] = held
        if hero and held:
            self.hero = name

    @property
    def has_events(self) -> bool:
        """Whether anything has happened yet."""
        return bool(self._events)

    # Lines that many sites share

    def dealt_line(self, line: str, in_english: Callable[[str], str] = str) -> bool:
        """Take "Dealt to NAME [cards]"; False for any other line. The first is the hero's."""
        if not line.startswith("Dealt to "):
            return False
        dealt = self.names.split(line.removeprefix("Dealt to "), " [")
        if dealt:
            self.deal_to(dealt[0], in_english(dealt[1].split("]")[0]), hero=not self.hero)
        return True

    def uncalled_line(self, line: str) -> bool:
        """Take "Uncalled bet (amount) returned to NAME"; False for any other line."""
        found = _UNCALLED.match(line)
        if found and (name := line[found.end() :]) in self.names:
            self.return_uncalled(name, found[1])
        return found is not None

    def summary_line(self, line: str) -> tuple[str, str] | None:
        """The player of "Seat n: NAME ..." and what follows the name."""
        found = _SUMMARY_SEAT.match(line)
        return self.names.split(line[found.end() :], " ") if found else None

    # What happened

    def post(self, player: str, kind: PostKind, live: str | int, dead: str | int = 0) -> None:
        """A forced bet. A second small blind is what a newcomer owes, and dead."""
        live, dead = self.minor(live), self.minor(dead)
        if live < 0 or dead < 0:
            raise Unreadable(f'"{shortened(player, 40)}" posts less than he has posted or owes', self.line)
        if kind is PostKind.ANTE:
            self.ante = max(self.ante, dead)
        elif kind is PostKind.SMALL_BLIND and kind in self._posted:
            kind, live, dead = PostKind.NEWCOMER, 0, live + dead
        elif kind is PostKind.BIG_BLIND and kind in self._posted:
            kind = PostKind.NEWCOMER
        self._posted.add(kind)
        self._add(Post(player, kind, live, dead, self.line))

    def post_whole(self, player: str, kind: PostKind, amount: str | int) -> None:
        """A forced bet that is dead as an ante and else live."""
        if kind is PostKind.ANTE:
            self.post(player, kind, 0, amount)
        else:
            self.post(player, kind, amount)

    def posted(self, player: str) -> int:
        """What a player has posted live."""
        return sum(post.live for post in self._events if isinstance(post, Post) and post.player == player)

    def act(
        self,
        player: str,
        verb: Verb,
        amount: str | int = 0,
        *,
        is_total: bool = False,
        all_in: bool = False,
    ) -> None:
        """An action, its amount added or the total of the street."""
        self._add(
            Action(player, verb, self.minor(amount), is_total, all_in or verb is Verb.ALL_IN, self.line)
        )

    def _add(self, event: Event) -> None:
        if len(self._events) == MOST_EVENTS:
            raise Unreadable(f"more than {MOST_EVENTS} actions", self.line)
        self._events.append(event)

    def street(self, name: str) -> None:
        """A new street begins; a second board of the same street is no new one."""
        if name != "preflop" and name not in self._streets:
            self._streets.add(name)
            self._add(Street(name, self.line))

    def house_money(self, amount: str | int) -> None:
        """Money from the house."""
        self._add(HouseMoney(self.minor(amount), self.line))

    def mark_all_in(self, player: str) -> None:
        """The player's last action was all-in, says a later line."""
        for place in range(len(self._events) - 1, -1, -1):
            event = self._events[place]
            if isinstance(event, Action) and event.player == player:
                self._events[place] = replace(event, all_in=True)
                return

    def deal(self, street: str, text: str, board: int = 0) -> None:
        """A street's line: the new cards in brackets, perhaps after the board so far.

        Courchevel's door card, the one of "preflop", may be repeated in a bracket of its own
        before the flop, within the flop, or not at all.
        """
        groups = [self.read_cards(group) for group in _BRACKETS.findall(text)]
        new = groups[-1] if groups else ""
        if street == "preflop":
            self._door = new
            dealt = new
        elif street == "flop":
            rest = (card for group in groups for card in _pairs(group) if card != self._door)
            dealt = self._door + "".join(rest)
        else:
            size = 2 * BOARD_SIZES[street]
            before = "".join(groups[:-1])
            if not before and len(new) < size:
                before = (self._boards.get(board) or self._boards.get(0, ""))[: size - 2]
            dealt = before + new
        if board >= MOST_BOARDS:
            raise Unreadable(f"more than {MOST_BOARDS} boards", self.line)
        self._boards[board] = dealt
        if board == 0:
            self.street(street)

    def summary_board(self, text: str, board: int = 0) -> None:
        """The board as the summary prints it: it counts when the streets tell less."""
        self._summary_boards.setdefault(board, self.read_cards(text))

    # What the file says of the money

    def collect(self, player: str, amount: str | int, pot: str = "") -> None:
        """A line that pays."""
        if len(self._collected) == MOST_EVENTS:
            raise Unreadable(f"more than {MOST_EVENTS} lines pay", self.line)
        self._collected.append(Collected(player, self.minor(amount), pot, self.line))

    @property
    def paid(self) -> int:
        """All that is collected so far."""
        return sum(line.amount for line in self._collected)

    def has_collected(self, player: str) -> bool:
        """Whether a line has paid the player already."""
        return any(line.player == player for line in self._collected)

    def return_uncalled(self, player: str, amount: str) -> None:
        """A line that returns an uncalled bet."""
        if len(self._uncalled) < MOST_EVENTS:
            self._uncalled.append((player, self.minor(amount)))

    def cash_out(self, player: str, amount: str | int) -> None:
        """A player sold his hand to the house."""
        self._cashed_out[player] = self._cashed_out.get(player, 0) + self.minor(amount)

    def pay_risk(self, player: str, amount: str) -> None:
        """A player sold his hand for what he collects less this amount."""
        self._risks[player] = self._risks.get(player, 0) + self.minor(amount)

    def final_stack(self, player: str, amount: str | int) -> None:
        """What a player has after the hand."""
        self._final_stacks[player] = self.minor(amount)

    def note(self, kind: str, text: str, expected: int | None = None, stated: int | None = None) -> None:
        """A finding of the reader, with its line; after many of them no more are kept."""
        if len(self._findings) < MOST_FINDINGS:
            self._findings.append(Finding(kind, f"line {self.line}: {text}", expected, stated))

    def note_unknown(self, text: str) -> None:
        """A line about a player who has no seat."""
        self.note(UNKNOWN_PLAYER, f'"{shortened(text, 60)}" is about nobody at the table')

    # The end

    def read_cards(self, text: str) -> str:
        """Cards as text in our notation; raises Unreadable for what is none."""
        try:
            return cards.text(cards.parse_cards(text, "a hand history"))
        except CardError as error:
            raise Unreadable(error.message, self.line) from None

    def finish(self) -> HandHistory:
        """The hand. Raises Unreadable when players, stakes or cards do not make one."""
        game = self._game()
        seats = self._dealt_in()
        if len(seats) < 2 and not self.cancelled:
            raise Unreadable("fewer than two players act; the hand is cut off")
        for seat in seats:
            if len(seat.cards) > 2 * game.hole:
                text = f"{seat.name} shows {seat.cards}, and {game.title} is played with {game.hole} cards"
                self._findings.append(Finding(WRONG_CARDS, text))
        self._guess_blinds()
        for player, risk in self._risks.items():
            won = sum(line.amount for line in self._collected if line.player == player)
            self._cashed_out[player] = self._cashed_out.get(player, 0) + max(won - risk, 0)
        return HandHistory(
            site=self.site,
            id=self.id,
            game=game.name,
            limit=self.limit,
            currency=self.currency,
            unit=self.unit,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            ante=self.ante,
            small_bet=self.small_bet,
            big_bet=self.big_bet,
            date=self.date,
            tournament=self.tournament,
            button=self.button,
            seats=seats,
            hero=self.hero,
            events=tuple(self._events),
            boards=self._final_boards(),
            total_pot=self.total_pot,
            pots=self.pots,
            rake=self.rake,
            collected=tuple(self._collected),
            returns=self.returns,
            uncalled=tuple(self._uncalled),
            cashed_out=tuple(self._cashed_out.items()),
            final_stacks=tuple(self._final_stacks.items()),
            cancelled=self.cancelled,
            findings=tuple(self._findings),
        )

    def _game(self) -> Game:
        """The game by the header and by the hero's cards, or by more cards than the header tells."""
        held = len(self._cards.get(self.hero, "")) // 2
        shown = max((len(held) // 2 for held in self._cards.values()), default=0)
        game = self.variant.game(held or max(shown, self.variant.hole))
        if game is None:
            raise Unreadable(f"{counted(held or shown, 'hole card')} are none of our games")
        return game

    def _dealt_in(self) -> tuple[Seat, ...]:
        """Everybody who acts, posts or holds cards, by seat."""
        active = {event.player for event in self._events if isinstance(event, Post | Action)}
        unknown = active - {name for name, _ in self._seats.values()}
        if unknown:
            raise Unreadable(f'"{shortened(min(unknown), 40)}" acts and has no seat')
        return tuple(
            Seat(number, name, stack, self._cards.get(name, ""))
            for number, (name, stack) in sorted(self._seats.items())
            if name in active or self._cards.get(name)
        )

    def _guess_blinds(self) -> None:
        """Blinds from the posts, where the header tells none; the small one also where it tells bets."""
        posts = [event for event in self._events if isinstance(event, Post)]
        small = max((post.live for post in posts if post.kind is PostKind.SMALL_BLIND), default=0)
        big = max((post.live for post in posts if post.kind is PostKind.BIG_BLIND), default=0)
        if small and (self._blinds_are_bets or not self.big_blind):
            self.small_blind = small
        if self.big_blind:
            return
        self.big_blind = big or 2 * small
        if not self.big_blind and not self.cancelled:
            raise Unreadable("nobody posts a blind, and the header tells no stakes")
        if self.limit == "fl":
            self.small_bet, self.big_bet = self.big_blind, 2 * self.big_blind

    def find_limit_by_posts(self) -> None:
        """Fixed limit where the big blind posted is the first stake and not the second."""
        posts = [event for event in self._events if isinstance(event, Post)]
        big = max((post.live for post in posts if post.kind is PostKind.BIG_BLIND), default=0)
        if big and big == self.small_blind:
            self.limit = "fl"
            self.small_bet, self.big_bet = self.small_blind, self.big_blind
            self.small_blind, self.big_blind = big // 2, big

    def settle_raises(self) -> None:
        """Where raises may be totals or chips added, take the reading that the rest of the hand bears out.

        Writers of one format differ in it, and in whether an uncalled bet is part of the pot
        and of what its owner wins. The right reading is the one in which calls match the bets
        and the pot is the one stated; in doubt raises are totals.
        """
        stacks = dict(self._seats.values())
        added = [
            replace(event, is_total=False) if isinstance(event, Action) else event for event in self._events
        ]
        self._events, money = min(
            (
                (events, follow_money(events, stacks, self.big_blind, self.big_bet))
                for events in (self._events, added)
            ),
            key=lambda reading: (reading[1].unmatched, self.total_pot != reading[1].pot),
        )
        if money.uncalled and not self._uncalled:
            included = self.total_pot == money.pot + money.uncalled
            self.returns = Returns.INCLUDED if included else Returns.SILENT

    def _final_boards(self) -> tuple[str, ...]:
        boards = dict(self._boards)
        for board, printed in self._summary_boards.items():
            if len(printed) > len(boards.get(board, "")):
                if boards.get(board):
                    self._findings.append(
                        Finding(MISSING_LINE, f"the streets show {boards[board]}, the summary {printed}")
                    )
                boards[board] = printed
        return tuple(boards[board] for board in sorted(boards) if boards[board])


def _pairs(text: str) -> Iterable[str]:
    return (text[place : place + 2] for place in range(0, len(text), 2))
