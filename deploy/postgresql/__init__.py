"""Django's backend for PostgreSQL, as the house needs it."""
