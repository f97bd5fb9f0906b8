"""Mutation tests: small faults are planted in the package one by one, and the tests must notice each of them.

``python -m mutation`` plants a sample in every module, ``nox -s mutation`` in an environment of its own. mutmut skips
decorated functions and the fields of classes, and cosmic-ray cannot parse ``match``, so the project has its own tool.
"""
