"""The verification harness."""
