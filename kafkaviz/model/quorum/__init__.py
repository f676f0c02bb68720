"""The quorum of controllers: its elections, and what its leader decides."""
