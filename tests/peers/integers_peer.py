#!/usr/bin/env python3
"""integers_peer.py > tests/data/marian_integers.tsv

What ../shared/fixtures/tools/reference.py, a float64 computation, says of Marian's files of
integers, multiplied out: the natural logarithm of the probability of every target token, </s>
included, of sentences of the fixtures.  Needs numpy and sentencepiece.
"""
import importlib.util
import os
import tempfile

import numpy as np
import sentencepiece

from marian_bin import Scaled, read_bin

FIXTURES = "../shared/fixtures/"
MODELS = [("ssru-student", "model.intgemm8.bin", "input.txt", "reference.txt"),
          ("marian-tiny-smoke", "model.intgemm8.bin", "sample.en", "sample.ref.de"),
          ("marian-tiny-smoke", "model.intgemm16.bin", "sample.en", "sample.ref.de"),
          ("marian-tiny-ssru-smoke", "model.intgemm8.bin", "../marian-tiny-smoke/sample.en",
           "../marian-tiny-smoke/sample.ref.de")]
LINES = 20

spec = importlib.util.spec_from_file_location("reference", FIXTURES + "tools/reference.py")
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)


def load(path):
    with tempfile.TemporaryDirectory() as folder:
        npz = os.path.join(folder, "model.npz")
        np.savez(npz, **{name: x.floats() if isinstance(x, Scaled) else x for name, x in read_bin(path).items()})
        return reference.Model(npz)


def lines(path):
    return open(path, encoding="utf-8").read().split("\n")[:LINES]


print("# tests/peers/integers_peer.py: folder, file, source, target, line, token log-probabilities")
for folder, name, source, target in MODELS:
    model = load(FIXTURES + folder + "/" + name)
    spm = sentencepiece.SentencePieceProcessor(FIXTURES + folder + "/vocab.spm")
    sides = [lines(FIXTURES + folder + "/" + path) for path in (source, target)]
    for i, (s, t) in enumerate(zip(*sides)):
        scores = model.score(spm.encode(s) + [0], spm.encode(t) + [0])
        print(folder, name, source, target, i + 1, " ".join("%.7f" % x for x in scores), sep="\t")
