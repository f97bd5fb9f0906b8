"""Playing any game: tables and players, text for people and how to parse it, transcripts, and simulation."""
