#!/usr/bin/env python3
"""check_fairseq.py - checkpoints that fairseq itself makes, with random weights; prints TAP.

For the forms that `translate convert` reads of fairseq's checkpoints, a small model is built by
fairseq, saved as its trainer does, converted, and compared with what fairseq loads:
  scores    of given translations, token by token, within 2e-5 + 2e-4 |ref|;
  greedy    translations of 100 lines: the same;
  beam      translations of 100 lines, by the sum of log-probabilities: how many are the same, and
            of which the sum is worse.  The searches differ (ours is Marian's, whose beam shrinks
            when a hypothesis ends), so that some may be worse.
Names of cases check those alone.  With --keep FOLDER it writes the fixtures of tests/data/fairseq there, and checks nothing.
Needs torch, fairseq 0.12 and sentencepiece.  Environment: BUILD (build/release).
"""
import json
import os
import random
import subprocess
import sys
import tempfile

import tap
from tap import check

with tap.packages():
    import sentencepiece
    import torch
    from fairseq import checkpoint_utils, options, tasks
    from fairseq.dataclass.utils import convert_namespace_to_omegaconf
    from fairseq.sequence_generator import SequenceGenerator
    from omegaconf import OmegaConf

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "translate")
SMALL = """--encoder-embed-dim 32 --decoder-embed-dim 32 --encoder-ffn-embed-dim 48
--decoder-ffn-embed-dim 64 --encoder-attention-heads 4 --decoder-attention-heads 4
--encoder-layers 2 --decoder-layers 3 --max-source-positions 200 --max-target-positions 200
--criterion cross_entropy --optimizer adam"""
LANGUAGES = "de,en,fr,pt"
N_PIECES, MORE = 90, 17  # of the source, and how many more than the target has
SHORTEST, LONGEST = 8, 24  # translations in searches


# ---- Making models --------------------------------------------------------------------------

def write_dict(path, pieces):
    with open(path, "w", encoding="utf-8") as f:
        f.writelines("%s %d\n" % (piece, 9000 - i) for i, piece in enumerate(pieces))


def train_spm(path):
    lines = []
    for side in ("en", "de"):
        with open("%s/tests/data/sentences.%s.tsv" % (ROOT, side), encoding="utf-8") as f:
            lines += [line.strip().replace("\t", " ") for line in f if not line.startswith("#")]
    with open(path + ".txt", "w", encoding="utf-8") as f:
        f.write("\n".join(lines))
    sentencepiece.SentencePieceTrainer.train(
        input=path + ".txt", model_prefix=path, vocab_size=220, model_type="bpe",
        minloglevel=2, character_coverage=0.98)
    os.unlink(path + ".txt")
    os.unlink(path + ".vocab")
    spm = sentencepiece.SentencePieceProcessor(model_file=path + ".model")
    return [spm.id_to_piece(i) for i in range(3, 220)]


def randomize(model, seed):
    """Weights that give neither flat nor certain distributions; every bias and norm counts."""
    torch.manual_seed(seed)
    decoder = model.decoder
    last = decoder.layer_norm or decoder.layers[-1].final_layer_norm
    with torch.no_grad():
        for name, p in model.named_parameters():
            if "norm" in name:
                p.copy_((1 if name.endswith("weight") else 0) + 0.2 * torch.randn(p.shape))
            elif p.dim() == 1:
                p.copy_(0.2 * torch.randn(p.shape))
            elif "embed" in name or "output_projection" in name:
                p.copy_(0.1 * torch.randn(p.shape))
            else:
                p.copy_(torch.randn(p.shape) / p.shape[1] ** 0.5)
        last.weight *= 5
        row = decoder.output_projection.weight[2]  # sentences end now and then
        last.bias += 10 * row / row.norm() ** 2


