"""A history cut into frames, with what is said and played in each: it asks tellings and tags, and names no event."""
