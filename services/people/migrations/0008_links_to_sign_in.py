"""Links to sign in, and the one address of an account that they go to: of those confirmed, the oldest account's."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Lower

FILL = """
    UPDATE gateway_preferences p SET link_mail = p.mail FROM (
        SELECT DISTINCT ON (lower(q.mail)) q.account_id FROM gateway_preferences q
          JOIN gateway_account a ON a.id = q.account_id
         WHERE q.mail_confirmed AND q.mail <> '' AND a.is_active ORDER BY lower(q.mail), a.created_at, a.id
    ) AS first WHERE first.account_id = p.account_id
"""


class Migration(migrations.Migration):
    dependencies = [("gateway", "0007_notes")]
    operations = [
        migrations.CreateModel(
            name="SignInLink",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(null=True)),
                ("holder", models.CharField(blank=True, max_length=128)),
            ],
        ),
        migrations.AddField("preferences", "link_mail", models.CharField(blank=True, default="", max_length=254)),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "preferences",
            models.UniqueConstraint(Lower("link_mail"), condition=~models.Q(link_mail=""), name="address_of_one"),
        ),
    ]
