"""The games: rules, notation, views, scoring, bots and fair chance, in plain Python."""
