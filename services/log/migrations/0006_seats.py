"""Seats become durable: who holds one, what it is asked, what it has said that nobody has judged yet."""

import django.db.models.deletion
from django.db import migrations, models

FILL = """
    INSERT INTO store_seat (match_id, seat, account, bot, decision, asked_at, answered_seq, deadline_at)
    SELECT h.match_id, h.seat, h.account, h.bot, f.decision, f.asked_at, said.seq,
           CASE WHEN f.decision IS NOT NULL THEN m.clock_at END
      FROM projections_seatholder h
      JOIN store_match m ON m.id = h.match_id
      LEFT JOIN projections_frame f ON f.match_id = h.match_id AND f.eye = h.seat AND m.status = 'running'
      LEFT JOIN LATERAL (
          SELECT max(e.seq) AS seq FROM store_event e
           WHERE m.status = 'running' AND e.stream_id = m.id AND e.seq > m.judged_seq
             AND e.type IN ('move.made', 'seat.resigned', 'clock.expired')
             AND coalesce(e.seat, (e.pub->>'seat')::smallint) = h.seat
      ) said ON true;
    TRUNCATE store_snapshot;
    ALTER TABLE store_seat SET (fillfactor = 70);
    ALTER TABLE store_match SET (fillfactor = 70);
"""


class Migration(migrations.Migration):
    dependencies = [("store", "0005_streams"), ("projections", "0002_lean_indexes")]

    operations = [
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "match", "seat", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("account", models.UUIDField(null=True)),
                ("bot", models.CharField(blank=True, max_length=40)),
                ("decision", models.PositiveIntegerField(null=True)),
                ("asked_at", models.DateTimeField(null=True)),
                ("answered_seq", models.IntegerField(null=True)),
                ("deadline_at", models.DateTimeField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="holders",
                        to="store.match",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("answered_seq__isnull", False)), fields=["match"], name="seat_unjudged"
                    ),
                    models.Index(
                        condition=models.Q(
                            ("answered_seq__isnull", True),
                            ("decision__isnull", False),
                            models.Q(("bot", ""), _negated=True),
                        ),
                        fields=["asked_at"],
                        name="seat_bot_asked",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        deferrable=models.Deferrable["IMMEDIATE"], fields=("account", "match"), name="seat_account_once"
                    ),
                ],
            },
        ),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE;" + FILL, migrations.RunSQL.noop),
        migrations.RemoveIndex("match", "match_lagging"),
        migrations.RemoveField("match", "head_seq"),
        migrations.RemoveField("match", "head_hash"),
        migrations.RemoveField("match", "head_at"),
        migrations.RemoveField("match", "seal_key"),
        migrations.AddIndex(
            "match",
            models.Index(
                condition=models.Q(("revealed", False), ("status__in", ["ended", "aborted"])),
                fields=["ended_at"],
                name="match_unrevealed",
            ),
        ),
        migrations.AddField("snapshot", "rules_version", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("snapshot", "checksum", models.CharField(max_length=64, default="")),
        migrations.AlterField("snapshot", "rules_version", models.PositiveSmallIntegerField()),
        migrations.AlterField("snapshot", "checksum", models.CharField(max_length=64)),
    ]
