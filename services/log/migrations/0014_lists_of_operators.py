"""Second names for matches, for the lists of operators. No table changes."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("store", "0013_audit_details")]
    operations = [
        migrations.CreateModel(
            name=name,
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("store.match",),
        )
        for name in ("BotTable", "ParkedMatch")
    ]
