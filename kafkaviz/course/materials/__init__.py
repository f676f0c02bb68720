"""The course as files: what a wheel carries, brought into a learner's folder, and renewed there later."""
