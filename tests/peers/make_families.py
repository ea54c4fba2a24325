#!/usr/bin/env python3
"""make_families.py - small random models of families of Hugging Face's, with what transformers
makes of them.

    make_families.py NAME...

Writes tests/data/families/NAME: the model's files as transformers saves them, and
  pairs.tsv    sources and translations,
  scores.txt   the log-probability of each token of these translations, </s> too,
  ids.txt      the ids of the sources, without what stands around them,
  greedy.ids   the most probable translations of the sources, step by step, of at most 20 tokens,
               without what text cannot say (controls, <pad>).
Those of CTranslate2 are converted by it, and their log-probabilities are its own.
Needs torch, transformers (seen with 5.24), safetensors, sentencepiece, sacremoses and ctranslate2
(seen with 4.8) of PyPI.
"""
import json
import os
import shutil
import sys

import torch
import transformers

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "families")
PAIRS = [("Hello world, this is a test.", "Hallo Welt, das ist ein Test."),
         ("We saw 12 of them", "Wir sahen 12 davon"),
         ("na\u00efve caf\u00e9", "naives Caf\u00e9"),
         ("\u65e5\u672c\u8a9e \U0001F600 ok", "\u65e5\u672c, ja")]
MOST = 20


def randomize(model, number, size=0.25):
    """Weights that give neither flat nor certain distributions; every bias and norm counts."""
    torch.manual_seed(number)
    with torch.no_grad():
        for p in model.parameters():
            if p.requires_grad:
                p.copy_(torch.randn_like(p) * size if p.dim() > 1 else p + torch.randn_like(p) / 10)


def write_lines(name, rows):
    with open(name, "w", encoding="utf-8") as f:
        f.write("".join(row + "\n" for row in rows))


def write_expected(model, pairs, encode, around, start, eos, never):
    """encode(text, is_target): ids alone; around(ids): what the encoder reads."""
    scores, sources, greedy = [], [], []
    with torch.no_grad():
        for source, target in pairs:
            ids = encode(source, False)
            x = torch.tensor([around(ids)])
            label = encode(target, True) + [eos]
            y = model(input_ids=x, use_cache=False,
                      decoder_input_ids=torch.tensor([[start] + label[:-1]])).logits
            p = torch.log_softmax(y[0].double(), -1)
            scores.append(" ".join("%.6f" % p[i, k] for i, k in enumerate(label)))
            sources.append(" ".join(map(str, ids)))
            out = [start]
            while len(out) <= MOST:
                y = model(input_ids=x, use_cache=False,
                          decoder_input_ids=torch.tensor([out])).logits[0, -1]
                y[never] = -1e30
                out.append(int(y.argmax()))
                if out[-1] == eos:
                    break
            greedy.append(" ".join(str(i) for i in out[1:] if i != eos))
    write_lines("pairs.tsv", ["\t".join(p) for p in pairs])
    write_lines("scores.txt", scores)
    write_lines("ids.txt", sources)
    write_lines("greedy.ids", greedy)


def save_model(model):
    model.save_pretrained(".")
    if os.path.exists("generation_config.json"):
        os.remove("generation_config.json")


# ---- ByT5 -----------------------------------------------------------------------------------

def byt5(number, config, model_class, **shape):
    model = model_class(config(vocab_size=384, decoder_start_token_id=0, pad_token_id=0,
                               eos_token_id=1, feed_forward_proj="gated-gelu",
                               tie_word_embeddings=False, **shape)).eval()
    randomize(model, number)
    save_model(model)
    with open("tokenizer_config.json", "w") as f:
        f.write('{"tokenizer_class": "ByT5Tokenizer", "extra_ids": 125}\n')
    tokenizer = transformers.ByT5Tokenizer()
    never = [0, 2] + [3 + i for i in range(32)] + [3 + 127] + list(range(259, 384))
    write_expected(model, PAIRS, lambda text, _: tokenizer(text).input_ids[:-1],
                   lambda ids: ids + [1], 0, 1, never)


# ---- FSMT -----------------------------------------------------------------------------------

