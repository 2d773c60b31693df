"""One running house for all tests of the flow: they must leave it able to play."""

from __future__ import annotations

import pytest

from tests.live import running_house


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    with running_house(tmp_path_factory.mktemp("flow")) as running:
        yield running
