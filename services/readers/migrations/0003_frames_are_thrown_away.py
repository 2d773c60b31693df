"""Who sits where and since when it is asked stands in the durable seats; frames hold only what can be redrawn."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("projections", "0002_lean_indexes"), ("store", "0006_seats")]

    operations = [
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", migrations.RunSQL.noop),
        migrations.DeleteModel("SeatHolder"),
        migrations.RemoveIndex("frame", "frame_waiting"),
        migrations.RemoveField("frame", "asked_at"),
        migrations.RunSQL("ALTER TABLE projections_frame SET (fillfactor = 70)", migrations.RunSQL.noop),
    ]
