"""Exercises of notebook 08, Where does a reader go on?: lag, where to begin, what a crash costs, who coordinates."""