TEXT = {"en": """The weather is nice today, and it's warm. We saw 12 of them - didn't we? "Hello",
he said (twice). This is a well-known test of the world's languages; others aren't one.""",
        "de": """Das Wetter ist heute sch\u00f6n, und es ist warm. Wir sahen 12 davon, oder nicht?
\u201eHallo\u201c, sagte er (zweimal). Dies ist ein Test f\u00fcr die Welt der Sprachen."""}
FSMT_PAIRS = [("Hello world, this is a well-known test.", "Hallo Welt, das ist ein Test."),
              ("We saw 12 of them & \u201cthat\u201d wasn't all!", "Wir sahen 12 davon, nicht alle!"),
              ("na\u00efve caf\u00e9 \u65e5\u672c", "naives Caf\u00e9"),
              ("The [world]\uff0c it's\u00a0nice\u2026", "Die Welt ist (heute) sch\u00f6n.")]


def learn_merges(words, n):
    words, merges = [list(w[:-1]) + [w[-1] + "</w>"] for w in words], []
    for _ in range(n):
        count = {}
        for w in words:
            for pair in zip(w, w[1:]):
                count[pair] = count.get(pair, 0) + 1
        best = max(sorted(count), key=lambda p: count[p])
        merges.append(best)
        for w in words:
            i = 0
            while i + 1 < len(w):
                if (w[i], w[i + 1]) == best:
                    w[i:i + 2] = [w[i] + w[i + 1]]
                i += 1
    return merges, sorted({s for w in words for s in w})


def fsmt(number, tie, own_output):
    import sacremoses
    words = {la: sacremoses.MosesTokenizer(la).tokenize(TEXT[la], aggressive_dash_splits=True,
                                                         escape=True) for la in TEXT}
    merges = learn_merges(words["en"] + words["de"], 60)[0]
    pieces = {la: learn_merges(words["en"] + words["de"] if tie else words[la], 40)[1] for la in TEXT}
    for la, name in (("en", "vocab-src.json"), ("de", "vocab-tgt.json")):
        own = pieces[la] + sorted({a + b for a, b in merges} - set(pieces[la]))
        single = [c + end for c in "abcdefghijklmnopqrstuvwxyz#&;@-.," for end in ("", "</w>")]
        own += [c for c in single if c not in own]
        vocab = ["<s>", "<pad>", "</s>", "<unk>"] + own
        with open(name, "w", encoding="utf-8") as f:
            json.dump({piece: i for i, piece in enumerate(vocab)}, f, ensure_ascii=False)
    with open("merges.txt", "w", encoding="utf-8") as f:
        f.write("".join("%s %s\n" % pair for pair in merges))
    tokenizer = transformers.FSMTTokenizer(langs=["en", "de"], src_vocab_file="vocab-src.json",
                                           tgt_vocab_file="vocab-tgt.json", merges_file="merges.txt")
    target = transformers.FSMTTokenizer(langs=["de", "en"], src_vocab_file="vocab-tgt.json",
                                        tgt_vocab_file="vocab-src.json", merges_file="merges.txt")
    config = transformers.FSMTConfig(
        langs=["en", "de"], src_vocab_size=len(tokenizer.encoder),
        tgt_vocab_size=len(tokenizer.decoder), d_model=18, encoder_layers=1, decoder_layers=2,
        encoder_attention_heads=3, decoder_attention_heads=3, encoder_ffn_dim=22, decoder_ffn_dim=26,
        max_position_embeddings=64, tie_word_embeddings=tie, activation_function="relu",
        num_beams=5, length_penalty=1.15)
    model = transformers.FSMTForConditionalGeneration(config).eval()
    places = [m for m in model.modules() if type(m).__name__ == "SinusoidalPositionalEmbedding"]
    kept = [m.weight.clone() for m in places]
    randomize(model, number, 0.5)
    with torch.no_grad():
        for m, w in zip(places, kept):
            m.weight.copy_(w)
        for side in (model.model.encoder, model.model.decoder):
            side.embed_tokens.weight[1] = 0
        if not own_output:
            model.model.decoder.output_projection.weight.copy_(model.model.decoder.embed_tokens.weight)
    save_model(model)
    with open("tokenizer_config.json", "w") as f:
        f.write('{"langs": ["en", "de"], "model_max_length": 64}\n')
    write_expected(model, FSMT_PAIRS,
                   lambda text, is_target: (target if is_target else tokenizer)(text).input_ids[:-1],
                   lambda ids: ids + [2], 2, 2, [0, 1, 3])


# ---- Marian, M2M-100, mBART-50 ----------------------------------------------------------------