def checkpoint(args, model, form):
    """As trainer.state_dict() has it."""
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4)
    sum(p.sum() for p in model.parameters()).backward()
    optimizer.step()
    cfg = convert_namespace_to_omegaconf(args) if form != "args" else None
    if form == "cfg":
        cfg = OmegaConf.to_container(cfg, resolve=True, enum_to_str=True)
    return {
        "args": args if form == "args" else None, "cfg": cfg, "model": model.state_dict(),
        "criterion": {}, "optimizer_history": [
            {"criterion_name": "CrossEntropyCriterion", "optimizer_name": "FairseqAdam",
             "lr_scheduler_state": {"best": 3.5}, "num_updates": 7}],
        "task_state": {}, "extra_state": {
            "train_iterator": {"version": 2, "epoch": 3, "iterations_in_epoch": 0, "shuffle": True},
            "val_loss": 3.5, "metrics": {}, "previous_training_time": 12.5},
        "last_optimizer_state": optimizer.state_dict()}


def old_names(state):
    """As fairseq of 2018 named them: one array of queries, keys and values; norms by numbers."""
    new = {}
    for key, value in state.items():
        if ".q_proj." in key:
            parts = [state[key.replace("q_proj", x)] for x in ("q_proj", "k_proj", "v_proj")]
            key, value = key.replace("q_proj.", "in_proj_"), torch.cat(parts)
        elif ".k_proj." in key or ".v_proj." in key:
            continue
        elif "layers." in key and "layer_norm" in key:
            side, names = key.split(".")[0], ["self_attn_layer_norm", "final_layer_norm"]
            if side == "decoder":
                names.insert(1, "encoder_attn_layer_norm")
            for i, name in enumerate(names):
                key = key.replace("." + name + ".", ".layer_norms.%d." % i)
        elif key == "decoder.output_projection.weight":
            if torch.equal(value, state["decoder.embed_tokens.weight"]):
                continue
            key = "decoder.embed_out"
        new[key] = value
    return new


class Case:
    """`more`: form (args, cfg or omegaconf), old (names and file), half, keep (layers)."""

    def __init__(self, work, name, flags, joint=True, multilingual=False, **more):
        self.name, self.more, self.multilingual = name, more, multilingual
        self.folder = "%s/%s" % (work, name)
        self.gguf = self.folder + ".gguf"
        os.makedirs(self.folder)
        self.pieces = {}
        self.write_dicts(joint)
        self.make(SMALL.split() + flags.split())

    def write_dicts(self, joint):
        if self.multilingual:
            pieces = train_spm(self.folder + "/spm.128k")
            write_dict(self.folder + "/dict.txt", pieces)
            for language in LANGUAGES.split(","):
                write_dict("%s/dict.%s.txt" % (self.folder, language), pieces)
            return
        for side, n in (("en", N_PIECES), ("de", N_PIECES if joint else N_PIECES - MORE)):
            write_dict("%s/dict.%s.txt" % (self.folder, side),
                       ["w%d" % i for i in range(n - 3)] + ["madeupword%04d" % i for i in range(3)])

    def make(self, flags):
        parser = options.get_training_parser()
        if self.multilingual:
            flags = ["--task", "translation_multi_simple_epoch", "--langs", LANGUAGES,
                     "--lang-pairs", "en-de,de-en"] + flags
        else:
            flags = ["--source-lang", "en", "--target-lang", "de"] + flags
        args = options.parse_args_and_arch(parser, [self.folder, "--arch", "transformer"] + flags)
        model = tasks.setup_task(args).build_model(args)
        randomize(model, len(self.name))
        for key, value in self.more.get("keep", {}).items():
            setattr(args, key, value)
        self.save(args, model)

    def save(self, args, model):
        path = self.folder + "/model.pt"
        state = checkpoint(args, model, self.more.get("form", "args"))
        if self.more.get("old"):
            state["model"] = old_names(state["model"])
        if self.more.get("half"):
            state["model"] = {k: v.half() for k, v in state["model"].items()}
        torch.save(state, path, _use_new_zipfile_serialization=not self.more.get("old"))
        over = {"data": self.folder}
        if self.multilingual:
            over.update(source_lang="en", target_lang="de")
        models, _, self.task = checkpoint_utils.load_model_ensemble_and_task(
            [path], arg_overrides=over)
        self.model = models[0].float().eval()
        self.dict = self.task.target_dictionary

    def around(self, ids):
        if not self.multilingual:
            return ids + [2]
        token = {"src": "__en__", "tgt": "__de__"}[self.task.args.encoder_langtok]
        return [self.task.source_dictionary.index(token)] + ids + [2]

    def forced(self):
        return [self.dict.index("__de__")] if self.multilingual and self.task.args.decoder_langtok else []


