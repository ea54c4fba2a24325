"""libtranslate: machine translation, private, offline, the same bits everywhere.

>>> from libtranslate import Translator
>>> Translator("en-de-tiny")("Good morning.")
'Guten Morgen.'
"""

from typing import Dict, Tuple

from ._errors import Error, FileError, FormatError, InvalidError, TranslationError, UnsupportedError
from ._evaluate import Score, evaluate
from ._explain import Explanation
from ._library import TextWarning
from ._library import lib as _lib
from ._models import detect, fetch, models
from ._result import Hypothesis, Lost, Result, Token
from ._translator import Translator

__version__: str = _lib.tr_version().decode()

__all__ = [
    "Error",
    "Explanation",
    "FileError",
    "FormatError",
    "Hypothesis",
    "InvalidError",
    "Lost",
    "Result",
    "Score",
    "TextWarning",
    "Token",
    "TranslationError",
    "Translator",
    "UnsupportedError",
    "detect",
    "evaluate",
    "fetch",
    "models",
    "options",
]


def options() -> Dict[str, Tuple[str, str]]:
    """All options of a Translator: what each takes, and what it does.

    >>> options()["beam"][0]
    'N'
    """
    found: Dict[str, Tuple[str, str]] = {}
    i = 0
    while True:
        option = _lib.tr_option_at(i)
        if not option:
            return found
        o = option.contents
        found[o.name.decode()] = (o.argument.decode(), o.help.decode())
        i += 1
