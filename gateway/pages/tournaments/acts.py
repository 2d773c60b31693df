"""What entrants and directors ask for by a button: the same requests as in the API, each with a command of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

import services.tournaments.read as read
from gateway.pages.guests import someone
from gateway.pages.options import sent_entropy
from gateway.pages.refusal_pages import as_pages
from gateway.pages.tournaments import desk, shown
from gateway.pages.tournaments.fields import FormCommands, account_in
from gateway.pages.tournaments.refusals import sentence_of
from services.errors import NotFound, NotServed, Refusal
from services.tournaments.read import Answer, Asked

Request = Callable[[Asked, QueryDict], Answer]


def _enter(asked: Asked, form: QueryDict) -> Answer:
    return read.enter(asked, entropy=sent_entropy(form.get("entropy", "")), invite=form.get("invite", ""))


def _whole(form: QueryDict, name: str) -> int:
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0


def _withdraw(asked: Asked, form: QueryDict) -> Answer:
    return read.leave(asked, entry=_whole(form, "entry")) if form.get("entry") else read.leave(asked)


def _rename(asked: Asked, form: QueryDict) -> Answer:
    name = form.get("name", "").strip() or None
    return read.rename(asked, name=name, text=form.get("text"), present=read.card_json)


ACTS: Final[Mapping[str, Request]] = {
    "enter": _enter,
    "withdraw": _withdraw,
    "bye": lambda asked, form: read.ask_bye(asked, round_number=_whole(form, "round")),
    "ready": lambda asked, form: read.get_ready(asked),
    "pause": lambda asked, form: read.stop_being_ready(asked),
    "start": lambda asked, form: read.start(asked),
    "cancel": lambda asked, form: read.cancel(asked),
    "invite": lambda asked, form: read.invite(asked),
    "invite-account": lambda asked, form: read.invite(asked, account=account_in(form.get("account", ""))),
    "enter-invited": lambda asked, form: read.enter_invited(asked, account=form.get("account", "")),
    "accept": lambda asked, form: read.answer_invitation(asked, accepted=form.get("accepted") == "yes"),
    "refuse": lambda asked, form: read.refuse(asked, account=form.get("account", ""), reason=form.get("reason", "")),
    "rename": _rename,
}
AT_THE_DESK: Final = ("start", "cancel", "invite", "invite-account", "enter-invited", "refuse", "rename")


@require_http_methods(["GET", "HEAD", "POST"])
@as_pages
def act(request: HttpRequest, tournament: UUID, act: str) -> HttpResponse:
    """Done, and back to the page; refused, and the page says why. Its address alone leads to the page."""
    if act not in ACTS:
        raise Http404
    where = reverse("tournament-desk" if act in AT_THE_DESK else "tournament", args=[tournament])
    if request.method != "POST":
        return redirect(where)
    fields = {name: value for name, value in request.POST.items() if name not in ("csrfmiddlewaretoken", "command_id")}
    asked = Asked(tournament, someone(request), request.POST.get("command_id", ""), fields | {"call": act})
    try:
        answer = ACTS[act](asked, request.POST)
    except NotFound:
        raise
    except Refusal as error:
        return _refused(request, tournament, act, error)
    code = answer.body.get("invite") if act == "invite" else None
    return redirect(where + (f"?invited={code}" if code else ""))


def _refused(request: HttpRequest, tournament: UUID, act: str, error: Refusal) -> HttpResponse:
    """The page it came from. What is not served yet may be done in a moment: its form is sent again as it was."""
    later = isinstance(error, NotServed)
    commands = FormCommands(act, request.POST.get("command_id", "")) if later else FormCommands()
    page = desk.desk if act in AT_THE_DESK else shown.tournament
    spoken = sentence_of(error, request.language)  # type: ignore[attr-defined]
    response = page(request, tournament, error=spoken, status=503 if later else 409, commands=commands)
    if later:
        response["Retry-After"] = "2"
    return response
