"""One batch from file to file: which formats, which plan, what has been done before."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, NamedTuple

from equity.batches.columns import Naming, check_names, result_names
from equity.batches.output import File, Stream
from equity.batches.plan import JSON_LINES, TEXT, VALUES, Plan, default_game
from equity.batches.render import header
from equity.batches.run import Encode, Summary
from equity.batches.source import TAB_SUFFIXES, Source, TextSource, open_text
from equity.engine.layout import MAX_PLAYERS
from equity.errors import OptionError
from equity.games import find_game
from equity.options import Options

PARQUET = "parquet"
PARQUET_SUFFIX = ".parquet"
JSON_SUFFIXES = (".jsonl", ".ndjson")


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
    to_parquet = request.out is not None and request.out.lower().endswith(PARQUET_SUFFIX)
    to_json = request.jsonl or (request.out is not None and request.out.lower().endswith(JSON_SUFFIXES))
    if to_parquet and to_json:
        raise OptionError(f"{request.out} is Parquet, and --jsonl is JSON Lines; choose one")
    if request.out is None and (request.resume or request.force):
        raise OptionError(f"--{'resume' if request.resume else 'force'} is about a file; name one with -o")
    if request.out is not None and Path(request.out).resolve() == Path(request.path).resolve():
        raise OptionError(f"{request.out} is the input; name another output")
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
        out_delimiter=_out_delimiter(request.out, source.delimiter),
        game=request.game,
        default_game=environment,
        form=VALUES if carries or form == PARQUET else form,
        long=request.long,
        players=MAX_PLAYERS if any_players else request.players or source.most_players(),
        strict=request.strict,
        carry=form == PARQUET and not carries,
    )
    check_names(names, result_names(plan.players, plan.long), Path(request.path).name)
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


def _out_delimiter(out: str | None, delimiter: str) -> str:
    """A file named so has tabs; one named .csv has none."""
    if out is not None and out.lower().endswith(TAB_SUFFIXES):
        return "\t"
    if out is not None and out.lower().endswith(".csv") and delimiter == "\t":
        return ","
    return delimiter


def _as_it_is(payload: bytes, carried: object) -> bytes:
    return payload


def _flushed(stdout: IO[bytes]) -> Callable[[bytes], None]:
    def write(content: bytes) -> None:
        stdout.write(content)
        stdout.flush()

    return write
