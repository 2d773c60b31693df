"""The Django application of the lobby."""

from __future__ import annotations

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "services.lobby"
    label = "lobby"
