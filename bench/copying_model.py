#!/usr/bin/env python3
"""Writes a model that copies its input, for timing: copying_model.py DIR tiny|base-memory FILES

The shapes are those of Firefox: an SSRU decoder, int8 weights with scales for the activations, a vocabulary of 32 000
pieces and its shortlist, in Marian's .bin with configurations for Bergamot (config.on.yml, config.off.yml: with the
shortlist and without).  Every engine ends by itself at the source's length, whatever its rounding, so that all do the
same work.  Half of the hidden units are zero after the ReLU, at random, so that next to no quad
is zero in several rows, and translate leaves out next to nothing.

How it copies: in step t the cross-attention looks at position t of the source, by the sinusoids of the lowest
dimensions of both halves, which no word uses; its values are the words; all other sub-layers add little noise.
FILES is a folder with vocab.spm and lex.bin, of a model of Firefox (material.py gets them).  Needs numpy.
"""
import math, os, struct, sys
import numpy as np

SHAPES = {"tiny": (256, 1536, 6, 2), "base-memory": (384, 1536, 6, 4)}
VOCAB, HEADS, FREQUENCIES = 32000, 8, 16
NOISE, KEY, QUERY_BIAS, VALUE = 0.04, math.sqrt(140), 1.25, 4
FLOAT32, INT8, INTGEMM8 = 0x404, 0x101, 0x4101  # types of Marian's items
ALIGNMENT = 256
VOCABULARY, SHORTLIST = "vocab.spm", "lex.bin"

CONFIG = """bert-train-type-embeddings: true
bert-type-vocab-size: 2
dec-cell: ssru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dec-depth: {decoder}
dim-emb: {d}
dim-rnn: 1024
dim-vocabs: [{vocab}, {vocab}]
enc-cell: gru
enc-cell-depth: 1
enc-depth: {encoder}
enc-type: bidirectional
input-types: []
layer-normalization: false
lemma-dim-emb: 0
output-omit-bias: false
right-left: false
skip: false
tied-embeddings: false
tied-embeddings-all: true
tied-embeddings-src: false
transformer-aan-activation: swish
transformer-aan-depth: 2
transformer-aan-nogate: false
transformer-decoder-autoreg: rnn
transformer-dim-aan: 2048
transformer-dim-ffn: {ffn}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-guided-alignment-layer: last
transformer-heads: {heads}
transformer-no-projection: false
transformer-pool: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-tied-layers: []
transformer-train-position-embeddings: false
type: transformer
ulr: false
ulr-dim-emb: 0
ulr-trainable-transformation: false
version: v1.9.56
"""

BERGAMOT = """bergamot-mode: native
relative-paths: true
models: [model.bin]
vocabs: [{vocabulary}, {vocabulary}]
{shortlist}beam-size: 1
normalize: 1.0
word-penalty: 0
max-length-break: 128
mini-batch-words: {words}
workspace: 128
max-length-factor: 2.0
skip-cost: true
cpu-threads: 0
quiet: true
quiet-translation: true
gemm-precision: int8shiftAlphaAll
ssplit-mode: sentence
"""


