"""A match as its readers see it: card, frame, events, history, export, stream tickets."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import frames, kept, throttles, tickets
from gateway.api.base import View, language, query_after, query_int, query_word, raw
from gateway.api.forms import (
    EmptyForm,
    EventsBody,
    ExportBody,
    FrameBody,
    InclusionBody,
    MatchBody,
    TicketBody,
)
from gateway.api.schema import call, header, number, word
from gateway.auth import account_id
from gateway.cards import match_json
from gateway.errors import BadFields
from services.errors import NotFound, NotYours
from services.log.checkpoints import inclusion
from services.matches.models import Match
from services.people.seen import mark_seen
from services.readers.cards import card_of_match, visible_match, visible_party
from services.readers.export import export_match
from services.readers.history import events_page, eye_of
from services.readers.models import GALLERY

INVITE = word("invite", "the code of a private match")


class MatchView(View):
    @call({200: MatchBody}, refuses=(404,), query=(INVITE,))
    @kept.or_kept(kept.card)
    def get(self, request: Request, match_id: UUID) -> Response:
        me = account_id(request)
        party, _ = visible_party(match_id, me, query_word(request, "invite"))
        return Response(match_json(card_of_match(party), language(request), me))


class FrameView(View):
    @call({200: FrameBody}, refuses=(400, 404), query=(INVITE, number("after", "news of every event behind this seq")))
    @kept.or_kept(kept.present)
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        me = account_id(request)
        party, seat = visible_party(match_id, me, query_word(request, "invite"))
        if me is not None and seat is not None:
            mark_seen(me, match_id, watched=request.auth is None)
        return raw(frames.present(party, eye_of(seat), language(request), query_int(request, "after")).text)


class PastFrameView(View):
    throttle_classes = (throttles.PastFrames,)

    @call(
        {200: FrameBody},
        refuses=(400, 403, 404),
        query=(INVITE, word("eye", "a seat number or `gallery`; while the match runs the own seat or the gallery")),
    )
    @kept.or_kept(kept.past)
    def get(self, request: Request, match_id: UUID, seq: int) -> HttpResponse:
        party, seat = visible_party(match_id, account_id(request), query_word(request, "invite"))
        if seq > 2**31 - 1:
            raise NotFound
        eye = wanted_eye(party.match, seat, query_word(request, "eye"))
        return raw(frames.past(party, seq, eye, language(request)))


def wanted_eye(match: Match, seat: int | None, text: str) -> int:
    """The eye asked for, if the caller may look through it: hidden stays hidden until the reveal."""
    if text == "":
        return eye_of(seat)
    if text in ("gallery", "null"):
        return GALLERY
    if not re.fullmatch("[0-9]", text) or int(text) >= match.seats:
        raise BadFields({"eye": "a seat number or gallery"})
    if int(text) != seat and not match.revealed:
        raise NotYours("not-your-hidden-part")
    return int(text)


class EventsView(View):
    @call({200: EventsBody}, refuses=(400, 404), query=(INVITE, number("after", "only events behind this seq")))
    @kept.or_kept(kept.events)
    def get(self, request: Request, match_id: UUID) -> Response:
        match, seat = visible_match(match_id, account_id(request), query_word(request, "invite"))
        return Response(events_page(match, query_after(request), seat))


class ExportView(View):
    throttle_classes = (throttles.Exports,)

    @call({200: ExportBody}, refuses=(404,), query=(INVITE,))
    @kept.or_kept(kept.export)
    def get(self, request: Request, match_id: UUID) -> Response:
        match, seat = visible_match(match_id, account_id(request), query_word(request, "invite"))
        cache = "public, max-age=86400, immutable" if match.revealed and not match.private else "no-store"
        return Response(
            export_match(match, seat),
            headers={"Cache-Control": cache, "Content-Disposition": f'attachment; filename="bazigah-{match.id}.json"'},
        )


class InclusionView(View):
    @call(
        {200: InclusionBody},
        refuses=(400, 404),
        query=(INVITE, number("size", "of the tree; left out: that of the newest checkpoint")),
    )
    @kept.or_kept(kept.no_log)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The proof that a finished match lies under a checkpoint: the newest, or that of a size."""
        size = query_int(request, "size")
        match, _ = visible_match(match_id, account_id(request), query_word(request, "invite"))
        if match.past:
            raise NotFound("no-checkpoint")
        return Response(inclusion(match.id, size))


class TicketView(View):
    """For programs whose event source cannot send headers."""

    @call({201: TicketBody}, refuses=(404,), takes=EmptyForm, query=(INVITE,))
    def post(self, request: Request, match_id: UUID) -> Response:
        EmptyForm.checked(request.data)
        account = account_id(request)
        match, _ = visible_match(match_id, account, query_word(request, "invite"))
        return Response({"ticket": tickets.issue(match.id, account), "expires_in": tickets.SECONDS}, status=201)


class OneShot(BaseRenderer):
    """Lets a client ask for an event stream."""

    media_type = "text/event-stream"
    format = "stream"

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return json.dumps(data).encode()


class StreamView(View):
    """Describes the stream, which gateway/stream.py serves in front of Django.

    On a server without that front it sends the present frame once; the client comes back by itself.
    """

    renderer_classes = (JSONRenderer, OneShot)

    @call(
        {(200, "text/event-stream"): OpenApiTypes.STR},
        refuses=(401, 404),
        query=(
            INVITE,
            word("ticket", "from POST ticket, instead of a header"),
            word("after", "like Last-Event-ID: nothing older than this seq is sent"),
            OpenApiParameter("format", exclude=True),
        ),
        headers=(header("Last-Event-ID", "the seq of the last frame the caller has"),),
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        party, seat = visible_party(match_id, account_id(request), query_word(request, "invite"))
        frame = frames.present(party, eye_of(seat), language(request))
        return HttpResponse(
            f"event: frame\nid: {frame.seq}\ndata: {frame.text}\n\n",
            content_type="text/event-stream; charset=utf-8",
        )
