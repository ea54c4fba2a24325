#!/usr/bin/env python3
"""make_indic.py - what IndicTransToolkit makes of text before and behind an IndicTrans2 model.

    make_indic.py cases < LINES     cases of tests/cases/text/indic/unified of lines "hin_Deva<tab>text", or
                                    "to<tab>hin_Deva<tab>words"
    make_indic.py model             tests/data/families/indic_text: a model with pieces of one character

Needs IndicTransToolkit's processor.py (github.com/VarunGumma/IndicTransToolkit) on PYTHONPATH,
sacremoses, and a package indicnlp of indic-nlp-library-itt (for Urdu) with indic_normalize.py of
indic-nlp-library 0.92: the other one writes "\\u0903" where a visarga is due.  No placeholders are
put in.  `model` needs sentencepiece alone, and takes the layers of tests/data/families/indic.
"""
import json
import os
import random
import struct
import sys

FAMILIES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "families")
LANGUAGES = "ben_Beng eng_Latn hin_Deva sat_Olck tam_Taml urd_Arab".split()


def cases():
    from processor import IndicProcessor, IndicNormalizerFactory
    ip = IndicProcessor()
    wrap = ip._wrap_with_placeholders
    ip._wrap_with_placeholders = lambda text, patterns: wrap(text, [])
    for line in sys.stdin:
        parts = line.rstrip("\n").split("\t")
        if parts[0] == "to":
            ip._placeholder_entity_maps.put({})
            made = ip._postprocess(parts[2], parts[1])
        else:
            iso = ip._flores_codes[parts[0]]
            normalizer = None if iso == "en" else IndicNormalizerFactory().get_normalizer(iso)
            made = ip._preprocess(parts[1], parts[0], normalizer)
        print("language: %s\n    %s\n    => %s" % (parts[-2], parts[-1], made))


def spm(folder, side, characters):
    import sentencepiece
    path = os.path.join(folder, "model." + side)
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([" ".join(characters)]), model_prefix=path, model_type="bpe",
        character_coverage=1.0, vocab_size=len(characters) + 4, minloglevel=2,
        normalization_rule_name="identity", unk_id=0, bos_id=1, eos_id=2)
    os.rename(path + ".model", path)
    os.remove(path + ".vocab")
    processor = sentencepiece.SentencePieceProcessor(model_file=path)
    pieces = ["<s>", "<pad>", "</s>", "<unk>"] + (LANGUAGES if side == "SRC" else [])
    pieces += [processor.id_to_piece(i) for i in range(3, processor.get_piece_size())]
    with open(os.path.join(folder, "dict.%s.json" % side), "w", encoding="utf-8") as f:
        json.dump({p: i for i, p in enumerate(pieces)}, f, ensure_ascii=False)
    return len(pieces)


def read_tensors(path):
    with open(path, "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        data = f.read()
    header.pop("__metadata__", None)
    return {k: (v["shape"], data[slice(*v["data_offsets"])]) for k, v in header.items()}


def write_tensors(path, tensors):
    header, data = {}, b""
    for k, (shape, values) in sorted(tensors.items()):
        header[k] = {"dtype": "F32", "shape": shape,
                     "data_offsets": [len(data), len(data) + len(values)]}
        data += values
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(text)) + text + data)


def model():
    like, folder = os.path.join(FAMILIES, "indic"), os.path.join(FAMILIES, "indic_text")
    os.makedirs(folder, exist_ok=True)
    ascii = [chr(c) for c in range(0x21, 0x7F)]
    devanagari = [chr(c) for c in range(0x901, 0x970)]
    others = list("\u06a9\u06cc\u06c1\u06d4\u061f\u0627\u0645\u0646\u0648\u0631\u06d2"
                  "\u1c5f\u1c62\u1c74\u1c60\u1c7e")
    with open(os.path.join(like, "config.json")) as f:
        config = json.load(f)
    tensors = read_tensors(os.path.join(like, "model.safetensors"))
    numbers = random.Random(17)
    for side, name in (("SRC", "encoder"), ("TGT", "decoder")):
        n = spm(folder, side, ascii + devanagari + others if side == "SRC" else devanagari)
        config[name + "_vocab_size"] = n
        values = [numbers.uniform(-1, 1) for _ in range(n * 18)]
        tensors["model.%s.embed_tokens.weight" % name] = ([n, 18],
                                                          struct.pack("<%df" % len(values), *values))
    write_tensors(os.path.join(folder, "model.safetensors"), tensors)
    with open(os.path.join(folder, "config.json"), "w") as f:
        json.dump(config, f, indent=2, sort_keys=True)
    with open(os.path.join(folder, "tokenizer_config.json"), "w") as f:
        f.write('{"tokenizer_class": "IndicTransTokenizer"}\n')


if __name__ == "__main__":
    {"cases": cases, "model": model}[sys.argv[1]]()
