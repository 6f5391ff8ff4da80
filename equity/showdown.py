"""Who shows down what: each hand's best high and low on a full board, and who wins it.

Plain Python over the rules of equity.ranking: a hand tries some hundred combinations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from equity import cards, ranking
from equity.errors import SpotError
from equity.ranking import ACE, High, Low
from equity.result import PlayerResult, Tally, player_result
from equity.spot import BOARD, Spot, make_spot
from equity.wording import RANK_NAMES, counted, rank_names

if TYPE_CHECKING:
    from equity.ranges.value import Range

_LOW_DIGITS = "A2345678"


class Best(NamedTuple):
    """The best high or low of a hand.

    `cards` are the five, the two of `from_hand` and the three of `from_board`; `category`
    says it in words; a greater `strength` beats a smaller one and an equal one ties, among
    highs and among lows.
    """

    cards: str
    from_hand: str
    from_board: str
    category: str
    strength: int


class Showing(NamedTuple):
    """What one hand shows in a `game`: `low` is None in a high-only one or without a low.

    `note` says why a better-looking five cards do not count, "" if there are none.
    """

    game: str
    hand: str
    high: Best
    low: Best | None
    note: str


class Showdown(NamedTuple):
    """All hands on a full board, and the share of the pot that each wins."""

    game: str
    board: str
    dead: str
    no_low: bool
    players: tuple[Showing, ...]
    shares: tuple[PlayerResult, ...]

    def to_dict(self) -> dict[str, object]:
        """The showdown as plain values, ready for JSON."""
        players = []
        for showing, share in zip(self.players, self.shares, strict=True):
            low = showing.low and showing.low._asdict()
            parts = {"equity": share.equity, "hi": share.hi, "lo": share.lo}
            shown = showing._asdict()
            del shown["game"]  # it stands above
            players.append(shown | {"high": showing.high._asdict(), "low": low} | parts)
        return {
            "game": self.game,
            "board": self.board,
            "dead": self.dead,
            "no_low": self.no_low,
            "players": players,
        }


def evaluate(hand: str, board: str, *, game: str | None = None) -> Showing:
    """The best high and low of a hand on a board of three to five cards.

    Exactly two cards of the hand play with exactly three of the board, for the high and,
    on its own, for the low. Raises an EquityError for cards that cannot be.

    >>> showing = evaluate("KcKs4s4d", "Kh9h9d4h2c", game="omaha")
    >>> showing.high.category, showing.high.from_hand, showing.high.from_board
    ('full house, kings full of nines', 'KcKs', 'Kh9h9d')
    >>> print(showing.low)
    None
    >>> evaluate("As2s9hKd", "8c6d4h4dQs").low.category
    '8-6-4-2-A low'
    """
    spot = make_spot([hand], board, game=game, alone=True)
    if len(spot.board) < 3:
        raise SpotError(f"a hand is made with three board cards or more, not {len(spot.board)}", board)
    return _showing(_written_out(spot)[0], spot)


def showdown(
    hands: Sequence[str | Range], board: str, *, dead: str = "", game: str | None = None
) -> Showdown:
    """Every hand's best high and low on a full board, and how the pot is shared.

    >>> result = showdown(["AhQsJc7d", "9s8c5h3h", "KcKs4s4d"], "Kh9h9d4h2c", game="omaha")
    >>> [showing.high.category for showing in result.players]
    ['pair of nines', 'flush, king high', 'full house, kings full of nines']
    >>> [share.equity for share in result.shares]
    [0.0, 0.0, 1.0]
    """
    spot = make_spot(hands, board, dead, game, alone=True)
    if len(spot.board) != BOARD:
        raise SpotError(f"a showdown needs a board of five cards, not {len(spot.board)}", board)
    showings = tuple(_showing(seat, spot) for seat in _written_out(spot))
    players = len(showings)
    highs = [showing.high.strength for showing in showings]
    lows = [showing.low.strength if showing.low else 0 for showing in showings]
    outcomes = {(_winners(highs), _winners(lows)): 1}
    tallies = (Tally(outcomes, player, players) for player in range(players))
    return Showdown(
        spot.game.name,
        cards.text(spot.board),
        cards.text(spot.dead),
        spot.game.low and not any(lows),
        showings,
        tuple(player_result(s.hand, tally, exact=True) for s, tally in zip(showings, tallies, strict=True)),
    )


def _written_out(spot: Spot) -> list[tuple[int, ...]]:
    hands = [seat for seat in spot.seats if isinstance(seat, tuple)]
    if len(hands) < len(spot.seats):
        raise SpotError("here every hand must be written out; random and ranges show nothing")
    return hands


def _winners(strengths: Sequence[int]) -> int:
    """Who holds the greatest strength, as a bit mask; nobody where all are 0."""
    best = max(strengths)
    return sum(1 << player for player, strength in enumerate(strengths) if strength == best > 0)


def _showing(hand: tuple[int, ...], spot: Spot) -> Showing:
    plays = list(_plays(hand, spot.board))
    high_two, high_three = max(plays, key=lambda play: _high((*play[0], *play[1])))
    high = _high((*high_two, *high_three))
    low_play = None
    low_note = ""
    if spot.game.low:
        rated = [
            (low, play) for play in plays if (low := ranking.low_of(c // 4 for c in (*play[0], *play[1])))
        ]
        low_play = min(rated, default=None, key=lambda one: one[0])
        if low_play is None:
            low_note = _why_no_low(hand, spot.board)
    return Showing(
        spot.game.name,
        cards.text(hand),
        _best(high_two, high_three, _high_in_words(high), _packed(high)),
        low_play and _best(*low_play[1], _low_in_words(low_play[0]), ranking.LOWS.index(low_play[0]) + 1),
        "; ".join(filter(None, (_why_not(hand, spot.board, high), low_note))),
    )


def _plays(hand: Sequence[int], board: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every two of the hand with every three of the board."""
    return ((two, three) for two in combinations(hand, 2) for three in combinations(board, 3))


