"""The Django application of the gateway: templates and tags. It has no tables."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "gateway"
    label = "web"
