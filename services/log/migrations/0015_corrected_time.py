"""The time of the house: the clock of the database's machine, and what the sweeper takes out of its steps."""

from django.db import migrations, models

MACHINE = """
    CREATE FUNCTION machine_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT date_trunc('milliseconds', clock_timestamp()) $$;
"""
HOUSE = """
    CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE plpgsql VOLATILE
    AS $$ BEGIN
        RETURN machine_now() + coalesce((SELECT ms FROM store_correction WHERE name = 'house'), 0) * interval '1 ms';
    END $$;
"""
BEFORE = """
    CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT date_trunc('milliseconds', clock_timestamp()) $$;
"""


class Migration(migrations.Migration):
    dependencies = [("store", "0014_lists_of_operators")]
    operations = [
        migrations.CreateModel(
            name="Correction",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("ms", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(MACHINE, "DROP FUNCTION machine_now()"),
        migrations.RunSQL(HOUSE, BEFORE),
    ]
