"""What can be said about guards by interval boxes: sets of numbers, domains, formulas, search."""
