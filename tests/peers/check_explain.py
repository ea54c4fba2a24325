#!/usr/bin/env python3
"""check_explain.py - attention as transformers has it, with PyTorch; prints TAP.

The Hugging Face fixtures are converted to float32 and explained.  transformers gets the same ids, and the
translation's as its decoder's input: every weight of every layer and head has to be the same within 1e-5, and
every log-probability within 1e-4.
Needs torch and transformers; seen with transformers 4.45 and Debian's python3-torch.
Environment: BUILD (build/release).
"""
import json
import os
import subprocess
import tempfile
import warnings

import tap
from tap import check

with tap.packages():
    import torch
    from transformers import MarianMTModel

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(os.path.dirname(ROOT), "shared", "fixtures")
PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "translate")


def explain(model, text):
    run = subprocess.run([PROGRAM, "explain", "-m", model, "--json", text], capture_output=True, check=True)
    return json.loads(run.stdout)


def furthest(ours, theirs):
    """The largest difference; ours is a flat list, theirs [1, heads, rows, positions]."""
    return max((torch.tensor(ours).reshape(theirs.shape) - theirs).abs().max().item(), 0)


def compare(model, sentence):
    source = torch.tensor([[t["id"] for t in sentence["source_tokens"]]])
    target = [t["id"] for t in sentence["target_tokens"]]
    given = torch.tensor([[model.config.decoder_start_token_id] + target[:-1]])
    with torch.no_grad():
        out = model(input_ids=source, decoder_input_ids=given, output_attentions=True)
    kinds = {"encoder": out.encoder_attentions, "decoder": out.decoder_attentions, "cross": out.cross_attentions}
    weights = {k: max(furthest(o, t) for o, t in zip(sentence["attention"][k], theirs, strict=True))
               for k, theirs in kinds.items()}
    out.logits[..., model.config.pad_token_id] = -torch.inf  # which the converted vocabulary does not have
    theirs = torch.log_softmax(out.logits[0], -1)[range(len(target)), target]
    ours = torch.tensor([t["log_probability"] for t in sentence["target_tokens"]])
    return weights, (ours - theirs).abs().max().item()


def main():
    warnings.filterwarnings("ignore")
    for name in ("hf-marian-from-opus", "hf-marian-from-paper"):
        folder = os.path.join(FIXTURES, name)
        if not os.path.exists(folder):
            tap.skip(name, "no " + folder)
            continue
        with tempfile.TemporaryDirectory() as work:
            path = work + "/m.gguf"
            subprocess.run([PROGRAM, "convert", "-f", "en", "-t", "de", "--type", "float32", "-o", path, folder],
                           check=True, capture_output=True)
            model = MarianMTModel.from_pretrained(folder, attn_implementation="eager").float().eval()
            with open(folder + "/input.txt", encoding="utf-8") as f:
                lines = [line.rstrip("\n") for line in f if line.strip()]
            sentences = [s for line in lines for s in explain(path, line)["sentences"]]
        results = [compare(model, s) for s in sentences]
        for kind in ("encoder", "decoder", "cross"):
            worst = max(r[0][kind] for r in results)
            check(worst < 1e-5, "%s: %s, %d sentences, largest difference of a weight %.2g" %
                  (name, kind, len(results), worst))
        worst = max(r[1] for r in results)
        check(worst < 1e-4, "%s: log-probabilities, largest difference %.2g" % (name, worst))
    tap.done()


main()
