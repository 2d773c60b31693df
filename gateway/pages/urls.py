"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from gateway.pages import games, home, matches, people, rules, status, tables

urlpatterns = [
    path("", home.home, name="home"),
    path("now", home.now, name="home-now"),
    path("games/<slug:key>", games.game, name="game"),
    path("games/<slug:key>/play", games.play, name="play"),
    path("games/<slug:key>/tables", games.open_one, name="open-table"),
    path("tables/<uuid:match_id>", tables.table, name="table"),
    path("tables/<uuid:match_id>/seat", tables.take, name="take-seat"),
    path("tables/<uuid:match_id>/leave", tables.leave, name="leave-table"),
    path("matches/<uuid:match_id>", matches.match, name="match"),
    path("matches/<uuid:match_id>/move", matches.move, name="match-move"),
    path("matches/<uuid:match_id>/resignation", matches.give_up, name="match-resign"),
    path("rules/<slug:key>", rules.rules, name="rules"),
    path("status", status.status, name="status"),
    path("me", people.me, name="me"),
    path("me/name", people.rename, name="rename"),
    path("me/keep", people.keep, name="keep"),
    path("sign-in", people.sign_in, name="sign-in"),
    path("sign-out", people.sign_out, name="sign-out"),
    path("prefer", people.prefer, name="prefer"),
]
