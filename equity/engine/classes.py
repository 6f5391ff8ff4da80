"""Classes of hands equal up to suits: their numbers, their order, the hands in a run of them.

Hands are numbered as in equity.engine.matching.
"""

from equity.engine.jit import Bytes, Counts, Ints, int64, njit
from equity.engine.layout import RANKING_SCRATCH
from equity.engine.matching import canonical_number, fill_numbers, is_canonical, next_hand, seek_hand


@njit
def number_classes(hole: int, hands: int, scratch: Ints, classes: Counts, sizes: Bytes) -> int:
    """Write the number of each hand's class, and how many hands each class has.

    Classes are numbered as the hands that stand for them. `sizes` are zeros for at least
    as many classes as there are. Returns how many there are.
    """
    fill_numbers(scratch, hole)
    count = 0
    seek_hand(scratch, 0, hole)
    for number in range(hands):
        if is_canonical(scratch, hole):
            classes[number] = count
            count += 1
        next_hand(scratch, hole)
    seek_hand(scratch, 0, hole)
    for number in range(hands):
        if not is_canonical(scratch, hole):
            classes[number] = classes[canonical_number(scratch, hole)]
        sizes[int64(classes[number])] += 1
        next_hand(scratch, hole)
    return count


@njit
def rank_classes(
    values: Counts, sizes: Bytes, kinds: int, scratch: Ints, order: Counts, positions: Counts
) -> int:
    """Write how many hands are in classes at least as good as each, itself included.

    The class of the highest value comes first, of equal ones that with the lower number.
    `order` has room for all `kinds` twice, `scratch` for RANKING_SCRATCH integers. Returns
    how many hands there are.
    """
    for kind in range(kinds):
        order[kind] = kind
    source, target = 0, kinds
    for shift in (0, 16):  # a stable counting sort by the lower half, then by the upper one
        for digit in range(RANKING_SCRATCH):
            scratch[digit] = 0
        for kind in range(kinds):
            scratch[0xFFFF - (int64(values[kind]) >> shift & 0xFFFF) + 1] += 1
        for digit in range(1, RANKING_SCRATCH):
            scratch[digit] += scratch[digit - 1]
        for place in range(kinds):
            kind = int64(order[source + place])
            digit = 0xFFFF - (int64(values[kind]) >> shift & 0xFFFF)
            order[target + scratch[digit]] = kind
            scratch[digit] += 1
        source, target = target, source
    reached = 0
    for place in range(kinds):
        kind = int64(order[source + place])
        reached += int64(sizes[kind])
        positions[kind] = reached
    return reached


@njit
def take_classes(
    classes: Counts, positions: Counts, hands: int, above: int, upto: int, weights: Bytes
) -> int:
    """Write weight 1 for each hand whose class has a position beyond `above` and at most `upto`,
    else 0; return how many have 1."""
    count = 0
    for number in range(hands):
        position = int64(positions[int64(classes[number])])
        inside = int64(above < position) & int64(position <= upto)
        weights[number] = inside
        count += inside
    return count
