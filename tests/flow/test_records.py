"""Imports on real processes: refused while they still arrive."""

from __future__ import annotations

import contextlib
import socket
from urllib.parse import urlsplit


def test_a_body_without_an_end_is_answered_and_cut_off(house):
    guest, address = house.guest("Never ends"), urlsplit(house.url)
    head = (
        f"POST /api/imports HTTP/1.1\r\nHost: {address.netloc}\r\nAuthorization: Bearer {guest.token}\r\n"
        "Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    sent = 0
    with socket.create_connection((address.hostname, address.port), timeout=30) as line:
        line.sendall(head.encode())
        with contextlib.suppress(OSError):  # the house hangs up
            while sent < 200 * 2**20:
                line.sendall(b"10000\r\n" + b"x" * 65_535 + b"\n\r\n")
                sent += 65_536
        assert 8 * 2**20 <= sent < 64 * 2**20
        with contextlib.suppress(OSError):
            assert b" 413 " in line.recv(200)
    assert house.http.get("/readyz").status_code == 200
