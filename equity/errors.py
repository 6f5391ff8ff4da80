"""The one family of exceptions: every refusal says what, where and what to do."""


class EquityError(ValueError):
    """A question that cannot be answered as it was asked.

    `source` is the text at fault and `start`, `stop` the place in it (a half-open
    range of characters), so that a view can put a caret under it; `source` is
    empty when no single text is at fault.
    """

    def __init__(self, message: str, source: str = "", start: int = 0, stop: int | None = None):
        super().__init__(message)
        self.message = message
        self.source = source
        self.start = start
        self.stop = len(source) if stop is None else stop


class CardError(EquityError):
    """A card, hand, board or list of dead cards that cannot be read."""


class GameError(EquityError):
    """A game that does not exist, or cards that do not fit the game."""


class SpotError(EquityError):
    """Hands, board and dead cards that cannot be together."""


class OptionError(EquityError):
    """An option out of bounds, or options that contradict each other."""


class TooCostly(EquityError):
    """An exact answer was asked for and is out of reach; the message says the estimate."""


class RangeError(EquityError):
    """A range that cannot be read, or that holds no hand."""


class RulesError(EquityError):
    """A table, an action or a split of pots that the rules of betting do not allow."""
