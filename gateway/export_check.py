"""Whether a body is JSON, and how many events it has: by a process of its own, given the packed body.

To read 64 MiB of JSON takes hundreds of MiB, and the interpreter does nothing else meanwhile: not in the web server.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import subprocess
import sys
from typing import Final

MEMORY: Final = 1024 * 1024 * 1024  # bytes: what is counted before it comes here fits in it
SECONDS: Final = 60
NOT_JSON: Final = "not JSON"


def events_of(packed: bytes) -> int | None:
    """How many events an export has, 0 if it has no list of them; None: it is no JSON."""
    argv = [sys.executable, "-I", "-S", __file__]
    done = subprocess.run(argv, input=packed, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    words = done.stdout.decode()
    return int(words) if words.isdecimal() else None


def _main() -> None:
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    try:
        export = json.loads(gzip.decompress(sys.stdin.buffer.read()).decode())
    except (ValueError, RecursionError, MemoryError):
        sys.stdout.write(NOT_JSON)
        return
    events = export.get("events") if isinstance(export, dict) else None
    sys.stdout.write(str(len(events) if isinstance(events, list) else 0))


if __name__ == "__main__":
    _main()
