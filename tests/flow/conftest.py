"""One running house for all tests of the flow, which must leave it able to play; and services one by one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from deploy.embedded import running_stores
from tests.flow.hands import Hands
from tests.flow.parts import HEAD, SHIFT, Parts
from tests.live import ROOT, House, running_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with running_house(tmp_path_factory.mktemp("flow")) as running:
        yield running


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with running_stores(tmp_path_factory.mktemp("parts")) as urls:
        env = os.environ | urls | {"DJANGO_SETTINGS_MODULE": "deploy.settings", "C_FORCE_ROOT": "1"}
        keyed = env | {"DATABASE_KEY": "of the tests"}
        subprocess.run([sys.executable, "-m", "deploy.migrate"], cwd=ROOT, env=keyed, check=True)
        yield env


@pytest.fixture(scope="module")
def hands(env: dict[str, str]) -> Iterator[Hands]:
    running = Hands(HEAD, env, ROOT)
    yield running
    running.close()


@pytest.fixture
def parts(env: dict[str, str], hands: Hands) -> Iterator[Parts]:
    parts = Parts(dict(env), hands)
    yield parts
    parts.kill(*list(parts.running))


@pytest.fixture
def timed(parts: Parts) -> Iterator[Parts]:
    """Nothing runs, no heartbeat is known, and the test may move the clock of the house by SHIFT."""
    parts.run("Pulse.objects.all().delete()\nMatch.objects.filter(status='running').update(parked='of another test')")
    yield parts
    parts.run(SHIFT + "shift(0)")
