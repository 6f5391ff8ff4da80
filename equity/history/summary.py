"""Sums over many reviewed hands: by player, game and stakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm
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

    def finer(self, times: int) -> Stakes:
        """The same with amounts in a unit of which the old one has so many."""
        return self._replace(small=self.small * times, big=self.big * times, unit=self.unit * times)

    @property
    def money(self) -> Stakes:
        """Only the kind of money, whatever the game, the stakes and the unit: what can be added up."""
        return Stakes("", "", 0, 0, self.currency, 1, self.tournament)


@dataclass(slots=True)
class Sums:
    """What hands came to for a player, in minor units.

    `all_ins` counts hands in which nobody could bet any more before the last card and he was
    in; `showdowns` those in which he held cards to the end against others, and `won` those of
    them from which he got something. `cash_outs` is what the house paid him for hands that he
    sold above what the rules pay for them, which is what `net` counts.
    """

    hands: int = 0
    net: int = 0
    net_by_ev: Fraction = field(default_factory=Fraction)
    rake: int = 0
    cash_outs: int = 0
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
        if player.player.cashed_out is not None:
            self.cash_outs += player.player.cashed_out - player.player.got
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
            self.cash_outs + other.cash_outs,
            self.all_ins + other.all_ins,
            self.showdowns + other.showdowns,
            self.won + other.won,
            self.estimated or other.estimated,
        )

    def finer(self, times: int) -> Sums:
        """The same with amounts in a unit of which the old one has so many."""
        return replace(
            self,
            net=self.net * times,
            net_by_ev=self.net_by_ev * times,
            rake=self.rake * times,
            cash_outs=self.cash_outs * times,
        )


class Line(NamedTuple):
    """A line of the summary: whose, at which stakes, and the sums."""

    player: str
    stakes: Stakes
    sums: Sums


class Summary:
    """The sums of every player, and of the hero.

    He is the one asked for; else in each hand the one the cards were dealt to whatever his name
    is, and where they were dealt to nobody, the one they were dealt to in the most other hands.
    """

    def __init__(self, hero: str | None = None):
        self.hero = hero
        self._hands = 0
        self._everybody: dict[tuple[str, Stakes], Sums] = {}
        self._own: dict[Stakes, Sums] = {}
        self._undealt: dict[tuple[str, Stakes], Sums] = {}
        self._dealt: Counter[str] = Counter()
        self._names: dict[str, None] = {}

    def own(self, hand: Reviewed) -> PlayerReview | None:
        """The hero's result; where cards were dealt to nobody, ask when all hands are added."""
        name = self.hero or hand.hand.hero or self._usual
        return next((player for player in hand.players if name and player.player.name == name), None)

    def is_open(self, hand: Reviewed) -> bool:
        """Whether the hero depends on the other hands."""
        return self.hero is None and not hand.hand.hero

    @property
    def _usual(self) -> str:
        return max(self._dealt, key=self._dealt.__getitem__, default="")

    def meet(self, hand: Reviewed) -> None:
        """Note who plays, be the hand asked for or not."""
        self._names |= dict.fromkeys(player.player.name for player in hand.players)

    def add(self, hand: Reviewed) -> None:
        """Count one hand."""
        self.meet(hand)
        self._hands += 1
        stakes = Stakes.of(hand.hand)
        for player in hand.players:
            self._everybody.setdefault((player.player.name, stakes), Sums()).add(hand, player)
            if self.is_open(hand):
                self._undealt.setdefault((player.player.name, stakes), Sums()).add(hand, player)
        if not self.is_open(hand) and (own := self.own(hand)):
            self._dealt[own.player.name] += 1
            self._own.setdefault(stakes, Sums()).add(hand, own)

    def names(self) -> list[str]:
        """Everybody there is."""
        return list(self._names)

    @property
    def name(self) -> str:
        """Whose results these are; with several names, as where seats stand for them, "hero"."""
        return self.hero or (self._usual if len(self._dealt) == 1 else "hero")

    @property
    def missed(self) -> int:
        """Hands in which the hero has no part, 0 where there is none."""
        own = self._results()
        return self._hands - sum(sums.hands for sums in own.values()) if own else 0

    def _results(self) -> dict[Stakes, Sums]:
        """The hero's sums, all of one kind of money in its smallest unit."""
        usual = [(stakes, sums) for (name, stakes), sums in self._undealt.items() if name == self._usual]
        several = [*self._own.items(), *usual]
        units: dict[Stakes, int] = {}
        for stakes, _ in several:
            units[stakes.money] = lcm(units.get(stakes.money, 1), stakes.unit)
        own: dict[Stakes, Sums] = {}
        for stakes, sums in several:
            times = units[stakes.money] // stakes.unit
            same = stakes.finer(times)
            own[same] = own.get(same, Sums()) + sums.finer(times)
        return own

    def lines(self) -> Iterator[Line]:
        """The hero's lines, or those of everybody where there is none; most hands first."""
        own = self._results()
        if own or self.hero is not None:
            lines = [Line(self.name, stakes, sums) for stakes, sums in own.items()]
        else:
            lines = [Line(name, stakes, sums) for (name, stakes), sums in self._everybody.items()]
        yield from sorted(lines, key=lambda line: -line.sums.hands)

    def totals(self) -> Iterator[Line]:
        """The hero's lines added up for each kind of money that has several."""
        kinds: dict[Stakes, list[Line]] = {}
        for line in self.lines() if self._results() else ():
            kinds.setdefault(line.stakes.money, []).append(line)
        for kind, several in kinds.items():
            if len(several) > 1:
                total = sum((line.sums for line in several), Sums())
                yield Line(self.name, kind._replace(unit=several[0].stakes.unit), total)


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
        self._hands: list[tuple[str, int, int, int, Fraction]] = []

    def add(self, date: str, number: int, unit: int, player: PlayerReview) -> None:
        """Count a hand; `number` is how whoever draws the curve calls it."""
        self._hands.append((date, number, unit, player.player.net, player.net_by_ev))

    @property
    def unit(self) -> int:
        """That of the points: the smallest there is."""
        return lcm(*{unit for _, _, unit, *_ in self._hands})

    def points(self) -> list[Point]:
        """The sums after each hand, by date if every hand has one, else by number."""
        dated = all(date for date, *_ in self._hands)
        hands = sorted(self._hands, key=lambda hand: (hand[0] if dated else "", hand[1]))
        whole = self.unit
        points = []
        net, by_ev = 0, Fraction(0)
        for _, number, unit, won, expected in hands:
            net += won * (whole // unit)
            by_ev += expected * (whole // unit)
            points.append(Point(number, net, by_ev))
        return points
