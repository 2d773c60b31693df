"""Seeds that are bound before any entropy is heard."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("store", "0007_facts")]

    operations = [
        migrations.CreateModel(
            name="Commitment",
            fields=[
                ("stream", models.UUIDField(primary_key=True, serialize=False)),
                ("seed", models.BinaryField()),
                ("asker", models.CharField(blank=True, max_length=100)),
                ("expires_at", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
