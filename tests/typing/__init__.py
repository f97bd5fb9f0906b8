"""Code that is type-checked but never run."""
