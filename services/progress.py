"""A progress bar for long commands: on a terminal it moves, in a file it is one line."""

from __future__ import annotations

from typing import Protocol


class Out(Protocol):
    def write(self, msg: str = "", style_func: None = None, ending: str | None = None) -> None: ...

    def isatty(self) -> bool: ...


class Progress:
    def __init__(self, out: Out, total: int) -> None:
        self.out, self.total, self.done = out, total, 0

    def step(self, note: str = "") -> None:
        self.done += 1
        last = self.done == self.total
        if last or self.out.isatty():
            bar = "#" * (30 * self.done // max(1, self.total))
            self.out.write(f"\r[{bar:<30}] {self.done}/{self.total} {note:<40}", ending="\n" if last else "")
