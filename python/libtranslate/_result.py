"""What the library says of a line."""

import ctypes as C
import dataclasses
import json
import math
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from ._library import lib, read_text


class Token(NamedTuple):
    """A piece of the model's vocabulary, and the bytes of the UTF-8 text that it covers."""

    id: int
    piece: str
    begin: int
    end: int
    log_probability: float


class Hypothesis(NamedTuple):
    """A translation, and what the model thinks of it."""

    text: str
    score: float
    log_probability: float


class Lost(NamedTuple):
    """What a translation lacks of its source, and the bytes of the UTF-8 source where it stands.

    `kind` is one of those of `lost` in translate(1)'s JSON: "number", "code", "name", ...
    """

    text: str
    begin: int
    end: int
    kind: str


@dataclasses.dataclass(frozen=True)
class Result:
    """One line's translation.

    text             the best translation; None where there is none: `error` says why
    score            what the model thinks of it; NaN where nothing was searched
    log_probability  the same, of all tokens together
    alignment        pairs of a source token and a token of the translation, where it was asked for;
                     the number behind the last source token stands for what surrounds a sentence
    lost             what the translation lacks of its source, such as numbers
    retried          how many sentences were searched a second time
    error            why there is no translation; None where there is one
    source           the text, in valid UTF-8, without its line end
    hypotheses       as many translations as n_best says, the best first
    source_tokens    pieces of the source, with alignment
    tokens           pieces of the translation, with alignment
    quality          an estimate, from 0 to 1, of the chrF to be expected: it orders lines, and is no
                     probability that one is right; NaN: there is none, as of what was copied
    """

    text: Optional[str]
    score: float
    log_probability: float
    alignment: Optional[List[Tuple[int, int]]]
    lost: List[Lost]
    retried: int
    error: Optional[str]
    source: str
    hypotheses: List[Hypothesis]
    source_tokens: List[Token]
    tokens: List[Token]
    quality: float

    def __str__(self) -> str:
        return self.text or ""

    def asdict(self) -> Dict[str, Any]:
        """All of it as dicts, lists, texts and numbers; None for NaN."""
        return {f.name: _plain(getattr(self, f.name)) for f in dataclasses.fields(self)}

    def json(self) -> str:
        """All of it as JSON, in one line."""
        return json.dumps(self.asdict(), ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, float):
        return None if math.isnan(value) else value
    if isinstance(value, (Token, Hypothesis, Lost)):
        return {name: _plain(v) for name, v in value._asdict().items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value


def token_of(t: Any) -> Token:
    return Token(t.id, t.piece.decode("utf-8", "replace"), t.begin, t.end, t.log_probability)


def _hypothesis_of(h: Any) -> Hypothesis:
    return Hypothesis(read_text(h.text, h.text_len), h.score, h.log_probability)


def _lost_of(pointer: Any, source: str) -> List[Lost]:
    n = pointer.contents.n_lost
    text = source.encode() if n else b""
    found = (lib.tr_translation_lost(pointer, i).contents for i in range(n))
    return [
        Lost(text[x.begin : x.end].decode("utf-8", "replace"), x.begin, x.end, x.kind.decode())
        for x in found
    ]


def _alignment_of(best: Any, n_tokens: int) -> Optional[List[Tuple[int, int]]]:
    if not lib.tr_hypothesis_alignment(best, 0):
        return None
    return [(lib.tr_hypothesis_alignment(best, i).contents.best, i) for i in range(n_tokens)]


def result_of(pointer: Any, details: bool) -> Result:
    """Copies a tr_translation, which lives until the session's next call."""
    t = pointer.contents
    source = read_text(t.source, t.source_len)
    if t.status:
        message = t.message.decode("utf-8", "replace")
        nan = float("nan")
        return Result(None, nan, nan, None, [], t.n_retried, message, source, [], [], [], nan)
    first = lib.tr_translation_hypothesis(pointer, 0)
    h = first.contents
    hypotheses = [_hypothesis_of(h)]
    for k in range(1, t.n_hypotheses):
        hypotheses.append(_hypothesis_of(lib.tr_translation_hypothesis(pointer, k).contents))
    source_tokens: List[Token] = []
    tokens: List[Token] = []
    alignment = None
    if details:
        source_tokens = [
            token_of(lib.tr_translation_source_token(pointer, i).contents)
            for i in range(t.n_source_tokens)
        ]
        tokens = [token_of(lib.tr_hypothesis_token(first, i).contents) for i in range(h.n_tokens)]
        alignment = _alignment_of(first, h.n_tokens)
    return Result(
        hypotheses[0].text,
        h.score,
        h.log_probability,
        alignment,
        _lost_of(pointer, source),
        t.n_retried,
        None,
        source,
        hypotheses,
        source_tokens,
        tokens,
        t.quality,
    )


def text_of(pointer: Any) -> Optional[str]:
    """The best translation alone; None where there is none."""
    t = pointer.contents
    if t.status:
        return None
    h = lib.tr_translation_hypothesis(pointer, 0).contents
    return C.string_at(h.text, h.text_len).decode("utf-8", "replace") if h.text_len else ""
