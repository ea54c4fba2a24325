#!/usr/bin/env python3
"""Loads translate serve, on this machine alone, and says what holds of what is asked of it.

  bench/serve_load.py [--what one,many_clients,document,models,start,memory] [--program FILE] [--model NAME]
                      [--seconds N] [--runs N] [--threads N]

one           one client, a sentence after the other: its median beside that of the command with a pipe; asked: 5 ms more
many_clients  32 clients of one sentence each: sentences a second beside those of the command with a file; asked: 90 %
document      16 clients while a document of 10 000 sentences is translated: 99th percentile; asked: 300 ms.
              Once with sentences of 60 characters at most on both sides, once with long lines of several sentences
models        16 clients over 8 models: 99th percentile; asked: 400 ms
start         100 models are installed: from the start to the first answer; asked: 60 ms
memory        20 models used, one request each: unique memory; asked: 200 MB, and 40 MB when all are closed

Every answer under load is compared with the command's, byte for byte.  wrk sends the requests (Debian: wrk), with one
thread for each client, on the cores that the server has; runs are interleaved where two things are compared.
The load of the machine beside is told, since it is in all figures.
"""
import argparse, atexit, http.client, json, os, re, socket, statistics, subprocess, sys, tempfile, threading, time, urllib.parse

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import material

PORT = 5761
options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--what", default="one,many_clients,document,models,start,memory")
options.add_argument("--program", default=material.PROGRAM)
options.add_argument("--model", default="en-de")
options.add_argument("--seconds", type=int, default=10)
options.add_argument("--runs", type=int, default=3)
options.add_argument("--threads", type=int, default=0)
options = options.parse_args()
WORK = tempfile.mkdtemp(prefix="serve_load.")
faults = 0


def say(text):
    print(text, flush=True)


def verdict(good, text):
    global faults
    faults += not good
    say(f"{'  holds' if good else 'NOT HELD'}  {text}  (load {os.getloadavg()[0]:.1f})")


def threads():
    return ["-j", str(options.threads)] if options.threads else []


