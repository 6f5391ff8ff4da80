"""Replay: a hand as its file tells it, followed move by move under the rules.

The rules engine is given what the file says was done, checks it, and pays by the rules. Seats
are numbered from the first one left of the button, as it wants them.
"""

from __future__ import annotations

from equity import games
from equity.history.amounts import money
from equity.history.model import (
    BOARD_SIZES,
    CANCELLED,
    DUPLICATE_CARD,
    ILLEGAL_AMOUNT,
    MISSING_LINE,
    OUT_OF_TURN,
    Action,
    Finding,
    HandHistory,
    HouseMoney,
    Post,
    PostKind,
    Seat,
    Street,
    Unreadable,
    Verb,
)
from equity.history.payout import Payout, pay
from equity.history.replayed import Player, Pot, Replayed, StreetView
from equity.rules import limits, posts, state
from equity.rules.limits import RIVER, STREETS, Stakes
from equity.rules.state import Kind, State

_KINDS = {
    PostKind.SMALL_BLIND: posts.PostKind.SMALL_BLIND,
    PostKind.BIG_BLIND: posts.PostKind.BIG_BLIND,
    PostKind.STRADDLE: posts.PostKind.STRADDLE,
    PostKind.NEWCOMER: posts.PostKind.LIVE,
}


def replay(hand: HandHistory) -> Replayed:
    """What the rules make of a hand. Raises Unreadable when it cannot be followed to its end."""
    if hand.cancelled:
        return _cancelled(hand)
    table = _Table(hand)
    for place, event in enumerate(hand.events):
        if isinstance(event, Street):
            table.deal(event, place)
        elif isinstance(event, Action):
            table.act(event)
    table.close()
    payout = pay(hand, table.seats, table.state)
    return Replayed(
        hand=hand,
        streets=tuple(table.views),
        pots=payout.pots,
        rake=payout.rake,
        rake_inferred=payout.rake_inferred,
        allin_street=table.allin_street,
        showdown=len(table.state.live) > 1,
        players=table.players(payout),
        findings=(*hand.findings, *_duplicates(hand), *table.findings, *payout.findings),
        paid_as_stated=payout.as_stated,
    )


