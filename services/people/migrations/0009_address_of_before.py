"""The address that links went to before, until it has heard of that."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("gateway", "0008_links_to_sign_in")]
    operations = [
        migrations.AddField("preferences", "former_mail", models.CharField(blank=True, default="", max_length=254)),
    ]
