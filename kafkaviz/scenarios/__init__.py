"""The stories of the course: functions that return a lab, a module for each notebook."""
