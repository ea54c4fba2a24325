#!/usr/bin/env python3
"""metric_models.py TEXT METRICX OUT - small learned metrics of random numbers, and what they score.

TEXT is some text to learn pieces from, METRICX the folder of google-research/metricx (metricx24).
Needs unbabel-comet 2.2.7, transformers 4.57 and sentencepiece; made tests/data/metrics with them.
OUT gets source.txt, translation.txt and reference.txt; a folder for each metric as it is published,
and in it scores.txt, a line each, of the metric's own program.  MetricX's weights are gzipped, for
most of them are zeros; its scores.txt has two columns, with references and without.
"""
import gzip
import os
import shutil
import sys

import comet.models
import pytorch_lightning
import sentencepiece
import torch
import transformers
import yaml

TEXTS = [("The cat sleeps.", "Die Katze schläft.", "Die Katze schläft."),
         ("I have lost my keys.", "Ich habe meine Schlüssel verloren.", "Meine Schlüssel sind weg."),
         ("", "Etwas", "Nichts"), ("What time is it?", "", "Wie spät ist es?"),
         ("The meeting has been moved to Tuesday at three in the afternoon, and nobody was told. " * 2,
          "Die Sitzung wurde auf Dienstag um drei am Nachmittag verschoben, und niemand wusste es. " * 2,
          "Man hat die Sitzung auf Dienstag verschoben. " * 3),
         ("Two dogs run.", "Zwei Hunde rennen.", "Zwei Hunde laufen."),
         ("日本 is Japan \u2603", "日本 ist Japan \u2603", "Japan"), (" a  b ", "a b", "a   b"),
         ("Good morning!", "Gute Nacht!", "Guten Morgen!"), ("It rains.", "Es regnet.", "Es regnet gerade.")]
D, LAYERS, HEADS, FFN, PIECES, POSITIONS = 16, 2, 2, 24, 160, 42

KINDS = {"regression": dict(layer_transformation="sparsemax", layer_norm=False),
         "normed": dict(layer_transformation="softmax", layer_norm=True, final_activation="Sigmoid"),
         "first": dict(pool="cls", layer=1, hidden_sizes=[8]),
         "referenceless": dict(layer_transformation="sparsemax", layer_norm=True),
         "unified": dict(layer_transformation="sparsemax", layer_norm=False, sent_layer="mix",
                         word_layer=1, input_segments=["mt", "src"])}
CLASSES = {"referenceless": ("ReferencelessRegression", "referenceless_regression_metric"),
           "unified": ("UnifiedMetric", "unified_metric")}


def learn_pieces(text, path, **more):
    sentencepiece.SentencePieceTrainer.train(
        input=text, model_prefix=path, vocab_size=PIECES, normalization_rule_name="identity",
        character_coverage=0.995, hard_vocab_limit=False, input_sentence_size=2000, **more)
    os.unlink(path + ".vocab")
    return path + ".model"


def randomise(model):
    with torch.no_grad():
        for name, p in model.named_parameters():
            if "orm.weight" in name:
                p.copy_(1 + 0.2 * torch.randn_like(p))
            elif "scalar_parameters" in name:
                p.copy_(0.3 * torch.randn_like(p))
            elif "gamma" in name:
                p.fill_(1.25)
            elif "embeddings" in name or name.endswith("bias"):
                p.copy_(0.3 * torch.randn_like(p))
            else:
                p.copy_(torch.randn_like(p) * p.shape[-1] ** -0.5)


def make_encoder(text, folder):
    os.makedirs(folder)
    model = learn_pieces(text, folder + "/s")
    os.rename(model, folder + "/sentencepiece.bpe.model")
    n = sentencepiece.SentencePieceProcessor(model_file=folder + "/sentencepiece.bpe.model")
    transformers.XLMRobertaConfig(
        vocab_size=n.get_piece_size() + 2, hidden_size=D, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, intermediate_size=FFN, max_position_embeddings=POSITIONS,
        type_vocab_size=1, layer_norm_eps=1e-5).save_pretrained(folder)
    transformers.XLMRobertaTokenizer(folder + "/sentencepiece.bpe.model").save_pretrained(folder)
    transformers.XLMRobertaTokenizerFast.from_pretrained(folder).save_pretrained(folder)


