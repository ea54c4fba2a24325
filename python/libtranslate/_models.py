"""Models on this machine, and getting more of them."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Iterator, List, Optional, Sequence, Union

from . import _library
from ._errors import Error, FileError


def _places() -> Iterator[Path]:
    for folder in os.environ.get("TRANSLATE_MODELS", "").split(":"):
        if folder:
            yield Path(folder)
    home = os.environ.get("HOME", "")
    data = os.environ.get("XDG_DATA_HOME") or (home and home + "/.local/share")
    if data:
        yield Path(data) / "translate" / "models"
    yield _library.BUNDLE / "share" / "translate" / "models"
    asked = os.environ.get("LIBTRANSLATE")
    if asked:  # of a build tree, or of what was installed
        yield Path(asked).resolve().parents[2] / "models"
        yield Path(asked).resolve().parents[1] / "share" / "translate" / "models"
    yield Path("/usr/local/share/translate/models")
    yield Path("/usr/share/translate/models")


def _of_pair(name: str) -> Optional[str]:
    """The file of the model that translate(1) takes for two languages, as in "en-fr"."""
    try:
        found = json.loads(run("models", "--json"))
    except Error:
        return None
    pairs = {m["path"]: "%s-%s" % (m["source_language"], m["target_language"]) for m in found["models"]}
    return next((path for path in found["taken"] if pairs.get(path) == name), None)


def find(name: Union[str, "os.PathLike[str]"]) -> str:
    """The file of a model: a path, the name of one, or its languages, as in "en-fr"."""
    name = os.fspath(name)
    if os.path.isfile(name) or "/" in name:
        return name
    places = list(_places())
    for place in places:
        inside = sorted((place / name).glob("*.gguf"))
        if inside:
            return str(inside[0])
        if (place / (name + ".gguf")).is_file():
            return str(place / (name + ".gguf"))
    path = _of_pair(name)
    if path:
        return path
    raise FileError(
        "there is no model %s in %s; libtranslate.fetch(%r) gets one"
        % (name, ", ".join(str(p) for p in places), name),
        -3,
    )


def program() -> str:
    """The program `translate`: $TRANSLATE, that of this package, or that of the PATH."""
    bundled = _library.BUNDLE / "bin" / "translate"
    found = os.environ.get("TRANSLATE") or (str(bundled) if bundled.is_file() else None)
    found = found or shutil.which("translate")
    if not found:
        raise FileError("the program translate is not here: install it, or set $TRANSLATE to it", -3)
    return found


def run(*arguments: str, data: Optional[bytes] = None) -> bytes:
    """Runs the program; what it complains about is an exception."""
    done = subprocess.run(
        [program(), *arguments],
        input=data,
        stdin=subprocess.DEVNULL if data is None else None,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        last = said[-1] if said else "translate: exit status %d" % done.returncode
        raise Error(last[len("translate: ") :] if last.startswith("translate: ") else last)
    return done.stdout


def models() -> List[Any]:
    """The models of this machine, as `translate models --json` has them."""
    found = json.loads(run("models", "--json"))
    return list(found["models"])


def fetch(*names: str, options: Sequence[str] = ()) -> Any:
    """Gets models by their languages ("en-fr") or their names; needs the network, and libcurl.

    Translator takes a model by the same word.  Returns what `translate fetch --json` says.
    """
    return json.loads(run("fetch", "--json", "--quiet", *options, *names) or b"null")


def detect(text: Union[str, bytes]) -> str:
    """The language of a text, as a tag of BCP 47; "und" where it is not sure.

    >>> detect("Guten Morgen! Wie geht es dir?")
    'de'
    """
    return run("detect", "--format", "lines", data=_library.encode(text)).decode().strip()
