"""What is given to be translated: one text, texts in some order, or nothing of the kind."""

from typing import Any, List, Mapping, Optional

_MISSING = ("NAType", "NaTType")  # what pandas has for a text that is not there


def is_missing(text: Any) -> bool:
    """None, NaN, and pandas' NA: no text is there."""
    return text is None or text != text if isinstance(text, (type(None), float)) else type(text).__name__ in _MISSING


def _refuse(what: str, how: str) -> TypeError:
    return TypeError("%s: %s" % (what, how))


def check(texts: Any) -> None:
    """Refuses what has no order of texts, with the way to say what is meant."""
    kind = type(texts).__name__
    if texts is None or isinstance(texts, (bool, int, float, complex)):
        raise _refuse("%s is no text" % kind, "give a str, bytes, a list of them, or an iterator")
    if isinstance(texts, Mapping):
        raise _refuse("a %s is no list of texts" % kind, "give its values, list(%s.values())" % kind)
    if hasattr(texts, "columns") or hasattr(texts, "column_names"):
        raise _refuse("a %s is no list of texts" % kind, 'give a column of it, as in table["text"]')
    dimensions = getattr(texts, "ndim", 1)
    if isinstance(dimensions, int) and dimensions != 1:
        raise _refuse("an array of %d dimensions is no list of texts" % dimensions,
                      "give a column of it, as in array[:, 0], or all of it, array.ravel()")
    if not hasattr(texts, "__iter__"):
        raise _refuse("%s is no text" % kind, "give a str, bytes, a list of them, or an iterator")


def is_list(texts: Any) -> bool:
    """True of what is there at once: lists, columns and arrays; false of iterators."""
    return hasattr(texts, "to_pylist") or (hasattr(texts, "__len__") and hasattr(texts, "__getitem__"))


def as_list(texts: Any) -> List[Optional[Any]]:
    """Texts of a list, a column or an array; None where one is missing."""
    found = texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)
    return [None if is_missing(t) else t for t in found]
