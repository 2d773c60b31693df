"""How the workers of a run share the tests."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.sharing import HOUSE, place_of, share_of

FLOW = Path(__file__).parent.parent / "flow"


def asked_by(path: Path) -> set[str]:
    """The fixtures that the tests and fixtures of a file ask for."""
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    return {argument.arg for function in functions for argument in function.args.args}


def test_all_that_visits_the_running_house_goes_to_one_worker_and_nothing_else():
    files = list(FLOW.glob("test_*.py"))
    visits = {path.name for path in files if "house" in asked_by(path)}
    assert len(visits) > 5
    assert visits == {path.name for path in files if share_of(f"tests/flow/{path.name}::test") == HOUSE}


def test_every_other_file_goes_by_itself():
    assert share_of("tests/gateway/test_feeds.py::test_one[a::b]") == "tests/gateway/test_feeds.py"
    assert share_of("tests/flow/test_services.py::test_one") == "tests/flow/test_services.py"


def test_what_waits_for_processes_comes_first():
    order = ["flow/test_streams", "flow/test_services", "deploy/test_up", "migration/test_migrated", "gateway/test_api"]
    assert sorted(sorted(order), key=lambda name: place_of(f"tests/{name}.py::test")) == order