class _Table:
    """A hand on its way: the rules' state of it, and what is noticed and seen."""

    def __init__(self, hand: HandHistory):
        self.hand = hand
        self.seats = _from_the_button(hand)
        self.findings: list[Finding] = []
        self.views: list[StreetView] = []
        self.allin_street: str | None = None
        self._number = {seat.name: number for number, seat in enumerate(self.seats)}
        self._last_action: dict[str, int] = {
            event.player: place for place, event in enumerate(hand.events) if isinstance(event, Action)
        }
        self.state = self._start()
        self._see()
        self._watch()

    def _start(self) -> State:
        made = []
        for event in self.hand.events:
            if isinstance(event, Post):
                seat = self._number[event.player]
                if event.dead:
                    ante = event.kind is PostKind.ANTE
                    kind = posts.PostKind.ANTE if ante else posts.PostKind.DEAD
                    made.append(posts.Post(seat, kind, event.dead))
                if event.live:
                    made.append(posts.Post(seat, _KINDS[event.kind], event.live))
        house = sum(event.amount for event in self.hand.events if isinstance(event, HouseMoney))
        return posts.start(_stakes(self.hand), [seat.stack for seat in self.seats], made, house=house)

    # Following the file

    def deal(self, street: Street, place: int) -> None:
        """The next street begins; whoever still had to act did so on a line that is missing."""
        self._finish_round(place)
        if len(self.state.live) == 1:
            return
        number = STREETS.index(street.name)
        if number > self.state.street + 1:
            skipped = " and the ".join(STREETS[self.state.street + 1 : number])
            self.findings.append(Finding(MISSING_LINE, f"line {street.line}: the {skipped} is not told"))
        while self.state.street < number:
            self.state = state.next_street(self.state)
            self._see()
        self._watch()

    def act(self, action: Action) -> None:
        """One action, judged and then carried out whatever the judgement."""
        seat = self._number[action.player]
        self._deal_unseen(seat, action)
        before = self.state
        if action.all_in:
            self._cap(seat, action)
        move = self._move(seat, action)
        if move.kind is Kind.CHECK and self.state.locked:
            return  # some sites let players check when nobody can bet any more
        refused = state.refusal(self.state, move)
        lost_connection = action.verb is Verb.ALL_IN and not action.amount
        if refused and not lost_connection:
            self._note(action, refused, move)
        if move.kind is Kind.CALL and move.to is not None and move.to > self.state.bet:
            move = move._replace(to=None)  # whatever the line says, a call does not raise
        self.state = state.apply(self.state, move)
        if refused and refused.wrong == "turn" and move.kind is Kind.FOLD and self.state.turn is not None:
            self.state = self.state._replace(turn=before.turn)
        self._watch()

    def _deal_unseen(self, seat: int, action: Action) -> None:
        """When a round is over and somebody acts, the next street was dealt without a line.

        Some files print no street at all.
        """
        now = self.state
        if now.turn is None and not now.locked and seat in now.live:
            self.state = state.next_street(now)
            self._see()
            if any(isinstance(event, Street) for event in self.hand.events):
                street = STREETS[self.state.street]
                self.findings.append(Finding(MISSING_LINE, f"line {action.line}: the {street} is not told"))

    def _move(self, seat: int, action: Action) -> state.Action:
        """The action in the terms of the rules."""
        if action.verb is Verb.FOLD:
            return state.Action(seat, Kind.FOLD)
        if action.verb is Verb.CHECK:
            return state.Action(seat, Kind.CHECK)
        total = action.amount if action.is_total else self.state.bets[seat] + action.amount
        if action.verb is Verb.CALL:
            if not self.state.bet - self.state.bets[seat] and not action.amount:
                return state.Action(seat, Kind.CHECK)
            return state.Action(seat, Kind.CALL, total if action.amount else None)
        if action.verb is Verb.ALL_IN and total <= self.state.bet:
            return state.Action(seat, Kind.CALL, total)
        return state.Action(seat, Kind.RAISE, total)

    def _cap(self, seat: int, action: Action) -> None:
        """An all-in is one even with chips behind: under a cap, or when a connection was lost."""
        if not action.amount and action.verb is not Verb.ALL_IN:
            return
        added = action.amount - self.state.bets[seat] if action.is_total else action.amount
        if 0 <= added < self.state.stacks[seat]:
            stacks = list(self.state.stacks)
            stacks[seat] = added
            self.state = self.state._replace(stacks=tuple(stacks))

    def _finish_round(self, place: int) -> None:
        """Supply the actions that the file leaves out before a street or the end."""
        while (seat := self.state.turn) is not None:
            name = self.seats[seat].name
            owed = state.legal(self.state).call
            stays = self._last_action.get(name, -1) >= place or self._collects(name)
            if not owed:
                kind, word = Kind.CHECK, "check"
            elif stays:
                kind, word = Kind.CALL, "call"
            else:
                kind, word = Kind.FOLD, "fold"
            self.findings.append(
                Finding(MISSING_LINE, f"{STREETS[self.state.street]}: no action of {name}, taken as a {word}")
            )
            self.state = state.apply(self.state, state.Action(seat, kind))
        self._watch()

    def _collects(self, name: str) -> bool:
        return any(line.player == name for line in self.hand.collected)

    def close(self) -> None:
        """The end of the file's actions: bets nobody matched go back, missing streets are dealt."""
        hand = self.hand
        if self.state.turn is not None and not hand.collected and not hand.final_stacks:
            raise Unreadable(f"cut off on the {STREETS[self.state.street]}: nobody is paid")
        self._finish_round(len(hand.events))
        self.state = state.return_uncalled(self.state)
        board = hand.boards[0] if hand.boards else ""
        while len(self.state.live) > 1 and self.state.street < RIVER:
            street = STREETS[self.state.street + 1]
            if len(board) < 2 * BOARD_SIZES[street]:
                break
            self.state = state.next_street(self.state)
            self._see()
        for seat, put_in in zip(self.seats, self.state.put_in, strict=True):
            if put_in > seat.stack:  # what had come back uncalled was bet again
                began, bet = money(seat.stack, hand.unit), money(put_in, hand.unit)
                text = f"{seat.name} puts in {bet} and began with {began}"
                self.findings.append(Finding(ILLEGAL_AMOUNT, text, seat.stack, put_in))

    # Noticing

    def _note(self, action: Action, refused: state.Refusal, move: state.Action) -> None:
        unit = self.hand.unit
        where = f"line {action.line}, {STREETS[self.state.street]}: {action.player}"
        if refused.wrong == "turn":
            self.findings.append(Finding(OUT_OF_TURN, f"{where} {action.verb} out of turn"))
            most = self.state.bets[move.seat] + self.state.stacks[move.seat]
            if move.to is not None and move.to > most:
                text = f"{where} {action.verb} {money(move.to, unit)} and has {money(most, unit)}"
                self.findings.append(Finding(ILLEGAL_AMOUNT, text, most, move.to))
            return
        may = refused.legal
        total = move.to
        amount = f" {money(total, unit)}" if total is not None else ""
        legal = "nothing"
        expected = None
        if may is not None:
            seat = self._number[action.player]
            due = self.state.bets[seat] + may.call
            if action.verb is Verb.CALL or (action.verb is Verb.CHECK and may.call):
                legal, expected = f"a call of {money(may.call, unit)}, {money(due, unit)} in all", due
            elif may.no_raise:
                legal = f"no raise: {may.no_raise}"
            else:
                sizes = sorted({may.min_to, may.max_to})
                legal = " to ".join(money(size, unit) for size in sizes)
                expected = may.min_to if total is not None and total < may.min_to else may.max_to
        text = f"{where} {action.verb}{amount}; legal is {legal}"
        self.findings.append(Finding(ILLEGAL_AMOUNT, text, expected, total))

    def _watch(self) -> None:
        """Keep the street after whose betting nobody could bet any more."""
        now = self.state
        if self.allin_street is None and now.locked and len(now.live) > 1 and now.street < RIVER:
            self.allin_street = STREETS[now.street]

    def _see(self) -> None:
        now = self.state
        street = STREETS[now.street]
        self.views.append(
            StreetView(
                street=street,
                boards=_boards(self.hand, street),
                pot=now.pot,
                pots=tuple(
                    Pot(pot.amount, tuple(self.seats[seat].name for seat in pot.eligible)) for pot in now.pots
                ),
                stacks=tuple((self.seats[seat].name, now.stacks[seat]) for seat in now.live),
                live=tuple(self.seats[seat].name for seat in now.live),
                folded=tuple(self.seats[seat].name for seat in sorted(now.folded)),
            )
        )

    def players(self, payout: Payout) -> tuple[Player, ...]:
        """What it came to for everybody, by seat number."""
        cashed_out = dict(self.hand.cashed_out)
        now = self.state
        players = (
            Player(
                name=seat.name,
                seat=seat.number,
                stack=seat.stack,
                cards=seat.cards,
                put_in=now.put_in[number],
                returned=now.returned[number],
                got=payout.got[number],
                cashed_out=cashed_out.get(seat.name),
                folded=number in now.folded,
            )
            for number, seat in enumerate(self.seats)
        )
        return tuple(sorted(players, key=lambda player: player.seat))


