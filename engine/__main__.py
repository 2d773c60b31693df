"""`python -m engine`: JSON lines on standard input, one answer a line on standard output, until the input ends."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any, BinaryIO

from engine.core.game import Game
from engine.line import LONGEST, Line


def _games() -> Mapping[str, Game[Any, Any]]:
    from engine.games import GAMES  # at the first question that needs a game, so that the line opens at once

    return GAMES


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; of one that is too long only the beginning, still too long to be taken."""
    while line := stream.readline(LONGEST + 2):
        rest = line
        while not rest.endswith(b"\n") and len(rest) == LONGEST + 2:
            rest = stream.readline(LONGEST + 2)
        yield line


def _hex(text: str) -> bytes:
    return bytes.fromhex(text)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    parser.add_argument("--draw", type=_hex, metavar="SEED", help="answer draws from this chance key (hex)")
    line = Line(_games, perf_counter, parser.parse_args().draw)
    try:
        for request in _lines(sys.stdin.buffer):
            sys.stdout.buffer.write(line.answer(request).encode() + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody listens: no complaint at exit
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
