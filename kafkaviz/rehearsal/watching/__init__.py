"""A running cluster watched from outside: it is asked once a second, and what changed becomes a film."""
