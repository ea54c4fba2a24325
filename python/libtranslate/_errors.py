"""Errors: each has the library's sentence, and its number as `code`."""

from typing import Any, Dict, NoReturn, Type


class Error(Exception):
    """What the library, or a program of it, says that went wrong."""

    def __init__(self, message: str, code: int = 0):
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> Any:
        return (type(self), (self.args[0], self.code))


class InvalidError(Error, ValueError):
    """An argument or an option is out of range."""


class FileError(Error, OSError):
    """The system refused, as it does for a file that is not there."""

    def __init__(self, message: str, code: int = 0):
        Error.__init__(self, message, code)

    def __str__(self) -> str:
        return str(self.args[0])


class FormatError(Error, ValueError):
    """A file is damaged, or not of the kind that it should be."""


class UnsupportedError(Error):
    """Well-formed, but this build or this model does not have it."""


class TranslationError(Error):
    """A line has no translation."""


_KINDS: Dict[int, Type[Error]] = {
    -1: InvalidError,
    -3: FileError,
    -4: FormatError,
    -5: UnsupportedError,
    -6: UnsupportedError,
    -7: TranslationError,
}


def raise_error(code: int, message: str) -> NoReturn:
    if code == -2:
        raise MemoryError(message)
    raise _KINDS.get(code, Error)(message, code)
