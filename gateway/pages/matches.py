"""The match page: board, log, move line, history. It tells the position even before its scripts run."""

from __future__ import annotations

import json
import uuid
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from gateway.auth import account_id, must_be_someone
from gateway.cards import matches_json, own_invite, visible_match
from gateway.frames import names_for
from gateway.pages.oops import as_pages
from gateway.pages.options import as_fields, told_table
from gateway.pages.results import outcome
from gateway.words import game_texts, latin_digits, position_lines, render_news, sentence, shell_texts
from services.errors import NotFound, NotListed, Refusal
from services.history import eye_of, frame_at, present_frame, start_of
from services.intake import resign, submit_move
from services.projections.models import MatchCard
from services.projections.news import news_since
from services.store.models import Match


def _result(card: Any, mine: int | None, texts: dict[str, Any], shell: dict[str, Any]) -> dict[str, Any]:
    winners = card["winners"] or []
    names = [card["seats"][seat]["name"] for seat in winners]
    reason = card["reason"] or ""
    return {
        "kind": outcome(winners, len(card["seats"]), mine),
        "names": shell["house"]["and"].join(names),
        "reason": texts.get("reasons", {}).get(reason) or shell["reasons"].get(reason, ""),
    }


def _frames(match: Match, eye: int, seq: int | None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The present frame, and the one to be shown: that of the seq asked for, if there is one."""
    row = present_frame(match, eye)
    now = json.loads(row.body) | {"moves": None if row.moves is None else row.moves.split("\n"), "news": []}
    if seq is None or seq >= row.seq:
        return now, now
    try:
        drawn = frame_at(match, seq, eye)
    except NotFound:
        return now, now
    return now, json.loads(drawn.body) | {"decision": None, "moves": None, "news": []}


def _asked_seq(request: HttpRequest) -> int | None:
    text = request.GET.get("seq", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


@as_pages
def match(request: HttpRequest, match_id: UUID, error: str = "", status: int = 200) -> HttpResponse:
    invite, account = request.GET.get("invite", ""), account_id(request)
    found, seat = visible_match(match_id, account, invite)
    if found.status == Match.Status.OPEN:
        return redirect(reverse("table", args=[match_id]) + (f"?invite={invite}" if invite else ""))
    try:
        now, shown = _frames(found, eye_of(seat), _asked_seq(request))
    except NotFound:
        return _starting(request, found)
    if request.htmx and "waiting" in request.GET:  # type: ignore[attr-defined]
        return HttpResponseClientRefresh()
    code = own_invite(found, seat, account)
    if request.method == "GET" and code and code != invite:
        return redirect(f"{request.path}?{_with_invite(request, code)}")
    return _shown(request, found, seat, now, shown, {"invite": invite, "error": error}, status)


def _with_invite(request: HttpRequest, code: str) -> str:
    """The query with the match's own code in it, so that an address copied from here opens for a friend, too."""
    query = request.GET.copy()
    query["invite"] = code
    return query.urlencode()


def _starting(request: HttpRequest, found: Match) -> HttpResponse:
    name = "house/match_waiting_now.html" if request.htmx else "house/match_waiting.html"  # type: ignore[attr-defined]
    return render(request, name, {"match": found})


def _shown(
    request: HttpRequest,
    found: Match,
    seat: int | None,
    now: dict[str, Any],
    shown: dict[str, Any],
    more: dict[str, Any],
    status: int,
) -> HttpResponse:
    language = request.language  # type: ignore[attr-defined]
    card = MatchCard.objects.select_related("match").get(match=found)
    told = matches_json([card], language, account_id(request))[0]
    texts, shell = game_texts(found.game, language), shell_texts(language)
    news = news_since(found.id, eye_of(seat), -1, now["seq"])
    names = names_for(found, language)
    lines = render_news(language, found.game, news, names)
    acting = [told["seats"][one] for one in shown["to_act"]]
    context = {
        "match": told,
        "frame": now,
        "shown": shown,
        "back": shown["seq"] != now["seq"],
        "seat": seat,
        "my_turn": shown["seq"] == now["seq"] and seat is not None and seat in now["to_act"],
        "acting": shell["house"]["and"].join(one["name"] or "?" for one in acting),
        "result": _result(told, seat, texts, shell) if shown["winners"] is not None else None,
        "lines": list(reversed(lines)),
        "position": position_lines(language, found.game, shown["view"], names),
        "options": told_table(found, language),
        "command": str(uuid.uuid4()),
        "rival": next((one["bot"] for one in told["seats"] if one["bot"]), None),
        "again": as_fields(found.options),
        "data": _data(told, now, lines, texts, shell, language)
        | {"asked": _asked_seq(request), "first": start_of(found), "invite": more["invite"]},
        "seats": [one | {"score": _at(shown["scores"], one["seat"])} for one in told["seats"]],
        **more,
    }
    return render(request, "house/match.html", context, status=status)


def _at(scores: list[int], seat: int) -> int | None:
    return scores[seat] if seat < len(scores) else None


def _data(told: Any, now: Any, lines: Any, texts: Any, shell: Any, language: str) -> dict[str, Any]:
    """All that the page's script needs, so that it asks for nothing before the first frame is drawn."""
    words = {name: shell[name] for name in ("match", "house", "reasons")}
    return {"card": told, "frame": now, "news": lines, "texts": texts, "words": words, "lang": language}


@require_POST
@as_pages
def move(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The move line without scripts."""
    decision = request.POST.get("decision", "")
    try:
        submit_move(
            match_id=match_id,
            account=must_be_someone(request),
            decision=int(decision) if decision.isdigit() else 0,
            move=latin_digits(request.POST.get("move", "").strip()[:1000]),
            command_id=request.POST.get("command_id", "")[:64] or str(uuid.uuid4()),
        )
    except NotFound:
        raise
    except Refusal as error:
        params = {"text": error.text} if isinstance(error, NotListed) else error.params
        told = sentence(request.language, error.code, params)  # type: ignore[attr-defined]
        return match(request, match_id, error=told, status=422)
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
