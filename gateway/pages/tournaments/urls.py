"""The addresses of the tournaments' pages."""

from __future__ import annotations

from django.urls import path

from gateway.pages.tournaments import acts, desk, lists, opening, shown

T = "tournaments/<uuid:tournament>"
urlpatterns = [
    path("tournaments", lists.tournaments, name="tournaments"),
    path("tournaments/new", opening.new, name="tournament-new"),
    path(T, shown.tournament, name="tournament"),
    path(f"{T}/check", shown.check_page, name="tournament-check"),
    path(f"{T}/standings", shown.standings_page, name="tournament-standings"),
    path(f"{T}/rounds/<int:number>", shown.round_page, name="tournament-round"),
    path(f"{T}/rows/<int:entry>", shown.row, name="tournament-row"),
    path(f"{T}/desk", desk.desk, name="tournament-desk"),
    path(f"{T}/desk/rulings", desk.rule, name="tournament-rule"),
    path(f"{T}/acts/<slug:act>", acts.act, name="tournament-act"),
]
