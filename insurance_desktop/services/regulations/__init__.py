"""Regulations by the way surveyors cite them."""
