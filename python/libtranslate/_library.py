"""The shared library: where it is, and its functions."""

import ctypes as C
import os
import sys
import warnings
from pathlib import Path
from typing import Any, Dict, List, Optional

from ._errors import raise_error

BUNDLE = Path(__file__).resolve().parent / "_bundle"
SONAME = "libtranslate.so.0"


class ErrorStruct(C.Structure):
    _fields_ = [("code", C.c_int), ("msg", C.c_char * 1024)]


class StringStruct(C.Structure):
    _fields_ = [("text", C.c_char_p), ("len", C.c_size_t)]


class TokenStruct(C.Structure):
    _fields_ = [
        ("id", C.c_int32),
        ("piece", C.c_char_p),
        ("begin", C.c_size_t),
        ("end", C.c_size_t),
        ("log_probability", C.c_float),
    ]


class LostStruct(C.Structure):
    _fields_ = [("begin", C.c_size_t), ("end", C.c_size_t), ("kind", C.c_char_p)]


class AlignmentStruct(C.Structure):
    _fields_ = [
        ("first", C.c_size_t),
        ("n", C.c_size_t),
        ("weight", C.POINTER(C.c_float)),
        ("best", C.c_size_t),
    ]


class HypothesisStruct(C.Structure):
    _fields_ = [
        ("text", C.c_void_p),
        ("text_len", C.c_size_t),
        ("score", C.c_float),
        ("log_probability", C.c_float),
        ("n_tokens", C.c_size_t),
    ]


class TranslationStruct(C.Structure):
    _fields_ = [
        ("status", C.c_int),
        ("message", C.c_char_p),
        ("line", C.c_size_t),
        ("source", C.c_void_p),
        ("source_len", C.c_size_t),
        ("line_end", C.c_char_p),
        ("n_retried", C.c_size_t),
        ("n_improved", C.c_size_t),
        ("n_lost", C.c_size_t),
        ("n_terms", C.c_size_t),
        ("n_terms_placed", C.c_size_t),
        ("n_terms_missing", C.c_size_t),
        ("remembered", C.c_int),
        ("n_repaired", C.c_size_t),
        ("n_source_tokens", C.c_size_t),
        ("source_tokens", C.c_void_p),
        ("n_hypotheses", C.c_size_t),
        ("hypotheses", C.c_void_p),
        ("quality", C.c_float),
    ]


class TokensStruct(C.Structure):
    _fields_ = [("n", C.c_size_t), ("token", C.POINTER(TokenStruct))]


class OptionStruct(C.Structure):
    _fields_ = [("name", C.c_char_p), ("argument", C.c_char_p), ("help", C.c_char_p)]


class ModelInfoStruct(C.Structure):
    _fields_ = [
        (name, C.c_char_p)
        for name in ("path", "name", "license", "origin", "source_language", "target_language")
    ]


class DocumentOptionsStruct(C.Structure):
    _fields_ = [
        ("format", C.c_char_p),
        ("encoding", C.c_char_p),
        ("columns", C.c_char_p),
        ("header", C.c_int),
        ("keys", C.c_char_p),
        ("single_cues", C.c_int),
        ("source_language", C.c_char_p),
        ("target_language", C.c_char_p),
    ]


class EvaluationOptionsStruct(C.Structure):
    _fields_ = [
        ("metrics", C.c_uint),
        ("words", C.c_int),
        ("lowercase", C.c_int),
        ("n_references", C.c_size_t),
    ]


class MetricScoreStruct(C.Structure):
    _fields_ = [
        ("name", C.c_char_p),
        ("signature", C.c_char * 192),
        ("score", C.c_double),
        ("precisions", C.c_double * 4),
        ("brevity_penalty", C.c_double),
    ]


PROGRESS = C.CFUNCTYPE(C.c_int, C.c_void_p, C.c_double)