SPECIAL_PAIRS = [("Hello world, this is a test.", "Hallo Welt, das ist ein Test."),
                 ("We saw 12 of them.", "Wir sahen 12 davon."),
                 ("Hello there!", "Hallo!")]


def train_pieces(name, size, **ids):
    import sentencepiece
    lines = []
    for side in ("en", "de"):
        with open(os.path.join(OUT, "..", "sentences.%s.tsv" % side), encoding="utf-8") as f:
            lines += [line.strip().replace("\t", " ") for line in f if not line.startswith("#")]
    with open("text", "w", encoding="utf-8") as f:
        f.write("\n".join(lines))
    sentencepiece.SentencePieceTrainer.train(
        input="text", model_prefix="pieces", vocab_size=size, model_type="bpe", pad_id=-1,
        minloglevel=2, character_coverage=0.98, normalization_rule_name="identity", **ids)
    os.remove("text")
    os.remove("pieces.vocab")
    os.rename("pieces.model", name)
    return sentencepiece.SentencePieceProcessor(model_file=name)


SPECIAL_SHAPE = dict(d_model=16, encoder_layers=1, decoder_layers=2, encoder_attention_heads=2,
                     decoder_attention_heads=2, encoder_ffn_dim=20, decoder_ffn_dim=24,
                     max_position_embeddings=96)


def write_special(model, number, encode, before, first, start, eos):
    """scores.txt: of labels as training has them, with the first token that is forced."""
    kept = {n: p.clone() for n, p in model.named_parameters()
            if "embed_positions" in n and model.config.model_type == "marian"}
    randomize(model, number, 0.3)
    with torch.no_grad():
        for n, p in model.named_parameters():
            if n in kept:
                p.copy_(kept[n])
        if hasattr(model, "final_logits_bias"):
            model.final_logits_bias.copy_(torch.randn(model.final_logits_bias.shape) / 4)
    save_model(model)
    write_expected(model, SPECIAL_PAIRS,
                   lambda text, target: (first if target else []) + encode(text, target),
                   lambda ids: before + ids + [eos], start, eos, [1])
    os.remove("greedy.ids")


def marian(number):
    spm = [train_pieces(side + ".spm", n, unk_id=1, bos_id=-1, eos_id=0)
           for side, n in (("source", 160), ("target", 150))]
    pieces = sorted({s.id_to_piece(i) for s in spm for i in range(2, s.get_piece_size())})
    vocab = {p: i for i, p in enumerate(["</s>", "<unk>"] + pieces[::-1] + ["<pad>"])}
    with open("vocab.json", "w", encoding="utf-8") as f:
        json.dump(vocab, f, ensure_ascii=False)
    with open("tokenizer_config.json", "w") as f:
        f.write('{"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "de"}\n')
    pad = vocab["<pad>"]
    model = transformers.MarianMTModel(transformers.MarianConfig(
        **SPECIAL_SHAPE, vocab_size=len(vocab), decoder_vocab_size=len(vocab), pad_token_id=pad,
        decoder_start_token_id=pad, eos_token_id=0, bos_token_id=0, forced_eos_token_id=None,
        activation_function="swish", scale_embedding=True, bad_words_ids=[[pad]])).eval()
    write_special(model, number, lambda text, target: [
        vocab.get(p, 1) for p in spm[target].encode(text, out_type=str)], [], [], pad, 0)


def m2m(number):
    spm = train_pieces("sentencepiece.bpe.model", 160, unk_id=0, bos_id=1, eos_id=2)
    pieces = [spm.id_to_piece(i) for i in range(3, spm.get_piece_size())]
    vocab = {p: i for i, p in enumerate(["<s>", "<pad>", "</s>", "<unk>"] + pieces[::-1])}
    with open("vocab.json", "w", encoding="utf-8") as f:
        json.dump(vocab, f, ensure_ascii=False)
    tokenizer = transformers.M2M100Tokenizer("vocab.json", "sentencepiece.bpe.model",
                                             src_lang="en", tgt_lang="de")
    tokenizer.save_pretrained(".")
    model = transformers.M2M100ForConditionalGeneration(transformers.M2M100Config(
        **SPECIAL_SHAPE, vocab_size=len(vocab) + len(tokenizer.lang_code_to_id) + 8)).eval()
    write_special(model, number, lambda text, target: [
        vocab.get(p, 3) for p in spm.encode(text, out_type=str)],
        [tokenizer.get_lang_id("en")], [tokenizer.get_lang_id("de")], 2, 2)


