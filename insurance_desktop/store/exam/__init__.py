"""Questions of exams that a person practises."""