_P = C.POINTER
_ERR = _P(ErrorStruct)
_PROTOTYPES: Dict[str, Any] = {
    "tr_version": (C.c_char_p, []),
    "tr_model_open": (C.c_int, [_P(C.c_void_p), C.c_char_p, _ERR]),
    "tr_model_close": (None, [C.c_void_p]),
    "tr_model_get_info": (_P(ModelInfoStruct), [C.c_void_p]),
    "tr_model_header": (C.c_void_p, [C.c_void_p, _P(C.c_size_t)]),
    "tr_options_create": (C.c_void_p, [C.c_void_p]),
    "tr_options_free": (None, [C.c_void_p]),
    "tr_options_set": (C.c_int, [C.c_void_p, C.c_char_p, C.c_char_p, _ERR]),
    "tr_options_get": (C.c_ssize_t, [C.c_void_p, C.c_char_p, C.c_char_p, C.c_size_t]),
    "tr_option_at": (_P(OptionStruct), [C.c_size_t]),
    "tr_session_create": (C.c_int, [_P(C.c_void_p), C.c_void_p, C.c_void_p, _ERR]),
    "tr_session_free": (None, [C.c_void_p]),
    "tr_translate_batch": (
        C.c_int,
        [C.c_void_p, _P(StringStruct), C.c_size_t, _P(_P(_P(TranslationStruct))), _ERR],
    ),
    "tr_score": (
        C.c_int,
        [C.c_void_p, StringStruct, StringStruct, _P(_P(TranslationStruct)), _ERR],
    ),
    "tr_translation_hypothesis": (_P(HypothesisStruct), [_P(TranslationStruct), C.c_size_t]),
    "tr_translation_lost": (_P(LostStruct), [_P(TranslationStruct), C.c_size_t]),
    "tr_translation_source_token": (_P(TokenStruct), [_P(TranslationStruct), C.c_size_t]),
    "tr_hypothesis_token": (_P(TokenStruct), [_P(HypothesisStruct), C.c_size_t]),
    "tr_hypothesis_alignment": (_P(AlignmentStruct), [_P(HypothesisStruct), C.c_size_t]),
    "tr_tokenize": (
        C.c_int,
        [C.c_void_p, C.c_int, C.c_char_p, C.c_size_t, _P(_P(TokensStruct)), _ERR],
    ),
    "tr_tokens_free": (None, [_P(TokensStruct)]),
    "tr_detokenize": (
        C.c_int,
        [C.c_void_p, C.c_int, _P(C.c_int32), C.c_size_t, _P(C.c_void_p), _ERR],
    ),
    "tr_text_free": (None, [C.c_void_p]),
    "tr_document_open_sized": (
        C.c_int,
        [
            _P(C.c_void_p),
            C.c_char_p,
            C.c_char_p,
            C.c_size_t,
            _P(DocumentOptionsStruct),
            C.c_size_t,
            _ERR,
        ],
    ),
    "tr_document_free": (None, [C.c_void_p]),
    "tr_document_translate_sized": (
        C.c_int,
        [
            C.c_void_p,
            C.c_void_p,
            C.c_void_p,
            C.c_void_p,
            C.c_void_p,
            C.c_void_p,
            C.c_size_t,
            _ERR,
        ],
    ),
    "tr_document_finish_sized": (
        C.c_int,
        [C.c_void_p, _P(C.c_void_p), _P(C.c_size_t), C.c_void_p, C.c_size_t, _ERR],
    ),
    "tr_evaluation_options_init_sized": (None, [_P(EvaluationOptionsStruct), C.c_size_t]),
    "tr_evaluation_create_sized": (
        C.c_int,
        [_P(C.c_void_p), _P(EvaluationOptionsStruct), C.c_size_t, _ERR],
    ),
    "tr_evaluation_free": (None, [C.c_void_p]),
    "tr_evaluation_add": (C.c_int, [C.c_void_p, StringStruct, _P(StringStruct), _ERR]),
    "tr_evaluation_score_sized": (
        C.c_int,
        [C.c_void_p, C.c_int, _P(MetricScoreStruct), C.c_size_t, _ERR],
    ),
}


def _candidates() -> List[str]:
    asked = os.environ.get("LIBTRANSLATE")
    if asked:
        return [asked]
    return [str(BUNDLE / "lib" / SONAME), SONAME]


def _load() -> Any:
    reasons = []
    for path in _candidates():
        if path.startswith(str(BUNDLE)) and not os.path.exists(path):
            continue
        try:
            library = C.CDLL(path)
        except OSError as e:
            reasons.append(str(e))
            continue
        for name, (result, arguments) in _PROTOTYPES.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = arguments
        return library
    raise ImportError("libtranslate: the library cannot be loaded: " + "; ".join(reasons))


lib: Any = _load()


def call(function: Any, *arguments: Any, where: Optional[str] = None) -> None:
    """Calls a function whose last argument is the error, and raises what it says."""
    error = ErrorStruct()
    code = function(*arguments, C.byref(error))
    if code:
        raise_error(code, error.msg.decode("utf-8", "replace"))


class TextWarning(UserWarning):
    """A text has what no text has; U+FFFD stands for it."""


def encode(text: Any) -> bytes:
    """A str or bytes as the library takes it; what is wrong is repaired there, and told here."""
    if isinstance(text, str):
        try:
            data = text.encode("utf-8")
        except UnicodeEncodeError:
            warnings.warn("a lone surrogate is no character: U+FFFD stands for it", TextWarning, stacklevel=4)
            data = text.encode("utf-8", "surrogatepass")
    elif isinstance(text, bytes):
        data = text
    else:
        raise TypeError("text must be str or bytes, not " + type(text).__name__)
    if b"\0" in data:
        warnings.warn("NUL is no character of a text: U+FFFD stands for it", TextWarning, stacklevel=4)
    return data


def string(data: bytes) -> StringStruct:
    return StringStruct(data, len(data))


def read_text(address: Optional[int], size: int) -> str:
    return C.string_at(address, size).decode("utf-8", "replace") if size and address else ""


def usable_cores() -> int:
    if sys.platform == "linux" and hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
