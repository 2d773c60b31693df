"""Facts become announcements: offers, starts, ends, invitations, seats taken over, tournaments; mails with links."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from services.matches.models import Match, Seat
from services.notices import recovery, rounds, ruled
from services.notices.announcements import Announcement, match_path, table_path
from services.notices.models import CalledSeat, Outgoing
from services.notices.outgoing import Word, announce, write_word
from services.people.preferences import settings_of
from services.people.things import Channel, Thing
from services.readers.models import MatchCard

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
    matches = _matches(facts)
    return [
        _of_seat(match, seat, Thing.START, match.started_at)
        for match, seats in _people_of(matches)
        if match.started_at is not None
        for seat in seats
    ]


def _over(facts: Sequence[MatchOver], now: datetime) -> list[Announcement]:
    matches = _matches(facts)
    if not matches:
        return []
    CalledSeat.objects.filter(match__in=[match.id for match in matches]).delete()
    cards = {card.match_id: card for card in MatchCard.objects.filter(match__in=matches)}
    items: list[Announcement] = []
    for match, seats in _people_of(matches):
        card = cards.get(match.id)
        more: dict[str, Json] = {
            "status": match.status,
            "reason": None if card is None else card.reason,
            "winners": None if card is None else card.winners,
        }
        items += [_of_seat(match, seat, Thing.END, match.ended_at or now, more=more) for seat in seats]
    return items


def _matches(facts: Sequence[MatchBegun | MatchOver]) -> list[Match]:
    return list(Match.objects.filter(pk__in=[UUID(fact.match) for fact in facts])) if facts else []


def _people_of(matches: Sequence[Match]) -> Iterator[tuple[Match, list[Seat]]]:
    """Each match with its seats held by accounts; one that a bot plays for somebody is not."""
    seats: dict[UUID, list[Seat]] = {match.id: [] for match in matches}
    if matches:
        for seat in Seat.objects.filter(match__in=matches, account__isnull=False, bot="").order_by("match", "seat"):
            seats[seat.match_id].append(seat)
    for match in matches:
        yield match, seats[match.id]


def _offered(fact: OfferOpened, now: datetime) -> list[Announcement]:
    """To everybody who may answer it."""
    match = _match(fact.match)
    made = Event.objects.filter(stream_id=fact.match, type=ev.OfferMade.TYPE, pub__offer=fact.offer).first()
    if match is None or made is None:
        return []
    more = {"offer": fact.offer, "kind": made.pub["kind"]}
    return [
        _of_seat(match, seat, Thing.OFFER, made.at, occasion=str(fact.offer), more=more)
        for seat in _people(match)
        if seat.seat != made.pub["seat"]
    ]


def _taken_over(fact: SeatTakenOver, now: datetime) -> list[Announcement]:
    """To whoever held the seat, and to the other people of the match."""
    match = _match(fact.match)
    changes = list(
        Event.objects.filter(stream_id=fact.match, type__in=(ev.MatchStarted.TYPE, ev.SeatSubstituted.TYPE))
        .order_by("seq")
        .values_list("seq", "at", "pub")
    )
    holders = [(seq, at, holder) for seq, at, pub in changes if (holder := _holder(pub, fact.seat)) is not None]
    if match is None or len(holders) < 2:
        return []
    seq, at, _ = holders[-1]
    before: Mapping[str, Any] = next((holder for _, _, holder in reversed(holders[:-1]) if holder.get("account")), {})
    more: dict[str, Json] = {"taken": fact.seat}
    heard = {seat.account: seat for seat in _people(match) if seat.seat != fact.seat}
    if before.get("account"):
        heard[UUID(before["account"])] = Seat(match=match, seat=fact.seat, account=UUID(before["account"]))
    return [_of_seat(match, seat, Thing.SEAT, at, occasion=str(seq), more=more) for seat in heard.values()]


def _holder(pub: Mapping[str, Any], seat: int) -> Mapping[str, Any] | None:
    """Who holds the seat by this event; None: it is not about that seat."""
    if "seats" in pub:
        holder: Mapping[str, Any] = pub["seats"][seat]
        return holder
    return pub if pub["seat"] == seat else None


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


def _people(match: Match) -> list[Seat]:
    return next(seats for _, seats in _people_of([match]))


def _of_seat(
    match: Match, seat: Seat, thing: Thing, at: datetime, occasion: str = "", more: Mapping[str, Json] | None = None
) -> Announcement:
    assert seat.account is not None
    return Announcement(
        account=seat.account,
        thing=thing,
        key=":".join(part for part in (thing, str(match.id), str(seat.seat), occasion) if part),
        subject=match.id,
        game=match.game,
        at=at,
        path=match_path(match.id),
        match=match.id,
        seat=seat.seat,
        deadline=seat.deadline_at,
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
