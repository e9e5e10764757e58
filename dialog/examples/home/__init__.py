"""A home: lights, timers, lists, reminders. Nothing here is like the agency but the table's features."""
