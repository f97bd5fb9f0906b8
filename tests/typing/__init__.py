"""Code for type checkers alone: it is checked, never run."""
