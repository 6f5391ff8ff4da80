"""The work on one chunk, the same in a thread, in a process and on another machine."""

from equity import __version__
from equity.batches.plan import Cut, Done, Fault, Plan
from equity.batches.render import render
from equity.batches.rows import Answered, answer_rows
from equity.engine.layout import ROW, ROW_START
from equity.errors import OptionError

MOST_FAULTS = 5
"""So many bad rows are named at the end of a run."""


def work(plan: Plan, text: bytes, line: int) -> Done:
    """Answer the rows of a text that starts in `line`, or the first of them (see Done)."""
    if plan.version != __version__:
        raise OptionError(f"a worker has omaha-equity {__version__}, and this is {plan.version}")
    answered = answer_rows(plan, text, line)
    errors, faults = _faults(answered)
    if plan.strict and faults:
        row = next(row for row in range(answered.count) if answered.answers[answered.which[row]].error)
        answered.count = row
        answered.malformed = [bad for bad in answered.malformed if bad < row]
        cut = Cut(answered.rows[row * ROW + ROW_START], row, answered.line(row))
        return Done(render(plan, answered), row, 0, (), (cut,), faults[0])
    return Done(render(plan, answered), answered.count, errors, faults, answered.cuts)


def _faults(answered: Answered) -> tuple[int, tuple[Fault, ...]]:
    """How many rows are bad, and the first few."""
    bad = {i for i, answer in enumerate(answered.answers) if answer.error is not None}
    if not bad:
        return 0, ()
    rows = [row for row in range(answered.count) if answered.which[row] in bad]
    first = tuple(
        Fault(answered.line(row), answered.answers[answered.which[row]].error or "")
        for row in rows[:MOST_FAULTS]
    )
    return len(rows), first