class Network:
    def __init__(self, shape):
        self.d, self.ffn, self.encoder, self.decoder = SHAPES[shape]
        self.rng = np.random.default_rng(1)
        self.floats, self.weights = {}, {}  # weights: (matrix [n_in, n_out], scale of the activations)
        half = self.d // 2
        self.positions = np.r_[0:FREQUENCIES, half:half + FREQUENCIES]
        self.build()

    def random(self, n_in, n_out, size):
        return (self.rng.standard_normal((n_in, n_out)) * size * n_in ** -0.5).astype(np.float32)

    def linear(self, name, which, weight, scale=25.0):
        self.weights[f"{name}_W{which}"] = weight, scale
        self.floats[f"{name}_b{which}"] = (0.01 * self.rng.standard_normal((1, weight.shape[1]))).astype(np.float32)

    def norm(self, name):
        self.floats[name + "_ln_scale"] = np.ones((1, self.d), np.float32)
        self.floats[name + "_ln_bias"] = np.zeros((1, self.d), np.float32)

    def feed_forward(self, name):
        self.linear(name, "1", self.random(self.d, self.ffn, 1))
        self.linear(name, "2", self.random(self.ffn, self.d, NOISE))
        self.norm(name + "_ffn")

    def mean_of_positions(self):
        """Of a normalised embedding: what the norm takes from the sinusoids, nearly the same at every position."""
        half = self.d // 2
        angles = np.outer(np.arange(30), np.exp(-np.arange(half) * math.log(10000) / (half - 1)))
        table = np.concatenate([np.sin(angles), np.cos(angles)], 1)
        variance = (table ** 2).mean() - table.mean() ** 2 + (self.d - 2 * FREQUENCIES) / self.d
        return table.mean() / math.sqrt(variance)

    def cross_attention(self, name):
        d, d_head = self.d, self.d // HEADS
        for which in "qk":
            weight = self.random(d, d, 0.02)
            for head in range(HEADS):
                weight[self.positions, head * d_head + np.arange(len(self.positions))] += KEY
            self.linear(name, which, weight)
        self.floats[name + "_bq"] += np.float32(KEY * self.mean_of_positions() * QUERY_BIAS)
        self.linear(name, "v", self.random(d, d, 0.02) + np.eye(d, dtype=np.float32))
        self.linear(name, "o", self.random(d, d, 0.02) + VALUE * np.eye(d, dtype=np.float32))
        self.norm(name + "_Wo")

    def build(self):
        d = self.d
        words = self.rng.standard_normal((VOCAB, d)) * d ** -0.5
        words[:, self.positions] = 0
        self.words = words.astype(np.float32)
        self.floats["decoder_ff_logit_out_b"] = np.zeros((1, VOCAB), np.float32)
        self.floats["decoder_ff_logit_out_b"][0, 1] = -20  # <unk>, which not every engine leaves out
        for layer in range(1, self.encoder + 1):
            name = f"encoder_l{layer}_self"
            for which in "qkv":
                self.linear(name, which, self.random(d, d, 1))
            self.linear(name, "o", self.random(d, d, NOISE), 40.0)
            self.norm(name + "_Wo")
            self.feed_forward(f"encoder_l{layer}_ffn")
        for layer in range(1, self.decoder + 1):
            name = f"decoder_l{layer}_rnn"
            self.weights[name + "_W"] = self.random(d, d, NOISE), 25.0
            self.weights[name + "_Wf"] = self.random(d, d, 1), 25.0
            self.floats[name + "_bf"] = np.zeros((1, d), np.float32)
            self.norm(name + "_ffn")
            self.cross_attention(f"decoder_l{layer}_context")
            self.feed_forward(f"decoder_l{layer}_ffn")

    def config(self):
        return CONFIG.format(d=self.d, ffn=self.ffn, encoder=self.encoder, decoder=self.decoder, heads=HEADS, vocab=VOCAB)


def padded(data):
    return data + bytes(-len(data) % ALIGNMENT)


def quantised(matrix):
    """int8 of a matrix and, behind it, what it was multiplied by."""
    scale = np.float32(127 / np.abs(matrix).max())
    whole = np.clip(np.rint(matrix * scale), -127, 127).astype(np.int8)
    return padded(np.ascontiguousarray(whole).tobytes() + struct.pack("<f", scale))


def items_of(network):
    """name, type, shape, bytes of each item; the matrices of layers are stored by their columns."""
    one = (1, 1)
    for name, x in network.floats.items():
        yield name, FLOAT32, x.shape, padded(x.tobytes())
    for name, (x, scale) in network.weights.items():
        yield name, INTGEMM8, x.shape, quantised(x.T)
        yield name + "_QuantMultA", FLOAT32, one, padded(struct.pack("<f", scale))
    yield "Wemb", INTGEMM8, network.words.shape, quantised(network.words)
    yield "Wemb_QuantMultA", INTGEMM8, one, padded(struct.pack("<bf", 127, 5.0))
    yield "none_QuantMultA", FLOAT32, one, padded(struct.pack("<f", 25.0))
    config = padded(network.config().encode() + b"\0")
    yield "special:model.yml", INT8, (len(config),), config


def write_marian(path, network):
    items = sorted(items_of(network))
    head = struct.pack("<QQ", 1, len(items))
    head += b"".join(struct.pack("<4Q", len(name) + 1, kind, len(shape), len(data)) for name, kind, shape, data in items)
    head += b"".join(name.encode() + b"\0" for name, *_ in items)
    head += b"".join(struct.pack(f"<{len(shape)}i", *shape) for _, _, shape, _ in items)
    gap = -(len(head) + 8) % ALIGNMENT
    with open(path, "wb") as f:
        f.write(head + struct.pack("<Q", gap) + bytes(gap))
        for *_, data in items:
            f.write(data)


def write_config(path, words, with_shortlist):
    shortlist = f"shortlist: [{SHORTLIST}, false]\n" if with_shortlist else ""
    with open(path, "w", encoding="utf-8") as f:
        f.write(BERGAMOT.format(vocabulary=VOCABULARY, shortlist=shortlist, words=words))


def write_configs(folder):
    write_config(f"{folder}/config.on.yml", 384, True)  # batches that suit Bergamot best of those tried
    write_config(f"{folder}/config.off.yml", 1024, False)


def main(folder, shape, files):
    os.makedirs(folder, exist_ok=True)
    write_marian(f"{folder}/model.bin", Network(shape))
    write_configs(folder)
    for name in (VOCABULARY, SHORTLIST):
        if not os.path.lexists(f"{folder}/{name}"):
            os.symlink(os.path.realpath(f"{files}/{name}"), f"{folder}/{name}")


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[2] not in SHAPES:
        sys.exit(__doc__)
    main(*sys.argv[1:])
