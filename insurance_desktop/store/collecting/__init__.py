"""What collecting keeps: receipts, breakers, runs, listed files, alarms."""
