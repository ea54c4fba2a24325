#!/usr/bin/env python3
"""check_hf.py - models that transformers itself writes, with random weights; prints TAP.

For every architecture that `translate convert` reads from Hugging Face directories, a small model
and its tokenizer are made and saved by transformers, converted, and compared:
  ids       of texts, with those of transformers' tokenizer;
  scores    of given translations, token by token, with PyTorch's, within 2e-5 + 2e-4 |ref|;
  search    by the sum of log-probabilities, with beam 1 and beam 4: no translation of ours is worse
            than theirs, within the same tolerance.  The searches of beam 4 differ (ours is
            Marian's, whose beam shrinks when a hypothesis ends), so that some may be worse; they
            are listed;
and once more from half precision, from shards, and with int8 weights.
Needs torch, transformers and sentencepiece; seen with transformers 4.45 and Debian's python3-torch.
Environment: BUILD (build/release).
"""
import json
import os
import random
import subprocess
import tempfile
import warnings

import tap
from tap import check

with tap.packages():
    import sentencepiece
    import torch
    import transformers
    from transformers import (BartConfig, BartForConditionalGeneration, M2M100Config,
                              M2M100ForConditionalGeneration, M2M100Tokenizer, MarianConfig,
                              MarianMTModel, MarianTokenizer, MBart50Tokenizer, MBartConfig,
                              MBartForConditionalGeneration, MBartTokenizer, NllbTokenizer)

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.join(os.environ.get("BUILD", "build/release"), "translate")
SMALL = dict(d_model=32, encoder_layers=2, decoder_layers=3, encoder_attention_heads=4,
             decoder_attention_heads=4, encoder_ffn_dim=48, decoder_ffn_dim=64,
             max_position_embeddings=96)
TEXTS = ["We asked Prof. Lindqvist about the results, but he had none.", "Hello there!",
         "  Blanks   between  words ", "Übermorgen fährt er nach Zürich.", "1 + 1 = 2", "日本語",
         "Please follow me, Dr. Harper will see you now.",
         "We asked the Prof. about the results, and then the results about the Prof., twice."]
SHORTEST, LONGEST = 8, 24  # translations in searches


# ---- Making models --------------------------------------------------------------------------

def train_spm(path, size, kind, **ids):
    lines = []
    for side in ("en", "de"):
        with open("%s/tests/data/sentences.%s.tsv" % (ROOT, side), encoding="utf-8") as f:
            lines += [line.strip().replace("\t", " ") for line in f if not line.startswith("#")]
    with open(path + ".txt", "w", encoding="utf-8") as f:
        f.write("\n".join(lines))
    sentencepiece.SentencePieceTrainer.train(
        input=path + ".txt", model_prefix=path, vocab_size=size, model_type=kind, pad_id=-1,
        minloglevel=2, character_coverage=0.98, **ids)
    return sentencepiece.SentencePieceProcessor(model_file=path + ".model")


def fairseq_spm(path):
    return train_spm(path, 220, "bpe", unk_id=0, bos_id=1, eos_id=2)


def save_json(path, data):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(data, f, ensure_ascii=False)


def randomize(model, seed):
    """Weights that give neither flat nor certain distributions; every bias and norm counts."""
    torch.manual_seed(seed)
    pad, eos = model.config.pad_token_id, model.config.eos_token_id
    last = getattr(model.model.decoder, "layer_norm", model.model.decoder.layers[-1].final_layer_norm)
    with torch.no_grad():
        for name, p in model.named_parameters():
            if "embed_positions" in name and model.config.model_type == "marian":
                continue  # computed
            if "norm" in name:
                p.copy_((1 if name.endswith("weight") else 0) + 0.2 * torch.randn(p.shape))
            elif p.dim() == 1:
                p.copy_(0.2 * torch.randn(p.shape))
            elif "shared" in name or "embed_tokens" in name or "lm_head" in name:
                p.copy_(0.1 * torch.randn(p.shape))  # a token is not its own best successor
                p[pad] = 0
            else:
                p.copy_(torch.randn(p.shape) / p.shape[1] ** 0.5)
        last.weight *= 5
        # Sentences end now and then.
        row = model.lm_head.weight[eos]
        last.bias += 10 * row / row.norm() ** 2
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.copy_(0.5 * torch.randn(model.final_logits_bias.shape))
            model.final_logits_bias[0, pad] = 0
    return model.float().eval()


