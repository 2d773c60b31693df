"""Dumps in parts: what was kept whole becomes the one part of its day."""

from django.db import migrations, models

MOVE = """
    INSERT INTO records_dumppart (day, number, matches, last_at, last, body)
    SELECT day, 0, matches, day + interval '1 day', '00000000-0000-0000-0000-000000000000', body FROM records_dump
"""


class Migration(migrations.Migration):
    dependencies = [
        ("records", "0003_version_of_the_check"),
    ]

    operations = [
        migrations.CreateModel(
            name="DumpPart",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day", "number", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("number", models.PositiveIntegerField()),
                ("matches", models.PositiveIntegerField()),
                ("last_at", models.DateTimeField()),
                ("last", models.UUIDField()),
                ("body", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="Packing",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("claim", models.UUIDField(null=True)),
                ("claimed_until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RunSQL(MOVE, migrations.RunSQL.noop),
        migrations.RemoveField(model_name="dump", name="body"),
    ]
