"""A witness: follows the checkpoint log of a house and says when it shrinks, forks, or changes its key or name."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPException
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from engine.core import codec
from verifier import ed25519
from verifier.events import COUNT, HASH, NULL, TIME, WORD
from verifier.forms import Either, Fields, Form, ListOf, Text
from verifier.report import printable
from verifier.tree import EMPTY, consistent

PAUSE: Final = 60  # seconds between two looks
TIMEOUT: Final = 30
MOST_BYTES: Final = 8 * 2**20  # of one answer: a hostile house may send without end
MOST_PAGES: Final = 1000  # of one look
HOLDS, CONTRADICTED, NO_ANSWER = 0, 1, 2

BODY: Final = Fields({"origin": WORD, "size": COUNT, "root": HASH, "at": TIME})
CHECKPOINT: Final = Fields({"body": BODY, "key": Either(NULL, HASH), "sig": Either(NULL, Text("[0-9a-f]{128}"))})
FEED: Final = Fields({"results": ListOf(CHECKPOINT), "next": Either(NULL, Text("/[!-~]{1,500}"))})
PROOF: Final = Fields({"from": COUNT, "to": COUNT, "path": ListOf(HASH)})
Checkpoint = Mapping[str, Any]


class LogContradicted(Exception):
    """The log contradicts what it showed before, or a signature is bad; the witness keeps what it saw first."""


class NoValidAnswer(Exception):
    """The house did not answer, or not in the form of the contract."""


class House:
    """The calls that a witness makes. `url`: where the house is, without `/api`."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise NoValidAnswer(f"{url} is no address of a house")
        self.root = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"

    def newest(self) -> Checkpoint:
        checkpoint: Checkpoint = self._ask("/api/checkpoint", CHECKPOINT)
        return checkpoint

    def feed(self, size: int) -> Iterator[Checkpoint]:
        """Every checkpoint from that size on."""
        path: str | None = f"/api/checkpoints?from={size}"
        for _ in range(MOST_PAGES):
            if path is None:
                return
            page = self._ask(path, FEED)
            yield from page["results"]
            path = page["next"]
        raise NoValidAnswer("the feed does not end")

    def proof(self, old: int, new: int) -> list[str]:
        answer = self._ask(f"/api/checkpoints/{new}/consistency?from={old}", PROOF)
        path: list[str] = answer["path"]
        return path

    def _ask(self, path: str, form: Form) -> Any:
        request = Request(self.root + path, headers={"Accept": "application/json"})
        try:
            with urlopen(request, timeout=TIMEOUT) as response:
                body = response.read(MOST_BYTES + 1)
            answer = codec.parse(body)
        except (OSError, HTTPException, ValueError, RecursionError) as error:
            raise NoValidAnswer(f"{path}: {error}") from None
        if len(body) > MOST_BYTES or not form.fits(answer):
            raise NoValidAnswer(f"{path}: another form than the contract's")
        return answer


