"""A pytest plugin: real PostgreSQL and Redis for the run, there before Django reads its settings.

Tests of the rules need neither and tests of the one-command run start their own: a run of those alone starts nothing.
DATABASE_URL and REDIS_URL in the environment are used as they are.
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

WITHOUT = ("tests/engine", "tests/architecture", "tests/playthroughs", "tests/deploy")
_open = ExitStack()
atexit.register(_open.close)  # for a run that fails before pytest has set itself up


def needs_stores(paths: list[str]) -> bool:
    root = Path(__file__).resolve().parent.parent
    without = [root / path for path in WITHOUT]
    asked = [Path(path.split("::")[0]).resolve() for path in paths]
    return not asked or not all(any(path.is_relative_to(base) for base in without) for path in asked)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    if needs_stores(early_config.known_args_namespace.file_or_dir):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        if worker := os.environ.get("PYTEST_XDIST_WORKER"):
            _own_redis_database(worker)
        elif "DATABASE_URL" not in os.environ or "REDIS_URL" not in os.environ:
            _start()
    return (yield)


def _start() -> None:
    root = Path(tempfile.mkdtemp(prefix="bazigah-tests-"))
    _open.callback(shutil.rmtree, root, ignore_errors=True)
    try:
        urls = _open.enter_context(running_stores(root))
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