# ---- The two programs -----------------------------------------------------------------------

def run(*args, text=""):
    p = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True)
    if p.returncode:
        raise RuntimeError("%s: %s" % (" ".join(args), p.stderr.strip()))
    return p.stdout


def languages(case):
    return ["-f", "en", "-t", "de"] if case.multilingual else []


def join(ids):
    return " ".join(map(str, ids))


def their_scores(case, source, target):
    start = [2] + case.forced()
    with torch.no_grad():
        logits, _ = case.model(torch.tensor([case.around(source)]),
                               torch.tensor([len(source) + 1]),
                               torch.tensor([start + target[:-1]]))
    logits = torch.log_softmax(logits[0], -1)[len(start) - 1:]
    return [logits[i, t].item() for i, t in enumerate(target)]


def our_scores(case, pairs):
    lines = "".join("%s\t%s\n" % (join(s), join(t[:-1])) for s, t in pairs)
    out = run("score", "-m", case.gguf, *languages(case), "--input", "ids", "--json", text=lines)
    return [[t["log_probability"] for t in json.loads(line)["tokens"]]
            for line in out.splitlines()]


def never_produced(case):
    """What our search leaves out, for theirs to leave out, too."""
    return [i for i, s in enumerate(case.dict.symbols)
            if i in (0, 1, 3) or s.startswith("madeupword") or s.startswith("__")]


def their_best(case, source, beam):
    forced = case.forced()  # and then counted
    generator = SequenceGenerator(
        [case.model], case.dict, beam_size=beam, max_len_a=0, max_len_b=LONGEST + len(forced),
        min_len=SHORTEST + len(forced), normalize_scores=False, tokens_to_suppress=())
    generator.token_indices_to_suppress = torch.tensor(never_produced(case))
    sample = {"net_input": {"src_tokens": torch.tensor([case.around(source)]),
                            "src_lengths": torch.tensor([len(source) + 1])}}
    prefix = torch.tensor([forced]) if forced else None
    ids = generator.generate([case.model], sample, prefix_tokens=prefix)[0][0]["tokens"].tolist()
    return ids[len(forced):][:LONGEST]


def our_best(case, sources, beam):
    lines = "".join(join(s) + "\n" for s in sources)
    out = run("-m", case.gguf, *languages(case), "--input", "ids", "--output-format", "ids", "--json",
              "--raw", "-b", str(beam), "-l", "0", "--max-length", str(LONGEST), "--min-length",
              str(SHORTEST), text=lines)
    return [[t["id"] for t in json.loads(line)["hypotheses"][0]["tokens"]]
            for line in out.splitlines()]


# ---- Checks ---------------------------------------------------------------------------------

def lists(seed, count, longest):
    rng = random.Random(seed)
    return [[rng.randrange(4, N_PIECES - 3 - MORE) for _ in range(rng.randrange(1, longest))]
            for _ in range(count)]


def check_scores(case):
    pairs = [(s, t + [2]) for s, t in zip(lists(0, 40, 60), lists(1, 40, 30))]
    worst = n = 0
    for (s, t), got in zip(pairs, our_scores(case, pairs)):
        theirs = their_scores(case, s, t)
        assert len(theirs) == len(got)
        for a, b in zip(got, theirs):
            worst = max(worst, abs(a - b) / (2e-5 + 2e-4 * abs(b)))
            n += 1
    check(worst <= 1, "%s: %d log-probabilities, largest difference %.3f of the tolerance" %
          (case.name, n, worst))


def check_search(case, beam, allowed):
    """`allowed`: what part of our translations may be worse."""
    sources = lists(2, 100, 30)
    same = worse = length = 0
    for source, ours in zip(sources, our_best(case, sources, beam)):
        theirs = their_best(case, source, beam)
        length += len(theirs)
        same += ours == theirs
        a, b = (sum(their_scores(case, source, t)) for t in (ours, theirs))
        worse += a < b - len(theirs) * 2e-5 - 2e-4 * abs(b)
    n = len(sources)
    check(worse <= n * allowed and (beam > 1 or same >= 0.99 * n),
          "%s, beam %d: %d of %d translations, of %.1f tokens, the same, %d worse" %
          (case.name, beam, same, n, length / n, worse))


