"""Bodies of imports: limits that count while a body arrives, and memory that stays bounded."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import tracemalloc
import uuid
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


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 1000])
def test_what_stands_in_quotes_is_not_counted_wherever_a_chunk_ends(size):
    sgf = b"(;C[(;\\](\\\\](;x[](;C[a\\\\\\]b(c])))\n](;)(;SU[zertz]C[[[(])"
    games, values = uploads.Games(), uploads.Values()
    for at in range(0, len(sgf), size):
        games.feed(sgf[at : at + size])
    assert (games.records, games.depth, games.brackets) == (3, 0, 10)
    export = b'{"a":[1,"[{,\\"[,\\\\",2,"","\\\\\\"]"],"b,":{"\xd9\xbe[":"x"}}'
    for at in range(0, len(export), size):
        values.feed(export[at : at + size])
    values.close()
    assert values.values == 8


def test_a_bomb_of_brackets_in_sgf_is_refused_early():
    upload = Upload(SGF, "")
    for _ in range(20):
        upload.feed(b"((;" * 10_000)
    with pytest.raises(TooLarge):
        upload.feed(b"(")


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


async def unreached(*args) -> None:
    raise AssertionError


@pytest.fixture
def front(monkeypatch):
    """Sends a body through what stands in front of Django; the messages of the answer."""
    monkeypatch.setattr(imports, "account_of", lambda scope: scope["headers"][0][1].decode())

    async def serve(receive, account: str = "", kind: str = NDJSON, django=unreached, address: str = "192.0.2.1"):
        sent: list[dict] = []

        async def send(message) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/imports", "query_string": b"", "client": (address, 1),
            "headers": [(b"x-account", (account or str(uuid.uuid4())).encode()), (b"content-type", kind.encode()),
                        (b"content-length", b"10")],
        }  # fmt: skip
        await imports.serve(django, scope, receive, send)
        return sent

    return serve


def error_of(sent: list[dict]) -> tuple[int, str]:
    return sent[0]["status"], json.loads(sent[1]["body"])["error"]


def test_a_body_that_never_ends_is_refused_after_eight_mib(front):
    chunks, sent = iter(range(10**9)), []

    async def receive():
        next(chunks)
        return {"type": "http.request", "body": b"x" * 65_535 + b"\n", "more_body": True}

    assert peak_of(lambda: sent.extend(asyncio.run(front(receive)))) < 24 * 2**20
    assert next(chunks) == 129
    assert error_of(sent) == (413, "too-large")


def test_bodies_that_are_refused_count_among_the_imports_of_a_minute(front, settings):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"imports": "3/min"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    account, read = str(uuid.uuid4()), []

    async def receive():
        read.append(1)
        return {"type": "http.request", "body": b"\xff", "more_body": False}

    for _ in range(3):
        assert error_of(asyncio.run(front(receive, account))) == (400, "unreadable")
    sent = asyncio.run(front(receive, account))
    assert error_of(sent) == (429, "throttled")
    assert int(dict(sent[0]["headers"])[b"retry-after"]) > 0
    assert len(read) == 3  # nothing of the fourth was looked at


def test_what_is_refused_counts_among_the_bytes_of_an_hour(front, settings):
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] | {"import_bytes": "1000/hour"}
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"DEFAULT_THROTTLE_RATES": rates}
    account = str(uuid.uuid4())

    async def receive():
        return {"type": "http.request", "body": b"\xff" * 1000, "more_body": False}

    assert error_of(asyncio.run(front(receive, account))) == (400, "unreadable")
    assert error_of(asyncio.run(front(receive, account))) == (429, "throttled")


def test_so_many_bodies_are_held_at_once_of_an_account_of_an_address_and_of_all(front, monkeypatch):
    monkeypatch.setattr(imports, "MOST_HELD", 6)

    async def whole():
        return {"type": "http.request", "body": b"\xff", "more_body": False}

    async def turned_away(**whose) -> bool:
        return error_of(await front(whole, **whose)) == (429, "throttled")

    async def scene() -> None:
        held = []

        async def hold(account: str, address: str) -> None:
            reached = asyncio.Event()

            async def never():
                reached.set()
                await asyncio.Event().wait()

            held.append(asyncio.create_task(front(never, account, address=address)))
            await reached.wait()

        for account, address in (("a", "1"), ("a", "1"), ("b", "1"), ("b", "1")):
            await hold(account, address)
        assert await turned_away(account="a", address="2")
        assert await turned_away(account="c", address="1")
        assert not await turned_away(account="c", address="2")
        for _ in range(2):
            await hold("d", "2")
        assert await turned_away(account="e", address="3")
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        assert not await turned_away(account="a", address="1")

    asyncio.run(scene())


def test_a_body_that_comes_too_slowly_is_refused_after_a_while(front, monkeypatch):
    monkeypatch.setattr(imports, "LONGEST", 0.05)

    async def receive():
        await asyncio.sleep(0.01)
        return {"type": "http.request", "body": b"\n", "more_body": True}

    assert error_of(asyncio.run(front(receive))) == (400, "unreadable")


def test_to_read_a_large_export_takes_nothing_from_the_web_server():
    body = gzip.compress(json.dumps({"events": [{str(at): [str(at)] * 40} for at in range(20_000)]}).encode(), 1)
    assert peak_of(lambda: fed(body, JSON, "gzip")) < 4 * 2**20


def test_a_server_without_the_front_reads_the_body_itself():
    assert read_upload(io.BytesIO(b"{}\n"), NDJSON, "").form == "records"
