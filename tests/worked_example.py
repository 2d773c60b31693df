"""The worked example of docs/add-a-game.md: its files, its lines and its commands, read from the page itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "add-a-game.md"
GAME = "engine/games/hush"


def _blocks() -> Iterator[tuple[str, str, str]]:
    """Every block of the page: the heading above it, its language and its text."""
    heading, language, lines = "", "", list[str]()
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line == "```":
            yield heading, language, "".join(f"{line}\n" for line in lines)
            language = ""
        elif language:
            lines.append(line)
        elif line.startswith("```"):
            language, lines = line[3:], []
        elif line.startswith("#"):
            heading = line.lstrip("# ")


def files() -> dict[str, str]:
    """What the page says each file holds, by its path."""
    names = ((re.fullmatch("`(.+)`", heading), text) for heading, _, text in _blocks())
    return {name[1]: text for name, text in names if name is not None}


def additions() -> list[tuple[str, str]]:
    """For the shelf: a line that is there, and the line to put behind it."""
    lines = [pairwise(text.splitlines()) for _, language, text in _blocks() if language == "diff"]
    return [(before[1:], line[1:]) for pairs in lines for before, line in pairs if line.startswith("+")]


def commands() -> list[str]:
    return [line for _, language, text in _blocks() if language == "sh" for line in text.splitlines()]


def write(root: Path, below: str = "") -> None:
    """The files of the page under that root, those below a folder alone if one is named."""
    for name, text in files().items():
        if name.startswith(below):
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
