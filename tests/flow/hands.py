"""A process in which Django is set up once: each piece of code that comes in runs in a fork of it, and is answered.

Starting Python and Django anew for every step of a test took longer than the steps. Lines of JSON in and out.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import traceback
from typing import Any


class Hands:
    """Runs code in a house that others serve. `head` runs once, before everything."""

    def __init__(self, head: str, env: dict[str, str], root: Any) -> None:
        argv = [sys.executable, "-m", "tests.flow.hands"]
        self._process = subprocess.Popen(argv, cwd=root, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ask(head)

    def run(self, code: str) -> str:
        """What the code prints. Raises AssertionError with its traceback when it fails."""
        return self._ask(code)

    def _ask(self, code: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(code).encode() + b"\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the process that runs the test's code has died"
        answer = json.loads(line)
        assert not answer["error"], answer["error"]
        return str(answer["out"]).strip()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def _answer(code: str, names: dict[str, Any]) -> bytes:
    out, error = io.StringIO(), ""
    try:
        with contextlib.redirect_stdout(out):
            exec(code, names)
    except BaseException:
        error = traceback.format_exc()
    return json.dumps({"out": out.getvalue(), "error": error}).encode() + b"\n"


def _forked(code: str, names: dict[str, Any], to: int) -> None:
    child = os.fork()
    if child == 0:
        os.write(to, _answer(code, names))
        os._exit(0)
    os.waitpid(child, 0)


def main() -> None:
    to = os.dup(1)
    os.dup2(2, 1)  # whatever else prints must not stand between the answers
    names: dict[str, Any] = {"__name__": "hands"}
    os.write(to, _answer(json.loads(sys.stdin.readline()), names))
    for line in sys.stdin:
        _forked(json.loads(line), names, to)


if __name__ == "__main__":
    main()
