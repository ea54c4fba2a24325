"""Translator: a model with options."""

import asyncio
import ctypes as C
import difflib
import os
import tempfile
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, TypeVar,
                    Union, overload)

from . import _library, _models, _texts
from ._errors import FileError, InvalidError, TranslationError
from ._explain import Explanation, explanation
from ._library import StringStruct, TokensStruct, TranslationStruct, call, encode, lib
from ._result import Result, Token, result_of, text_of, token_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options

Text = Union[str, bytes]
T = TypeVar("T")
BATCH = 512  # lines that are taken from an iterator at once
LEAST_PART = 16  # lines that are worth a thread
CALL_SECONDS = 0.2  # of the library, after which it is seen whether somebody interrupts


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


def _option_name(name: str) -> str:
    return name.rstrip("_").replace("_", "-")  # from_ is "from"


def _all_options() -> List[str]:
    names: List[str] = []
    while lib.tr_option_at(len(names)):
        names.append(lib.tr_option_at(len(names)).contents.name.decode())
    return names


def _check_names(options: Mapping[str, Any]) -> None:
    known = _all_options()
    for name in map(_option_name, options):
        near = difflib.get_close_matches(name, known, 1)
        if name not in known and near:
            raise InvalidError('there is no option "%s": did you mean %s?' % (name, near[0].replace("-", "_")), -1)


def _pairs(options: Mapping[str, Any]) -> List[Any]:
    """Options of Python as names and texts of the library's."""
    pairs = []
    for name, value in options.items():
        values = value if isinstance(value, (list, tuple)) else [value]
        for v in values:
            if isinstance(v, bool):
                v = "on" if v else "off"
            if v is not None:
                pairs.append((_option_name(name), v if isinstance(v, bytes) else str(v)))
    return pairs


def _lines_of_terms(terms: Mapping[Any, Any]) -> str:
    lines = []
    for source, target in terms.items():
        for term in (source, target):
            if not isinstance(term, str) or not term or set(term) & set("\t\r\n"):
                raise InvalidError("glossary: %r is no term of one line" % (term,), -1)
        lines.append("%s\t%s\n" % (source, target))
    return "".join(lines)


def _with_glossary(options: Dict[str, Any], folder: str) -> Dict[str, Any]:
    """A glossary that is a mapping of terms is a file of lines, as long as it is read."""
    terms = options.get("glossary")
    if not isinstance(terms, Mapping):
        return options
    path = os.path.join(folder, "glossary.tsv")
    with open(path, "w", encoding="utf-8", newline="") as f:
        f.write(_lines_of_terms(terms))
    return {**options, "glossary": path}


