"""The styles of the pages around a board stay outside of it: both choose their class names by themselves."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHELL = ROOT / "gateway/static/house/shell.css"
GIVEN = re.compile(r'class: ("[^"]*"|`[^`]*`)|(?:classList\.\w+|layer)\(([^)]*)\)')
NAME = re.compile(r"[a-z][a-z0-9-]*")


def classes_of_boards() -> set[str]:
    """Every class a board may give to an element, and some words more: what stands in a template counts, too."""
    scripts = "".join(path.read_text("utf-8") for path in ROOT.glob("engine/games/*/ui/*.js"))
    return {name for given in GIVEN.finditer(scripts) for name in NAME.findall(given[1] or given[2])}


def selectors(css: str) -> list[str]:
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return [selector.strip() for rule in re.finditer(r"([^{}]+)\{", bare) for selector in rule[1].split(",")]


def fits_a_board(selector: str, made: set[str]) -> bool:
    named = set(re.findall(r"\.([a-z][a-z0-9-]*)", selector))
    return bool(named) and named <= made and "#" not in selector


def test_no_rule_of_the_shell_fits_what_a_board_makes():
    made = classes_of_boards()
    assert {"seat", "turn", "who", "line", "mark"} <= made
    assert [selector for selector in selectors(SHELL.read_text("utf-8")) if fits_a_board(selector, made)] == []
