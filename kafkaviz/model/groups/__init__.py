"""Groups of consumers; what is true of every protocol is in `common`, the rest in a package for each protocol."""
