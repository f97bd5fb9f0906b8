"""The parts of simulations: games that are played and counted in chunks, by whoever plays them."""
