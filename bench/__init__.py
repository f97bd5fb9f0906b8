"""How fast the library is; ``python -m bench`` measures it."""
