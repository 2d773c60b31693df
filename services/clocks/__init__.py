"""Service: thinking time that runs out, outages that are credited, tables nobody came to."""
