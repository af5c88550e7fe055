"""检索: what an AI client would get for a question, with the way back to the page."""
