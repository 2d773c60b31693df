"""What follows from a log follows from it alone: deciding, folding and pairing read no table, no clock and no luck."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.test_rooms import ROOT, Module, modules, read

PURE = (
    "services/playing/decide.py", "services/playing/keys.py", "services/matches/agreements.py",
    "services/matches/clock.py", "services/matches/event_form.py", "services/matches/events.py",
    "services/matches/fold.py", "services/matches/noting.py", "services/matches/pauses.py",
    "services/matches/position.py", "services/matches/seating.py",
)  # fmt: skip
# A position's halves are changed while an event is noted; a snapshot leaves out what it can do without.
CHANGES_POSITIONS = ("services/matches/noting.py", "services/matches/snapshots.py")
FROM_OUTSIDE = {"celery", "django", "kombu", "os", "psycopg", "random", "redis", "secrets", "time"}
READS = {"objects", "now", "utcnow", "today", "monotonic", "perf_counter"}


def impure(module: Module) -> list[str]:
    imported = [f"{line} imports {name}" for name, line in module._imports() if name.partition(".")[0] in FROM_OUTSIDE]
    asked = [
        f"{node.lineno} asks {node.attr}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and node.attr in READS
    ]
    return [f"{module.path}:{what}" for what in (*imported, *asked)]


def pure_modules() -> list[Module]:
    return [*(read(ROOT / path) for path in PURE), *modules("services/pairings")]


def test_what_follows_from_a_log_is_worked_out_from_it_alone():
    assert [what for module in pure_modules() for what in impure(module)] == []


@pytest.mark.parametrize(
    "line", ["from django.db import connection", "import time", "Match.objects.get()", "at = datetime.now(UTC)"]
)
def test_it_would_be_noticed(line):
    assert impure(Module("services/playing/decide.py", line, ast.parse(line)))


def changed_halves(module: Module) -> list[str]:
    """Calls of `replace` that give a position another half, or a half another value."""
    return [
        f"{module.path}:{node.lineno}"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("replace", "dataclasses.replace")
        if any(keyword.arg in ("played", "kept") for keyword in node.keywords)
        or (node.args and ast.unparse(node.args[0]).split(".")[-1] in ("played", "kept"))
    ]


def test_a_position_is_changed_by_noting_an_event_alone():
    changed = [what for module in modules("services", "gateway") for what in changed_halves(module)]
    assert changed, "the fold changes it"
    assert [what for what in changed if what.partition(":")[0] not in CHANGES_POSITIONS] == []
