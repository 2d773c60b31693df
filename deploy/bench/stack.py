"""A house of its own for the measurement: started like any other, in a temporary directory, on a free port."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from deploy.house import ROOT, House
from deploy.up import free_port

TICKS = os.sysconf("SC_CLK_TCK")
_RATES = (
    "EVERYBODY",
    "GUESTS",
    "TABLES",
    "SIGN_IN",
    "PAGES",
    "EXPORTS",
    "PAST_FRAMES",
    "STRETCHES",
    "OUTLINES",
    "SEARCHES",
)
# One driver is many people here: nothing that holds a single caller back is meant to be measured. A simulation
# lets days pass at once, which is no step of the clock.
UNBOUNDED = {f"RATE_{name}": "1000000/min" for name in _RATES} | {"MOST_STREAMS": "100000", "MOST_BOT_TABLES": "100000"}
UNBOUNDED |= {"CLOCK_DOUBT": "0", "MOST_AT_ONCE": "1000"}


@dataclass(frozen=True, slots=True)
class Stack:
    supervisor: int
    port: int
    house: House

    def cpu(self) -> dict[str, float]:
        """CPU seconds so far by process of the house, children included."""
        table = _processes()
        used: dict[str, float] = {"supervisor": table[self.supervisor][1]}
        for pid, (parent, seconds) in table.items():
            if parent == self.supervisor:
                whole = seconds + sum(table[child][1] for child in _below(pid, table))
                used[_name(pid)] = used.get(_name(pid), 0.0) + whole
        return used

    def kill(self, name: str) -> int:
        """A process of the house by its name, and all below it, as by `kill -9`; how many there were."""
        table = _processes()
        own = [pid for pid, (parent, _) in table.items() if parent == self.supervisor]
        heads = [pid for pid in own if name in (_name(pid), *_services(pid))]
        pids = [pid for head in heads for pid in (head, *_below(head, table))]
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return len(pids)

    def statements(self) -> Counter[str]:
        """SQL statements in the log so far, by who asked and how they begin."""
        counts: Counter[str] = Counter()
        with open(self.house.logs / "postgres.log", errors="replace") as log:
            for line in log:
                if match := STATEMENT.match(line):
                    counts[f"{match[1]} {match[2].upper() or 'OTHER'}"] += 1
        return counts


STATEMENT = re.compile(r".{20,40} \[\d+\] (\S+): LOG:  (?:execute [^:]*|statement): (\w*)", re.ASCII)


def stolen() -> float:
    """CPU seconds so far that this machine wanted and its host gave to others: then a run tells little."""
    return int(Path("/proc/stat").read_text().split()[8]) / TICKS


def _processes() -> dict[int, tuple[int, float]]:
    """pid -> (parent, CPU seconds of it and of its children that have ended)."""
    processes = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(") ")[2].split()
            except OSError:
                continue
            processes[int(entry.name)] = (int(fields[1]), sum(int(n) for n in fields[11:15]) / TICKS)
    return processes


def _below(pid: int, table: dict[int, tuple[int, float]]) -> list[int]:
    children = [child for child, (parent, _) in table.items() if parent == pid]
    return children + [deeper for child in children for deeper in _below(child, table)]


def _words(pid: int) -> list[str]:
    """Of its command line."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace").split("\0")
    except OSError:  # gone by now
        return [""]


def _services(pid: int) -> list[str]:
    """What a worker serves: one process may serve several."""
    argv = _words(pid)
    return argv[argv.index("deploy.worker") + 1 :] if "deploy.worker" in argv else []


def _name(pid: int) -> str:
    argv = _words(pid)
    if not argv[0]:  # dead, and not yet waited for
        return ""
    if "deploy.web" in argv or "uvicorn" in argv:
        return "web"
    if "deploy.worker" in argv:
        return argv[argv.index("deploy.worker") + 1]
    if "-n" in argv:  # a worker of an older house, started by Celery's own command
        return argv[argv.index("-n") + 1].split("@")[0]
    return {"redis-server": "redis", "valkey-server": "redis"}.get(Path(argv[0].split()[0]).name, Path(argv[0]).name)


@contextmanager
def running_house(limits: Mapping[str, str] = UNBOUNDED, source: Path = ROOT) -> Iterator[Stack]:
    """`source`: the checkout whose house it is."""
    root = Path(tempfile.mkdtemp(prefix="bazigah-bench-"))
    root.chmod(0o755)  # as `make up` has it: root's services drop their rights and must get in
    port = free_port("127.0.0.1")
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL", "MAKELEVEL")}
    env |= dict(limits) | {"VAR_DIR": str(root), "PORT": str(port), "HOST": "127.0.0.1"}
    with open(root / "terminal", "wb") as terminal:
        argv = [sys.executable, "-m", "deploy.up"]
        process = subprocess.Popen(argv, cwd=source, env=env, stdout=terminal, stderr=subprocess.STDOUT)
    try:
        _wait(process, port, root / "terminal")
        yield Stack(process.pid, port, House(root))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        shutil.rmtree(root, ignore_errors=True)


def _wait(process: subprocess.Popen[bytes], port: int, terminal: Path) -> None:
    until = time.monotonic() + 120
    while "ready in" not in terminal.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > until:
            raise SystemExit(terminal.read_text(errors="replace"))
        time.sleep(0.05)
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).close()
            return
        except urllib.error.URLError:
            time.sleep(0.2)
    raise SystemExit("the workers do not answer")
