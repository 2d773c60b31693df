"""Addresses of tournaments."""

from __future__ import annotations

from django.urls import path

from gateway.api import tournament_requests as requests
from gateway.api import tournaments as views

T = "tournaments/<uuid:tournament>"
urlpatterns = [
    path("tournaments", requests.TournamentsView.as_view()),
    path(T, requests.TournamentView.as_view()),
    path(f"{T}/entries", requests.EntriesView.as_view()),
    path(f"{T}/invitations", requests.EntryInvitationsView.as_view()),
    path(f"{T}/invitations/answer", requests.EntryInvitationAnswerView.as_view()),
    path(f"{T}/refusals", requests.RefusalsView.as_view()),
    path(f"{T}/withdrawal", requests.WithdrawalView.as_view()),
    path(f"{T}/byes", requests.ByesView.as_view()),
    path(f"{T}/start", requests.StartView.as_view()),
    path(f"{T}/cancellation", requests.CancellationView.as_view()),
    path(f"{T}/ready", requests.ArenaReadyView.as_view()),
    path(f"{T}/leave", requests.ArenaLeaveView.as_view()),
    path(f"{T}/rulings", requests.RulingsView.as_view()),
    path(f"{T}/desk", views.DeskView.as_view()),
    path(f"{T}/standings", views.StandingsView.as_view()),
    path(f"{T}/rounds", views.RoundsView.as_view()),
    path(f"{T}/rounds/<int:number>", views.RoundView.as_view()),
    path(f"{T}/me", views.MyTournamentView.as_view()),
    path(f"{T}/events", views.TournamentEventsView.as_view()),
    path(f"{T}/export", views.TournamentExportView.as_view()),
    path(f"{T}/ticket", views.TournamentTicketView.as_view()),
    path(f"{T}/stream", views.TournamentStreamView.as_view()),
    path(f"{T}/trf", views.TrfView.as_view()),
    path(f"{T}/csv", views.CsvView.as_view()),
    path(f"{T}/calendar.ics", views.CalendarView.as_view()),
]
