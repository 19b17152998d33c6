"""From syntax trees to a Program: names are resolved, kinds and units checked, lets expanded."""
