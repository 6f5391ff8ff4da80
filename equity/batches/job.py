"""One batch from file to file: which formats, which plan, what has been done before."""

import os
import stat
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from equity.batches.columns import Naming, check_names, result_names
from equity.batches.output import File, Stream, partial_file, record_file, whole_file
from equity.batches.plan import JSON_LINES, TEXT, VALUES, Plan, default_game
from equity.batches.render import header
from equity.batches.run import Encode, Summary
from equity.batches.source import STANDARD_INPUT, TAB_SUFFIXES, Source, TextSource, open_text
from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError
from equity.games import find_game
from equity.options import Options
from equity.wording import listed

CSV_SUFFIX = ".csv"
PARQUET = "parquet"
PARQUET_SUFFIX = ".parquet"
JSON_SUFFIXES = (".jsonl", ".ndjson")
ENDINGS = (CSV_SUFFIX, *TAB_SUFFIXES, ".txt", PARQUET_SUFFIX, *JSON_SUFFIXES)
"""What an output may be called; with .txt, or none, it has the input's delimiter."""


class Request(NamedTuple):
    """What a batch is asked for; the fields are the command's arguments and options."""

    path: str
    out: str | None
    naming: Naming
    options: Options
    macros: Mapping[str, str]
    game: str | None = None
    players: int | None = None
    long: bool = False
    jsonl: bool = False
    strict: bool = False
    resume: bool = False
    force: bool = False


class Job(NamedTuple):
    """A batch ready to run on so many `jobs`; `complete` when there is nothing left to do."""

    plan: Plan
    source: Source
    output: File | Stream
    header: bytes
    encode: Encode
    jobs: int
    complete: Summary | None


def prepare(request: Request, stdout: IO[bytes]) -> Job:
    """Check everything that can be checked before a row is answered; raises EquityError."""
    if not request.path:
        raise OptionError("FILE is an empty text; name a file, or - for standard input")
    ending = _ending(request.out)
    to_parquet = ending == PARQUET_SUFFIX
    to_json = request.jsonl or ending in JSON_SUFFIXES
    if request.jsonl and ending in (PARQUET_SUFFIX, CSV_SUFFIX, *TAB_SUFFIXES):
        kind = "Parquet" if to_parquet else "CSV" if ending == CSV_SUFFIX else "TSV"
        raise OptionError(f"{request.out} is {kind}, and --jsonl is JSON Lines; choose one")
    if request.out is None and (request.resume or request.force):
        raise OptionError(f"--{'resume' if request.resume else 'force'} is about a file; name one with -o")
    _check_apart(request, stdout)
    if request.game is not None:
        find_game(request.game)
    environment = default_game()
    form = PARQUET if to_parquet else JSON_LINES if to_json else TEXT
    source, names, carries = _source(request, form == TEXT)
    try:
        return _job(request, form, environment, source, names, carries, stdout)
    except BaseException:
        source.close()
        raise


def _job(
    request: Request,
    form: str,
    environment: str,
    source: Source,
    names: tuple[str, ...],
    carries: bool,
    stdout: IO[bytes],
) -> Job:
    """The batch of a source that has columns of these `names`, and perhaps `carries` its rows."""
    any_players = request.long or form == JSON_LINES
    plan = Plan(
        columns=source.columns,
        options=request.options._replace(threads=1, by_clock=False),
        macros=dict(request.macros),
        delimiter=source.delimiter,
        out_delimiter=_out_delimiter(_ending(request.out), source.delimiter),
        game=request.game,
        default_game=environment,
        form=VALUES if carries or form == PARQUET else form,
        long=request.long,
        players=MAX_PLAYERS if any_players else request.players or source.most_players(),
        strict=request.strict,
        carry=form == PARQUET and not carries,
    )
    check_names(names, result_names(plan.players, plan.long), source.name)
    first = header(plan, source.header) if form == TEXT else b""
    encode: Encode = _as_it_is
    finish = None
    if form == PARQUET:
        from equity.batches.arrow import Tables

        tables = Tables(plan, source)
        first, encode, finish = tables.empty(), tables.encode, tables.finish
    elif carries:
        from equity.batches.arrow import json_encoder

        encode = json_encoder(plan)
    if request.out is None:
        return Job(plan, source, Stream(_flushed(stdout)), first, encode, request.options.threads, None)
    described = plan.described() | {"form": form}
    file = File(Path(request.out), source.digest(), described, request.resume, request.force, finish)
    record = file.record
    complete = Summary(record.rows, record.errors, tuple(record.faults)) if file.was_complete else None
    return Job(plan, source, file, first, encode, request.options.threads, complete)


def _source(request: Request, as_text: bool) -> tuple[Source, tuple[str, ...], bool]:
    """The input, the names of all its columns, and whether its chunks carry its rows."""
    if request.path.lower().endswith(PARQUET_SUFFIX):
        from equity.batches.arrow import ParquetSource

        parquet = ParquetSource(request.path, request.naming, as_text)
        return parquet, parquet.whole.names, not as_text
    source: TextSource = open_text(request.path, request.naming)
    return source, source.columns.names, False


def _ending(out: str | None) -> str:
    """The ending of the output's name in lower case; raises OptionError for one that means another format."""
    if out is None:
        return ""
    if not out:
        raise OptionError("-o names no file; without -o the answers go to standard output")
    ending = Path(out).suffix.lower()
    if ending and ending not in ENDINGS:
        raise OptionError(f"{out}: no answers are written as {ending}; name it {listed(ENDINGS, 'or')}")
    return ending


def _check_apart(request: Request, stdout: IO[bytes]) -> None:
    """Refuse to write where the input is, by whatever name: the output, and what is kept beside it."""
    given = _regular(sys.stdin.fileno if request.path == STANDARD_INPUT and sys.stdin else request.path)
    if given is None:
        return
    if request.out is None:
        written = _regular(stdout.fileno)
        if written and os.path.samestat(given, written):
            raise OptionError("standard output is the input; name another output")
        return
    out = Path(request.out)
    for place in (out, partial_file(out), record_file(out), whole_file(out)):
        written = _regular(place)
        if written and os.path.samestat(given, written):
            needed = "" if place == out else f", which {out} needs for itself"
            raise OptionError(f"{place} is the input{needed}; name another output")


def _regular(place: str | Path | Callable[[], int]) -> os.stat_result | None:
    """What the system knows of a regular file, None of anything else."""
    try:
        found = os.stat(place() if callable(place) else place)
    except (OSError, ValueError):
        return None
    return found if stat.S_ISREG(found.st_mode) else None


def _out_delimiter(ending: str, delimiter: str) -> str:
    """A file named so has tabs; one named .csv has none."""
    if ending in TAB_SUFFIXES:
        return "\t"
    if ending == CSV_SUFFIX and delimiter == "\t":
        return ","
    return delimiter


def _as_it_is(payload: bytes, carried: object) -> bytes:
    return payload


def _flushed(stdout: IO[bytes]) -> Callable[[bytes], None]:
    def write(content: bytes) -> None:
        stdout.write(content)
        stdout.flush()

    return write
