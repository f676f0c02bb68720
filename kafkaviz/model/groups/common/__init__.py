"""What groups of every protocol share: members, coordinators, positions, committed offsets."""
