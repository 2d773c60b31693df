"""The API other programs rely on: read the form, call one service, name the status."""
