#!/usr/bin/env python3
"""make_t5.py - small random models of T5's kind, with what transformers makes of them.

Writes tests/data/t5/NAME: config.json, weights, spiece.model, and the ids of sources (source.ids),
of their greedy translations (greedy.ids), and the log-probabilities of the first token
(first.txt: id:value).  Needs Debian's python3-torch, and transformers==4.38.2, sentencepiece and
safetensors from PyPI.
"""
import json
import os
import shutil

import sentencepiece
import torch
from transformers import (MT5Config, MT5ForConditionalGeneration, T5Config,
                          T5ForConditionalGeneration, UMT5Config, UMT5ForConditionalGeneration)

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "t5")
TEXT = """The quick brown fox jumps over the lazy dog. How vexingly quick daft zebras jump!
Please translate English to German, French and Romanian. We have no bananas today: none at all.
My hovercraft is full of eels. The weather is nice, and the train leaves at five. What time is it?
""".replace("\n", " ").split(". ")
TASKS = {"translation_en_to_de": {"prefix": "translate English to German: "},
         "translation_en_to_fr": {"prefix": "translate English to French: "},
         "summarization": {"prefix": "summarize: "}}
MODELS = {
    "tied": (T5Config, T5ForConditionalGeneration, "zip", [], dict(
        d_model=16, d_kv=4, d_ff=24, num_layers=2, num_heads=3, feed_forward_proj="relu",
        relative_attention_num_buckets=8, relative_attention_max_distance=6,
        task_specific_params=TASKS)),
    "madlad": (T5Config, T5ForConditionalGeneration, "old", ["<2de>", "<2sr_Latn>", "<2zxx>"], dict(
        d_model=16, d_kv=8, d_ff=20, num_layers=2, num_decoder_layers=1, num_heads=3,
        feed_forward_proj="gated-gelu", tie_word_embeddings=False)),
    "umt5": (UMT5Config, UMT5ForConditionalGeneration, "safetensors", [], dict(
        d_model=16, d_kv=3, d_ff=20, num_layers=2, num_heads=5, feed_forward_proj="gated-silu",
        tie_word_embeddings=False, relative_attention_num_buckets=12,
        relative_attention_max_distance=9)),
    "mt5": (MT5Config, MT5ForConditionalGeneration, "safetensors", [], dict(
        d_model=16, d_kv=4, d_ff=20, num_layers=1, num_heads=4, feed_forward_proj="gated-gelu",
        tie_word_embeddings=False)),
}


def make(name, number):
    config_class, model_class, form, tokens, shape = MODELS[name]
    folder = os.path.join(OUT, name)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT), model_prefix="spiece", vocab_size=330 if tokens else 70,
        model_type="unigram", pad_id=0, eos_id=1, unk_id=2, bos_id=-1, byte_fallback=bool(tokens),
        user_defined_symbols=tokens, normalization_rule_name="identity", minloglevel=2)
    os.remove("spiece.vocab")
    sp = sentencepiece.SentencePieceProcessor(model_file="spiece.model")
    torch.manual_seed(number)
    model = model_class(config_class(vocab_size=sp.vocab_size() + (0 if tokens else 4),
                                     decoder_start_token_id=0, dropout_rate=0.0, **shape)).eval()
    with torch.no_grad():
        for key, t in model.named_parameters():
            if "layer_norm" in key:
                t.copy_(1 + 0.2 * torch.randn_like(t))
            elif "relative_attention_bias" in key or key.startswith("shared"):
                t.copy_(torch.randn_like(t))
            elif key.startswith("lm_head"):
                t.copy_(torch.randn_like(t) / 2)
            else:
                t.mul_(2)
    model.save_pretrained(".", safe_serialization=form == "safetensors")
    if form == "old":
        torch.save(model.state_dict(), "pytorch_model.bin", _use_new_zipfile_serialization=False)
    os.remove("generation_config.json")
    with open("source.ids", "w") as source, open("greedy.ids", "w") as greedy, \
            open("first.txt", "w") as first, torch.no_grad():
        for i, line in enumerate(TEXT):
            ids = sp.encode((tokens[i % 2] + " " if tokens else "") + line)
            x = torch.tensor([ids + [1]])
            y = model.generate(x, num_beams=1, max_new_tokens=20)[0].tolist()[1:]
            p = torch.log_softmax(model(input_ids=x, decoder_input_ids=torch.tensor([[0]]))
                                  .logits[0, -1].double(), 0).topk(5)
            source.write(" ".join(map(str, ids)) + "\n")
            greedy.write(" ".join(str(t) for t in y if t != 1) + "\n")
            first.write(" ".join("%d:%.6f" % (k, v) for v, k in
                                 zip(p.values.tolist(), p.indices.tolist())) + "\n")


def main():
    for number, name in enumerate(MODELS):
        make(name, number)


if __name__ == "__main__":
    main()
