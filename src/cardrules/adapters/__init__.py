"""Games as OpenSpiel, PettingZoo and Gymnasium take them: a module for each, which needs the extra of its name."""
