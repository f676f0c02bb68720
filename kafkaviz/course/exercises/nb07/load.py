"""E07.3: who carries the load of a dead broker?"""
