"""The heartbeat of the house, and its time."""

from __future__ import annotations

from django.db import models


class Pulse(models.Model):
    """When the sweep last ran: a gap is an outage, and an outage costs no player the match."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
    longest_ms = models.BigIntegerField(default=0)  # the longest outage so far
    outages = models.PositiveIntegerField(default=0)  # how many there were

    class Meta:
        app_label = "store"


class Correction(models.Model):
    """What `house_now()` adds to the clock of the database's machine: its steps, taken out. Every role reads it."""

    name = models.CharField(max_length=20, primary_key=True)
    ms = models.BigIntegerField()

    class Meta:
        app_label = "store"
