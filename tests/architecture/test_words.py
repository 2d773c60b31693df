"""Names say what they name (docs/glossary.md): no variable, argument, function or class is `found`, `told` or `one`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDERS = ("engine", "verifier", "services", "gateway", "deploy", "docs", "tests")
# `one` may be a number inside a longer name: append_one. `NotFound` is what Django and our own errors call status 404.
EMPTY = re.compile(r"_*one_*|_*(?:\w+_)?(?:found|told)(?:_\w+)?", re.IGNORECASE)
GIVEN = {"NotFound"}

NAME = r"(?:one|told|found|told[A-Z]\w*|found[A-Z]\w*|\w+(?:Told|Found))\b"
DECLARED = re.compile(
    rf"\b(?:const|let|var|function|class) (?:[\[{{][^\]}}=]*\b)?(?P<variable>{NAME})(?![:-])"
    rf"|(?P<lone>\b{NAME}) =>|\((?:[^()]*, )?(?P<argument>{NAME})(?:, [^()]*)?\) (?:=>|\{{)"
)


def is_empty(name: str) -> bool:
    return name not in GIVEN and EMPTY.fullmatch(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)) is not None


def empty_names(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Names with their lines, where the project gives them: bound, taken as argument, defined or imported as."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.ClassDef(name=name):
                pass
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case ast.alias(asname=str(name)):
                pass
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.ExceptHandler(name=str(name)):
                pass
            case _:
                continue
        if is_empty(name):
            yield name, node.lineno


def empty_words_of_script(text: str) -> list[str]:
    return [next(filter(None, match.groups())) for match in DECLARED.finditer(text)]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_name_says_what_it_names(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name, line in empty_names(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not wrong


def test_a_name_of_a_script_says_what_it_names() -> None:
    scripts = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.js")]
    assert scripts
    wrong = {str(path.relative_to(ROOT)): empty_words_of_script(path.read_text(encoding="utf-8")) for path in scripts}
    assert not {path: words for path, words in wrong.items() if words}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("found = 1", ["found"]),
        ("for one in rows: told_result(one)", ["one", "told_result", "one"]),
        ("def _told(): ...", ["_told"]),
        ("class MostFound: ...", ["MostFound"]),
        ("append_one(ONE_ROUND); raise NotFound('told')", []),
        ("seek.found_at = founder", ["found_at"]),
    ],
)
def test_an_empty_name_is_seen(text: str, names: list[str]) -> None:
    assert sorted(name for name, _ in empty_names(ast.parse(text))) == sorted(names)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("const told = 1;", ["told"]),
        ("rows.map((one) => one.id)", ["one"]),
        ("rows.map((one, n) => n)", ["one"]),
        ("rows.map(found => found.id)", ["found"]),
        ("for (const [seq, told] of rows)", ["told"]),
        ("function lines(told) {", ["told"]),
        ('const teller = at("step-told"); const seat = {told: anything};', []),
        ("/** @type {string} the one that counts */ (value) => value", []),
    ],
)
def test_an_empty_name_of_a_script_is_seen(text: str, names: list[str]) -> None:
    assert empty_words_of_script(text) == names
