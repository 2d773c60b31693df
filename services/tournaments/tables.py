"""Tournaments as readers see them: cards, entries, standings, rounds, what waits for somebody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache
from django.db.models import Count, QuerySet

from engine.core.game import Json
from services.errors import NotFound
from services.log import fair
from services.log.models import Event
from services.matches.models import Seat
from services.pairings.brought import brought
from services.pairings.commands import entry_of
from services.pairings.deadlines import deadline_in_force
from services.pairings.events import RecordedEvent, read_event
from services.pairings.fold import apply, fold
from services.pairings.ledger import make_ledger
from services.pairings.outcomes import OPEN
from services.pairings.standings import standings
from services.pairings.state import PairedRound, TableGame, TournamentState
from services.pairings.views import Sentence, desk, entry_statuses, round_json, standings_json
from services.people.accounts import names_of
from services.tournaments.commands import must_direct
from services.tournaments.models import Tournament, TournamentEntry, TournamentInvitation, Waiting
from services.tournaments.streams import Loaded, load, recorded_events

PAGE: Final = 50


# -- cards ------------------------------------------------------------------------------------------------------------


def card_json(loaded: Loaded, waiting: int | None = None) -> dict[str, Json]:
    """All of a card but `summary`, which the reader's language says. Of the state only the opening is asked."""
    row = loaded.row
    waiting = Waiting.objects.filter(tournament_id=loaded.id).count() if waiting is None else waiting
    return {
        "id": str(loaded.id),
        "name": row.name,
        "text": row.text,
        **loaded.state.opened.pub(),
        "directors": row.directors,
        "status": row.status,
        "reason": row.reason or None,
        "round": row.round,
        "entrants": row.entrants,
        "waiting": waiting,
        "opened_at": fair.time_text(row.opened_at),
        "started_at": None if row.started_at is None else fair.time_text(row.started_at),
        "closed_at": None if row.closed_at is None else fair.time_text(row.closed_at),
        "head": {"seq": row.head.seq, "hash": row.head.hash},
    }


def waiting_counts(tournaments: Iterable[UUID]) -> dict[UUID, int]:
    """How many wait at each where somebody does, in one statement."""
    rows = (
        Waiting.objects.filter(tournament_id__in=list(tournaments)).values("tournament_id").annotate(many=Count("id"))
    )
    return {row["tournament_id"]: row["many"] for row in rows}


def cards_page(
    *, status: str, game: str, format_key: str, mine: str, account: UUID | None, page: int
) -> tuple[list[Loaded], bool]:
    """Newest first, and whether more follow. Their states know the opening alone: a list folds no whole log."""
    rows = Tournament.objects.select_related("stream").order_by("-opened_at", "-pk")
    for name, value in (("status", status), ("game", game), ("format", format_key)):
        rows = rows.filter(**{name: value}) if value else rows
    rows = _mine(rows, mine, account) if mine and account is not None else rows
    page_rows = list(rows[(page - 1) * PAGE : page * PAGE + 1])
    return _as_opened(page_rows[:PAGE]), len(page_rows) > PAGE


def _mine(rows: QuerySet[Tournament], mine: str, account: UUID) -> QuerySet[Tournament]:
    if mine == "director":
        return rows.filter(directors__contains=[str(account)])
    return rows.filter(pk__in=TournamentEntry.objects.filter(account=account).values("tournament_id"))


def _as_opened(rows: list[Tournament]) -> list[Loaded]:
    events = {event.stream_id: event for event in Event.objects.filter(stream_id__in=[row.id for row in rows], seq=0)}
    return [Loaded(row, _opening_state(events[row.id]), row.head.at) for row in rows]


def _opening_state(event: Event) -> TournamentState:
    recorded = RecordedEvent(0, fair.time_text(event.at), event.actor, read_event(event.type, event.pub))
    return apply(TournamentState(str(event.stream_id)), recorded)


# -- entries ----------------------------------------------------------------------------------------------------------


def entries_page(tournament: UUID, page: int) -> tuple[list[dict[str, Json]], bool]:
    state = load(tournament).state
    entries = sorted(state.entrants)
    shown = entries[(page - 1) * PAGE : page * PAGE]
    statuses = entry_statuses(state)
    ratings = dict(state.start.ratings) if state.start is not None else {}
    names = entry_names(state, shown)
    results: list[dict[str, Json]] = [
        {
            "entry": entry,
            "account": state.holder(entry),
            "name": names[entry],
            "number": state.numbers.get(entry),
            "rating": ratings.get(entry),
            "status": statuses[entry],
        }
        for entry in shown
    ]
    return results, len(entries) > page * PAGE


def entry_names(state: TournamentState, entries: Any = None) -> dict[int, str]:
    """What entrants are called; an erased account is "entrant n"."""
    holders = {entry: UUID(state.holder(entry)) for entry in (state.entrants if entries is None else entries)}
    names = names_of(holders.values())
    return {entry: names.get(account) or f"entrant {entry}" for entry, account in holders.items()}


# -- standings --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """Standings at a seq, with sentences in one language; without names, which may change."""

    digest: str
    rows: list[dict[str, Any]]


_reckoned: LRUCache[tuple[UUID, int, str], _Reckoned] = LRUCache(64)
_lock = Lock()


