"""A tournament's page: my next match first, then live boards, standings, drawings, rounds, entrants and rules."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

import services.tournaments.read as read
from engine.games import GAMES
from gateway.auth import account_id
from gateway.drawings.words import points_text
from gateway.pages.refusal_pages import as_pages
from gateway.pages.tournaments.drawn import drawings
from gateway.pages.tournaments.fields import FormCommands
from gateway.pages.tournaments.reading import (
    SHOWN_ROWS,
    Reading,
    columns,
    is_director,
    read_tournament,
    standing_rows,
    tiebreak_text,
)
from gateway.pages.tournaments.trail import ruling_rows
from gateway.pages.verify import verify_words
from gateway.tournament_words import summary
from gateway.words import shell_texts
from services.pairings.brought import brought
from services.pairings.commands import is_full, takes_entries
from services.pairings.deadlines import deadline_in_force
from services.pairings.rounds import planned_rounds
from services.pairings.views import entry_status, game_json
from services.people.seen import mark_seen
from services.ratings.read import expected

LIVE: Final = 4
ENTRANTS: Final = 60
TABLES: Final = 40
ROWS_OF_PAGE: Final = 200
ALL_ROWS: Final = "all"


def _language(request: HttpRequest) -> str:
    return str(getattr(request, "language", "en"))


@as_pages
def tournament(
    request: HttpRequest,
    tournament: UUID,
    error: str = "",
    status: int = 200,
    commands: FormCommands = FormCommands(),  # noqa: B008 - it is frozen
) -> HttpResponse:
    """The page; its moving part alone where it asks for itself again."""
    reading, account = read_tournament(tournament), account_id(request)
    if account is not None:
        mark_seen(account, tournament, watched=True)
    context = _context(request, reading, account) | {"error": error, "command": commands}
    part = request.htmx and request.method == "GET"  # type: ignore[attr-defined]
    return render(request, f"house/tournaments/{'now' if part else 'page'}.html", context, status=status)


def _context(request: HttpRequest, reading: Reading, account: UUID | None) -> dict[str, Any]:
    language, state = _language(request), reading.state
    card = read.card_json(reading.loaded)
    return {
        "card": card,
        "reading": reading,
        "rules": summary(state.opened.pub(), language),
        "link": request.build_absolute_uri(request.path),
        "invite": request.GET.get("invite", "") or request.POST.get("invite", ""),
        "me": _me(reading, account),
        "full": is_full(state),
        "revealed": state.revealed,
        "director": is_director(reading, account),
        "rows": standing_rows(reading, language, SHOWN_ROWS),
        "columns": columns(reading),
        "more_rows": len(reading.table.rows) > SHOWN_ROWS,
        "drawings": drawings(reading, language),
        "round": _present_round(reading),
        "rounds": [paired.round for paired in state.rounds],
        "live": _live(reading, language),
        "entrants": _entrants(reading),
        "moment": _next_moment(reading),
        "pairing": _round_due(reading),
        "trail": ruling_rows(reading, language),
    }


# -- the reader -------------------------------------------------------------------------------------------------------


def _me(reading: Reading, account: UUID | None) -> dict[str, Any]:
    """The own entry, the next match with who sits there, and what can be asked for."""
    if account is None:
        return {"entry": None, "next": None, "may_enter": takes_entries(reading.state, reading.loaded.now)}
    mine: dict[str, Any] = dict(read.my_view(reading.id, account))
    state, entry = reading.state, mine["entry"]
    if mine["next"]:
        mine["next"] = mine["next"] | {
            "names": _opponents(reading, mine["next"]["opponents"]),
            "chance": _chance(reading, account, mine["next"]["opponents"]),
        }
    out = entry is not None and mine["status"] != "in"
    mine["waits"] = read.place_in_line(reading.id, account) if state.closed is None else None
    mine["invited"] = read.invitation_of(reading.id, account) if entry is None and state.closed is None else None
    again = entry is None or (out and state.start is None)
    mine["may_enter"] = again and mine["waits"] is None and takes_entries(state, reading.loaded.now)
    mine["may_leave"] = entry is not None and not out and state.closed is None
    mine["ready"] = entry in state.ready if entry is not None else False
    mine["bye_rounds"] = _bye_rounds(reading, entry) if mine["may_leave"] else []
    return mine


def _opponents(reading: Reading, others: list[Any]) -> list[str]:
    return [reading.names.get(other, str(other)) if isinstance(other, int) else "" for other in others]


def _chance(reading: Reading, account: UUID, others: list[Any]) -> int | None:
    """Of a rated match among people: the own chance of the first place in per cent."""
    if not reading.state.opened.rules.get("rated") or not all(isinstance(other, int) for other in others):
        return None
    people = [account, *(UUID(reading.state.holder(other)) for other in others)]
    return round(expected(reading.state.opened.game, people)[0] / 10)


def _bye_rounds(reading: Reading, entry: int) -> list[int]:
    """Rounds for which a bye can still be asked: neither paired nor the last, at most as many as the rules allow."""
    state = reading.state
    total = planned_rounds(state.opened, len(state.order))
    asked = {request.round for request in state.bye_requests if request.entry == entry}
    if state.start is None or not state.opened.rules.get("byes") or len(asked) >= state.opened.rules["byes"]:
        return []
    return [number for number in range(len(state.rounds) + 1, total) if number not in asked]


# -- rounds and boards ------------------------------------------------------------------------------------------------


def _present_round(reading: Reading) -> dict[str, Any] | None:
    """The first that is played, else the last; its first tables, as the page of the round has them all."""
    if not reading.state.rounds:
        return None
    played = [paired.round for paired in reading.state.rounds if paired.closed_seq is None]
    latest = _round(reading, min(played, default=len(reading.state.rounds)))
    return latest | {"tables": latest["tables"][:TABLES], "more": len(latest["tables"]) > TABLES}


def _round(reading: Reading, number: int) -> dict[str, Any]:
    """A round with names; open tables first."""
    assert reading.ledger is not None
    paired = reading.state.round(number)
    tables = [_table(reading, table) for table in paired.tables]
    return {
        "round": number,
        "open": paired.closed_seq is None,
        "deadline": deadline_in_force(reading.state, paired),
        "tables": sorted(tables, key=lambda table: (table["status"] != "running", table["table"])),
        "byes": [{"name": reading.names[bye.entry], "kind": bye.kind} for bye in paired.byes],
    }


def _table(reading: Reading, table: Any) -> dict[str, Any]:
    assert reading.ledger is not None
    games = [game_json(reading.ledger, game) for game in table.games]
    latest = games[-1]
    seats = [
        {"name": reading.names.get(entry, ""), "bot": isinstance(entry, str), "place": place, "points": points}
        for entry, place, points in zip(
            latest["entries"],
            latest["places"] or [None] * len(latest["entries"]),
            latest["points"] or [None] * len(latest["entries"]),
            strict=True,
        )
    ]
    deadline = deadline_in_force(reading.state, reading.state.round(table.latest.round), table.table)
    return {"table": table.table, "seats": seats, "games": len(games), "deadline": deadline, **latest}


def _live(reading: Reading, language: str) -> dict[str, Any] | None:
    """A few matches that are being played, for boards that follow them; nobody's own view."""
    if reading.ledger is None or reading.state.closed is not None or reading.state.opened.rules.get("delay"):
        return None
    running = [
        (game.match, [reading.names.get(entry, "") if isinstance(entry, int) else "" for entry in game.entries])
        for paired in reading.state.rounds
        if paired.closed_seq is None
        for table in paired.tables
        if reading.ledger.outcome(game := table.latest).kind == "open"
    ]
    if not running:
        return None
    return {
        "game": reading.state.opened.game,
        "matches": [{"id": match, "names": names} for match, names in running[:LIVE]],
        "count": len(running),
        "words": {name: shell_texts(language)[name] for name in ("board", "house")},
    }


