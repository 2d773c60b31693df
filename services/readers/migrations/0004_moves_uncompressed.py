"""Lists of moves are stored as they are: packing them took PostgreSQL as long as half of a judgement's write."""

from django.db import migrations

SET = "ALTER TABLE projections_frame ALTER COLUMN moves SET STORAGE {}"


class Migration(migrations.Migration):
    dependencies = [("projections", "0003_frames_are_thrown_away")]

    operations = [migrations.RunSQL(SET.format("EXTERNAL"), SET.format("EXTENDED"))]
