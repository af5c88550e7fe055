"""Choice questions of exams."""
