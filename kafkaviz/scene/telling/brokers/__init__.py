"""What is told of brokers: of their processes, and of how the cluster counts on them."""
