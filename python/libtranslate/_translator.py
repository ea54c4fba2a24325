"""Translator: a model with options."""

import ctypes as C
import os
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, TypeVar, Union, overload

from . import _library, _models
from ._errors import TranslationError
from ._explain import Explanation, explanation
from ._library import StringStruct, TokensStruct, TranslationStruct, call, encode, lib
from ._result import Result, Token, result_of, text_of, token_of

Text = Union[str, bytes]
T = TypeVar("T")
BATCH = 512  # lines that are taken from an iterator at once
LEAST_PART = 16  # lines that are worth a thread


class _Engine:
    """Model, options and sessions.  Sessions are of two kinds: with scores, and for text alone."""

    def __init__(self, path: str, pairs: Any):
        self.lock = threading.Lock()
        self.idle: Dict[bool, List[int]] = {False: [], True: []}
        self.model = C.c_void_p()
        self.options: Dict[bool, Any] = {}
        try:
            call(lib.tr_model_open, C.byref(self.model), os.fsencode(path))
            for scores in (False, True):
                options = self.options[scores] = C.c_void_p(lib.tr_options_create(self.model))
                call(lib.tr_options_set, options, b"scores", b"on" if scores else b"off")
                for name, value in pairs:
                    call(lib.tr_options_set, options, name.encode(), encode(value))
            self.give(False, self.take(False))  # what is wrong with the options shows here
        except BaseException:
            self.close()
            raise
        _engines.add(self)

    def take(self, scores: bool) -> int:
        with self.lock:
            if not self.model:
                raise ValueError("the Translator is closed")
            if self.idle[scores]:
                return self.idle[scores].pop()
        session = C.c_void_p()
        call(lib.tr_session_create, C.byref(session), self.model, self.options[scores])
        return session.value or 0

    def give(self, scores: bool, session: int) -> None:
        with self.lock:
            self.idle[scores].append(session)

    def forget(self) -> None:
        """In a child of fork(): sessions and the lock may be in use by threads that are not here."""
        self.lock, self.idle = threading.Lock(), {False: [], True: []}

    def close(self) -> None:
        with self.lock:
            for session in self.idle[False] + self.idle[True]:
                lib.tr_session_free(session)
            for options in self.options.values():
                lib.tr_options_free(options)
            if self.model:
                lib.tr_model_close(self.model)
            self.model, self.options, self.idle = C.c_void_p(), {}, {False: [], True: []}


_engines: "weakref.WeakSet[_Engine]" = weakref.WeakSet()


def _forget_all() -> None:
    for engine in list(_engines):
        engine.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


def _pairs(options: Any) -> List[Any]:
    """Options of Python as names and texts of the library's."""
    pairs = []
    for name, value in options.items():
        name = name.rstrip("_").replace("_", "-")  # from_ is "from"
        values = value if isinstance(value, (list, tuple)) else [value]
        for v in values:
            if isinstance(v, bool):
                v = "on" if v else "off"
            if v is not None:
                pairs.append((name, v if isinstance(v, bytes) else str(v)))
    return pairs