class Witness:
    """Keeps the last checkpoint it has seen, with the key and the name it saw first."""

    def __init__(self, house: House, state: Path) -> None:
        self.house, self.path = house, state
        self.last: Checkpoint | None = None
        if state.exists():
            try:
                self.last = codec.parse(state.read_bytes())
            except (OSError, ValueError) as error:
                raise NoValidAnswer(f"{state}: {error}") from None
            if not CHECKPOINT.fits(self.last):
                raise NoValidAnswer(f"{state} is no state of a witness")

    def look(self) -> str:
        """Follow the log as far as it goes; what was seen is kept step by step. Raises LogContradicted."""
        newest = self.house.newest()
        since = self.last["body"]["size"] if self.last is not None else newest["body"]["size"]
        self._check(newest)  # first: a log that has shrunk leaves its feed empty
        seen = 0
        for checkpoint in self.house.feed(since):
            self._check(checkpoint)
            self._keep(checkpoint)
            seen += 1
        self._check_in_feed(newest)
        body = (self.last or newest)["body"]
        return f"{body['origin']}: {body['size']} leaves, root {body['root']}, {seen} checkpoints followed"

    def _check(self, checkpoint: Checkpoint) -> None:
        body, key, sig = checkpoint["body"], checkpoint["key"], checkpoint["sig"]
        where = f"checkpoint of size {body['size']} at {body['at']}"
        if (key is None) != (sig is None) or (key is not None and not _signed(key, body, sig)):
            raise LogContradicted(f"{where}: bad signature")
        if body["size"] == 0 and body["root"] != EMPTY:
            raise LogContradicted(f"{where}: another root than that of nothing")
        if self.last is None:
            return
        before = self.last["body"]
        if key != self.last["key"]:
            raise LogContradicted(f"{where}: another key, {key} instead of {self.last['key']}")
        if body["origin"] != before["origin"]:
            raise LogContradicted(f"{where}: another origin, {body['origin']} instead of {before['origin']}")
        if body["size"] < before["size"]:
            raise LogContradicted(f"{where}: the log has shrunk, it had {before['size']} leaves")
        self._check_forked(where, before, body)

    def _check_in_feed(self, newest: Checkpoint) -> None:
        """The newest checkpoint belongs to the log of the feed, which may have grown meanwhile."""
        if self.last is None or newest["body"]["size"] >= self.last["body"]["size"]:
            self._check(newest)
            self._keep(newest)
        elif newest["body"]["size"] > 0:
            self._check_forked("the feed", newest["body"], self.last["body"])

    def _check_forked(self, where: str, before: Mapping[str, Any], body: Mapping[str, Any]) -> None:
        if body["size"] == before["size"]:
            if body["root"] != before["root"]:
                raise LogContradicted(f"{where}: the log has forked, this size had the root {before['root']}")
        elif before["size"] > 0:
            path = self.house.proof(before["size"], body["size"])
            if not consistent(before["size"], before["root"], body["size"], body["root"], path):
                raise LogContradicted(f"{where}: the log has forked, it does not go on from {before['size']} leaves")

    def _keep(self, checkpoint: Checkpoint) -> None:
        """Written beside and moved into place: a witness that is killed keeps what it had."""
        if checkpoint == self.last:
            return
        self.last = checkpoint
        beside = self.path.with_name(f"{self.path.name}.new")
        beside.write_text(json.dumps(checkpoint, indent=2) + "\n", encoding="utf-8")
        beside.replace(self.path)


def _signed(key: str, body: Mapping[str, Any], sig: str) -> bool:
    message = b"fair1/checkpoint\0" + codec.canonical(body)
    return ed25519.verify(bytes.fromhex(key), message, bytes.fromhex(sig))


def main(argv: Sequence[str]) -> int:
    """`verifier witness URL --state FILE [--once]`."""
    parser = argparse.ArgumentParser(
        prog="bazigah-verify witness",
        description=__doc__,
        epilog="Exit code: 1 the log contradicts what it showed before, with a line that says how; with --once also 0 "
        "nothing speaks against it, 2 the house did not answer.",
    )
    parser.add_argument("url", help="where the house is, as https://example.org")
    parser.add_argument("--state", type=Path, required=True, help="file that keeps what was seen last")
    parser.add_argument("--once", action="store_true", help="look once and leave; else every minute")
    options = parser.parse_args(argv)
    try:
        witness = Witness(House(options.url), options.state)
    except NoValidAnswer as error:
        print(printable(error), file=sys.stderr)
        return NO_ANSWER
    while True:
        code = _look(witness)
        if options.once or code == CONTRADICTED:
            return code
        time.sleep(PAUSE)


def _look(witness: Witness) -> int:
    try:
        print(printable(witness.look()), flush=True)
    except LogContradicted as error:
        print(printable(error), flush=True)
        return CONTRADICTED
    except (NoValidAnswer, OSError) as error:
        print(printable(error), file=sys.stderr, flush=True)
        return NO_ANSWER
    return HOLDS
