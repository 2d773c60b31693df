"""What is inserted only is not emptied either; and a seed, once committed to, stays what it is."""

from django.db import migrations

TABLES = ("store_event", "store_sealedpart", "store_leaf", "store_checkpoint", "store_seed")

EMPTIED = "CREATE TRIGGER never_emptied BEFORE TRUNCATE ON {0} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();"
SEED = "CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON store_seed FOR EACH ROW EXECUTE FUNCTION refuse_change();"


class Migration(migrations.Migration):
    dependencies = [("store", "0003_lean_indexes")]
    operations = [
        migrations.RunSQL(
            SEED + "".join(EMPTIED.format(table) for table in TABLES),
            "".join(f"DROP TRIGGER never_emptied ON {table};" for table in TABLES)
            + "DROP TRIGGER insert_only ON store_seed;",
        ),
    ]
