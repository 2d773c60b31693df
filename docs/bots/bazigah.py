"""A client of Bazigah in one file, standard library alone. Copy it next to your program.

house = House("https://the.house", TOKEN)
for happened in house.happenings():          # where I am asked, then everything that concerns me
    ...
frame = house.frame(match)
frame = house.move(match, frame["decision"], frame["moves"][0])
"""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TRIES = 6  # of a request that got no answer, or was asked to come again
SILENCE_SECONDS = 45  # a stream says something every 15; after this it is believed dead


class Refused(Exception):
    """The house said no. `code` is stable, `status` that of HTTP, `detail` a sentence for people."""

    def __init__(self, status: int, body: dict[str, Any]) -> None:
        self.status, self.code, self.detail = status, body.get("error", ""), body.get("detail", "")
        super().__init__(f"{status} {self.code}: {self.detail}")


@dataclass(frozen=True)
class Happening:
    """An event of a stream: `kind` is home, then turn, time, offer, start, end, invitation, seat, tournament."""

    kind: str
    id: str
    data: dict[str, Any]


class House:
    """The calls of a house. With a token they are those of its account."""

    def __init__(self, base: str, token: str = "") -> None:
        self.base, self.token = base.rstrip("/"), token

    # -- asking -------------------------------------------------------------------------------------------------------

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """One call, repeated while the house is away or asks for patience. Raises Refused."""
        for again in range(1, TRIES + 1):
            try:
                with self._open(method, path, body, headers, 60) as answer:
                    text = answer.read()
                return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503) or again == TRIES:
                    raise Refused(error.code, _json(error.read())) from None
                time.sleep(float(error.headers.get("Retry-After") or again))
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if again == TRIES:
                    raise
                time.sleep(again)

    def _open(self, method: str, path: str, body: Any, headers: dict[str, str], seconds: float) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        if data is not None:
            request.add_header("Content-Type", "application/json")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        return urllib.request.urlopen(request, timeout=seconds)

    # -- people, tables -----------------------------------------------------------------------------------------------

    def guest(self, name: str = "") -> House:
        """A new guest of the same house."""
        return House(self.base, self.call("POST", "/api/guests", {"name": name} if name else {})["token"])

    def me(self) -> Any:
        return self.call("GET", "/api/me")

    def games(self) -> Any:
        return self.call("GET", "/api/games")

    def open_table(self, game: str, seats: int, **wish: Any) -> Any:
        return self.call("POST", "/api/tables", {"game": game, "seats": seats, **wish})

    def sit(self, table: str, **wish: Any) -> Any:
        return self.call("POST", f"/api/tables/{table}/seats", wish)

    # -- matches ------------------------------------------------------------------------------------------------------

    def card(self, match: str) -> Any:
        return self.call("GET", f"/api/matches/{match}")

    def frame(self, match: str) -> Any:
        """What I may see: `decision` and `moves` are set where I am asked."""
        return self.call("GET", f"/api/matches/{match}/frame")

    def move(self, match: str, decision: int, move: str) -> Any:
        """Answer, and get the next frame. A repeat has the same command id, so it counts once. Raises Refused."""
        body = {"decision": decision, "move": move, "command_id": str(uuid.uuid4())}
        answer = self.call("POST", f"/api/matches/{match}/moves", body, Prefer="wait=10")
        return answer.get("frame") or self.frame(match)

    def resign(self, match: str) -> Any:
        return self.call("POST", f"/api/matches/{match}/resignation", {})

    def answer_offer(self, match: str, offer: int, accepted: bool) -> Any:
        body = {"accepted": accepted, "command_id": str(uuid.uuid4())}
        return self.call("POST", f"/api/matches/{match}/offers/{offer}/answer", body)

    # -- streams ------------------------------------------------------------------------------------------------------

    def happenings(self) -> Iterator[Happening]:
        """For ever: first `home` with where I am asked, then each thing; after a cut `home` and what was missed."""
        last, pause = "", 1.0
        while True:
            try:
                for happening in self.stream("/api/me/stream", last):
                    last, pause = happening.id or last, 1.0
                    yield happening
            except urllib.error.HTTPError as error:
                if error.code in (401, 403):
                    raise Refused(error.code, _json(error.read())) from None
            except (urllib.error.URLError, ConnectionError, TimeoutError, OSError):
                pass
            time.sleep(pause)
            pause = min(pause * 2, 30.0)

    def frames(self, match: str, patience: float) -> Iterator[Any]:
        """The present frame, then each new one, until none has come for so many seconds or the match is over."""
        try:
            for happening in self.stream(f"/api/matches/{match}/stream", seconds=patience):
                if happening.kind == "frame":
                    yield happening.data
        except TimeoutError:
            return

    def stream(self, path: str, last: str = "", seconds: float = SILENCE_SECONDS) -> Iterator[Happening]:
        """The events of one connection, from behind the id `last`, until it is silent for so many seconds."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": last} if last else {})
        with self._open("GET", path, None, headers, seconds) as answer:
            fields: dict[str, str] = {}
            for raw in answer:
                line = raw.decode().rstrip("\n")
                name, _, value = line.partition(": ")
                if line and name:
                    fields[name] = value
                elif "data" in fields:
                    yield Happening(fields.get("event", ""), fields.get("id", ""), json.loads(fields["data"]))
                    fields = {}


def _json(text: bytes) -> dict[str, Any]:
    try:
        body: dict[str, Any] = json.loads(text)
    except ValueError:
        return {}
    return body


def is_signed(secret: str, header: str, body: bytes, seconds: int = 300) -> bool:
    """Whether a webhook's call is from the house: `header` is its Bazigah-Signature, not older than so many seconds."""
    fields = dict(part.split("=", 1) for part in header.split(",") if "=" in part)
    when, signed = fields.get("t", ""), fields.get("v1", "")
    if not when.isdigit() or abs(time.time() - int(when)) > seconds:
        return False
    expected = hmac.new(secret.encode(), f"{when}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, signed)
