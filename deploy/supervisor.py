"""Keeps processes running: their output with a prefix and in files, their return with back-off, their end in order.

One thread and one loop: the kernel ties each child to the thread that started it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import IO

from deploy.processes import Launch, end_group, spawn

FIRST_WAIT, LONGEST_WAIT, STEADY = 0.5, 30.0, 30.0
LOG_LIMIT = 10_000_000
COLOURS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)


class Interrupted(Exception):
    """Somebody asked us to stop."""


class GaveUp(Exception):
    """A process did not come up; the message says which and where to look."""


@dataclass(slots=True)
class Child:
    launch: Launch
    colour: int
    log: IO[bytes]
    process: subprocess.Popen[bytes]
    started: float
    deaths: int = 0  # in a row
    due: float | None = None  # when it is started again, once it is dead
    rest: bytes = b""  # the line it has not finished

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    @property
    def pipe(self) -> IO[bytes]:
        assert self.process.stdout is not None
        return self.process.stdout


@dataclass(slots=True)
class Supervisor:
    logs: Path
    children: list[Child] = field(default_factory=list)
    interrupts: int = 0
    ending: bool = False
    width: int = 9  # of the prefix
    _selector: selectors.DefaultSelector = field(default_factory=selectors.DefaultSelector)

    # -- signals ----------------------------------------------------------------------------------------------------

    def listen(self) -> None:
        """From here on Ctrl-C, SIGTERM and a closed terminal are requests; the second one is an order."""
        awake, wake = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(awake, False)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        self._selector.register(awake, selectors.EVENT_READ, None)
        for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sig, self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupts += 1
        if self.interrupts > 1:
            self.kill_all()
            os._exit(130)

    # -- output -----------------------------------------------------------------------------------------------------

    def say(self, text: str, name: str = "house", colour: int = 1) -> None:
        prefix = f"{name:<{self.width}} | "
        if sys.stdout.isatty():
            prefix = f"\x1b[{colour}m{prefix}\x1b[0m"
        with suppress(OSError):  # a closed terminal is no reason to fall
            sys.stdout.write("".join(f"{prefix}{line}\n" for line in text.splitlines()))
            sys.stdout.flush()

    def _pump(self, child: Child) -> bool:
        """Relay what it has written since; False when there was nothing."""
        try:
            data = os.read(child.pipe.fileno(), 65536)
        except BlockingIOError:
            return False
        *lines, child.rest = (child.rest + data).split(b"\n")
        if not data:
            self._unregister(child)
            lines, child.rest = [child.rest] if child.rest else [], b""
        self._write(child, lines)
        return bool(data)

    def _write(self, child: Child, lines: Sequence[bytes]) -> None:
        if not lines:
            return
        with suppress(OSError):  # a full disk costs lines of the log, not the house
            child.log.write(b"".join(line + b"\n" for line in lines))
            if child.log.tell() > LOG_LIMIT:
                old, child.log = child.log, open_log(self.logs, child.launch.name)
                old.close()
        if child.launch.chatty or child.deaths:
            self.say("\n".join(line.decode(errors="replace") for line in lines), child.launch.name, child.colour)

    # -- start, watch, end ----------------------------------------------------------------------------------------

    def add(self, launch: Launch) -> Child:
        colour = COLOURS[len(self.children) % len(COLOURS)]
        child = Child(launch, colour, self._log_of(launch), self._spawn(launch), time.monotonic())
        self._selector.register(child.pipe, selectors.EVENT_READ, child)
        self.children.append(child)
        self.width = max(self.width, len(launch.name))
        return child

    def _log_of(self, launch: Launch) -> IO[bytes]:
        try:
            return open_log(self.logs, launch.name)
        except OSError as error:
            self.say(f"{launch.name} has no log: {error}")
            return open(os.devnull, "ab", buffering=0)

    def _spawn(self, launch: Launch) -> subprocess.Popen[bytes]:
        process = spawn(launch, subprocess.PIPE)
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        return process

    def _start_again(self, child: Child) -> None:
        child.process, child.started, child.due = self._spawn(child.launch), time.monotonic(), None
        self._selector.register(child.pipe, selectors.EVENT_READ, child)

    def turn(self, seconds: float = 0.2) -> None:
        """One round: relay output, collect processes that ended, start those that are due."""
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                with suppress(BlockingIOError):
                    os.read(key.fd, 512)
            else:
                self._pump(key.data)
        for child in self.children:
            self._restart_if_ended(child)
        if self.interrupts and not self.ending:
            raise Interrupted

    def _restart_if_ended(self, child: Child) -> None:
        now = time.monotonic()
        if child.due is not None:
            if now >= child.due and not self.ending:
                self._start_again(child)
        elif not child.alive:
            self._collect_ended(child)
            child.deaths = 1 if now - child.started > STEADY else child.deaths + 1
            wait = min(FIRST_WAIT * 2 ** (child.deaths - 1), LONGEST_WAIT)
            child.due = now + wait
            if not self.ending:
                self.say(f"{child.launch.name} {_how_it_ended(child)}; starting it again in {wait:g} s")

    def _collect_ended(self, child: Child) -> None:
        """End the processes it left running and relay its last output."""
        end_group(child.process)
        while self._pump(child):
            pass
        self._unregister(child)
        child.pipe.close()

    def _unregister(self, child: Child) -> None:
        with suppress(KeyError):
            self._selector.unregister(child.pipe)

    def until(self, ready: Callable[[], bool], child: Child, seconds: float) -> None:
        """Go round until it is ready; give up when it keeps dying or the time is over."""
        end = time.monotonic() + seconds
        while not ready():
            if child.deaths >= 3 or time.monotonic() > end:
                log = self.logs / f"{child.launch.name}.log"
                raise GaveUp(f"{child.launch.name} does not come up; its last words are in {log}")
            self.turn(0.03)
        self.say("ready", child.launch.name, child.colour)

    def run(self, launch: Launch) -> None:
        """One process to its end; its output is shown like any other."""
        child = self.add(launch)
        while child.alive:
            self._pump_all()
            if self.interrupts:
                raise Interrupted
        self.children.remove(child)
        self._collect_ended(child)
        child.log.close()
        if child.process.returncode != 0:
            raise GaveUp(f"{launch.name} {_how_it_ended(child)}; see {self.logs / f'{launch.name}.log'}")

    def _pump_all(self) -> None:
        for key, _ in self._selector.select(0.05):
            if key.data is not None:
                self._pump(key.data)

    def stop_all(self, order: Sequence[Sequence[str]]) -> None:
        """Stop by groups of names, one group after the other, each within the longest stop time of its members."""
        self.ending = True
        rest = [child.launch.name for child in self.children]
        for names in (*order, rest):
            self._stop_group([child for child in self.children if child.launch.name in names and child.alive])

    def _stop_group(self, group: Sequence[Child]) -> None:
        for child in group:
            child.process.send_signal(child.launch.stop)
        asked = time.monotonic()
        while any(child.alive and time.monotonic() - asked < child.launch.patience for child in group):
            self.turn(0.03)
        for child in group:
            end_group(child.process)

    def kill_all(self) -> None:
        for child in reversed(self.children):
            if child.process.returncode is None:
                sig = signal.SIGQUIT if child.launch.name == "postgres" else signal.SIGKILL
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.process.pid, sig)


def open_log(logs: Path, name: str) -> IO[bytes]:
    """The log of a process, continued; a large one is put aside first, in the place of the one before.

    Nothing waits in a buffer: what a full disk did not take would be refused again with every later line.
    """
    path = logs / f"{name}.log"
    if path.exists() and path.stat().st_size > LOG_LIMIT:
        path.replace(logs / f"{name}.log.1")
    return open(path, "ab", buffering=0)


def _how_it_ended(child: Child) -> str:
    code = child.process.returncode
    return f"was ended by signal {-code}" if code < 0 else f"ended with status {code}"
