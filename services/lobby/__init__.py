"""Service: people who look for somebody to play are brought together; invitations to tables."""
