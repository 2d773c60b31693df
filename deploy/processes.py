"""Child processes: how one is started, as whom, and how it ends, even when its parent is killed."""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

PR_SET_PDEATHSIG = 1
UNPRIVILEGED = "nobody"


@dataclass(frozen=True, slots=True)
class Account:
    """The user a process runs as."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Launch:
    """One process, as it is to be started and stopped."""

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)  # added to ours
    cwd: Path | None = None
    account: Account | None = None  # None: as we are
    stop: signal.Signals = signal.SIGTERM
    orphaned: signal.Signals = signal.SIGKILL  # what the kernel sends it when we die
    patience: float = 5.0  # seconds between `stop` and SIGKILL
    nice: int = 0
    chatty: bool = True  # False: what it writes is for its log; on the terminal only once it has failed
    handed: tuple[Path, ...] = ()  # directories given as open descriptors: "{0}" in argv is the first


def unprivileged() -> Account | None:
    """The account to drop to when we are root; None when we are not."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam(UNPRIVILEGED)
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def die_with_parent(sig: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send us `sig` when the thread that started us ends (Linux; elsewhere nothing happens).

    A change of user clears the request, so it is made after it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(sig), 0, 0, 0)


def _before_exec(launch: Launch) -> Callable[[], None]:
    parent = os.getpid()

    def leash() -> None:
        os.nice(launch.nice)
        die_with_parent(launch.orphaned)
        if os.getppid() != parent:  # it died before the request was made
            os._exit(1)

    return leash


def spawn(launch: Launch, output: int | IO[Any] | None = None) -> subprocess.Popen[bytes]:
    """Start it in a session of its own, so that Ctrl-C reaches the supervisor alone. Call from the main thread."""
    fds = [os.open(path, os.O_RDONLY | os.O_DIRECTORY) for path in launch.handed]
    names = [f"/proc/self/fd/{fd}" for fd in fds]
    identity: dict[str, Any] = {}
    if launch.account is not None:
        identity = {"user": launch.account.uid, "group": launch.account.gid, "extra_groups": []}
    try:
        process = subprocess.Popen(
            [part.format(*names) if names else part for part in launch.argv],
            env={**os.environ, **launch.env},
            cwd=launch.cwd,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=None if output is None else subprocess.STDOUT,
            pass_fds=fds,
            start_new_session=True,
            preexec_fn=_before_exec(launch),
            **identity,
        )
    finally:
        for fd in fds:
            os.close(fd)
    if launch.nice:
        # Linux may share the cores by session first; then being nice inside one's own session helps nobody.
        with suppress(OSError):
            Path(f"/proc/{process.pid}/autogroup").write_text(str(launch.nice))
    return process


def stop(process: subprocess.Popen[bytes], launch: Launch) -> None:
    """Ask it to end, wait for it, and insist when it does not."""
    if process.poll() is None:
        process.send_signal(launch.stop)
        with suppress(subprocess.TimeoutExpired):
            process.wait(launch.patience)
    end_group(process)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill whatever is left of the process and of the children it has made."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def reachable(account: Account | None, paths: Iterable[Path]) -> bool:
    """Whether that account can read all these paths, parents included."""
    return account is None or asked_as(account, lambda: all(_readable(path) for path in paths))


def asked_as(account: Account, question: Callable[[], bool]) -> bool:
    """What the question is answered with in a child that has become that account."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(account.gid)
            os.setuid(account.uid)
            os._exit(0 if question() else 1)
        finally:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _readable(path: Path) -> bool:
    try:
        return os.access(path.resolve(), os.R_OK | (os.X_OK if path.is_dir() else 0))
    except OSError:
        return False
