"""The rulebooks, a Markdown page for each game; :mod:`cardrules.rulebook` reads them."""
