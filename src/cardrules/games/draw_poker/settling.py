"""The end of a deal in five-card draw: the hands are shown, and the pot or the pots are paid."""

from cardrules.blocks.money import credit, split_pot
from cardrules.blocks.phases import Finished
from cardrules.blocks.pots import Chips
from cardrules.cards import Hand
from cardrules.games.draw_poker.table import Dealing, Table, Win
from cardrules.seats import Seat, clockwise_from, left_of


def show_down(table: Table, left: tuple[Seat, ...]) -> Dealing | Finished[Table]:
    """Show the hands of all seats still in; the best takes the pot, and of side pots the best of those who can win it."""
    deal, hands, shown = table.deal, list(table.hands), list(table.shown)
    ranking = deal.rules.ranking
    values: dict[Seat, int] = {}
    for seat in left:
        hands[seat], shown[seat] = Hand(), hands[seat].sorted()  # the order of the hand would tell which cards are new
        values[seat] = ranking.value(shown[seat])
    wins: list[Win] = []
    for pot in table.pots(left):  # 5.8
        best = max([values[seat] for seat in pot.seats])
        winners = tuple([seat for seat in pot.seats if values[seat] == best])
        wins.append(Win(winners, pot.amount, ranking.words(shown[winners[0]])))
    table = Table(deal, table.balances, table.pot, table.wins, table.stock, tuple(hands), table.thrown, tuple(shown))
    return settle(table, *wins)


def settle(table: Table, *wins: Win) -> Dealing | Finished[Table]:
    """Pay the pots to their winners, and go on to the next deal if there is one."""
    balances, deal = table.balances, table.deal
    for win in wins:
        for seat, part in zip(win.seats, split_pot(win.pot, len(win.seats)), strict=True):
            balances = credit(balances, seat, part)  # 5.7
    all_wins = (*table.wins, *wins)
    dealer, pot = _next(table, balances)
    table = Table(deal, balances, pot, all_wins, table.stock, table.hands, table.thrown, table.shown)
    if deal.number == deal.rules.deals or dealer is None:
        return Finished(table)  # 6.1, 6.2
    return Dealing(table, dealer)


def _next(table: Table, balances: tuple[int, ...]) -> tuple[Seat | None, int | Chips]:
    """Return the next dealer, ``None`` if one seat has all, and the empty pot, with the stacks at table stakes."""
    dealer = left_of(table.deal.dealer, len(balances))  # 1.2
    if isinstance(table.pot, int):
        return dealer, 0
    stacks = tuple(map(sum, zip(table.deal.rules.brought, balances, strict=True)))
    able = [seat for seat in clockwise_from(dealer, len(stacks)) if stacks[seat]]  # 6.2
    return able[0] if len(able) > 1 else None, Chips.brought(stacks)
