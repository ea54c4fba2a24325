#!/usr/bin/env python3
"""Times translate and CTranslate2 side by side, on the same weights, text, beam and lengths.

  bench/peers.py [--runs N] [--lines N] [--models S,B,T] [--beams 4,1] [--threads 1,2] [--cpu LEVEL]

S is the shipped model; B and T are random ones (random_model.py), which decode 25 tokens a sentence in both engines.
Runs are interleaved; the table has medians.  CTranslate2's batch size is the one that suits it best of those tried.
Times are of translating alone, from ids to ids (translate: the whole process, start included).
Needs ctranslate2, sentencepiece and numpy of PyPI, and ../shared.
"""
import argparse, json, os, statistics, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
WORK = os.path.join(ROOT, "build", "peers")
PROGRAM = os.path.join(ROOT, "build", "release", "translate")
VOCAB32K = f"{SHARED}/fixtures/firefox-lex-vocab/prod-ende/vocab.deen.spm"
FORCED = 25
BATCHES = (32, 64, 128)


class Model:
    def __init__(self, name):
        import sentencepiece
        self.name = name
        self.npz = f"{SHARED}/models/en-de/model.npz" if name == "S" else f"{WORK}/{name}.npz"
        self.spm = f"{SHARED}/models/en-de/vocab.spm" if name == "S" else VOCAB32K
        self.gguf, self.ct2 = f"{WORK}/{name}.gguf", f"{WORK}/{name}.ct2"
        self.sp = sentencepiece.SentencePieceProcessor(model_file=self.spm)
        self.forced = None if name == "S" else FORCED
        os.makedirs(WORK, exist_ok=True)
        self.prepare()

    def prepare(self):
        if not os.path.exists(self.npz):
            shape = {"B": "base", "T": "tiny"}[self.name]
            subprocess.run([sys.executable, f"{ROOT}/bench/random_model.py", self.npz, shape], check=True)
        if not os.path.exists(self.gguf):
            subprocess.run([PROGRAM, "convert", "--format", "marian", self.npz, "--vocab", self.spm, "-f", "en", "-t", "de",
                            "-o", self.gguf], check=True)
        if not os.path.exists(self.ct2):
            from ctranslate2.converters import MarianConverter
            yml = f"{WORK}/{self.name}.yml"
            with open(yml, "w", encoding="utf-8") as f:
                for i in range(self.sp.vocab_size()):
                    f.write(json.dumps(self.sp.id_to_piece(i), ensure_ascii=False) + f": {i}\n")
            MarianConverter(self.npz, [yml, yml]).convert(self.ct2, quantization="int8")


def ours(model, lines, beam, threads, cpu):
    command = [PROGRAM, "-m", model.gguf, "--input", "ids", "--output-format", "ids", "-b", str(beam), "-j", str(threads)]
    if model.forced:
        command += ["--min-length", str(model.forced), "--max-length", str(model.forced)]
    if cpu:
        command += ["--cpu", cpu]
    text = "".join(" ".join(map(str, model.sp.encode(x))) + "\n" for x in lines)
    start = time.perf_counter()
    out = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    seconds = time.perf_counter() - start
    return seconds, sum(len(x.split()) for x in out.splitlines())


def theirs(model, lines, beam, threads, batch):
    translator = theirs.cache.get((model.name, threads))
    if translator is None:
        import ctranslate2
        translator = ctranslate2.Translator(model.ct2, device="cpu", compute_type="int8", inter_threads=threads, intra_threads=1)
        theirs.cache = {(model.name, threads): translator}
    pieces = [model.sp.encode(x, out_type=str) for x in lines]
    limits = dict(min_decoding_length=model.forced, max_decoding_length=model.forced) if model.forced else {}
    start = time.perf_counter()
    out = translator.translate_batch(pieces, beam_size=beam, max_batch_size=batch, length_penalty=1, **limits)
    seconds = time.perf_counter() - start
    return seconds, sum(len(x.hypotheses[0]) for x in out)


theirs.cache = {}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--lines", type=int, default=1000)
    p.add_argument("--models", default="S,T,B")
    p.add_argument("--beams", default="4,1")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--cpu")
    a = p.parse_args()
    with open(f"{SHARED}/data/test/newstest2014.en", encoding="utf-8") as f:
        text = [x.rstrip("\n") for x in f][:a.lines]
    if a.cpu == "avx2":
        os.environ["CT2_FORCE_CPU_ISA"] = "AVX2"
    print("model beam threads   translate tok/s   CTranslate2 tok/s (batch)   ratio", flush=True)
    for name in a.models.split(","):
        model = Model(name)
        lines = [x for x in text if len(model.sp.encode(x)) <= 48] if name == "S" else text
        for beam in map(int, a.beams.split(",")):
            for threads in map(int, a.threads.split(",")):
                warm = {b: theirs(model, lines[:200], beam, threads, b)[0] for b in BATCHES}
                batch = min(warm, key=warm.get)
                us, them = [], []
                for _ in range(a.runs):
                    us.append(ours(model, lines, beam, threads, a.cpu))
                    them.append(theirs(model, lines, beam, threads, batch))
                rate = lambda runs: runs[0][1] / statistics.median(r[0] for r in runs)
                print(f"{name:5} {beam:4} {threads:7}   {rate(us):15.0f}   {rate(them):17.0f} ({batch:5})   "
                      f"{rate(us) / rate(them):5.2f}", flush=True)


main()
