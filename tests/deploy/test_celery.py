"""What workers tell when a task fails."""

from __future__ import annotations

import pytest
from django.db import InterfaceError, OperationalError

from deploy.celery import app


@pytest.mark.parametrize(
    ("error", "traced"), [(OperationalError, False), (InterfaceError, False), (ZeroDivisionError, True)]
)
def test_an_absent_store_is_reported_in_a_line_and_a_fault_with_its_traceback(caplog, error, traced):
    @app.task(name=f"tests.fails_by_{error.__name__}")
    def fails():
        raise error("no such luck")

    fails.apply(throw=False)
    assert caplog.text.count("no such luck") >= 1
    assert ("Traceback" in caplog.text) is traced
    assert error.__name__ in caplog.messages[0]