def mbart(number):
    from transformers.models.mbart50.tokenization_mbart50 import FAIRSEQ_LANGUAGE_CODES as codes
    spm = train_pieces("sentencepiece.bpe.model", 160, unk_id=0, bos_id=1, eos_id=2)
    n = spm.get_piece_size() + 1
    with open("tokenizer_config.json", "w") as f:
        f.write('{"tokenizer_class": "MBart50Tokenizer", "src_lang": "en_XX", "tgt_lang": "de_DE"}\n')
    model = transformers.MBartForConditionalGeneration(transformers.MBartConfig(
        **SPECIAL_SHAPE, vocab_size=n + len(codes) + 1, scale_embedding=True,
        activation_function="gelu", decoder_start_token_id=2)).eval()
    write_special(model, number, lambda text, target: [i + 1 if i else 3 for i in spm.encode(text)],
                  [n + codes.index("en_XX")], [n + codes.index("de_DE")], 2, 2)


# ---- T5 of CTranslate2 ----------------------------------------------------------------------

def ct2_t5(number, spm, quantization, prefix, tie, **shape):
    import ctranslate2
    import sentencepiece
    from ctranslate2.converters.transformers import T5Loader
    from ctranslate2.converters import Converter
    sp = sentencepiece.SentencePieceProcessor(model_file=os.path.join(OUT, "..", "t5", spm, "spiece.model"))
    shutil.copy(os.path.join(OUT, "..", "t5", spm, "spiece.model"), ".")
    n = sp.vocab_size()
    pieces = [sp.id_to_piece(i) for i in range(n)] + ["<extra_id_0>", "<extra_id_1>"]

    class Tokenizer:  # its list is shorter than the network's, as T5's is
        pad_token, eos_token, unk_token = pieces[0], pieces[1], pieces[2]
        get_vocab = staticmethod(lambda: {p: i for i, p in enumerate(pieces)})
        convert_ids_to_tokens = staticmethod(lambda i: pieces[i])

    class Ready(Converter):
        def _load(self):
            return T5Loader()(model, Tokenizer)

    model = transformers.T5ForConditionalGeneration(transformers.T5Config(
        vocab_size=n + 4, decoder_start_token_id=0, **shape)).eval()
    if not tie:
        model.lm_head.weight = torch.nn.Parameter(model.lm_head.weight.clone())
    randomize(model, number)
    model.config.tie_word_embeddings = tie
    Ready().convert("model", quantization=quantization)
    for name in os.listdir("model"):
        os.rename(os.path.join("model", name), name)
    os.rmdir("model")
    translator = ctranslate2.Translator(".", compute_type="float32")
    never = [p for p in pieces if p.startswith("<0x0") or p.startswith("<0x1") or p.startswith("<extra")]
    never += ["<pad>", "<unk>"] + (["<0x7F>"] if "<0x7F>" in pieces else [])
    scores, sources, greedy = [], [], []
    for source, target in PAIRS[:3]:
        ids = sp.encode(source)
        tokens = [pieces[i] for i in sp.encode(prefix + source)] + ["</s>"]
        reply = [pieces[i] for i in sp.encode(target)]
        scores.append(" ".join("%.6f" % x for x in translator.score_batch([tokens], [reply])[0].log_probs))
        sources.append(" ".join(map(str, ids)))
        best = translator.translate_batch([tokens], beam_size=1, max_decoding_length=MOST,
                                          suppress_sequences=[[p] for p in never])[0].hypotheses[0]
        greedy.append(" ".join(str(pieces.index(p)) for p in best))
    write_lines("pairs.tsv", ["\t".join(p) for p in PAIRS[:3]])
    write_lines("scores.txt", scores)
    write_lines("ids.txt", sources)
    write_lines("greedy.ids", greedy)


# ---- IndicTrans2 ----------------------------------------------------------------------------

INDIC = {"SRC": "<s> <pad> </s> <unk> eng_Latn hin_Deva \u2581We \u2581saw \u258112 \u2581of \u2581them . \u2581a b",
         "TGT": "<s> <pad> </s> <unk> \u2581\u0939\u092e\u0928\u0947 \u258112 \u2581\u0926\u0947\u0916\u0947 \u0964 \u2581\u0915 \u092e"}
