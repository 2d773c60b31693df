"""A player's page: how their matches went; challenging, following, blocking, reporting them; answering invitations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_POST

import services.lobby.read as lobby
from engine.games import GAMES
from gateway.auth import account_id, asker_of
from gateway.clocks import PRESETS
from gateway.pages import people
from gateway.pages.clock_form import read_clock
from gateway.pages.guests import Throttled, slow_down, someone
from gateway.pages.options import sent_entropy, sent_uuid
from gateway.pages.refusal_pages import as_pages
from gateway.throttles import Invitations, Reports
from gateway.words import sentence, shell_texts
from services.errors import BadRequest, BadTable, Conflict, NotAllowed, NotFound, NotYours, Refusal, TooOften
from services.people import social
from services.people.models import Account
from services.people.tokens import account_of
from services.playing.tables import Wish
from services.records.read.people import results_of

SEATS: Final = 2
MOST_TEXT: Final = 500
ACTS: Final[dict[str, Callable[[UUID, UUID], None]]] = {
    "follow": social.follow,
    "unfollow": social.unfollow,
    "block": social.block,
    "unblock": social.unblock,
}
REFUSALS = (BadRequest, BadTable, Conflict, NotAllowed)


def _player(account: UUID) -> Account:
    row = account_of(account)
    if row is None:
        raise NotFound
    return row


def _person(request: HttpRequest) -> UUID:
    """Whoever asks, a new guest if need be. Raises Throttled, NotYours."""
    if getattr(request.user, "bot", False):
        raise NotYours("bots-kept-out")
    return someone(request)


def _page(request: HttpRequest, row: Account, error: str = "", status: int = 200) -> HttpResponse:
    me, language = account_id(request), request.language  # type: ignore[attr-defined]
    done = request.GET.get("done", "")
    context = {
        "player": row,
        "formerly": social.formerly(row),
        "mine": row.pk == me,
        "follows": me is not None and social.follows(me, row.pk),
        "blocks": me is not None and social.blocks(me, row.pk),
        "results": sorted(results_of(str(row.pk)).items()),
        "games": [key for key, game in GAMES.items() if SEATS in game.info.seats],
        "presets": [(name, shell_texts(language)["clock"][name]) for name in PRESETS],
        "reasons": [(reason, shell_texts(language)["people"][f"reasons_{reason}"]) for reason in social.REASONS],
        "done": f"people.done_{done}" if done in (*ACTS, "report") else "",
        "error": error,
        "given": request.POST,
    }
    return render(request, "house/people/player.html", context, status=status)


def _refused(request: HttpRequest, row: Account, error: Refusal) -> HttpResponse:
    status = 429 if isinstance(error, TooOften) else 409 if isinstance(error, Conflict) else 400
    return _page(request, row, sentence(request.language, error.code, error.params), status)  # type: ignore[attr-defined]


def _done(account: UUID, what: str) -> HttpResponse:
    return redirect(f"{reverse('player', args=[account])}?done={what}")


@as_pages
def player(request: HttpRequest, account: UUID) -> HttpResponse:
    return _page(request, _player(account))


@require_POST
@as_pages
def act(request: HttpRequest, account: UUID) -> HttpResponse:
    """Follow or block, or no more."""
    row, what = _player(account), request.POST.get("act", "")
    if what not in ACTS:
        raise NotFound
    try:
        ACTS[what](_person(request), account)
    except REFUSALS as error:
        return _refused(request, row, error)
    return _done(account, what)


def _wish(request: HttpRequest) -> Wish:
    """Raises BadTable."""
    bound = sent_uuid(request.POST.get("match", ""))
    entropy = sent_entropy(request.POST.get("entropy", "")) if bound is not None else ""
    return Wish(request.POST.get("game", ""), SEATS, clock=read_clock(request.POST), match=bound, entropy=entropy)


@require_POST
@as_pages
def challenge(request: HttpRequest, account: UUID) -> HttpResponse:
    """A private table, and an invitation to it."""
    row, asker = _player(account), asker_of(request)  # who asked for the commitment is known before a sign-in
    slow_down(request)
    if not Invitations().allow_request(request, None):
        raise Throttled
    try:
        wish = _wish(request)
        table = lobby.challenge(me=_person(request), other=account, wish=wish, asker=asker)
    except REFUSALS as error:
        return _refused(request, row, error)
    return redirect("table", match_id=table)


@require_POST
@as_pages
def report(request: HttpRequest, account: UUID) -> HttpResponse:
    row, text = _player(account), request.POST.get("text", "").strip()[:MOST_TEXT]
    if not Reports().allow_request(request, None):
        raise Throttled
    reason = request.POST.get("reason", "")
    try:
        social.report(me=_person(request), other=account, match=None, reason=reason, text=text)
    except REFUSALS as error:
        return _refused(request, row, error)
    return _done(account, "report")


@require_POST
@as_pages
def answer(request: HttpRequest, invitation: UUID) -> HttpResponse:
    """Accept or decline; who accepts sits down."""
    me, accepted = account_id(request), request.POST.get("accepted") == "yes"
    if me is None:
        raise NotFound
    entropy = sent_entropy(request.POST.get("entropy", "")) if accepted else ""
    try:
        body: dict[str, Any] = lobby.answer_invitation(invitation=invitation, me=me, accepted=accepted, entropy=entropy)
    except Conflict as error:
        return people.me(request, sentence(request.language, error.code, error.params), 409)  # type: ignore[attr-defined]
    return redirect("table", match_id=body["table"]) if accepted else redirect("/me#invitations")


urlpatterns = [
    path("players/<uuid:account>", player, name="player"),
    path("players/<uuid:account>/act", act, name="player-act"),
    path("players/<uuid:account>/challenge", challenge, name="challenge"),
    path("players/<uuid:account>/report", report, name="report"),
    path("invitations/<uuid:invitation>/answer", answer, name="invitation-answer"),
]
