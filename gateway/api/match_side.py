"""The addresses of what a page asks beside a match: what may be offered, who rests, plans tried, notes, phrases."""

from __future__ import annotations

from django.urls import path

from gateway.api.asides import NoteView, PhrasesView
from gateway.api.my_boards import MyBoardsView
from gateway.api.offers import PausesView, PlanTryView

urls = [
    path("matches/<uuid:match_id>/note", NoteView.as_view()),
    path("matches/<uuid:match_id>/phrases", PhrasesView.as_view()),
    path("me/boards", MyBoardsView.as_view()),
    path("matches/<uuid:match_id>/pauses", PausesView.as_view()),
    path("matches/<uuid:match_id>/plan/try", PlanTryView.as_view()),
]
