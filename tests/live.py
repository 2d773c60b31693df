"""A running house for tests: stores, workers and web as real processes, exactly as `make up` starts them."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias

import httpx

Json: TypeAlias = Any
OURS = ("DATABASE_URL", "REDIS_URL", "BROKER_URL", "MAKELEVEL", "HOST", "WORKERS")
ROOT = Path(__file__).resolve().parent.parent
LOOSE = {
    "RATE_GUESTS": "100000/min",
    "RATE_TABLES": "100000/min",
    "RATE_EVERYBODY": "1000000/min",
    "RATE_COMMITMENTS": "100000/min",
    "MOST_STREAMS": "100000",
    "MOST_BOT_TABLES": "1000",
    "RATE_PAGES": "100000/min",
    "RATE_EXPORTS": "100000/min",
    "RATE_PAST_FRAMES": "100000/min",
    "RATE_SIGN_IN": "100000/min",
    "RATE_STRETCHES": "100000/min",
    "RATE_OUTLINES": "100000/min",
    "RATE_SEARCHES": "100000/min",
    "RATE_EXPLORER": "100000/min",
    "RATE_TRIES": "100000/min",
    "RATE_COMPUTER": "100000/day",
}


class House:
    """The address of a running house, and hands on its processes."""

    def __init__(self, var: Path, port: int) -> None:
        self.var, self.url = var, f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=30)

    def environment(self) -> dict[str, str]:
        environment: dict[str, str] = json.loads((self.var / "environment.json").read_text())
        return environment

    def guest(self, name: str = "") -> Guest:
        answer = self.http.post("/api/guests", json={"name": name} if name else {})
        assert answer.status_code == 201, answer.text
        return Guest(self, answer.json()["token"], answer.json()["account"])

    def processes(self, *words: str) -> list[int]:
        """Processes of this house whose command line has all the words."""
        pids = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with suppress(OSError):
                    line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                    home = (entry / "environ").read_bytes().split(b"\0")
                    if all(word in line for word in words) and f"VAR_DIR={self.var}".encode() in home:
                        pids.append(int(entry.name))
        return pids

    def kill(self, *words: str) -> int:
        pids = self.processes(*words)
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(pids)

    def run(self, code: str) -> str:
        """Python in a process of its own on the stores of this house."""
        env = os.environ | self.environment()
        head = "import django; django.setup()\n"
        done = subprocess.run([sys.executable, "-c", head + code], cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def until_ready(self, seconds: float = 60) -> None:
        until(lambda: self.http.get("/readyz").status_code == 200, seconds)


class Guest:
    """Somebody who plays over HTTP."""

    def __init__(self, house: House, token: str, account: dict[str, Any]) -> None:
        self.house, self.token, self.account = house, token, account
        self.headers = {"Authorization": f"Bearer {token}"}

    def get(self, path: str, **kwargs: Any) -> httpx.Response:
        return self.house.http.get(path, headers=self.headers | kwargs.pop("headers", {}), **kwargs)

    def post(self, path: str, body: object = None, **kwargs: Any) -> httpx.Response:
        headers = self.headers | kwargs.pop("headers", {})
        return self.house.http.post(path, json={} if body is None else body, headers=headers, **kwargs)

    def open(self, game: str = "zertz", seats: int = 2, **wish: Any) -> str:
        answer = self.post("/api/tables", {"game": game, "seats": seats, **wish})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def sit(self, match: str) -> None:
        answer = self.post(f"/api/tables/{match}/seats")
        assert answer.status_code == 201, answer.text

    def frame(self, match: str, **query: Any) -> Json:
        return until(lambda: self._frame(match, query), 40)

    def _frame(self, match: str, query: dict[str, Any]) -> Json:
        answer = self.get(f"/api/matches/{match}/frame", params=query)
        return answer.json() if answer.status_code == 200 else None

    def question(self, match: str, seconds: float = 40) -> Json:
        """The frame with this seat's next open decision."""
        return until(lambda: (f := self.frame(match)) and (f["decision"] or f["winners"] is not None) and f, seconds)

    def move(self, match: str, decision: int, move: str, command: str | None = None, wait: int = 0) -> httpx.Response:
        body = {"decision": decision, "move": move, "command_id": command or str(uuid.uuid4())}
        return self.post(f"/api/matches/{match}/moves", body, headers={"Prefer": f"wait={wait}"} if wait else {})


class Listener:
    """Reads a stream in a thread."""

    def __init__(self, house: House, path: str, headers: dict[str, str]) -> None:
        self.frames: list[tuple[int, Json]] = []
        self.over = False
        self.status = 0
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(house.url + path, headers), daemon=True)
        self._thread.start()

    def _run(self, url: str, headers: dict[str, str]) -> None:
        # Plain HTTP; to read the certificates of the world first would take each of them 20 ms of a core.
        asked = httpx.stream("GET", url, headers=headers, timeout=60, verify=False)
        with suppress(httpx.TransportError), asked as answer:
            self.status = answer.status_code
            kind = number = ""
            for line in answer.iter_lines():
                if self._stop.is_set():
                    return
                name, _, value = line.partition(": ")
                if name == "event":
                    kind = value
                    self.over = self.over or kind == "over"
                elif name == "id":
                    number = value
                elif name == "data" and kind == "frame":
                    self.frames.append((int(number), json.loads(value)))

    def close(self) -> None:
        self._stop.set()

    def join(self) -> None:
        self._thread.join(10)


def listen(guest: Guest, match: str, query: str = "", **headers: str) -> Listener:
    return Listener(guest.house, f"/api/matches/{match}/stream{query}", guest.headers | headers)


def until(check: Callable[[], Any], seconds: float = 30, pause: float = 0.03) -> Any:
    """What `check` gives as soon as it gives anything true."""
    end = time.monotonic() + seconds
    while True:
        with suppress(httpx.TransportError):
            if value := check():
                return value
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(pause)


def pair(house: House, **wish: Any) -> tuple[str, list[Guest]]:
    """Two people at a started match, seat 0 first."""
    people = [house.guest("Ann"), house.guest("Bea")]
    match = people[0].open(**wish)
    people[1].sit(match)
    people.sort(key=lambda guest: guest.frame(match)["eye"])
    return match, people


@contextmanager
def running_house(var: Path, root: Path = ROOT, **environment: str) -> Iterator[House]:
    """`root`: the project it runs from."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port = line.getsockname()[1]
    env = {name: value for name, value in os.environ.items() if name not in OURS}
    env |= {"PORT": str(port), "VAR_DIR": str(var), **LOOSE, **environment}
    with open(var / "up.log", "w") as log:
        run = subprocess.Popen([sys.executable, "-m", "deploy.up"], cwd=root, env=env, stdout=log, stderr=log)
        house = House(var, port)
        try:
            until(lambda: run.poll() is not None or house.http.get("/readyz").status_code == 200, 180, pause=0.2)
            assert run.poll() is None, (var / "up.log").read_text()
            yield house
        finally:
            run.terminate()
            with suppress(subprocess.TimeoutExpired):
                run.wait(20)
            run.kill()
