"""The pages of tournaments: lists, the wizard, a tournament, what entrants and directors ask for."""
