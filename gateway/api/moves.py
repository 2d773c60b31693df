"""Moves and resignations: record what the seat said, answer with its receipt."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.async_forms import ResignForm
from gateway.api.base import View, raw
from gateway.api.forms import JudgedBody, MoveForm, ReceiptBody
from gateway.api.schema import call, header
from gateway.auth import BrowserSession, KnownToken, must_be_someone
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.readers.frames import compact


class MovesView(View):
    """Records and answers at once; `Prefer: wait` is served in front of Django, by gateway/waiting.py."""

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
        receipt = submit_move(match_id=match_id, account=me, **MoveForm.checked(request.data))
        return raw(compact(receipt.as_json()), status=202)


class ResignationView(View):
    @call({202: ReceiptBody}, refuses=(401, 403, 404, 409), takes=ResignForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        me = must_be_someone(request)
        command = ResignForm.checked(request.data).get("command_id", "")
        return Response(resign(match_id=match_id, account=me, command_id=command).as_json(), status=202)
