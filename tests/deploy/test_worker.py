"""How a worker starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.live import ROOT

STARTED = """
import json, sys
from deploy.worker import make_worker
worker = make_worker("house", ["clocks", "notices", "tournaments"], "threads", 3)
print(json.dumps([worker.hostname, worker.concurrency, sorted(sys.modules)]))
"""


@pytest.fixture(scope="module")
def started() -> list:
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    done = subprocess.run([sys.executable, "-c", STARTED], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_it_has_the_name_and_the_threads_that_the_registry_says(started):
    name, threads, _ = started
    assert name.partition("@")[0] == "house"
    assert threads == 3


@pytest.mark.parametrize("heavy", ["prompt_toolkit", "gateway.urls", "gateway.pages", "aiohttp", "py4swiss"])
def test_it_reads_nothing_that_only_pages_terminals_or_a_seldom_task_need(started, heavy):
    """Ten processes start together, and each of these is a tenth of the time and the memory that one takes."""
    assert "services.tournaments.tasks" in started[2]
    assert not [name for name in started[2] if name == heavy or name.startswith(f"{heavy}.")]
