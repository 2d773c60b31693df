"""Closed accounts, appeals, and the trail of what operators did, which is inserted only."""

from __future__ import annotations

import uuid

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

TRIGGERS = (
    "CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON gateway_trailentry"
    " FOR EACH ROW EXECUTE FUNCTION refuse_change();"
    "CREATE TRIGGER never_emptied BEFORE TRUNCATE ON gateway_trailentry"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();"
)


class Migration(migrations.Migration):
    dependencies = [("gateway", "0009_address_of_before"), ("store", "0012_tree_nodes")]
    operations = [
        migrations.CreateModel(
            name="Closing",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("account", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(max_length=20)),
                ("text", models.CharField(blank=True, max_length=500)),
                ("reopened_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="closing_at")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=["account"], name="closed_once", condition=Q(reopened_at__isnull=True)
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TrailEntry",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("operator", models.UUIDField()),
                ("action", models.CharField(max_length=20)),
                ("thing", models.CharField(max_length=10)),
                ("subject", models.CharField(max_length=40)),
                ("accounts", django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), size=None)),
                ("match", models.UUIDField(null=True)),
                ("reason", models.CharField(max_length=20)),
                ("text", models.CharField(blank=True, max_length=500)),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fields=["accounts"], name="trail_of"),
                    models.Index(fields=["-at", "-id"], name="trail_latest"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("account", models.UUIDField()),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField()),
                ("done", models.BooleanField(default=False)),
                (
                    "closing",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="appeal", to="gateway.closing"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["account"], name="appeal_of")]},
        ),
        migrations.RunSQL(TRIGGERS, migrations.RunSQL.noop),
    ]
