"""What those need who develop the product and nobody who runs it: not in the wheel."""
