"""A class: what each of its learners hands in, and what the one who teaches sees of all of them."""
