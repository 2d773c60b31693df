"""Beside a match: a note to oneself, and polite phrases to the others."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.forms import Form, StrictText
from gateway.api.schema import call
from gateway.auth import must_be_someone
from services.people.notes import MOST, note_of, write_note
from services.playing.phrases import PHRASES, say_phrase
from services.readers.cards import visible_match


class NoteForm(Form):
    text = StrictText(max_length=MOST, allow_blank=True)


class NoteBody(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="empty: none is written")


class PhraseForm(Form):
    phrase = StrictText(max_length=20, help_text=f"one of {', '.join(PHRASES)}")


class PhraseBody(serializers.Serializer[Any]):
    phrase = serializers.CharField()


class NoteView(View):
    @call({200: NoteBody}, refuses=(401, 404))
    def get(self, request: Request, match_id: UUID) -> Response:
        """What I have written down about this match. Nobody else can read it."""
        me = must_be_someone(request)
        visible_match(match_id, me)
        return Response({"text": note_of(me, match_id)})

    @call({200: NoteBody}, refuses=(401, 404), takes=NoteForm)
    def put(self, request: Request, match_id: UUID) -> Response:
        me, form = must_be_someone(request), NoteForm.checked(request.data)
        visible_match(match_id, me)
        write_note(me, match_id, form["text"])
        return Response({"text": note_of(me, match_id)})


class PhrasesView(View):
    throttle_classes = (throttles.Phrases,)

    @call({202: PhraseBody}, refuses=(401, 403, 404, 409), takes=PhraseForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Say one of ten things to whoever looks at the match now: `event: phrase` on its stream."""
        me, form = must_be_someone(request), PhraseForm.checked(request.data)
        say_phrase(match_id=match_id, account=me, phrase=form["phrase"])
        return Response({"phrase": form["phrase"]}, status=202)
