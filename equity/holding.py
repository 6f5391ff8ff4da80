"""A starting hand by itself: where it stands among all hands, what it is worth, its shape."""

from typing import NamedTuple

from equity import cards
from equity.errors import CardError
from equity.games import Game
from equity.options import make_options
from equity.ranges.orderings import KINDS, classes, hand_number, load, ordering_game, ordering_games
from equity.shape import Shape, groups_in_words, ranks_in_words, shape_of, suits_in_words
from equity.solve import Progress, solve
from equity.spot import RANDOM, make_spot


class Standing(NamedTuple):
    """Where a hand stands in one ordering.

    `position` is how many of all (`of`) hands are in classes at least as good, `percentile` the
    same in percent: so X% holds the hand from `percentile` on. `value` is an equity (vr) or
    what one unit put in brings back (6h), with its `standard_error`, 0 where it is exact.
    """

    kind: str
    game: str
    percentile: float
    position: int
    of: int
    value: float
    standard_error: float


class Holding(NamedTuple):
    """What is told of a starting hand.

    `equity` is that against one random hand before the flop, 0 to 1; `method` says where it
    comes from ("exact" or "monte-carlo"), `standard_error` bounds its error. `alike` is how
    many hands differ from this one by suits only, itself included.
    """

    game: str
    hand: str
    equity: float
    standard_error: float
    method: str
    alike: int
    shape: Shape
    suits: str
    pairs: str
    ranks: str
    standings: tuple[Standing, ...]

    def to_dict(self) -> dict[str, object]:
        """The same as plain values, ready for JSON."""
        shape = self.shape
        return self._asdict() | {
            "shape": {
                "suit_class": shape.suit_class,
                "suits": list(shape.suits),
                "groups": [{"rank": cards.RANKS[rank], "count": count} for rank, count in shape.groups],
                "ranks": "".join(cards.RANKS[rank] for rank in shape.ranks),
                "missing": list(shape.missing),
                "rundown": shape.is_rundown,
                "lows": "".join(cards.RANKS[rank] for rank in shape.lows),
            },
            "standings": [standing._asdict() for standing in self.standings],
        }


def describe(
    hand: str, game: str | None = None, *, exact: bool = False, progress: Progress | None = None
) -> Holding:
    """What is to be told of a written-out starting hand.

    Its equity comes from the shipped ordering, exact with four cards and else a close
    estimate; `exact` counts it now, which takes seconds. Raises an EquityError.
    """
    spot = make_spot([hand], game=game, alone=True)
    held = spot.seats[0]
    if not isinstance(held, tuple):
        raise CardError(
            f"a hand of written-out cards is told of here, such as AsKs9h8h, not {hand.strip()[:40]!r}; "
            "omaha-equity range counts the hands of a range",
            hand,
        )
    standings = tuple(_standing(held, kind, other) for other in _games_of(spot.game) for kind in KINDS)
    versus = next(s for s in standings if (s.kind, s.game) == ("vr", ordering_game(spot.game).name))
    equity, error = versus.value, versus.standard_error
    if exact and error > 0:
        player = solve(
            make_spot([hand, RANDOM], game=spot.game.name), make_options(exact=True), progress
        ).players[0]
        equity, error = player.equity, player.standard_error
    shape = shape_of(held)
    kinds = classes(len(held))
    return Holding(
        game=spot.game.name,
        hand=cards.text(held),
        equity=equity,
        standard_error=error,
        method="monte-carlo" if error else "exact",
        alike=kinds.sizes[kinds.of_hand[hand_number(held)]],
        shape=shape,
        suits=suits_in_words(held),
        pairs=groups_in_words(shape),
        ranks=ranks_in_words(shape),
        standings=standings,
    )


def _games_of(game: Game) -> tuple[Game, ...]:
    """The games of as many hole cards that have orderings, this one's first."""
    return tuple(sorted(ordering_games(game.hole), key=lambda other: other.low != game.low))


def _standing(held: tuple[int, ...], kind: str, game: Game) -> Standing:
    kinds = classes(game.hole)
    number = kinds.of_hand[hand_number(held)]
    ordering = load(kind, game.name, game.hole)
    position, of = ordering.positions[number], len(kinds.of_hand)
    return Standing(
        kind=kind,
        game=game.name,
        percentile=100 * position / of,
        position=position,
        of=of,
        value=ordering.value(number, kind),
        standard_error=KINDS[kind].errors[game.hole],
    )
