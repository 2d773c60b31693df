"""Service: pairs rounds, opens their matches, notes results, closes rounds and tournaments."""
