"""Settings, process entry points and the one-command run: wires the rooms, is imported by none."""
