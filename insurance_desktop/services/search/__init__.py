"""Clauses for a question: both arms, their fusion and calibration, and the index behind them."""
