"""Tables of spots by seed: the sample in data/samples, and files as long as a measurement needs.

python -m benchmarks.spots sample > data/samples/spots.csv
python -m benchmarks.spots 1000000 --seed 7 --street turn > spots.csv
"""

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from random import Random

from equity.cards import NAMES
from equity.games import GAMES, Game

STREETS = {"preflop": 0, "door": 1, "flop": 3, "turn": 4, "river": 5}
HEADER = ("id", "game", "hands", "board", "dead", "note")
Row = Sequence[str]

UNKNOWN = (
    ("omaha", "AsKs9h8h vs random", "Kh9d2c7s", "", "against a random hand"),
    ("omaha", "QsJsTh9h", "Kh9d2c", "", "one hand alone plays against a random one"),
    ("omaha8", "As2s3hKd vs random", "7h5d2c", "2h", "random, with a dead card"),
    ("omaha8", "As2s3hKd vs random vs random", "7h5d4c9sTd", "", "two random hands"),
    ("bigo", "As2s3hKd9c vs random", "7h5d4c9s", "", "random, five cards"),
    ("omaha6", "AsKsQh9h8d7d vs random", "Kh9d2c7s", "", "random, six cards"),
    ("omaha", "AA$ds vs KK$ds", "Kh9d2c", "", "ranges"),
    ("omaha", "AsKsQhJh vs QQ,JJ", "Td9d2c", "", "a hand and a range"),
    ("plo8", "A2:xx vs 33,44", "7h5d4cKs", "", "ranges, hi/lo"),
    ("omaha", "15%vr vs AA", "Kh9d2c7s", "", "a percent"),
    ("omaha", "AKQJ@30,T987@70 vs 6655", "Kh9d2c7s", "", "a weighted range"),
    ("", "As Ks 10h 8h v QdJdTc9c", "Kh 9d 2c", "", "tens and blanks"),
    ("", "A♠K♠9♥8♥ VS qdjdtc9c", "K♥9♦2♣", "", "suit symbols, lower case"),
    ("PLO", "AsKs9h8h versus QdJdTc9c v 7s6s5c4c", "", "Ah", "every separator"),
    ("omaha8", "random vs random vs random", "", "", "sampled"),
)
BROKEN: tuple[tuple[str, ...], ...] = (
    ("omaha", "AsKs9h8h vs AsQdJdTc", "Kh9d2c", "", "a card twice"),
    ("omaha", "AsKs9h8h vs QdJdTc9c", "As9d2c", "", "a card on the board too"),
    ("omaha", "AsKs9h8h vs QdJdTc9c", "Kh9d2c", "Ks", "a dead card that is held"),
    ("omaha", "AsKs9h1c vs QdJdTc9c", "Kh9d2c", "", "no such card"),
    ("omaha", "AsKs9h vs QdJdTc9c", "Kh9d2c", "", "three cards"),
    ("omaha", "AsKs9h8h vs QdJdTc9c", "Kh9d", "", "a board of two"),
    ("holdem", "AsKs9h8h vs QdJdTc9c", "Kh9d2c", "", "no such game"),
    ("bigo", "AsKs9h8h vs QdJdTc9c", "Kh9d2c", "", "not of this game"),
    ("omaha", "", "Kh9d2c", "", "no hands"),
    ("omaha", "AsKs9h8h vs", "Kh9d2c", "", "nobody on the other side"),
    ("omaha", "AA$dx vs KK", "Kh9d2c", "", "no such macro"),
    ("omaha", " vs ".join(["random"] * 11), "Kh9d2c", "", "eleven players"),
    ("omaha6", " vs ".join(["random"] * 9), "", "", "more cards than there are"),
    ("omaha", "AsKs9h8h vs QdJdTc9c"),
    ("omaha", "AsKs9h8h vs QdJdTc9c", "Kh9d2c", "", "one cell too many", "here"),
)


def written_out(rng: Random, game: Game, players: int, lying: int, dead: int = 0) -> tuple[str, str, str]:
    """Hands, board and dead cards dealt from a shuffled deck."""
    deck = rng.sample(NAMES, players * game.hole + lying + dead)
    hands = ["".join(deck[i * game.hole : (i + 1) * game.hole]) for i in range(players)]
    rest = deck[players * game.hole :]
    return " vs ".join(hands), "".join(rest[:lying]), "".join(rest[lying:])


def every_kind(rng: Random) -> Iterator[Row]:
    """170 written-out spots of all games and streets, two to ten players, with dead cards and without."""
    for i in range(170):
        game = GAMES[i % len(GAMES)]
        lying = game.boards[i // len(GAMES) % len(game.boards)]
        players = min((2, 2, 2, 3, 2, 4, 2, 6, 2, 10)[i // 3 % 10], 46 // game.hole)
        dead = 0 if i % 4 else min(2, 47 - players * game.hole)
        yield (game.name, *written_out(rng, game, players, lying, dead), "")


def sample(seed: int = 1) -> Iterator[Row]:
    """200 spots: of every kind, with random hands and ranges, and 15 broken on purpose, mixed."""
    rng = Random(seed)
    rows = [*every_kind(rng), *UNKNOWN, *BROKEN]
    rng.shuffle(rows)
    yield HEADER
    for number, row in enumerate(rows, 1):
        yield (str(number), *row)


def many(count: int, seed: int, street: str, game: str, players: int) -> Iterator[Row]:
    """So many written-out spots of one kind."""
    rng = Random(seed)
    dealt = next(row for row in GAMES if row.name == game)
    yield ("id", "hands", "board")
    for number in range(1, count + 1):
        hands, board, _ = written_out(rng, dealt, players, STREETS[street])
        yield str(number), hands, board


def main() -> None:
    """Write a table to standard output."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spots", description="Make a table of spots.")
    parser.add_argument("count", help="how many, or the word sample")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--street", choices=STREETS, default="turn")
    parser.add_argument("--game", choices=[game.name for game in GAMES], default="omaha")
    parser.add_argument("--players", type=int, default=2)
    chosen = parser.parse_args()
    rows = (
        sample(chosen.seed)
        if chosen.count == "sample"
        else many(int(chosen.count), chosen.seed, chosen.street, chosen.game, chosen.players)
    )
    csv.writer(sys.stdout, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
