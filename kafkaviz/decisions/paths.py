"""Which texts can name a file."""

import os
from errno import ENAMETOOLONG
from os import PathLike
from pathlib import Path

from kafkaviz.decisions.errors import InvalidArgumentError, WrongTypeError
from kafkaviz.decisions.wording import short


def path_of(given: object, called: str = "A path") -> Path:
    """Returns what names a file or a folder, whether there is one or not; `called` is what a refusal calls it.

    Raises WrongTypeError for what is neither text nor a path, InvalidArgumentError for what no file can be called.

    >>> path_of(5)
    Traceback (most recent call last):
    kafkaviz.decisions.errors.WrongTypeError: A path is text or a pathlib.Path, not 5.
    >>> path_of("a\\0.log")
    Traceback (most recent call last):
    kafkaviz.decisions.errors.InvalidArgumentError: No file is called 'a\\x00.log'.
    """
    if not isinstance(given, str | PathLike) or isinstance(os.fspath(given), bytes):
        raise WrongTypeError(f"{called} is text or a pathlib.Path, not {short(given)}.")
    path = Path(given)
    try:
        path.lstat()
    except (OSError, ValueError) as problem:
        # A ValueError is a letter that no file system knows; what is merely not there may be made.
        if isinstance(problem, ValueError) or problem.errno == ENAMETOOLONG:
            raise InvalidArgumentError(f"No file is called {short(str(path))}.") from None
    return path


def expand_home(path: Path) -> Path:
    """Returns a path with ~ replaced by that user's home, as a shell does; a path with an unknown user stays as it is.

    >>> expand_home(Path("~nobody-has-this-name/logs"))
    PosixPath('~nobody-has-this-name/logs')
    """
    try:
        return path.expanduser()
    except RuntimeError:
        return path
