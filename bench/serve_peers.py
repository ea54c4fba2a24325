#!/usr/bin/env python3
"""Times translate serve beside LibreTranslate of PyPI, with the same weights, on this machine alone.

  bench/serve_peers.py [--clients N,N...] [--seconds N] [--runs N] [--model en-de|en-de-tiny] [--venv FOLDER]

throughput  requests a second of 1, 8 and 64 clients, each a sentence of 25 to 60 characters, sent by wrk (Debian);
            and the time that half of them, and 99 of 100, take at most
memory      the resident memory of the server and its children, before the load, and after each number of clients

LibreTranslate 1.9.6 is put into --venv from PyPI, if it is not there (build/peers/libretranslate); its model is a
package of Argos' kind, made here of the shipped weights, in int8 as they are.  Both servers search with a beam of 4
on two threads for each core's worth that they choose themselves.  The splitter of sentences that Argos loads from
GitHub is left out, which can only help it: a text is one sentence.  Runs are interleaved.
"""
import argparse, json, os, re, shutil, signal, statistics, subprocess, sys, tempfile, time, urllib.parse, urllib.request

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material

VERSION, PORTS = "1.9.6", {"translate": 5771, "LibreTranslate": 5772}
options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--clients", default="1,8,64")
options.add_argument("--seconds", type=int, default=15)
options.add_argument("--runs", type=int, default=3)
options.add_argument("--model", default="en-de", choices=["en-de", "en-de-tiny"])
options.add_argument("--venv", default=f"{material.WORK}/libretranslate")
options = options.parse_args()
CLIENTS = [int(n) for n in options.clients.split(",")]
PYTHON = f"{options.venv}/bin/python"
LAUNCH = """
import minisbd, sys
class OneSentence:
    def __init__(self, *args, **more): pass
    def sentences(self, text): return [text]
minisbd.SBDetect = OneSentence
from libretranslate import main
main()
"""
CONVERT = """
import sys
from ctranslate2.converters import MarianConverter
MarianConverter(sys.argv[1], [sys.argv[2], sys.argv[2]]).convert(sys.argv[3], quantization="int8", force=True)
"""


def run(*args, **more):
    done = subprocess.run(args, capture_output=True, text=True, **more)
    if done.returncode:
        material.stop(f"{' '.join(args[:4])} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def install():
    if not os.path.exists(PYTHON):
        run(sys.executable, "-m", "venv", options.venv)
    if subprocess.run([PYTHON, "-c", "import libretranslate, gguf, yaml"], capture_output=True).returncode:
        print(f"LibreTranslate {VERSION} comes from PyPI to {options.venv}", flush=True)
        run(PYTHON, "-m", "pip", "install", "-q", f"libretranslate=={VERSION}", "gguf", "pyyaml")


def package(folder):
    """The shipped weights as an installed package of Argos, and one more that LibreTranslate does not look for others."""
    for source, target in ("en", "de"), ("de", "en"):
        place = f"{folder}/translate-{source}_{target}-1_0"
        if os.path.exists(f"{place}/metadata.json"):
            continue
        os.makedirs(place, exist_ok=True)
        name = options.model.replace("en-de", f"{source}-{target}")
        run(PYTHON, f"{material.ROOT}/bench/shipped_npz.py", f"{material.ROOT}/models/{name}/{name}.gguf", place)
        pieces = json.loads(run(PYTHON, "-c", "import json, sentencepiece, sys\ns = sentencepiece.SentencePieceProcessor(model_file=sys.argv[1])\n"
                                "print(json.dumps([s.id_to_piece(i) for i in range(s.vocab_size())]))", f"{place}/vocab.spm"))
        with open(f"{place}/vocab.yml", "w", encoding="utf-8") as f:
            for i, piece in enumerate(pieces):
                f.write(json.dumps(piece, ensure_ascii=False) + f": {i}\n")
        run(PYTHON, "-c", CONVERT, f"{place}/model.npz", f"{place}/vocab.yml", f"{place}/model")
        os.rename(f"{place}/vocab.spm", f"{place}/sentencepiece.model")
        names = {"en": "English", "de": "German"}
        with open(f"{place}/metadata.json", "w") as f:
            json.dump({"package_version": "1.0", "argos_version": "1.9", "from_code": source, "from_name": names[source], "to_code": target,
                       "to_name": names[target]}, f)


def ask(port, text):
    body = urllib.parse.urlencode({"q": text, "source": "en", "target": "de"}).encode()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/translate", body, 120) as answer:
        return json.load(answer)["translatedText"]


def family(pid):
    found = [pid]
    for one in found:
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as f:
                    found += map(int, f.read().split())
        except OSError:
            pass
    return found


def resident(pid):
    """MiB, of which memory that two processes share counts once."""
    total = 0
    for one in family(pid):
        try:
            with open(f"/proc/{one}/smaps_rollup") as f:
                total += sum(int(line.split()[1]) for line in f if line.startswith("Pss:"))
        except OSError:
            pass
    return total / 1024


class Server:
    def __init__(self, name, args, env):
        self.name, self.port = name, PORTS[name]
        self.log = open(f"{WORK}/{name}.log", "w")
        begun = time.perf_counter()
        self.process = subprocess.Popen(args, env=dict(os.environ, **env), stdout=self.log, stderr=self.log)
        while True:
            if self.process.poll() is not None or time.perf_counter() - begun > 180:
                self.end()
                with open(f"{WORK}/{name}.log") as f:
                    material.stop(f"{name} does not start: {f.read()[-400:]}")
            try:
                self.said = ask(self.port, "The house is old.")
                break
            except OSError:
                time.sleep(0.02)
        self.first = time.perf_counter() - begun

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def load(port, lines, clients):
    quote = lambda text: '"' + "".join(f"\\{b:03d}" for b in text.encode()) + '"'
    with open(f"{WORK}/load.lua", "w") as f:
        f.write("local body, at = {" + ",".join(quote(urllib.parse.urlencode({"q": s, "source": "en", "target": "de"})) for s in lines) + """}, 0
function setup(thread) at = at + 131 thread:set("first", at) end
function init() at = first end
function request()
  at = at %% #body + 1
  return wrk.format("POST", "/translate", {["Content-Type"] = "application/x-www-form-urlencoded"}, body[at])
end
""".replace("%%", "%"))
    out = run("wrk", "-t", str(clients), "-c", str(clients), "-d", f"{options.seconds}s", "--timeout", "60s", "--latency", "-s",
              f"{WORK}/load.lua", f"http://127.0.0.1:{port}")
    if "Non-2xx" in out or "Socket errors" in out:
        print(out)
    unit = {"us": 1e-3, "ms": 1, "s": 1e3, "m": 6e4}
    times = [re.search(rf"{share}%\s+([\d.]+)(us|ms|s|m)", out).groups() for share in (50, 99)]
    return float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]), *(float(n) * unit[u] for n, u in times)


