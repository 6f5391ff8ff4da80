"""Review: what the hands of a replayed hand were worth, street by street and when the money was in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from equity import games
from equity.games import Game
from equity.history.model import BOARD_SIZES
from equity.history.replayed import Pot, Replayed, StreetView
from equity.history.reviewed import PlayerReview, PotShares, Reviewed, Shares, StreetReview
from equity.history.shares import pot_shares


def review(replayed: Replayed, *, live_only: bool = False) -> Reviewed:
    """The equities of a hand and its result beside its expectation.

    All cards known to be out of play are dead: shown hands that folded or cannot win the pot,
    and of a board run out again the run-outs before. With `live_only` folded hands are not.
    A hand that contends and that nobody has seen counts as random.
    """
    table = _Table(replayed, live_only)
    return Reviewed(replayed, tuple(table.streets()), tuple(table.players()))


class _Table:
    """The hand under review and what is known of its cards."""

    def __init__(self, replayed: Replayed, live_only: bool):
        self.replayed = replayed
        self.views = replayed.streets
        self.game = games.find_game(replayed.hand.game)
        self.known = _known(replayed, self.game)
        streets = [view.street for view in self.views]
        self.all_in = streets.index(replayed.allin_street) if replayed.allin_street in streets else None
        folded = {player.name for player in replayed.players if player.folded}
        self.ignored = folded if live_only else set()

    # Street by street

    def streets(self) -> Iterable[StreetReview]:
        """Each street of each run-out, as they were dealt."""
        run_outs = max((len(view.boards) for view in self.views), default=0)
        for run_out in range(run_outs):
            for place, view in enumerate(self.views):
                if run_out == 0 or run_out < len(view.boards):
                    yield self._street(place, view, run_out)

    def _street(self, place: int, view: StreetView, run_out: int) -> StreetReview:
        board = view.boards[run_out]
        contested = self._contested(place)
        pots: tuple[PotShares, ...] = ()
        contenders = {name for pot in contested for name in pot.eligible}
        if len(contenders & self.known.keys()) > 1 and len(board) in _sizes(view.street, self.game):
            earlier = [card for other in view.boards[:run_out] for card in _cards(other)]
            pots = self._shares(contested, board, earlier, quick=place != self.all_in) or ()
        return StreetReview(view.street, run_out, board, view.pot, view.stacks, pots, self._together(pots))

    def _contested(self, place: int) -> tuple[Pot, ...]:
        """The pots after the betting of a street, or before it if it left one hand alone."""
        if self.all_in is not None and place >= self.all_in:
            return self.replayed.pots
        later = self.views[place + 1 : place + 2]
        after = later[0].pots if later else self.replayed.pots
        alone = len({name for pot in after for name in pot.eligible}) < 2
        return self.views[place].pots if alone else after

    def _shares(
        self, pots: Iterable[Pot], board: str, gone: Iterable[str], *, quick: bool = False
    ) -> tuple[PotShares, ...] | None:
        """What the contenders of each pot can expect of it; None where no answer is possible."""
        result = []
        for pot in pots:
            hands = tuple(self.known.get(name, "") for name in pot.eligible)
            dead = {
                card
                for name, held in self.known.items()
                if name not in pot.eligible and name not in self.ignored
                for card in _cards(held)
            }
            dead = dead.union(gone).difference(_cards(board))
            shares = pot_shares(self.game.name, hands, board, "".join(sorted(dead)), quick=quick)
            if shares is None:
                return None
            estimated = len(hands) > 1 and not all(hands)
            result.append(PotShares(pot.amount, tuple(zip(pot.eligible, shares, strict=True)), estimated))
        return tuple(result)

    def _together(self, pots: Sequence[PotShares]) -> Shares:
        """The share of all pots of each hand that is known."""
        total = sum(pot.amount for pot in pots)
        worth = _worth(pots)
        return tuple((name, amount / total) for name, amount in worth.items() if total and name in self.known)

    # The all-in

    def players(self) -> Iterable[PlayerReview]:
        """Everybody's result beside the expectation when the money was in."""
        replayed = self.replayed
        pots = self._when_the_money_was_in()
        worth = _worth(pots or ())
        guessed = {name for pot in pots or () if pot.estimated for name, _ in pot.shares}
        rakes = in_proportion(replayed.rake, [player.put_in - player.returned for player in replayed.players])
        for player, rake in zip(replayed.players, rakes, strict=True):
            ev = Fraction(player.got) if pots is None else worth.get(player.name, Fraction(0))
            yield PlayerReview(player, ev, player.name in guessed, rake)

    def _when_the_money_was_in(self) -> tuple[PotShares, ...] | None:
        """The pots and shares when nobody could bet any more; None without such a moment."""
        if self.all_in is None:
            return None
        view = self.views[self.all_in]
        board = _common(view.boards)
        if len(board) not in _sizes(view.street, self.game):
            return None
        return self._shares(self.replayed.pots, board, ())


def in_proportion(amount: int, weights: Sequence[int]) -> list[int]:
    """The amount in whole parts in proportion to the weights; odd units go to the largest remainders.

    >>> in_proportion(10, [5, 5, 20])
    [2, 2, 6]
    """
    total = sum(weights)
    if not total:
        return [0] * len(weights)
    parts = [amount * weight // total for weight in weights]
    places = sorted(range(len(weights)), key=lambda place: -(amount * weights[place] % total))
    for place in places[: amount - sum(parts)]:
        parts[place] += 1
    return parts


def _known(replayed: Replayed, game: Game) -> dict[str, str]:
    """The hands that the file shows in full, by name; those with a card of another or of a board are not."""
    lying = {card for board in replayed.hand.boards for card in _cards(board)}
    known = {}
    for player in replayed.players:
        held = _cards(player.cards)
        if len(held) == game.hole == len(set(held)) and lying.isdisjoint(held):
            known[player.name] = player.cards
            lying.update(held)
    return known


def _sizes(street: str, game: Game) -> tuple[int, ...]:
    """How long the text of a board on a street may be."""
    if street in BOARD_SIZES:
        return (2 * BOARD_SIZES[street],)
    return tuple(2 * size for size in game.boards if size < BOARD_SIZES["flop"])


def _common(boards: Sequence[str]) -> str:
    """The cards in which boards agree from the first on."""
    size = len(min(boards, key=len))
    while any(board[:size] != boards[0][:size] for board in boards):
        size -= 2
    return boards[0][:size]


def _worth(pots: Iterable[PotShares]) -> dict[str, Fraction]:
    """What the shares of pots come to for each player."""
    worth: dict[str, Fraction] = {}
    for pot in pots:
        for name, share in pot.shares:
            worth[name] = worth.get(name, Fraction(0)) + pot.amount * share
    return worth


def _cards(text: str) -> list[str]:
    return [text[place : place + 2] for place in range(0, len(text), 2)]
