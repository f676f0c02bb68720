"""The course around the labs: exercises that are answered at once, and hints."""