def _round_due(reading: Reading) -> int | None:
    """The round that is being paired now: the one before is closed, and nothing holds the tournament."""
    state = reading.state
    if state.start is None or state.closed is not None or state.held or state.opened.format == "arena":
        return None
    over = all(paired.closed_seq is not None for paired in state.rounds)
    return len(state.rounds) + 1 if over else None


def _next_moment(reading: Reading) -> dict[str, str] | None:
    """What the countdown counts to: the start, or the deadline of the round that is played."""
    state = reading.state
    if state.closed is not None:
        return None
    if state.start is None:
        at = state.opened.entry.get("starts_at")
        return {"what": "starts", "at": at} if at else None
    running = [deadline_in_force(state, paired) for paired in state.rounds if paired.closed_seq is None]
    return {"what": "deadline", "at": first} if (first := min(filter(None, running), default=None)) else None


def _entrants(reading: Reading) -> list[dict[str, Any]]:
    state = reading.state
    ratings = dict(state.start.ratings) if state.start is not None else {}
    entries = list(state.order) + [entry for entry in sorted(state.entrants) if entry not in state.numbers]
    rows = []
    for entry in entries[:ENTRANTS]:
        known = reading.ledger is not None and entry in state.numbers
        status = entry_status(state, reading.ledger, entry) if known and reading.ledger else _before(reading, entry)
        rows.append(
            {
                "entry": entry, "name": reading.names[entry], "number": state.numbers.get(entry),
                "rating": ratings.get(entry), "status": status, "account": state.holder(entry),
            }
        )  # fmt: skip
    return rows


