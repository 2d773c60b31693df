"""What a finished match counts as for the ratings: from its own log, and from the rulings of its tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from engine.core.game import Json
from services.log import fair
from services.log.models import Event
from services.log.read import read
from services.matches import events as ev
from services.pairings.events import RecordedEvent, RulingMade, read_event
from services.pairings.fold import fold
from services.pairings.outcomes import PLAYED, Outcome, outcomes
from services.pairings.points import PointsTable
from services.pairings.rulings import OF_TABLE
from services.people.models import Account
from services.ratings.models import GuestMatch

Pub = Mapping[str, Json]
TWO, MORE = "two", "more"
KINDS: Final = (TWO, MORE)
# Why a match that was to be rated is not.
FORK, BOTS, SUBSTITUTED, NO_SHOW, ABORTED, GUEST, RULING = (
    "fork", "bots", "substituted", "no-show", "aborted", "guest", "ruling",
)  # fmt: skip
_FORFEIT: Final = "forfeit"  # `match.ended`: somebody never answered
_RULED: Final = "ruling"  # `match.ended`: by a director
_TYPES: Final = (
    ev.TableOpened.TYPE, ev.MatchStarted.TYPE, ev.SeatSubstituted.TYPE, ev.SeatReturned.TYPE, ev.MatchEnded.TYPE,
    ev.MatchAborted.TYPE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that was opened as rated. `places` by seat; None: it is not rated, and `refusal` says why."""

    match: UUID
    game: str
    kind: str
    at: datetime
    public_at: datetime
    accounts: tuple[str, ...]
    places: tuple[int, ...] | None
    refusal: str = ""


def kind_of(seats: int) -> str:
    return TWO if seats == 2 else MORE


def result_of(match: UUID) -> MatchResult | None:
    """None: its event 0 does not say `rated`, or it never started. Guests among the accounts are noted."""
    events = list(Event.objects.filter(stream_id=match, type__in=_TYPES).order_by("seq").values("type", "pub", "at"))
    by_type = {event["type"]: event["pub"] for event in events}
    opened, started = by_type[ev.TableOpened.TYPE], by_type.get(ev.MatchStarted.TYPE)
    if not opened.get("rated") or started is None:
        return None
    end = [event["at"] for event in events if event["type"] in (ev.MatchEnded.TYPE, ev.MatchAborted.TYPE)][-1]
    delay = timedelta(milliseconds=(opened.get("delay") or {}).get("ms", 0))
    accounts = tuple(seat["account"] for seat in started["seats"] if "account" in seat)
    places, refusal = _count(match, by_type, accounts)
    return MatchResult(match, opened["game"], kind_of(opened["seats"]), end, end + delay, accounts, places, refusal)


def _count(match: UUID, by_type: Mapping[str, Pub], accounts: Sequence[str]) -> tuple[tuple[int, ...] | None, str]:
    """Places by seat, or None and why there are none."""
    opened, ended = by_type[ev.TableOpened.TYPE], by_type.get(ev.MatchEnded.TYPE)
    if refusal := _refusal(match, by_type, accounts):
        return None, refusal
    ruled = _ruled(opened, match) if opened.get("tournament") else None
    if ruled is not None:
        places = tuple(place for place in ruled.places or () if place is not None)
        rated = ruled.kind == PLAYED and len(places) == len(accounts)
        return (places, "") if rated else (None, RULING)
    if ended is None:
        return None, ABORTED
    if ended["reason"] == _FORFEIT:
        return None, NO_SHOW
    # Without the ruling that ended it a match has no result of its own.
    return (None, RULING) if ended["reason"] == _RULED else (_places(ended, len(accounts)), "")


def _refusal(match: UUID, by_type: Mapping[str, Pub], accounts: Sequence[str]) -> str:
    """Whatever no ruling can mend."""
    opened = by_type[ev.TableOpened.TYPE]
    if opened.get("from"):
        return FORK
    if len(accounts) != opened["seats"]:
        return BOTS
    if by_type.keys() & {ev.SeatSubstituted.TYPE, ev.SeatReturned.TYPE}:
        return SUBSTITUTED
    return GUEST if _had_guest(match, accounts) else ""


def _had_guest(match: UUID, accounts: Sequence[str]) -> bool:
    """A guest who keeps the account afterwards stays a guest of this match."""
    if GuestMatch.objects.filter(pk=match).exists():
        return True
    if not Account.objects.filter(pk__in=accounts, guest=True).exists():
        return False
    GuestMatch.objects.get_or_create(pk=match)
    return True


def _places(ended: Pub, seats: int) -> tuple[int, ...]:
    """The engine's own order at three and four seats; two are told apart by who has won."""
    if ended.get("places") is not None:
        return tuple(ended["places"])
    winners = ended["winners"] or range(seats)
    return tuple(1 if seat in winners else 1 + len(winners) for seat in range(seats))


def _ruled(opened: Pub, match: UUID) -> Outcome | None:
    """What a ruling in force makes of the match; None: none speaks of it."""
    tournament = UUID(opened["tournament"])
    if not _is_ruled_on(tournament, opened["round"], opened["table"]):
        return None
    recorded = [
        RecordedEvent(event.seq, fair.time_text(event.at), event.actor, read_event(event.type, dict(event.pub)))
        for event in read(tournament)
    ]
    state = fold(str(tournament), recorded)
    table = PointsTable.read(state.opened.points, state.opened.seats)
    game = next((played for drawn in state.rounds for played in drawn.games() if played.match == str(match)), None)
    outcome = None if game is None else outcomes(state, table)[game.round, game.table, game.game]
    return outcome if outcome is not None and outcome.ruled else None


def _is_ruled_on(tournament: UUID, number: int, table: int) -> bool:
    """Saves the fold of a whole tournament where no ruling ever spoke of the table."""
    made = Event.objects.filter(stream_id=tournament, type=RulingMade.type).values_list("pub", flat=True)
    rulings = [RulingMade.from_json(pub).ruling for pub in made]
    return any(isinstance(ruling, OF_TABLE) and (ruling.round, ruling.table) == (number, table) for ruling in rulings)
