"""Owns the compiled kernels: compiles each once per machine, then loads its object code.

A numba program cannot start in less than half a second: numba's import and its first
dispatch take that. So a kernel is compiled once, by `numba.cfunc` over bare pointers, and
its object code kept (see equity.engine.cache); later processes hand it to llvmlite's
linker, importing neither numba nor numpy. ctypes releases the interpreter lock during a
call, so threads run kernels side by side. Where this road is closed, kernels run through
numba's own dispatch: slower to start, equal in answers.
"""

import ctypes
import os
import signal
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache as once
from typing import Any, Literal

from equity.engine import cache

KERNELS = {
    "board_classes": "equity.engine.boards",
    "known_hands": "equity.engine.known",
    "against_randoms": "equity.engine.randoms",
    "sample_deals": "equity.engine.sampling",
    "collect": "equity.engine.outcomes",
    "match_patterns": "equity.engine.matching",
    "copy_classes": "equity.engine.matching",
    "combine_hands": "equity.engine.matching",
    "remove_cards": "equity.engine.matching",
    "list_hands": "equity.engine.matching",
    "ranges_versus": "equity.engine.versus",
    "count_pairs": "equity.engine.versus",
    "same_hands": "equity.engine.versus",
    "group_by_pairs": "equity.engine.parts",
    "group_by_suits": "equity.engine.parts",
    "select_group": "equity.engine.parts",
    "credit_boards": "equity.engine.ordering",
    "credit_deals": "equity.engine.dealing",
    "number_classes": "equity.engine.classes",
    "rank_classes": "equity.engine.classes",
    "take_classes": "equity.engine.classes",
    "cut_rows": "equity.engine.rows",
    "split_rows": "equity.engine.rows",
    "count_hands": "equity.engine.reading",
    "read_spots": "equity.engine.reading",
    "group_rows": "equity.engine.grouping",
    "answer_spots": "equity.engine.answering",
    "arrange_tallies": "equity.engine.answering",
}
"""Every entry kernel and the module that defines it."""

DISPATCH_VARIABLE = "OMAHA_EQUITY_DISPATCH"
"""Set to "numba", it sends every kernel through numba's dispatch."""

Kernel = Callable[..., int]
"""Takes integers and buffers (an array.array, a Table, a numpy array); returns an integer."""

_MEMORY_FUNCTIONS = {"memset": ctypes.memset, "memcpy": ctypes.memmove, "memmove": ctypes.memmove}
"""What LLVM may call for a loop that fills or copies."""

_FORMATS = {"uint8": "B", "uint16": "H", "uint32": "IL", "int64": "ql"}
"""The buffer formats of an array type, of which some platforms have two names."""

_ERROR_REPORTING = ("numba_", "NRT_", "Py")

_lock = threading.RLock()
_engines: list[Any] = []


class Table:
    """A flat read-only table: an address for kernels, a memoryview for Python."""

    def __init__(self, content: Any, start: int, stop: int, typecode: Literal["B", "H"]):
        self.view: memoryview[int] = memoryview(content)[start:stop].cast(typecode)
        self.address = ctypes.addressof(ctypes.c_char.from_buffer(content, start))


def tables() -> tuple[Table, Table]:
    """The tables `words` and `bytes` of equity.engine.tables, from the cache or built."""
    with _lock:
        return _tables()


@once
def _tables() -> tuple[Table, Table]:
    content = cache.read("tables")
    if content is None:
        from equity.engine.tables import build

        content = cache.write("tables", b"".join(build()))
    from equity.engine.tables import WORDS

    start, middle = cache.DIGEST_BYTES, cache.DIGEST_BYTES + 2 * WORDS
    return Table(content, start, middle, "H"), Table(content, middle, len(content), "B")


def kernel(name: str) -> Kernel:
    """The entry kernel of this name, ready to be called from any thread."""
    with _lock:
        return _kernel(name)


@once
def _kernel(name: str) -> Kernel:
    if os.environ.get(DISPATCH_VARIABLE) == "numba":
        return _dispatched(name)
    try:
        return _linked(name)
    except Exception as error:  # any platform's or version's reason to refuse
        reason = str(error).partition("\n")[0][:200]
        cache.report_once(f"compiled code cannot be linked here ({reason}); numba runs it, starting slower")
        return _dispatched(name)


