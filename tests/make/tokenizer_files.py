"""Makes tests/data/tokenizers: small tokenizer.json files of many kinds, and what the tokenizers
library makes of texts: TEXT, a tab, ids, a tab, the text of the ids.

    pip install tokenizers==0.23.3 && python3 tests/make/tokenizer_files.py

The vocabularies come from README.md.
"""
import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers import decoders as D
from tokenizers import models as M
from tokenizers import normalizers as N
from tokenizers import pre_tokenizers as P
from tokenizers import processors as R
from tokenizers import trainers as T

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "data" / "tokenizers"
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
BYTES = ["<0x%02X>" % i for i in range(256)]
WORDS = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
         r"|\s*[\r\n]+|\s+(?!\S)|\s+")

TEXTS = [
    "Hello world", " two  blanks   and three ", "", "   ", "don't we'LL I'm", "1234567 12.5 % ½ ²",
    "naïve cafe\u0301 Ångström", "ﬁne ＡＢＣ１２３ ﷺ", "日本語 한국어 हिन्दी", "👍🏽 👨‍👩‍👧 x", "İstanbul ẞ Σς",
    "a\u00a0b\u2003c\u200bd", "-- ---- ...... =====", "foo_bar(x, y) != 0; https://example.org/a?b=c",
    "aaaaaaaaaaaaaaa", "The Server of EU and EUR, @@ x@@y theserver", "▁ x▁y ▁▁", "tab\there", "a\u0300\u0316b q\u0323\u0307",
    "“quotes” «g»…", "Ⓐbc ⅷ ①② a‿b x\u180ey z\u200cz the‿server EU‿ EUⒶ", "a  b  c   the  models a- -b 1a2B cC", "日本é日 ab한é  é Ġx <0x41>", "translate translates the translations of models; 3,000 words a second.",
]


def unigram(size=260):
    return Tokenizer(M.Unigram()), T.UnigramTrainer(vocab_size=size, special_tokens=SPECIAL, unk_token="<unk>", show_progress=False)


def bpe(size=260, special=SPECIAL, alphabet=(), end=None, limit=None, **model):
    options = {"end_of_word_suffix": end} if end else {}
    trained = dict(options, limit_alphabet=limit) if limit else options
    tokenizer = Tokenizer(M.BPE(unk_token="<unk>", **model, **options))
    return tokenizer, T.BpeTrainer(vocab_size=size, special_tokens=special, initial_alphabet=list(alphabet), show_progress=False,
                                   **trained)


