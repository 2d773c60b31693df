"""What pages and API ask of the records."""