class _Stop:
    """Says to the threads of a call that nobody waits for it any more."""

    def __init__(self) -> None:
        self.said = False


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

    def __init__(self, model: Union[str, "os.PathLike[str]"] = "en-de", **options: "Unpack[Options]"):
        given: Dict[str, Any] = dict(options)
        self._given = (os.fspath(model), given)
        _check_names(given)
        threads = given.get("threads")
        self._threads = int(threads) if threads else _library.usable_cores()
        self._path = _models.find(model)
        with tempfile.TemporaryDirectory() as folder:
            pairs = _pairs(_with_glossary(given, folder))
            self._engine = _Engine(self._path, pairs)
        self._details = any(name == "alignment" and value == "on" for name, value in pairs)
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
    def __call__(self, text: Sequence[Optional[Text]]) -> List[Optional[str]]: ...  # type: ignore[overload-overlap]
    @overload
    def __call__(self, text: Iterable[Text]) -> Iterator[str]: ...

    def __call__(self, text: Any) -> Any:
        """Translates a text, a list, an iterator (lazily, in order), or the document of a path.

        Columns of pandas and Arrow, and arrays, are lists: a missing text stays missing, None.
        A line without a translation raises TranslationError; translate() tells it instead.
        """
        if isinstance(text, (str, bytes)):
            return self._texts([text], _Stop())[0]
        if isinstance(text, os.PathLike):
            return self.document(text)
        _texts.check(text)
        if _texts.is_list(text):
            return self._texts(_texts.as_list(text), _Stop())
        return self._stream(iter(text))

    async def aio(self, text: Union[Text, Iterable[Optional[Text]]]) -> Any:
        """The same for asyncio, in a thread: a text, or texts at once.  Where the task is cancelled,
        the work ends, too.
        """
        stop = _Stop()
        one = isinstance(text, (str, bytes))
        if not one:
            _texts.check(text)
        lines: List[Any] = [text] if one else _texts.as_list(text)
        loop = asyncio.get_running_loop()
        try:
            out = await loop.run_in_executor(None, self._texts, lines, stop)
        except asyncio.CancelledError:
            stop.said = True
            raise
        return out[0] if one else out

    @overload
    def translate(self, text: Text) -> Result: ...  # type: ignore[overload-overlap]
    @overload
    def translate(self, text: Iterable[Text]) -> List[Result]: ...
    @overload
    def translate(self, text: Iterable[Optional[Text]]) -> List[Optional[Result]]: ...

    def translate(self, text: Any) -> Any:
        """The same with all that is known of each line: a Result, or a list of them.

        >>> Translator("en-de-tiny").translate("The cat sleeps.").lost
        []
        """
        details = self._details
        if isinstance(text, (str, bytes)):
            return self._run([text], lambda p: result_of(p, details), True, _Stop())[0]
        _texts.check(text)
        return self._present(_texts.as_list(text), lambda p: result_of(p, details), True, _Stop())

    def stream(self, texts: Iterable[Text], batch: int = BATCH) -> Iterator[Result]:
        """Results of texts, one after the other; `batch` of them are read ahead."""
        _texts.check(texts)
        return self._results(iter(texts), batch)

    def _results(self, texts: Iterator[Text], batch: int) -> Iterator[Result]:
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

        A str is a path: of a text, give text.encode().  `format` is one that translate(1) names, by
        default that of the name and the bytes.
        """
        if not isinstance(document, bytes):
            name = os.fspath(document)
            document = _read(document)
        handle = C.c_void_p()
        options = _library.DocumentOptionsStruct()
        options.format = format.encode() if format else None
        call(lib.tr_document_open_sized, C.byref(handle), os.fsencode(name), document, len(document),
             C.byref(options), C.sizeof(options))
        stop = _Stop()
        progress = _library.PROGRESS(lambda unused, done: 1 if stop.said else 0)
        engine = self._engine
        try:
            with ThreadPoolExecutor(1) as pool:  # this thread waits for what interrupts
                try:
                    pool.submit(call, lib.tr_document_translate_sized, handle, engine.model, engine.options[False],
                                C.cast(progress, C.c_void_p), None, None, 0).result()
                except BaseException:
                    stop.said = True
                    raise
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

    def _stream(self, texts: Iterator[Optional[Text]]) -> Iterator[Optional[str]]:
        while True:
            lines = list(islice(texts, BATCH))
            if not lines:
                return
            yield from self._texts(_texts.as_list(lines), _Stop())

    def _texts(self, lines: List[Optional[Text]], stop: _Stop) -> List[Optional[str]]:
        out: List[Any] = self._present(lines, text_of, False, stop)
        for i, (line, text) in enumerate(zip(lines, out)):
            if text is None and line is not None:
                raise TranslationError("text %d: %s" % (i + 1, self.translate(line).error))
        return out

    def _present(self, lines: List[Optional[Text]], read: Callable[[Any], T], scores: bool,
                 stop: _Stop) -> List[Optional[T]]:
        """What is read of each text; None of one that is missing."""
        there = [line for line in lines if line is not None]
        found = iter(self._run(there, read, scores, stop))
        if stop.said:
            raise TranslationError("nobody waits for it any more")
        return [None if line is None else next(found) for line in lines]

    def _run(self, lines: Sequence[Text], read: Callable[[Any], T], scores: bool, stop: _Stop) -> List[T]:
        n = min(self._threads, len(lines) // LEAST_PART)
        if n <= 1:
            return self._batch(lines, read, scores, stop)
        size = -(-len(lines) // (4 * n)) if len(lines) >= 4 * n * LEAST_PART else -(-len(lines) // n)
        parts = [lines[i : i + size] for i in range(0, len(lines), size)]
        with ThreadPoolExecutor(n) as pool:
            try:
                return [r for part in pool.map(lambda p: self._batch(p, read, scores, stop), parts) for r in part]
            except BaseException:
                stop.said = True
                raise

    def _batch(self, lines: Sequence[Text], read: Callable[[Any], T], scores: bool, stop: _Stop) -> List[T]:
        """Some lines in calls that take a moment each."""
        out: List[T] = []
        size = LEAST_PART
        session = self._engine.take(scores)
        try:
            while len(out) < len(lines) and not stop.said:
                begun = time.monotonic()
                part = lines[len(out) : len(out) + size]
                out += self._call(session, part, read)
                seconds = time.monotonic() - begun
                size = min(BATCH, max(1, int(len(part) * min(2.0, CALL_SECONDS / max(seconds, 1e-6)))))
        finally:
            self._engine.give(scores, session)
        return out

    def _call(self, session: int, lines: Sequence[Text], read: Callable[[Any], T]) -> List[T]:
        data = [encode(line) for line in lines]
        array = (StringStruct * len(data))()
        for i, bytes_ in enumerate(data):
            array[i].text, array[i].len = bytes_, len(bytes_)
        results = C.POINTER(C.POINTER(TranslationStruct))()
        call(lib.tr_translate_batch, session, array, len(data), C.byref(results))
        return [read(results[i]) for i in range(len(data))]


def _read(path: Union[str, "os.PathLike[str]"]) -> bytes:
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as e:
        if isinstance(path, str) and (isinstance(e, ValueError) or not os.path.exists(path)):
            shown = path if len(path) <= 40 else path[:40] + "..."
            raise FileError("%r is no file: a str is the path of a document, and bytes are one (text.encode())" % shown,
                            -3) from None
        raise


def _again(model: str, options: Any) -> Translator:
    return Translator(model, **options)


def _side(side: str) -> int:
    return {"source": 0, "target": 1}[side]
