#!/usr/bin/env python3
"""Writes a Marian-format Transformer of random weights, for timing: random_model.py OUT.npz SHAPE [PIECES]

SHAPE: base (6+6 layers, d 512, ffn 2048, 8 heads), tiny (6+2, d 256, ffn 1536, 8 heads), small (4+2, d 256, ffn
1024, 8 heads), big (6+6, d 1024, ffn 4096, 16 heads) or nllb (12+12, d 1024, ffn 4096, 16 heads); post-norm, ReLU,
joint vocabulary of 32 000 or PIECES pieces, tied embeddings.  Needs numpy.  What such a model says is noise: decode a
fixed number of tokens.
"""
import sys

import marian_yml
import material

material.need("numpy")
import numpy as np

SHAPES = {"base": (512, 2048, 6, 6, 8), "tiny": (256, 1536, 6, 2, 8), "small": (256, 1024, 4, 2, 8),
          "big": (1024, 4096, 6, 6, 16), "nllb": (1024, 4096, 12, 12, 16)}


def main(path, shape, pieces=32000):
    d, ffn, encoder, decoder, heads = SHAPES[shape]
    vocab = int(pieces)
    rng = np.random.default_rng(1)
    arrays = {}

    def normal(rows, columns, n_in):
        return rng.standard_normal((rows, columns), np.float32) * np.float32(n_in ** -0.5)

    def linear(name, which, n_in, n_out):
        arrays[f"{name}_W{which}"] = normal(n_in, n_out, n_in)
        arrays[f"{name}_b{which}"] = np.zeros((1, n_out), np.float32)

    def norm(name):
        arrays[f"{name}_ln_scale"] = np.ones((1, d), np.float32)
        arrays[f"{name}_ln_bias"] = np.zeros((1, d), np.float32)

    arrays["Wemb"] = normal(vocab, d, d)
    arrays["decoder_ff_logit_out_b"] = np.zeros((1, vocab), np.float32)
    for side, depth, blocks in (("encoder", encoder, ["self"]), ("decoder", decoder, ["self", "context"])):
        for layer in range(1, depth + 1):
            for block in blocks:
                name = f"{side}_l{layer}_{block}"
                for which in "qkvo":
                    linear(name, which, d, d)
                norm(name + "_Wo")
            name = f"{side}_l{layer}_ffn"
            linear(name, "1", d, ffn)
            linear(name, "2", ffn, d)
            norm(name + "_ffn")
    config = marian_yml.text(encoder, decoder, d, ffn, heads, vocab)
    arrays["special:model.yml"] = np.frombuffer(config.encode() + b"\0", dtype=np.int8)
    np.savez(path, **arrays)


if len(sys.argv) not in (3, 4) or sys.argv[2] not in SHAPES:
    sys.exit(__doc__)
main(*sys.argv[1:])
