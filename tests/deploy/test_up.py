"""The one-command run as a person has it: a real process on a free port, with real stores, workers and web."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from deploy import up
from deploy.embedded import PATIENCE, StoreProblem, redis_program, running_stores, runtime_dir
from deploy.house import House
from deploy.keys import is_signing_key
from deploy.processes import Account, unprivileged
from deploy.worker import processes

ROOT = Path(up.__file__).parent.parent


class Run:
    """`python -m deploy.up` in a process group of its own, like a terminal's."""

    def __init__(self, var: Path, port: int, **env: str) -> None:
        self.var, self.port = var, port
        self.terminal = var.parent / f"terminal-{port}"
        clean = {
            key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL", "MAKELEVEL")
        }
        with open(self.terminal, "ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "deploy.up"],
                cwd=ROOT,
                env=clean | {"VAR_DIR": str(var), "PORT": str(port), "RATE_GUESTS": "1000/min"} | env,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self.terminal.read_text(errors="replace")

    def until(self, done: Callable[[], bool], seconds: float = 90) -> None:
        end = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < end, f"it did not happen; the terminal says:\n{self.said[-3000:]}"
            time.sleep(0.2)

    def ready(self) -> Run:
        self.until(lambda: "open http://localhost" in self.said or self.process.poll() is not None)
        assert self.process.poll() is None, self.said
        return self

    def members(self) -> dict[int, str]:
        """Every process of this run, the supervisor aside, with its command line."""
        table = _table()
        return {pid: table[pid][2] for pid in _descendants(self.process.pid, table) if _lives(table, pid)}

    def pid_of(self, word: str) -> int:
        return min((pid for pid, argv in self.members().items() if word in argv), default=0)

    def call(self, method: str, path: str, token: str | None = None, body: dict | None = None) -> dict:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=15) as answer:
            return json.loads(answer.read() or b"{}")

    def answers(self, path: str) -> bool:
        try:
            self.call("GET", path)
        except (urllib.error.URLError, OSError):
            return False
        return True

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def _table() -> dict[int, tuple[int, str, str]]:
    listing = subprocess.run(["ps", "-ewwo", "pid=,ppid=,stat=,args="], capture_output=True, text=True).stdout
    rows = (line.split(None, 3) for line in listing.splitlines())
    return {int(row[0]): (int(row[1]), row[2], row[3] if len(row) > 3 else "") for row in rows}


def _descendants(pid: int, table: dict[int, tuple[int, str, str]]) -> list[int]:
    descendants, queue = [], [pid]
    while queue:
        parent = queue.pop()
        children = [child for child, (above, _, _) in table.items() if above == parent]
        descendants += children
        queue += children
    return descendants


def _lives(table: dict[int, tuple[int, str, str]], pid: int) -> bool:
    return pid in table and not table[pid][1].startswith("Z")


def _left_of(members: dict[int, str]) -> list[str]:
    table = _table()
    return [argv for pid, argv in members.items() if _lives(table, pid)]


def _free_port() -> int:
    return up.free_port("127.0.0.1")


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    """The data directory that all runs of this module follow each other in."""
    return tmp_path_factory.mktemp("house") / "var"


@pytest.fixture
def start(home):
    runs: list[Run] = []

    def begin(**env: str) -> Run:
        runs.append(Run(home, _free_port(), **env))
        return runs[-1]

    yield begin
    for run in runs:
        run.end()


def test_a_port_in_use_is_said_before_anything_starts(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        run = Run(tmp_path / "var", port)
        assert run.process.wait(timeout=30) == 1
    assert f"Port {port} on 127.0.0.1 cannot be used" in run.said
    assert f"make up PORT={port + 1}" in run.said
    assert not (tmp_path / "var").exists()


def test_bad_values_in_the_environment_are_refused_in_a_sentence(tmp_path):
    for wrong, sentence in (({"PORT": "many"}, "is not a port"), ({"WORKERS": "three"}, "'one' or 'per-game'")):
        argv = [sys.executable, "-m", "deploy.up"]
        env = os.environ | {"VAR_DIR": str(tmp_path / "var")} | wrong
        done = subprocess.run(argv, cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.returncode == 1
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"PORT": "²"}, "PORT=² is not a port"),
        ({"PORT": "٣"}, "PORT=٣ is not a port"),
        ({"HOST": "not an address"}, "HOST=not an address is not known here"),
        ({"HOST": "a..b", "PORT": "0"}, "HOST=a..b is not known here"),
        ({"HOST": "203.0.113.1"}, "HOST=203.0.113.1 is no address of this machine"),
        ({"SIGNING_KEY": "abc"}, "64 hexadecimal digits"),
    ],
)
def test_what_cannot_be_used_is_called_by_its_name(monkeypatch, tmp_path, wrong, sentence):
    monkeypatch.setenv("VAR_DIR", str(tmp_path / "var"))
    with pytest.raises(up.CannotStart, match=sentence):
        up.read_plan(wrong)
    assert not (tmp_path / "var").exists()


def test_a_directory_that_cannot_be_written_in_is_named(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "var", Path("/proc/house")):
        monkeypatch.setenv("VAR_DIR", str(place))
        with pytest.raises(StoreProblem, match=f"{place} cannot hold the house .*VAR_DIR"):
            up.read_plan({"PORT": "0"})


def test_a_port_that_web_may_not_take_is_said_before_anything_starts(monkeypatch):
    monkeypatch.setattr(up, "asked_as", lambda account, question: False)
    with pytest.raises(up.CannotStart, match=r"Port 80 on 127\.0\.0\.1 cannot be used by .*nobody.*PORT=8001"):
        up.check_port_as(Account("nobody", 65534, 65534), "127.0.0.1", 80)


