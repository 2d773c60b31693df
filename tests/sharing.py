"""A pytest plugin: what one worker runs, and what comes first, where workers share a run file by file.

Tests that start processes wait more than they work: they come first, so that others fill their waits and none of them
is left to the end. All that visits the running house of `tests/flow` goes to one worker, because each worker that has
such a test starts a house.
"""

from __future__ import annotations

from typing import Any

import pytest

FIRST = ("tests/flow/", "tests/deploy/", "tests/migration/")
# These start the services that they need by themselves.
WITHOUT_HOUSE = ("test_clock_faults.py", "test_notice_faults.py", "test_services.py")
HOUSE = "tests/flow, in one house"


def share_of(nodeid: str) -> str:
    """What goes to one worker as a whole: a file, or all files that visit the house."""
    path = nodeid.partition("::")[0]
    in_house = path.startswith("tests/flow/") and not path.endswith(WITHOUT_HOUSE)
    return HOUSE if in_house else path


def place_of(nodeid: str) -> tuple[int, bool]:
    """Its place in the order; tests of one place keep theirs."""
    places = (number for number, folder in enumerate(FIRST) if nodeid.startswith(folder))
    return next(places, len(FIRST)), share_of(nodeid) != HOUSE


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: place_of(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    config.option.loadscopereorder = False  # ours is the order; xdist's begins with the files of many tests
    scheduler = LoadFileScheduling(config, log)
    scheduler._split_scope = share_of
    return scheduler
