"""Processes with limits: conversions, page pictures, suggestions for scans, and measuring."""
