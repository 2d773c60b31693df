from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="GuestMatch",
            fields=[
                ("match", models.UUIDField(primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="LeafProgress",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("next_leaf", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="PlayerRating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game", "kind", "account", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=4)),
                ("account", models.UUIDField()),
                ("mu", models.BigIntegerField()),
                ("sigma", models.BigIntegerField()),
                ("floor", models.BigIntegerField()),
                ("matches", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [models.Index(fields=["game", "kind", "-floor", "account"], name="player_rating_list")],
            },
        ),
        migrations.CreateModel(
            name="RatedMatch",
            fields=[
                ("leaf", models.PositiveIntegerField(primary_key=True, serialize=False)),
                ("match", models.UUIDField(unique=True)),
                ("game", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=4)),
                ("at", models.DateTimeField()),
                ("public_at", models.DateTimeField()),
                ("accounts", models.JSONField()),
                ("places", models.JSONField(null=True)),
                ("refusal", models.CharField(blank=True, max_length=20)),
                ("counted", models.BooleanField(default=False)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("counted", True)),
                        fields=["game", "kind", "leaf"],
                        name="rated_match_counted",
                    ),
                    models.Index(
                        condition=models.Q(("counted", False), ("refusal", "")),
                        fields=["public_at"],
                        name="rated_match_waiting",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingStep",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "leaf", "account", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("leaf", models.PositiveIntegerField()),
                ("account", models.UUIDField()),
                ("game", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=4)),
                ("match", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("mu", models.BigIntegerField()),
                ("sigma", models.BigIntegerField()),
                ("mu_before", models.BigIntegerField()),
                ("matches", models.PositiveIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "game", "kind", "leaf"], name="rating_step_history"),
                    models.Index(fields=["game", "kind", "leaf"], name="rating_step_since"),
                    models.Index(fields=["match"], name="rating_step_match"),
                ],
            },
        ),
    ]
