"""Service: the schedule. Sends every service its tick, and keeps the heartbeat by which outages are known."""
