"""What must hold of every answer, whatever the spot: symmetries, sums and totals over the next card."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from equity import PlayerResult, Result, calculate
from equity.games import GAMES
from tests.reference import DECK, STACKED_DECKS, split

HOLE = {game.name: game.hole for game in GAMES}
HIGH_ONLY = {"omaha8": "omaha", "bigo": "omaha5", "omaha6-8": "omaha6", "courchevel8": "courchevel"}
ULP = 2.0**-52


class Question(NamedTuple):
    game: str
    hands: tuple[str, ...]
    board: str
    dead: str

    def taken(self) -> tuple[str, ...]:
        """The cards that cannot be dealt."""
        held = "".join(hand for hand in self.hands if hand != "random")
        return split(held + self.board + self.dead)

    def answer(self) -> Result:
        return calculate(self.hands, game=self.game, board=self.board, dead=self.dead, exact=True)


@st.composite
def questions(
    draw: st.DrawFn,
    games: tuple[str, ...] = tuple(HOLE),
    lying: tuple[int, ...] = (0, 1, 3, 4, 5),
    most_players: int = 4,
    random_hand: bool = True,
) -> Question:
    """Written-out hands from any deck, stacked or whole; sometimes one of them random after the flop."""
    game = draw(st.sampled_from(games))
    street = draw(st.sampled_from([cards for cards in lying if cards != 1 or game.startswith("courchevel")]))
    deck = STACKED_DECKS[draw(st.sampled_from(list(STACKED_DECKS)))]
    hole = HOLE[game]
    players = draw(st.integers(2, min(most_players, (len(deck) - 5 - 4) // hole)))
    cards = "".join(draw(st.permutations(deck)))
    hands = [cards[2 * hole * seat : 2 * hole * (seat + 1)] for seat in range(players)]
    cards = cards[2 * hole * players :]
    if random_hand and street >= 3 and draw(st.booleans()):
        hands[draw(st.integers(0, players - 1))] = "random"
    dead = draw(st.integers(0, 4))
    return Question(game, tuple(hands), cards[: 2 * street], cards[2 * street : 2 * street + 2 * dead])


def counts(result: Result) -> list[tuple[int, ...]]:
    return [_counts(player) for player in result.players]


def _counts(player: PlayerResult) -> tuple[int, ...]:
    assert player.counts is not None
    return tuple(player.counts)


def numbers(result: Result) -> tuple[object, ...]:
    """All of an answer that does not repeat the question or tell the time."""
    return (result.deals, result.no_low, *(player[1:] for player in result.players))


def no_low_deals(result: Result) -> int:
    assert result.deals is not None
    return round(result.no_low * result.deals)


@given(questions(), st.permutations("shdc"))
def test_suits_have_no_names(question: Question, suits: list[str]) -> None:
    relabel = str.maketrans("shdc", "".join(suits))
    hands = tuple(hand if hand == "random" else hand.translate(relabel) for hand in question.hands)
    board, dead = question.board.translate(relabel), question.dead.translate(relabel)
    assert numbers(Question(question.game, hands, board, dead).answer()) == numbers(question.answer())


@given(questions(), st.randoms(use_true_random=False))
def test_seats_have_no_order(question: Question, rng: Random) -> None:
    seats = list(range(len(question.hands)))
    rng.shuffle(seats)
    moved = question._replace(hands=tuple(question.hands[seat] for seat in seats)).answer()
    here = question.answer()
    assert (moved.deals, moved.no_low) == (here.deals, here.no_low)
    assert [player[1:] for player in moved.players] == [here.players[seat][1:] for seat in seats]


@given(questions(), st.randoms(use_true_random=False))
def test_cards_have_no_order(question: Question, rng: Random) -> None:
    def shuffled(text: str) -> str:
        return text if text == "random" else "".join(rng.sample(split(text), len(text) // 2))

    hands = tuple(shuffled(hand) for hand in question.hands)
    moved = Question(question.game, hands, shuffled(question.board), shuffled(question.dead))
    assert numbers(moved.answer()) == numbers(question.answer())


@given(questions())
def test_shares_add_up(question: Question) -> None:
    result = question.answer()
    assert sum(player.equity for player in result.players) == pytest.approx(1, abs=2 * ULP, rel=0)
    for player in result.players:
        assert player.equity == pytest.approx(player.hi + player.lo, abs=ULP, rel=0)
        assert player.scoop <= player.hi_win <= 1
        assert player.scoop + player.quartered <= 1
        assert player.lo <= (player.lo_win + player.lo_tie / 2) / 2 + ULP
        assert player.scoop - ULP <= player.equity <= 1 - player.quartered * 3 / 4 + ULP
        assert all(0 <= share <= 1 for share in player[1:11])


@given(questions())
def test_every_deal_has_its_winners(question: Question) -> None:
    result = question.answer()
    deals, no_low = result.deals or 0, no_low_deals(result)
    _, quartered, hi_win, hi_tie, lo_win, lo_tie = map(sum, zip(*counts(result), strict=True))
    most = len(question.hands)
    for won, shared, total in ((hi_win, hi_tie, deals), (lo_win, lo_tie, deals - no_low)):
        if question.game not in HIGH_ONLY and won == shared == 0:
            continue  # the low of a high-only game
        assert 2 * (total - won) <= shared <= most * (total - won)
    if most == 2:
        assert hi_tie == 2 * (deals - hi_win)
        assert quartered <= hi_tie + lo_tie
    if question.game not in HIGH_ONLY:
        assert (no_low, lo_win, lo_tie) == (0, 0, 0)
        assert [player[0] for player in counts(result)] == [player[2] for player in counts(result)]


@given(questions(games=tuple(HIGH_ONLY), most_players=2))
def test_high_half_heads_up_is_the_high_only_game(question: Question) -> None:
    hilo = question.answer()
    high_only = question._replace(game=HIGH_ONLY[question.game]).answer()
    for both, high in zip(hilo.players, high_only.players, strict=True):
        assert _counts(both)[2:4] == _counts(high)[2:4]
        assert both.hi_win + both.hi_tie / 2 == pytest.approx(high.equity, abs=ULP, rel=0)


def assert_total(question: Question, boards: Callable[[str], str], times: int) -> None:
    """The counts over each next card add up to `times` the counts before it."""
    taken = question.taken()
    total: Counter[tuple[int, int]] = Counter()
    deals = no_low = 0
    for card in DECK:
        if card not in taken:
            result = question._replace(board=boards(card)).answer()
            deals += result.deals or 0
            no_low += no_low_deals(result)
            for seat, player in enumerate(counts(result)):
                total.update({(seat, place): count for place, count in enumerate(player)})
    whole = question.answer()
    assert deals == times * (whole.deals or 0)
    assert no_low == times * no_low_deals(whole)
    for seat, player in enumerate(counts(whole)):
        assert [total[seat, place] for place in range(6)] == [times * count for count in player]


@given(questions(lying=(3, 4)))
@settings(max_examples=40)
def test_adding_up_over_the_next_card(question: Question) -> None:
    """A flop's turn is either of its two cards to come; a turn has one."""
    assert_total(question, lambda card: question.board + card, 2 if len(question.board) == 6 else 1)


@given(questions(games=("courchevel", "courchevel8"), lying=(0,), most_players=3))
@settings(max_examples=10)
def test_adding_up_over_the_door_card(question: Question) -> None:
    assert_total(question, lambda card: card, 5)


@given(questions(lying=(3,), most_players=3, random_hand=False))
@settings(max_examples=40)
def test_a_flop_is_the_mean_of_its_turns(question: Question) -> None:
    turns = [
        question._replace(board=question.board + card).answer()
        for card in DECK
        if card not in question.taken()
    ]
    for seat, player in enumerate(question.answer().players):
        mean = sum(turn.players[seat].equity for turn in turns) / len(turns)
        assert player.equity == pytest.approx(mean, abs=1e-14)


@given(questions(games=("omaha", "omaha8", "omaha5"), lying=(5,), most_players=2, random_hand=False))
@settings(max_examples=10)
def test_random_hands_are_alike(question: Question) -> None:
    result = question._replace(hands=("random", question.hands[0], "random")).answer()
    assert result.players[0] == result.players[2]
