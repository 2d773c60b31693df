"""What can be done to a match: open and sit, answer, decide what follows, write it. Ground: no tasks."""
