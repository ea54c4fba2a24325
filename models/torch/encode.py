#!/usr/bin/env python3
"""Encodes pairs: encode.py VOCABULARY.spm OUT.npz TEXT.tsv[.xz]...  Lines are source, target, part."""
import lzma
import multiprocessing
import sys

import numpy as np
import sentencepiece

from encode_file import joined, save

MOST_SOURCE, MOST_TARGET, RATIO = 96, 110, 2.2
vocabulary = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])


def encode(lines):
    pairs = []
    for line in lines:
        fields = line.split('\t')
        if len(fields) < 2 or not fields[0] or not fields[1]:
            continue
        a, b = vocabulary.encode(fields[0]), vocabulary.encode(fields[1])
        longer, shorter = max(len(a), len(b)), min(len(a), len(b))
        if not shorter or len(a) > MOST_SOURCE or len(b) > MOST_TARGET or (longer > 8 and longer > RATIO * shorter):
            continue
        pairs.append((np.array(a + [0], np.int16), np.array(b + [0], np.int16), fields[2] if len(fields) > 2 else ''))
    return joined(pairs)


def main():
    lines = []
    for path in sys.argv[3:]:
        with (lzma.open if path.endswith('.xz') else open)(path, 'rt', encoding='utf-8') as f:
            lines += f.read().split('\n')
    with multiprocessing.Pool() as pool:
        parts = pool.map(encode, [lines[i:i + 20000] for i in range(0, len(lines), 20000)], chunksize=1)
    print(f'{sys.argv[2]}: {save(sys.argv[2], parts)} of {len(lines)} pairs', flush=True)


if __name__ == '__main__':
    main()
