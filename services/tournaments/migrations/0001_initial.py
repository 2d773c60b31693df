"""Tournaments, entries, and what stays outside their logs."""

import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("store", "0010_vacations"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "stream",
                    models.OneToOneField(
                        db_column="id",
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="tournament",
                        serialize=False,
                        to="store.stream",
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("text", models.TextField(blank=True)),
                ("game", models.CharField(max_length=40)),
                ("format", models.CharField(max_length=20)),
                ("seats", models.PositiveSmallIntegerField()),
                ("directors", models.JSONField(default=list)),
                ("status", models.CharField(max_length=10)),
                ("reason", models.CharField(blank=True, max_length=20)),
                ("round", models.PositiveIntegerField(default=0)),
                ("entrants", models.PositiveIntegerField(default=0)),
                ("opened_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("closed_at", models.DateTimeField(null=True)),
                ("revealed", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField(null=True)),
                ("near_round", models.PositiveIntegerField(default=0)),
                ("outages", models.JSONField(default=list)),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("parked", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="Command",
            fields=[
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="commands",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tournament", "cmd", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("cmd", models.CharField(max_length=64)),
                ("account", models.UUIDField()),
                ("opens", models.BooleanField(default=False)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tournament", "entry", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("entry", models.PositiveIntegerField()),
                ("account", models.UUIDField()),
                ("status", models.CharField(max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="tournaments.tournament",
                    ),
                ),
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account", models.UUIDField(null=True)),
                ("invite", models.CharField(max_length=32)),
                ("accepted", models.BooleanField(null=True)),
                ("made_by", models.UUIDField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "tournament",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting",
                        to="tournaments.tournament",
                    ),
                ),
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("account", models.UUIDField()),
                ("entropy", models.CharField(blank=True, max_length=128)),
                ("invited", models.BooleanField(default=False)),
                ("cmd", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="PairingClaim",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="claim",
                        serialize=False,
                        to="tournaments.tournament",
                    ),
                ),
                ("round", models.PositiveIntegerField()),
                ("began", models.DateTimeField()),
                ("until", models.DateTimeField()),
                ("holder", models.UUIDField()),
            ],
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(
                condition=models.Q(("due_at__isnull", False), ("parked", "")), fields=["due_at"], name="tournament_due"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["status", "game", "-opened_at"], name="tournament_listed"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["-opened_at"], name="tournament_newest"),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=django.contrib.postgres.indexes.GinIndex(fields=["directors"], name="tournament_directors"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("tournament", "account"), name="tournament_invited_once"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("tournament", "invite"), name="tournament_invite_once"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["account"], name="entry_account"),
        ),
        migrations.AddConstraint(
            model_name="command",
            constraint=models.UniqueConstraint(
                condition=models.Q(("opens", True)), fields=("account", "cmd"), name="tournament_opened_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="waiting",
            constraint=models.UniqueConstraint(fields=("tournament", "account"), name="tournament_waits_once"),
        ),
    ]