class Case:
    def __init__(self, name, folder, model, tokenizer, source=None, target=None, **more):
        self.name, self.folder, self.model, self.tokenizer = name, folder, model, tokenizer
        self.source, self.target = source, target  # languages
        self.forced = more.get("forced")           # the first token of every translation
        self.zero_pad = more.get("zero_pad", False)
        self.gguf = folder + ".gguf"

    def encode(self, text):
        return self.tokenizer(text).input_ids

    def save(self, dtype=torch.float32, **options):
        self.model.to(dtype).save_pretrained(self.folder, safe_serialization=True, **options)
        if dtype != torch.float32:  # which rounded what is computed, too
            self.model = type(self.model).from_pretrained(self.folder, torch_dtype=torch.float32)
            self.model.eval()
        if self.tokenizer:
            self.tokenizer.save_pretrained(self.folder)


def untie(model):
    """An output layer of its own weights and bias."""
    head = torch.nn.Linear(model.lm_head.in_features, model.lm_head.out_features)
    with torch.no_grad():
        head.weight.copy_(model.lm_head.weight + 0.05 * torch.randn(head.weight.shape))
        head.bias.copy_(0.5 * torch.randn(head.bias.shape))
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.zero_()
    model.lm_head = head
    return model.eval()


def marian(work, name, separate):
    folder = "%s/%s" % (work, name)
    os.makedirs(folder)
    sides = ["source", "target"]
    spm = [train_spm("%s/%s-%s" % (work, name, s), n, "unigram", unk_id=1, bos_id=-1, eos_id=0)
           for s, n in zip(sides, (200, 180))]
    vocabs = []
    for group in ([[0], [1]] if separate else [[0, 1]]):
        pieces = {spm[i].id_to_piece(k) for i in group for k in range(2, spm[i].get_piece_size())}
        pieces = sorted(pieces)
        random.Random(name).shuffle(pieces)
        pieces = pieces[7:]  # some pieces of the tokenizer are unknown to the network
        vocabs.append({p: i for i, p in enumerate(["</s>", "<unk>"] + pieces + ["<pad>"])})
    sizes = [len(v) for v in vocabs]
    if separate:  # the configuration has one id for <pad>
        most = max(sizes)
        for v in vocabs:
            del v["<pad>"]
            for k in range(len(v), most - 1):
                v["<filler %d>" % k] = k
            v["<pad>"] = most - 1
        sizes = [most, most]
    save_json(folder + "/vocab.json", vocabs[0])
    save_json(folder + "/target_vocab.json", vocabs[-1])
    pad = sizes[-1] - 1
    config = MarianConfig(
        **SMALL, vocab_size=sizes[0], decoder_vocab_size=sizes[-1], pad_token_id=pad,
        decoder_start_token_id=pad, eos_token_id=0, bos_token_id=0, forced_eos_token_id=None,
        activation_function="swish", scale_embedding=not separate, bad_words_ids=[[pad]],
        share_encoder_decoder_embeddings=not separate, tie_word_embeddings=not separate)
    paths = ["%s/%s-%s.model" % (work, name, s) for s in sides]
    tokenizer = MarianTokenizer(paths[0], paths[1], folder + "/vocab.json",
                                target_vocab_file=folder + "/target_vocab.json",
                                separate_vocabs=separate, source_lang="en", target_lang="de")
    model = randomize(MarianMTModel(config), 1)
    return Case(name, folder, model, tokenizer, zero_pad=True)


def m2m100(work, name, codes, tied=True):
    spm = fairseq_spm("%s/%s" % (work, name))
    pieces = [spm.id_to_piece(i) for i in range(3, spm.get_piece_size())]
    random.Random(name).shuffle(pieces)
    vocab = {p: i for i, p in enumerate(["<s>", "<pad>", "</s>", "<unk>"] + pieces[5:])}
    save_json(work + "/%s.json" % name, vocab)
    tokenizer = M2M100Tokenizer(work + "/%s.json" % name, "%s/%s.model" % (work, name),
                                src_lang="en", tgt_lang="de", language_codes=codes)
    n = len(vocab) + len(tokenizer.lang_code_to_id) + 8
    config = M2M100Config(**SMALL, vocab_size=n, tie_word_embeddings=tied)
    model = randomize(M2M100ForConditionalGeneration(config), 2)
    model = model if tied else untie(model)
    return Case(name, "%s/%s-model" % (work, name), model, tokenizer, "en", "de",
                forced=tokenizer.get_lang_id("de"))


def nllb(work, name, legacy):
    fairseq_spm("%s/%s" % (work, name))
    tokenizer = NllbTokenizer("%s/%s.model" % (work, name), src_lang="eng_Latn",
                              tgt_lang="deu_Latn", legacy_behaviour=legacy)
    config = M2M100Config(**SMALL, vocab_size=len(tokenizer) + 3, activation_function="gelu")
    model = randomize(M2M100ForConditionalGeneration(config), 3)
    return Case(name, "%s/%s-model" % (work, name), model, tokenizer, "eng_Latn", "deu_Latn",
                forced=tokenizer.convert_tokens_to_ids("deu_Latn"))


