"""Building blocks: the parts of rules that several games share."""
