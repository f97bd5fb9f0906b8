"""Games as the field's tools take them: OpenSpiel, PettingZoo, Gymnasium. Each is a module that needs the extra of its name."""
