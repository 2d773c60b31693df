"""The match page: board, log, move line, history. It tells the position even before its scripts run."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from engine.games import GAMES
from gateway import frames
from gateway.api.matches import wanted_eye
from gateway.auth import account_id, must_be_someone
from gateway.cards import match_json, seat_names
from gateway.pages import brought
from gateway.pages.match_data import asked_seq, page_data, result_words
from gateway.pages.options import as_fields, table_terms
from gateway.pages.refusal_pages import as_pages
from gateway.words import game_texts, latin_digits, position_lines, render_news, sentence, shell_texts
from services.errors import NotFound, Refusal
from services.log import clock
from services.matches.models import Match
from services.people.preferences import CONFIRMS, settings_of
from services.people.seen import mark_seen
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.readers.cards import Party, card_of_match, own_invite, visible_party
from services.readers.history import entropy_of, eye_of, start_of
from services.readers.models import GALLERY
from services.readers.news import news_since


def _frames(party: Party, eye: int, seq: int | None, language: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The present frame, and the one to be shown: that of the seq asked for, if there is one."""
    now = json.loads(frames.present(party, eye, language).text) | {"news": []}
    if seq is None or seq >= now["seq"]:
        return now, now
    try:
        shown = json.loads(frames.past(party, seq, eye, language))
    except NotFound:
        return now, now
    return now, shown | {"decision": None, "news": []}


def asked_eye(request: HttpRequest, row: Match, seat: int | None) -> int | str | None:
    """The eye a link asks for, where the reader may look through it: a seat, `gallery`, or None for the own one."""
    try:
        eye = wanted_eye(row, seat, request.GET.get("eye", ""))
    except Refusal:
        return None
    return None if eye == eye_of(seat) else "gallery" if eye == GALLERY else eye


@as_pages
def match(request: HttpRequest, match_id: UUID, error: str = "", status: int = 200) -> HttpResponse:
    invite, account = request.GET.get("invite", ""), account_id(request)
    try:
        party, seat = visible_party(match_id, account, invite)
    except NotFound:
        return brought.film(request, match_id)
    if party.match.status == Match.Status.OPEN:
        return redirect(reverse("table", args=[match_id]) + (f"?invite={invite}" if invite else ""))
    try:
        language = request.language  # type: ignore[attr-defined]
        now, shown = _frames(party, eye_of(seat), asked_seq(request), language)
    except NotFound:
        return _starting(request, party.match)
    if account is not None and seat is not None:
        mark_seen(account, match_id, watched=True)
    if request.htmx and "waiting" in request.GET:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    code = own_invite(party.match, seat, account)
    if request.method == "GET" and code and code != invite:
        return redirect(f"{request.path}?{_with_invite(request, code)}")
    more = {"invite": invite, "error": error, "house_time": round(clock.reckoned().timestamp() * 1000)}
    return _shown(request, party, seat, now, shown, more, status)


def _with_invite(request: HttpRequest, code: str) -> str:
    """The query with the match's own code in it, so that an address copied from here opens for a friend, too."""
    query = request.GET.copy()
    query["invite"] = code
    return query.urlencode()


def _starting(request: HttpRequest, starting: Match) -> HttpResponse:
    name = "house/match_waiting_now.html" if request.htmx else "house/match_waiting.html"  # type: ignore[attr-defined]
    return render(request, name, {"match": starting})


def _shown(
    request: HttpRequest,
    party: Party,
    seat: int | None,
    now: dict[str, Any],
    shown: dict[str, Any],
    more: dict[str, Any],
    status: int,
) -> HttpResponse:
    language, row = request.language, party.match  # type: ignore[attr-defined]
    card = match_json(card_of_match(party), language, account_id(request))
    texts, shell = game_texts(row.game, language), shell_texts(language)
    names = seat_names(party, language)
    lines = render_news(language, row.game, news_since(row.id, eye_of(seat), -1, now["seq"]), names)
    acting = [card["seats"][number] for number in shown["to_act"]]
    context = {
        "match": card,
        "frame": now,
        "shown": shown,
        "back": shown["seq"] != now["seq"],
        "seat": seat,
        "may_end": row.opened_by == account_id(request) and not any(holder.account for holder in party.holders),
        "my_turn": shown["seq"] == now["seq"] and seat is not None and seat in now["to_act"],
        "acting": shell["house"]["and"].join(holder["name"] or "?" for holder in acting),
        "result": result_words(card, seat, language) if shown["winners"] is not None else None,
        "lines": list(reversed(lines)),
        "position": position_lines(language, row.game, shown["view"], names),
        "entropy": _entropy(row, card["seats"]),
        "command": str(uuid.uuid4()),
        "phrases": list(shell["phrases"].items()),
        "data": page_data(card, now, lines, texts, shell, language)
        | {"asked": asked_seq(request), "first": start_of(row), "invite": more["invite"]}
        | {"eye": asked_eye(request, row, seat), "confirm": _confirm(request)},
        "guest": getattr(request.user, "guest", False),
        "seats": [holder | {"score": _at(shown["scores"], holder["seat"])} for holder in card["seats"]],
        "address": request.build_absolute_uri(request.path),
        **_of_table(row, card, seat, language),
        **more,
    }
    return render(request, "house/match.html", context, status=status)


def _of_table(row: Match, card: dict[str, Any], seat: int | None, language: str) -> dict[str, Any]:
    """What was fixed when the match began."""
    return {
        "next_seat": None if seat is None else (seat + 1) % row.seats,
        "options": table_terms(row, language),
        "rival": next((holder["bot"] for holder in card["seats"] if holder["bot"]), None),
        "again": as_fields(row.options),
        "plans": GAMES[row.game].info.plans,
        "people": sum(holder["account"] is not None for holder in card["seats"]) > 1,
    }


def _confirm(request: HttpRequest) -> str:
    account = account_id(request)
    return CONFIRMS[0] if account is None else settings_of(account).confirm


def _entropy(row: Match, seats: list[Any]) -> list[dict[str, Any]]:
    given = entropy_of(row)
    return [holder | {"entropy": given.get(holder["account"] or "", "")} for holder in seats]


def _at(scores: list[int], seat: int) -> int | None:
    return scores[seat] if seat < len(scores) else None


@require_POST
@as_pages
def move(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The move line without scripts."""
    decision = request.POST.get("decision", "")
    try:
        submit_move(
            match_id=match_id,
            account=must_be_someone(request),
            decision=int(decision) if re.fullmatch("[0-9]{1,9}", decision) else 0,
            move=latin_digits(request.POST.get("move", "").strip()),
            command_id=request.POST.get("command_id", ""),
        )
    except NotFound:
        raise
    except Refusal as error:
        language, code = request.language, error.extra.get("code", error.code)  # type: ignore[attr-defined]
        answer = match(request, match_id, error=sentence(language, code, error.params), status=422)
        answer.headers["X-Refused"] = code
        return answer
    return redirect("match", match_id=match_id)


@require_POST
@as_pages
def give_up(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Resigning without scripts."""
    try:
        resign(match_id=match_id, account=must_be_someone(request))
    except NotFound:
        raise
    except Refusal:
        return redirect("match", match_id=match_id)
    return redirect("match", match_id=match_id)
