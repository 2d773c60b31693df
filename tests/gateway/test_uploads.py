"""Bodies of imports: limits that count while a body arrives, and memory that stays bounded."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import tracemalloc
import zipfile
import zlib

import pytest

from gateway import imports, uploads
from gateway.errors import TooLarge, Unreadable, UnsupportedType
from gateway.uploads import CHUNK, Upload, read_upload

NDJSON, SGF, JSON = "application/x-ndjson", "application/x-go-sgf", "application/json"


def fed(data: bytes, kind: str = NDJSON, encoding: str = "", size: int = CHUNK) -> Upload:
    upload = Upload(kind, encoding)
    for at in range(0, len(data), size):
        upload.feed(data[at : at + size])
    upload.finish()
    return upload


@pytest.mark.parametrize("encoding", ["", "identity", "gzip", "GZIP"])
def test_a_body_comes_out_as_it_went_in(encoding):
    data = b'{"a": 1}\n' * 5000
    sent = gzip.compress(data) if encoding.lower() == "gzip" else data
    for size in (7, 1000, CHUNK):
        assert gzip.decompress(fed(sent, encoding=encoding, size=size).packed) == data


def test_two_packed_files_put_together_are_one_body():
    upload = fed(gzip.compress(b"{}\n") + gzip.compress(b"[]\n"), encoding="gzip", size=5)
    assert gzip.decompress(upload.packed) == b"{}\n[]\n"


@pytest.mark.parametrize("kind", ["text/plain", "application/zip", "", "multipart/form-data"])
def test_another_type_is_refused(kind):
    with pytest.raises(UnsupportedType):
        Upload(kind, "")


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip", "zstd"])
def test_another_encoding_is_refused(encoding):
    with pytest.raises(UnsupportedType):
        Upload(NDJSON, encoding)


def test_a_zip_is_refused_whatever_it_calls_itself():
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "b")
    with pytest.raises(UnsupportedType):
        fed(file.getvalue())


@pytest.mark.parametrize(
    ("data", "kind", "encoding"),
    [
        (b"not packed", NDJSON, "gzip"),
        (gzip.compress(b"{}" * 9999, mtime=0)[:-9], NDJSON, "gzip"),
        (gzip.compress(b"{}\n", mtime=0) + b"rubbish", NDJSON, "gzip"),
        (b"\xff\xfe\n", NDJSON, ""),
        (b"\xd8", NDJSON, ""),
        (b"{", JSON, ""),
        (b"\xff{}", JSON, ""),
        (b"[" * 90_000, JSON, ""),
    ],
)
def test_what_cannot_be_read_is_refused(data, kind, encoding):
    with pytest.raises(Unreadable):
        fed(data, kind, encoding)


def test_sgf_may_be_latin_1():
    assert fed(b"(;C[\xe9])", SGF).form == "sgf"


def test_eight_mib_are_taken_and_a_byte_more_is_not():
    line = b"x" * 1023 + b"\n"
    assert fed(line * 8192, size=2**20).sent == 8 * 2**20
    upload = Upload(NDJSON, "")
    upload.feed(line * 8192)
    with pytest.raises(TooLarge):
        upload.feed(b"x")


def test_ten_thousand_records_are_taken_and_one_more_is_not():
    assert fed(b"\n\n{}" * 10_000 + b"\n \n")
    for size in (3, CHUNK):
        with pytest.raises(TooLarge):
            fed(b"{}\n" * 10_001, size=size)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_are_counted_wherever_a_chunk_ends(size):
    text = b"\n\n{}\n  \n {} x\r\n\n\t\n{}\n\n\n{} {}\n\xd9\xbe\n{}"
    lines = uploads.RecordLines()
    for at in range(0, len(text), size):
        lines.feed(text[at : at + size])
    lines.close()
    assert lines.records == sum(bool(line.strip()) for line in text.split(b"\n")) == 6


def test_ten_thousand_games_are_taken_and_one_more_is_not():
    game = b"(;C[(;\\](;]SU[zertz](;))"
    for size in (5, CHUNK):
        assert fed(game * 10_000, SGF, size=size)
        with pytest.raises(TooLarge):
            fed(game * 10_000 + b"(;)", SGF, size=size)


def test_twenty_thousand_events_are_taken_and_one_more_is_not():
    assert fed(json.dumps({"events": [{"a": "[{"}] * 20_000}).encode(), JSON)
    with pytest.raises(TooLarge):
        fed(json.dumps({"events": [{}] * 20_001}).encode(), JSON)


def peak_of(function) -> int:
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_bomb_is_refused_at_64_mib_and_never_held():
    bomb = gzip.compress(b"x" * (256 * 2**20), 9)
    assert len(bomb) < 300_000

    def explode() -> None:
        with pytest.raises(TooLarge):
            fed(bomb, encoding="gzip")

    assert peak_of(explode) < 4 * 2**20


def test_a_bomb_of_brackets_is_refused_before_anybody_reads_it():
    pack = zlib.compressobj(9, wbits=uploads.GZIP)
    bomb = pack.compress(b'{"events":[') + b"".join(pack.compress(b"{}," * 100_000) for _ in range(100)) + pack.flush()

    def explode() -> None:
        with pytest.raises(TooLarge):
            fed(bomb, JSON, "gzip")

    assert peak_of(explode) < 4 * 2**20


def test_a_body_that_never_ends_is_refused_after_eight_mib(monkeypatch):
    chunks, sent = iter(range(10**9)), []

    async def receive():
        next(chunks)
        return {"type": "http.request", "body": b"x" * 65_535 + b"\n", "more_body": True}

    async def send(message) -> None:
        sent.append(message)

    async def django(*args) -> None:
        raise AssertionError

    monkeypatch.setattr(imports, "account_of", lambda scope: "somebody")
    scope = {
        "type": "http", "method": "POST", "path": "/api/imports", "query_string": b"",
        "headers": [(b"content-type", NDJSON.encode()), (b"content-length", b"10")],
    }  # fmt: skip
    assert peak_of(lambda: asyncio.run(imports.serve(django, scope, receive, send))) < 24 * 2**20
    assert next(chunks) == 129
    assert sent[0]["status"] == 413
    assert json.loads(sent[1]["body"])["error"] == "too-large"


def test_a_server_without_the_front_reads_the_body_itself():
    assert read_upload(io.BytesIO(b"{}\n"), NDJSON, "").form == "records"
