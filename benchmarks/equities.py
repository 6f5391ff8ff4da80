"""Tasks T1 to T7: one spot at a time in a running program, beside poker-equity in the same run.

Before anything is timed, both sides must give the values below. Then the calls take turns,
round after round, one thread on either side. Where poker-equity has no exact answer, the
measure is its time for the named task of written-out hands.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import hypot
from typing import Any, NamedTuple, cast

from benchmarks.measure import Call, Table, arguments, deals_per_second, duration, interleaved, publish
from equity import Result, calculate

try:
    import poker_equity
except ImportError:
    raise SystemExit("poker-equity is what this compares with: pip install poker-equity==0.1.1") from None

DEALS, RIVAL_DEALS = 4_194_304, 250_000
"""Deals to sample: about 0.3 s of either side."""

MOST_ERRORS = 5.0
"""Sampled equities further apart than so many standard errors count as different."""

RIVAL_GAMES = {"omaha": "omaha", "omaha8": "omaha_hi_lo", "omaha5": "omaha_five", "omaha6": "omaha_six"}
RIVAL_COUNTS = {
    "scoop": "scoop_count",
    "hi_win": "high_win_count",
    "hi_tie": "high_tie_count",
    "lo_win": "low_win_count",
    "lo_tie": "low_tie_count",
}

Answer = dict[str, Any]
Values = Mapping[str, Sequence[float]]
"""By field of the answer, the value of each player: `equity`, or a number of deals."""


class Task(NamedTuple):
    """One row: a spot, and how many times faster than poker-equity its answer is to be.

    A spot without `expected` values is sampled. `against` is the task whose time of
    poker-equity is the measure; this one itself when empty.
    """

    name: str
    game: str
    hands: tuple[str, ...]
    board: str
    goal: int
    expected: Values
    against: str = ""

    @property
    def what(self) -> str:
        """The spot in words."""
        spot = f"{self.game} {' v '.join(self.hands)}" + (f" on {self.board}" if self.board else "")
        return f"{spot}, {'exact' if self.expected else 'sampled'}"


TASKS = (
    Task(
        "T1",
        "omaha",
        ("AsKs9h8h", "QdJdTc9c"),
        "",
        300,
        {
            "hi_win": (563_384, 522_477),
            "hi_tie": (147, 147),
            "scoop": (563_384, 522_477),
        },
    ),
    Task(
        "T2",
        "omaha8",
        ("As2s3hKd", "9cTcJdQd"),
        "",
        300,
        {
            "hi_win": (493_883, 591_936),
            "hi_tie": (189, 189),
            "lo_win": (630_664, 0),
            "lo_tie": (0, 0),
            "scoop": (493_883, 274_676),
            "equity": (0.6009232896995234, 0.3990767103004766),
            "no_low": (455_344,),
        },
    ),
    Task(
        "T3",
        "omaha",
        ("AsKs9h8h", "random"),
        "Kh9d2c",
        20,
        {
            "hi_win": (97_021_915, 22_969_732),
            "hi_tie": (2_184_253, 2_184_253),
            "scoop": (97_021_915, 22_969_732),
        },
        against="T1",
    ),
    Task("T4", "omaha8", ("As2s3hKd", "random", "random"), "", 15, {}),
    Task(
        "T5",
        "omaha5",
        ("AsKsQh9h8d", "JdTcTd9c7s"),
        "",
        300,
        {
            "hi_win": (427_269, 423_294),
            "hi_tie": (105, 105),
            "scoop": (427_269, 423_294),
        },
    ),
    Task(
        "T6",
        "omaha6",
        ("AsKsQh9h8d7d", "JdTcTs9c7s5c"),
        "",
        300,
        {
            "hi_win": (382_989, 263_188),
            "hi_tie": (11_831, 11_831),
            "scoop": (382_989, 263_188),
        },
    ),
    Task(
        "T7",
        "omaha8",
        ("As2s3hKd", "random"),
        "Kh9d2c",
        13,
        {
            "hi_win": (91_707_921, 28_450_675),
            "hi_tie": (2_017_304, 2_017_304),
            "lo_win": (18_677_600, 8_615_400),
            "lo_tie": (1_068_000, 1_068_000),
            "scoop": (83_830_820, 23_080_455),
            "quartered": (235_439, 1_035_815),
            "no_low": (93_814_900,),
        },
        against="T2",
    ),
    Task(
        "T7",
        "omaha8",
        ("As2s3hKd", "random"),
        "7h5d2c",
        13,
        {
            "hi_win": (53_220_055, 66_454_629),
            "hi_tie": (2_501_216, 2_501_216),
            "lo_win": (108_685_719, 5_487_996),
            "lo_tie": (8_002_185, 8_002_185),
            "scoop": (47_696_024, 3_338_581),
            "quartered": (3_328_200, 4_576_463),
            "no_low": (0,),
        },
        against="T2",
    ),
)
"""The values of T7 are those of a brute force over all 122,175,900 showdowns of either board."""


def ours(task: Task) -> Result:
    """Our answer to a task."""
    samples = None if task.expected else DEALS
    return calculate(task.hands, game=task.game, board=task.board, samples=samples, threads=1)


def rivals(task: Task) -> Answer:
    """poker-equity's answer; it gives exact ones by a single thread at any rate."""
    game = RIVAL_GAMES[task.game]
    if task.expected:
        return cast(Answer, poker_equity.exact_from_text(game, task.hands, task.board))
    unknown = "*" * (len(task.hands[0]) // 2)
    hands = [unknown if hand == "random" else hand for hand in task.hands]
    answer = poker_equity.chunk_from_text(game, hands, task.board, samples=RIVAL_DEALS, threads=1)
    return cast(Answer, answer)


def check(task: Task) -> None:
    """Raises SystemExit when either side's answer is not the expected one."""
    if not task.expected:
        check_sampled(task)
        return
    found = {"omaha-equity": our_values(ours(task))}
    if not task.against:
        found["poker-equity"] = rival_values(rivals(task))
    for side, values in found.items():
        for field, expected in task.expected.items():
            if field in values and tuple(values[field]) != expected:
                raise SystemExit(
                    f"{task.name} ({task.what}): {side} has {field} {values[field]}, not {expected}; "
                    "nothing was timed"
                )


def check_sampled(task: Task) -> None:
    """Raises SystemExit when the two sides' equities do not agree within their errors."""
    pairs = zip(ours(task).players, rivals(task)["players"], strict=True)
    for player, rival in pairs:
        error = hypot(player.standard_error, rival["std_error"])
        if abs(player.equity - rival["equity"]) > MOST_ERRORS * error:
            raise SystemExit(
                f"{task.name} ({task.what}): {player.hand} has {player.equity:.5f} by omaha-equity and "
                f"{rival['equity']:.5f} by poker-equity, standard error {error:.5f}; nothing was timed"
            )


def our_values(result: Result) -> Values:
    """The values of an exact answer of ours."""
    counts = [player.counts for player in result.players if player.counts]
    values: dict[str, Sequence[float]] = dict(zip(counts[0]._fields, zip(*counts, strict=True), strict=True))
    values["equity"] = tuple(player.equity for player in result.players)
    values["no_low"] = (round(result.no_low * (result.deals or 0)),)
    return values


def rival_values(answer: Answer) -> Values:
    """The values of an exact answer of poker-equity, under our names."""
    values = {field: tuple(answer[count]) for field, count in RIVAL_COUNTS.items()}
    return values | {"equity": tuple(player["equity"] for player in answer["players"])}


def measure(rounds: int) -> Table:
    """The table of all tasks."""
    calls: dict[tuple[Callable[[Task], object], str], Call] = {}
    for task in TASKS:
        calls[ours, task.what] = partial(ours, task)
        if not task.against:
            calls[rivals, task.what] = partial(rivals, task)
    seconds = interleaved(calls, rounds)
    spots = {task.name: task.what for task in TASKS}
    rows = []
    for task in TASKS:
        our_time, rival_time = seconds[ours, task.what], seconds[rivals, spots[task.against or task.name]]
        if task.expected:
            ratio = rival_time / our_time
            for_task = f" for {task.against}" if task.against else ""
            shown = [duration(our_time), duration(rival_time) + for_task]
        else:
            ratio = (rival_time / RIVAL_DEALS) / (our_time / DEALS)
            shown = [deals_per_second(DEALS, our_time), deals_per_second(RIVAL_DEALS, rival_time)]
        reached = "yes" if ratio >= task.goal else "no"
        rows.append([task.name, task.what, *shown, f"{ratio:,.0f} ×", f"{task.goal} ×", reached])
    heads = ["task", "what", "omaha-equity", "poker-equity", "ratio", "to reach", "reached"]
    title = f"One answer in a running program, one thread each, median of {rounds} round{'s' * (rounds > 1)}"
    return Table(title, heads, rows, left=2)


def main() -> None:
    """Check, measure, report."""
    options = arguments("equities", __doc__, rounds=7)
    for task in TASKS:
        check(task)
    publish("equities", [measure(options.rounds)], options)


if __name__ == "__main__":
    main()