def kinds():
    t, trainer = unigram()
    t.normalizer = N.NFKC()
    t.pre_tokenizer = P.Metaspace()
    t.decoder = D.Metaspace()
    yield "unigram_always", t, trainer, []
    t, trainer = unigram()
    t.normalizer = N.Sequence([N.Nmt(), N.NFKC(), N.Replace(Regex(" {2,}"), " ")])
    t.pre_tokenizer = P.Metaspace(prepend_scheme="first")
    t.decoder = D.Metaspace(prepend_scheme="first")
    yield "unigram_first", t, trainer, [AddedToken("EU", single_word=True, normalized=False),
                                        AddedToken("the Server", lstrip=True, normalized=True), AddedToken("@@", rstrip=True, normalized=False)]
    t, trainer = unigram()
    t.normalizer = N.Sequence([N.NFD(), N.Lowercase(), N.StripAccents(), N.Strip()])
    t.pre_tokenizer = P.Sequence([P.Digits(individual_digits=True), P.Metaspace(prepend_scheme="never", split=False)])
    t.decoder = D.Metaspace(prepend_scheme="never")
    yield "unigram_never", t, trainer, []
    t, trainer = bpe(340, alphabet=P.ByteLevel.alphabet())
    t.normalizer = N.NFC()
    t.pre_tokenizer = P.ByteLevel(add_prefix_space=True)
    t.decoder = D.ByteLevel()
    yield "bytes_gpt2", t, trainer, []
    t, trainer = bpe(340, alphabet=P.ByteLevel.alphabet(), ignore_merges=True)
    t.pre_tokenizer = P.Sequence([P.Split(Regex(WORDS), "isolated"), P.ByteLevel(add_prefix_space=False, use_regex=False)])
    t.decoder = D.ByteLevel()
    yield "bytes_split", t, trainer, []
    t, trainer = bpe(500, special=SPECIAL + BYTES, limit=50, byte_fallback=True, fuse_unk=True)
    t.normalizer = N.Sequence([N.Prepend("▁"), N.Replace(" ", "▁")])
    t.decoder = D.Sequence([D.Replace("▁", " "), D.ByteFallback(), D.Fuse(), D.Strip(" ", 1, 0)])
    yield "fallback", t, trainer, []
    t, trainer = bpe(limit=50, end="</w>", fuse_unk=True)
    t.normalizer = N.Lowercase()
    t.pre_tokenizer = P.Sequence([P.WhitespaceSplit(), P.Punctuation()])
    t.decoder = D.BPEDecoder(suffix="</w>")
    yield "word_ends", t, trainer, []
    t, trainer = bpe(limit=50, fuse_unk=False)
    t.pre_tokenizer = P.Sequence([P.Split(" ", "merged_with_next"), P.Split(Regex("[.,;:!?]"), "merged_with_previous"),
                                  P.Split("-", "contiguous"), P.Digits()])
    t.decoder = D.Fuse()
    yield "splits", t, trainer, []
    t, trainer = bpe(400, limit=50)
    t.decoder = D.Fuse()
    yield "empty_matches", t, trainer, []
    t, trainer = bpe(400, limit=50)
    t.normalizer = N.Sequence([N.Replace(".", "(.)"), N.Replace("$", "\\0"), N.Replace(Regex("q*"), "_")])
    t.decoder = D.Sequence([D.Replace(Regex("(?=e)|_"), "~"), D.Fuse()])
    yield "dialect", t, trainer, []
    t, trainer = bpe(limit=30)
    t.model.unk_token = None
    t.pre_tokenizer = P.Split(" ", "merged_with_next")
    t.decoder = D.Fuse()
    yield "no_unknown", t, trainer, []
    t, trainer = bpe(420, special=SPECIAL + [b for i, b in enumerate(BYTES) if i % 7], limit=30, byte_fallback=True, fuse_unk=True)
    t.normalizer = N.Replace(" ", "▁")
    t.decoder = D.Sequence([D.Replace("▁", " "), D.ByteFallback(), D.Fuse()])
    yield "missing_bytes", t, trainer, []
    t, trainer = bpe(340, alphabet=P.ByteLevel.alphabet())
    t.normalizer = N.ByteLevel()
    t.pre_tokenizer = P.Split("Ġ", "merged_with_next")
    t.decoder = D.ByteLevel()
    yield "bytes_added", t, trainer, [AddedToken("é日", normalized=False), AddedToken("한é ", normalized=False), AddedToken("models", normalized=True, single_word=True)]


# How texts are cut by vocabularies that were trained without.
AFTER = {
    "empty_matches": P.Sequence([P.Split(Regex("(?=[a-d])"), "isolated"), P.Split(Regex("e*"), "merged_with_previous"),
                                 P.Split(Regex("s|(?=t)"), "merged_with_next"), P.Split(Regex("(?<=o)|r"), "removed")]),
    "dialect": P.Sequence([P.Split(Regex(r"\b"), "isolated"), P.Split(Regex(r"[\h\u00e4]+|^T|[^\W\d]e\B|\s\S$|\H\.$"), "isolated"),
                           P.Split(Regex(r"(?m:\w.)"), "merged_with_next"), P.Split(Regex(r"\w+"), "contiguous", invert=True)]),
}


def main():
    OUT.mkdir(exist_ok=True)
    lines = (ROOT / "README.md").read_text(encoding="utf8").split("\n")
    for name, tokenizer, trainer, added in kinds():
        tokenizer.train_from_iterator(lines, trainer)
        file = json.loads(tokenizer.to_str())
        file["added_tokens"] = [t for t in file["added_tokens"] if t["content"] in SPECIAL]
        tokenizer = Tokenizer.from_str(json.dumps(file))
        tokenizer.pre_tokenizer = AFTER.get(name, tokenizer.pre_tokenizer)
        tokenizer.add_tokens(added)
        tokenizer.post_processor = R.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
        (OUT / (name + ".json")).write_text(json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False) + "\n", encoding="utf8")
        tokenizer.encode_special_tokens = True
        with open(OUT / (name + ".tsv"), "w", encoding="utf8", newline="\n") as out:
            for text in TEXTS:
                ids = tokenizer.encode(text, add_special_tokens=False).ids
                back = tokenizer.decode([i for i in ids if i != 3], skip_special_tokens=False)
                row = [text.replace("\t", "\\t"), " ".join(map(str, ids)), back.replace("\t", "\\t")]
                print("\t".join(row), file=out)


main()
