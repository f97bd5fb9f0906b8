"""The stock and the waste of Devil's Grip (rules 3)."""

from attrs import field, frozen

from cardrules.cards import Deck, Hand
from cardrules.games.devils_grip.rules import Rules
from cardrules.labels import UNTOLD, told
from cardrules.zones import Closed, Known, Open


@frozen
class Talon:
    """The stock and the waste. The stock lies in ``stock`` or ``redealt``; at least one of them is empty."""

    stock: Closed[Deck]
    """The stock of the first pass."""
    redealt: Known[Deck] = field(metadata=told("stock"))
    """The stock after a redeal, its top card first; everybody knows its order."""
    waste: Open[Hand]
    """The cards turned from the stock, the top one last."""
    redeals: int = field(metadata=told("redeals", zero=False))
    """The number of times that the waste has been turned over."""
    idle: bool = field(metadata=UNTOLD)
    """Whether no card was played in the pass before this one (3.4)."""
    played: bool = field(metadata=UNTOLD)
    """Whether a card has been played in this pass (3.4)."""


def filling(rules: Rules, talon: Talon) -> tuple[Hand, Talon]:
    """Return the card that fills a space, and the stock and waste without it."""
    if rules.fill_from == "waste" and talon.waste:  # 3.5
        return off_waste(talon)
    if talon.stock or talon.redealt:  # 3.1
        card, stock, redealt = _drawn(talon, 1)
        return card, Talon(stock, redealt, talon.waste, talon.redeals, talon.idle, played=True)
    if talon.waste and rules.empty_stock == "redeal" and _redeals_left(rules, talon):  # 3.2
        card, redealt = Deck(talon.waste).draw()
        return card, Talon(talon.stock, redealt, Hand(), talon.redeals + 1, idle=False, played=False)
    return off_waste(talon)  # 3.2: if the waste is empty too, as only in smaller packs, the space remains


def _drawn(talon: Talon, count: int) -> tuple[Hand, Deck, Deck]:
    """Return the next ``count`` cards of the stock, or all if it has fewer, and the rest of its two zones."""
    deck = talon.stock or talon.redealt
    cards, rest = deck.draw(min(count, len(deck)))
    return (cards, rest, talon.redealt) if talon.stock else (cards, talon.stock, rest)


def _redeals_left(rules: Rules, talon: Talon) -> bool:
    return rules.redeals is None or talon.redeals < rules.redeals


def off_waste(talon: Talon) -> tuple[Hand, Talon]:
    """Return the top card of the waste, if there is one, and the stock and waste after it is played."""
    waste = talon.waste
    rest = Talon(talon.stock, talon.redealt, Hand(waste[:-1]), talon.redeals, talon.idle, played=True)
    return Hand(waste[-1:]), rest


def turned(rules: Rules, talon: Talon) -> Talon:
    """Turn the next cards of the stock onto the waste (3.3)."""
    cards, stock, redealt = _drawn(talon, rules.turn)
    return Talon(stock, redealt, talon.waste.plus(cards), talon.redeals, talon.idle, talon.played)


def may_redeal(rules: Rules, talon: Talon) -> bool:
    """Return whether the waste may be turned over, given that the stock is empty (3.4)."""
    return bool(talon.waste) and _redeals_left(rules, talon) and (talon.played or not talon.idle)


def turned_over(talon: Talon) -> Talon:
    """Make the waste the stock: the card that was turned first is on top again (3.4)."""
    return Talon(talon.stock, Deck(talon.waste), Hand(), talon.redeals + 1, idle=not talon.played, played=False)
