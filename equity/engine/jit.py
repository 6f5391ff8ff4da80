"""The one decorator of compiled code, its array types, and the bit operations it needs.

Only modules of compiled code import this one; it imports numba.

Kernels take flat arrays and integers, write into arrays handed in, allocate nothing
and raise nothing: so the same source compiles for numpy arrays and for bare pointers
(see equity.engine.native). Array arguments carry one of the types below.
"""

from collections.abc import Callable
from typing import Annotated, Any, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.core import types
from numba.extending import intrinsic


class Array(Protocol):
    """What a kernel may do with an array or a pointer."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, value: int, /) -> None: ...


Bytes = Annotated[Array, "uint8"]
Words = Annotated[Array, "uint16"]
Counts = Annotated[Array, "uint32"]
Ints = Annotated[Array, "int64"]

int64 = cast(Callable[[int], int], np.int64)
"""Table entries pass through this: numba makes a float of a sum of uint64 and int64, and
uint64 of a sum of small unsigned numbers."""
uint64 = cast(Callable[[int], int], np.uint64)

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {"error_model": "numpy"}
"""No fastmath and no parallel=True: threads share out chunks instead, which compiles
2.3 times quicker and leaves Ctrl-C alive. error_model "numpy" drops the checks for
division by zero, which a kernel must not raise."""


def njit(function: Function) -> Function:
    """Compile `function` in nopython mode when it is first called.

    Not with numba's own cache: equity.engine.native keeps what is compiled, while numba
    would judge a cached kernel by its own file alone and run stale code after a change in
    a helper's file, and fails outright where a disk is full.
    """
    compiled: Function = numba.njit(nogil=True, **OPTIONS)(function)
    return compiled


@intrinsic
def _ctpop(_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _cttz(_context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        from llvmlite import ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


def _plain_popcount(value: int) -> int:
    return int(value).bit_count()


def _plain_lowest_bit(value: int) -> int:
    return (int(value) & -int(value)).bit_length() - 1


_plain = bool(numba.config.DISABLE_JIT)

popcount: Callable[[int], int] = _plain_popcount if _plain else _ctpop
"""The number of one bits of a non-negative integer."""

lowest_bit: Callable[[int], int] = _plain_lowest_bit if _plain else _cttz
"""The position of the lowest one bit of a positive integer."""
