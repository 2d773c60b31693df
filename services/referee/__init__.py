"""The referee: says what recorded moves mean."""
