"""The Django application of people. Its label is that of the tables, which keep their names."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "services.people"
    label = "gateway"
