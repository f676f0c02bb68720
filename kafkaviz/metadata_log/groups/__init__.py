"""What `__consumer_offsets` tells of groups, beside the metadata log: members, generations, assignments, commits."""
