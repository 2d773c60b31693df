"""People among each other: follows, blocks, reports, finding somebody; one's own name, password and sessions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth import logout
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from gateway import throttles
from gateway.api.base import View, query_word
from gateway.api.forms import AccountBody, Form, StrictText
from gateway.api.people import MeView, account_json
from gateway.api.schema import call, word
from gateway.auth import account_id, must_be_someone
from gateway.by_link import by_link
from gateway.names import chosen_name
from gateway.signing_in import slower_each_time
from services.errors import NotAllowed, NotYours
from services.people import getting_in, social
from services.people.asked import GivenAnswer, once
from services.people.models import Account
from services.readers.social import playing_now, sat_together

PEOPLE_REFUSE = (401, 403, 404, 409, 422)


# -- forms ------------------------------------------------------------------------------------------------------------


class PlayerRow(serializers.Serializer[Any]):
    account = serializers.UUIDField()
    name = serializers.CharField()
    formerly = serializers.CharField(allow_null=True)
    bot = serializers.BooleanField()


class PlayersBody(serializers.Serializer[Any]):
    results = PlayerRow(many=True)
    next = serializers.CharField(allow_null=True)


class KnownRow(serializers.Serializer[Any]):
    account = serializers.UUIDField()
    name = serializers.CharField()
    playing = serializers.UUIDField(allow_null=True)


class KnownBody(serializers.Serializer[Any]):
    results = KnownRow(many=True)
    next = serializers.CharField(allow_null=True)


class ReportForm(Form):
    account = serializers.UUIDField()
    match = serializers.UUIDField(required=False, allow_null=True)
    reason = StrictText(max_length=20)
    text = StrictText(max_length=500, required=False, allow_blank=True)
    command_id = StrictText(max_length=64)


class ReportedBody(serializers.Serializer[Any]):
    id = serializers.UUIDField()


class NameForm(Form):
    name = StrictText(max_length=40)


class KeepForm(Form):
    login = StrictText(max_length=40)
    password = StrictText(max_length=200, trim_whitespace=False)


class PasswordForm(Form):
    password = StrictText(max_length=200, trim_whitespace=False)
    old = StrictText(max_length=200, required=False, trim_whitespace=False)
    login = StrictText(max_length=40, required=False)


class FreshTokenBody(serializers.Serializer[Any]):
    token = serializers.CharField()


def person(request: Request) -> Account:
    """Whoever asks, if it is no bot account. Raises NotYours `bots-kept-out`."""
    must_be_someone(request)
    account: Any = request.user
    if account.bot:
        raise NotYours("bots-kept-out")
    return account  # type: ignore[no-any-return]


# -- follows and blocks -----------------------------------------------------------------------------------------------


class FollowView(View):
    @call({204: None}, refuses=PEOPLE_REFUSE)
    def put(self, request: Request, account: UUID) -> Response:
        social.follow(person(request).pk, account)
        return Response(status=204)

    @call({204: None}, refuses=(401, 403))
    def delete(self, request: Request, account: UUID) -> Response:
        social.unfollow(person(request).pk, account)
        return Response(status=204)


class FollowsView(View):
    @call({200: KnownBody}, refuses=(401, 403))
    def get(self, request: Request) -> Response:
        """Whom I follow, and which public live match they play right now."""
        me = person(request).pk
        accounts = social.followed_by(me)
        playing = playing_now([account.pk for account in accounts], me)
        rows = [{"account": str(a.pk), "name": a.name, "playing": playing.get(a.pk)} for a in accounts]
        return Response({"results": rows, "next": None})


class BlockView(View):
    @call({204: None}, refuses=PEOPLE_REFUSE)
    def put(self, request: Request, account: UUID) -> Response:
        social.block(person(request).pk, account)
        return Response(status=204)

    @call({204: None}, refuses=(401, 403))
    def delete(self, request: Request, account: UUID) -> Response:
        social.unblock(person(request).pk, account)
        return Response(status=204)


class BlocksView(View):
    @call({200: PlayersBody}, refuses=(401, 403))
    def get(self, request: Request) -> Response:
        rows = [social.account_row(account) for account in social.blocked_by(person(request).pk)]
        return Response({"results": rows, "next": None})


class ReportsView(View):
    throttle_classes = (throttles.Reports,)

    @call({202: ReportedBody}, refuses=PEOPLE_REFUSE, takes=ReportForm)
    def post(self, request: Request) -> Response:
        me, form = person(request).pk, ReportForm.checked(request.data)
        command, match, text = form.pop("command_id"), form.get("match"), form.get("text", "")

        def act() -> GivenAnswer:
            social.other_account(me, form["account"])
            if match is not None and not sat_together(match, me, form["account"]):
                raise NotAllowed("not-in-that-match")
            number = social.report(me=me, other=form["account"], match=match, reason=form["reason"], text=text)
            return GivenAnswer(202, {"id": str(number)})

        body = {name: None if value is None else str(value) for name, value in form.items()}
        answer = once(account=me, call="report", command_id=command, body=body, act=act)
        return Response(answer.body, status=answer.status)


class PlayersView(View):
    @call({200: PlayersBody}, query=(word("name", "how the name begins, three characters at least"),))
    def get(self, request: Request) -> Response:
        rows = social.find_by_name(account_id(request), query_word(request, "name"))
        return Response({"results": rows, "next": None})


# -- oneself ----------------------------------------------------------------------------------------------------------


class KeepView(View):
    throttle_classes = (throttles.SignIn,)

    @call({200: AccountBody}, refuses=(401, 403, 409), takes=KeepForm)
    def post(self, request: Request) -> Response:
        account, form = person(request), KeepForm.checked(request.data)
        with slower_each_time(request):
            getting_in.keep(account, form["login"], form["password"])
        return Response(account_json(account))


class PasswordView(View):
    throttle_classes = (throttles.SignIn,)

    @call({200: FreshTokenBody}, refuses=(401, 403, 409), takes=PasswordForm)
    def put(self, request: Request) -> Response:
        """All other sessions, tokens and links end."""
        account, form = person(request), PasswordForm.checked(request.data)
        given = {name: form.get(name) for name in ("old", "login")}
        with slower_each_time(request):
            token = getting_in.change_password(account, password=form["password"], trusted=by_link(request), **given)
        return Response({"token": token})


class SessionsView(View):
    @call({204: None}, refuses=(401, 403))
    def delete(self, request: Request) -> Response:
        """All sessions and tokens, this one too."""
        getting_in.end_everything(person(request).pk)
        logout(request)
        return Response(status=204)


class MyselfView(MeView):
    @call({200: AccountBody}, refuses=(401, 403, 409), takes=NameForm)
    def patch(self, request: Request) -> Response:
        """Another name: once in thirty days, guests freely."""
        account, form = person(request), NameForm.checked(request.data)
        social.rename_self(account, chosen_name(form["name"]))
        return Response(account_json(account))
