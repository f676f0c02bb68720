"""A lab as a file: what was asked, and a learner's functions as what they answered."""
