"""Share groups, KIP-932, in their simplest form: each record is lent to one member at a time."""
