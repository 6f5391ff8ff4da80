"""A chunk of rows to answers: plain spots by compiled code, all others as the single command does."""

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from time import perf_counter

from equity.batches.answer import Answer, Share
from equity.batches.malformed import complaint
from equity.batches.plain import plain_answers
from equity.batches.plan import Cut, Plan
from equity.canonical import Canonical, canonical
from equity.engine import native
from equity.engine.inputs import zeros
from equity.engine.layout import (
    DOUBLED_QUOTE,
    HAND_CELLS,
    ROW,
    ROW_FAULTS,
    ROW_LINE,
    ROW_START,
    ROW_STOP,
)
from equity.errors import EquityError
from equity.options import Options
from equity.result import Result
from equity.solve import solve
from equity.spot import Spot, make_spot, split_hands
from equity.wording import MESSAGE_LENGTH, abridged, printable

SLOW_SECONDS = 1.0
"""A chunk whose slow rows take longer is handed back in part: work is written and shared early."""

MEMORY = 4096
"""How many answers of slow spots are kept, so that equal ones are answered once."""


ROW_FAILED = "a fault of omaha-equity: this row could not be answered"


@dataclass
class Answered:
    """The answered rows of a text.

    `rows` and `cells` are those of the kernel split_rows, `count` of them are answered; the
    answer of row i is answers[which[i]]. `malformed` are the rows whose text is no good
    table row as it stands.
    """

    text: bytes
    rows: "array[int]"
    cells: "array[int]"
    count: int
    which: "array[int]"
    answers: list[Answer]
    malformed: list[int]
    cuts: tuple[Cut, ...]

    def line(self, row: int) -> int:
        """The line a row starts in."""
        return self.rows[row * ROW + ROW_LINE]

    def raw(self, row: int) -> bytes:
        """The row's text without its line's end."""
        return self.text[self.rows[row * ROW + ROW_START] : self.rows[row * ROW + ROW_STOP]]


def answer_rows(plan: Plan, text: bytes, line: int) -> Answered:
    """The answers to the rows of `text`, which starts in `line`; perhaps only to the first of them."""
    slots = plan.columns.read
    places = array("q", [-1] * len(plan.columns.names))
    for slot, column in enumerate(slots):
        if column >= 0:
            places[column] = slot
    most = text.count(b"\n") + text.count(b"\r") + 1
    rows, cells = zeros(ROW * most), zeros(2 * len(slots) * most)
    content = array("B", text)
    count = native.kernel("split_rows")(
        content or array("B", [0]), len(text), ord(plan.delimiter), len(places), places, len(slots), line,
        rows, cells,
    )  # fmt: skip
    which, answers = plain_answers(plan, content, rows, cells, count)
    slow = [row for row, answer in enumerate(which) if answer < 0]
    answered = Answered(text, rows, cells, count, which, answers, [], ())
    started = perf_counter()
    for done, row in enumerate(slow, 1):
        faults = rows[row * ROW + ROW_FAULTS] & ~DOUBLED_QUOTE
        if faults:
            answered.malformed.append(row)
            message = complaint(answered.raw(row), faults, plan.delimiter, len(places))
            answer = Answer(error=message)
        else:
            answer = _answer_alone(plan, _cells(answered, row, len(slots)))
        which[row] = len(answers)
        answers.append(answer)
        if done < len(slow) and perf_counter() - started > SLOW_SECONDS:
            answered.count = slow[done]
            answered.cuts = tuple(_cuts(answered, slow[done::done]))
            break
    _refuse_too_many(plan, answered)
    return answered


def _cuts(answered: Answered, rows: list[int]) -> Iterator[Cut]:
    for row in rows:
        yield Cut(answered.rows[row * ROW + ROW_START], row, answered.line(row))


def _cells(answered: Answered, row: int, slots: int) -> list[str]:
    """The text of a row's cells that are read."""
    places = answered.cells[2 * slots * row : 2 * slots * (row + 1)]
    texts = [
        answered.text[start:stop].decode("utf-8", "surrogateescape")
        for start, stop in zip(places[::2], places[1::2], strict=True)
    ]
    if answered.rows[row * ROW + ROW_FAULTS] & DOUBLED_QUOTE:
        texts = [text.replace('""', '"') for text in texts]
    return texts


def _refuse_too_many(plan: Plan, answered: Answered) -> None:
    """Players beyond the columns of a wide table are an error of their row."""
    if plan.long:
        return
    for i, answer in enumerate(answered.answers):
        if len(answer.players) > plan.players:
            answered.answers[i] = Answer(
                error=f"{len(answer.players)} players, and the output has columns for {plan.players}; "
                f"set players to {len(answer.players)}"
            )


def _answer_alone(plan: Plan, row: list[str]) -> Answer:
    """The answer to a row, whatever happens: what fails on one must not cost the others."""
    try:
        return _slow_answer(plan, row)
    except EquityError as error:
        return Answer(error=in_a_cell(error))
    except Exception as error:
        return Answer(error=f"{ROW_FAILED} ({type(error).__name__})")


def _slow_answer(plan: Plan, row: list[str]) -> Answer:
    """What the single command answers to a row's cells: board, dead cards, game, hands.

    Raises what it raises.
    """
    board, dead, game = row[:HAND_CELLS]
    hands = row[HAND_CELLS:]
    if not plan.columns.one_cell:
        while len(hands) > 1 and not hands[-1].strip():
            hands.pop()
    spot = make_spot(
        split_hands(hands) if plan.columns.one_cell else hands,
        board,
        dead,
        game if game.strip() else plan.game,
        macros=plan.macros,
        default_game=plan.default_game,
    )
    form = canonical(spot)
    result = _remembered.get((form.text, plan.options), lambda: _solved(form, plan.options))
    return _placed(result, form, spot)


def in_a_cell(error: EquityError) -> str:
    """An error's message as the command line says it, on one line."""
    return abridged(printable(str(error)), MESSAGE_LENGTH)


def _solved(form: Canonical, options: Options) -> Result:
    return solve(form.spot, options._replace(seed=form.seed(options.seed)))


def _placed(result: Result, form: Canonical, spot: Spot) -> Answer:
    players = [result.players[place] for place in form.places]
    return Answer(
        tuple(
            Share(player.equity, player.hi, player.lo, player.scoop, player.standard_error)
            for player in players
        ),
        result.method,
        result.deals,
        result.samples,
        result.seed,
        result.standard_error,
    )


class _Memory:
    """The latest results; of threads that ask for the same one, the first computes it."""

    def __init__(self, size: int):
        self._size = size
        self._lock = threading.Lock()
        self._results: OrderedDict[tuple[str, Options], Future[Result]] = OrderedDict()

    def get(self, key: tuple[str, Options], compute: Callable[[], Result]) -> Result:
        with self._lock:
            future = self._results.get(key)
            mine = future is None
            if future is None:
                future = self._results[key] = Future()
                if len(self._results) > self._size:
                    self._results.popitem(last=False)
        if mine:
            try:
                future.set_result(compute())
            except BaseException as error:
                with self._lock:
                    self._results.pop(key, None)
                future.set_exception(error)
        return future.result()


_remembered = _Memory(MEMORY)
