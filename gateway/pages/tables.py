"""A table before its match: who sits, the invitation, sitting down and leaving."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from engine.games import GAMES
from gateway.auth import account_id
from gateway.cards import table_json
from gateway.names import chosen_name
from gateway.pages.guests import someone
from gateway.pages.lists import mark_of
from gateway.pages.options import sent_entropy, table_terms
from gateway.pages.refusal_pages import as_pages
from gateway.pages.zones import keep_zone
from gateway.words import person, sentence
from services.errors import BadRequest, Conflict
from services.matches.models import Match
from services.people.preferences import settings_of
from services.people.social import rename_self
from services.playing.tables import leave_seat, take_seat
from services.readers.cards import Party, own_invite, visible_match, visible_party

SEATED = (Match.Status.RUNNING, Match.Status.ENDED)


def _context(request: HttpRequest, party: Party, invite: str) -> dict[str, Any]:
    language, match = request.language, party.match  # type: ignore[attr-defined]
    table = table_json(party, language, account_id(request))
    code = table.get("invite") or invite
    query = f"?invite={code}" if code else ""
    return {
        "table": table,
        "game": GAMES[match.game].info,
        "free": sum(seat["account"] is None and seat["bot"] is None for seat in table["seats"]),
        "options": table_terms(match, language),
        "invite": code,
        "mark": mark_of(table["seats"], table["status"]),
        "can_sit": table["my_seat"] is None and table["status"] == Match.Status.OPEN,
        "ask_name": not request.user.is_authenticated or getattr(request.user, "guest", False),
        "own_name": person(request.user.name, language) if request.user.is_authenticated else "",
        "link": request.build_absolute_uri(reverse("table", args=[match.id])) + query,
    }


@as_pages
def table(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The page; asked by htmx it is only the moving part, which turns into the match by itself."""
    invite = request.GET.get("invite", "")
    account = account_id(request)
    party, seat = visible_party(match_id, account, invite)
    match = party.match
    if match.status in SEATED:
        invite = own_invite(match, seat, account) or invite
        where = reverse("match", args=[match.id]) + (f"?invite={invite}" if invite else "")
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)  # type: ignore[attr-defined]
    context = _context(request, party, invite)
    if not request.htmx:  # type: ignore[attr-defined]
        return render(request, "house/table.html", context)
    if request.GET.get("mark") == context["mark"]:
        return HttpResponse(status=204)
    return render(request, "house/table_now.html", context)


@require_POST
@as_pages
def take(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Sit down; whoever has no account gets one."""
    invite, seat = request.POST.get("invite", ""), request.POST.get("seat", "")
    entropy = sent_entropy(request.POST.get("entropy", ""))
    visible_match(match_id, account_id(request), invite)
    try:
        wanted = int(seat) if re.fullmatch("[0-9]", seat) else None
        account = someone(request)
        _name_guest(request)
        if settings_of(account).utc_offset == 0:  # not chosen yet: as the browser says
            keep_zone(account, request.POST.get("utc_offset", ""))
        take_seat(match_id=match_id, account=account, seat=wanted, invite=invite, entropy=entropy)
    except (BadRequest, Conflict) as error:
        party, _ = visible_party(match_id, account_id(request), invite)
        if party.match.status == Match.Status.OPEN:
            code = "bad-name" if isinstance(error, BadRequest) else error.code
            text = sentence(request.language, code, error.params)  # type: ignore[attr-defined]
            context = _context(request, party, invite) | {"error": text}
            return render(request, "house/table.html", context, status=409)
    return redirect(reverse("table", args=[match_id]) + (f"?invite={invite}" if invite else ""))


def _name_guest(request: HttpRequest) -> None:
    """The name a guest has entered beside the seat; left empty, or as it was, it stays. Raises BadRequest."""
    user: Any = request.user
    name = request.POST.get("name", "").strip()
    if user.guest and name and name != person(user.name, request.language):  # type: ignore[attr-defined]
        rename_self(user, chosen_name(name))


@require_POST
@as_pages
def leave(request: HttpRequest, match_id: UUID) -> HttpResponse:
    account = account_id(request)
    match, _ = visible_match(match_id, account)
    if account is not None:
        try:
            leave_seat(match_id=match_id, account=account)
        except Conflict:
            return redirect("match", match_id=match_id)
    return redirect("game", key=match.game)
