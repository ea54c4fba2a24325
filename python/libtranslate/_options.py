"""Types of a Translator's options.  python/tools/option_types.py writes this from the library's table."""

import os
from typing import Mapping, Sequence, TypedDict, Union

Text = Union[str, bytes]
Number = Union[int, float, str]
Flag = Union[bool, str]
Path = Union[str, "os.PathLike[str]"]


class Options(TypedDict, total=False):
    from_: str
    to: str
    beam: int
    n_best: int
    length_penalty: Number
    threads: int
    batch_tokens: int
    min_length: int
    max_length: Number
    glossary: Union[Path, Mapping[str, str]]
    prefix: str
    ban: Union[Text, Sequence[Text]]
    keep: Union[Text, Sequence[Text]]
    keep_file: Path
    formality: str
    no_repeat_ngram: int
    sample: str
    seed: int
    diverse: str
    split: str
    input: str
    output_format: str
    scores: Flag
    alignment: Flag
    cpu: str
    precision: str
    shortlist: str
    raw: Flag
