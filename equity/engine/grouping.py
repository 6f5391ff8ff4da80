"""Equal rows of integers found by hashing."""

from equity.engine.jit import Ints, int64, njit, uint64

FACTOR = uint64(0x9E3779B97F4A7C15)


@njit
def group_rows(rows: Ints, count: int, width: int, table: Ints, size: int, firsts: Ints, groups: Ints) -> int:
    """Number the rows so that equal ones have one number; return how many numbers there are.

    A row whose first integer is negative gets -1. `firsts` gets the first row of each
    number; `table` holds `size` zeros, a power of two of at least twice `count`.
    """
    found = 0
    for i in range(count):
        row = i * width
        if rows[row] < 0:
            groups[i] = -1
            continue
        code = uint64(0)
        for j in range(width):
            code = (code ^ uint64(rows[row + j])) * FACTOR
            code = code ^ (code >> uint64(29))
        at = int64(code & uint64(size - 1))
        while True:
            group = table[at] - 1
            if group < 0:
                table[at] = found + 1
                firsts[found], groups[i] = i, found
                found += 1
                break
            other = firsts[group] * width
            j = 0
            while j < width and rows[other + j] == rows[row + j]:
                j += 1
            if j == width:
                groups[i] = group
                break
            at = (at + 1) & (size - 1)
    return found
