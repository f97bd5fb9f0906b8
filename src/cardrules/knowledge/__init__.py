"""What seats know: all that a seat has seen, and the games that may have been played behind it."""
