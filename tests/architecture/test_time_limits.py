"""Every test has a time limit: a loop without an end fails by itself instead of holding up all others."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_python_test_has_an_end():
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
    assert 0 < options["timeout"] <= 300
    longer = [
        f"{path.relative_to(ROOT)}: {seconds}"
        for path in (ROOT / "tests").rglob("*.py")
        for seconds in re.findall(r"pytest\.mark\.timeout\((\d+)", path.read_text())
        if not 0 < int(seconds) <= 600
    ]
    assert longer == []
    assert "pytest-timeout" in (ROOT / "requirements-pure.lock").read_text(), "for `make pythons` too"


def test_no_script_test_runs_for_longer_than_a_minute():
    (line,) = [line for line in (ROOT / "Makefile").read_text().splitlines() if "--test " in line and "node" in line]
    assert 0 < int(re.search(r"--test-timeout=(\d+)", line)[1]) <= 60_000
