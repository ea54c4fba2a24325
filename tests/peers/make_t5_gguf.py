#!/usr/bin/env python3
"""make_t5_gguf.py - T5's kind as llama.cpp's GGUF files, and the same as Hugging Face directories.

Writes tests/data/t5/gguf: mt5.gguf, which is tests/data/t5/mt5 as llama.cpp's converter writes it,
and NAME.gguf beside NAME/, random models whose weights, of float16 and of Q8_0, the directory has
as floats.  Needs numpy, gguf and sentencepiece from PyPI.
"""
import json
import os
import shutil

import gguf
import numpy as np
import sentencepiece

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "data", "t5")
OUT = os.path.join(DATA, "gguf")
Q = gguf.GGMLQuantizationType
LAYER = {"layer.0.SelfAttention.q": "attn_q", "layer.0.SelfAttention.k": "attn_k",
         "layer.0.SelfAttention.v": "attn_v", "layer.0.SelfAttention.o": "attn_o",
         "layer.0.SelfAttention.relative_attention_bias": "attn_rel_b",
         "layer.0.layer_norm": "attn_norm"}
FFN = {"DenseReluDense.wi": "ffn_up", "DenseReluDense.wi_0": "ffn_gate",
       "DenseReluDense.wi_1": "ffn_up", "DenseReluDense.wo": "ffn_down", "layer_norm": "ffn_norm"}
CROSS = {"layer.1.EncDecAttention.q": "cross_attn_q", "layer.1.EncDecAttention.k": "cross_attn_k",
         "layer.1.EncDecAttention.v": "cross_attn_v", "layer.1.EncDecAttention.o": "cross_attn_o",
         "layer.1.layer_norm": "cross_attn_norm"}
TOP = {"shared.weight": "token_embd.weight", "lm_head.weight": "output.weight",
       "encoder.final_layer_norm.weight": "enc.output_norm.weight",
       "decoder.final_layer_norm.weight": "dec.output_norm.weight"}


def name_of(name):
    if name in TOP:
        return TOP[name]
    stack, _, number, rest = name.split(".", 3)
    decoder = stack == "decoder"
    table = dict(LAYER, **(CROSS if decoder else {}))
    table.update(("layer.%d.%s" % (1 + decoder, k), v) for k, v in FFN.items())
    return "%s.blk.%s.%s.weight" % (stack[:3], number, table[rest[:-len(".weight")]])


def read_safetensors(path):
    data = open(path, "rb").read()
    n = int.from_bytes(data[:8], "little")
    head = json.loads(data[8:8 + n])
    return {k: np.frombuffer(data[8 + n + v["data_offsets"][0]:8 + n + v["data_offsets"][1]],
                             np.float32).reshape(v["shape"])
            for k, v in head.items() if k != "__metadata__"}


def write_safetensors(path, tensors):
    head, data = {}, b""
    for k, v in sorted(tensors.items()):
        bytes_ = np.ascontiguousarray(v, np.float32).tobytes()
        head[k] = {"dtype": "F32", "shape": list(v.shape),
                   "data_offsets": [len(data), len(data) + len(bytes_)]}
        data += bytes_
    text = json.dumps(head).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(len(text).to_bytes(8, "little") + text + data)


def add_vocab(w, spm, n):
    """As llama.cpp: pieces of the user's are normal ones, and the table is padded."""
    sp = sentencepiece.SentencePieceProcessor(model_file=spm)
    proto = __import__("sentencepiece.sentencepiece_model_pb2", fromlist=["x"]).ModelProto()
    proto.ParseFromString(open(spm, "rb").read())
    tokens, scores, kinds = ["[PAD%d]" % i for i in range(n)], [-10000.0] * n, [5] * n
    for i in range(sp.vocab_size()):
        tokens[i], scores[i] = sp.id_to_piece(i), sp.get_score(i)
        kinds[i] = (2 if sp.is_unknown(i) else 3 if sp.is_control(i) else 5 if sp.is_unused(i)
                    else 6 if sp.is_byte(i) else 1)
    w.add_tokenizer_model("t5")
    w.add_tokenizer_pre("default")
    w.add_token_list(tokens)
    w.add_token_scores(scores)
    w.add_token_types(kinds)
    w.add_add_space_prefix(proto.normalizer_spec.add_dummy_prefix)
    w.add_remove_extra_whitespaces(proto.normalizer_spec.remove_extra_whitespaces)
    if proto.normalizer_spec.precompiled_charsmap:
        w.add_precompiled_charsmap(proto.normalizer_spec.precompiled_charsmap)
    w.add_eos_token_id(1)
    w.add_pad_token_id(0)


