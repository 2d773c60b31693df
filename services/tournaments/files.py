"""A tournament to take along: its log, its export with the matches, TRF, CSV, a calendar of deadlines."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from uuid import UUID

from icalendar import Calendar, Event

from engine.core.game import Json
from services.errors import NotFound
from services.log import read as log
from services.log.models import Event as LogEvent
from services.log.receipts import signed
from services.matches.models import Match
from services.pairings.deadlines import deadline_in_force
from services.pairings.ledger import make_ledger
from services.pairings.state import TournamentState
from services.pairings.trf import TrfHeader, write_trf
from services.pairings.views import csv_rows
from services.readers.export import export_match
from services.readers.public import public_seq
from services.tournaments.streams import load
from services.tournaments.tables import entry_names


def events_page(tournament: UUID, after: int) -> dict[str, Json]:
    return log.page(load(tournament).head, after, None)


def envelopes_after(tournament: UUID, after: int) -> list[dict[str, Json]]:
    """Everything behind `after`, in order, a page at most."""
    head = load(tournament).head
    rows = LogEvent.objects.filter(stream_id=tournament, seq__gt=after, seq__lte=head.seq).order_by("seq")
    return [log.envelope(head, event) for event in rows[: log.PAGE]]


def export_tournament(tournament: UUID, *, matches: bool = False) -> dict[str, Json]:
    """The `fair1` export; with `matches` also those of the matches over, and of the season before."""
    loaded = load(tournament)
    export = log.export(loaded.head, None)
    if loaded.state.revealed:
        export |= {"receipt": signed(loaded.head)}
    if matches:
        export["exports"] = _exports(loaded.state)
        previous = loaded.state.opened.previous
        if previous is not None:
            export["previous"] = export_tournament(UUID(previous["match"]))
    return export


def _exports(state: TournamentState) -> dict[str, Json]:
    """Of the matches over, by id, as anybody may know them: what is hidden or delayed is left out.

    A match is over for this once its seed is revealed: a log without its last event would not hold.
    """
    ids = [UUID(game.match) for paired in state.rounds for game in paired.games()]
    rows = Match.objects.select_related("stream").filter(pk__in=ids, revealed=True)
    return {str(match.id): export_match(match) for match in rows if public_seq(match) == match.head.seq}


def trf_text(tournament: UUID) -> str:
    """Raises NotFound at more than two seats. Before the start nobody has a number: a head alone."""
    loaded = load(tournament)
    state = loaded.state
    if state.opened.seats != 2:
        raise NotFound
    if state.start is None:
        return f"012 {loaded.row.name}\n062 {loaded.row.entrants}\n092 {state.opened.format}\n"
    header = TrfHeader(loaded.row.name, start=state.started_at[:10], end=state.closed_at[:10])
    return write_trf(make_ledger(state), header, entry_names(state))


def csv_text(tournament: UUID) -> str:
    state = load(tournament).state
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(
        [_plain_cell(cell) for cell in row] for row in csv_rows(state, entry_names(state))
    )
    return out.getvalue()


def _plain_cell(text: str) -> str:
    """A name that a spreadsheet would take for a formula is kept a text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def calendar_text(tournament: UUID) -> str:
    """The deadlines of rounds, and the start."""
    loaded = load(tournament)
    calendar = Calendar()
    calendar.add("prodid", "-//Bazigah//tournaments//")
    calendar.add("version", "2.0")
    for key, words, moment in _moments(loaded.state, loaded.row.name):
        event = Event()
        event.add("uid", f"{tournament}-{key}")
        event.add("summary", words)
        event.add("dtstart", moment)
        event.add("dtstamp", loaded.head.at)
        calendar.add_component(event)
    return str(calendar.to_ical().decode())


def _moments(state: TournamentState, name: str) -> list[tuple[str, str, datetime]]:
    starts_at = state.opened.entry.get("starts_at")
    moments = [("start", name, _moment(starts_at))] if starts_at and state.start is None else []
    for paired in state.rounds:
        deadlines = {deadline_in_force(state, paired, table.table) for table in paired.tables} or {paired.deadline}
        for deadline in sorted(text for text in deadlines if text):
            moments.append((f"{paired.round}-{deadline}", f"{name}: {paired.round}", _moment(deadline)))
    return moments


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
