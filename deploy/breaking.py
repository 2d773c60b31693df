"""What breaks a house on purpose: processes are killed, Redis is emptied, connections are cut; and callers who wait.

Faults are drawn from a seed. What is sent is sent again until it is answered, with the same command id.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any, Final

import psycopg

from deploy.bench.stack import Stack
from deploy.house import ROOT
from deploy.tournament_sim import Caller, Refused

AWAY: Final = (OSError, http.client.HTTPException)
PATIENCE: Final = 120.0  # seconds for one call, through all restarts
STEADY: Final = 35.0  # seconds between two deaths of a process: sooner, and the supervisor would wait longer and longer
_HELPER: Final = """
import json, sys
import django
django.setup()
from services.bus import connection, pokes
for line in sys.stdin:
    task, *words = json.loads(line)
    try:
        if task == "forget":
            connection.client().flushall()
        else:
            for name in ("tournaments.pair", "tournaments.advance") * 2:
                pokes.poke(name, *words, queue="tournaments")
    except connection.AWAY:
        pass
    print("done", flush=True)
"""


class Helper:
    """A process on the stores of the house that asks for pairings and empties Redis."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def do(self, *words: str) -> None:
        self._line(self.process.stdin).write(json.dumps(words) + "\n")
        self._line(self.process.stdin).flush()
        self._line(self.process.stdout).readline()

    def _line(self, line: IO[str] | None) -> IO[str]:
        assert line is not None
        return line


@contextmanager
def helping(stack: Stack) -> Iterator[Helper]:
    env = os.environ | json.loads(stack.house.environment.read_text())
    argv = [sys.executable, "-c", _HELPER]
    with subprocess.Popen(argv, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Helper(process)
        finally:
            process.kill()


# -- what breaks ------------------------------------------------------------------------------------------------------


@dataclass
class Breaking:
    """One fault after the other, drawn from a seed."""

    stack: Stack
    helper: Helper
    luck: random.Random
    done: Counter[str] = field(default_factory=Counter)
    died: dict[str, float] = field(default_factory=dict)  # process -> when it was killed last

    def break_something(self) -> None:
        faults: list[tuple[str, Callable[[], None]]] = [
            ("Redis emptied", lambda: self.helper.do("forget")),
            ("connections cut", self._cut),
        ]
        for name in ("tournaments", "referee", "web", "redis", "postgres"):
            if time.monotonic() - self.died.get(name, 0.0) > STEADY:
                faults += [(f"{name} killed", lambda name=name: self._kill(name))] * (3 if name == "tournaments" else 1)  # type: ignore[misc]
        name, fault = self.luck.choice(faults)
        fault()
        self.done[name] += 1

    def _kill(self, name: str) -> None:
        self.died[name] = time.monotonic()
        if not self.stack.kill(name):
            raise SystemExit(f"no process of the house is called {name}")

    def _cut(self) -> None:
        url = json.loads(self.stack.house.environment.read_text())["DATABASE_URL"]
        with suppress(psycopg.Error), psycopg.connect(url, autocommit=True) as line:
            line.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE pid <> pg_backend_pid() AND datname = current_database()"
            )


# -- who calls --------------------------------------------------------------------------------------------------------


def patient(call: Callable[..., Any], *words: Any) -> Any:
    """Until the house answers at all. Raises Refused for what it will never take."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return call(*words)
        except Refused as error:
            if error.status < 500 and error.status != 429:
                raise
        except AWAY:
            pass
        if time.monotonic() > end:
            raise SystemExit("the house does not answer any more")
        time.sleep(0.1)


def send(caller: Caller, path: str, **body: Any) -> Any:
    """The same command until it is answered."""
    command = str(uuid.uuid4())
    return patient(caller.call, "POST", path, {"command_id": command, **body})
