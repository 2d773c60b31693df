"""Facts on their way to their followers, and how many outages there were."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0006_seats")]

    operations = [
        migrations.AddField("pulse", "outages", models.PositiveIntegerField(default=0)),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("follower", models.CharField(max_length=40)),
                ("fact", models.CharField(max_length=40)),
                ("version", models.PositiveSmallIntegerField()),
                ("body", models.JSONField()),
                ("at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField()),
                ("parked", models.CharField(blank=True, max_length=200)),
                (
                    "stream",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="store.stream",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(condition=models.Q(("parked", "")), fields=["follower", "id"], name="outbox_waiting"),
                    models.Index(
                        condition=models.Q(("parked", ""), _negated=True), fields=["follower"], name="outbox_parked"
                    ),
                ],
            },
        ),
    ]
