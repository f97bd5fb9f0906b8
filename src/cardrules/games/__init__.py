"""The games, one module each; :mod:`cardrules.catalogue` finds them by name."""
