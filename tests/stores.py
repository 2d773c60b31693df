"""A pytest plugin: real PostgreSQL and Redis for the run, there before Django reads its settings.

Tests of the rules and of the verifier need neither, tests of the one-command run start their own: a run of those alone
starts nothing.
Browsers that visit in parallel share one running house. DATABASE_URL, REDIS_URL and HOUSE_URL in the environment are
used as they are.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from deploy.embedded import StoreProblem, running_stores
from tests.live import running_house

WITHOUT = (
    "tests/engine",
    "tests/verifier",
    "tests/pairings",
    "tests/architecture",
    "tests/playthroughs",
    "tests/deploy",
    "tests/browser",
)
_open = ExitStack()
atexit.register(_open.close)  # for a run that fails before pytest has set itself up


def only(paths: list[str], *folders: str) -> bool:
    """Whether nothing is asked for outside these folders."""
    root = Path(__file__).resolve().parent.parent
    asked = [Path(path.split("::")[0]).resolve() for path in paths]
    return bool(asked) and all(any(path.is_relative_to(root / folder) for folder in folders) for path in asked)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    asked, worker = early_config.known_args_namespace, os.environ.get("PYTEST_XDIST_WORKER")
    if not only(asked.file_or_dir, *WITHOUT):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        if worker:
            _own_redis_database(worker)
        elif "DATABASE_URL" not in os.environ or "REDIS_URL" not in os.environ:
            _start()
    elif not worker and asked.numprocesses and only(asked.file_or_dir, "tests/browser"):
        _open_house()
    return (yield)


def _open_house() -> None:
    if "HOUSE_URL" not in os.environ:
        house = _open.enter_context(running_house(_directory()))
        os.environ |= {"HOUSE_URL": house.url, "HOUSE_VAR": str(house.var)}


def _directory() -> Path:
    directory = Path(tempfile.mkdtemp(prefix="bazigah-tests-"))
    _open.callback(shutil.rmtree, directory, ignore_errors=True)
    return directory


def _start() -> None:
    try:
        urls = _open.enter_context(running_stores(_directory()))
    except StoreProblem as problem:
        raise pytest.UsageError(str(problem)) from problem
    os.environ.update({name: url for name, url in urls.items() if name not in os.environ})


def _own_redis_database(worker: str) -> None:
    """Each parallel worker has its own test database from pytest-django; its Redis is the one of its number."""
    url = os.environ["REDIS_URL"]
    if url.startswith("unix://"):
        os.environ["REDIS_URL"] = f"{url.split('?')[0]}?db={int(worker.removeprefix('gw')) + 1}"


def pytest_unconfigure() -> None:
    _open.close()
