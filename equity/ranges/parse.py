"""Text to tree: the grammar of the range language, by recursive descent.

    union    = part ("," part)*
    part     = operand [weight] ((":" | "!") operand)* [weight]
    operand  = "(" union ")" | "random" | percent | pattern
    percent  = n% ["-" n%] [kind]
    pattern  = cards ["+" | "-" | "-" cards]
    cards    = (card | list | "{" (card | list)+ "}")+
    list     = "[" item ("," item)* "]"           item = card ["+" | "-" | "-" card]
    card     = (rank | rank variable | "*") [suit | suit variable] | suit | suit variable

What the language leaves open is decided here:

- White space means nothing at all, also inside a number, a macro's name or `random`.
- A suit belongs to the rank, variable or star before it, but not to a `]` or `}`: `[K-J]x` is
  two cards. `random` is the word wherever these six letters stand together.
- What a span stands for is told in equity.ranges.spans.
- `+` and `-` end a pattern; inside `{ }` they are refused. `{ }` cannot be nested.
- A list may hold suits (`[s,h]`) and mix single cards with spans (`[A,T-8]`).
- A weight belongs to the part it ends, so `AA:xx@5` is all of `AA:xx` five times. It may stand
  before `:` or `!` only after the parenthesis that starts the part: `(AA@9,KK@1):xx` and
  `(AA,KK)@9:xx`. A union in parentheses whose parts carry weights carries a weight.
- A union inside a union, and a span inside one, are parts of it: no parentheses remain.
- A pattern that nothing can match, such as `AsAs`, is read: it holds no hand.
- An unbraced pattern of stars only is every hand, however many they are.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import NamedTuple

from equity.errors import RangeError
from equity.ranges.macros import BUILT_IN, Text, expand
from equity.ranges.spans import between, climb, fall, has_list, has_rank, misfit
from equity.ranges.tokens import (
    END,
    KIND,
    PERCENT,
    RANK,
    STAR,
    SUIT,
    WEIGHT,
    WORD,
    Token,
    tokenize,
)
from equity.ranges.tree import (
    ANY_CARD,
    KINDS,
    And,
    Card,
    Every,
    Node,
    Option,
    Pattern,
    Percent,
    Union,
    Weighted,
    Without,
)

DEEPEST = 50
"""How many parentheses may be open at once, and how many operators deep the tree may be."""

CARD_STARTS = frozenset({RANK, SUIT, STAR})
PATTERN_STARTS = CARD_STARTS | {"[", "{"}
EXAMPLE = "a hand pattern, such as AA"
CLOSING = {"(": ")", "[": "]", "{": "}"}
OPENING = {closing: opening for opening, closing in CLOSING.items()}


def parse(source: str, hole: int, where: str = "", macros: Mapping[str, str] = BUILT_IN) -> Node:
    """The tree of a range for hands of `hole` cards.

    `macros` are all that may be named; `where` names the text in errors ("hand 1").
    Raises RangeError with the place in `source`, for text out of a macro that of its name.
    """
    return _Parser(expand(source, hole, where, macros), hole).whole()


class _Part(NamedTuple):
    """A node, how deep it is, where its tokens start and stop, and the last weight in it."""

    node: Node
    depth: int
    start: int
    stop: int
    weight: Token | None = None


class _Cards(NamedTuple):
    """A pattern or one end of a span, and where its text starts and stops."""

    pattern: Pattern
    start: int
    stop: int


class _Parser:
    """The tokens of one text and how far they are read."""

    def __init__(self, text: Text, hole: int):
        self._text = text
        self._hole = hole
        self._tokens = tokenize(text)
        self._at = 0
        self._open: list[Token] = []  # the parentheses round this place

    def whole(self) -> Node:
        """The tree of all of the text."""
        if self._token.kind == END:
            raise self._text.error(f"the range is empty; write {EXAMPLE}, or random", 0, 0)
        part = self._union()
        if self._token.kind != END:
            raise self._unexpected()
        return part.node

    # Unions, parts and operands

    def _union(self) -> _Part:
        parts = [self._part()]
        while self._take(","):
            parts.append(self._part())
        weighted = next((part for part in parts if part.weight), None)
        for part in parts:
            if weighted and not part.weight:
                message = f"{self._quote(part)} has no weight and {self._quote(weighted)} has one"
                raise self._error(f"{message}; all parts of a union carry a weight or none does", part)
        depth = max(part.depth for part in parts) + (len(parts) > 1)
        node = _union_of([part.node for part in parts])
        return _Part(node, depth, parts[0].start, parts[-1].stop, weighted.weight if weighted else None)

    def _part(self) -> _Part:
        """Operands joined by `:` and `!`, from left to right, and their weight."""
        part = self._operand()
        closed = self._previous.kind == ")"
        part = self._weighed(part)
        while self._token.kind in (":", "!"):
            if self._previous.kind == WEIGHT and not closed:
                message = f'a weight before "{self._token.kind}"; it comes last in its part, such as AA:xx@50'
                raise self._error(message, self._previous)
            sign = self._next()
            right = self._operand()
            if right.weight:
                message = f'a weight counts for nothing on the right of "{sign.kind}"; write it at the end'
                raise self._error(message, right.weight)
            join = And if sign.kind == ":" else Without
            depth = max(part.depth, right.depth) + 1
            if depth > DEEPEST:
                message = f'more than {DEEPEST} ":" and "!" in one part; join what is excluded: AA!(K,Q)'
                raise self._error(message, sign)
            part = _Part(join(part.node, right.node), depth, part.start, right.stop, part.weight)
            closed = False
            part = self._weighed(part)
        return part

    def _weighed(self, part: _Part) -> _Part:
        """The part with the weights that follow it, of which there may be one."""
        while weight := self._take(WEIGHT):
            if part.weight:
                raise self._error("a second weight on one part; a part has one weight", weight)
            number = self._number(weight, "a weight")
            part = _Part(Weighted(part.node, number), part.depth + 1, part.start, weight.stop, weight)
        return part

    def _operand(self) -> _Part:
        token = self._token
        if token.kind == "(":
            return self._parentheses()
        if token.kind == PERCENT:
            return self._percent()
        if token.kind in PATTERN_STARTS:
            return self._pattern()
        if self._take(WORD):
            return _Part(Every(), 1, token.start, token.stop)
        raise self._no_operand()

    def _parentheses(self) -> _Part:
        opening = self._next()
        self._open.append(opening)
        if len(self._open) > DEEPEST:
            raise self._error(f"more than {DEEPEST} parentheses inside one another", opening)
        inner = self._union()
        closing = self._take(")")
        if not closing:
            raise self._unexpected()
        self._open.pop()
        return inner._replace(start=opening.start, stop=closing.stop)

    def _percent(self) -> _Part:
        start = self._token.start
        low = high = self._number(self._next(), "a percent")
        if self._token.kind == "-":
            dash = self._next()
            if self._token.kind != PERCENT:
                raise self._error('a second percent is missing after "-"; write it like 5%-10%', dash)
            low, high = sorted((low, self._number(self._next(), "a percent")))
        else:
            low = 1
        kind = ""
        if suffix := self._take(KIND):
            kind = self._text.chars[suffix.start : suffix.stop].lower()
            if kind not in KINDS:
                message = f"{self._quote(suffix)} names no ordering; "
                raise self._error(f"{message}after % may stand {' or '.join(KINDS)}, or an operator", suffix)
            if self._token.kind == "-":
                message = f"{self._quote(suffix)} stands between two percents; "
                raise self._error(f"{message}it comes once, at the end: 5%-10%{kind}", suffix)
        every = low == 1 and high == 100
        node: Node = Every() if every else Percent(low - 1, high, kind)
        return _Part(node, 1, start, self._previous.stop)

    # Patterns and spans

    def _pattern(self) -> _Part:
        first = self._cards()
        patterns = self._span(first, PATTERN_STARTS, self._cards)
        every = patterns == [Pattern((ANY_CARD,) * len(first.pattern.cards))]
        node = Every() if every else _union_of(patterns)
        return _Part(node, 1 + (len(patterns) > 1), first.start, self._previous.stop)

    def _cards(self) -> _Cards:
        """Cards, lists and braces up to the first token that is none; raises when there are too many."""
        start = self._token.start
        cards: list[Card] = []
        starts: list[int] = []
        braces: list[tuple[int, ...]] = []
        opening: Token | None = None
        opened_at = 0
        while True:
            token = self._token
            if token.kind == "[" or token.kind in CARD_STARTS:
                starts.append(token.start)
                cards.append(self._list() if token.kind == "[" else (self._card(),))
            elif token.kind == "{":
                if opening:
                    raise self._error('"{" inside braces; braces cannot be nested', token)
                opening, opened_at = self._next(), len(cards)
            elif token.kind == "}" and opening:
                if len(cards) == opened_at:
                    raise self._no_operand("a card")
                braces.append(tuple(range(opened_at, len(cards))))
                opening = None
                self._next()
            else:
                break
        if opening:
            raise self._unclosed(opening, 'a card or "}"')
        whole = _Cards(Pattern(tuple(cards), tuple(braces)), start, self._previous.stop)
        stars_only = not braces and set(cards) == {ANY_CARD}
        if len(cards) > self._hole and not stars_only:
            message = f"{self._quote(whole)} has {len(cards)} cards; a hand has {self._hole} here"
            raise self._error(message, whole._replace(start=starts[self._hole]))
        return whole

    def _card(self) -> Option:
        """A rank, variable or star and the suit behind it, or a suit alone."""
        token = self._next()
        if token.kind == SUIT:
            return Option(None, token.value)
        suit = self._take(SUIT)
        return Option(token.value, suit.value if suit else None)

    def _list(self) -> Card:
        """What stands in brackets, each option once."""
        opening = self._next()
        options = self._item(opening)
        while self._take(","):
            options += self._item(opening)
        if not self._take("]"):
            token = self._token
            if token.kind in CARD_STARTS:
                message = f"{self._quote(token)} is a second card in one item of a list"
                raise self._error(f"{message}; an item is one card or a span, with commas between", token)
            raise self._unclosed(opening, '"," or "]"')
        return tuple(dict.fromkeys(options))

    def _item(self, opening: Token) -> list[Option]:
        """The options of one item of a list: a card or a span of cards."""
        first = self._listed_card(opening)
        spanned = self._span(first, CARD_STARTS, lambda: self._listed_card(opening))
        return [option for pattern in spanned for (option,) in pattern.cards]

    def _listed_card(self, opening: Token) -> _Cards:
        token = self._token
        if token.kind == END:
            raise self._unclosed(opening, "a card")
        if token.kind == "[":
            raise self._error("a list inside a list; write all its cards in one, such as [A,K,9-7]", token)
        if token.kind not in CARD_STARTS:
            raise self._no_operand("a rank, a suit or a card")
        if token.kind == STAR or (token.kind == RANK and isinstance(token.value, str)):
            kind = "a star" if token.kind == STAR else "the rank variable"
            message = f"{kind} {self._quote(token)} inside a list"
            raise self._error(f"{message}; a list holds ranks, suits and cards", token)
        return _Cards(Pattern(((self._card(),),)), token.start, self._previous.stop)

    def _span(self, first: _Cards, starts: Set[str], other_end: Callable[[], _Cards]) -> list[Pattern]:
        """The pattern read and all that a `+`, a `-`, or a `-` and the other end add to it.

        Another end follows if the next token is among `starts`, and `other_end` reads it.
        """
        sign = self._take("+") or self._take("-")
        if not sign:
            return [first.pattern]
        if sign.kind == "-" and self._token.kind in starts:
            return self._between(first, other_end())
        if sign.kind == "-" and self._token.kind == PERCENT:
            message = f"a percent follows {self._quote(first._replace(stop=sign.stop))}"
            raise self._error(f"{message}; a span of percents is written like 5%-10%", self._token)
        self._refuse_lists(first)
        if not has_rank(first.pattern):
            whole = first._replace(stop=sign.stop)
            message = f'{self._quote(whole)} has no rank for "{sign.kind}" to move'
            raise self._error(f"{message}; write it like T8+ or 664-", whole)
        return climb(first.pattern) if sign.kind == "+" else fall(first.pattern)

    def _between(self, first: _Cards, last: _Cards) -> list[Pattern]:
        """The span with these ends; raises RangeError for ends that do not fit."""
        self._refuse_lists(first)
        self._refuse_lists(last)
        if fault := misfit(first.pattern, last.pattern):
            ends = f"{self._quote(first)} and {self._quote(last)}"
            raise self._error(f"{ends} are no ends of a span: {fault}", first._replace(stop=last.stop))
        return between(first.pattern, last.pattern)

    def _refuse_lists(self, end: _Cards) -> None:
        if has_list(end.pattern):
            message = f"{self._quote(end)} has a list in a span"
            raise self._error(f"{message}; put the span into a list too, such as [A-Q][T+]", end)

    # Tokens and refusals

    @property
    def _token(self) -> Token:
        return self._tokens[self._at]

    @property
    def _previous(self) -> Token:
        return self._tokens[max(0, self._at - 1)]

    def _next(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _take(self, kind: str) -> Token | None:
        """The next token, read, if it is of this kind."""
        return self._next() if self._token.kind == kind else None

    def _number(self, token: Token, what: str) -> int:
        """The number of a percent or a weight."""
        written = self._text.chars[token.start : token.stop]
        digits = written.strip("@%").lstrip("0") or "0"
        number = int(digits) if len(digits) <= 3 else 1000
        if not 1 <= number <= 100:
            message = f"{_shortened(written)} is out of bounds; {what} is a whole number from 1 to 100"
            raise self._error(message, token)
        return number

    def _quote(self, place: Token | _Part | _Cards) -> str:
        return f'"{_shortened(self._text.chars[place.start : place.stop])}"'

    def _error(self, message: str, place: Token | _Part | _Cards) -> RangeError:
        return self._text.error(message, place.start, place.stop)

    def _follows(self, expected: str) -> RangeError:
        """That the next token may not follow the one before it."""
        macro = self._text.macro(self._previous.start)
        unseen = macro and not self._text.macro(self._token.start)
        previous = f'"${macro}"' if unseen else self._quote(self._previous)
        found = self._quote(self._token)
        return self._error(f"{found} follows {previous}; expected {expected}", self._token)

    def _unclosed(self, opening: Token, expected: str) -> RangeError:
        """That the next token does not belong in brackets or braces, or that nothing closes them."""
        if self._token.kind == END:
            message = f'"{opening.kind}" is never closed; expected "{CLOSING[opening.kind]}"'
            return self._error(message, opening)
        return self._follows(expected)

    def _no_operand(self, expected: str = EXAMPLE) -> RangeError:
        """That the next token, or the end, stands where something has to be."""
        token = self._token
        found = self._quote(token)
        after = token.kind in ",:!)]}" or token.kind == WEIGHT
        if self._at == 0:
            fault = f"nothing stands before {found}" if after else f"{found} starts no range"
            if after and (macro := self._text.macro(token.start)):
                return self._error(f"a pattern must stand before it, such as *${macro} for every hand", token)
            return self._error(f"{fault}; expected {expected}", token)
        previous = self._quote(self._previous)
        if token.kind == END:
            return self._error(f"nothing follows {previous}; expected {expected}", self._previous)
        if after:
            return self._error(f"nothing stands between {previous} and {found}; expected {expected}", token)
        return self._follows(expected)

    def _unexpected(self) -> RangeError:
        """That the next token may not follow a whole part of a range."""
        token = self._token
        if token.kind == END:
            return self._unclosed(self._open[-1], "")
        if token.kind in OPENING and not (self._open and token.kind == ")"):
            return self._error(f'"{token.kind}" closes no "{OPENING[token.kind]}"', token)
        return self._follows('",", ":", "!", a weight or ' + ('")"' if self._open else "the end"))


def _union_of(nodes: Sequence[Node]) -> Node:
    """The union of the nodes, those that are unions dissolved in it; a single one is itself."""
    parts: list[Node] = []
    for node in nodes:
        parts += node.parts if isinstance(node, Union) else [node]
    return parts[0] if len(parts) == 1 else Union(tuple(parts))


def _shortened(text: str, length: int = 30) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."
