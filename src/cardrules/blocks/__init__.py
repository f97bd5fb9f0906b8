"""Building blocks: parts of rules that several games share."""
