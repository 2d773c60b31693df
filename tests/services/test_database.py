"""The database away: who asks hears so at once, but for one a second who tries."""

from __future__ import annotations

import pytest
from django.db import ConnectionHandler, OperationalError

from deploy.database import database
from deploy.postgresql import base


@pytest.fixture
def outage(monkeypatch):
    monkeypatch.setattr(base, "_outage", base.Outage())
    seconds = [100.0]
    monkeypatch.setattr(base, "monotonic", lambda: seconds[0])
    return seconds


@pytest.fixture
def nowhere(outage, tmp_path):
    """A database behind a socket that is not there, and how often somebody has waited for it."""
    settings = database(f"postgresql:///play?host={tmp_path}")
    settings["OPTIONS"]["pool"] |= {"timeout": 0.5}
    wrapper = ConnectionHandler({"default": settings, "nowhere": settings})["nowhere"]  # pools are kept by alias
    yield wrapper
    wrapper.close_pool()


def connect(wrapper):
    with wrapper.wrap_database_errors:
        wrapper.connect()


def test_while_the_database_is_away_one_a_second_waits_for_it_and_the_others_hear_so_at_once(nowhere, outage):
    with pytest.raises(OperationalError, match="couldn't get a connection"):
        connect(nowhere)
    for _ in range(5):
        with pytest.raises(OperationalError, match="is away"):
            connect(nowhere)
    outage[0] += base.TRY_AGAIN
    with pytest.raises(OperationalError, match="couldn't get a connection"):
        connect(nowhere)
    with pytest.raises(OperationalError, match="is away"):
        connect(nowhere)


def test_a_pool_that_is_only_busy_is_no_outage(outage):
    known = base.Outage()
    known.note_failure(0)
    assert known.may_try()
    known.note_failure(1)
    assert not known.may_try()
    known.end()
    known.note_failure(1)
    assert known.may_try()
