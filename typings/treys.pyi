# The part of treys that the benchmarks use.

class Card:
    @staticmethod
    def new(string: str) -> int: ...

class Evaluator:
    def evaluate(self, hand: list[int], board: list[int]) -> int: ...
