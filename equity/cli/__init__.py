"""The command line: click commands that parse, call the library and print."""

import os
import signal
from types import FrameType
from typing import NoReturn


def _leave_at_once(signum: int, frame: FrameType | None) -> NoReturn:
    os._exit(130)


def main() -> NoReturn:
    """The command omaha-equity. Ctrl-C during the imports ends it as quietly as later."""
    handler = signal.signal(signal.SIGINT, _leave_at_once)
    from equity.cli.main import main as run

    signal.signal(signal.SIGINT, handler)
    run()