def _cancelled(hand: HandHistory) -> Replayed:
    """A hand that was called off: everybody has his money back."""
    posted = dict.fromkeys((seat.name for seat in hand.seats), 0)
    for event in hand.events:
        if isinstance(event, Post):
            posted[event.player] += event.live + event.dead
    players = tuple(
        Player(seat.name, seat.number, seat.stack, seat.cards, back, back, 0, None, False)
        for seat, back in zip(hand.seats, posted.values(), strict=True)
    )
    called_off = Finding(CANCELLED, "the hand was cancelled: all bets are returned")
    return Replayed(hand, (), (), 0, False, None, False, players, (*hand.findings, called_off), None)


def _stakes(hand: HandHistory) -> Stakes:
    if hand.limit == "fl":
        return Stakes(limits.FIXED_LIMIT, hand.small_blind, hand.big_blind, hand.small_bet, hand.big_bet)
    limit = limits.no_limit if hand.limit == "nl" else limits.pot_limit
    return limit(hand.small_blind, hand.big_blind)


def _from_the_button(hand: HandHistory) -> tuple[Seat, ...]:
    """The seats from the first one left of the button. Without a button the blinds tell where it is."""
    seats = hand.seats
    button = hand.button
    if button is None:
        blinds = [event.player for event in hand.events if isinstance(event, Post) and event.live]
        numbers = {seat.name: place for place, seat in enumerate(seats)}
        if not blinds:
            return seats
        first = numbers[blinds[0]]
        if len(seats) == 2:  # the small blind has the button
            return (*seats[first + 1 :], *seats[: first + 1])
        return (*seats[first:], *seats[:first])
    place = sum(seat.number <= button for seat in seats)
    return (*seats[place:], *seats[:place])


def _boards(hand: HandHistory, street: str) -> tuple[str, ...]:
    """The boards as they lie on a street: one until the run-outs part."""
    door = 1 if 1 in games.find_game(hand.game).boards else 0
    size = 2 * BOARD_SIZES.get(street, door)
    lying = dict.fromkeys(board[:size] for board in hand.boards)
    return tuple(lying) or ("",)


def _duplicates(hand: HandHistory) -> list[Finding]:
    """Cards that cannot be where the file shows them, because they are elsewhere too."""
    findings = []
    for board in hand.boards or ("",):
        places: dict[str, str] = {}
        shown = [(board, "the board"), *((seat.cards, f"{seat.name}'s hand") for seat in hand.seats)]
        for text, where in shown:
            for place in range(0, len(text), 2):
                card = text[place : place + 2]
                if card in places:
                    one, other = places[card], where
                    both = f"twice in {other}" if one == other else f"in {one} and in {other}"
                    findings.append(Finding(DUPLICATE_CARD, f"{card} is {both}"))
                places[card] = where
    return list(dict.fromkeys(findings))
