"""Names that no other model has; tables and rows stay as they are."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.AlterModelTable("entry", "tournaments_entry"),
        migrations.AlterModelTable("invitation", "tournaments_invitation"),
        migrations.RenameModel("Entry", "TournamentEntry"),
        migrations.RenameModel("Invitation", "TournamentInvitation"),
    ]
