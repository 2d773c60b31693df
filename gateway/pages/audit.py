"""The log of a match as people read it, and why it ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gateway import frames
from gateway.auth import account_id
from gateway.cards import match_json, seat_names
from gateway.log_text import KINDS, Log, LogText
from gateway.pages.refusal_pages import as_pages
from gateway.pages.verify import verify_words
from gateway.words import digits, duration, position_lines, shell_texts
from services.errors import NotFound
from services.log.checkpoints import is_included
from services.matches import events as ev
from services.readers.cards import Listed, Party, card_of_match, visible_party
from services.readers.clocks import arithmetic_json
from services.readers.history import events_page
from services.readers.models import GALLERY
from services.records.read.kept import foreign_card, foreign_party

PAGE: Final = 400  # events shown at once
MOST: Final = 20_000  # events read for a page


@require_safe
@as_pages
def audit(request: HttpRequest, match_id: UUID) -> HttpResponse:
    invite = request.GET.get("invite", "")
    party, seat, listed = _party_of(match_id, account_id(request), invite)
    language = request.language  # type: ignore[attr-defined]
    log = _log(party, seat)
    log_text = LogText(log, party.match.game, language, seat_names(party, language), _accounts(party))
    wanted, after = _filtered(request, log, party), _number(request, "after", -1)
    rows = [event for event in wanted if event["seq"] > after]
    card = match_json(listed, language, None)
    context = {
        "match": card,
        "house_audit": _house_audit(card["audit"], language),
        "included": not party.match.past and is_included(match_id),
        "rows": [log_text.event_text(event) for event in rows[:PAGE]],
        "next": rows[PAGE - 1]["seq"] if len(rows) > PAGE else None,
        "why": _why(party, log, log_text, language),
        "stints": _stints(party, log_text, language),
        "kinds": list(KINDS),
        "kind": request.GET.get("kind", ""),
        "seat": request.GET.get("seat", ""),
        "invite": invite,
    }
    return render(request, "house/audit.html", context | {"verify_words": verify_words()})


def _party_of(match_id: UUID, account: UUID | None, invite: str) -> tuple[Party, int | None, Listed]:
    """A match, or a log that was brought here."""
    try:
        party, seat = visible_party(match_id, account, invite)
    except NotFound:
        party = foreign_party(match_id)
        return party, None, foreign_card(party)
    return party, seat, card_of_match(party)


def _house_audit(audit: Any, language: str) -> dict[str, Any]:
    """The outcome of the audit of the house, in a sentence."""
    verdict, texts = audit["verdict"] if audit else "", shell_texts(language)["audit"]["verdicts"]
    text = texts.get(verdict or "none") or texts["failed"].format(code=verdict)
    return {"verdict": verdict, "text": text, "at": audit and audit["at"]}


def _log(party: Party, seat: int | None) -> Log:
    events: list[Any] = []
    opened: list[Any] = []
    after: int | None = -1
    while after is not None and len(events) < MOST:
        page = events_page(party.match, after, seat)
        events += page["events"]
        opened += page["opened"]
        after = page["next"]
    return Log(events, opened)


def _accounts(party: Party) -> dict[str, str]:
    return {str(account): name for account, name in party.names.items()}


def _number(request: HttpRequest, name: str, default: int) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _filtered(request: HttpRequest, log: Log, party: Party) -> Sequence[Any]:
    kind, seat = request.GET.get("kind", ""), _number(request, "seat", -1)
    events = log.events
    if kind in KINDS:
        drawn = kind == "luck"
        events = [event for event in events if event["type"] in KINDS[kind] or (drawn and event["pub"].get("chance"))]
    if 0 <= seat < party.match.seats:
        events = [event for event in events if _concerns(event, seat)]
    return events


def _concerns(event: Any, seat: int) -> bool:
    pub, actor = event["pub"], event["actor"]
    seats = pub.get("seats") if isinstance(pub.get("seats"), list) else ()
    return actor in (f"seat:{seat}", f"bot:{seat}") or pub.get("seat") == seat or seat in seats


# -- why did this end? ------------------------------------------------------------------------------------------------

_DECIDING: Final = {
    "time": (ev.ClockExpired.TYPE,),
    "resign": (ev.SeatResigned.TYPE,),
    "agreement": (ev.OfferMade.TYPE, ev.OfferAnswered.TYPE),
    "forfeit": (ev.DirectorRuled.TYPE, ev.SeatResigned.TYPE, ev.ClockExpired.TYPE),
    "ruling": (ev.DirectorRuled.TYPE,),
}

_ABORTING: Final = (ev.ClockExpired.TYPE, ev.OfferMade.TYPE, ev.OfferAnswered.TYPE, ev.DirectorRuled.TYPE)


def _why(party: Party, log: Log, log_text: LogText, language: str) -> dict[str, Any] | None:
    """The rule, the deciding events, the arithmetic, the ruling; None while the match is played."""
    end = next(
        (logged for logged in reversed(log.events) if logged["type"] in (ev.MatchEnded.TYPE, ev.MatchAborted.TYPE)),
        None,
    )
    if end is None:
        return None
    reason = end["pub"]["reason"]
    aborting = _ABORTING if end["type"] == ev.MatchAborted.TYPE else None
    deciding = [*_deciding(log, end, _DECIDING.get(reason, aborting)), end]
    ruled = next((logged for logged in deciding if logged["type"] == ev.DirectorRuled.TYPE), None)
    return {
        "reason": log_text.reason(reason),
        "by_house": reason in _DECIDING or end["type"] == ev.MatchAborted.TYPE,
        "deciding": [log_text.event_text(event) for event in deciding],
        "scores": _scores(end, log_text, language),
        "arithmetic": _last_position(party, log_text, language) if end["type"] == ev.MatchEnded.TYPE else [],
        "ruling": None if ruled is None else log_text.event_text(ruled),
    }


def _deciding(log: Log, end: Any, types: tuple[str, ...] | None) -> list[Any]:
    """By the house: the last event of each kind that leads there; by the rules: the last move or timer that counted."""
    before = [event for event in log.events if event["seq"] < end["seq"]]
    if types is not None:
        last = {event["type"]: event for event in before if event["type"] in types}
        return sorted(last.values(), key=lambda event: event["seq"])
    steps = [
        event
        for event in before
        if event["type"] in (ev.MoveJudged.TYPE, ev.TimeUp.TYPE) and event["pub"].get("verdict") != "refused"
    ]
    return steps[-1:]


def _scores(end: Any, log_text: LogText, language: str) -> list[dict[str, Any]]:
    pub = end["pub"]
    return [
        {"name": log_text.seat_name(seat), "score": digits(score, language), "won": seat in pub["winners"]}
        for seat, score in enumerate(pub.get("scores", ()))
    ]


def _last_position(party: Party, log_text: LogText, language: str) -> list[str]:
    frame = json.loads(frames.present(party, GALLERY, language).text)
    return position_lines(language, party.match.game, frame["view"], log_text.names)


# -- clocks -----------------------------------------------------------------------------------------------------------


def _stints(party: Party, log_text: LogText, language: str) -> list[dict[str, Any]]:
    """Every stint that has ended: what was charged is the time between less pauses and what the house took."""
    stints = arithmetic_json(party.match)["stints"]
    return [
        {
            "name": log_text.seat_name(stint["seat"]),
            "number": stint["stint"],
            "end": log_text.texts["ends"].get(stint["end"], stint["end"]),
            **{
                name: _span(stint[name], language)
                for name in ("asked", "answered", "paused", "charged", "house", "left")
            },
        }
        for stint in stints
    ]


def _span(ms: Any, language: str) -> str:
    """Whole seconds are enough for people; the log has milliseconds."""
    if not isinstance(ms, int):
        return "–"
    return duration(ms // 1000, language) if ms >= 1000 else f"{digits(ms, language)} ms"