class Translator:
    """A model, with the options of translate(1) by name.

    >>> translate = Translator("en-de-tiny", beam=1)
    >>> translate("The cat sleeps.")
    'Die Katze schläft.'
    >>> translate(["Good morning.", "Thank you."])
    ['Guten Morgen.', 'Danke.']

    `model` is a path, or a name.  Options are those that `options()` lists, with _ for -; True is
    "on".  `threads` is how many a call may use; any number of threads may call at once, none holds
    the interpreter's lock meanwhile.  A Translator can be pickled, and used after a fork.
    """

    def __init__(self, model: Union[str, "os.PathLike[str]"] = "en-de", **options: Any):
        self._given = (os.fspath(model), dict(options))
        threads = options.get("threads")
        self._threads = int(threads) if threads else _library.usable_cores()
        pairs = _pairs(options)
        self._details = any(name == "alignment" and value == "on" for name, value in pairs)
        self._path = _models.find(model)
        self._engine = _Engine(self._path, pairs)
        self._end = weakref.finalize(self, self._engine.close)

    # ---- Translating

    @overload
    def __call__(self, text: str) -> str: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, text: bytes) -> str: ...
    @overload
    def __call__(self, text: "os.PathLike[str]") -> bytes: ...
    @overload
    def __call__(self, text: Sequence[Text]) -> List[str]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, text: Iterable[Text]) -> Iterator[str]: ...

    def __call__(self, text: Any) -> Any:
        """Translates a text, a list, an iterator (lazily, in order), or the document of a path.

        A line without a translation raises TranslationError; translate() tells it instead.
        """
        if isinstance(text, (str, bytes)):
            return self._texts([text])[0]
        if isinstance(text, os.PathLike):
            return self.document(text)
        if hasattr(text, "__len__") and hasattr(text, "__getitem__"):
            return self._texts(list(text))
        return self._stream(text)

    @overload
    def translate(self, text: Text) -> Result: ...  # type: ignore[overload-overlap]
    @overload
    def translate(self, text: Iterable[Text]) -> List[Result]: ...

    def translate(self, text: Any) -> Any:
        """The same with all that is known of each line: a Result, or a list of them.

        >>> Translator("en-de-tiny").translate("The cat sleeps.").lost
        []
        """
        details = self._details
        if isinstance(text, (str, bytes)):
            return self._run([text], lambda p: result_of(p, details), True)[0]
        return self._run(list(text), lambda p: result_of(p, details), True)

    def stream(self, texts: Iterable[Text], batch: int = BATCH) -> Iterator[Result]:
        """Results of texts, one after the other; `batch` of them are read ahead."""
        texts = iter(texts)
        while True:
            lines = list(islice(texts, batch))
            if not lines:
                return
            yield from self.translate(lines)

    def score(self, source: Text, target: Text) -> Result:
        """The score of a translation that is given."""
        session = self._engine.take(True)
        try:
            result = C.POINTER(TranslationStruct)()
            a, b = encode(source), encode(target)
            call(lib.tr_score, session, _library.string(a), _library.string(b), C.byref(result))
            scored = result_of(result, True)
        finally:
            self._engine.give(True, session)
        if scored.error is not None:
            raise TranslationError(scored.error)
        return scored

    def document(self, document: Union[bytes, "os.PathLike[str]", str], format: Optional[str] = None,
                 name: str = "document") -> bytes:
        """The translation of a document: its bytes, or the path of a file.

        `format` is one that translate(1) names, by default that of the name and the bytes.
        """
        if not isinstance(document, bytes):
            name = os.fspath(document)
            document = Path(document).read_bytes()
        handle = C.c_void_p()
        options = _library.DocumentOptionsStruct()
        options.format = format.encode() if format else None
        call(lib.tr_document_open_sized, C.byref(handle), os.fsencode(name), document, len(document),
             C.byref(options), C.sizeof(options))
        try:
            call(
                lib.tr_document_translate_sized,
                handle,
                self._engine.model,
                self._engine.options[False],
                None,
                None,
                None,
                0,
            )
            data, size = C.c_void_p(), C.c_size_t()
            call(lib.tr_document_finish_sized, handle, C.byref(data), C.byref(size), None, 0)
            return C.string_at(data.value or 0, size.value) if size.value else b""
        finally:
            lib.tr_document_free(handle)

    # ---- Tokens, attention

    def tokenize(self, text: Text, side: str = "source") -> List[Token]:
        """The pieces of a text; `side` is "source" or "target"."""
        data = encode(text)
        tokens = C.POINTER(TokensStruct)()
        call(lib.tr_tokenize, self._engine.model, _side(side), data, len(data), C.byref(tokens))
        try:
            return [token_of(tokens.contents.token[i]) for i in range(tokens.contents.n)]
        finally:
            lib.tr_tokens_free(tokens)

    def detokenize(self, ids: Sequence[int], side: str = "target") -> str:
        """The text that ids stand for."""
        text = C.c_void_p()
        array = (C.c_int32 * len(ids))(*ids)
        call(lib.tr_detokenize, self._engine.model, _side(side), array, len(ids), C.byref(text))
        try:
            return C.cast(text, C.c_char_p).value.decode("utf-8", "replace")  # type: ignore[union-attr]
        finally:
            lib.tr_text_free(text)

    def explain(self, text: str) -> Explanation:
        """How a translation came about: attention, alignment, the search."""
        return explanation(self._path, text)

    # ---- What it is

    @property
    def path(self) -> str:
        """The model's file."""
        return self._path

    @property
    def source_language(self) -> str:
        return str(lib.tr_model_get_info(self._engine.model).contents.source_language.decode())

    @property
    def target_language(self) -> str:
        return str(lib.tr_model_get_info(self._engine.model).contents.target_language.decode())

    def digest(self) -> str:
        """SHA-256 of the model's header, which has a digest of its weights."""
        import hashlib

        size = C.c_size_t()
        data = lib.tr_model_header(self._engine.model, C.byref(size))
        return hashlib.sha256(C.string_at(data, size.value)).hexdigest()

    def option(self, name: str) -> str:
        """The value of an option, as text."""
        name_ = name.rstrip("_").replace("_", "-").encode()
        n = lib.tr_options_get(self._engine.options[True], name_, None, 0)
        if n < 0:
            raise KeyError(name)
        value = C.create_string_buffer(n + 1)
        lib.tr_options_get(self._engine.options[True], name_, value, n + 1)
        return value.value.decode("utf-8", "replace")

    def close(self) -> None:
        """Gives the memory back; no call may be under way."""
        self._end()

    def __enter__(self) -> "Translator":
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        return (_again, self._given)

    def __repr__(self) -> str:
        return "Translator(%r)" % self._path

    # ---- Batches

    def _stream(self, texts: Iterable[Text]) -> Iterator[str]:
        texts = iter(texts)
        while True:
            lines = list(islice(texts, BATCH))
            if not lines:
                return
            yield from self._texts(lines)

    def _texts(self, lines: List[Text]) -> List[str]:
        out: List[Optional[str]] = self._run(lines, text_of, False)
        for i, text in enumerate(out):
            if text is None:
                result = self.translate(lines[i])
                raise TranslationError("text %d: %s" % (i + 1, result.error))
        return out  # type: ignore[return-value]

    def _run(self, lines: Sequence[Text], read: Callable[[Any], T], scores: bool) -> List[T]:
        n = min(self._threads, len(lines) // LEAST_PART)
        if n <= 1:
            return self._batch(lines, read, scores)
        size = -(-len(lines) // (4 * n)) if len(lines) >= 4 * n * LEAST_PART else -(-len(lines) // n)
        parts = [lines[i : i + size] for i in range(0, len(lines), size)]
        with ThreadPoolExecutor(n) as pool:
            return [r for part in pool.map(lambda p: self._batch(p, read, scores), parts) for r in part]

    def _batch(self, lines: Sequence[Text], read: Callable[[Any], T], scores: bool) -> List[T]:
        data = [encode(line) for line in lines]
        array = (StringStruct * len(data))()
        for i, bytes_ in enumerate(data):
            array[i].text, array[i].len = bytes_, len(bytes_)
        results = C.POINTER(C.POINTER(TranslationStruct))()
        session = self._engine.take(scores)
        try:
            call(lib.tr_translate_batch, session, array, len(data), C.byref(results))
            return [read(results[i]) for i in range(len(data))]
        finally:
            self._engine.give(scores, session)


def _again(model: str, options: Any) -> Translator:
    return Translator(model, **options)


def _side(side: str) -> int:
    return {"source": 0, "target": 1}[side]
