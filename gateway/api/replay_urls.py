"""Where a match is replayed from, behind `matches/ID/`."""

from __future__ import annotations

from django.urls import path

from gateway.api.replay import FramesView, OutlineView, RecordView

urlpatterns = [
    path("outline", OutlineView.as_view()),
    path("frames", FramesView.as_view()),
    path("record", RecordView.as_view()),
]
