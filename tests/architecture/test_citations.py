"""What is cited exists: every document, every section, every promise, every file that a paper names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests import worked_example

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("engine", "verifier", "services", "gateway", "deploy", "tests")
PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "services/README.md"])
CODE = sorted(
    path
    for room in ROOMS
    for kind in ("*.py", "*.js", "*.ts")
    for path in (ROOT / room).rglob(kind)
    if path != Path(__file__)
)
DOCUMENT = re.compile(
    r"(?<![\w.])((?:[\w.-]+/)*[\w-]+\.md)\b(?:[`)\]]*,?\s+(?:section\s+)?(\d+(?:\.\d+)?)(?![\d-]|\s*%))?"
)
PROMISE = re.compile(r"(?i:\bpromises?) (\d+(?:(?:, | and )\d+)*)")
FILE = re.compile(r"`((?:docs|engine|gateway|services|deploy|verifier|tests)/[\w./-]+\.\w+)`")
SHORT_NAMES = {path.name: path for path in PAPERS if path.parent != ROOT and path.name != "README.md"}


@cache
def sections(path: Path) -> frozenset[str]:
    """The numbers of its headings. Points of a numbered list below a section count as well: `8.2`."""
    numbers, current = set(), ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"#+ (\d+(?:\.\d+)?)\b", line):
            current = heading[1]
            numbers.add(current)
        elif point := re.match(r"(?:- )?(\d+)\. ", line):
            numbers |= {f"{current}.{point[1]}", point[1]} if not current else {f"{current}.{point[1]}"}
    return frozenset(numbers)


def document(citing: Path, name: str) -> Path | None:
    """Where a cited document lies: beside the citing one, below the root, or by its bare name under docs/."""
    places = [citing.parent / name, ROOT / name, ROOT / "docs" / name]
    places += [SHORT_NAMES[name]] if name in SHORT_NAMES else []
    return next((place.resolve() for place in places if place.is_file()), None)


def cited(path: Path) -> Iterator[tuple[str, str]]:
    yield from DOCUMENT.findall(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", [*PAPERS, *CODE], ids=lambda path: str(path.relative_to(ROOT)))
def test_every_document_and_section_that_is_cited_exists(path: Path) -> None:
    wrong = []
    for name, section in cited(path):
        target = document(path, name)
        if target is None:
            wrong.append(f"no {name}")
        elif section and sections(target) and section not in sections(target):
            wrong.append(f"{name} has no section {section}")
    assert not wrong


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_a_paper_names_exists(path: Path) -> None:
    named = set(FILE.findall(path.read_text(encoding="utf-8"))) - set(worked_example.files())
    assert not [name for name in named if "<" not in name and not (ROOT / name).exists()]


def test_every_promise_that_is_cited_is_made() -> None:
    promises = set(re.findall(r"^(\d+)\. ", (ROOT / "docs/specs/promises.md").read_text("utf-8"), re.MULTILINE))
    assert {"1", "13"} <= promises
    for path in (*CODE, *PAPERS):
        for numbers in PROMISE.findall(path.read_text(encoding="utf-8")):
            assert set(re.findall(r"\d+", numbers)) <= promises, path


def test_a_promise_is_not_cited_like_a_rule_of_potion_explosion() -> None:
    """`P13` is a rule of that game."""
    wrong = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in CODE
        if "potion" not in str(path)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(r'^\s*"""P\d{1,2}\b|\(P\d{1,2}\)', line)
    ]
    assert not wrong


def test_a_section_that_is_missing_is_seen() -> None:
    assert "3.3" in sections(ROOT / "docs/specs/fairness.md")
    assert "99" not in sections(ROOT / "docs/specs/fairness.md")
    assert DOCUMENT.findall("see fairness.md section 99 and x/y.md.") == [("fairness.md", "99"), ("x/y.md", "")]
