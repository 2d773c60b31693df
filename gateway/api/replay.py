"""Replay: every step of a match at a glance, and stretches of past frames."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import frames, kept, throttles
from gateway.api.base import MOST, View, language, query_word, raw
from gateway.api.matches import INVITE, wanted_eye
from gateway.api.replay_forms import OutlineBody, StretchBody
from gateway.api.schema import call, number, word
from gateway.auth import account_id
from gateway.cards import seat_names
from gateway.errors import BadFields
from gateway.words import moment_text
from services.log import fair
from services.readers.cards import Party, visible_party
from services.readers.outline import OutlineStep, outline_of
from services.readers.record import record_of

PAST_ALL = 10**30
EYE = word("eye", "a seat number or `gallery`; while the match runs the own seat or the gallery")


@method_decorator(gzip_page, name="dispatch")
class OutlineView(View):
    throttle_classes = (throttles.Outlines,)

    @call({200: OutlineBody}, refuses=(404,), query=(INVITE,))
    @kept.or_kept(lambda request, match_id: _kept_outline(request, match_id))
    def get(self, request: Request, match_id: UUID) -> Response:
        """Every step of the match, as the gallery knows it."""
        party, _ = visible_party(match_id, account_id(request), query_word(request, "invite"))
        return Response({"match": str(party.match.id), "steps": outline_json(party, language(request))})


def _kept_outline(request: Request, match_id: UUID) -> Response:
    record = kept.brought(match_id)
    steps_of = outline_json if isinstance(record, Party) else kept.play_steps
    return Response({"match": str(match_id), "steps": steps_of(record, language(request))})  # type: ignore[arg-type]


def outline_json(party: Party, language: str) -> list[Any]:
    names = seat_names(party, language)
    return [_step_json(step, party.match.game, language, names) for step in outline_of(party.match)]


def _step_json(step: OutlineStep, game: str, language: str, names: list[str]) -> Any:
    moment = step.moment
    return {
        "seq": step.seq,
        "at": fair.time_text(step.at),
        "type": step.type,
        "seat": step.seat,
        "move": step.move,
        "to_act": step.to_act,
        "round": step.round,
        "scores": step.scores,
        "moment": moment and {"code": moment.code, "text": moment_text(language, game, moment, names)},
    }


@method_decorator(gzip_page, name="dispatch")
class FramesView(View):
    throttle_classes = (throttles.Stretches,)

    @call(
        {200: StretchBody},
        refuses=(403, 404),
        query=(INVITE, number("from", "the first seq"), number("to", "the last seq"), EYE),
    )
    @kept.or_kept(lambda request, match_id: kept.stretch(request, match_id, *_span(request)))
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The frames of all steps of a stretch: at most 200 and about 1 MiB of them."""
        party, seat = visible_party(match_id, account_id(request), query_word(request, "invite"))
        first, last = _span(request)
        eye = wanted_eye(party.match, seat, query_word(request, "eye"))
        return raw(frames.stretch(party, first, last, eye, language(request)))


def _span(request: Request) -> tuple[int, int]:
    first, last = _seq(request, "from", 0), _seq(request, "to", PAST_ALL)
    if first > last:
        raise BadFields({"from": "not behind `to`"})
    return min(first, MOST), min(last, MOST)


def _seq(request: Request, name: str, default: int) -> int:
    """A seq may lie past every log: then nothing is there."""
    text = request.query_params.get(name, "")
    if text == "":
        return default
    if not re.fullmatch("[0-9]{1,30}", text):
        raise BadFields({name: "a seq, 0 or more"})
    return int(text)


class PlainText(BaseRenderer):
    """Lets a client ask for text. A refusal is JSON in any case."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return json.dumps(data).encode()


class RecordView(View):
    renderer_classes = (JSONRenderer, PlainText)

    def handle_exception(self, exc: Exception) -> Response:
        self.request.accepted_renderer, self.request.accepted_media_type = JSONRenderer(), JSONRenderer.media_type
        return super().handle_exception(exc)

    @call(
        {(200, "text/plain"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
        refuses=(404, 409),
        query=(
            INVITE,
            word("as", "`text`, or of ZERTZ `json`", enum=["text", "json"]),
            OpenApiParameter("format", exclude=True),
        ),
    )
    @kept.or_kept(kept.record)
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """The moves that stand, of a match that is over."""
        party, _ = visible_party(match_id, account_id(request), query_word(request, "invite"))
        return kept.record_answer(request, record_of(party.match))
