"""What a hand was worth: the values that `review` gives."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from equity.history.model import HandHistory
from equity.history.replayed import Player, Replayed

Shares = tuple[tuple[str, Fraction], ...]
"""Names, and the share of a pot that each can expect."""


@dataclass(frozen=True, slots=True)
class PotShares:
    """A pot and the shares of all who contend for it; `estimated` if a hand among theirs is unknown."""

    amount: int
    shares: Shares
    estimated: bool


@dataclass(frozen=True, slots=True)
class StreetReview:
    """A street on one run-out, 0 for the first and usually only one.

    `pot` is everything put in and `stacks` what the players not folded have left as it begins.
    `pots` are those that its betting leaves, with the shares of the hands left in them on this
    board (where that is one hand, of those that began the street); empty where fewer than two
    hands are known. `equities` are the shares of all pots together, of the hands that the file
    shows.
    """

    street: str
    run_out: int
    board: str
    pot: int
    stacks: tuple[tuple[str, int], ...]
    pots: tuple[PotShares, ...]
    equities: Shares

    @property
    def estimated(self) -> bool:
        """Whether unknown hands, taken for random, are among them."""
        return any(pot.estimated for pot in self.pots)


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player's result beside what he could expect, in minor units.

    `ev` is what his equity was worth when nobody could bet any more, net of rake, and without
    an all-in before the last card what he got. `estimated` if that rests on unknown hands.
    `rake` is his part of the rake, in proportion to what he put in, to the whole unit; the
    parts of all add up to it.
    """

    player: Player
    ev: Fraction
    estimated: bool
    rake: int

    @property
    def luck(self) -> Fraction:
        """What he got above his expectation."""
        return self.player.got - self.ev

    @property
    def net_by_ev(self) -> Fraction:
        """What he would have won with neither good nor bad luck."""
        return self.player.net - self.luck


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A hand replayed and reviewed; `players` are by seat number."""

    replayed: Replayed
    streets: tuple[StreetReview, ...]
    players: tuple[PlayerReview, ...]

    @property
    def hand(self) -> HandHistory:
        """The hand as its file tells it."""
        return self.replayed.hand

    @property
    def total_pot(self) -> int:
        """All that was won, rake included."""
        return sum(pot.amount for pot in self.replayed.pots) + self.replayed.rake

    def to_dict(self) -> dict[str, object]:
        """The review as plain values, ready for JSON."""
        hand, replayed = self.hand, self.replayed
        return {
            "file": hand.file,
            "line": hand.line,
            "n": hand.n,
            "site": hand.site,
            "id": hand.id,
            "game": hand.game,
            "limit": hand.limit,
            "date": hand.date,
            "currency": hand.currency,
            "unit": hand.unit,
            "small_blind": hand.small_blind,
            "big_blind": hand.big_blind,
            "ante": hand.ante,
            "button": hand.button,
            "boards": list(hand.boards),
            "pots": [{"amount": pot.amount, "eligible": list(pot.eligible)} for pot in replayed.pots],
            "rake": replayed.rake,
            "rake_inferred": replayed.rake_inferred,
            "streets": [
                {
                    "street": street.street,
                    "board": street.board,
                    "pot": street.pot,
                    "equities": {name: float(share) for name, share in street.equities},
                }
                for street in self.streets
            ],
            "allin_street": replayed.allin_street,
            "players": [_player(review) for review in self.players],
            "findings": [finding._asdict() for finding in replayed.findings],
            "paid_as_stated": replayed.paid_as_stated,
        }


def _player(review: PlayerReview) -> dict[str, object]:
    player = review.player
    return {
        "name": player.name,
        "seat": player.seat,
        "cards": player.cards,
        "put_in": player.put_in,
        "returned": player.returned,
        "got": player.got,
        "net": player.net,
        "cashed_out": player.cashed_out,
        "ev": float(review.ev),
        "ev_estimated": review.estimated,
        "luck": float(review.luck),
    }