def standings_view(
    tournament: UUID, *, number: int | None, seq: int | None, entry: int | None, sentence: Sentence, language: str
) -> dict[str, Json]:
    """To that round's close, up to `seq`, or to now. Raises NotFound."""
    loaded = load(tournament)
    upto = _upto(loaded, number, seq)
    state = loaded.state if upto == loaded.head.seq else _past(tournament, upto)
    reckoned = _reckon(tournament, state, sentence, language)
    rows = _named_rows(state, reckoned.rows)
    answer: dict[str, Json] = {
        "round": number if number is not None else len(state.rounds),
        "seq": state.seq,
        "final": state.closed is not None,
        "digest": reckoned.digest,
        "tiebreaks": list(state.opened.tiebreaks),
        "rows": rows,
    }
    if entry is not None:
        answer["rows"] = _opened_row(state, rows, entry)
    return answer


def _upto(loaded: Loaded, number: int | None, seq: int | None) -> int:
    if number is not None:
        if not 1 <= number <= len(loaded.state.rounds):
            raise NotFound
        closed = loaded.state.round(number).closed_seq
        if closed is None:
            raise NotFound
        return closed
    if seq is None:
        return loaded.head.seq
    if not 0 <= seq <= loaded.head.seq:
        raise NotFound
    return seq


_pasts: LRUCache[tuple[UUID, int], TournamentState] = LRUCache(32)


def _past(tournament: UUID, seq: int) -> TournamentState:
    with _lock:
        kept = _pasts.get((tournament, seq))
    if kept is None:
        kept = fold(str(tournament), recorded_events(tournament, -1, seq))
        with _lock:
            _pasts[tournament, seq] = kept
    return kept


def _reckon(tournament: UUID, state: TournamentState, sentence: Sentence, language: str) -> _Reckoned:
    """Once for each seq and language."""
    key = (tournament, state.seq, language)
    with _lock:
        kept = _reckoned.get(key)
    if kept is None:
        table = standings(state)
        kept = _Reckoned(table.digest, standings_json(state, sentence, {}, table))
        with _lock:
            _reckoned[key] = kept
    return kept


def _named_rows(state: TournamentState, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = entry_names(state, [row["entry"] for row in rows])
    return [{**row, "name": names[row["entry"]]} for row in rows]


def _opened_row(state: TournamentState, rows: list[dict[str, Any]], entry: int) -> list[dict[str, Any]]:
    of_entry = [row for row in rows if row["entry"] == entry]
    if not of_entry:
        raise NotFound
    return [{**of_entry[0], "from": [part.as_json() for part in brought(state, entry)]}]


# -- rounds -----------------------------------------------------------------------------------------------------------


def rounds_view(tournament: UUID) -> list[dict[str, Json]]:
    state = load(tournament).state
    return [_round_line(state, paired) for paired in state.rounds]


def _round_line(state: TournamentState, paired: PairedRound) -> dict[str, Json]:
    return {
        "round": paired.round,
        "status": "running" if paired.closed_seq is None else "closed",
        "deadline": deadline_in_force(state, paired),
        "tables": len(paired.tables),
    }


def round_view(tournament: UUID, number: int) -> dict[str, Json]:
    state = load(tournament).state
    if not 1 <= number <= len(state.rounds):
        raise NotFound
    return round_json(make_ledger(state), number)


# -- who asks ---------------------------------------------------------------------------------------------------------


def my_view(tournament: UUID, account: UUID) -> dict[str, Json]:
    """The own entry, and the own next match that is not over."""
    state = load(tournament).state
    entry = entry_of(state, str(account))
    if entry is None:
        return {"entry": None, "status": None, "next": None}
    status = entry_statuses(state)[entry]
    game = _next_game(state, entry) if state.start is not None else None
    return {"entry": entry, "status": status, "next": None if game is None else _next_json(state, game, entry)}


def _next_game(state: TournamentState, entry: int) -> TableGame | None:
    ledger = make_ledger(state)
    for paired in state.rounds:
        for game in paired.games():
            if entry in game.people and ledger.outcome(game).kind == OPEN:
                return game
    return None


def _next_json(state: TournamentState, game: TableGame, entry: int) -> dict[str, Json]:
    paired, seat = state.round(game.round), game.entries.index(entry)
    asked = Seat.objects.filter(match_id=UUID(game.match), seat=seat, decision__isnull=False, answered_seq__isnull=True)
    return {
        "round": game.round,
        "table": game.table,
        "game": game.game,
        "match": game.match,
        "seat": seat,
        "opponents": [other for other in game.entries if other != entry],
        "awaiting": asked.exists(),
        "deadline": deadline_in_force(state, paired, game.table),
    }


def place_in_line(tournament: UUID, account: UUID) -> int | None:
    """Who waits outside the log: the first is 1."""
    line = list(Waiting.objects.filter(tournament_id=tournament).order_by("id").values_list("account", flat=True))
    return line.index(account) + 1 if account in line else None


def invitation_of(tournament: UUID, account: UUID) -> dict[str, Json] | None:
    """The own invitation: None where there is none, else what it was answered, or None."""
    row = TournamentInvitation.objects.filter(tournament_id=tournament, account=account).first()
    return None if row is None else {"accepted": row.accepted}


def invitations_view(tournament: UUID) -> list[dict[str, Json]]:
    """For directors: who was invited by name, and what they answered."""
    rows = list(TournamentInvitation.objects.filter(tournament_id=tournament, account__isnull=False).order_by("id"))
    names = names_of(row.account for row in rows if row.account is not None)
    return [
        {"account": str(row.account), "name": names.get(row.account, ""), "accepted": row.accepted}
        for row in rows
        if row.account is not None
    ]


def desk_view(tournament: UUID, account: UUID) -> dict[str, Json]:
    """What waits for a decision. Raises NotYours for who is no director."""
    loaded = load(tournament)
    must_direct(loaded, account)
    due = desk(loaded.state, loaded.now)
    if loaded.row.parked:
        due.append({"kind": "parked", "since": fair.time_text(loaded.head.at)})
    return {"due": due}
