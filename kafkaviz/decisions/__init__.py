"""What Kafka decides, one question and one pure function at a time; learners read and replace these."""
