#!/usr/bin/env python3
"""make_seeds.py - writes the first inputs of the fuzz targets safetensors and import_hf.

Small models, from the descriptions of the formats, in tests/fuzz/seeds/TARGET.  What fuzzing finds
is added there by hand.
"""
import json
import os
import struct

SEEDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds")
NAMES = ["config.json", "model.safetensors", "tokenizer_config.json", "vocab.json",
         "sentencepiece.bpe.model", "source.spm", "target.spm", "target_vocab.json",
         "generation_config.json", "added_tokens.json", "tokenizer.json",
         "model.safetensors.index.json", "model-00001-of-00001.safetensors", "merges.txt"]


def safetensors(tensors, dtype="F32"):
    """name -> shape; all numbers are 0.5."""
    one = {"F32": struct.pack("<f", 0.5), "F16": b"\x00\x38", "BF16": b"\x00\x3f"}[dtype]
    header, data = {}, b""
    for name, shape in tensors.items():
        n = 1
        for dim in shape:
            n *= dim
        header[name] = {"dtype": dtype, "shape": shape,
                        "data_offsets": [len(data), len(data) + n * len(one)]}
        data += one * n
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + data


def varint(n):
    out = b""
    while n >= 128:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, data):
    return varint(number << 3 | 2) + varint(len(data)) + data


def spm(pieces=("<unk>", "<s>", "</s>", "\u2581", "a", "b")):
    """A unigram model; <unk>, <s> and </s> are special wherever they stand."""
    out = b""
    for i, text in enumerate(pieces):
        kind = 2 if text == "<unk>" else 3 if text in ("<s>", "</s>") else 1
        score = struct.pack("<f", -i if kind == 1 else 0)
        out += field(1, field(1, text.encode()) + b"\x15" + score + b"\x18" + varint(kind))
    unk, eos = pieces.index("<unk>"), pieces.index("</s>")
    return out + field(2, b"\x18\x01" + varint(40 << 3) + varint(unk) + varint(42 << 3) + varint(eos))


def network(vocab, family):
    t = {"model.shared.weight": [vocab, 4]}

    def both(stem, *shape):
        t[stem + ".weight"] = list(shape)
        t[stem + ".bias"] = list(shape[:1])

    for side in ("encoder", "decoder"):
        layer = "model.%s.layers.0." % side
        for which in ["self_attn"] + (["encoder_attn"] if side == "decoder" else []):
            for part in ("q_proj", "k_proj", "v_proj", "out_proj"):
                both("%s%s.%s" % (layer, which, part), 4, 4)
            both("%s%s_layer_norm" % (layer, which), 4)
        both(layer + "fc1", 5, 4)
        both(layer + "fc2", 4, 5)
        both(layer + "final_layer_norm", 4)
        if family in ("bart", "mbart"):
            both("model.%s.layernorm_embedding" % side, 4)
            t["model.%s.embed_positions.weight" % side] = [12, 4]
        if family in ("m2m_100", "mbart"):
            both("model.%s.layer_norm" % side, 4)
    return t


def config(vocab, family, **more):
    c = {"model_type": family, "d_model": 4, "encoder_layers": 1, "decoder_layers": 1,
         "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 5,
         "decoder_ffn_dim": 5, "vocab_size": vocab, "pad_token_id": 1, "bos_token_id": 0,
         "eos_token_id": 2, "decoder_start_token_id": 2, "activation_function": "relu"}
    c.update(more)
    return json.dumps(c).encode()


def directory(**files):
    """Files by the names in NAMES, with _ for . and -."""
    out = b""
    for number, name in enumerate(NAMES):
        data = files.get(name.replace(".", "_").replace("-", "_"))
        if data is not None:
            out += bytes([number]) + struct.pack("<I", len(data))[:3] + data
    return out


def text(data):
    return json.dumps(data).encode()


def write(target, name, data):
    folder = os.path.join(SEEDS, target)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, name), "wb") as f:
        f.write(data)


def main():
    for dtype in ("F32", "F16", "BF16"):
        write("safetensors", dtype, safetensors({"a": [2, 3], "b.c": [4], "d": []}, dtype))

    bart = safetensors(network(8, "bart"))
    write("import_hf", "bart", directory(
        config_json=config(8, "bart"), model_safetensors=bart, merges_txt=b"",
        generation_config_json=text({"num_beams": 2, "bad_words_ids": [[1]], "eos_token_id": [2]})))
    write("import_hf", "empty-json", directory(config_json=b"", model_safetensors=bart))
    weight_map = {name: NAMES[12] for name in network(8, "bart")}
    write("import_hf", "sharded", directory(
        config_json=config(8, "bart"), model_00001_of_00001_safetensors=bart,
        model_safetensors_index_json=text({"weight_map": weight_map})))
    write("import_hf", "nllb", directory(
        config_json=config(10, "m2m_100"), model_safetensors=safetensors(network(10, "m2m_100")),
        sentencepiece_bpe_model=spm(),
        tokenizer_config_json=text({"tokenizer_class": "NllbTokenizer", "added_tokens_decoder": {
            "7": {"content": "eng_Latn"}, "8": {"content": "<mask>"}}})))
    write("import_hf", "m2m100", directory(
        config_json=config(15, "m2m_100"), model_safetensors=safetensors(network(15, "m2m_100")),
        sentencepiece_bpe_model=spm(),
        vocab_json=text({"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3, "a": 5}),
        tokenizer_config_json=text({"language_codes": "wmt21"})))
    write("import_hf", "mbart", directory(
        config_json=config(12, "mbart", scale_embedding=True, forced_bos_token_id=8),
        model_safetensors=safetensors(network(12, "mbart")), sentencepiece_bpe_model=spm(),
        tokenizer_config_json=text({"tokenizer_class": "MBart50Tokenizer"}),
        added_tokens_json=text({"de_DE": 7, "en_XX": 8}),
        tokenizer_json=text({"added_tokens": [{"id": 9, "content": "<mask>"}]})))
    write("import_hf", "marian", directory(
        config_json=config(6, "marian", pad_token_id=5, decoder_start_token_id=5, eos_token_id=0,
                           bad_words_ids=[[5]]),
        model_safetensors=safetensors(network(6, "marian")), source_spm=spm(), target_spm=spm(),
        vocab_json=text({"</s>": 0, "<unk>": 1, "a": 2, ">>deu<<": 3, "<pad>": 5}),
        target_vocab_json=text({"</s>": 0, "<unk>": 1, "b": 2, "<pad>": 5}),
        tokenizer_config_json=text({"source_lang": "en", "target_lang": "de"})))


if __name__ == "__main__":
    main()
