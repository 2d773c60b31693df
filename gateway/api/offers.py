"""What a seat does beside moving: offers and answers, plans, ending a pause, coming back, a return match."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.async_forms import (
    AnswerForm,
    ArithmeticBody,
    CommandForm,
    ImaginedBody,
    OfferedBody,
    OfferForm,
    PausesBody,
    PlanBody,
    PlanForm,
    PlannedBody,
    PlanTryForm,
    PossibleBody,
    RematchForm,
)
from gateway.api.base import View, language, query_word
from gateway.api.forms import ReceiptBody, TableBody
from gateway.api.schema import call, word
from gateway.auth import account_id, asker_of, must_be_someone
from gateway.cards import table_json
from services.playing import offers, plans
from services.playing.imagined import try_line
from services.playing.rematch import Luck, open_rematch
from services.readers.cards import party_of, visible_party
from services.readers.clocks import arithmetic_json, pauses_json

COMMAND = word("command_id", "a UUID: the same command again gets the same answer")
INVITE = word("invite", "the code of a private match")
REFUSES = (401, 403, 404, 409)


class OffersView(View):
    @call({200: PossibleBody}, refuses=REFUSES)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Which offers the caller could make now, and what speaks against the others."""
        return Response(offers.possible_offers(match_id=match_id, account=must_be_someone(request)))

    @call({202: OfferedBody}, refuses=(*REFUSES, 422), takes=OfferForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Offer a draw, an undo, a pause or to break off."""
        me, form = must_be_someone(request), OfferForm.checked(request.data)
        receipt, offer = offers.make_offer(
            match_id=match_id, account=me, kind=form["kind"], to=form.get("to"), command_id=form["command_id"]
        )
        return Response({**receipt.as_json(), "offer": offer}, status=202)


class OfferAnswerView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=AnswerForm)
    def post(self, request: Request, match_id: UUID, offer: int) -> Response:
        me, form = must_be_someone(request), AnswerForm.checked(request.data)
        receipt = offers.answer_offer(match_id=match_id, account=me, offer=offer, **form)
        return Response(receipt.as_json(), status=202)


class PlanView(View):
    @call({200: PlanBody}, refuses=REFUSES)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The caller's own plan in force."""
        return Response(plans.plan_of(match_id=match_id, account=must_be_someone(request)))

    @call({202: PlannedBody}, refuses=(*REFUSES, 422), takes=PlanForm)
    def put(self, request: Request, match_id: UUID) -> Response:
        """Leave a plan; it replaces an earlier one."""
        me, form = must_be_someone(request), PlanForm.checked(request.data)
        receipt, plan = plans.put_plan(match_id=match_id, account=me, **form)
        return Response({**receipt.as_json(), "plan": plan}, status=202)

    @call({202: ReceiptBody}, refuses=REFUSES, query=(COMMAND,))
    def delete(self, request: Request, match_id: UUID) -> Response:
        me = must_be_someone(request)
        command = query_word(request, "command_id")
        return Response(plans.drop_plan(match_id=match_id, account=me, command_id=command).as_json(), status=202)


class PlanTryView(View):
    @call({200: ImaginedBody}, refuses=(*REFUSES, 422), takes=PlanTryForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """The position after moves that nobody has made, and who is asked there. Nothing is written."""
        me, form = must_be_someone(request), PlanTryForm.checked(request.data)
        return Response(try_line(match_id=match_id, account=me, line=form["line"]))


class PauseEndView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=CommandForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """End a pause that all agreed to."""
        me, form = must_be_someone(request), CommandForm.checked(request.data)
        return Response(offers.end_pause(match_id=match_id, account=me, **form).as_json(), status=202)


class ReturnView(View):
    @call({202: ReceiptBody}, refuses=REFUSES, takes=CommandForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Take one's seat back from the bot that took it over."""
        me, form = must_be_someone(request), CommandForm.checked(request.data)
        return Response(offers.come_back(match_id=match_id, account=me, **form).as_json(), status=202)


class RematchView(View):
    @call({201: TableBody}, refuses=REFUSES, takes=RematchForm)
    def post(self, request: Request, match_id: UUID) -> Response:
        """A table with the same options, seats turned by one; the others' calls seat them there."""
        me, form = must_be_someone(request), RematchForm.checked(request.data)
        luck = Luck(form.get("entropy", ""), form.get("match"), asker_of(request))
        table = open_rematch(match_id=match_id, account=me, command_id=form["command_id"], luck=luck)
        return Response(table_json(party_of(table), language(request), me), status=201)


class ClocksView(View):
    @call({200: ArithmeticBody}, refuses=(404,), query=(INVITE,))
    def get(self, request: Request, match_id: UUID) -> Response:
        """Every ended stint with its arithmetic, and the present deadlines."""
        party, _ = visible_party(match_id, account_id(request), query_word(request, "invite"))
        answer: Any = arithmetic_json(party.match)
        return Response(answer)


class PausesView(View):
    @call({200: PausesBody}, refuses=(404,), query=(INVITE,))
    def get(self, request: Request, match_id: UUID) -> Response:
        """By seat: the pauses that are open, and the rests ahead."""
        party, _ = visible_party(match_id, account_id(request), query_word(request, "invite"))
        return Response({"seats": pauses_json(party.match)})
