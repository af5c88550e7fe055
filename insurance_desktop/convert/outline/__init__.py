"""The outline of a Chinese document, learned from its own habits.

Zones (which column a row belongs to) → starts (every line that could open a section, with what speaks for it) → chains
(numbers that count on) → titles → tree → lines. Nothing is a gate: each stage adds evidence, the chains decide.
"""
