"""option_types.py: writes libtranslate/_options.py, the types of a Translator's options, from the library's table.

    PYTHONPATH=python LIBTRANSLATE=build/release/libtranslate.so.0 python3 python/tools/option_types.py
"""

import keyword
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent / "libtranslate" / "_options.py"
HEAD = '''"""Types of a Translator's options.  python/tools/option_types.py writes this from the library's table."""

import os
from typing import Mapping, Sequence, TypedDict, Union

Text = Union[str, bytes]
Number = Union[int, float, str]
Flag = Union[bool, str]
Path = Union[str, "os.PathLike[str]"]


class Options(TypedDict, total=False):
'''


def kind(name, argument, text):
    if name == "glossary":
        return "Union[Path, Mapping[str, str]]"
    if argument == "off|on":
        return "Flag"
    if argument == "N":
        return "int"
    if argument in ("N|Nx", "A"):
        return "Number"
    if "may be given" in text:
        return "Union[Text, Sequence[Text]]"
    return "Path" if argument == "FILE" else "str"


def source(options):
    lines = []
    for name, (argument, text) in options.items():
        own = name.replace("-", "_") + ("_" if keyword.iskeyword(name) else "")
        lines.append("    %s: %s\n" % (own, kind(name, argument, text)))
    return HEAD + "".join(lines)


if __name__ == "__main__":
    import libtranslate

    PLACE.write_text(source(libtranslate.options()), encoding="utf-8")
