"""The puzzle of the day, and answers to puzzles."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.crypto import salted_hmac
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View
from gateway.api.forms import Form, StrictBool, StrictText
from gateway.api.schema import call
from gateway.auth import account_id
from gateway.errors import BadFields
from services.analysis.read import answer_puzzle, puzzle_json, puzzle_today


class PuzzleBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    position = serializers.CharField(help_text="a ZERTZ position text")
    goal = serializers.ChoiceField(choices=["standard", "blitz"])
    seat = serializers.IntegerField(help_text="who is to move, and to win")
    plies = serializers.IntegerField(help_text="of the win against the longest defence")
    tried = serializers.IntegerField(help_text="how many have answered")
    solved = serializers.IntegerField(help_text="how many of them have solved it")


class PuzzleAnswerForm(Form):
    moves = serializers.ListField(
        child=StrictText(max_length=80), required=False, max_length=4, help_text="the own moves so far, in order"
    )
    give_up = StrictBool(required=False)


class FromBody(serializers.Serializer[Any]):
    match = serializers.UUIDField(help_text="a match, or a record")
    seq = serializers.IntegerField()


class AnswerBody(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["right", "wrong", "solved"])
    reply = serializers.CharField(allow_null=True, help_text="the answer to the last move, while it goes on")
    line = serializers.ListField(child=serializers.CharField(), required=False, help_text="solved or given up")
    from_ = FromBody(required=False)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        fields["from"] = fields.pop("from_")
        return fields


class PuzzleView(View):
    @call({200: PuzzleBody}, refuses=(404,))
    def get(self, request: Request) -> Response:
        """The ZERTZ puzzle of the day (UTC)."""
        return Response(puzzle_json(puzzle_today()))


class AnswersView(View):
    throttle_classes = (throttles.Tries,)

    @call({200: AnswerBody}, refuses=(404, 422), takes=PuzzleAnswerForm)
    def post(self, request: Request, puzzle_id: UUID) -> Response:
        """Whether the own moves so far still force the win, and the reply. Any that do are right."""
        form = PuzzleAnswerForm.checked(request.data)
        moves, give_up = form.get("moves", []), form.get("give_up", False)
        if not moves and not give_up:
            raise BadFields({"moves": "one to four moves, or give_up"})
        verdict = answer_puzzle(puzzle_id=puzzle_id, moves=moves, give_up=give_up, who=answerer(request))
        return Response(verdict)


def answerer(request: Request) -> str:
    """Whose answer counts once: an account's, or that of an address, kept as a digest."""
    account = account_id(request)
    if account is not None:
        return str(account)
    return salted_hmac("puzzles", throttles.address_of(request), algorithm="sha256").hexdigest()[:32]
