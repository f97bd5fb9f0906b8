"""The games, a module each; :mod:`cardrules.catalogue` finds them by name."""
