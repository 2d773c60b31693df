"""A log belongs to a stream, not to a match. No event row is rewritten: columns are renamed, keys point elsewhere."""

import uuid
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

FILL = """
    INSERT INTO store_stream (id, kind, origin, log_id, head_seq, head_hash, head_at, seal_key)
    SELECT id, 'match', '', id, head_seq, head_hash, head_at, seal_key FROM store_match;
"""
# Room on each page for the next version of a row, so that an update of the head stays on its page and touches no index.
ROOM = "ALTER TABLE store_stream SET (fillfactor = 70);"
NOW = """
    CREATE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT date_trunc('milliseconds', clock_timestamp()) $$;
"""


def repoint(table: str, constraint: str) -> str:
    """The foreign key of a table to the match becomes one to the stream; the column is renamed, no row changes."""
    return f"""
        DO $$ DECLARE name text; BEGIN
            SELECT conname INTO name FROM pg_constraint
             WHERE conrelid = '{table}'::regclass AND contype = 'f' AND confrelid = 'store_match'::regclass;
            EXECUTE format('ALTER TABLE {table} DROP CONSTRAINT %I', name);
        END $$;
        ALTER TABLE {table} RENAME COLUMN match_id TO stream_id;
        ALTER TABLE {table} ADD CONSTRAINT {constraint} FOREIGN KEY (stream_id) REFERENCES store_stream (id)
            DEFERRABLE INITIALLY DEFERRED;
    """


REPOINT = "".join(repoint(f"store_{name}", f"{name}_stream_fk") for name in ("event", "sealedpart", "seed", "leaf"))
# The number of a row in its table was used by nobody, and its index had to be kept with every event. A command and a
# judgement are unique where there is one.
KEYS = """
    ALTER TABLE store_event DROP CONSTRAINT store_event_pkey, DROP COLUMN id;
    ALTER TABLE store_event DROP CONSTRAINT event_seq_once,
        ADD CONSTRAINT store_event_pkey PRIMARY KEY (stream_id, seq);
    ALTER TABLE store_event DROP CONSTRAINT event_command_once, DROP CONSTRAINT event_judged_once;
    CREATE UNIQUE INDEX event_command_once ON store_event (stream_id, cmd) WHERE cmd IS NOT NULL;
    CREATE UNIQUE INDEX event_judged_once ON store_event (stream_id, of) WHERE of IS NOT NULL;
    ALTER TABLE store_sealedpart DROP CONSTRAINT store_sealedpart_pkey, DROP COLUMN id;
    ALTER TABLE store_sealedpart DROP CONSTRAINT part_once,
        ADD CONSTRAINT store_sealedpart_pkey PRIMARY KEY (stream_id, seq, audience);
"""
MATCH = """
    ALTER TABLE store_match ADD CONSTRAINT match_stream_fk FOREIGN KEY (id) REFERENCES store_stream (id)
        DEFERRABLE INITIALLY DEFERRED;
"""


def stream(related: str) -> Any:
    return models.ForeignKey(
        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name=related, to="store.stream"
    )


class Migration(migrations.Migration):
    dependencies = [("store", "0004_never_emptied")]

    operations = [
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.RunSQL(NOW, "DROP FUNCTION house_now()"),
        migrations.CreateModel(
            name="Stream",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=20)),
                ("origin", models.CharField(blank=True, max_length=200)),
                ("log_id", models.UUIDField()),
                ("head_seq", models.IntegerField()),
                ("head_hash", models.CharField(max_length=64)),
                ("head_at", models.DateTimeField()),
                ("seal_key", models.BinaryField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("origin", "log_id"), name="stream_log_once")],
            },
        ),
        migrations.RunSQL(FILL + ROOM, migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunSQL(REPOINT + KEYS + MATCH, migrations.RunSQL.noop)],
            state_operations=[
                migrations.RemoveConstraint("event", "event_seq_once"),
                migrations.RemoveConstraint("event", "event_command_once"),
                migrations.RemoveConstraint("event", "event_decision_once"),
                migrations.RemoveConstraint("event", "event_judged_once"),
                migrations.RemoveConstraint("sealedpart", "part_once"),
                migrations.RenameField("event", "match", "stream"),
                migrations.RenameField("sealedpart", "match", "stream"),
                migrations.RenameField("seed", "match", "stream"),
                migrations.RenameField("leaf", "match", "stream"),
                migrations.AlterField("event", "stream", stream("events")),
                migrations.AlterField("sealedpart", "stream", stream("parts")),
                migrations.AlterField(
                    "seed",
                    "stream",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="store.stream",
                    ),
                ),
                migrations.AlterField(
                    "leaf",
                    "stream",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="leaf", to="store.stream"
                    ),
                ),
                migrations.RemoveField("event", "id"),
                migrations.AddField(
                    "event",
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                migrations.RemoveField("sealedpart", "id"),
                migrations.AddField(
                    "sealedpart",
                    "pk",
                    models.CompositePrimaryKey(
                        "stream", "seq", "audience", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                migrations.AddConstraint(
                    "event",
                    models.UniqueConstraint(
                        condition=models.Q(("cmd__isnull", False)), fields=("stream", "cmd"), name="event_command_once"
                    ),
                ),
                migrations.AddConstraint(
                    "event",
                    models.UniqueConstraint(
                        condition=models.Q(("type", "move.made")),
                        fields=("stream", "seat", "decision"),
                        name="event_decision_once",
                    ),
                ),
                migrations.AddConstraint(
                    "event",
                    models.UniqueConstraint(
                        condition=models.Q(("of__isnull", False)), fields=("stream", "of"), name="event_judged_once"
                    ),
                ),
                migrations.RenameField("match", "id", "stream"),
                migrations.AlterField(
                    "match",
                    "stream",
                    models.OneToOneField(
                        db_column="id",
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="match",
                        serialize=False,
                        to="store.stream",
                    ),
                ),
            ],
        ),
        migrations.AddField("event", "once", models.CharField(max_length=80, null=True)),
        migrations.AddConstraint(
            "event",
            models.UniqueConstraint(
                condition=models.Q(("once__isnull", False)), fields=("stream", "once"), name="event_once"
            ),
        ),
    ]
