"""Scores of translations: the numbers of sacreBLEU."""

import ctypes as C
from typing import Dict, List, NamedTuple, Sequence, Union

from . import _library
from ._errors import InvalidError
from ._library import EvaluationOptionsStruct, MetricScoreStruct, StringStruct, call, encode, lib

_METRICS = ("bleu", "chrf", "chrf++", "ter")
_WORDS = ("13a", "intl", "char", "none", "zh")


class Score(NamedTuple):
    """A metric's score, and what sacreBLEU would call it."""

    name: str
    score: float
    signature: str


def evaluate(
    translations: Sequence[str],
    references: Union[Sequence[str], Sequence[Sequence[str]]],
    metrics: Sequence[str] = _METRICS,
    tokenize: str = "13a",
    lowercase: bool = False,
) -> Dict[str, Score]:
    """Scores of translations against references: of each line one, or several lists of them.

    >>> round(evaluate(["The cat sleeps here now."], ["The cat sleeps here today."])["chrf"].score, 1)
    72.0
    """
    sets: List[Sequence[str]]
    sets = [references] if not references or isinstance(references[0], str) else list(references)  # type: ignore[list-item]
    if any(len(lines) != len(translations) for lines in sets):
        raise InvalidError("references have another number of lines than the translations")
    unknown = [m for m in metrics if m not in _METRICS] + [t for t in [tokenize] if t not in _WORDS]
    if unknown:
        raise InvalidError("%s is not one of %s" % (unknown[0], ", ".join(_METRICS + _WORDS)))
    options = EvaluationOptionsStruct()
    lib.tr_evaluation_options_init_sized(C.byref(options), C.sizeof(options))
    options.metrics = sum(1 << _METRICS.index(m) for m in set(metrics))
    options.words = _WORDS.index(tokenize)
    options.lowercase = lowercase
    options.n_references = len(sets)
    handle = C.c_void_p()
    call(lib.tr_evaluation_create_sized, C.byref(handle), C.byref(options), C.sizeof(options))
    try:
        for i, line in enumerate(translations):
            texts = [encode(lines[i]) for lines in sets]
            given = (StringStruct * len(texts))(*[_library.string(t) for t in texts])
            data = encode(line)
            call(lib.tr_evaluation_add, handle, _library.string(data), given)
        return {m: _score(handle, m) for m in metrics}
    finally:
        lib.tr_evaluation_free(handle)


def _score(handle: C.c_void_p, metric: str) -> Score:
    s = MetricScoreStruct()
    call(lib.tr_evaluation_score_sized, handle, _METRICS.index(metric), C.byref(s), C.sizeof(s))
    return Score(s.name.decode(), s.score, s.signature.decode())
