"""What is asked of a tournament: to open one, to enter, to leave, to start, to rule. Each is recorded once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response

import services.tournaments.read as tournaments
from gateway import throttles
from gateway.api.base import View, language
from gateway.api.forms import Form, ReceiptBody, fields_of
from gateway.api.schema import call, word
from gateway.api.tournament_forms import (
    ByeForm,
    CardBody,
    CardPage,
    EnteredBody,
    EnterForm,
    EntryInviteForm,
    InviteAnswerBody,
    InviteAnswerForm,
    InvitedBody,
    NamingForm,
    NeededCommand,
    OpenedCardBody,
    OpeningForm,
    RefusalForm,
    RuledBody,
    RulingForm,
    WaitingBody,
    WithdrawalForm,
)
from gateway.api.tournaments import MINE, PAGED, STATUSES, CardRead, EntriesRead, card_json, list_tournaments
from gateway.auth import asker_of, must_be_someone
from gateway.errors import BadFields
from services.tournaments.read import Answer, Asked

REFUSES = (401, 403, 404, 409)


def respond(answer: Answer) -> Response:
    return Response(answer.body, status=answer.status)


def asked_of(request: Request, tournament: UUID, form: type[Form]) -> tuple[Asked, dict[str, Any]]:
    """Who asks, with a body whose fields have the right form."""
    me = must_be_someone(request)
    fields = form.checked(request.data)
    # What the call is belongs to what makes a repeat the same.
    body = {**fields_of(request), "call": request.path.rsplit("/", 1)[1]}
    return Asked(tournament, me, fields.pop("command_id"), body), fields


class _OwnFormat(DefaultContentNegotiation):
    """`?format=` names the format of a tournament here, not that of the answer."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        for renderer in renderers:
            if any(media in ("*/*", "application/*", renderer.media_type) for media in self._accepted(request)):
                return renderer, renderer.media_type
        raise NotAcceptable(available_renderers=renderers)

    def _accepted(self, request: Request) -> list[str]:
        return [media.split(";")[0].strip() for media in self.get_accept_list(request)]


class TournamentsView(View):
    content_negotiation_class = _OwnFormat

    def get_throttles(self) -> list[Any]:
        return [throttles.Tables()] if self.request.method == "POST" else [throttles.Everybody()]

    @call(
        {200: CardPage},
        query=(
            word("status", "only this status", list(STATUSES)),
            word("game", "only this game"),
            word("format", "only this format", list(tournaments.FORMATS)),
            word("mine", "where the caller is one", list(MINE)),
            PAGED,
        ),
        name="tournaments_list",
    )
    def get(self, request: Request) -> Response:
        return list_tournaments(request)

    @call({200: CardBody, 201: OpenedCardBody}, refuses=(409, 422), takes=OpeningForm)
    def post(self, request: Request) -> Response:
        """Open a tournament; the caller is its first director. With `dry` nothing is written."""
        me = must_be_someone(request)
        if not isinstance(request.data, Mapping):
            raise BadFields({"body": "an object"})
        present = partial(card_json, spoken=language(request))
        body = dict(request.data)
        return respond(tournaments.open_tournament(account=me, body=body, asker=asker_of(request), present=present))


class TournamentView(CardRead, View):
    @call({200: CardBody}, refuses=REFUSES, takes=NamingForm)
    def patch(self, request: Request, tournament: UUID) -> Response:
        """Another name or text: neither is in the log."""
        asked, fields = asked_of(request, tournament, NamingForm)
        present = partial(card_json, spoken=language(request))
        return respond(tournaments.rename(asked, name=fields.get("name"), text=fields.get("text"), present=present))


class EntriesView(EntriesRead, View):
    @call({201: EnteredBody, 202: WaitingBody}, refuses=REFUSES, takes=EnterForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Enter; a director enters an account that has accepted its invitation."""
        asked, fields = asked_of(request, tournament, EnterForm)
        account = fields.pop("account", None)
        if account is None:
            return respond(tournaments.enter(asked, **fields))
        if fields:
            raise BadFields(dict.fromkeys(fields, "not together with account"))
        return respond(tournaments.enter_invited(asked, account=account))


class EntryInvitationsView(View):
    @call({201: InvitedBody}, refuses=REFUSES, takes=EntryInviteForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Invite an account, or get a code for a link."""
        asked, fields = asked_of(request, tournament, EntryInviteForm)
        return respond(tournaments.invite(asked, **fields))


class EntryInvitationAnswerView(View):
    @call({200: InviteAnswerBody}, refuses=REFUSES, takes=InviteAnswerForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        asked, fields = asked_of(request, tournament, InviteAnswerForm)
        return respond(tournaments.answer_invitation(asked, **fields))


class RefusalsView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=RefusalForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Keep an account out, before the start."""
        asked, fields = asked_of(request, tournament, RefusalForm)
        return respond(tournaments.refuse(asked, **fields))


class WithdrawalView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=WithdrawalForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Leave, or as a director take an entry out; who only waits leaves the line."""
        asked, fields = asked_of(request, tournament, WithdrawalForm)
        return respond(tournaments.leave(asked, **fields))


class ByesView(View):
    @call({202: ReceiptBody}, refuses=(*REFUSES, 422), takes=ByeForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        asked, fields = asked_of(request, tournament, ByeForm)
        return respond(tournaments.ask_bye(asked, round_number=fields["round"]))


class StartView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=NeededCommand)
    def post(self, request: Request, tournament: UUID) -> Response:
        """`tournament.started` is in the log when this answers; pairing follows by itself."""
        return respond(tournaments.start(asked_of(request, tournament, NeededCommand)[0]))


class CancellationView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=NeededCommand)
    def post(self, request: Request, tournament: UUID) -> Response:
        return respond(tournaments.cancel(asked_of(request, tournament, NeededCommand)[0]))


class ArenaReadyView(View):
    @call({202: ReceiptBody}, refuses=(*REFUSES, 422), takes=NeededCommand)
    def post(self, request: Request, tournament: UUID) -> Response:
        return respond(tournaments.get_ready(asked_of(request, tournament, NeededCommand)[0]))


class ArenaLeaveView(View):
    @call({202: ReceiptBody}, refuses=(*REFUSES, 422), takes=NeededCommand)
    def post(self, request: Request, tournament: UUID) -> Response:
        return respond(tournaments.stop_being_ready(asked_of(request, tournament, NeededCommand)[0]))


class RulingsView(View):
    @call({200: RuledBody, 202: RuledBody}, refuses=(*REFUSES, 422), takes=RulingForm)
    def post(self, request: Request, tournament: UUID) -> Response:
        """Rule; the answer has the standings before and after. With `dry` nothing is written."""
        me = must_be_someone(request)
        if not isinstance(request.data, Mapping):
            raise BadFields({"body": "an object"})
        command = request.data.get("command_id")
        if not isinstance(command, str):
            raise BadFields({"command_id": "a UUID"})
        return respond(tournaments.rule(Asked(tournament, me, command, dict(request.data))))
