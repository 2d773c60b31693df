"""Vacation: a switch of the account that makes its slow clocks stand."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from gateway.api.async_forms import VacationBody, VacationForm
from gateway.api.schema import call
from gateway.api.settings import OwnView
from gateway.auth import must_be_someone
from services.people.vacations import change_vacation, vacation_of
from services.playing.forms import command_of


class VacationView(OwnView):
    @call({200: VacationBody}, refuses=(401,))
    def get(self, request: Request) -> Response:
        return Response(vacation_of(must_be_someone(request)).as_json())

    @call({200: VacationBody}, refuses=(401, 403, 409), takes=VacationForm)
    def put(self, request: Request) -> Response:
        """Go on vacation or come back. What is so already stays so, whatever the command."""
        me, form = must_be_someone(request), VacationForm.checked(request.data)
        return Response(change_vacation(me, form["on"], command_of(form["command_id"])).as_json())
