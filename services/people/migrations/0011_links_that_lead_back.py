"""Links that lead guests back, and when moves are confirmed."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gateway", "0010_keeping_order")]
    operations = [
        migrations.AddField("preferences", "confirm", models.CharField(default="touch", max_length=6)),
        migrations.CreateModel(
            name="ReturnLink",
            fields=[
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
            ],
        ),
    ]
