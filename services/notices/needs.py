"""Whether a message is still needed when it is about to leave: wanted, not seen meanwhile, not out of date."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

from services.matches.models import Match, Seat
from services.notices.queue import Message
from services.notices.ruled import RULED
from services.people.models import Account
from services.people.preferences import Settings, settings_of_all
from services.people.seen import Look, looks_of
from services.people.things import THINGS, Channel, Thing
from services.readers.models import GALLERY, Frame

HELD: Final = timedelta(minutes=1)  # what waits longer than this was held: by quiet hours, a digest or a dead server


@dataclass(frozen=True, slots=True)
class Needs:
    """What is known of the accounts and matches of some messages."""

    channel: Channel
    languages: Mapping[UUID, str]
    closed: frozenset[UUID]
    chosen: Mapping[UUID, Settings]
    looks: Mapping[tuple[UUID, UUID], Look]
    asked: frozenset[tuple[UUID, int, int]]  # match, seat, decision
    running: frozenset[UUID]
    offers: frozenset[tuple[UUID, int]]

    def reason_to_drop(self, message: Message) -> str:
        """Empty: it is needed."""
        if message.account not in self.languages:
            return "the account is gone"
        if message.account in self.closed and message.thing not in RULED:
            return "the account is closed"
        if message.thing not in THINGS:
            return ""  # a word of the house
        if self.channel not in self.chosen[message.account].channels(Thing(message.thing)):
            return "it is not wanted any more"
        if self._seen(message):
            return "it was seen meanwhile"
        return "it is out of date" if self._late(message) else ""

    def _seen(self, message: Message) -> bool:
        """In a browser, or, of what was held, in any way. Programs get what they were promised at once."""
        look = None if message.subject is None else self.looks.get((message.account, message.subject))
        if look is None:
            return False
        held = message.now - message.at > HELD
        if held and look.at >= message.at:
            return True
        watched = self.channel is not Channel.WEBHOOK and look.watched_at is not None
        return watched and look.watched_at is not None and look.watched_at >= message.at

    def _late(self, message: Message) -> bool:
        match, seat = message.match, message.body.get("seat")
        if match is None or seat is None:
            return False
        if message.thing in (Thing.TURN, Thing.TIME):
            return (match, seat, message.decision) not in self.asked
        if message.thing == Thing.OFFER:
            return match not in self.running or (match, message.body["offer"]) not in self.offers
        return False


def needs_of(channel: Channel, messages: Sequence[Message]) -> Needs:
    """In a handful of statements for all of them."""
    accounts = {message.account for message in messages}
    matches = {match for message in messages if (match := message.match) is not None}
    asked = {match for message in messages if message.thing in _TIMELY and (match := message.match) is not None}
    offered = {match for message in messages if message.thing == Thing.OFFER and (match := message.match) is not None}
    rows = list(Account.objects.filter(pk__in=accounts).values_list("pk", "language", "is_active"))
    return Needs(
        channel,
        {account: language for account, language, _ in rows},
        frozenset(account for account, _, is_active in rows if not is_active),
        settings_of_all(accounts),
        looks_of((message.account, message.subject) for message in messages if message.subject is not None),
        _asked(asked) if asked else frozenset(),
        frozenset(Match.objects.filter(pk__in=matches, status=Match.Status.RUNNING).values_list("pk", flat=True)),
        _offers(offered) if offered else frozenset(),
    )


_TIMELY: Final = (Thing.TURN, Thing.TIME)


def _asked(matches: set[UUID]) -> frozenset[tuple[UUID, int, int]]:
    rows = Seat.objects.filter(
        match_id__in=matches, match__status=Match.Status.RUNNING, decision__isnull=False, answered_seq__isnull=True
    )
    return frozenset(
        (match, seat, decision)
        for match, seat, decision in rows.values_list("match_id", "seat", "decision")
        if decision is not None
    )


def _offers(matches: set[UUID]) -> frozenset[tuple[UUID, int]]:
    frames = Frame.objects.filter(match_id__in=matches, eye=GALLERY).values_list("match_id", "body")
    return frozenset((match, offer["offer"]) for match, body in frames for offer in json.loads(body).get("offers", ()))


def sort_out(
    channel: Channel, messages: Sequence[Message], drop: Callable[[Sequence[Message], str], None]
) -> tuple[list[Message], Needs]:
    """Those that are needed; the others are dropped."""
    needs = needs_of(channel, messages)
    needed: list[Message] = []
    dropped: dict[str, list[Message]] = {}
    for message in messages:
        why = needs.reason_to_drop(message)
        if why:
            dropped.setdefault(why, []).append(message)
        else:
            needed.append(message)
    for why, rows in dropped.items():
        drop(rows, why)
    return needed, needs
