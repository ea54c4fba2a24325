#!/usr/bin/env python3
"""inject.py PROGRAM [KIND...] - requests while one call of the system after the other fails.

PROGRAM is the server linked with tests/fail/inject.c.  A run without a fault tells which calls there
are; then each chain of callers has a run in which its first call fails, and one for its last.  A
server that has said that it is ready stays; each request has the answer that it has without a fault,
or a refusal; afterwards all are answered, and no descriptor is left open.
"""
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

program, kinds = os.path.abspath(sys.argv[1]), sys.argv[2:]
WORK = tempfile.mkdtemp(prefix="serve_inject.")
os.makedirs(f"{WORK}/models")
shutil.copy("models/en-de-tiny/en-de-tiny.gguf", f"{WORK}/models")
HEAD = {"Content-Type": "application/json", "Authorization": "DeepL-Auth-Key k"}
FORM = {"Content-Type": "multipart/form-data; boundary=xx"}


def part(name, value, file=""):
    return f"--xx\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n"


DOCUMENT = (part("file", "<p>The <b>old</b> house.</p>", '; filename="a.html"') + part("source", "en") + part("target", "de")
            + "--xx--\r\n")
REQUESTS = [("POST", "/translate", json.dumps({"q": "Hello.", "source": "en", "target": "de"}), HEAD),
            ("POST", "/translate", json.dumps({"q": ["Good night.", "The house."], "source": "auto", "target": "de", "alternatives": 2}), HEAD),
            ("POST", "/translate_file", DOCUMENT, FORM),
            ("POST", "/v2/glossaries", json.dumps({"name": "n", "source_lang": "en", "target_lang": "de",
                                                   "entries": "house\tBude", "entries_format": "tsv"}), HEAD),
            ("POST", "/v2/translate", json.dumps({"text": ["The house is old."], "target_lang": "DE"}), HEAD),
            ("GET", "/metrics", None, {}), ("GET", "/languages", None, {})]
VARIES = {"/translate_file", "/v2/glossaries", "/metrics", "/languages"}  # ids, numbers, names that ICU may not have


class Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=8)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(8)
        self.sock.connect(self.path)


def ask(path, request):
    c = Connection(path)
    try:
        c.request(*request)
        r = c.getresponse()
        return r.status, r.read()
    except (OSError, http.client.HTTPException) as e:
        return 0, repr(e).encode()
    finally:
        c.close()


def run(slot, fault=None):
    """What is wrong; with *log, the calls."""
    folder = f"{WORK}/{slot}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/glossaries")
    path = f"{folder}/socket"
    env = dict(os.environ, TRANSLATE_MODELS=f"{WORK}/models", LD_BIND_NOW="1")
    env.update({"FAULT": fault} if fault else {"FAULT_LOG": f"{folder}/log"})
    with open(f"{folder}/err", "w") as err:
        p = subprocess.Popen([program, "--listen", f"unix:{path}", "-j", "1", "--metrics", "--glossaries", f"{folder}/glossaries"],
                             env=env, stderr=err, stdout=err)
    try:
        begun = time.monotonic()
        while p.poll() is None and (not os.path.exists(path) or ask(path, ("GET", "/health"))[0] not in (200, 503)):
            time.sleep(0.005)
            if time.monotonic() - begun > 20:
                return None, "does not begin"
        if p.poll() is not None:
            said = open(f"{folder}/err").read()
            return None, None if p.returncode == 1 and "translate: " in said else f"at the start: status {p.returncode} {said}"
        answers = [ask(path, r) for r in REQUESTS]
        if os.environ.get('TALK'):
            print(fault, [a[0] for a in answers], [a[1][:200] for a in answers if a[0] >= 400], flush=True)
        first = answers[0]
        for _ in range(15):
            fds = len(os.listdir(f"/proc/{p.pid}/fd"))
            if p.poll() is not None:
                break
            again = [ask(path, r) for r in REQUESTS]
            if all(a[0] in (200, 201) for a in again):
                break
            time.sleep(0.2)
        if p.poll() is not None:
            return None, f"ended with status {p.returncode}: {open(f'{folder}/err').read()[-300:]}"
        time.sleep(0.01)
        fds = len(os.listdir(f"/proc/{p.pid}/fd"))
        p.terminate()
        try:
            status = p.wait(15)
        except subprocess.TimeoutExpired:
            return None, "does not end"
        if status:
            return None, f"SIGTERM: status {status} {open(f'{folder}/err').read()[-300:]}"
        return (answers, again, fds), None
    finally:
        if p.poll() is None:
            p.kill()
            p.wait()


def same(request, a, b):
    """Without the module that detects languages, it is less sure of one."""
    if request[1] in VARIES or a == b:
        return True
    try:
        a, b = json.loads(a), json.loads(b)
        return a.pop("detectedLanguage") is not None and b.pop("detectedLanguage") is not None and a == b
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def judge(got, good):
    answers, again, fds = got
    for request, a, g in zip(REQUESTS, answers, good[0]):
        if a[0] == g[0] and same(request, a[1], g[1]):
            continue
        if a[0] == 0 or a[0] >= 400:
            continue
        return f"{request[1]}: {a[0]} {a[1][:200]}"
    for request, a, g in zip(REQUESTS, again, good[1]):
        if a[0] != g[0] or not same(request, a[1], g[1]):
            return f"afterwards, {request[1]}: {a[0]} {a[1][:200]}"
    return f"{fds} descriptors and not {good[2]}" if fds > good[2] else None


good, wrong = run("good")
if wrong:
    sys.exit(f"Bail out! {wrong}")
calls = {}
with open(f"{WORK}/good/log") as f:
    for line in f:
        kind, n, chain = line.split()[:3]
        if not kinds or kind in kinds:
            calls.setdefault((kind, chain), []).append(int(n))
# A cut write or a failed close is told in the log alone.
faults = sorted({(kind, n) for (kind, _), ns in calls.items() for n in (ns[0], ns[-1])})
# All from one on: but for reads, without which no server hears of anything.
faults += [(kind, n, "+") for (kind, n) in faults[:: max(1, len(faults) // 40)] if kind != "read"]
print(f"# {len(faults)} faults in {len(calls)} chains of callers", flush=True)
results, lock = {}, threading.Lock()


def work(slot):
    while True:
        with lock:
            if not faults:
                return
            kind, n, *more = faults.pop()
        try:
            got, wrong = run(slot, f"{kind}:{n}{''.join(more)}")
        except OSError as e:  # it ended meanwhile
            got, wrong = None, repr(e)
        # Without any memory at all the program ends with a sentence.
        if more and wrong and "status 1" in wrong and "translate: " in wrong:
            wrong = None
        # Where the libraries have none from the start on, it cannot be asked.
        if more and wrong == "does not begin":
            wrong = None
        if got and not wrong and not more:
            wrong = judge(got, good)
        if wrong:
            print(f"# {kind}:{n}{''.join(more)}: {wrong}", flush=True)
        with lock:
            results.setdefault(kind, []).append((n, more, wrong))


threads = [threading.Thread(target=work, args=(i,)) for i in range(os.cpu_count() or 1)]
for t in threads:
    t.start()
for t in threads:
    t.join()
failed = 0
for number, (kind, rows) in enumerate(sorted(results.items()), 1):
    bad = [r for r in rows if r[2]]
    failed += bool(bad)
    print(f"{'not ' if bad else ''}ok {number} - {kind}: {len(rows)} faults")
print(f"1..{len(results)}")
shutil.rmtree(WORK, ignore_errors=True)
sys.exit(failed > 0)
