"""Rules of card games: typed, immutable, and verified.

A game is a module of :mod:`cardrules.games`, such as :mod:`cardrules.games.oh_hell`: its options ``Rules``, its moves,
its phases, and the functions ``start``, ``legal_moves``, ``apply`` and ``outcome``. What works with any game is in
:mod:`cardrules.game` (shuffles, play-outs, records) and :mod:`cardrules.zones` (what each seat sees).
"""