INDIC_PAIRS = [("eng_Latn hin_Deva \u2581We \u2581saw \u258112 .", "\u2581\u0939\u092e\u0928\u0947 \u258112 \u2581\u0926\u0947\u0916\u0947 \u0964"),
               ("hin_Deva eng_Latn \u2581them \u2581of \u2581a b ?", "\u2581\u0915 \u092e \u2581\u0915 \u258112")]


def indic(number, normalize_before, embedding_norm, share):
    # A folder with configuration_indictrans.py and modeling_indictrans.py of
    # huggingface_interface in github.com/AI4Bharat/IndicTrans2, which want transformers 4.44.
    sys.path.insert(0, os.environ["INDICTRANS"])
    from configuration_indictrans import IndicTransConfig
    from modeling_indictrans import IndicTransForConditionalGeneration
    pieces = {side: {p: i for i, p in enumerate(INDIC[side].split())} for side in INDIC}
    for side in INDIC:
        with open("dict.%s.json" % side, "w", encoding="utf-8") as f:
            json.dump(pieces[side], f, ensure_ascii=False)
    model = IndicTransForConditionalGeneration(IndicTransConfig(
        encoder_vocab_size=len(pieces["SRC"]), decoder_vocab_size=len(pieces["TGT"]) + 2,
        encoder_embed_dim=18, decoder_embed_dim=18, encoder_attention_heads=3,
        decoder_attention_heads=3, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=22,
        decoder_ffn_dim=26, layernorm_embedding=embedding_norm,
        encoder_normalize_before=normalize_before, decoder_normalize_before=normalize_before,
        share_decoder_input_output_embed=share, activation_function="gelu" if share else "relu",
        max_source_positions=40, max_target_positions=40)).eval()
    randomize(model, number, 0.5)
    model.config.save_pretrained(".")
    from safetensors.torch import save_file
    save_file({k: v.clone() for k, v in model.state_dict().items() if not share or k != "lm_head.weight"},
              "model.safetensors")
    with open("tokenizer_config.json", "w") as f:
        f.write('{"tokenizer_class": "IndicTransTokenizer"}\n')
    n = len(pieces["TGT"])
    write_expected(model, INDIC_PAIRS,
                   lambda text, target: [pieces["TGT" if target else "SRC"].get(p, 3) for p in text.split()],
                   lambda ids: ids + [2], 2, 2, [0, 1, 3, n, n + 1])


FAMILIES = {
    "indic": lambda: indic(11, True, True, True),
    "indic_post": lambda: indic(12, False, False, False),
    "indic_mixed": lambda: indic(13, False, True, True),
    "ct2_t5": lambda: ct2_t5(8, "tied", "int8", "", True, d_model=20, d_kv=7, d_ff=28, num_layers=2,
                             num_decoder_layers=1, num_heads=3, feed_forward_proj="relu",
                             relative_attention_num_buckets=8, relative_attention_max_distance=9),
    "ct2_t5_f16": lambda: ct2_t5(9, "mt5", "float16", "", False, d_model=18, d_kv=6, d_ff=22,
                                 num_layers=1, num_decoder_layers=2, num_heads=3,
                                 feed_forward_proj="gated-gelu"),
    "ct2_madlad": lambda: ct2_t5(10, "madlad", "int8_float16", "<2de> ", False, d_model=16, d_kv=5,
                                 d_ff=20, num_layers=1, num_decoder_layers=1, num_heads=3,
                                 feed_forward_proj="gated-gelu"),
    "marian": lambda: marian(14),
    "m2m": lambda: m2m(15),
    "mbart": lambda: mbart(16),
    "fsmt": lambda: fsmt(5, False, False),
    "fsmt_tied": lambda: fsmt(6, True, False),
    "fsmt_own": lambda: fsmt(7, False, True),
    "byt5": lambda: byt5(1, transformers.T5Config, transformers.T5ForConditionalGeneration,
                         d_model=22, d_kv=5, d_ff=36, num_layers=2, num_decoder_layers=1,
                         num_heads=3),
    "mt5_bytes": lambda: byt5(3, transformers.MT5Config, transformers.MT5ForConditionalGeneration,
                              d_model=18, d_kv=4, d_ff=20, num_layers=1, num_heads=5),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or FAMILIES:
        folder = os.path.join(OUT, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.chdir(folder)
        FAMILIES[name]()
