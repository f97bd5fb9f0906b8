"""Tests of the server of tables."""