def write_gguf(path, c, tensors, spm, kind):
    """Returns the weights as the file has them."""
    w = gguf.GGUFWriter(path, "t5")
    w.add_context_length(512)
    w.add_embedding_length(c["d_model"])
    w.add_feed_forward_length(c["d_ff"])
    w.add_block_count(c["num_layers"])
    w.add_decoder_block_count(c.get("num_decoder_layers", c["num_layers"]))
    w.add_head_count(c["num_heads"])
    w.add_key_length(c["d_kv"])
    w.add_value_length(c["d_kv"])
    w.add_layer_norm_eps(c["layer_norm_epsilon"])
    w.add_relative_attn_buckets_count(c["relative_attention_num_buckets"])
    w.add_layer_norm_rms_eps(c["layer_norm_epsilon"])
    w.add_decoder_start_token_id(0)
    add_vocab(w, spm, c["vocab_size"])
    kept = {}
    for name, x in tensors.items():
        of = Q.F32 if x.ndim == 1 else kind
        if of == Q.Q8_0 and x.shape[-1] % 32:
            of = Q.F16
        y = gguf.quants.quantize(np.ascontiguousarray(x, np.float32), of)
        w.add_tensor(name_of(name), y, raw_dtype=of)
        kept[name] = gguf.quants.dequantize(y, of).reshape(x.shape)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()
    return kept


def random_model(c, random):
    d, inner, ffn = c["d_model"], c["num_heads"] * c["d_kv"], c["d_ff"]
    t = {"shared.weight": (c["vocab_size"], d)}
    gated = c["feed_forward_proj"].startswith("gated")
    for stack, n in ("encoder", c["num_layers"]), ("decoder", c["num_decoder_layers"]):
        for i in range(n):
            p = "%s.block.%d.layer." % (stack, i)
            blocks = ["0.SelfAttention"] + (["1.EncDecAttention"] if stack == "decoder" else [])
            for b in blocks:
                t.update({p + b + "." + k + ".weight": (inner, d) for k in "qkv"})
                t[p + b + ".o.weight"] = (d, inner)
                t[p + b[0] + ".layer_norm.weight"] = (d,)
            if not i:
                t[p + "0.SelfAttention.relative_attention_bias.weight"] = (
                    c["relative_attention_num_buckets"], c["num_heads"])
            p += "%d." % len(blocks)
            t.update({p + "DenseReluDense.%s.weight" % k: (ffn, d)
                      for k in (["wi_0", "wi_1"] if gated else ["wi"])})
            t[p + "DenseReluDense.wo.weight"] = (d, ffn)
            t[p + "layer_norm.weight"] = (d,)
        t[stack + ".final_layer_norm.weight"] = (d,)
    if not c["tie_word_embeddings"]:
        t["lm_head.weight"] = (c["vocab_size"], d)
    return {k: (1 + random.standard_normal(s) / 5 if len(s) == 1 else
                random.standard_normal(s) / (1 if "shared" in k or "bias" in k else 4))
            for k, s in t.items()}


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    c = json.load(open(os.path.join(DATA, "mt5", "config.json")))
    write_gguf(os.path.join(OUT, "mt5.gguf"), c,
               read_safetensors(os.path.join(DATA, "mt5", "model.safetensors")),
               os.path.join(DATA, "mt5", "spiece.model"), Q.F32)
    random = np.random.default_rng(7)
    for name, spm, kind, tied, proj, more in (("f16", "mt5", Q.F16, True, "relu", 4),
                                              ("q8", "madlad", Q.Q8_0, False, "gated-gelu", 0)):
        source = os.path.join(DATA, spm, "spiece.model")
        n = sentencepiece.SentencePieceProcessor(model_file=source).vocab_size()
        c = dict(model_type="t5", d_model=32, d_kv=8, d_ff=64, num_layers=2, num_decoder_layers=1,
                 num_heads=4, feed_forward_proj=proj, tie_word_embeddings=tied,
                 relative_attention_num_buckets=32, relative_attention_max_distance=128,
                 layer_norm_epsilon=1e-6, vocab_size=n + more, decoder_start_token_id=0,
                 eos_token_id=1, pad_token_id=0)
        kept = write_gguf(os.path.join(OUT, name + ".gguf"), c, random_model(c, random), source,
                          kind)
        folder = os.path.join(OUT, name)
        os.mkdir(folder)
        json.dump(c, open(os.path.join(folder, "config.json"), "w"))
        write_safetensors(os.path.join(folder, "model.safetensors"), kept)
        shutil.copy(source, folder)


if __name__ == "__main__":
    main()
