"""Service: judges what was recorded, starts full tables, serves the timers of the rules, reveals seeds."""
