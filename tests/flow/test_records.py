"""Imports on real processes: refused while they still arrive, in bounded memory; killed in the middle they go on."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from engine.games.zertz.data.symmetry import symmetries
from tests.live import Guest, House, until
from tests.services.records.boardspace import RECORDS

MIB = 2**20
NDJSON, EXPORT = "application/x-ndjson", "application/json"


def endless() -> Iterator[bytes]:
    """Lines without an end."""
    while True:
        yield b"x" * 65_535 + b"\n"


def packed(head: bytes, piece: bytes, times: int) -> Iterator[bytes]:
    """Gzip of a beginning and then the same again and again."""
    pack = zlib.compressobj(9, wbits=31)
    yield pack.compress(head)
    for _ in range(times):
        yield pack.compress(piece)
    yield pack.flush()


BODIES: dict[str, tuple[Callable[[], Iterator[bytes]], str, str]] = {
    "a body without an end": (endless, NDJSON, ""),
    "a gzip bomb of lines": (partial(packed, b"", b"\n" * MIB, 300), NDJSON, "gzip"),
    "a gzip bomb of one line": (partial(packed, b"", b"x" * MIB, 300), NDJSON, "gzip"),
    "ten million events": (partial(packed, b'{"events":[', b"{}," * 10_000, 1000), EXPORT, "gzip"),
    "nothing but brackets": (partial(packed, b"", b"[" * MIB, 60), EXPORT, "gzip"),
}


def status_of(pid: int) -> dict[str, int]:
    """Memory of a process in bytes: VmRSS now, VmHWM at its most since it was set back."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {line.split(":")[0]: int(line.split()[1]) * 1024 for line in lines if line.startswith("Vm")}


def send(guest: Guest, chunks: Iterator[bytes], kind: str, encoding: str) -> tuple[int, bytes]:
    """Over a plain socket, claiming no length: how much was sent before the house hung up, and its answer."""
    address = urlsplit(guest.house.url)
    coding = f"Content-Encoding: {encoding}\r\n" if encoding else ""
    head = (
        f"POST /api/imports HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {guest.token}\r\n"
        f"Content-Type: {kind}\r\n{coding}Transfer-Encoding: chunked\r\n\r\n"
    )
    sent, answer = 0, b""
    with socket.create_connection((address.hostname, address.port), timeout=30) as line:
        line.sendall(head.encode())
        with contextlib.suppress(OSError):  # the house hangs up
            for chunk in filter(None, chunks):
                line.sendall(b"%x\r\n%b\r\n" % (len(chunk), chunk))
                sent += len(chunk)
                if sent > 200 * MIB:
                    break
            line.sendall(b"0\r\n\r\n")
        with contextlib.suppress(OSError):
            answer = line.recv(400)
    return sent, answer


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_is_too_much_is_cut_off_in_bounded_memory(house: House, what: str):
    made, kind, encoding = BODIES[what]
    guest, web = house.guest("Too much"), house.processes("deploy.web")
    for pid in web:
        Path(f"/proc/{pid}/clear_refs").write_text("5")  # VmHWM begins anew
    before = {pid: status_of(pid)["VmRSS"] for pid in web}
    sent, answer = send(guest, made(), kind, encoding)
    assert sent < 64 * MIB
    assert not answer or b" 413 " in answer, answer  # what is still on its way when it hangs up may drown the answer
    grown = max(status_of(pid)["VmHWM"] - before[pid] for pid in web)
    assert grown < 64 * MIB, f"{grown / MIB:.0f} MiB"
    assert house.http.get("/readyz").status_code == 200
    assert guest.get("/api/me/data").json()["imports"] == []


def turned(record: dict) -> Iterator[dict]:
    """The same play in every orientation of its board: as many records."""
    for symmetry in symmetries(record["board"]):
        ends = {name: record[name] for name in ("board", "goal", "result", "reason")}
        yield ends | {"moves": [symmetry.turned(move.partition(" x ")[0] if move[0] != "x" else move)
                                for move in record["moves"]]}  # fmt: skip


def test_an_import_whose_worker_is_killed_goes_on_where_it_was_and_nothing_comes_twice(house: House):
    guest = house.guest("Killed")
    lines = [json.dumps(entry) for record in RECORDS[:50] for entry in turned(record)]
    headers = {"Content-Type": NDJSON, "Content-Encoding": "gzip", **guest.headers}
    body = gzip.compress("\n".join(lines).encode())
    job = house.http.post("/api/imports", content=body, headers=headers).json()["id"]

    def now() -> dict:
        return guest.get(f"/api/imports/{job}").json()

    until(lambda: now()["records"] > 0, 120)
    assert house.kill("deploy.worker", "records")
    read = now()["records"]
    assert 0 < read < len(lines)
    until(lambda: now()["records"] > read, 120)  # the claim of whoever was killed has run out by itself
    until(lambda: now()["status"] == "done", 120)
    done = now()
    assert (done["records"], done["refused"]) == (len(lines), [])
    assert done["added"] == len(set(done["matches"])) == len(lines) - done["known"]
    count = "from services.records.models import *; print(Holding.objects.filter(account='{0}').count(), "
    count += "Explored.objects.filter(shelf='{0}', next='').count())"
    held = house.run(count.format(guest.account["id"])).split()
    assert held[0] == str(done["added"])
    mine = guest.get("/api/explore?source=mine").json()
    plays = {
        json.dumps(entry)
        for line in lines
        if (entry := json.loads(line))["board"] == 37 and entry["goal"] == "standard"
    }
    assert mine["matches"] == len(plays) == sum(entry["matches"] for entry in mine["moves"])
    house.until_ready()
