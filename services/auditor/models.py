"""When finished matches were looked at again, and how far the pass over all of them has come."""

from __future__ import annotations

from django.db import models


class AuditPass(models.Model):
    """A look at finished matches that comes again and again: the nightly sample, the weekly pass over all."""

    name = models.CharField(max_length=20, primary_key=True)
    began = models.DateTimeField()
    after = models.UUIDField(null=True)  # under way, behind this match; None: it has come to its end
    moved = models.DateTimeField()  # when the last stretch was taken
