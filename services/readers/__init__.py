"""What people see of a match: frames, news, cards, history. Ground; all of it can be dropped and redrawn."""