def mbart(work, name, kind, tied=True):
    fairseq_spm("%s/%s" % (work, name))
    tokenizer = kind("%s/%s.model" % (work, name), src_lang="en_XX", tgt_lang="de_DE")
    german = tokenizer.convert_tokens_to_ids("de_DE")
    config = MBartConfig(**SMALL, vocab_size=len(tokenizer), scale_embedding=True,
                         activation_function="relu", tie_word_embeddings=tied,
                         decoder_start_token_id=2 if kind is MBart50Tokenizer else german)
    model = randomize(MBartForConditionalGeneration(config), 4)
    forced = german if kind is MBart50Tokenizer else None
    return Case(name, "%s/%s-model" % (work, name), model, tokenizer, "en_XX", "de_DE",
                forced=forced)


def bart(work, name, activation, forced, tied=True, bias=False):
    config = BartConfig(**SMALL, vocab_size=90, activation_function=activation,
                        forced_bos_token_id=forced, forced_eos_token_id=None, tie_word_embeddings=tied)
    model = randomize(BartForConditionalGeneration(config), 5)
    return Case(name, "%s/%s-model" % (work, name), untie(model) if bias else model, None, forced=forced)


# ---- The two programs -----------------------------------------------------------------------

def run(*args, text=""):
    p = subprocess.run([PROGRAM, *args], input=text, capture_output=True, text=True)
    if p.returncode:
        raise RuntimeError("%s: %s" % (" ".join(args), p.stderr.strip()))
    return p.stdout


def convert(case, kind):
    run("convert", "--type", kind, "-o", case.gguf, "-f", "en", "-t", "de", case.folder)


def languages(case):
    return ["-f", case.source, "-t", case.target] if case.source else []


def join(ids):
    return " ".join(map(str, ids))


def their_scores(case, source, target):
    """log p of each token of `target`, behind what the decoder starts with."""
    start = [case.model.config.decoder_start_token_id]
    start += [case.forced] if case.forced is not None else []
    with torch.no_grad():
        logits = case.model(input_ids=torch.tensor([source]),
                            decoder_input_ids=torch.tensor([start + target[:-1]])).logits[0]
    if case.zero_pad:  # what only starts the decoder is no word
        logits[:, case.model.config.pad_token_id] = -torch.inf
    logits = torch.log_softmax(logits, -1)[len(start) - 1:]
    return [logits[i, t].item() for i, t in enumerate(target)]


def our_scores(case, pairs):
    lines = "".join("%s\t%s\n" % (join(s), join(t[:-1])) for s, t in pairs)
    out = run("score", "-m", case.gguf, *languages(case), "--input", "ids", "--json", text=lines)
    return [[t["log_probability"] for t in json.loads(line)["tokens"]] for line in out.splitlines()]


def never_produced(case):
    """What our search leaves out, for theirs to leave out, too."""
    config = case.model.config
    ids = {config.pad_token_id, config.decoder_start_token_id}
    if case.tokenizer:
        known = set(case.tokenizer.get_vocab().values())
        ids |= {i for i in range(case.model.lm_head.out_features) if i not in known}
        ids |= set(case.tokenizer.all_special_ids)
    else:
        ids = {3}  # <unk>
    return sorted(ids - {config.eos_token_id})


def their_best(case, source, banned, beam):
    forced = case.forced is not None  # and then counted
    with torch.no_grad():
        out = case.model.generate(
            torch.tensor([source]), num_beams=beam, length_penalty=0.0, early_stopping="never",
            max_new_tokens=LONGEST + forced, min_new_tokens=SHORTEST + forced,
            bad_words_ids=[[i] for i in banned],
            forced_bos_token_id=case.forced, forced_eos_token_id=None)
    ids = out[0].tolist()[1:]
    if case.forced is not None:
        ids = ids[1:]
    eos = case.model.config.eos_token_id
    return ids[:ids.index(eos) + 1] if eos in ids else ids


def our_best(case, sources, beam):
    lines = "".join(join(s) + "\n" for s in sources)
    out = run("-m", case.gguf, *languages(case), "--input", "ids", "--output-format", "ids",
              "--json", "--raw", "-b", str(beam), "-l", "0", "--max-length", str(LONGEST), "--min-length", str(SHORTEST), text=lines)
    return [[t["id"] for t in json.loads(line)["hypotheses"][0]["tokens"]] for line in out.splitlines()]


# ---- Checks ---------------------------------------------------------------------------------

def plain(case, text):
    """Ids of a text's pieces alone."""
    return case.tokenizer(text, add_special_tokens=False).input_ids


def samples(case):
    """(ids alone, all ids that the encoder gets)."""
    if case.tokenizer:
        return [(plain(case, t), case.encode(t)) for t in TEXTS]
    rng = random.Random(0)
    lists = [[rng.randrange(4, 90) for _ in range(n)] for n in (1, 5, 12, 30, 60)]
    return [(ids, [0] + ids + [2]) for ids in lists]


