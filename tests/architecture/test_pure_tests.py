"""What `make pythons` runs on every Python needs no store, no Django and no browser, in whatever it imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.test_rooms import ROOT, read

RUN = ("tests/engine", "tests/verifier", "tests/playthroughs")
OWN = ("deploy", "engine", "gateway", "services", "tests", "verifier")


def locked() -> set[str]:
    lines = (ROOT / "requirements-pure.lock").read_text().splitlines()
    names = [line.split(" ;")[0].rstrip(" \\") for line in lines if line and not line.startswith((" ", "#"))]
    return {canonicalize_name(Requirement(name).name) for name in names}


def at_import(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Every module that is imported with this one: not what a function imports when it is called."""
    for node in body:
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom() if node.module:
                yield node.module
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
            case ast.ClassDef() | ast.With():
                yield from at_import(node.body)
            case ast.If() if "TYPE_CHECKING" not in ast.dump(node.test):
                yield from at_import([*node.body, *node.orelse])
            case ast.Try():
                yield from at_import([*node.body, *node.orelse])


def file_of(name: str) -> Path | None:
    path = ROOT / name.replace(".", "/")
    places = (path.with_suffix(".py"), path / "__init__.py")
    return next((place for place in places if place.is_file()), None)


def reached(first: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    """All modules that are imported from these, each with who imports it; those of others are not looked into."""
    waiting, seen = list(first), set(first)
    while waiting:
        path = waiting.pop()
        for name in at_import(read(path).tree.body):
            yield path, name
            place = file_of(name) if name.partition(".")[0] in OWN else None
            if place is not None and place not in seen:
                seen.add(place)
                waiting.append(place)


def test_the_pure_tests_import_what_their_lock_holds_alone():
    lock, distributions = locked(), packages_distributions()
    assert "pytest" in lock
    first = [path for folder in RUN for path in sorted((ROOT / folder).rglob("*.py"))]
    wrong = set()
    for path, name in reached([ROOT / "tests/conftest.py", *first]):
        top = name.partition(".")[0]
        known = top in OWN or top in sys.stdlib_module_names
        if not known and not lock & {canonicalize_name(each) for each in distributions.get(top, ())}:
            wrong.add(f"{path.relative_to(ROOT)} imports {name}")
    assert not wrong
