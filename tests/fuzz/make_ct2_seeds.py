#!/usr/bin/env python3
"""make_ct2_seeds.py - writes the first inputs of the fuzz targets ct2_model and import_ct2.

Small models in versions and types of model.bin, from the description of the format, in
tests/fuzz/seeds/TARGET.  What fuzzing finds is added there by hand.
"""
import json
import struct

from make_seeds import write

D, HEADS, FFN, VOCAB = 4, 2, 5, 6
TYPES = {"f4": (0, b"\0\0\0\x3f"), "i1": (1, b"\x40"), "i2": (2, b"\x40\0"), "f2": (4, b"\0\x38"),
         "bf2": (5, b"\0\x3f")}
NAMES = {"model.bin": 0, "config.json": 1, "shared_vocabulary.json": 2, "shared_vocabulary.txt": 3,
         "source_vocabulary.json": 4, "target_vocabulary.txt": 5}  # those of import_ct2.c
LINES = b"<blank>\n<s>\n</s>\n<unk>\na\nb\n"


def text(string):
    return struct.pack("<H", len(string) + 1) + string.encode() + b"\0"


class Model:
    """One layer a side, all weights the same number."""

    def __init__(self, version, weights):
        self.version, self.weights = version, weights
        self.floats = weights if weights.endswith("f2") else "f4"
        self.variables, self.aliases = [], []
        self.add("decoder/embeddings/weight", [VOCAB, D], weights)
        if version < 3:
            self.add("encoder/embeddings/weight", [VOCAB, D], weights)
            self.add("decoder/projection/weight", [VOCAB, D], weights)
        else:
            self.aliases = [("encoder/embeddings_0/weight", "decoder/embeddings/weight"),
                            ("decoder/projection/weight", "decoder/embeddings/weight")]
        for side in ("encoder", "decoder"):
            self.add_side(side)

    def add(self, name, dims, kind, data=None):
        n = 1
        for dim in dims:
            n *= dim
        number, one = TYPES[kind]
        data = one * n if data is None else data
        size = (struct.pack("<BI", len(one), n) if self.version < 4
                else struct.pack("<BI", number, len(data)))
        self.variables.append(text(name) + struct.pack("<B%dI" % len(dims), len(dims), *dims) +
                              size + data)
        if name.endswith("weight") and kind in ("i1", "i2") and self.version > 1:
            self.add(name + "_scale", dims[:1] if kind == "i1" else [], "f4")

    def dense(self, stem, n_out, n_in):
        self.add(stem + "/weight", [n_out, n_in], self.weights)
        self.add(stem + "/bias", [n_out], self.floats)

    def norm(self, stem):
        self.add(stem + "/gamma", [D], self.floats)
        self.add(stem + "/beta", [D], self.floats)

    def add_side(self, side):
        layer = side + "/layer_0/"
        self.dense(layer + "self_attention/linear_0", 3 * D, D)
        self.dense(layer + "self_attention/linear_1", D, D)
        self.norm(layer + "self_attention/layer_norm")
        for i in range(3 if side == "decoder" else 0):
            self.dense(layer + "attention/linear_%d" % i, 2 * D if i == 1 else D, D)
        if side == "decoder":
            self.norm(layer + "attention/layer_norm")
        self.dense(layer + "ffn/linear_0", FFN, D)
        self.dense(layer + "ffn/linear_1", D, FFN)
        self.norm(layer + "ffn/layer_norm")
        self.norm(side + "/layer_norm")
        self.add(side + "/num_heads", [], "i2", struct.pack("<h", HEADS))

    def bytes(self):
        out = struct.pack("<I", self.version)
        if self.version > 1:
            out += text("TransformerSpec") + struct.pack("<I", 7)
        out += struct.pack("<I", len(self.variables)) + b"".join(self.variables)
        if self.version >= 3:
            out += struct.pack("<I", len(self.aliases))
            out += b"".join(text(alias) + text(name) for alias, name in self.aliases)
        return out


def config(start, source_eos):
    return json.dumps({"add_source_bos": False, "add_source_eos": source_eos, "bos_token": "<s>",
                       "decoder_start_token": start, "eos_token": "</s>",
                       "layer_norm_epsilon": None, "unk_token": "<unk>"}).encode()


def directory(files):
    return b"".join(struct.pack("<B", NAMES[name]) + struct.pack("<I", len(data))[:3] + data
                    for name, data in files.items())


def main():
    usual = config("<s>", True)
    for version, weights in ((1, "i2"), (2, "i1"), (3, "f4"), (5, "i2"), (6, "f2"), (6, "bf2"),
                             (6, "i1")):
        model, name = Model(version, weights).bytes(), "v%d.%s" % (version, weights)
        write("ct2_model", name, model)
        write("import_ct2", name, directory({"model.bin": model, "config.json": usual,
                                             "shared_vocabulary.txt": LINES}))

    model = Model(6, "f4")
    tokens = ["<s>", "</s>", "<unk>", "a", "de_DE", "en_XX"]
    write("import_ct2", "languages", directory({
        "model.bin": model.bytes(), "config.json": config("</s>", False),
        "shared_vocabulary.json": json.dumps(tokens).encode()}))
    model.add("decoder/start_from_zero_embedding", [], "i1", b"\1")
    model.add("encoder/position_encodings/encodings", [9, D], "f4")
    model.add("decoder/position_encodings/encodings", [8, D], "f4")
    write("import_ct2", "tables", directory({
        "model.bin": model.bytes(), "config.json": config(None, False),
        "source_vocabulary.json": json.dumps(tokens).encode(),
        "target_vocabulary.txt": "\n".join(tokens).encode()}))
    write("import_ct2", "empty-list", directory({
        "model.bin": model.bytes(), "config.json": usual, "shared_vocabulary.txt": b""}))


if __name__ == "__main__":
    main()
