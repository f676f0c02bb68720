"""Code that runs in a fresh interpreter as if some packages were not installed."""

from collections.abc import Collection


def hide(packages: Collection[str]) -> str:
    """Returns the lines after which none of these packages is found."""
    return f"""
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {(*packages,)!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Hidden())
"""
