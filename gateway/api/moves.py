"""Moves and resignations: record what the seat said, answer with its receipt."""

from __future__ import annotations

import re
import time
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from engine.core.errors import MoveError, UnreadableMove
from engine.games import GAMES
from gateway import frames
from gateway.api.base import View, language, raw
from gateway.api.forms import EmptyForm, JudgedBody, MoveForm, ReceiptBody
from gateway.api.schema import call, header
from gateway.auth import BrowserSession, KnownToken, must_be_someone
from gateway.cards import party_of, visible_match
from services.bus import Waiter
from services.errors import Conflict, NotListed
from services.history import NOT_STARTED, explain, explain_command, eye_of, in_vain
from services.intake import resign, submit_move
from services.store.models import Match

_WAIT = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?([0-9]{1,9})\"?(?:$|[,;\s])", re.IGNORECASE)
LONGEST_WAIT = 10


def wanted_wait(request: Request) -> int:
    found = _WAIT.search(request.headers.get("Prefer", ""))
    return min(int(found.group(1)), LONGEST_WAIT) if found else 0


class MovesView(View):
    authentication_classes = (KnownToken, BrowserSession)

    @call(
        {202: ReceiptBody, 200: JudgedBody},
        refuses=(401, 403, 404, 409, 422),
        takes=MoveForm,
        headers=(header("Prefer", "`wait=N`: hold the answer until the move is judged, at most 10 s"),),
    )
    def post(self, request: Request, match_id: UUID) -> HttpResponse:
        """Record the seat's answer. With `Prefer: wait=N` the answer is held until it is judged, at most 10 s."""
        me = must_be_someone(request)
        form = MoveForm.checked(request.data)
        if not _lists_moves(match_id):
            _must_not_be_in_vain(match_id, me, form)
        try:
            return _submit(request, match_id, me, form)
        except NotListed as refusal:
            meant = _meant(refusal, match_id, me)
        except Conflict as refusal:
            meant = _meant_then(refusal, match_id, me, form)
        return _submit(request, match_id, me, form | {"move": meant})


def _submit(request: Request, match_id: UUID, me: UUID, form: dict[str, Any]) -> HttpResponse:
    if seconds := wanted_wait(request):
        return _and_wait(request, match_id, me, form, seconds)
    receipt = submit_move(match_id=match_id, account=me, **form)
    return raw(frames.compact(receipt.as_json()), status=202)


def _meant(refusal: NotListed, match_id: UUID, me: UUID) -> str:
    """The listed form of the same move, where a game reads more than one (Z30, Z31); else the refusal by the rules."""
    match, seat = visible_match(match_id, me)
    if seat is None:
        raise refusal
    found = explain(match, seat, refusal.text)
    if isinstance(found, str) and found != refusal.text:
        return found
    raise _by_the_rules(refusal, match, found) if isinstance(found, MoveError) else refusal


def _by_the_rules(refusal: NotListed, match: Match, found: MoveError) -> NotListed:
    refusal.code = "unreadable-move" if isinstance(found, UnreadableMove) else "illegal-move"
    refusal.params = {**found.params, "game": match.game}
    refusal.extra["code"] = found.code
    return refusal


@lru_cache(10_000)
def _lists_moves(match_id: UUID) -> bool:
    game = Match.objects.filter(pk=match_id).values_list("game", flat=True).first()
    return game is None or GAMES[game].info.enumerable


def _must_not_be_in_vain(match_id: UUID, me: UUID, form: dict[str, Any]) -> None:
    """Where no list tells what may be answered, the log is at least spared what is no answer, or comes too late."""
    match, seat = visible_match(match_id, me)
    found = None if seat is None else in_vain(match, seat, form["move"], form["command_id"])
    if found is not None:
        raise _by_the_rules(NotListed(form["move"], match.head_seq), match, found)


def _meant_then(refusal: Conflict, match_id: UUID, me: UUID, form: dict[str, Any]) -> str:
    """A command that seems to be reused may be the same one, recorded in the listed form of its move."""
    if refusal.code == "command-reused":
        match, seat = visible_match(match_id, me)
        found = None if seat is None else explain_command(match, seat, form["command_id"], form["move"])
        if isinstance(found, str) and found != form["move"]:
            return found
    raise refusal


def _and_wait(request: Request, match_id: UUID, me: UUID, form: dict[str, Any], seconds: int) -> HttpResponse:
    party = party_of(match_id)
    match, seat = party.match, party.seat_of(me)
    waiter = Waiter(match_id, eye_of(seat))
    try:
        receipt = submit_move(match_id=match_id, account=me, **form)
        end = time.monotonic() + seconds
        judged = False
        while not judged and (left := end - time.monotonic()) > 0:
            judged = _judged(match_id, receipt.seq) or waiter.wait(receipt.seq, left)
        judged = judged or _judged(match_id, receipt.seq)
    finally:
        waiter.close()
    if seat is None or match.status in NOT_STARTED or not judged:
        return Response(receipt.as_json(), status=202)
    frame = frames.present(match, seat, language(request))
    return raw(f'{frames.compact(receipt.as_json())[:-1]},"frame":{frame}}}')


def _judged(match_id: UUID, seq: int) -> bool:
    return Match.objects.filter(pk=match_id, judged_seq__gt=seq).exists()


class ResignationView(View):
    @call({202: ReceiptBody}, refuses=(401, 403, 404, 409), takes=EmptyForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        me = must_be_someone(request)
        EmptyForm.checked(request.data)
        return Response(resign(match_id=match_id, account=me).as_json(), status=202)
