"""The record of decisions: one annotation per turn, as a value and as a text block."""
