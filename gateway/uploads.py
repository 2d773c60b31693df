"""Bodies of imports: counted, unpacked and looked through while they arrive, whatever length they claim.

At most what was sent is held, packed: 8 MiB and a chunk. What is unpacked is counted, looked at and dropped.
"""

from __future__ import annotations

import codecs
import re
import zlib
from collections.abc import Iterator
from typing import Any, Final, Protocol

from gateway.errors import TooLarge, Unreadable, UnsupportedType
from gateway.export_check import events_of

MOST_SENT: Final = 8 * 1024 * 1024
MOST_UNPACKED: Final = 64 * 1024 * 1024
MOST_RECORDS: Final = 10_000
MOST_EVENTS: Final = 20_000
MOST_VALUES: Final = 2_000_000  # of an export: a body of nothing but brackets would need gigabytes once it is read
CHUNK: Final = 64 * 1024
FORMS: Final = {"application/x-ndjson": "records", "application/x-go-sgf": "sgf", "application/json": "export"}
MOST_BRACKETS: Final = 40 * MOST_RECORDS  # round ones of SGF: variations are refused anyway
GZIP: Final = 31  # zlib's word for a gzip stream


class Look(Protocol):
    """Looks at what is unpacked, piece by piece."""

    def feed(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class Upload:
    """Takes the chunks of one body; raises the refusal as soon as a limit is passed."""

    def __init__(self, content_type: str, encoding: str) -> None:
        kind = content_type.partition(";")[0].strip().lower()
        coding = encoding.strip().lower()
        if kind not in FORMS or coding not in ("", "identity", "gzip"):
            raise UnsupportedType
        self.form = FORMS[kind]
        self.sent = self.unpacked = 0
        self.packed = b""  # the whole body with gzip, once it is there
        self._packed: list[bytes] = []
        self._unpack = zlib.decompressobj(GZIP) if coding == "gzip" else None
        self._pack = None if self._unpack else zlib.compressobj(1, wbits=GZIP)
        looks: dict[str, type[Look]] = {"records": RecordLines, "sgf": Games, "export": Values}
        self._look = looks[self.form]()

    def feed(self, data: bytes) -> None:
        self.sent += len(data)
        if self.sent > MOST_SENT:
            raise TooLarge
        if self.sent == len(data) and data.startswith(b"PK\x03\x04"):
            raise UnsupportedType
        if self._pack is not None:
            self._packed.append(self._pack.compress(data))
            self._take(data)
            return
        self._packed.append(data)
        for piece in self._unpacked(data):
            self._take(piece)

    def _unpacked(self, data: bytes) -> Iterator[bytes]:
        """What a chunk unpacks to, in pieces, so that a bomb is not held."""
        assert self._unpack is not None
        try:
            while data:
                if self._unpack.eof:  # another member, as of two files put together
                    self._unpack = zlib.decompressobj(GZIP)
                yield self._unpack.decompress(data, CHUNK)
                data = self._unpack.unconsumed_tail or self._unpack.unused_data
        except zlib.error:
            raise Unreadable from None

    def _take(self, piece: bytes) -> None:
        self.unpacked += len(piece)
        if self.unpacked > MOST_UNPACKED:
            raise TooLarge
        self._look.feed(piece)

    def finish(self) -> None:
        """The body is there. Raises Unreadable for one that is cut off or not what it says."""
        if self._unpack is not None and not self._unpack.eof:
            raise Unreadable
        self._look.close()
        if self._pack is not None:
            self._packed.append(self._pack.flush())
        self.packed = b"".join(self._packed)
        self._packed.clear()
        if self.form == "export":
            check_export(self.packed)


class RecordLines:
    """Records, one a line: UTF-8, so many at most. Empty lines do not count, and cost next to nothing."""

    _LINE: Final = re.compile(rb"\S[^\n]*")

    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.records, self.blank = 0, True  # blank: nothing stands in the line that goes on

    def feed(self, data: bytes) -> None:
        _decode(self.decoder, data)
        end = data.find(b"\n")
        begun = 0 if self.blank else len(data) if end < 0 else end  # what stands before it was counted already
        for _ in self._LINE.finditer(data, begun):
            self.records += 1
            if self.records > MOST_RECORDS:
                raise TooLarge
        rest = not data[data.rfind(b"\n") + 1 :].strip()
        self.blank = rest and (self.blank or end >= 0)

    def close(self) -> None:
        _decode(self.decoder, b"", final=True)


def _decode(decoder: codecs.IncrementalDecoder, data: bytes, final: bool = False) -> None:
    try:
        decoder.decode(data, final)
    except UnicodeDecodeError:
        raise Unreadable from None


class Outside:
    """What stands outside of quoted parts, piece by piece, wherever a piece ends; each part leaves a star.

    Regular expressions do it a piece at a time: a look at every sign would keep the whole web server busy for seconds.
    """

    def __init__(self, opening: bytes, closing: bytes) -> None:
        self._opening, self._closing = opening, closing
        inner = rb"[^\\" + re.escape(closing) + rb"]*+"
        self._part = re.compile(
            re.escape(opening) + inner + rb"(?:\\." + inner + rb")*+" + re.escape(closing), re.DOTALL
        )
        self._begun, self._held = b"", b""  # a part that goes on; a backslash whose sign is not there yet

    def of(self, data: bytes) -> bytes:
        data = self._held + data
        self._held = b"\\" if (len(data) - len(data.rstrip(b"\\"))) % 2 else b""
        # A closing sign more: a part that goes on takes it and is found whole; else it is what is left at the end.
        text = self._begun + data.removesuffix(self._held) + self._closing
        rest = self._part.sub(b"*", text)
        self._begun = self._opening if rest.endswith(b"*") else b""
        return rest[:-1]


class Games:
    """SGF: so many games at most. Any bytes will do, since Latin-1 is allowed."""

    _BRACKET: Final = re.compile(rb"[()]")

    def __init__(self) -> None:
        self.records = self.depth = self.brackets = 0
        self._outside = Outside(b"[", b"]")

    def feed(self, data: bytes) -> None:
        rest = self._outside.of(data)
        self.brackets += rest.count(b"(") + rest.count(b")")
        if self.brackets > MOST_BRACKETS:
            raise TooLarge
        for sign in self._BRACKET.findall(rest):
            self.records += sign == b"(" and self.depth == 0
            self.depth = max(0, self.depth + (1 if sign == b"(" else -1))
        if self.records > MOST_RECORDS:
            raise TooLarge

    def close(self) -> None:
        pass


class Values:
    """An export: UTF-8, so many values in all. Whether it is JSON is seen when it is read."""

    def __init__(self) -> None:
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.values = 0
        self._outside = Outside(b'"', b'"')

    def feed(self, data: bytes) -> None:
        _decode(self.decoder, data)
        rest = self._outside.of(data)
        self.values += rest.count(b"[") + rest.count(b"{") + rest.count(b",")
        if self.values > MOST_VALUES:
            raise TooLarge

    def close(self) -> None:
        _decode(self.decoder, b"", final=True)


def check_export(packed: bytes) -> None:
    """An export has to be JSON, with so many events at most."""
    events = events_of(packed)
    if events is None:
        raise Unreadable
    if events > MOST_EVENTS:
        raise TooLarge


def read_upload(stream: Any, content_type: str, encoding: str) -> Upload:
    """A body that is there already, as under a server without the front."""
    upload = Upload(content_type, encoding)
    while chunk := stream.read(CHUNK):
        upload.feed(chunk)
    upload.finish()
    return upload
