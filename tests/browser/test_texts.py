"""The words of the pages: both languages say the same things, and every word a template asks for exists."""

from __future__ import annotations

import json
import re

from tests.browser.desk import ROOT

HOLE = re.compile(r"\{(\w+)\}")
BENT = {"unit"}  # "point" or "points": Persian has one word for both
ASKED = re.compile(r"""\{%\s*(?:t|plain)\s+"([\w.-]+)"((?:\s+\w+=[^%]*?)?)\s*(?:as \w+\s*)?%\}""")


def flat(texts: dict, path: str = "") -> dict[str, str]:
    flattened: dict[str, str] = {}
    for key, value in texts.items():
        parts = dict(enumerate(value)) if isinstance(value, list) else value
        flattened |= flat(parts, f"{path}{key}.") if isinstance(parts, dict) else {f"{path}{key}": parts}
    return flattened


def words(lang: str) -> dict[str, str]:
    """Of all subjects: a section may stand in several files."""
    texts: dict[str, str] = {}
    for path in sorted((ROOT / "gateway/texts").glob(f"*{lang}.json")):
        texts |= flat(json.loads(path.read_text("utf-8")))
    return texts


def holes(sentence: str) -> set[str]:
    return set(HOLE.findall(sentence)) - BENT


def test_english_and_persian_have_the_same_sentences_with_the_same_holes():
    english, persian = words("en"), words("fa")
    assert set(english) == set(persian)
    assert [key for key in english if holes(english[key]) != holes(persian[key])] == []


def test_every_sentence_a_template_asks_for_exists_and_gets_its_values():
    english, missing = words("en"), []
    for path in (ROOT / "gateway/templates").rglob("*.html"):
        for key, given in ASKED.findall(path.read_text("utf-8")):
            wanted = set(HOLE.findall(english.get(key, "{missing}")))
            if wanted - set(re.findall(r"(\w+)=", given)):
                missing.append((path.name, key))
    assert missing == []


def test_every_sentence_a_script_asks_for_exists():
    english, missing = words("en"), []
    for path in [ROOT / "gateway/static/house/match.js", *(ROOT / "gateway/static/house/match").glob("*.js")]:
        text = path.read_text("utf-8")
        asked = re.findall(r'tell(?:With)?\("([a-z_]+)"(?:, \{[^}]*\}, "([a-z]+)")?', text)
        missing += [key for key, section in asked if f"{section or 'match'}.{key}" not in english]
    assert missing == []
