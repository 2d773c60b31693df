"""Every numbered rule of every game is named by a test of that game: in the test's name or its docstring."""

import ast
import re
from pathlib import Path

import pytest

from engine.games import GAMES

HERE = Path(__file__).parent


def numbers(key):
    """What `rules.txt` in the folder of the game's tests lists: `Z 1-3 3a` as Z1, Z2, Z3, Z3a."""
    letter, *parts = (HERE / key / "rules.txt").read_text(encoding="utf-8").split()
    for part in parts:
        first, _, last = part.partition("-")
        yield from [f"{letter}{n}" for n in range(int(first), int(last) + 1)] if last else [f"{letter}{first}"]


def named(key, letter):
    """The rule numbers in the names and docstrings of a game's tests."""
    number = re.compile(rf"(?i)(?<![a-z0-9]){letter}([0-9]+[a-z]?)(?![a-z0-9])")
    found = set()
    for path in (HERE / key).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                told = f"{node.name} {ast.get_docstring(node) or ''}"
                found |= {letter + one.lower() for one in number.findall(told)}
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_is_named_by_a_test(key):
    rules = list(numbers(key))
    found = named(key, rules[0][0])
    assert [rule for rule in rules if rule not in found] == []
