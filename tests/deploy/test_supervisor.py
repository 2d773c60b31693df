"""The supervisor with small real processes: output, return, end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy import processes
from deploy.processes import Launch
from deploy.supervisor import GaveUp, Supervisor

ROOT = Path(processes.__file__).parent.parent


@pytest.fixture
def supervisor(tmp_path):
    made = Supervisor(tmp_path)
    yield made
    made.kill_all()


def program(name: str, code: str, **options) -> Launch:
    return Launch(name, (sys.executable, "-u", "-c", code), **options)


def go_round(supervisor: Supervisor, done, seconds: float = 15) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until, "it did not happen"
        supervisor.turn(0.02)


def exists(pid: int) -> bool:
    """Running; a zombie that its new parent has not yet collected has ended."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout.strip()
    return state != "" and not state.startswith("Z")


def wait_for_end(pid: int, seconds: float = 15) -> None:
    until = time.monotonic() + seconds
    while exists(pid):
        assert time.monotonic() < until, f"{pid} still runs"
        time.sleep(0.02)


def test_lines_reach_the_terminal_with_a_prefix_and_the_log_without(supervisor, tmp_path, capfd):
    supervisor.run(program("speaker", "print('one'); print('two', end='')"))
    assert (tmp_path / "speaker.log").read_text() == "one\ntwo\n"
    assert capfd.readouterr().out.splitlines() == ["speaker   | one", "speaker   | two"]


def test_a_quiet_process_speaks_in_its_log_alone(supervisor, tmp_path, capfd):
    supervisor.run(program("store", "print('details')", chatty=False))
    assert (tmp_path / "store.log").read_text() == "details\n"
    assert "details" not in capfd.readouterr().out


def test_a_full_disk_costs_the_log_and_nothing_else(supervisor, tmp_path, capfd):
    (tmp_path / "speaker.log").symlink_to("/dev/full")
    supervisor.run(program("speaker", "print('one'); print('two')"))
    assert capfd.readouterr().out.splitlines() == ["speaker   | one", "speaker   | two"]


def test_a_log_that_cannot_be_opened_costs_the_log_and_nothing_else(supervisor, tmp_path, capfd):
    (tmp_path / "speaker.log").mkdir()
    supervisor.run(program("speaker", "print('one')"))
    said = capfd.readouterr().out.splitlines()
    assert "speaker has no log" in said[0]
    assert said[1] == "speaker   | one"


def test_a_killed_process_comes_back(supervisor):
    child = supervisor.add(program("worker", "import time; time.sleep(60)"))
    first = child.process.pid
    os.kill(first, signal.SIGKILL)
    go_round(supervisor, lambda: child.process.pid != first and child.alive)
    assert child.deaths == 1


def test_a_process_that_keeps_dying_is_given_up_while_starting(supervisor):
    child = supervisor.add(program("broken", "raise SystemExit('no settings')"))
    with pytest.raises(GaveUp, match=r"broken does not come up.*broken\.log"):
        supervisor.until(lambda: False, child, 30)
    assert child.deaths == 3


def test_a_command_that_fails_is_named_with_its_status(supervisor):
    with pytest.raises(GaveUp, match="migrate ended with status 3"):
        supervisor.run(program("migrate", "raise SystemExit(3)"))


def test_groups_stop_one_after_the_other(supervisor, tmp_path):
    note = "open(sys.argv[1], 'a').write(sys.argv[2] + chr(10)); sys.exit()"
    code = f"import signal, sys, time\nsignal.signal(15, lambda *_: exec({note!r}))\nprint('up')\ntime.sleep(60)"
    for name in ("store", "worker", "web"):
        launch = program(name, code)
        supervisor.add(Launch(name, (*launch.argv, str(tmp_path / "order"), name)))
    go_round(supervisor, lambda: all((tmp_path / f"{n}.log").read_text() for n in ("store", "worker", "web")))
    supervisor.stop_all([["web"], ["worker"], ["store"]])
    assert (tmp_path / "order").read_text().split() == ["web", "worker", "store"]
    assert not any(child.alive for child in supervisor.children)


def test_one_that_does_not_listen_is_ended_with_all_its_children(supervisor, tmp_path):
    code = (
        "import os, signal, time\nsignal.signal(15, signal.SIG_IGN)\npid = os.fork()\n"
        "if pid: print(pid)\ntime.sleep(60)"
    )
    child = supervisor.add(program("deaf", code, patience=0.2))
    log = tmp_path / "deaf.log"
    go_round(supervisor, lambda: "\n" in log.read_text())
    supervisor.stop_all([])
    assert child.process.returncode == -signal.SIGKILL
    wait_for_end(int(log.read_text()))


HOLDER = """
import os, sys, time
from pathlib import Path
from deploy.processes import Launch
from deploy.supervisor import Supervisor
supervisor = Supervisor(Path(sys.argv[1]))
supervisor.listen()
child = supervisor.add(Launch("deaf", (sys.executable, "-c", sys.argv[2])))
print(child.process.pid, flush=True)
try:
    while True:
        supervisor.turn()
finally:
    print("stopping", flush=True)
    supervisor.stop_all([])
"""
DEAF = "import signal, time\nsignal.signal(15, signal.SIG_IGN)\nprint('deaf', flush=True)\ntime.sleep(60)"


@pytest.fixture
def holder(tmp_path):
    argv = [sys.executable, "-c", HOLDER, str(tmp_path), DEAF]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            yield process
        finally:
            process.kill()


def test_what_a_killed_supervisor_leaves_is_ended_by_the_kernel(holder):
    child = int(holder.stdout.readline())
    holder.kill()
    holder.wait()
    wait_for_end(child)


def test_the_second_interrupt_leaves_at_once(holder):
    child = int(holder.stdout.readline())
    assert holder.stdout.readline() == b"deaf      | deaf\n"  # else the first interrupt would be enough
    holder.send_signal(signal.SIGINT)
    assert holder.stdout.readline() == b"stopping\n"
    holder.send_signal(signal.SIGINT)
    assert holder.wait(timeout=3) == 130
    wait_for_end(child)
