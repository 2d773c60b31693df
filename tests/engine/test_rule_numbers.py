"""Rule numbers: the rules page, in both languages, the refusals, the code and the tests of a game name the same set."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from engine.games import GAMES

HERE = Path(__file__).parent
SHELF = HERE.parent.parent / "engine" / "games"
_ID = re.compile(r'\bid="([a-z])([0-9]+[a-z]?)"')

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def page(key, lang):
    return (SHELF / key / f"rules.{lang}.html").read_text(encoding="utf-8")


def numbers(key, lang="en"):
    """The rules that a page states, by the ids of their places: Z1, Z2, S13a."""
    return [letter.upper() + number for letter, number in _ID.findall(page(key, lang))]


def cited(key, text, flags=0):
    """The numbers of this game's rules in a text."""
    letter = numbers(key)[0][0]
    numbers_cited = re.findall(rf"(?<![A-Za-z0-9]){letter}([0-9]+[a-z]?)(?![A-Za-z0-9])", text, flags)
    return {letter + number.lower() for number in numbers_cited}


def named_by_tests(key):
    """The rule numbers in the names and docstrings of a game's tests."""
    named = set()
    for path in (HERE / key).glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                words = f"{node.name} {ast.get_docstring(node) or ''}".replace("_", " ")
                named |= cited(key, words, re.IGNORECASE)
    return named


@every_game
def test_a_page_states_every_rule_once_and_all_under_one_letter(key):
    rules = numbers(key)
    assert len(rules) == len(set(rules))
    assert len({rule[0] for rule in rules}) == 1


@every_game
def test_both_languages_state_the_same_rules_in_the_same_order(key):
    assert numbers(key, "fa") == numbers(key, "en")


@every_game
def test_every_rule_of_the_page_is_named_by_a_test(key):
    assert set(numbers(key)) - named_by_tests(key) == set()


@every_game
def test_every_rule_that_a_test_names_is_on_the_page(key):
    assert named_by_tests(key) - set(numbers(key)) == set()


@every_game
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_rule_that_a_refusal_names_is_on_the_page(key, lang):
    texts = json.loads((SHELF / key / "texts" / f"{lang}.json").read_text(encoding="utf-8"))
    assert cited(key, " ".join(texts["refusals"].values())) - set(numbers(key)) == set()


@every_game
def test_a_refusal_names_the_same_rules_in_both_languages(key):
    texts = [json.loads((SHELF / key / "texts" / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "fa")]
    english, persian = ({code: cited(key, text) for code, text in words["refusals"].items()} for words in texts)
    assert english == persian


@every_game
def test_every_rule_that_the_code_names_is_on_the_page(key):
    code = " ".join(path.read_text(encoding="utf-8") for path in sorted((SHELF / key).rglob("*.py")))
    assert cited(key, code) - set(numbers(key)) == set()
