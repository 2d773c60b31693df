"""Vacations know the commands that switched them, so that a repeated call changes nothing again."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gateway", "0004_vacations")]
    operations = [
        migrations.AddField("vacation", "began_by", models.UUIDField(null=True)),
        migrations.AddField("vacation", "ended_by", models.UUIDField(null=True)),
    ]
