"""Trying out, and trees of moves that are kept."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import kept, throttles
from gateway.api.base import View, query_word
from gateway.api.forms import EntropyField, Form, StrictBool, StrictInt, StrictText
from gateway.api.matches import INVITE
from gateway.api.schema import call
from gateway.auth import account_id, must_be_someone
from gateway.errors import BadFields
from services.errors import Conflict, NotFound
from services.readers.cards import Party, visible_match
from services.readers.tries import Start, play_line, start_of_match, start_of_position
from services.records.read.analyses import (
    analysis_json,
    analysis_of,
    change_analysis,
    check_tree,
    create_analysis,
    own_analysis,
    remove_analysis,
)


class TryForm(Form):
    match = serializers.UUIDField(required=False, format="hex_verbose")
    seq = StrictInt(min_value=0, max_value=2**31 - 1, required=False)
    eye = serializers.JSONField(required=False, help_text="a seat number or `gallery`")
    game = StrictText(max_length=40, required=False)
    position = StrictText(max_length=300, required=False)
    line = serializers.ListField(child=serializers.JSONField(), required=False, help_text="[[seat, move], …]")
    seed = EntropyField(help_text="of the luck, as hex; 00 if left out")


class TryBody(serializers.Serializer[Any]):
    frame = serializers.DictField()
    moves = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))
    drawn = serializers.ListField(child=serializers.DictField())
    imagined = serializers.BooleanField(required=False, help_text="what the eye does not know was made up")


class TriesView(View):
    throttle_classes = (throttles.Tries,)

    @call({200: TryBody}, refuses=(403, 404, 422), takes=TryForm, query=(INVITE,))
    def post(self, request: Request) -> Response:
        """The frame after a line of moves from a match, a record or a position. Nothing is kept."""
        form = TryForm.checked(request.data)
        seed = bytes.fromhex(form.get("seed") or "00")
        return Response(play_line(_start(request, form, seed), _line(form.get("line", [])), seed))


def _line(items: list[Any]) -> list[tuple[int, str]]:
    line: list[tuple[int, str]] = []
    for item in items:
        match item:
            case [int(seat), str(text)] if seat is not True and seat is not False and 0 <= seat < 8:
                line.append((seat, text[:1000]))
            case _:
                raise BadFields({"line": "a list of [seat, move]"})
    return line


def _start(request: Request, form: dict[str, Any], seed: bytes) -> Start:
    if ("match" in form) == ("position" in form):
        raise BadFields({"match": "either this or position"})
    eye = _eye(form.get("eye"))
    if "position" in form:
        return start_of_position(form.get("game", "zertz"), form["position"])
    if "seq" not in form:
        raise BadFields({"seq": "which step"})
    try:
        match, seat = visible_match(form["match"], account_id(request), query_word(request, "invite"))
    except NotFound:
        return _start_of_kept(form["match"], form["seq"], eye)
    if eye is not None and eye >= match.seats:
        raise BadFields({"eye": "a seat number or gallery"})
    return start_of_match(match, form["seq"], seat, seat if "eye" not in form else eye, seed)


def _eye(value: Any) -> int | None:
    if value is None or value == "gallery":
        return None
    if type(value) is not int or not 0 <= value < 8:
        raise BadFields({"eye": "a seat number or gallery"})
    return value


def _start_of_kept(match_id: UUID, seq: int, eye: int | None) -> Start:
    record = kept.brought(match_id)
    if isinstance(record, Party):
        return start_of_match(record.match, seq, None, eye, b"")
    if seq > record.last:
        raise NotFound
    return Start(record.game, record.state(seq), eye)


# -- trees ------------------------------------------------------------------------------------------------------------


class AnalysisForm(Form):
    match = serializers.UUIDField(required=False, format="hex_verbose")
    position = StrictText(max_length=300, required=False)
    seq = StrictInt(min_value=0, max_value=2**31 - 1, required=False, allow_null=True)
    name = StrictText(max_length=100, required=False, allow_blank=True)
    shared = StrictBool(required=False)
    tree = serializers.JSONField(required=False, help_text="a root without a move, at most 2,000 nodes")


class AnalysisBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    match = serializers.UUIDField(required=False)
    position = serializers.CharField(required=False)
    seq = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    shared = serializers.BooleanField()
    tree = serializers.DictField()
    mine = serializers.BooleanField()
    at = serializers.DateTimeField()


class AnalysesView(View):
    throttle_classes = (throttles.Settings,)

    @call({201: AnalysisBody}, refuses=(404, 409), takes=AnalysisForm, query=(INVITE,), name="analyses_create")
    def post(self, request: Request) -> Response:
        me = must_be_someone(request)
        form = AnalysisForm.checked(request.data)
        if ("match" in form) == ("position" in form):
            raise BadFields({"match": "either this or position"})
        fields = {"name": "", "tree": {"children": []}, **form}
        check_tree(fields["tree"])
        _check_subject(request, fields)
        return Response(analysis_json(create_analysis(account=me, fields=fields), me), status=201)


def _check_subject(request: Request, fields: dict[str, Any]) -> None:
    """What is analysed is over, and the caller may see it."""
    if "position" in fields:
        start_of_position("zertz", fields["position"])
        return
    try:
        match, _ = visible_match(fields["match"], account_id(request), query_word(request, "invite"))
    except NotFound:
        kept.brought(fields["match"])
        return
    if not match.revealed:
        raise Conflict("not-over", match.head.seq)


class AnalysisView(View):
    throttle_classes = (throttles.Settings,)

    @call({200: AnalysisBody}, refuses=(404,))
    def get(self, request: Request, key: UUID) -> Response:
        me = account_id(request)
        return Response(analysis_json(analysis_of(key, me), me))

    @call({200: AnalysisBody}, refuses=(404,), takes=AnalysisForm)
    def put(self, request: Request, key: UUID) -> Response:
        """Name, sharing and tree; what it is about stays."""
        me = must_be_someone(request)
        row = own_analysis(key, me)
        form = AnalysisForm.checked(request.data)
        if "tree" in form:
            check_tree(form["tree"])
        change_analysis(row, {name: value for name, value in form.items() if name in ("name", "shared", "tree", "seq")})
        return Response(analysis_json(own_analysis(key, me), me))

    @call({204: None}, refuses=(401, 404))
    def delete(self, request: Request, key: UUID) -> Response:
        remove_analysis(own_analysis(key, must_be_someone(request)))
        return Response(status=204)
