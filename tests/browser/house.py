"""Runs the whole house as real processes, as `make up` does, for as long as a block lasts."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.browser.desk import ROOT

OURS = ("DATABASE_URL", "REDIS_URL", "BROKER_URL", "MAKELEVEL", "HOST", "WORKERS")
PATIENCE = 180


@contextmanager
def running_house(var: Path) -> Iterator[str]:
    """The address of a house that lives in `var`."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if name not in OURS}
    env |= {"PORT": str(port), "VAR_DIR": str(var), "RATE_GUESTS": "1000/min", "RATE_TABLES": "1000/min"}
    with open(var / "up.log", "w") as log:
        run = subprocess.Popen([sys.executable, "-m", "deploy.up"], cwd=ROOT, env=env, stdout=log, stderr=log)
        try:
            _until_it_answers(run, port, var / "up.log")
            yield f"http://localhost:{port}"
        finally:
            run.terminate()
            with suppress(subprocess.TimeoutExpired):
                run.wait(20)
            run.kill()


def _until_it_answers(run: subprocess.Popen[bytes], port: int, log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if run.poll() is not None:
            raise RuntimeError(f"the house did not start:\n{log.read_text()}")
        with suppress(OSError), urllib.request.urlopen(f"http://localhost:{port}/readyz", timeout=3) as answer:
            if answer.status == 200:
                return
        time.sleep(0.2)
    raise RuntimeError(f"the house does not answer:\n{log.read_text()}")
