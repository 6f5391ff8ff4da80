"""Numbers that compiled and plain code share: how board classes and hands are packed."""

# A class of boards is one integer:
# rank multiset | mask << MASK_SHIFT | suit << SUIT_SHIFT | weight << WEIGHT_SHIFT,
# where suit is NO_FLUSH and mask 0 without three cards of a suit.
MASK_SHIFT, SUIT_SHIFT, WEIGHT_SHIFT = 13, 26, 29
NO_FLUSH = 4

# A written-out hand is a row of HAND integers:
# the number of pairs, up to 15 pairs, four suit masks, the low ranks.
HAND = 24
PAIR_COUNT, FIRST_PAIR, SUITS, LOW = 0, 1, 16, 20

# How much room kernels need, in integers.
BOARD_SCRATCH = 2 * 6188 + 3 * 13 + 5 * 5 + 2 * 91
RANDOMS_SCRATCH = 1024
SAMPLING_SCRATCH = 52 + 5
