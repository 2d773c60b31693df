"""Analysing: moves tried out on a board of one's own, the computer's view, playing on from here; trees by link."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_POST, require_safe

from engine.games import GAMES
from gateway import frames, kept
from gateway.auth import account_id, asker_of
from gateway.cards import match_json, seat_names
from gateway.pages import brought
from gateway.pages.games import bots_of
from gateway.pages.guests import Throttled, slow_down, someone
from gateway.pages.match_data import asked_seq, page_data
from gateway.pages.matches import asked_eye
from gateway.pages.options import sent_entropy, sent_uuid
from gateway.pages.positions import position_page
from gateway.pages.refusal_pages import as_pages
from gateway.throttles import Computer, address_of
from gateway.words import game_texts, position_lines, sentence, shell_texts
from services.analysis.read import ask_computer
from services.errors import BadRequest, BadTable, Conflict, NotFound, NotYours
from services.playing.forks import fork_match
from services.readers.cards import Party, card_of_match, visible_party
from services.readers.history import eye_of, start_of
from services.records.read.analyses import analysis_json, analysis_of


@require_safe
@as_pages
def analysis(request: HttpRequest, match_id: UUID, error: str = "", status: int = 200) -> HttpResponse:
    return _shown(request, match_id, {"error": error}, status)


@require_safe
@as_pages
def kept_analysis(request: HttpRequest, key: UUID) -> HttpResponse:
    """A tree that somebody has kept: the page of its match, with the tree beside the board."""
    me = account_id(request)
    row = analysis_of(key, me)
    if row.match is None:
        return position_page(request, row.position, tree=analysis_json(row, me))
    return _shown(request, row.match, {"tree": analysis_json(row, me)}, 200)


def _shown(request: HttpRequest, match_id: UUID, more: dict[str, Any], status: int) -> HttpResponse:
    invite = request.GET.get("invite", "")
    try:
        party, seat = visible_party(match_id, account_id(request), invite)
    except NotFound:
        subject = kept.brought(match_id)
        context = brought.board_of(request, subject) | {"over": True, "log": isinstance(subject, Party)}
        return _page(request, context | {"seat": None, "invite": "", "own": False}, more, status)
    if not party.match.revealed and seat is None:
        raise NotYours
    context = _of_match(request, party, seat, invite)
    return _page(request, context | {"seat": seat, "invite": invite, "own": True}, more, status)


def _of_match(request: HttpRequest, party: Party, seat: int | None, invite: str) -> dict[str, Any]:
    row, language = party.match, request.language  # type: ignore[attr-defined]
    now = json.loads(frames.present(party, eye_of(seat), language).text) | {"news": []}
    card = match_json(card_of_match(party), language, account_id(request))
    data = page_data(card, now, [], game_texts(row.game, language), shell_texts(language), language)
    data |= {"asked": asked_seq(request), "eye": asked_eye(request, row, seat), "first": start_of(row)}
    lines = position_lines(language, row.game, now["view"], seat_names(party, language))
    return {
        "match": card, "data": data | {"invite": invite}, "position": lines, "over": row.revealed,
        "log": True, "forks": row.revealed,
    }  # fmt: skip


def _page(request: HttpRequest, context: dict[str, Any], more: dict[str, Any], status: int) -> HttpResponse:
    language, data = request.language, context["data"]  # type: ignore[attr-defined]
    tree = more.get("tree")
    if tree is not None and data["asked"] is None:
        data["asked"] = tree["seq"]
    data["words"]["analysis"] = shell_texts(language)["analysis"]
    bots = bots_of(GAMES[context["match"]["game"]], language)
    data["analysis"] = {
        "over": context["over"], "seat": context["seat"], "tree": tree,
        "signed": account_id(request) is not None, "bots": {bot["key"]: bot["name"] for bot in bots},
    }  # fmt: skip
    return render(request, "house/analysis.html", {"bots": bots, **context, **more}, status=status)


@require_POST
@as_pages
def ask(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Have the computer look at it, for whoever clicks."""
    game = _game_of_over(request, match_id)
    someone(request)
    if not Computer().allow_request(request, None):
        raise Throttled
    ask_computer(match_id, game)
    return redirect(_address(request, match_id) + "#computer")


def _game_of_over(request: HttpRequest, match_id: UUID) -> str:
    try:
        party, _ = visible_party(match_id, account_id(request), request.POST.get("invite", ""))
    except NotFound:
        subject = kept.brought(match_id)
        return subject.match.game if isinstance(subject, Party) else subject.record.game
    if not party.match.revealed:
        raise NotYours
    return party.match.game


def _address(request: HttpRequest, match_id: UUID) -> str:
    invite = request.POST.get("invite", "")
    return reverse("analysis", args=[match_id]) + (f"?invite={invite}" if invite else "")


@require_POST
@as_pages
def fork(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A table that goes on from there: the asker on a seat, the computer or nobody yet on the others."""
    party, _ = visible_party(match_id, account_id(request), request.POST.get("invite", ""))
    slow_down(request)
    match, given = party.match, request.POST
    seat = int(given["seat"]) if given.get("seat", "") in map(str, range(match.seats)) else 0
    rival = given.get("rival", "")
    bots = {number: rival for number in range(match.seats) if number != seat} if rival else {}
    asker, seq = asker_of(request), given.get("seq", "")  # who asked for the commitment is known before a sign-in
    bound = sent_uuid(given.get("match", ""))
    luck = {"match": bound, "entropy": sent_entropy(given.get("entropy", "")) if bound is not None else ""}
    try:
        wanted = {"seat": seat, "bots": bots, "private": "private" in given or match.private, **luck}
        account = someone(request)
        opened = fork_match(
            match=match, seq=int(seq) if seq.isascii() and seq.isdigit() and len(seq) < 10 else -1, account=account,
            asker=asker, wanted=wanted, address=address_of(request),
        )  # fmt: skip
    except (Conflict, BadTable, BadRequest) as error:
        text = sentence(request.language, error.code, error.params)  # type: ignore[attr-defined]
        return _shown(request, match_id, {"error": text}, 409)
    return redirect("table", match_id=opened.id)


urlpatterns = [
    path("matches/<uuid:match_id>/analysis", analysis, name="analysis"),
    path("matches/<uuid:match_id>/analysis/computer", ask, name="analysis-computer"),
    path("matches/<uuid:match_id>/analysis/fork", fork, name="analysis-fork"),
    path("analyses/<uuid:key>", kept_analysis, name="kept-analysis"),
]
