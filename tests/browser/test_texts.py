"""The words of the pages: both languages say the same things, and every word a template asks for exists."""

from __future__ import annotations

import json
import re

from tests.browser.desk import ROOT

HOLE = re.compile(r"\{(\w+)\}")
ASKED = re.compile(r"""\{%\s*(?:t|plain)\s+"([\w.-]+)"((?:\s+\w+=[^%]*?)?)\s*(?:as \w+\s*)?%\}""")


def flat(texts: dict, path: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in texts.items():
        found |= flat(value, f"{path}{key}.") if isinstance(value, dict) else {path + key: value}
    return found


def words(lang: str) -> dict[str, str]:
    return flat(json.loads((ROOT / f"gateway/texts/{lang}.json").read_text("utf-8")))


def test_english_and_persian_have_the_same_sentences_with_the_same_holes():
    english, persian = words("en"), words("fa")
    assert set(english) == set(persian)
    assert [key for key in english if set(HOLE.findall(english[key])) != set(HOLE.findall(persian[key]))] == []


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
    for name in ("match.js", "history.js"):
        text = (ROOT / "gateway/static/house" / name).read_text("utf-8")
        missing += [key for key in re.findall(r'tell\("([a-z_]+)"', text) if f"match.{key}" not in english]
    assert missing == []
