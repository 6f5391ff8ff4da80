"""Makes the orderings of hands that percent ranges use, high-only and hi/lo; see data/README.md.

    python -m equity.ranges.making vr 4

makes the versus-random orderings of four-card hands, exactly; with five and six cards, and
for the six-handed orderings (6h, which start from vr), hands are dealt until the standard
error is small enough. Work done is kept beside the result: a run that was stopped goes on.
"""

import argparse

from equity.games import HOLE_SIZES
from equity.ranges.making import dealt, exact
from equity.ranges.orderings import KINDS


def main() -> None:
    """Read the command line and make the orderings."""
    parser = argparse.ArgumentParser(
        prog="python -m equity.ranges.making",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("kind", choices=sorted(KINDS))
    parser.add_argument("cards", type=int, choices=HOLE_SIZES, help="hole cards")
    wanted = parser.parse_args()
    if wanted.kind == "6h":
        dealt.six_handed(wanted.cards)
    elif wanted.cards == 4:
        exact.versus_random(wanted.cards)
    else:
        dealt.versus_random(wanted.cards)


if __name__ == "__main__":
    main()
