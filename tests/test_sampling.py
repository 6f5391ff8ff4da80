"""Sampling: right within its own stated error, and the same for the same seed, whatever the threads."""

from math import sqrt
from random import Random

import pytest

from equity import Result, calculate
from equity.engine.question import Question
from equity.games import GAMES
from equity.solve import CHUNK_DEALS
from equity.spot import make_spot
from tests.reference import DECK, STACKED_DECKS

HOLE = {game.name: game.hole for game in GAMES}
STREETS = ((0, 0), (3, 0), (4, 0), (3, 1), (4, 1), (5, 1), (5, 2))
"""Cards on the board and random hands, of which an exact answer takes a moment."""

THREE_WAY = ["As2s3hKd", "random", "random"]


def answer(result: Result) -> dict[str, object]:
    """All of it but the time it took."""
    return result.to_dict() | {"seconds": None}


def spots(game: str) -> list[tuple[list[str], str, str]]:
    """Hands, board and dead cards for each of STREETS, from stacked decks in turn."""
    found = []
    for number, (lying, randoms) in enumerate(STREETS):
        deck = [*STACKED_DECKS.values()][number % 4]
        rng = Random(f"{game} {lying} {randoms}")
        hole, written = HOLE[game], 1 if randoms else 2
        # Two random hands of five or six cards are too many to walk in a test, unless most cards are dead.
        dead = 18 if randoms == 2 and hole > 4 else number % 3
        cards = "".join(rng.sample(deck if dead < 18 else DECK, hole * written + lying + dead))
        hands = [cards[2 * hole * seat : 2 * hole * (seat + 1)] for seat in range(written)]
        cards = cards[2 * hole * written :]
        hands[1:1] = ["random"] * randoms
        found.append((hands, cards[: 2 * lying], cards[2 * lying :]))
    return found


@pytest.mark.parametrize("game", HOLE)
def test_within_four_standard_errors_of_exact(game: str) -> None:
    """The equity by the error that is stated, each probability by the one that is known."""
    samples = 20_000
    for seed, (hands, board, dead) in enumerate(spots(game)):
        exact = calculate(hands, game=game, board=board, dead=dead, exact=True)
        sampled = calculate(hands, game=game, board=board, dead=dead, samples=samples, seed=seed)
        assert sampled.method == "monte-carlo"
        assert sampled.no_low == pytest.approx(exact.no_low, abs=error(exact.no_low, samples))
        for truth, guess in zip(exact.players, sampled.players, strict=True):
            where = (hands, board, dead, guess, truth)
            assert abs(guess.equity - truth.equity) <= 4 * guess.standard_error + 1e-12, where
            assert guess.equity == pytest.approx(guess.hi + guess.lo, abs=1e-15)
            for name in ("scoop", "quartered", "hi_win", "hi_tie", "lo_win", "lo_tie"):
                expected = getattr(truth, name)
                assert abs(getattr(guess, name) - expected) <= error(expected, samples), (name, *where)


def error(probability: float, samples: int) -> float:
    """Four standard errors of a proportion, and room for rounding."""
    return 4 * sqrt(probability * (1 - probability) / samples) + 1e-12


def test_errors_are_as_large_as_stated() -> None:
    """Over all the spots, the squares of (error / standard error) have a mean of one."""
    squares = []
    for game in HOLE:
        for hands, board, dead in spots(game)[:4]:
            truth = calculate(hands, game=game, board=board, dead=dead, exact=True).players[0].equity
            for seed in range(10):
                sampled = calculate(hands, game=game, board=board, dead=dead, samples=2000, seed=seed)
                guess = sampled.players[0]
                if guess.standard_error > 0:
                    squares.append(((guess.equity - truth) / guess.standard_error) ** 2)
    assert len(squares) > 250
    assert sum(squares) / len(squares) == pytest.approx(1, abs=4 * sqrt(2 / len(squares)))


@pytest.mark.parametrize("game", ["omaha", "bigo", "omaha6-8"])
def test_spread_over_seeds_is_the_standard_error(game: str) -> None:
    hands, board, dead = spots(game)[3]
    guesses = [
        calculate(hands, game=game, board=board, dead=dead, samples=5000, seed=seed).players[0]
        for seed in range(30)
    ]
    mean = sum(guess.equity for guess in guesses) / 30
    spread = sqrt(sum((guess.equity - mean) ** 2 for guess in guesses) / 29)
    stated = sum(guess.standard_error for guess in guesses) / 30
    assert 0.6 < spread / stated < 1.5


