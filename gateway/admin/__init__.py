"""Django's admin for operators: things to look at, and orders to give. Nothing is added, edited or deleted."""
