"""Numbers that compiled and plain code share: how board classes and hands are packed."""

# A class of boards is one integer:
# rank multiset | mask << MASK_SHIFT | suit << SUIT_SHIFT | weight << WEIGHT_SHIFT,
# where suit is NO_FLUSH and mask 0 without three cards of a suit.
MASK_SHIFT, SUIT_SHIFT, WEIGHT_SHIFT = 13, 26, 29
NO_FLUSH = 4

# A written-out hand is a row of HAND integers:
# the number of pairs, up to 15 pairs, four suit masks, the low ranks.
MAX_HOLE = 6
HAND = 24
PAIR_COUNT, FIRST_PAIR, SUITS, LOW = 0, 1, 16, 20

# How much room kernels need, in integers.
BOARD_SCRATCH = 2 * 6188 + 3 * 13 + 5 * 5 + 2 * 91
RANDOMS_SCRATCH = 1024
SAMPLING_SCRATCH = 52 + 5 + 10 * 6

# Sets of cards that two hands may share, but for a whole hand: by number of hole cards how
# many there are, and by size where those of a size start (equity.engine.versus).
SUBSET_STARTS = (0, 1, 53, 1379, 23_479, 294_204)
SUBSETS = {4: 23_479, 5: 294_204, 6: 2_893_164}
VERSUS_SCRATCH = 52 * 52 + 5 * 52 + 6 + 9 + 2 * 7464

RANKING_SCRATCH = 0x10001

# Deals behind the sampled orderings: the side of the cube of credits (at most eleven hands
# are dealt at once); how many integers each class of hands has for its five tallies, a line of
# the processor's cache; room for MOST_DEALT hands of 7 integers on a board; and the bits that
# say in which game a class goes on.
CREDIT_SIDE = 11
DEAL_TALLY = 8
MOST_DEALT = 10_000
DEALING_SCRATCH = 52 * 52 + 6 * 52 + 2 * 52 + 7 * MOST_DEALT
HIGH_ONLY, HILO = 1, 2

# A row of a table, once its text is split: where it starts and stops, the line it starts in,
# and what is wrong with it.
ROW = 4
ROW_START, ROW_STOP, ROW_LINE, ROW_FAULTS = 0, 1, 2, 3
WRONG_COUNT, TEXT_AFTER_QUOTE, OPEN_QUOTE, DOUBLED_QUOTE = 1, 2, 4, 8
"""Bits of ROW_FAULTS; the last is none, but says that a cell to be read holds a doubled quote."""

# The cells of a row that say what the spot is, in this order; then its hands.
BOARD_CELL, DEAD_CELL, GAME_CELL, HAND_CELLS = 0, 1, 2, 3

# A written-out spot is a row of SPOT integers: twice the number of hole cards plus one for
# hi/lo, or NOT_PLAIN; the number of players; and board, dead cards and hands as masks with
# the bit suit * 13 + rank a card.
MAX_PLAYERS = 10
SPOT = 4 + MAX_PLAYERS
SPOT_KIND, SPOT_PLAYERS, SPOT_BOARD, SPOT_DEAD, SPOT_HANDS = 0, 1, 2, 3, 4
NOT_PLAIN = -1

# What a spot comes to: players, deals, then for each player the parts of the pot won with
# the high and the low hand over all deals (a pot being 2 * lcm(1 .. players)), and scoops.
TALLY = 2 + 3 * MAX_PLAYERS
TALLY_PLAYERS, TALLY_DEALS, TALLY_SHARES = 0, 1, 2

READING_SCRATCH = 4 * MAX_PLAYERS