def check_ids(case):
    out = run("tokenize", "-m", case.gguf, "--ids", text="\n".join(TEXTS) + "\n").splitlines()
    wrong = [t for t, ids in zip(TEXTS, out) if ids != join(plain(case, t))]
    check(len(out) == len(TEXTS) and not wrong,
          "%s: %d of %d texts have other ids %s" % (case.name, len(wrong), len(TEXTS), wrong or ""))


def targets(case, count):
    """Any ids but <pad>, which transformers gives no position, and the end."""
    rng = random.Random(1)
    eos, pad = case.model.config.eos_token_id, case.model.config.pad_token_id
    ids = [i for i in range(case.model.lm_head.out_features) if i not in (eos, pad)]
    return [rng.choices(ids, k=rng.randrange(12)) + [eos] for _ in range(count)]


def check_scores(case, what, allowed=None):
    sample = samples(case)
    pairs = [(s, t) for s in sample for t in targets(case, 4) if s[0]]
    ours = our_scores(case, [(s[0], t) for s, t in pairs])
    worst = total = n = 0
    for (s, t), got in zip(pairs, ours):
        theirs = their_scores(case, s[1], t)
        assert len(theirs) == len(got)
        for a, b in zip(got, theirs):
            worst = max(worst, abs(a - b) / (2e-5 + 2e-4 * abs(b)))
            total += abs(a - b)
            n += 1
    if allowed:
        check(total / n <= allowed, "%s, %s: log-probabilities differ by %.4f on average" %
              (case.name, what, total / n))
    else:
        check(worst <= 1, "%s, %s: %d log-probabilities, largest difference %.3f of the tolerance" %
              (case.name, what, n, worst))


def is_worse(case, source, ours, theirs):
    a, b = (sum(their_scores(case, source, t)) for t in (ours, theirs))
    return a < b - len(theirs) * 2e-5 - 2e-4 * abs(b)


def check_search(case, beam, allowed):
    """`allowed`: what part of our translations may be worse, and is listed."""
    sample = [s for s in samples(case) if s[0]]
    banned = never_produced(case)
    same = worse = n = length = 0
    for (_, source), ours in zip(sample, our_best(case, [s[0] for s in sample], beam)):
        theirs = their_best(case, source, banned, beam)
        n += 1
        length += len(theirs)
        same += ours == theirs
        if is_worse(case, source, ours, theirs):
            print("# %s: %s instead of %s" % (case.name, join(ours), join(theirs)))
            worse += 1
    check(length > SHORTEST * n > 0 and worse <= n * allowed,
          "%s, beam %d: %d of %d translations, of %.1f tokens, the same, %d worse" %
          (case.name, beam, same, n, length / max(n, 1), worse))


def check_case(case):
    case.save()
    convert(case, "float32")
    if case.tokenizer:
        check_ids(case)
    check_scores(case, "float32")
    check_search(case, 1, 0)
    check_search(case, 4, 0.2)
    convert(case, "int8")
    check_scores(case, "int8", allowed=0.25)


def check_forms(case):
    """Other forms of the same weights: these have to be rounded first."""
    for dtype, name in ((torch.float16, "float16"), (torch.bfloat16, "bfloat16")):
        case.save(dtype)
        convert(case, "float32")
        check_scores(case, name)
    for name in os.listdir(case.folder):
        if name.endswith(".safetensors"):
            os.unlink(os.path.join(case.folder, name))
    case.save(max_shard_size="40KB")
    shards = [n for n in os.listdir(case.folder) if n.endswith(".safetensors")]
    convert(case, "float32")
    check_scores(case, "%d shards" % len(shards))


def main():
    transformers.logging.set_verbosity_error()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as work:
        check_case(marian(work, "marian", separate=False))
        check_case(marian(work, "marian-separate", separate=True))
        check_case(m2m100(work, "m2m100", "m2m100"))
        check_case(m2m100(work, "wmt21", "wmt21"))
        check_case(nllb(work, "nllb", legacy=False))
        check_case(nllb(work, "nllb-legacy", legacy=True))
        check_case(mbart(work, "mbart50", MBart50Tokenizer))
        check_case(mbart(work, "mbart", MBartTokenizer))
        check_case(bart(work, "bart", "gelu", None))
        check_case(bart(work, "bart-forced", "silu", 0))
        check_case(bart(work, "bart-untied", "gelu", None, tied=False))
        check_case(bart(work, "bart-bias", "gelu", 0, tied=False, bias=True))
        check_case(mbart(work, "mbart-untied", MBartTokenizer, tied=False))
        check_case(m2m100(work, "m2m100-untied-bias", "m2m100", tied=False))
        check_forms(nllb(work, "nllb-forms", legacy=False))
    tap.done()


main()
