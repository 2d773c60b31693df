"""The computer's view of a match that is over: asked for once, given move by move."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from gateway import kept, throttles
from gateway.api.base import View, query_word
from gateway.api.forms import EmptyForm
from gateway.api.matches import INVITE
from gateway.api.schema import call
from gateway.auth import account_id, must_be_someone
from services.analysis.read import ask_computer, computer_json
from services.errors import Conflict, NotFound
from services.readers.cards import Party, visible_match


class ComputerStepBody(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    seat = serializers.IntegerField()
    value = serializers.IntegerField(
        min_value=0, max_value=1000, help_text="the mover's expected share with the best move, in per mille"
    )
    played = serializers.CharField()
    best = serializers.CharField()
    line = serializers.ListField(child=serializers.CharField(), help_text="the best move and what is expected after it")
    lost = serializers.IntegerField(min_value=0, max_value=1000, help_text="what the played move gives away of it")
    mark = serializers.ChoiceField(choices=["inaccuracy", "mistake", "blunder"], allow_null=True)


class ComputerBody(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=["none", "waiting", "running", "done"])
    done = serializers.IntegerField()
    of = serializers.IntegerField(help_text="moves that stand; 0 until it runs")
    bot = serializers.CharField()
    bot_version = serializers.CharField()
    budget = serializers.IntegerField()
    steps = ComputerStepBody(many=True)


class ComputerView(View):
    def get_throttles(self) -> list[BaseThrottle]:
        return [throttles.Computer()] if self.request.method == "POST" else super().get_throttles()

    @call({200: ComputerBody}, refuses=(404, 409), query=(INVITE,))
    def get(self, request: Request, match_id: UUID) -> Response:
        """How far the bot is, with what it thinks of every move so far."""
        game = game_of_over(request, match_id, account_id(request))
        return Response(computer_json(match_id, game))

    @call({202: ComputerBody}, refuses=(401, 403, 404, 409), takes=EmptyForm, query=(INVITE,))
    def post(self, request: Request, match_id: UUID) -> Response:
        """Have a match or record that is over looked at by the strongest bot of its game."""
        me = must_be_someone(request)
        EmptyForm.checked(request.data)
        return Response(ask_computer(match_id, game_of_over(request, match_id, me)), status=202)


def game_of_over(request: Request, match_id: UUID, me: UUID | None) -> str:
    """The game of a match or record that the caller may see. Raises Conflict while it is not over."""
    try:
        match, _ = visible_match(match_id, me, query_word(request, "invite"))
    except NotFound:
        brought = kept.brought(match_id)
        return brought.match.game if isinstance(brought, Party) else brought.record.game
    if not match.revealed:
        raise Conflict("not-over", match.head.seq)
    return match.game
