"""Prints, for every line of standard input, its pieces as id:begin:end, by PyPI's sentencepiece.

    python3 tests/peers/spm_peer.py MODEL < TEXT

Version 0.2.3 or later.  Offsets count bytes, because the text is given as bytes.
"""

import sys

import sentencepiece


def main():
    processor = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])
    for line in sys.stdin.buffer:
        found = processor.encode(line.rstrip(b"\n"), return_type="offset_mapping")
        print(*(f"{i}:{b}:{e}" for i, (b, e) in zip(found["ids"], found["offsets"])))


main()
