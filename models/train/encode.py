#!/usr/bin/env python3
"""Turns tab-separated text into piece ids, once: encode.py vocab.spm OUT.npz TEXT.tsv[.xz]...

OUT.npz: ids [n] uint16, both sides one after the other, without the ends; lengths [pairs, 2]; part
[pairs], the number of a name in names.  --mark SIDE puts the piece <0x01> before every sequence of
that side, 0 or 1: so does a network learn what of its sources was translated back.
"""
import argparse
import lzma

import numpy as np
import sentencepiece


MARK = '<0x01>'


def read(paths):
    """([source, target, source, …], [part name])"""
    sides, parts = [], []
    for path in paths:
        with (lzma.open if path.endswith('.xz') else open)(path, 'rt', encoding='utf-8') as f:
            for line in f:
                source, target, *name = line.rstrip('\n').split('\t')
                name = name[0] if name else ''
                if source and target:
                    sides += [source, target]
                    parts.append(name)
    return sides, parts


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('spm')
    p.add_argument('out')
    p.add_argument('text', nargs='+')
    p.add_argument('--mark', type=int, choices=(0, 1))
    p.add_argument('--limit', type=int, default=95, help='longest side in pieces, without the end')
    o = p.parse_args()
    vocab = sentencepiece.SentencePieceProcessor(model_file=o.spm)
    sides, parts = read(o.text)
    names = sorted(set(parts))
    number = {name: i for i, name in enumerate(names)}
    encoded = vocab.encode(sides)
    if o.mark is not None:
        mark = vocab.piece_to_id(MARK)
        encoded = [[mark] + x if i % 2 == o.mark else x for i, x in enumerate(encoded)]
    kept = [i for i in range(len(parts)) if max(len(encoded[2 * i]), len(encoded[2 * i + 1])) <= o.limit]
    ids = [x for i in kept for x in (encoded[2 * i], encoded[2 * i + 1])]
    np.savez(o.out, ids=np.fromiter((t for x in ids for t in x), np.uint16),
             lengths=np.array([len(x) for x in ids], np.uint8).reshape(-1, 2),
             part=np.array([number[parts[i]] for i in kept], np.uint8), names=np.array(names))
    print(f'{o.out}: {len(kept)} of {len(parts)} pairs, {sum(map(len, ids)) / 1e6:.2f} M pieces')


main()
