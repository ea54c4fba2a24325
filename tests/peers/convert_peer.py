#!/usr/bin/env python3
"""convert_peer.py < LIST

Compares converted Marian models with numpy's reading of the originals.  A line of the list is
MODEL.npz|MODEL.bin MODEL.gguf SOURCE.spm [TARGET.spm].  GGUF is read here, from the format's
description; nothing is shared with the program under test.  Integers of 8 bits have to be the same
integers.
"""
import struct
import sys

import numpy as np

from marian_bin import Scaled, read_bin

SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
TENSOR_TYPES = {0: "<f4", 24: "i1", 26: "<i4"}


def read_gguf(path):
    data = open(path, "rb").read()
    at = 0

    def take(form):
        nonlocal at
        value = struct.unpack_from("<" + form, data, at)
        at += struct.calcsize("<" + form)
        return value[0]

    def text():
        nonlocal at
        n = take("Q")
        at += n
        return data[at - n:at].decode()

    def value(kind):
        if kind == 8:
            return text()
        if kind == 9:
            inner, n = take("I"), take("Q")
            return [value(inner) for _ in range(n)]
        return take(SCALARS[kind])

    assert data[:4] == b"GGUF"
    at = 4
    assert take("I") == 3
    n_tensors, n_keys = take("Q"), take("Q")
    keys = {}
    for _ in range(n_keys):
        key = text()
        keys[key] = value(take("I"))
    rows = []
    for _ in range(n_tensors):
        name = text()
        dims = [take("Q") for _ in range(take("I"))][::-1]
        rows.append((name, dims, TENSOR_TYPES[take("I")], take("Q")))
    base = -(-at // 64) * 64
    return keys, {name: np.frombuffer(data, kind, int(np.prod(dims)), base + offset).reshape(dims)
                  for name, dims, kind, offset in rows}


class Check:
    def __init__(self, model, gguf):
        self.z = read_bin(model) if model.endswith(".bin") else dict(np.load(model))
        self.keys, self.tensors = read_gguf(gguf)
        self.int8 = self.keys["nmt.weight_type"] == "int8"
        self.seen = set()

    def get(self, name):
        x = self.z[name]
        return x if isinstance(x, Scaled) else x.astype(np.float32)

    def tensor(self, name):
        self.seen.add(name)
        return self.tensors[name]

    def vector(self, name, expected):
        assert np.array_equal(self.tensor(name), expected.reshape(-1)), name

    def matrix(self, name, *parts):
        """parts [outputs, inputs], one above the other"""
        floats = [x.floats() if isinstance(x, Scaled) else x for x in parts]
        expected = np.concatenate(floats).astype(np.float32)
        is_s8 = [isinstance(x, Scaled) and x.values.dtype == np.int8 for x in parts]
        n, k = expected.shape
        packed = self.tensor(name + ".weight")
        if not self.int8:
            rows = packed.transpose(0, 2, 1).reshape(-1, k)
            # q * (1 / factor), in float32, is not always the float32 next to q / factor.
            assert np.allclose(rows[:n], expected, rtol=2e-7 if any(is_s8) else 0, atol=0), name
            assert not rows[n:].any(), name
            return
        rows = packed.transpose(0, 2, 1, 3).reshape(-1, 4 * packed.shape[1])
        scale, q = self.tensor(name + ".scale"), rows[:n, :k].astype(np.float64)
        assert not rows[n:].any() and not rows[:, k:].any(), name
        assert np.array_equal(self.tensor(name + ".sum"), q.sum(1)), name
        if all(is_s8):
            assert np.array_equal(q, np.concatenate([x.values for x in parts])), name
            factors = np.concatenate([np.full(len(x.values), x.factor) for x in parts])
            assert np.array_equal(scale, np.float32(1) / factors), name
            return
        step = np.abs(expected).max(1)[:, None] / 127
        plain = np.rint(np.divide(expected, step, where=step > 0, out=np.zeros(expected.shape))) * step
        error = lambda rows: ((rows - expected) ** 2).sum(1)
        assert (error(q * scale[:, None]) <= error(plain) * (1 + 1e-5) + 1e-12 * step[:, 0] ** 2).all(), name

    def dense(self, name, stem, which):
        self.matrix(name, *(self.get(stem + "_W" + w).T for w in which))
        self.vector(name + ".bias", np.concatenate([self.get(stem + "_b" + w)[0] for w in which]))

    def norm(self, name, stem):
        self.vector(name + ".weight", self.get(stem + "_ln_scale" + self.suffix(stem)))
        self.vector(name + ".bias", self.get(stem + "_ln_bias" + self.suffix(stem)))

    def suffix(self, stem):
        return "_pre" if stem + "_ln_scale_pre" in self.z else ""

    def layers(self, side):
        for i in range(self.keys["nmt.%s.block_count" % side]):
            ours, theirs = "%s.blk.%d." % (side[:3], i), "%s_l%d_" % (side, i + 1)
            if side == "decoder" and self.keys["nmt.decoder.kind"] == "ssru":
                self.ssru(ours + "ssru", theirs + "rnn")
            elif self.keys.get("nmt.norm.query_only"):
                self.dense(ours + "attn_q", theirs + "self", "q")
                self.dense(ours + "attn_kv", theirs + "self", "kv")
            else:
                self.dense(ours + "attn_qkv", theirs + "self", "qkv")
            if ours + "ssru.weight" not in self.tensors:
                self.dense(ours + "attn_out", theirs + "self", "o")
                self.norm(ours + "attn_norm", theirs + "self_Wo")
            if side == "decoder":
                self.dense(ours + "cross_attn_q", theirs + "context", "q")
                self.dense(ours + "cross_attn_kv", theirs + "context", "kv")
                self.dense(ours + "cross_attn_out", theirs + "context", "o")
                self.norm(ours + "cross_attn_norm", theirs + "context_Wo")
            self.dense(ours + "ffn_up", theirs + "ffn", "1")
            self.dense(ours + "ffn_down", theirs + "ffn", "2")
            self.norm(ours + "ffn_norm", theirs + "ffn_ffn")
        if side + "_top_ln_scale" in self.z:
            self.norm(side[:3] + ".output_norm", side + "_top")

    def ssru(self, name, stem):
        """W, which has no bias, above Wf"""
        bf = self.get(stem + "_bf")[0]
        self.matrix(name, self.get(stem + "_W").T, self.get(stem + "_Wf").T)
        self.vector(name + ".bias", np.concatenate([np.zeros_like(bf), bf]))
        self.norm(name + "_norm", stem + "_ffn")

    def positions(self):
        table = self.tensor("position.weight")
        half = self.keys["nmt.embedding_length"] // 2
        rate = np.exp(-np.arange(half) * np.log(10000.0) / (half - 1))
        angle = np.arange(len(table))[:, None] * rate
        assert np.abs(table - np.concatenate([np.sin(angle), np.cos(angle)], 1)).max() < 6e-8

    def spm(self, name, path):
        assert self.tensor(name).tobytes() == open(path, "rb").read(), name

    def all(self, spm):
        if "Wemb" in self.z:
            self.matrix("token_embd", self.get("Wemb"))
        else:
            self.matrix("source_embd", self.get("encoder_Wemb"))
            self.matrix("target_embd", self.get("decoder_Wemb"))
        self.vector("output.bias", self.get("decoder_ff_logit_out_b"))
        self.positions()
        self.layers("encoder")
        self.layers("decoder")
        for side, path in zip(("source", "target"), spm):
            self.spm("tokenizer.spm." + side, path)
        assert self.seen == set(self.tensors), set(self.tensors) - self.seen


for line in sys.stdin:
    model, gguf, *spm = line.split()
    try:
        Check(model, gguf).all(spm)
    except Exception:
        print("convert_peer.py:", line, file=sys.stderr)
        raise
