"""Sums over many reviewed hands: by player, game and stakes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from equity.history.model import HandHistory
from equity.history.reviewed import PlayerReview, Reviewed


class Stakes(NamedTuple):
    """What was played for; `small` and `big` are the blinds, with fixed limits the bets.

    In tournaments, where they rise, both are 0.
    """

    game: str
    limit: str
    small: int
    big: int
    currency: str
    unit: int
    tournament: bool

    @classmethod
    def of(cls, hand: HandHistory) -> Stakes:
        """The stakes of a hand."""
        sizes = (hand.small_bet, hand.big_bet) if hand.limit == "fl" else (hand.small_blind, hand.big_blind)
        small, big = (0, 0) if hand.tournament else sizes
        return cls(hand.game, hand.limit, small, big, hand.currency, hand.unit, hand.tournament)


@dataclass(slots=True)
class Sums:
    """What hands came to for a player, in minor units.

    `all_ins` counts hands in which nobody could bet any more before the last card and he was
    in; `showdowns` those in which he held cards to the end against others, and `won` those of
    them from which he got something.
    """

    hands: int = 0
    net: int = 0
    net_by_ev: Fraction = field(default_factory=Fraction)
    rake: int = 0
    all_ins: int = 0
    showdowns: int = 0
    won: int = 0
    estimated: bool = False

    def add(self, hand: Reviewed, player: PlayerReview) -> None:
        """Count one hand."""
        stayed = not player.player.folded
        self.hands += 1
        self.net += player.player.net
        self.net_by_ev += player.net_by_ev
        self.rake += player.rake
        self.all_ins += stayed and hand.replayed.allin_street is not None
        self.showdowns += stayed and hand.replayed.showdown
        self.won += stayed and hand.replayed.showdown and player.player.got > 0
        self.estimated = self.estimated or player.estimated

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.hands + other.hands,
            self.net + other.net,
            self.net_by_ev + other.net_by_ev,
            self.rake + other.rake,
            self.all_ins + other.all_ins,
            self.showdowns + other.showdowns,
            self.won + other.won,
            self.estimated or other.estimated,
        )


class Line(NamedTuple):
    """A line of the summary: whose, at which stakes, and the sums."""

    player: str
    stakes: Stakes
    sums: Sums


class Summary:
    """The sums of every player, and of the one the cards were dealt to whatever his name is."""

    def __init__(self, hero: str | None = None):
        self.hero = hero
        self._everybody: dict[tuple[str, Stakes], Sums] = {}
        self._own: dict[Stakes, Sums] = {}
        self._names: dict[str, None] = {}

    def own(self, hand: Reviewed) -> PlayerReview | None:
        """The player whose results these are: the one asked for, or the one the cards were dealt to."""
        name = hand.hand.hero if self.hero is None else self.hero
        return next((player for player in hand.players if name and player.player.name == name), None)

    def add(self, hand: Reviewed) -> None:
        """Count one hand."""
        stakes = Stakes.of(hand.hand)
        for player in hand.players:
            self._everybody.setdefault((player.player.name, stakes), Sums()).add(hand, player)
        if own := self.own(hand):
            self._names[own.player.name] = None
            self._own.setdefault(stakes, Sums()).add(hand, own)

    def names(self) -> list[str]:
        """Everybody there is."""
        return list(dict.fromkeys(name for name, _ in self._everybody))

    @property
    def name(self) -> str:
        """Whose results these are; with several names, as where seats stand for them, "hero"."""
        return next(iter(self._names)) if len(self._names) == 1 else "hero"

    def lines(self) -> Iterator[Line]:
        """The own lines, or those of everybody where no cards were dealt to one; most hands first."""
        if self._own or self.hero is not None:
            lines = [Line(self.name, stakes, sums) for stakes, sums in self._own.items()]
        else:
            lines = [Line(name, stakes, sums) for (name, stakes), sums in self._everybody.items()]
        yield from sorted(lines, key=lambda line: -line.sums.hands)

    def totals(self) -> Iterator[Line]:
        """The own lines added up for each kind of money that has several."""
        kinds: dict[Stakes, list[Sums]] = {}
        for stakes, sums in self._own.items():
            kind = Stakes("", "", 0, 0, stakes.currency, stakes.unit, stakes.tournament)
            kinds.setdefault(kind, []).append(sums)
        for kind, several in kinds.items():
            if len(several) > 1:
                yield Line(self.name, kind, sum(several, Sums()))


class Counts(NamedTuple):
    """How many files there were and could not be read, and what became of the hands of the others.

    `read`, `refused` and `others` (hands of other games) are all hands; `matching` are those
    of the hands read that were asked for.
    """

    files: int
    failed: int
    read: int
    refused: int
    others: int
    matching: int

    @property
    def hands(self) -> int:
        """All hands of the files."""
        return self.read + self.refused + self.others


class Point(NamedTuple):
    """Where a player stands after a hand: what he won so far, and what by his expectation."""

    number: int
    net: int
    net_by_ev: Fraction


class Curve:
    """How winnings of one kind of money went, hand after hand."""

    def __init__(self) -> None:
        self._hands: list[tuple[str, int, int, Fraction]] = []

    def add(self, date: str, number: int, player: PlayerReview) -> None:
        """Count a hand; `number` is how whoever draws the curve calls it."""
        self._hands.append((date, number, player.player.net, player.net_by_ev))

    def points(self) -> list[Point]:
        """The sums after each hand, by date if every hand has one, else as they were added."""
        hands = self._hands
        if all(date for date, *_ in hands):
            hands = sorted(hands, key=lambda hand: hand[0])
        points = []
        net, by_ev = 0, Fraction(0)
        for _, number, won, expected in hands:
            net += won
            by_ev += expected
            points.append(Point(number, net, by_ev))
        return points
