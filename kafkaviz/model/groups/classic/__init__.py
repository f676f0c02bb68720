"""Groups of the classic protocol, eager and cooperative: join, sync, generations."""
