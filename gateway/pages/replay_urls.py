"""The addresses of the pages about a match that is looked back on."""

from __future__ import annotations

from django.urls import path

from gateway.pages import audit, embed, sheet

urlpatterns = [
    path("matches/<uuid:match_id>/audit", audit.audit, name="match-audit"),
    path("matches/<uuid:match_id>/sheet", sheet.sheet, name="match-sheet"),
    path("matches/<uuid:match_id>/preview.png", embed.preview, name="match-preview"),
    path("embed/matches/<uuid:match_id>", embed.embedded, name="embed-match"),
]
