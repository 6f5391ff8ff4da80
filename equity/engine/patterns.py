"""How a hand pattern is laid out in integers, for plain and compiled code.

First how many cards the pattern names, the suits and the ranks it names as fixed parts
(bit masks), which its variables do not take, and how many different suits and ranks its
variables must find. Then CARD integers for each card:

FIXED           the cards that need no variable, a 52-bit mask by card number
SUIT_VARIABLES  for each of the variables w x y z the ranks with which its suit will do
RANK_VARIABLE   number of the card's rank variable, or -1
RANK_SUITS      suits that will do with a rank variable, a 4-bit mask; or 16 + a suit variable
BRACE           number of the group of cards without a common rank, or -1
POSSIBLE        every card that may match, whatever the variables, a 52-bit mask
ALIKE           1 when the card is like the one before it, so that trying both orders is idle
"""

CARDS, NAMED_SUITS, NAMED_RANKS, SUITS_WANTED, RANKS_WANTED, FIRST_CARD = range(6)
CARD = 10
FIXED, SUIT_VARIABLES, RANK_VARIABLE, RANK_SUITS, BRACE, POSSIBLE, ALIKE = 0, 1, 5, 6, 7, 8, 9
SUIT_BOUND_BY_VARIABLE = 16
PATTERN = FIRST_CARD + 6 * CARD

# How sets of hands are combined.
UNION, AND, WITHOUT = 0, 1, 2

MATCH_SCRATCH = 48 + 6 * 52
"""Integers that matching needs to work in."""