def warm() -> list[str]:
    """Compile or load every kernel and table; return the names of those that are not kept."""
    tables()
    for name in KERNELS:
        kernel(name)
    return [name for name in ("tables", *KERNELS) if cache.read(name) is None]


def _linked(name: str) -> Kernel:
    """The kernel from its object code, compiled now if this machine has not done so."""
    content = cache.read(name)
    if content is None:
        with _uninterrupted():
            content = cache.write(name, _compile(name))
    header, _, code = bytes(content[cache.DIGEST_BYTES :]).partition(b"\n")
    symbol, *kinds = header.decode().split()
    engine = _link(code)
    _engines.append(engine)
    types = [ctypes.c_int64 if kind == "int" else ctypes.c_void_p for kind in kinds]
    function = ctypes.CFUNCTYPE(ctypes.c_int64, *types)(engine.get_function_address(symbol))

    def call(*args: Any) -> int:
        value: int = function(
            *[arg if kind == "int" else _address(arg, kind) for arg, kind in zip(args, kinds, strict=True)]
        )
        return value

    return call


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until the end: inside LLVM's callbacks it would be lost."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda signum, frame: came.append(signum))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
    if came:
        raise KeyboardInterrupt


def _link(code: bytes) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, function in _MEMORY_FUNCTIONS.items():
        llvm.add_symbol(name, ctypes.cast(function, ctypes.c_void_p).value)
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.object_file.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine


def _address(buffer: Any, kind: str) -> int:
    """Where a buffer starts, after checking that it holds what the kernel takes."""
    if isinstance(buffer, Table):
        return buffer.address
    view = memoryview(buffer)
    if view.format not in _FORMATS[kind] or not view.c_contiguous:
        raise TypeError(f"a kernel takes a contiguous buffer of {kind}, not of format {view.format!r}")
    if isinstance(buffer, array):
        return buffer.buffer_info()[0]
    address: int = buffer.ctypes.data
    return address


def _compile(name: str) -> bytes:
    """A header line (symbol and argument kinds) and the kernel's object code."""
    cache.report_once("compiling for this machine, once per version: a few seconds ...", problem=False)
    from numba import cfunc, types

    from equity.engine.jit import OPTIONS

    function, kinds = _source(name)
    pointers = [types.int64 if kind == "int" else types.CPointer(getattr(types, kind)) for kind in kinds]
    compiled = cfunc(types.int64(*pointers), **OPTIONS)(function)
    library = compiled._library
    code: bytes = library._codegen._tm.emit_object(_self_contained(library.get_llvm_str()))
    return " ".join([compiled.native_name, *kinds]).encode() + b"\n" + code


def _self_contained(source: str) -> Any:
    """The module of this LLVM source, with a trap for each symbol that it leaves to numba.

    numba's wrapper reports exceptions by functions that later processes do not have; a
    kernel raises nothing. A kernel that needs anything else is refused.
    """
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(source)
    traps = ["declare void @llvm.trap()"]
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration or value.name.startswith("llvm."):
            continue
        if not value.name.startswith(_ERROR_REPORTING):
            raise RuntimeError(f"compiled code needs {value.name}")
        if value.is_function:
            traps.append(f"define void @{value.name}() {{ call void @llvm.trap() unreachable }}")
        else:
            traps.append(f"@{value.name} = global ptr null")
    module.link_in(llvm.parse_assembly("\n".join(traps)))
    return module


def _source(name: str) -> tuple[Callable[..., int], list[str]]:
    """The Python function of a kernel, and the kind of each argument: int or a dtype."""
    from importlib import import_module
    from typing import get_type_hints

    dispatcher = getattr(import_module(KERNELS[name]), name)
    function = getattr(dispatcher, "py_func", dispatcher)
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return")
    return function, [getattr(hint, "__metadata__", ("int",))[0] for hint in hints.values()]


def _dispatched(name: str) -> Kernel:
    """The kernel through numba's dispatch, over numpy arrays that share the buffers."""
    from importlib import import_module

    import numpy as np

    function = getattr(import_module(KERNELS[name]), name)
    _, kinds = _source(name)

    def call(*args: Any) -> int:
        return int(
            function(
                *[
                    arg
                    if kind == "int"
                    else np.asarray(arg.view if isinstance(arg, Table) else arg, dtype=kind)
                    for arg, kind in zip(args, kinds, strict=True)
                ]
            )
        )

    return call
