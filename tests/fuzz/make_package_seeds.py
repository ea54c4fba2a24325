#!/usr/bin/env python3
"""make_package_seeds.py - writes the first inputs of the fuzz targets import_argos, import_opus and
import_bergamot.

Small packages around the networks of the other scripts, unpacked and as archives, in
tests/fuzz/seeds/TARGET.  What fuzzing finds is added there by hand.
"""
import gzip
import io
import json
import struct
import zipfile

import make_ct2_seeds
import make_marian_seeds
import make_seeds

NAMES = {  # those of the targets
    "import_argos": ["package.argosmodel", "metadata.json", "sentencepiece.model", "bpe.model", "model/model.bin",
                     "model/config.json", "model/shared_vocabulary.json", "model/shared_vocabulary.txt",
                     "model/source_vocabulary.json", "model/target_vocabulary.txt"],
    "import_opus": ["opus.zip", "decoder.yml", "opus.npz", "opus.vocab.yml", "source.spm", "target.spm",
                    "opus.trg.vocab", "preprocess.sh", "README.md", "LICENSE", "source.bpe", "target.bpe"],
    "import_bergamot": ["config.yml", "model.ende.intgemm.alphas.bin", "vocab.ende.spm", "lex.50.50.ende.s2t.bin",
                        "model_info.json", "metadata.json", "model.ende.intgemm.alphas.bin.gz", "vocab.ende.spm.gz",
                        "lex.50.50.ende.s2t.bin.gz", "srcvocab.ende.spm", "trgvocab.ende.spm", "vocab.yml",
                        "lex.txt", "config.other.yml"]}


def directory(target, files):
    return b"".join(bytes([NAMES[target].index(name)]) + struct.pack("<I", len(data))[:3] + data
                    for name, data in files.items())


def archive(folder, files, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        for name, data in files.items():
            z.writestr(zipfile.ZipInfo(folder + name), data, method)
    return out.getvalue()


def save_forms(target, name, folder, files):
    make_marian_seeds.save(target, name, directory(target, files))
    for form, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        make_marian_seeds.save(target, name + "." + form, archive(folder, files, method))


def argos():
    files = {"metadata.json": b'{"type": "translate", "from_code": "en", "to_code": "de"}',
             "sentencepiece.model": make_seeds.spm(),
             "model/model.bin": make_ct2_seeds.Model(6, "i1").bytes(),
             "model/config.json": make_ct2_seeds.config("<s>", True),
             "model/shared_vocabulary.txt": make_ct2_seeds.LINES}
    save_forms("import_argos", "shared", "translate-en_de/", files)
    tokens = json.dumps(["<s>", "</s>", "<unk>", "a", "b", "c"]).encode()
    del files["model/shared_vocabulary.txt"], files["model/config.json"]
    files.update({"model/model.bin": make_ct2_seeds.Model(2, "i1").bytes(), "bpe.model": make_seeds.spm(),
                  "model/source_vocabulary.json": tokens, "model/target_vocabulary.txt": make_ct2_seeds.LINES})
    save_forms("import_argos", "two", "", files)


DECODER = b"""relative-paths: true
models:
  - opus.npz
vocabs:
  - opus.vocab.yml
  - %s
beam-size: 6
normalize: 1
word-penalty: 0
"""


def opus():
    network = make_marian_seeds.tensors(False, False, "f4")
    pieces = ("</s>", "<unk>", "a")
    files = {"decoder.yml": DECODER % b"opus.vocab.yml",
             "opus.npz": make_marian_seeds.write_npz(network, zipfile.ZIP_STORED),
             "opus.vocab.yml": b"</s>: 0\n<unk>: 1\na: 2\n", "source.spm": make_seeds.spm(pieces),
             "target.spm": make_seeds.spm(pieces), "preprocess.sh": b"sed 's/\\p{C}//'",
             "README.md": b"* source language(s): eng\n* target language(s): deu fra\n",
             "LICENSE": b"Attribution 4.0 International"}
    save_forms("import_opus", "joint", "opus-2020/", files)
    files.update({"decoder.yml": DECODER % b"opus.trg.vocab", "opus.vocab.yml": b"</s>: 0\n<unk>: 1\n'>>deu<<': 2\n",
                  "opus.trg.vocab": b"</s>\n<unk>\n>>deu<<\n", "target.spm": make_seeds.spm(pieces[:2] + (">>deu<<",)),
                  "source.spm": make_seeds.spm(pieces[:2] + (">>deu<<",))})
    save_forms("import_opus", "languages", "", files)
    del files["source.spm"], files["target.spm"]
    files.update({"opus.vocab.yml": b"</s>: 0\n<unk>: 1\n'd@@': 2\n", "opus.trg.vocab": b"</s>\n<unk>\nde\n",
                  "source.bpe": b"#version: 0.2\nd e</w>\n", "target.bpe": b"d e</w> 12\n",
                  "preprocess.sh": b"normalize-punctuation.perl -l $1 |\ntokenizer.perl -a -l $1 |\n"})
    save_forms("import_opus", "words", "", files)


def lexicon(n_sources):
    """A binary shortlist with word 2 for every source, as Marian's src/data/shortlist.cpp has it."""
    body = struct.pack("<4Q", 1, 1, n_sources + 1, n_sources)
    body += struct.pack("<%dQ" % (n_sources + 1), *range(n_sources + 1))
    body += struct.pack("<I", 2) * n_sources
    seed, mask = 0, (1 << 64) - 1
    for word, in struct.iter_unpack("<Q", body[:len(body) // 8 * 8]):
        seed ^= (word + 0x9e3779b9 + (seed << 6) + (seed >> 2)) & mask
    return struct.pack("<QQ", 0xF11A48D5013417F5, seed) + body


def bergamot():
    model = make_marian_seeds.write_bin(make_marian_seeds.tensors(True, False, "f4"), 1)
    spm = make_seeds.spm(("</s>", "<unk>", "a"))
    files = {"model.ende.intgemm.alphas.bin": model, "vocab.ende.spm": spm, "lex.50.50.ende.s2t.bin": lexicon(3)}
    target = "import_bergamot"
    make_marian_seeds.save(target, "names", directory(target, files))
    packed = {name + ".gz": gzip.compress(data, mtime=0) for name, data in files.items()}
    make_marian_seeds.save(target, "packed", directory(target, packed))
    files = {"config.yml": b"models: [model.ende.intgemm.alphas.bin]\nvocabs: [vocab.yml, vocab.yml]\n"
                           b"shortlist: [lex.txt, 1, 2]\nbeam-size: 1\nmax-length-break: 64\n",
             "model.ende.intgemm.alphas.bin": model, "vocab.yml": b"</s>: 0\n<unk>: 1\na: 2\n",
             "lex.txt": b"a a 0.5\na <unk> 0.25\n",
             "model_info.json": b'{"modelName": "x", "srcTags": {"en": "English"}, "trgTag": "de"}'}
    make_marian_seeds.save(target, "config", directory(target, files))
    make_marian_seeds.save(target, "empty-config", directory(target, {"config.yml": b""}))


if __name__ == "__main__":
    argos()
    opus()
    bergamot()
