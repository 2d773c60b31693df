"""The wizard: a preset, a game and a name; the rest folded away; all rules in sentences before it opens."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

import services.tournaments.read as read
from engine.games import GAMES
from gateway.auth import asker_of
from gateway.clocks import PRESETS as CLOCKS
from gateway.pages.guests import slow_down, someone
from gateway.pages.options import sent_uuid
from gateway.pages.refusal_pages import as_pages
from gateway.pages.tournaments.refusals import sentence_of
from gateway.tournament_words import summary
from gateway.words import shell_texts
from services.errors import NotFound, Refusal
from services.pairings.formats import FORMATS
from services.pairings.opening import PRESETS

NUMBERS: Final = ("round_hours", "extend_hours", "no_show_hours", "byes", "best_of", "group", "minutes")
FLAGS: Final = ("third", "twice", "at_once", "rated")
WORDS: Final = ("late", "deadline")
ENTRY_NUMBERS: Final = ("cap", "rating_from", "rating_to")
NO_CLOCK: Final = "none"


@as_pages
def new(request: HttpRequest) -> HttpResponse:
    """Nothing, the rules that follow from what was chosen, or the tournament itself."""
    if request.method != "POST":
        return _page(request, _begun(request))
    slow_down(request)
    language = request.language  # type: ignore[attr-defined]
    dry = request.POST.get("act") != "open"
    try:
        body = read_opening(request.POST.dict()) | {"dry": dry}
        asker = asker_of(request)
        answer = read.open_tournament(
            account=someone(request), body=body, asker=asker, present=partial(_card, language=language)
        )
    except NotFound:
        raise
    except Refusal as error:
        return _page(request, request.POST, error=sentence_of(error, language), status=422)
    if not dry:
        return redirect("tournament", tournament=answer.body["id"])
    return _page(request, request.POST, rules=answer.body["summary"])


def _card(loaded: read.Loaded, language: str) -> dict[str, Any]:
    return {**read.card_json(loaded, waiting=0), "summary": summary(loaded.state.opened.pub(), language)}


def _begun(request: HttpRequest) -> Mapping[str, Any]:
    """The fields of an empty form, or those of a copy."""
    copied = sent_uuid(request.GET.get("copy_of", ""))
    asked = request.GET.get("game", "")
    start: dict[str, Any] = {"game": asked if asked in GAMES else "", "preset": next(iter(PRESETS))}
    if copied is None:
        return start
    source = read.load(copied)
    season = source.row.format == "league" and source.row.status == "finished"
    return start | {
        "preset": "",
        "copy_of": str(copied),
        "previous": str(copied) if season else "",
        "name": source.row.name,
        "text": source.row.text,
        "game": source.row.game,
    }


def _page(
    request: HttpRequest, given: Mapping[str, Any], *, error: str = "", rules: Any = None, status: int = 200
) -> HttpResponse:
    language = request.language  # type: ignore[attr-defined]
    context = {
        "given": given,
        "presets": [(key, FORMATS[base["format"]].key, base["seats"]) for key, base in PRESETS.items()],
        "formats": list(FORMATS),
        "games": [(key, ",".join(map(str, game.info.seats))) for key, game in GAMES.items()],
        "clocks": [(name, shell_texts(language)["clock"][name]) for name in CLOCKS],
        "fields": [(name, given.get(name, "")) for name in _FIELDS],
        "error": error,
        "rules": rules,
        "command": given.get("command_id") or str(uuid.uuid4()),
        "folded": not any(given.get(name) for name in _FOLDED),
    }
    return render(request, "house/tournaments/new.html", context, status=status)


# -- the form ---------------------------------------------------------------------------------------------------------

_FOLDED: Final = (
    "format", "seats", "rounds", "clock", "starts_at", "closes_at", "open", "guests", "final_kind", "final_k",
    *NUMBERS, *FLAGS, *WORDS, *ENTRY_NUMBERS,
)  # fmt: skip
_FIELDS: Final = ("preset", "copy_of", "previous", "game", "name", "text", "zone", *_FOLDED)


def read_opening(form: Mapping[str, str]) -> dict[str, Any]:
    """The body of a request to open: what was left empty is left out."""
    body: dict[str, Any] = {"name": form.get("name", "").strip(), "command_id": form.get("command_id", "")}
    for name in ("preset", "copy_of", "previous", "game", "format", "text"):
        if form.get(name):
            body[name] = form[name]
    if body.get("copy_of"):
        body.pop("preset", None)
    body |= {name: _whole(form[name]) for name in ("seats", "rounds") if form.get(name)}
    if form.get("clock"):
        body["clock"] = None if form["clock"] == NO_CLOCK else CLOCKS.get(form["clock"], form["clock"])
    rules, entry = _rules(form), _entry(form)
    return body | ({"rules": rules} if rules else {}) | ({"entry": entry} if entry else {})


def _rules(form: Mapping[str, str]) -> dict[str, Any]:
    rules: dict[str, Any] = {name: _whole(form[name]) for name in NUMBERS if form.get(name)}
    rules |= {name: form[name] == "yes" for name in FLAGS if form.get(name)}
    rules |= {name: form[name] for name in WORDS if form.get(name)}
    if form.get("final_kind"):
        rules["final"] = {"kind": form["final_kind"], "k": _whole(form.get("final_k", ""))}
    return rules


def _entry(form: Mapping[str, str]) -> dict[str, Any]:
    entry: dict[str, Any] = {name: _whole(form[name]) for name in ENTRY_NUMBERS if form.get(name)}
    entry |= {name: form[name] == "yes" for name in ("open", "guests") if form.get(name)}
    entry |= {
        name: moment_of(form[name], form.get("zone", "")) for name in ("closes_at", "starts_at") if form.get(name)
    }
    return entry


def _whole(text: str) -> int | str:
    """Anything else is refused with the other fields, by whoever reads them."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else text


def moment_of(text: str, zone: str) -> str:
    """What a browser's field says in its own zone, as the log writes moments; without a script it is UTC."""
    minutes = int(zone) if re.fullmatch("-?[0-9]{1,4}", zone) else 0
    try:
        moment = datetime.fromisoformat(text).replace(tzinfo=UTC) + timedelta(minutes=minutes)
    except (ValueError, OverflowError):
        return text
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
