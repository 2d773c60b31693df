"""What a match is: its tables, its events, the fold. Ground: no tasks."""
