"""The Django application that holds the heartbeat; its table keeps the label `store`."""

from __future__ import annotations

from django.apps import AppConfig


class SweeperConfig(AppConfig):
    name = "services.sweeper"
    label = "sweeper"
