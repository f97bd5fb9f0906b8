"""Benchmarks of the library; ``python -m bench`` runs them."""
