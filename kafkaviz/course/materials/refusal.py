"""How a folder refuses the course: in one sentence."""

from kafkaviz.decisions.errors import OneSentence


class CourseFolderError(OneSentence, RuntimeError):
    """Nothing could be brought, or not all of it; what a person has changed is as it was."""
