"""Play any game: tables, players, text and its parser, transcripts, and simulation."""
