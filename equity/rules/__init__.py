"""The rules of betting and of the pot, in whole minor units: pure values, no cards."""

from equity.rules.limits import Stakes, fixed_limit, no_limit, pot_limit
from equity.rules.posts import Post, PostKind, start, usual_posts
from equity.rules.pot import Pot, Strength, award, net_of_rake, pots, uncalled
from equity.rules.state import (
    Action,
    Kind,
    Legal,
    Refusal,
    State,
    apply,
    legal,
    next_street,
    play,
    refusal,
    return_uncalled,
    showdown_order,
)

__all__ = [
    "Action",
    "Kind",
    "Legal",
    "Post",
    "PostKind",
    "Pot",
    "Refusal",
    "Stakes",
    "State",
    "Strength",
    "apply",
    "award",
    "fixed_limit",
    "legal",
    "net_of_rake",
    "next_street",
    "no_limit",
    "play",
    "pot_limit",
    "pots",
    "refusal",
    "return_uncalled",
    "showdown_order",
    "start",
    "uncalled",
    "usual_posts",
]