def _high(five: Sequence[int]) -> High:
    suited = len({card % 4 for card in five}) == 1
    return _high_of(tuple(sorted([card // 4 for card in five])), suited)


_high_of = cache(ranking.high_of)
"""Whoever evaluates many hands meets the same ranks again; there are 7,462 kinds of five cards."""


def _best(two: Sequence[int], three: Sequence[int], category: str, strength: int) -> Best:
    return Best(cards.text((*two, *three)), cards.text(two), cards.text(three), category, strength)


def _packed(high: High) -> int:
    """A high as one integer that orders as it does; ranks count from 1, with a low ace as 0."""
    category, *ranks = high
    strength = category
    for place in range(5):
        strength = strength << 4 | (ranks[place] + 1 if place < len(ranks) else 0)
    return strength


def _why_not(hand: Sequence[int], board: Sequence[int], high: High) -> str:
    """Why five cards of a higher category among all of them do not count."""
    tempting = max(combinations((*hand, *board), 5), key=_high)
    category = _high(tempting)[0]
    if category <= high[0]:
        return ""
    from_hand = sum(card in hand for card in tempting)
    article = "" if category in (ranking.TRIPS, ranking.QUADS, ranking.TWO_PAIR) else "a "
    return f"not {article}{ranking.CATEGORIES[category]}: {_takes(from_hand)}"


def _why_no_low(hand: Sequence[int], board: Sequence[int]) -> str:
    """Why five low cards among all of them do not count."""
    lows = [five for five in combinations((*hand, *board), 5) if ranking.low_of(card // 4 for card in five)]
    if not lows:
        return ""
    from_hand = min((sum(card in hand for card in five) for five in lows), key=lambda held: abs(held - 2))
    return f"not a low: {_takes(from_hand)}"


def _takes(from_hand: int) -> str:
    cards_of_hand = counted(from_hand, "card") if from_hand else "no card"
    return f"that takes {cards_of_hand} of the hand, and exactly two play"


def _high_in_words(high: High) -> str:
    category, first = high[0], high[1]
    name = ranking.CATEGORIES[category]
    if category == ranking.STRAIGHT_FLUSH and first == ACE:
        return "royal flush"
    if category in (ranking.STRAIGHT, ranking.FLUSH, ranking.STRAIGHT_FLUSH):
        return f"{name}, {RANK_NAMES[first]} high"
    if category == ranking.HIGH_CARD:
        return f"{name}, {RANK_NAMES[first]}"
    if category == ranking.PAIR:
        return f"{name} of {rank_names(first)}"
    if category == ranking.TWO_PAIR:
        return f"{name}, {rank_names(first)} and {rank_names(high[2])}"
    if category == ranking.FULL_HOUSE:
        return f"{name}, {rank_names(first)} full of {rank_names(high[2])}"
    return f"{name}, {rank_names(first)}"


def _low_in_words(low: Low) -> str:
    return "-".join(_LOW_DIGITS[rank] for rank in low) + " low"
