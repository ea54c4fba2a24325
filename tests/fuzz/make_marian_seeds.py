#!/usr/bin/env python3
"""make_marian_seeds.py - writes the first inputs of the fuzz targets marian_bin and import_marian.

Small models of every kind, from the descriptions of the formats, in tests/fuzz/seeds/TARGET.  What
fuzzing finds is added there by hand.
"""
import io
import os
import struct
import zipfile

SEEDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
D, FFN, VOCAB = 4, 2, 3
BIN_TYPES = {"f4": 0x404, "f2": 0x402, "i1": 0x101}


def parameters(ssru, suffix):
    """name -> shape"""
    p = {"Wemb": (VOCAB, D), "decoder_ff_logit_out_b": (1, VOCAB)}

    def norm(stem, end):
        p[stem + "_ln_scale" + end] = p[stem + "_ln_bias" + end] = (1, D)

    def attention(stem):
        for which in "qkvo":
            p[stem + "_W" + which], p[stem + "_b" + which] = (D, D), (1, D)
        norm(stem + "_Wo", suffix)

    for side in ("encoder", "decoder"):
        stem = side + "_l1_"
        if side == "decoder" and ssru:
            p[stem + "rnn_W"], p[stem + "rnn_Wf"], p[stem + "rnn_bf"] = (D, D), (D, D), (1, D)
            norm(stem + ("rnn" if suffix else "rnn_ffn"), suffix)
        else:
            attention(stem + "self")
        if side == "decoder":
            attention(stem + "context")
        p[stem + "ffn_W1"], p[stem + "ffn_b1"] = (D, FFN), (1, FFN)
        p[stem + "ffn_W2"], p[stem + "ffn_b2"] = (FFN, D), (1, D)
        norm(stem + "ffn_ffn", suffix)
    return p


def options(ssru, pre):
    lines = ["type: transformer", "dim-emb: %d" % D, "transformer-heads: 2", "enc-depth: 1", "dec-depth: 1",
             "dim-vocabs: [%d, %d]" % (VOCAB, VOCAB), "transformer-dim-ffn: %d" % FFN,
             "transformer-ffn-activation: gelu", "version: v1.9.56", "tied-embeddings-all: true",
             "transformer-postprocess-emb: d"]
    lines += ["transformer-preprocess: n", "transformer-postprocess: da"] if pre else []
    lines += ["transformer-decoder-autoreg: rnn", "dec-cell: ssru"] if ssru else []
    return "\n".join(lines).encode() + b"\n\0"


def number(kind):
    return struct.pack("<f", 0.5) if kind == "f4" else b"\x00\x38"


def tensors(ssru, pre, kind):
    """[(name, shape, kind, bytes)]"""
    out = [(name, shape, kind, number(kind) * (shape[0] * shape[1]))
           for name, shape in sorted(parameters(ssru, "_pre" if pre else "").items())]
    text = options(ssru, pre)
    return out + [("special:model.yml", (len(text),), "i1", text)]


def write_bin(items, scaled=0):
    """scaled: bytes of an integer; matrices are then integers with a factor."""
    header, names, shapes, data = b"", b"", b"", b""
    for name, shape, kind, content in items:
        code = BIN_TYPES[kind]
        if scaled and (name[:-1].endswith("_W") or name.endswith("_W") or "Wemb" in name):
            code = 0x4100 + scaled
            content = bytes(range(1, 1 + scaled)) * (shape[0] * shape[1]) + struct.pack("<f", 100)
        header += struct.pack("<4Q", len(name) + 1, code, len(shape), len(content))
        names += name.encode() + b"\0"
        shapes += struct.pack("<%di" % len(shape), *shape)
        data += content
    return struct.pack("<QQ", 1, len(items)) + header + names + shapes + struct.pack("<Q", 1) + b"\0" + data


def write_npz(items, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, shape, kind, content in items:
            text = "{'descr': '%s', 'fortran_order': False, 'shape': %r, }" % (
                ("|" if kind == "i1" else "<") + kind, shape)
            archive.writestr(zipfile.ZipInfo(name + ".npy"), b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) +
                             text.encode() + content, method)
    return out.getvalue()


def save(target, name, content):
    folder = os.path.join(SEEDS, target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as f:
        f.write(content)


def main():
    few = [t for t in tensors(False, False, "f4") if t[0] in ("Wemb", "encoder_l1_ffn_W1", "special:model.yml")]
    save("marian_bin", "float32", write_bin(few))
    save("marian_bin", "float16", write_bin([t[:2] + ("f2", number("f2") * (len(t[3]) // 4)) for t in few[:2]]))
    save("marian_bin", "intgemm8", write_bin(few, 1))
    save("marian_bin", "intgemm16", write_bin(few, 2))
    for ssru in (False, True):
        kind = "ssru" if ssru else "attention"
        save("import_marian", kind + ".bin", write_bin(tensors(ssru, False, "f4")))
        save("import_marian", kind + ".intgemm8.bin", write_bin(tensors(ssru, ssru, "f4"), 1))
        save("import_marian", kind + ".npz", write_npz(tensors(ssru, not ssru, "f2"), zipfile.ZIP_DEFLATED))


if __name__ == "__main__":
    main()
