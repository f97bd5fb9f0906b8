"""Players that think: tree search and sampling over the worlds that a seat thinks possible, for any game."""
