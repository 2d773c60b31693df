"""The web process before its first request."""

from __future__ import annotations

import subprocess
import sys

from tests.live import ROOT

SHOWN = """
import gc, sys
import deploy.asgi
print(gc.get_freeze_count() > 50_000, "gateway.pages.tournaments.shown" in sys.modules)
"""


def test_the_web_has_read_its_pages_and_set_its_memory_aside_before_somebody_asks():
    done = subprocess.run([sys.executable, "-c", SHOWN], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True"]
