"""The curve of a report: net and net by EV, hand after hand, as SVG."""

from collections.abc import Sequence
from html import escape
from itertools import count
from math import ceil, floor, log10

from equity.history.summary import Point, Stakes
from equity.views import review as view
from equity.wording import counted, printable

MOST_POINTS = 600
"""More than a screen can show."""


def thinned(points: Sequence[Point]) -> list[Point]:
    """At most so many points, evenly, the last among them."""
    step = max(1, ceil(len(points) / MOST_POINTS))
    return [*points[: len(points) - 1 : step], points[-1]]


def figure(number: int, kind: Stakes, points: Sequence[Point]) -> str:
    """The figure of one kind of money: its lines in two widths, a legend, and the last point in words."""
    money_name = view.stakes_text(kind) or "play money"
    if kind.tournament:
        money_name = "tournament chips"
    last = points[-1]
    reading = (
        f"{counted(len(points), 'hand')}: net {view.amount(last.net, kind.unit)}, "
        f"by EV {view.amount(last.net_by_ev, kind.unit)}"
    )
    some = thinned(points)
    return (
        f'<figure class="curve" id="curve-{number}"><h3>{escape(printable(money_name))}</h3>'
        f"{_svg('wide', 980, 320, kind.unit, len(points), some)}"
        f"{_svg('narrow', 380, 260, kind.unit, len(points), some)}"
        '<figcaption class="legend"><span><span class="key"></span>net</span>'
        '<span><span class="key ev"></span>net by EV</span>'
        f'<span class="reading">{escape(reading)}</span></figcaption></figure>'
    )


def _svg(name: str, width: int, height: int, unit: int, hands: int, points: Sequence[Point]) -> str:
    """The two lines from 0 on, with a grid of round amounts."""
    values = [0.0, *(float(point.net) for point in points), *(float(point.net_by_ev) for point in points)]
    ticks = _ticks(min(values), max(values), unit)
    labels = [view.amount(tick, unit) for tick in ticks]
    left, right = 12 + 7 * max(map(len, labels)), width - 12
    top, bottom = 14, height - 28
    low, high = ticks[0], ticks[-1]

    def x(place: float) -> float:
        return round(left + (right - left) * place / max(len(points), 1), 1)

    def y(value: float) -> float:
        return round(bottom - (bottom - top) * (value - low) / (high - low), 1)

    grid = "".join(
        f'<line class="{"grid" if tick else "zero"}" x1="{left}" x2="{right}" y1="{y(tick)}" y2="{y(tick)}"/>'
        f'<text x="{left - 6}" y="{y(tick) + 4}" text-anchor="end">{label}</text>'
        for tick, label in zip(ticks, labels, strict=True)
    )
    lines = ""
    for line, heights in (
        ("ev", [float(point.net_by_ev) for point in points]),
        ("net", [float(point.net) for point in points]),
    ):
        path = " ".join(f"{x(place)},{y(value)}" for place, value in enumerate([0.0, *heights]))
        lines += f'<polyline class="{line}" points="{path}"/>'
    return (
        f'<svg class="{name}" viewBox="0 0 {width} {height}" role="img" data-left="{left}" '
        f'data-right="{right}" aria-label="Net and net by EV after each hand">{grid}{lines}'
        f'<text x="{left}" y="{height - 8}">0</text>'
        f'<text x="{right}" y="{height - 8}" text-anchor="end">{counted(hands, "hand")}</text>'
        f'<line class="cursor" x1="{left}" x2="{left}" y1="{top}" y2="{bottom}"/></svg>'
    )


def _ticks(low: float, high: float, unit: int) -> list[int]:
    """Round amounts, four to eight of them, from below the lowest value to above the highest."""
    span = max(high - low, unit)
    power = 10 ** floor(log10(span / 4)) if span >= 4 else 1
    step = max(1, round(next(size * power for size in (1, 2, 5, 10) if span / (size * power) <= 6)))
    first = floor(low / step)
    ticks = []
    for place in count(first):
        ticks.append(place * step)
        if place * step >= high and place > first:
            return ticks
    raise AssertionError("count never ends")
