"""A database as an earlier version of the house left it, to be migrated and compared with what was true in it."""
