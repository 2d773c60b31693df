"""Facts become announcements: offers, starts, ends, invitations, seats taken over, tournaments; mails with links."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from engine.core.game import Json
from services.facts import (
    AccountRuled,
    DeadlineNear,
    Fact,
    MailEntered,
    MailMoved,
    MatchBegun,
    MatchOver,
    OfferOpened,
    RecoveryAsked,
    ResultNotedFact,
    RoundPairedFact,
    SeatTakenOver,
    TableInvited,
)
from services.log import clock
from services.log.models import Event
from services.matches import events as ev
from services.matches.models import Match
from services.notices import recovery, rounds, ruled
from services.notices.announcements import Announcement, match_path, table_path
from services.notices.due import forget_calls
from services.notices.models import Outgoing
from services.notices.outgoing import Word, announce, write_word
from services.notices.seated import SeatedPerson, people_in
from services.people.preferences import settings_of
from services.people.things import Channel, Thing
from services.readers.history import position_at

CONFIRM: Final = "confirm"  # the kind of a mail that asks whether an address is right
CONFIRMS_AN_HOUR: Final = 3  # to one address, whoever enters it


def handle(facts: Sequence[Fact]) -> None:
    """In the transaction that deletes the facts' rows."""
    now = clock.now()
    items = _begun([fact for fact in facts if isinstance(fact, MatchBegun)])
    items += _over([fact for fact in facts if isinstance(fact, MatchOver)], now)
    for fact in facts:
        if isinstance(fact, MatchBegun | MatchOver):
            continue
        reader = _READ.get(type(fact))
        if reader is None:
            _handle_account(fact, now)
        else:
            items += reader(fact, now)
    announce(items, now)


def _handle_account(fact: Fact, now: datetime) -> None:
    if isinstance(fact, MailEntered):
        _ask_to_confirm(UUID(fact.account), now)
        recovery.moving(UUID(fact.account), now)
    elif isinstance(fact, MailMoved):
        recovery.moved(UUID(fact.account), now)
    elif isinstance(fact, RecoveryAsked):
        recovery.asked(UUID(fact.account), now)
    elif isinstance(fact, AccountRuled):
        ruled.ruled(UUID(fact.account), UUID(fact.entry), now)


# -- matches ----------------------------------------------------------------------------------------------------------


def _begun(facts: Sequence[MatchBegun]) -> list[Announcement]:
    return [
        _of_seat(person, Thing.START, person.started_at)
        for person in people_in([fact.match for fact in facts])
        if person.started_at is not None
    ]


def _over(facts: Sequence[MatchOver], now: datetime) -> list[Announcement]:
    if not facts:
        return []
    forget_calls([fact.match for fact in facts])
    return [
        _of_seat(person, Thing.END, person.ended_at or now, more=person.end())
        for person in people_in([fact.match for fact in facts])
    ]


def _offered(fact: OfferOpened, now: datetime) -> list[Announcement]:
    """To everybody who may answer it."""
    made = Event.objects.filter(stream_id=fact.match, type=ev.OfferMade.TYPE, pub__offer=fact.offer).first()
    if made is None:
        return []
    more = {"offer": fact.offer, "kind": made.pub["kind"]}
    return [
        _of_seat(person, Thing.OFFER, made.at, occasion=str(fact.offer), more=more)
        for person in people_in([fact.match])
        if person.seat != made.pub["seat"]
    ]


def _taken_over(fact: SeatTakenOver, now: datetime) -> list[Announcement]:
    """To whoever held the seat, and to the other people of the match."""
    taken = Event.objects.filter(stream_id=fact.match, type=ev.SeatSubstituted.TYPE, pub__seat=fact.seat)
    last = taken.order_by("seq").values_list("seq", "at").last()
    match = _match(fact.match)
    if match is None or last is None:
        return []
    seq, at = last
    heard = {person.account: person for person in people_in([fact.match]) if person.seat != fact.seat}
    former = _account_before(match.id, seq, fact.seat)
    if former is not None:
        heard[former] = SeatedPerson(match.id, match.game, fact.seat, former)
    more: dict[str, Json] = {"taken": fact.seat}
    return [_of_seat(person, Thing.SEAT, at, occasion=str(seq), more=more) for person in heard.values()]


def _account_before(match: UUID, seq: int, seat: int) -> UUID | None:
    """Who held the seat before that event; of a seat that a bot played, whose it was."""
    kept = position_at(match, seq - 1).kept
    away = kept.away.get(seat)
    account = kept.holders[seat].account or (None if away is None else away.account)
    return None if account is None else UUID(account)


def _invited(fact: TableInvited, now: datetime) -> list[Announcement]:
    match = _match(fact.match)
    if match is None:
        return []
    item = Announcement(
        account=UUID(fact.account),
        thing=Thing.INVITATION,
        key=f"{Thing.INVITATION}:{fact.invitation}",
        subject=match.id,
        game=match.game,
        at=now,
        path=table_path(match.id, match.invite),
        match=match.id,
        more={"invitation": fact.invitation},
    )
    return [item]


def _match(match_id: str) -> Match | None:
    return Match.objects.filter(pk=UUID(match_id)).first()


def _of_seat(
    person: SeatedPerson, thing: Thing, at: datetime, occasion: str = "", more: Mapping[str, Json] | None = None
) -> Announcement:
    return Announcement(
        account=person.account,
        thing=thing,
        key=":".join(part for part in (thing, str(person.match), str(person.seat), occasion) if part),
        subject=person.match,
        game=person.game,
        at=at,
        path=match_path(person.match),
        match=person.match,
        seat=person.seat,
        deadline=person.deadline_at,
        more=more or {},
    )


_READ: Final[Mapping[type[Fact], Callable[[Any, datetime], Sequence[Announcement]]]] = {
    OfferOpened: _offered,
    SeatTakenOver: _taken_over,
    TableInvited: _invited,
    RoundPairedFact: rounds.paired,
    DeadlineNear: rounds.deadline_near,
    ResultNotedFact: rounds.result_noted,
}


# -- addresses --------------------------------------------------------------------------------------------------------


def _ask_to_confirm(account: UUID, now: datetime) -> None:
    """A mail to the address that was entered, unless it was confirmed or changed meanwhile.

    Nobody's mailbox is filled with these: what is too much for one hour waits for the next.
    """
    chosen = settings_of(account)
    if not chosen.mail or chosen.mail_confirmed:
        return
    address = hashlib.sha256(chosen.mail.lower().encode()).hexdigest()
    hour = timedelta(hours=1)
    earlier = Outgoing.objects.filter(thing=CONFIRM, subject=_subject(address), due_at__gt=now - hour)
    times = sorted(earlier.values_list("due_at", flat=True), reverse=True)
    due = max(now, times[CONFIRMS_AN_HOUR - 1] + hour) if len(times) >= CONFIRMS_AN_HOUR else now
    key = f"{CONFIRM}:{account}:{now:%Y%m%d%H%M%S%f}"
    word = Word(account=account, kind=CONFIRM, key=key, body={"mail": chosen.mail}, subject=_subject(address))
    write_word(word, Channel.MAIL, now, due)


def _subject(address: str) -> UUID:
    return UUID(address[:32])
