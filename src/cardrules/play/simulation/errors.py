"""The error of all parts of simulations, and the numbers that they are given."""

from operator import index

from cardrules.errors import CardRulesError


class SimulationError(CardRulesError, ValueError):
    """A simulation with wrong numbers, a game without end, parts that cannot be sent, or a file that keeps no games."""

    code = "simulation"


def whole_number(name: str, value: int, least: int) -> int:
    """Return ``value`` as an ``int``, also if it is a whole number of another library."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise SimulationError(f"{name} must be a whole number from {least} up, not {value!r}")
    return number


def positive_number(name: str, value: float) -> float:
    """Return ``value`` as a ``float`` above 0."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = 0.0
    if not 0 < number < float("inf"):
        raise SimulationError(f"{name} must be a number above 0, not {value!r}")
    return number
