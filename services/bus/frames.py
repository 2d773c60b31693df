"""What goes out to subscribers: the frames of a match by eye, and notes to an account or a tournament's readers."""

from __future__ import annotations

import logging
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from services.bus import connection
from services.bus.connection import AWAY
from services.bus.counters import increments

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Topic:
    """What a subscriber follows: a channel, and of a match's channel one eye."""

    channel: str
    eye: int | None = None


def match_topic(match_id: UUID | str, eye: int) -> Topic:
    return Topic(_channel("f", match_id), eye)


def account_topic(account: UUID | str) -> Topic:
    return Topic(_channel("a", account))


def tournament_topic(tournament: UUID | str) -> Topic:
    return Topic(_channel("t", tournament))


def phrase_topic(match_id: UUID | str) -> Topic:
    """What seats say to each other beside the match."""
    return Topic(_channel("p", match_id))


def _channel(kind: str, key: UUID | str) -> str:
    return f"{settings.BUS_PREFIX}:{kind}:{key}"


@dataclass(frozen=True, slots=True)
class FrameMessage:
    """A frame on its way to the subscribers of one eye: kept nowhere."""

    seq: int
    after: int  # the seq of the frames before: who has not got those has missed something
    over: bool
    body: str
    moves: str | None
    news: str


@dataclass(frozen=True, slots=True)
class Note:
    """Anything else that subscribers of a topic get: a text that they understand."""

    text: str


Messages = Sequence[tuple[int, FrameMessage]]  # by eye


def pack(messages: Messages) -> bytes:
    """All eyes' frames of one moment, to be sent together."""
    fields: list[str] = []
    for eye, message in messages:
        fields.append(f"{eye} {message.seq} {message.after} {message.over:d} {message.moves is not None:d}")
        fields += (message.body, message.moves or "", message.news)
    return "\0".join(fields).encode()


def unpack(data: bytes, eyes: Container[int | None]) -> Iterator[tuple[int, FrameMessage]]:
    """The frames of these eyes."""
    fields = data.decode().split("\0")
    for at in range(0, len(fields), 4):
        eye, seq, after, over, listed = map(int, fields[at].split(" "))
        if eye in eyes:
            moves = fields[at + 2] if listed else None
            yield eye, FrameMessage(seq, after, over == 1, fields[at + 1], moves, fields[at + 3])


def publish(match_id: UUID, messages: Messages, counts: Mapping[str, int]) -> None:
    """Send each eye its frame, and add to the counters. Safe to lose: readers catch up by seq."""
    _send(match_topic(match_id, 0), pack(messages), counts)


def publish_note(topic: Topic, text: str) -> None:
    """Send a note to whoever follows the topic now. Safe to lose."""
    _send(topic, text.encode(), {})


def _send(topic: Topic, data: bytes, counts: Mapping[str, int]) -> None:
    try:
        connection.wire().send([("PUBLISH", topic.channel, data), *increments(counts)])
    except AWAY as error:
        logger.warning("%s: not sent: %s", topic.channel, type(error).__name__)