def check_text(case):
    """A SentencePiece model's pieces have the ids of the dictionary."""
    spm = sentencepiece.SentencePieceProcessor(model_file=case.folder + "/spm.128k.model")
    texts = ["Hello there!", "We asked Prof. Lindqvist about the results.", "Zürich", "1 + 1 = 2"]
    out = run("tokenize", "-m", case.gguf, "--ids", text="\n".join(texts) + "\n").splitlines()
    theirs = [join(case.dict.index(p) for p in spm.encode(t, out_type=str)) for t in texts]
    check(out == theirs, "%s: ids of %d texts" % (case.name, len(texts)))


def check_case(case):
    run("convert", "--type", "float32", "-o", case.gguf, case.folder)
    if case.multilingual:
        check_text(case)
    check_scores(case)
    check_search(case, 1, 0)
    check_search(case, 4, 0.2)


def keep(folder):
    """Tiny checkpoints, and log-probabilities of targets: ids, ids, numbers."""
    global SMALL, N_PIECES, MORE
    N_PIECES, MORE = 24, 4
    for word, n in (("embed-dim 32", 8), ("ffn-embed-dim 48", 12), ("ffn-embed-dim 64", 16),
                    ("positions 200", 40), ("heads 4", 2), ("layers 2", 1), ("layers 3", 2)):
        SMALL = SMALL.replace(word, "%s %d" % (word.rsplit(" ", 1)[0], n))
    for case in (
            Case(folder, "wmt", "--share-decoder-input-output-embed", joint=False, old=True),
            Case(folder, "norms", "--share-all-embeddings --encoder-normalize-before "
                 "--decoder-normalize-before --activation-fn gelu --layernorm-embedding "
                 "--encoder-learned-pos --decoder-learned-pos", form="cfg"),
            Case(folder, "omegaconf", "--activation-fn gelu_accurate --no-scale-embedding",
                 form="omegaconf")):
        with open(case.folder + "/scores.tsv", "w", encoding="utf-8") as f:
            for source, target in zip(lists(3, 6, 9), lists(4, 6, 9)):
                scores = their_scores(case, source, target + [2])
                f.write("%s\t%s\t%s\n" % (join(source), join(target),
                                          " ".join("%.6f" % x for x in scores)))


PRE_NORM = "--share-all-embeddings --encoder-normalize-before --decoder-normalize-before "
CASES = [
    ("wmt19", "--share-decoder-input-output-embed", dict(joint=False, old=True)),
    ("untied", "--activation-fn gelu_accurate --no-token-positional-embeddings",
     dict(joint=False, form="omegaconf")),
    ("untied-old", "", dict(joint=False, old=True)),
    ("bart-like", "--share-all-embeddings --activation-fn gelu --layernorm-embedding "
     "--encoder-learned-pos --decoder-learned-pos --no-scale-embedding", dict(form="cfg")),
    ("pre-norm", PRE_NORM, dict(form="omegaconf", half=True)),
    ("m2m100", PRE_NORM + "--encoder-layerdrop 0.05 --decoder-layerdrop 0.05 "
     "--encoder-langtok src --decoder-langtok", dict(multilingual=True)),
    ("to-target", "--share-all-embeddings --encoder-langtok tgt",
     dict(multilingual=True, form="cfg")),
    ("pruned", "--share-all-embeddings --encoder-layers 3 --encoder-layerdrop 0.1",
     dict(keep={"encoder_layers_to_keep": "0,2", "decoder_layers_to_keep": "1,2"}))]


def main():
    if sys.argv[1:2] == ["--keep"]:
        return keep(sys.argv[2])
    with tempfile.TemporaryDirectory() as work:
        for name, flags, more in CASES:
            if not sys.argv[1:] or name in sys.argv[1:]:
                check_case(Case(work, name, flags, **more))
    tap.done()


main()
