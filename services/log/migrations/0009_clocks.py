"""Clocks, delays and ratings of matches; whose seat a bot has taken over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0008_commitment")]

    operations = [
        migrations.AddField("match", "clock", models.JSONField(null=True)),
        migrations.AddField("match", "delay", models.JSONField(null=True)),
        migrations.AddField("match", "rated", models.BooleanField(default=False)),
        migrations.AddField("match", "tournament", models.UUIDField(null=True)),
        migrations.AddField("match", "rematch", models.UUIDField(null=True)),
        migrations.AddField("match", "rematch_of", models.UUIDField(null=True)),
        migrations.AddField("match", "agreed_pause", models.BooleanField(default=False)),
        migrations.AddField("seat", "former", models.UUIDField(null=True)),
        migrations.AddField("seat", "may_return", models.BooleanField(default=False)),
        migrations.AddField("seat", "on_vacation", models.BooleanField(default=False)),
        migrations.AddIndex(
            "seat",
            models.Index(condition=models.Q(("former__isnull", False)), fields=["former"], name="seat_former"),
        ),
    ]
