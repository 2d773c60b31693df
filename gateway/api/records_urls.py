"""The addresses of records: imports, search, explorer, people, dumps."""

from __future__ import annotations

from django.urls import path

from gateway.api.analysis import AnalysesView, AnalysisView, TriesView
from gateway.api.computer import ComputerView
from gateway.api.forks import ForkView
from gateway.api.imports import ImportsView, ImportView
from gateway.api.players import DailyView, DumpsView, MyDataView, PlayerView
from gateway.api.puzzles import AnswersView, PuzzleView
from gateway.api.search import ExploreView, SearchView

urlpatterns = [
    path("matches", SearchView.as_view()),
    path("explore", ExploreView.as_view()),
    path("players/<uuid:account>", PlayerView.as_view()),
    path("me/data", MyDataView.as_view()),
    path("records", DumpsView.as_view()),
    path("records/daily.ndjson.gz", DailyView.as_view()),
    path("matches/<uuid:match_id>/fork", ForkView.as_view()),
    path("matches/<uuid:match_id>/computer", ComputerView.as_view()),
    path("puzzles/today", PuzzleView.as_view()),
    path("puzzles/<uuid:puzzle_id>/answers", AnswersView.as_view()),
    path("tries", TriesView.as_view()),
    path("analyses", AnalysesView.as_view()),
    path("analyses/<uuid:key>", AnalysisView.as_view()),
    path("imports", ImportsView.as_view()),
    path("imports/<uuid:job_id>", ImportView.as_view()),
]