class Server:
    def __init__(self, *args, models=None):
        env = dict(os.environ, TRANSLATE_MODELS=models or f"{WORK}/one")
        self.begun = time.perf_counter()
        self.process = subprocess.Popen([options.program, "serve", "-q", "--listen", str(PORT), "--idle", "600", *threads(), *args],
                                        env=env)
        atexit.register(self.process.kill)
        while True:
            try:
                socket.create_connection(("127.0.0.1", PORT)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    material.stop("the server does not start")
                time.sleep(0.001)

    def ask(self, path, body=None, head=None, method=None):
        c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
        c.request(method or ("POST" if body else "GET"), path, body, head or {"Content-Type": "application/x-www-form-urlencoded"})
        answer = c.getresponse()
        out = answer.status, answer.read()
        c.close()
        return out

    def end(self):
        self.process.terminate()
        if self.process.wait():
            material.stop(f"the server ended with status {self.process.returncode}")


def command(lines, model=None):
    """Translations of lines, and how long it took."""
    begun = time.perf_counter()
    done = subprocess.run([options.program, "-q", "-m", model or MODEL, *threads()], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, check=True)
    return done.stdout.splitlines(), time.perf_counter() - begun


def form(text, target="de"):
    return urllib.parse.urlencode({"q": text, "source": "en", "target": target})


SCRIPT = """
body, wanted, bad = {}, {}, 0
local threads = 0
%s
function setup(thread) thread:set("number", threads) threads = threads + 1 end
function init() at, asked, bad, n = number * 37, {}, 0, #body end
function request()
  at = at %% n + 1
  return wrk.format("POST", "/translate", {["Content-Type"] = "application/x-www-form-urlencoded"}, body[at])
end
function response(status, headers, answer)
  if status ~= 200 or answer ~= wanted[at] then bad = bad + 1; wrong = wrong or (status .. " " .. answer) end
end
local all = {}
local old = setup
function setup(thread) old(thread) table.insert(all, thread) end
function done(summary, latency)
  local n_bad, first = 0, nil
  for _, t in ipairs(all) do n_bad = n_bad + t:get("bad"); first = first or t:get("wrong") end
  io.write(string.format("RESULT %%d %%d %%f %%f %%f %%f %%d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(90), latency:percentile(99), latency.max, n_bad))
  if first then io.write("WRONG " .. first .. "\\n") end
end
"""


def load(clients, pairs, seconds=None):
    """wrk with pairs of body and wanted answer: a second's requests, percentiles in ms."""
    def quote(text):
        return '"' + "".join(c if 32 <= b < 127 and c not in '"\\' else f"\\{b:03d}" for b, c in
                             ((b, chr(b)) for b in text.encode())) + '"'
    rows = "\n".join(f"body[{i}], wanted[{i}] = {quote(b)}, {quote(w)}" for i, (b, w) in enumerate(pairs, 1))
    with open(f"{WORK}/load.lua", "w") as f:
        f.write(SCRIPT % rows)
    run = subprocess.run(["wrk", "-t", str(clients), "-c", str(clients), "-d", f"{seconds or options.seconds}s", "--timeout", "60s",
                          "-s", f"{WORK}/load.lua", f"http://127.0.0.1:{PORT}"], capture_output=True, text=True)
    found = re.search(r"RESULT (\d+) (\d+) (\S+) (\S+) (\S+) (\S+) (\d+)", run.stdout)
    if not found:
        material.stop(f"wrk: {run.stdout} {run.stderr}")
    n, us, p50, p90, p99, most, bad = map(float, found.groups())
    errors = re.search(r"Socket errors: (.*)", run.stdout)
    if bad or errors:
        say(run.stdout)
    return {"n": int(n), "rate": n / us * 1e6, "p50": p50 / 1e3, "p90": p90 / 1e3, "p99": p99 / 1e3, "most": most / 1e3,
            "bad": int(bad) + bool(errors)}


def answers(lines, model=None):
    # As the server writes JSON: cJSON escapes what it must, and nothing else.
    def json_of(text):
        return json.dumps({"translatedText": text}, ensure_ascii=False, separators=(",", ":")) + "\n"
    return [json_of(t) for t in command(lines, model)[0]]


def pairs_of(lines):
    return [(form(line), answer) for line, answer in zip(lines, answers(lines))]


def one():
    lines = SHORT[:600]  # each once: the command remembers what it has said
    pairs = pairs_of(lines)
    server, pipe_ms, http_ms = Server(), [], []
    c = http.client.HTTPConnection("127.0.0.1", PORT)
    c.connect()
    c.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    pipe = subprocess.Popen([options.program, "-q", "-m", MODEL, *threads()], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    bad = 0
    for i, line in enumerate(lines):
        begun = time.perf_counter()
        pipe.stdin.write(line.encode() + b"\n")
        pipe.stdin.flush()
        pipe.stdout.readline()
        middle = time.perf_counter()
        c.request("POST", "/translate", pairs[i][0], {"Content-Type": "application/x-www-form-urlencoded"})
        bad += c.getresponse().read().decode() != pairs[i][1]
        if i >= 50:
            pipe_ms.append(1e3 * (middle - begun))
            http_ms.append(1e3 * (time.perf_counter() - middle))
    pipe.stdin.close()
    pipe.wait()
    server.end()
    a, b = statistics.median(pipe_ms), statistics.median(http_ms)
    verdict(b - a <= 5 and not bad, f"one client: {b:.2f} ms, the command's pipe {a:.2f} ms: {b - a:+.2f} ms; {bad} answers differ")


def many_clients():
    lines = (SHORT * 10)[:4000]
    lines = [f"{line[:-1]} {i}{line[-1]}" for i, line in enumerate(lines)]  # each is new to the command
    pairs = pairs_of(lines)
    filters, served, bad = [], [], 0
    server = Server()
    load(32, pairs, 1)
    for _ in range(options.runs):
        filters.append(len(lines) / command(lines)[1])
        now = load(32, pairs)
        served.append(now["rate"])
        bad += now["bad"]
    server.end()
    ratio = statistics.median(s / f for s, f in zip(served, filters))
    verdict(ratio >= 0.9 and not bad, f"32 clients: {statistics.median(served):.0f} sentences/s, the command with a file"
            f" {statistics.median(filters):.0f}: {100 * ratio:.0f} %; {bad} answers differ")


def send_document(server, lines):
    body = ("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n" + "\n".join(lines) +
            "\n\r\n--x\r\nContent-Disposition: form-data; name=\"source_lang\"\r\n\r\nEN"
            "\r\n--x\r\nContent-Disposition: form-data; name=\"target_lang\"\r\n\r\nDE\r\n--x--\r\n")
    status, out = server.ask("/v2/document", body.encode(), {"Content-Type": "multipart/form-data; boundary=x",
                                                             "Authorization": "DeepL-Auth-Key k"})
    if status != 200:
        material.stop(f"a document: {status} {out}")
    return json.loads(out)


def document_state(server, d):
    status, out = server.ask(f"/v2/document/{d['document_id']}", json.dumps({"document_key": d["document_key"]}),
                             {"Content-Type": "application/json", "Authorization": "DeepL-Auth-Key k"})
    return json.loads(out).get("status")


def document():
    for name, lines in ("short lines", SHORT), ("long lines", LONG):
        pairs = pairs_of(SHORT[:400])
        text = [f"{i} {lines[i % len(lines)]}" for i in range(10000 if lines is SHORT else 3400)]
        rows, bad, ends = [], 0, False
        for _ in range(options.runs):
            server = Server()
            load(16, pairs, 1)
            d = send_document(server, text)
            rows.append(load(16, pairs))
            ends = ends or document_state(server, d) != "translating"
            bad += rows[-1]["bad"]
            server.process.kill()
            server.process.wait()
        p99 = statistics.median(r["p99"] for r in rows)
        verdict(p99 <= 300 and not bad and not ends,
                f"16 clients and a document of {name}: p99 {p99:.0f} ms (p50 {statistics.median(r['p50'] for r in rows):.0f}, "
                f"p90 {statistics.median(r['p90'] for r in rows):.0f}, most {max(r['most'] for r in rows):.0f}), "
                f"{statistics.median(r['rate'] for r in rows):.0f} requests/s; {bad} answers differ"
                + ("; THE DOCUMENT ENDED BEFORE" if ends else ""))


def make_models(n):
    """A folder of n models of English to languages that nobody has."""
    folder = f"{WORK}/models{n}"
    os.mkdir(folder)
    with open(TINY, "rb") as f:
        bytes_ = f.read()
    at = re.search(rb"nmt\.target_language.{12}", bytes_, re.S).end()
    names = [f"{a}{b}" for a in "qxyz" for b in "abcdefghijklmnopqrstuvwxyz"]
    for name in names[:n]:
        with open(f"{folder}/en-{name}.gguf", "wb") as f:
            f.write(bytes_[:at] + name.encode() + bytes_[at + 2:])
    return folder, names[:n]


def models():
    folder, names = make_models(8)
    lines = SHORT[:200]
    wanted = answers(lines, TINY)
    pairs = [(form(lines[i], names[i % 8]), wanted[i]) for i in range(len(lines))]
    rows = []
    for _ in range(options.runs):
        server = Server(models=folder)
        load(16, pairs, 1)
        rows.append(load(16, pairs))
        server.end()
    bad, p99 = sum(r["bad"] for r in rows), statistics.median(r["p99"] for r in rows)
    verdict(p99 <= 400 and not bad, f"16 clients over 8 models: p99 {p99:.0f} ms (p50 {statistics.median(r['p50'] for r in rows):.0f}), "
            f"{statistics.median(r['rate'] for r in rows):.0f} requests/s; {bad} answers differ")


def start():
    folder, names = make_models(100)
    times = []
    for i in range(max(5, options.runs)):
        server = Server(models=folder)
        status, _ = server.ask("/translate", form("Hello.", names[i]))
        times.append(1e3 * (time.perf_counter() - server.begun))
        if status != 200:
            material.stop(f"{status}")
        server.end()
    verdict(statistics.median(times) <= 60, f"100 models: first answer {statistics.median(times):.0f} ms after the start "
            f"({min(times):.0f} to {max(times):.0f})")


def unique(pid):
    with open(f"/proc/{pid}/smaps_rollup") as f:
        return sum(int(line.split()[1]) for line in f if line.startswith("Private_")) / 1024


def memory():
    folder, names = make_models(20)
    server = Server("--idle", "2", models=folder)
    for name in names:
        server.ask("/translate", form("The weather is nice today.", name))
    used = unique(server.process.pid)
    time.sleep(5)
    rest = unique(server.process.pid)
    server.end()
    verdict(used <= 200 and rest <= 40, f"20 models of {os.path.getsize(TINY) >> 20} MiB used: {used:.0f} MiB of its own; {rest:.0f} when they are closed")


def main():
    global MODEL, TINY, SHORT, LONG
    if subprocess.run(["sh", "-c", "command -v wrk"], capture_output=True).returncode:
        material.stop("wrk is missing (Debian: wrk)")
    MODEL = f"{material.ROOT}/models/{options.model}/{options.model}.gguf"
    TINY = f"{material.ROOT}/models/en-de-tiny/en-de-tiny.gguf"
    os.mkdir(f"{WORK}/one")
    os.symlink(MODEL, f"{WORK}/one/model.gguf")
    lines = [s for s in dict.fromkeys(material.text(None, 20000)) if s.isascii() and '"' not in s and "\\" not in s and s == s.strip()]
    SHORT = [s for s in lines if 25 <= len(s) <= 60][:2000]
    LONG = [" ".join(SHORT[i:i + 3] + [max(SHORT[i:i + 3], key=len)]) for i in range(0, len(SHORT) - 3, 3)]
    long_ones = sorted((s for s in lines if len(s) > 110), key=len, reverse=True)[:1000]
    LONG = long_ones if len(long_ones) > 200 else LONG
    say(f"{options.program}, {options.model}; {len(SHORT)} short lines, {len(LONG)} long ones of {statistics.mean(map(len, LONG)):.0f} characters; "
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for what in options.what.split(","):
        {"one": one, "many_clients": many_clients, "document": document, "models": models, "start": start, "memory": memory}[what]()
    subprocess.run(["rm", "-rf", WORK])
    sys.exit(faults > 0)


main()