def main():
    global WORK
    if not shutil.which("wrk"):
        material.stop("wrk is missing (Debian: wrk)")
    install()
    packages = f"{material.WORK}/argos-{options.model}"
    package(packages)
    WORK = tempfile.mkdtemp(prefix="serve_peers.")
    lines = [s for s in dict.fromkeys(material.text(None, 20000)) if s.isascii() and 25 <= len(s) <= 60][:2000]
    servers = []
    try:
        models = f"{WORK}/models"
        os.mkdir(models)
        for name in options.model, options.model.replace("en-de", "de-en"):
            os.symlink(f"{material.ROOT}/models/{name}/{name}.gguf", f"{models}/{name}.gguf")
        servers.append(Server("translate", [material.PROGRAM, "serve", "-q", "-b", "4", "--listen", str(PORTS["translate"])],
                              {"TRANSLATE_MODELS": models}))
        home = f"{WORK}/home"
        os.mkdir(home)
        servers.append(Server("LibreTranslate", [PYTHON, "-c", LAUNCH, "--host", "127.0.0.1", "--port", str(PORTS["LibreTranslate"]),
                                                 "--disable-files-translation", "--disable-web-ui"],
                              {"ARGOS_PACKAGES_DIR": packages, "HOME": home, "XDG_DATA_HOME": f"{home}/data", "ARGOS_DEVICE_TYPE": "cpu"}))
        rows = {(s.name, n): [] for s in servers for n in CLIENTS}
        before = {s.name: resident(s.process.pid) for s in servers}
        after = {}
        for n in CLIENTS:
            for _ in range(options.runs):
                for s in servers:
                    other = [o for o in servers if o is not s]
                    for o in other:
                        o.process.send_signal(signal.SIGSTOP)
                    rows[s.name, n].append(load(s.port, lines, n))
                    for o in other:
                        o.process.send_signal(signal.SIGCONT)
            after |= {(s.name, n): resident(s.process.pid) for s in servers}
        print(f"{options.model}, {os.cpu_count()} cores, load of the machine {os.getloadavg()[0]:.1f}")
        for s in servers:
            print(f"{s.name:15} first answer after {s.first:.2f} s, then {before[s.name]:.1f} MiB; The house is old.: {s.said}")
        print("clients  server           requests/s   p50, ms   p99, ms   MiB after it")
        good = True
        for n in CLIENTS:
            for s in servers:
                rate, p50, p99 = (statistics.median(r[i] for r in rows[s.name, n]) for i in range(3))
                print(f"{n:7}  {s.name:15} {rate:11.1f} {p50:9.1f} {p99:9.1f} {after[s.name, n]:14.1f}")
            ratio = statistics.median(a[0] / b[0] for a, b in zip(rows["translate", n], rows["LibreTranslate", n]))
            share = after["translate", n] / after["LibreTranslate", n]
            most = 0.1 if n <= 8 else 0.2
            holds = ratio >= 5 and share <= most
            good = good and holds
            print(f"         throughput {ratio:.1f} times LibreTranslate's (asked: 5), memory {100 * share:.1f} % of its (asked: {100 * most:.0f}): "
                  f"{'holds' if holds else 'NOT HELD'}")
    finally:
        for s in servers:
            s.end()
        shutil.rmtree(WORK, ignore_errors=True)
    sys.exit(not good)


main()