@pytest.mark.parametrize("game", ["omaha", "courchevel8", "omaha6-8"])
def test_same_seed_same_answer_for_any_number_of_threads(game: str) -> None:
    hands, board, dead = spots(game)[3]
    answers = [
        answer(calculate(hands, game=game, board=board, dead=dead, samples=200_001, seed=7, threads=threads))
        for threads in (1, 2, 3)
    ]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0]["seed"], answers[0]["samples"], answers[0]["deals"]) == (7, 200_001, None)


def test_seeds_differ() -> None:
    """Neighbours and the ends of what is allowed; without one it is 0."""
    seeds = (0, 1, 2, 3, 2**32, 2**63 - 2, 2**63 - 1)
    answers = [calculate(THREE_WAY, samples=1000, seed=seed).players for seed in seeds]
    assert len(set(answers)) == len(answers)
    unseeded = calculate(THREE_WAY, samples=1000)
    assert unseeded.players == answers[0]
    assert unseeded.seed == 0


def test_chunks_differ() -> None:
    """No chunk repeats another's deals, of the same seed or of one nearby."""
    spot = make_spot(THREE_WAY)
    question = Question(spot.seats, spot.board, spot.unseen, spot.game.hole, spot.game.low)
    outcomes = [question.sample(seed, chunk, 1000) for seed in range(5) for chunk in range(5)]
    assert len({tuple(sorted(counted.items())) for counted in outcomes}) == 25


@pytest.mark.parametrize("samples", [1, 2, CHUNK_DEALS - 1, CHUNK_DEALS, CHUNK_DEALS + 1])
@pytest.mark.parametrize("board", ["", "Kh9d2c", "Kh9d2c7s5d"])
def test_as_many_deals_as_asked_for(samples: int, board: str) -> None:
    """Even where exact is possible."""
    result = calculate(["As2s3hKd", "random"], board=board, samples=samples)
    assert (result.method, result.samples, result.deals) == ("monte-carlo", samples, None)
    assert all(player.counts is None for player in result.players)
    for share in ("hi_win", "lo_tie", "scoop"):
        for player in result.players:
            count = getattr(player, share) * samples
            assert count == pytest.approx(round(count))
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=1e-15)


@pytest.mark.parametrize("samples", [1, 2, 3, 5])
def test_a_few_deals_that_agree_claim_no_precision(samples: int) -> None:
    result = calculate(["AsAhKsKh", "2c2d7h8s"], game="omaha", samples=samples, seed=4)
    assert all(player.standard_error > 0.3 / samples for player in result.players)
    assert all(player.standard_error < 0.6 for player in result.players)


@pytest.mark.parametrize("precision", [0.3, 0.05])
def test_precision_is_reached_and_the_same_for_any_number_of_threads(precision: float) -> None:
    results = [calculate(THREE_WAY, precision=precision, seed=3, threads=threads) for threads in (1, 2, 3)]
    first = results[0]
    assert all(answer(result) == answer(first) for result in results)
    assert first.method == "monte-carlo"
    assert first.samples is not None
    assert first.standard_error <= precision / 100
    assert first.samples % CHUNK_DEALS == 0
    # No more deals than it takes: half of them would not do, unless they are a single chunk.
    assert first.samples == CHUNK_DEALS or first.standard_error > precision / 100 / sqrt(2)


def test_time_that_is_up_ends_sampling_at_a_chunk() -> None:
    result = calculate(THREE_WAY, max_seconds=1e-9)
    assert result.samples == CHUNK_DEALS
    assert answer(result) == answer(calculate(THREE_WAY, samples=CHUNK_DEALS))


@pytest.mark.parametrize(
    ("hands", "board", "game"),
    [
        (["AsKs9h8h", "random"], "Kh9d2c", "omaha8"),
        (["random", "AsKsQh9h8d"], "Kh9d2c", "bigo"),
        (["As2s3hKd", "random", "QdJdTc9c"], "Kh9d2h", "omaha"),
        (THREE_WAY, "Kh9s4s7s5d", "omaha8"),
    ],
)
def test_exact_answer_is_the_same_for_any_number_of_threads(hands: list[str], board: str, game: str) -> None:
    one, two, three = (
        answer(calculate(hands, board=board, game=game, exact=True, threads=threads)) for threads in (1, 2, 3)
    )
    assert one == two == three
    assert one["method"] == "exact"
