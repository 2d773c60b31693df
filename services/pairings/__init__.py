"""Tournaments and ratings as pure functions: the log's events and their fold, pairing engines, points, standings.

No Django, no clock, no random source, no database. Time, facts about matches and the seed are passed in.
"""
