#!/usr/bin/env python3
"""Writes a model of translate as Marian's model.npz and vocab.spm, for other engines: shipped_npz.py MODEL.gguf DIR

The int8 weights are multiplied by their scales.  Their largest is 127 in each row, so an engine that makes int8 of them
again has the same numbers.  It takes what the shipped models are: post-norm, ReLU, one table of embeddings.
Needs numpy and gguf of PyPI.
"""
import os, sys

import marian_yml
import material


def matrix(tensors, name):
    """[outputs, inputs] of a matrix: blocks of 16 outputs, of 4 inputs each."""
    scale = tensors[name + ".scale"].reshape(-1)
    blocks = tensors[name + ".weight"]
    n_in = blocks.size // (-(-len(scale) // 16) * 16)
    whole = blocks.reshape(-1, n_in // 4, 16, 4).transpose(0, 2, 1, 3).reshape(-1, n_in)[:len(scale)]
    return whole.astype("float32") * scale[:, None]


def arrays(tensors, encoder, decoder):
    """Marian's names and arrays."""
    yield "Wemb", matrix(tensors, "token_embd")
    yield "decoder_ff_logit_out_b", tensors["output.bias"].reshape(1, -1)
    for side, short, depth in (("encoder", "enc", encoder), ("decoder", "dec", decoder)):
        for layer in range(depth):
            ours, theirs = f"{short}.blk.{layer}.", f"{side}_l{layer + 1}_"
            joined = [("attn_qkv", "self_{}", "qkv"), ("attn_out", "self_{}", "o"), ("ffn_up", "ffn_{}", "1"),
                      ("ffn_down", "ffn_{}", "2")]
            norms = [("attn_norm", "self_Wo"), ("ffn_norm", "ffn_ffn")]
            if side == "decoder":
                joined += [("cross_attn_q", "context_{}", "q"), ("cross_attn_kv", "context_{}", "kv"),
                           ("cross_attn_out", "context_{}", "o")]
                norms.append(("cross_attn_norm", "context_Wo"))
            for name, form, letters in joined:
                weight, bias = matrix(tensors, ours + name), tensors[ours + name + ".bias"].reshape(-1)
                rows = len(bias) // len(letters)
                for i, letter in enumerate(letters):
                    part = slice(i * rows, (i + 1) * rows)
                    yield theirs + form.format("W" + letter), weight[part].T.copy()
                    yield theirs + form.format("b" + letter), bias[part][None]
            for name, form in norms:
                yield f"{theirs}{form}_ln_scale", tensors[ours + name + ".weight"].reshape(1, -1)
                yield f"{theirs}{form}_ln_bias", tensors[ours + name + ".bias"].reshape(1, -1)


def main(path, folder):
    material.need("numpy", "gguf")
    import gguf
    import numpy as np
    reader = gguf.GGUFReader(path)
    value = lambda name: reader.fields["nmt." + name].contents()
    if (value("norm.placement"), value("activation"), value("ties"), value("decoder.kind"), value("weight_type")) != (
            "post", "relu", "all", "self-attention", "int8"):
        material.stop(f"{path}: is not of the shipped models' kind")
    tensors = {t.name: t.data for t in reader.tensors}
    encoder, decoder = value("encoder.block_count"), value("decoder.block_count")
    config = marian_yml.text(encoder=encoder, decoder=decoder, dim=value("embedding_length"), heads=value("attention.head_count"),
                           ffn=value("encoder.feed_forward_length"), vocabulary=value("vocab_size.target"))
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/vocab.spm", "wb") as f:
        f.write(tensors["tokenizer.spm.source"].tobytes())
    np.savez(f"{folder}/model.npz", **dict(arrays(tensors, encoder, decoder)),
             **{"special:model.yml": np.frombuffer(config.encode() + b"\0", np.int8)})


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
