"""Events and sealed parts are inserted only: the database itself refuses to change or delete them."""

from django.db import migrations

TABLES = ("store_event", "store_sealedpart", "store_leaf", "store_checkpoint")

FUNCTION = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is written once: % on % refused', TG_OP, TG_TABLE_NAME;
END $$;
"""
TRIGGER = "CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON {0} FOR EACH ROW EXECUTE FUNCTION refuse_change();"


class Migration(migrations.Migration):
    dependencies = [("store", "0001_initial")]
    operations = [
        migrations.RunSQL(
            FUNCTION + "".join(TRIGGER.format(table) for table in TABLES),
            "".join(f"DROP TRIGGER insert_only ON {table};" for table in TABLES) + "DROP FUNCTION refuse_change();",
        ),
    ]
