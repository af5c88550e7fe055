"""This page in the rail."""

from insurance_desktop.gui.pages import Entry

ENTRY = Entry(
    __package__,
    50,
    "evaluation",
    "gui.page_evaluation",
    "evaluation_page:EvaluationPage",
    background="monthly_judging:MonthlyJudging",
)