def make_comet(kind, encoder, folder):
    name, identifier = CLASSES.get(kind, ("RegressionMetric", "regression_metric"))
    settings = dict(hidden_sizes=[12, 8])
    settings.update(KINDS[kind])
    model = getattr(comet.models, name)(pretrained_model=encoder, load_pretrained_weights=False,
                                        local_files_only=True, **settings)
    randomise(model)
    os.makedirs(folder + "/checkpoints")
    trainer = pytorch_lightning.Trainer(accelerator="cpu", logger=False, max_epochs=1)
    trainer.strategy.connect(model)
    trainer.save_checkpoint(folder + "/checkpoints/model.ckpt", weights_only=True)
    settings = dict(model.hparams, class_identifier=identifier, pretrained_model="xlm-roberta-tiny")
    with open(folder + "/hparams.yaml", "w") as f:
        yaml.safe_dump(settings, f)
    shutil.copy(encoder + "/config.json", folder)
    data = [{"src": s, "mt": t, "ref": r} for s, t, r in TEXTS]
    scores = model.predict(data, batch_size=4, gpus=0, num_workers=0, progress_bar=False).scores
    with open(folder + "/scores.txt", "w") as f:
        f.writelines("%.6f\n" % s for s in scores)


def make_metricx(text, program, folder):
    sys.path.insert(0, program)
    transformers.models.mt5.modeling_mt5.__dict__.setdefault("__HEAD_MASK_WARNING_MSG", "")
    from metricx24 import models
    os.makedirs(folder)
    os.rename(learn_pieces(text, folder + "/s", pad_id=0, eos_id=1, unk_id=2, bos_id=-1),
              folder + "/spiece.model")
    config = transformers.MT5Config(vocab_size=250112, d_model=4, d_kv=4, d_ff=8, num_layers=2,
                                    num_decoder_layers=1, num_heads=2, tie_word_embeddings=False)
    model = models.MT5ForRegression(config).eval()
    randomise(model)
    with torch.no_grad():
        model.shared.weight[PIECES + 40:] = 0
        model.lm_head.weight[:250089] = 0
        model.lm_head.weight[250089] = 4 * torch.tensor([1.0, -1.0, 1.0, 1.0])
        model.lm_head.weight[250090:] = 0
    model.save_pretrained(folder, safe_serialization=False)
    with open(folder + "/pytorch_model.bin", "rb") as f:
        data = f.read()
    os.unlink(folder + "/pytorch_model.bin")
    with gzip.GzipFile(folder + "/pytorch_model.bin.gz", "wb", mtime=0) as f:
        f.write(data)
    tokenizer = transformers.T5Tokenizer(folder + "/spiece.model", extra_ids=0, legacy=True)

    def score(text):
        ids = tokenizer(text, max_length=1536, truncation=True)["input_ids"][:-1]
        with torch.no_grad():
            return float(model(input_ids=torch.tensor([ids]), use_cache=False,
                               attention_mask=torch.ones(1, len(ids))).predictions)
    with open(folder + "/scores.txt", "w") as f:
        for s, t, r in TEXTS:
            free = "source: " + s + " candidate: " + t
            f.write("%.6f\t%.6f\n" % (score(free + " reference: " + r), score(free)))


def main():
    text, program, out = sys.argv[1:]
    torch.manual_seed(11)
    os.makedirs(out)
    for i, name in enumerate(("source", "translation", "reference")):
        with open(os.path.join(out, name + ".txt"), "w") as f:
            f.writelines(t[i] + "\n" for t in TEXTS)
    encoder = os.path.join(out, "encoder")
    make_encoder(text, encoder)
    for kind in KINDS:
        make_comet(kind, encoder, os.path.join(out, kind))
    os.rename(encoder + "/sentencepiece.bpe.model", out + "/sentencepiece.bpe.model")
    shutil.rmtree(encoder)
    make_metricx(text, program, os.path.join(out, "metricx"))


if __name__ == "__main__":
    main()