def _before(reading: Reading, entry: int) -> str:
    state = reading.state
    if state.entrants[entry].account in state.refused:
        return "refused"
    return "in" if entry in state.entered() else "withdrawn"


# -- pages of parts ---------------------------------------------------------------------------------------------------


@as_pages
def standings_page(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """Rows in pages for reading on, all of them for printing; the drawings with the first."""
    reading, language = read_tournament(tournament), _language(request)
    text = request.GET.get("page", "")
    number = int(text) if text.isascii() and text.isdigit() and 0 < len(text) < 5 else 1
    most = len(reading.table.rows) if text == ALL_ROWS else ROWS_OF_PAGE
    first = max(0, number - 1) * most
    context = {
        "card": read.card_json(reading.loaded, waiting=0),
        "rows": standing_rows(reading, language, most, first),
        "columns": columns(reading),
        "drawings": drawings(reading, language) if first == 0 else [],
        "earlier": number - 1 or None,
        "later": number + 1 if len(reading.table.rows) > first + most else None,
    }
    return render(request, "house/tournaments/standings.html", context)


@as_pages
def check_page(request: HttpRequest, tournament: UUID) -> HttpResponse:
    """The reader's own browser checks the log of a tournament that is over."""
    reading = read_tournament(tournament)
    if not reading.state.revealed:
        raise Http404
    context = {"card": read.card_json(reading.loaded, waiting=0), "verify_words": verify_words()}
    return render(request, "house/tournaments/check.html", context)


@as_pages
def round_page(request: HttpRequest, tournament: UUID, number: int) -> HttpResponse:
    reading = read_tournament(tournament)
    if not 1 <= number <= len(reading.state.rounds):
        raise Http404
    context = {
        "card": read.card_json(reading.loaded, waiting=0),
        "round": _round(reading, number),
        "rounds": [paired.round for paired in reading.state.rounds],
    }
    return render(request, "house/tournaments/round.html", context)


@as_pages
def row(request: HttpRequest, tournament: UUID, entry: int) -> HttpResponse:
    """A row of the standings, opened: which number comes from which match."""
    reading, language = read_tournament(tournament), _language(request)
    rows = standing_rows(reading, language, only=entry)
    if not rows:
        raise Http404
    parts = [
        {
            "round": part.round,
            "match": part.match,
            "names": [reading.names.get(other, "") for other in part.opponents],
            "points": points_text(part.points, language),
            "tiebreaks": [tiebreak_text(name, part.tiebreaks.get(name), language) for name in columns(reading)],
        }
        for part in (brought(reading.state, entry) if reading.state.opened.format not in ("knockout",) else ())
    ]
    context = {
        "card": read.card_json(reading.loaded, waiting=0),
        "row": rows[0],
        "parts": parts,
        "columns": columns(reading),
        "game": GAMES[reading.state.opened.game].info,
    }
    part = request.htmx  # type: ignore[attr-defined]
    return render(request, f"house/tournaments/{'row_now' if part else 'row'}.html", context)
