"""Taking counted outcomes out of their dense array."""

from equity.engine.jit import Ints, njit


@njit
def collect(outcomes: Ints, size: int, found: Ints) -> int:
    """Move the nonzero counts to `found` as (outcome, count) pairs; return how many there are.

    `outcomes` is all zeros afterwards; `found` has room for 2 * size integers. With ten
    players there are a million outcomes and a few thousand that happen.
    """
    count = 0
    for outcome in range(size):
        if outcomes[outcome] != 0:
            found[2 * count] = outcome
            found[2 * count + 1] = outcomes[outcome]
            outcomes[outcome] = 0
            count += 1
    return count
