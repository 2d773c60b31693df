"""Notes to oneself on a match."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gateway", "0006_people_and_each_other")]
    operations = [
        migrations.CreateModel(
            name="MatchNote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match", models.UUIDField()),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
        ),
        migrations.AddConstraint("matchnote", models.UniqueConstraint(fields=("account", "match"), name="note_once")),
    ]
