"""The course around the labs: exercises that are judged at once, and hints."""
