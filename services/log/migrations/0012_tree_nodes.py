"""Hashes of full subtrees of the checkpoint log, made for the leaves there are; a checkpoint keeps its origin."""

from typing import Any

from django.db import migrations, models

from services.log import merkle

BATCH = 5000
TRIGGERS = (
    "CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON store_treenode"
    " FOR EACH ROW EXECUTE FUNCTION refuse_change();"
    "CREATE TRIGGER never_emptied BEFORE TRUNCATE ON store_treenode"
    " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();"
)


def fill(apps: Any, schema_editor: Any) -> None:
    """A batch of leaves at a time, so that memory stays flat."""
    leaves, nodes = apps.get_model("store", "Leaf"), apps.get_model("store", "TreeNode")
    size, edge = 0, dict[merkle.Place, bytes]()
    while bodies := list(
        leaves.objects.filter(number__gte=size).order_by("number").values_list("body", flat=True)[:BATCH]
    ):
        added = merkle.grow(size, edge, [body.encode() for body in bodies])
        size += len(bodies)
        known = {**edge, **added}
        edge = {place: known[place] for place in merkle.frontier(size)}
        rows = [nodes(level=level, index=index, hash=value) for (level, index), value in added.items()]
        nodes.objects.bulk_create(rows, batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [("store", "0011_match_of_opener")]
    operations = [
        migrations.CreateModel(
            name="TreeNode",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "level", "index", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("level", models.PositiveSmallIntegerField()),
                ("index", models.PositiveIntegerField()),
                ("hash", models.BinaryField()),
            ],
        ),
        migrations.AddField("checkpoint", "origin", models.CharField(default="bazigah/matches", max_length=200)),
        migrations.AddIndex("checkpoint", models.Index(fields=["size", "at", "id"], name="checkpoint_feed")),
        migrations.RunSQL(TRIGGERS, migrations.RunSQL.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