def test_a_key_is_whole_or_made_anew(tmp_path):
    (tmp_path / "signing_key").touch()
    made = House(tmp_path).key("signing_key")
    assert is_signing_key(made)
    assert House(tmp_path).key("signing_key") == made
    assert [path.name for path in tmp_path.iterdir()] == ["signing_key"]


def test_a_key_that_was_damaged_is_not_signed_with(tmp_path, monkeypatch):
    monkeypatch.delenv("SIGNING_KEY", raising=False)
    (tmp_path / "signing_key").write_text("abc")
    with pytest.raises(StoreProblem, match="64 hexadecimal digits"):
        House(tmp_path).keys()


def test_nobody_is_waited_for_longer_than_ten_seconds_in_all(tmp_path):
    plan = up.Plan("127.0.0.1", 8000, True, House(tmp_path), None, None, tmp_path)
    launches = up.Up(plan)
    workers = max(launch.patience for launch in launches.workers())
    assert launches.web().patience + workers + PATIENCE <= 10


def test_a_house_lives_loses_its_parts_stops_and_remembers(start, home):
    run = start(DATABASE_URL="", REDIS_URL="").ready()
    run.until(lambda: run.answers("/readyz"))
    token = run.call("POST", "/api/guests", body={"name": "Rostam"})["token"]

    _a_second_house_in_the_same_directory_is_refused(home)
    _each_process_works_as_its_own_role(run, home)
    _keys_are_readable_by_the_owner_alone(home)
    _killed_parts_come_back(
        run,
        (
            "deploy.worker referee",
            "deploy.worker opponents",
            "deploy.worker sweeper",
            "deploy.web",
            redis_program().name,
        ),
    )
    run.until(lambda: run.answers("/readyz"))

    members, sockets = run.members(), runtime_dir(home, unprivileged())
    assert len(members) > 5
    os.killpg(run.process.pid, signal.SIGINT)  # what Ctrl-C does: the whole foreground group gets it
    assert run.process.wait(timeout=30) == 0
    assert _left_of(members) == []
    assert "stopped in" in run.said
    assert "does not answer" not in run.said
    assert not sockets.exists()
    assert "Traceback" not in run.said

    _made_as_by_a_house_of_before(home)
    again = start().ready()
    assert again.call("GET", "/api/me", token)["name"] == "Rostam"
    again.until(lambda: again.answers("/readyz"))
    _each_process_works_as_its_own_role(again, home)
    _killing_the_supervisor_leaves_no_orphan(again)


def _a_second_house_in_the_same_directory_is_refused(home: Path) -> None:
    second = Run(home, _free_port())
    assert second.process.wait(timeout=30) == 1
    assert "is already running" in second.said


def _each_process_works_as_its_own_role(run: Run, home: Path) -> None:
    expected = {"web": "bazigah_web"} | {process.name: f"bazigah_{process.role}" for process in processes(False)}
    run.until(lambda: {"web", "games", "sweeper"} <= _roles_at_work(home).keys())
    assert _roles_at_work(home).items() <= expected.items()


def _roles_at_work(home: Path) -> dict[str, str]:
    url = json.loads((home / "environment.json").read_text())["DATABASE_URL"]
    with psycopg.connect(url) as line:
        asked = line.execute(
            "SELECT DISTINCT application_name, usename FROM pg_stat_activity WHERE application_name <> ''"
        )
        return dict(asked.fetchall())


def _made_as_by_a_house_of_before(home: Path) -> None:
    """Its database has no role but the owner."""
    with running_stores(home, durable=True) as urls, psycopg.connect(urls["DATABASE_URL"], autocommit=True) as line:
        for (role,) in line.execute("SELECT rolname FROM pg_roles WHERE rolname LIKE 'bazigah\\_%'").fetchall():
            line.execute(f"DROP OWNED BY {role}")
            line.execute(f"DROP ROLE {role}")
        line.execute("COMMENT ON DATABASE bazigah IS 'of another version'")


def _keys_are_readable_by_the_owner_alone(home: Path) -> None:
    for name in ("secret_key", "signing_key", "environment.json"):
        assert (home / name).stat().st_mode & 0o077 == 0
    assert re.fullmatch("[0-9a-f]{64}", (home / "signing_key").read_text())


def _killed_parts_come_back(run: Run, words: tuple[str, ...]) -> None:
    first = {word: run.pid_of(word) for word in words}
    assert all(first.values()), first
    for pid in first.values():
        os.kill(pid, signal.SIGKILL)
    run.until(lambda: all(run.pid_of(word) not in (0, first[word]) for word in words))


def _killing_the_supervisor_leaves_no_orphan(run: Run) -> None:
    run.until(lambda: run.answers("/readyz"))
    members = run.members()
    assert len(members) > 5
    os.kill(run.process.pid, signal.SIGKILL)
    run.process.wait()
    run.until(lambda: not _left_of(members), seconds=20)


def test_after_a_crash_the_next_start_is_clean_and_each_game_can_have_its_own_worker(start):
    from engine.games import GAMES

    run = start(WORKERS="per-game").ready()
    run.until(lambda: run.answers("/readyz"))
    for key in GAMES:
        assert run.pid_of(f"deploy.worker referee:{key}")
    os.kill(run.process.pid, signal.SIGTERM)
    assert run.process.wait(timeout=30) == 0


def test_web_and_workers_keep_their_rights_where_the_unprivileged_user_cannot_enter(tmp_path):
    tmp_path.chmod(0o700)
    assert up._services_account(unprivileged(), tmp_path / "var") is None
