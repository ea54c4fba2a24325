#!/usr/bin/env python3
"""faults.py PROGRAM [NAME...] - what `PROGRAM serve` meets, one after the other, as TAP.

Clients that leave, that are slow, that say nothing, that send what is none; few descriptors, a full
disk, a model cut short, SIGSTOP.  While each of them goes on, another client is answered, with what
the command says; afterwards, memory and descriptors are where they were.  All on 127.0.0.1.
slowhttptest (Debian) is used where it is; a full disk takes root.
"""
import http.client
import io
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile

program, only = os.path.abspath(sys.argv[1]), sys.argv[2:]
PORT, WORK = 5747, tempfile.mkdtemp(prefix="serve_faults.")
TEXT = "The weather is nice today."
number, failed = 0, 0
wanted = subprocess.run([program, "-f", "en", "-t", "de"], input=TEXT, text=True, capture_output=True,
                        check=True).stdout.rstrip("\n")


def check(good, name, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - {name}", flush=True)
    if not good:
        print(f"# {why}", flush=True)


def skip(name, why):
    global number
    number += 1
    print(f"ok {number} - {name} # SKIP {why}", flush=True)


class Server:
    def __init__(self, *args, files=None, env=None):
        def limit():
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        self.err = open(f"{WORK}/err", "w+")
        self.p = subprocess.Popen([program, "serve", "-q", "--metrics", "--listen", str(PORT), *args], stderr=self.err,
                                  preexec_fn=limit, env=dict(os.environ, **(env or {})))
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", PORT)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("Bail out! the server does not start")

    def state(self):
        with open(f"/proc/{self.p.pid}/status") as f:
            rows = dict(line.split(":", 1) for line in f)
        return int(rows["RssAnon"].split()[0]), len(os.listdir(f"/proc/{self.p.pid}/fd"))

    def end(self, name):
        self.p.terminate()
        try:
            status = self.p.wait(30)
        except subprocess.TimeoutExpired:
            self.p.kill()
            status = "none in 30 s"
        check(status == 0, f"{name}: SIGTERM ends it", f"status {status}")


def ask(path="/translate", body=None, head=None, method=None, timeout=60):
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=timeout)
    try:
        c.request(method or ("POST" if body is not None else "GET"), path, body,
                  head or {"Content-Type": "application/x-www-form-urlencoded"})
        r = c.getresponse()
        return r.status, r.read().decode("utf-8", "replace")
    finally:
        c.close()


def form(text=TEXT):
    return urllib.parse.urlencode({"q": text, "source": "en", "target": "de"})


def is_right(timeout=60):
    try:
        status, body = ask(body=form(), timeout=timeout)
        return status == 200 and json.loads(body)["translatedText"] == wanted
    except (OSError, http.client.HTTPException, ValueError):
        return False


class Others:
    """A client that asks meanwhile; how long the slowest answer took."""

    def __enter__(self):
        self.stop, self.n, self.bad, self.most = False, 0, 0, 0.0
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def run(self):
        while not self.stop:
            begun = time.monotonic()
            self.bad += not is_right()
            self.n += 1
            self.most = max(self.most, time.monotonic() - begun)
            time.sleep(0.05)

    def __exit__(self, *_):
        self.stop = True
        self.thread.join()

    def judge(self, name, most=5.0):
        check(self.n > 0 and not self.bad and self.most < most, f"{name}: another client is answered meanwhile",
              f"{self.n} answers, {self.bad} wrong, the slowest {self.most:.2f} s")


def returns(server, before, name, seconds=40):
    """Memory and descriptors come back, at most a tenth and 4 MiB above."""
    for _ in range(seconds * 2):
        now = server.state()
        if now[1] <= before[1] and now[0] <= before[0] * 1.1 + 4096:
            break
        time.sleep(0.5)
    check(now[1] <= before[1], f"{name}: descriptors return", f"{before[1]} before, {now[1]} after")
    check(now[0] <= before[0] * 1.1 + 4096, f"{name}: memory returns", f"{before[0]} KiB before, {now[0]} after")


def warm():
    """Threads and sessions are there."""
    threads = [threading.Thread(target=is_right) for _ in range(70)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    time.sleep(1)


def raw(bytes_, seconds=0.0, answer=False):
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as s:
        try:
            s.sendall(bytes_)
            if answer:
                got = b""
                while b"\r\n" not in got:
                    more = s.recv(65536)
                    if not more:
                        break
                    got += more
                return got.split(b"\r\n")[0].decode("latin-1")
        except (ConnectionResetError, BrokenPipeError):
            return "reset"
        time.sleep(seconds)
    return ""


def post(body, head=b"", path=b"/translate"):
    return (b"POST " + path + b" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + head + b"Content-Length: %d\r\n\r\n" % len(body) + body)


# ---- The faults ----

def aborted():
    server = Server("--idle", "600")
    warm()
    text = " ".join(f"Sentence {i} is a long one, which takes its time." for i in range(40))
    whole = post(form(text).encode())
    for i in range(500):
        raw(whole)
    time.sleep(2)
    before = server.state()
    cuts = [20, len(whole) - 5, len(whole), len(whole), len(whole) // 2]

    def some(first):
        for i in range(first, 10000, 8):
            raw(whole[:cuts[i % len(cuts)]], (i % 7) * 0.001)
    with Others() as others:
        threads = [threading.Thread(target=some, args=(i,)) for i in range(8)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
    others.judge("10 000 aborted requests", 20)
    returns(server, before, "10 000 aborted requests")
    _, metrics = ask("/metrics")
    queued = [line for line in metrics.splitlines() if line.startswith("translate_queued_bytes")]
    check(queued == ["translate_queued_bytes 0"], "10 000 aborted requests: nothing waits any more", str(queued))
    server.end("10 000 aborted requests")


def slow():
    if not shutil.which("slowhttptest"):
        skip("slow clients", "slowhttptest is missing")
        return
    server = Server("--request-timeout", "10")
    warm()
    before = server.state()
    for name, args in (("slow headers", ["-H"]), ("slow bodies", ["-B", "-s", "8192"]), ("slow readers", ["-X", "-w", "10", "-y", "20", "-n", "5", "-z", "5", "-k", "3"])):
        with Others() as others:
            subprocess.run(["slowhttptest", *args, "-c", "800", "-r", "200", "-i", "5", "-l", "20", "-p", "3", "-u",
                            f"http://127.0.0.1:{PORT}/translate" if name != "slow readers" else f"http://127.0.0.1:{PORT}/"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        others.judge(f"800 clients with {name}")
    returns(server, before, "slow clients", 70)
    # A byte a second is no silence: the time for the whole request counts.
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", PORT), timeout=60) as s:
        try:
            s.sendall(b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n")
            while time.monotonic() - begun < 30:
                s.sendall(b"a")
                time.sleep(1)
        except OSError:
            pass
    check(time.monotonic() - begun < 20, "a byte a second is cut off in time", f"{time.monotonic() - begun:.0f} s")
    server.end("slow clients")


def idle():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    server = Server("--max-connections", "4096")
    warm()
    before = server.state()
    held, refused = [], 0
    with Others() as others:
        for _ in range(2000):
            try:
                held.append(socket.create_connection(("127.0.0.1", PORT), timeout=5))
            except OSError:
                refused += 1
        time.sleep(3)
    others.judge("2 000 idle connections")
    print(f"# {len(held)} held, {refused} refused, {server.state()}")
    for s in held:
        s.close()
    returns(server, before, "2 000 idle connections")
    server.end("2 000 idle connections")


def stopped():
    server = Server()
    warm()
    server.p.send_signal(signal.SIGSTOP)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(is_right())) for _ in range(20)]
    for t in threads:
        t.start()
    time.sleep(3)
    server.p.send_signal(signal.SIGCONT)
    for t in threads:
        t.join()
    check(answers == [True] * 20, "SIGSTOP and SIGCONT: who waited is answered", str(answers))
    server.p.send_signal(signal.SIGSTOP)
    for _ in range(50):
        raw(post(form().encode()))
    server.p.send_signal(signal.SIGCONT)
    check(is_right(), "who left meanwhile does no harm")
    server.end("SIGSTOP")


def descriptors():
    server = Server(files=40)
    check(is_right(), "40 descriptors: it answers")
    before = server.state()
    held = []
    for _ in range(100):
        try:
            held.append(socket.create_connection(("127.0.0.1", PORT), timeout=2))
        except OSError:
            pass
    time.sleep(2)
    cpu = os.times()
    with open(f"/proc/{server.p.pid}/stat") as f:
        ticks = sum(map(int, f.read().split()[13:15]))
    time.sleep(2)
    with open(f"/proc/{server.p.pid}/stat") as f:
        ticks = sum(map(int, f.read().split()[13:15])) - ticks
    check(ticks < 100, "100 connections for 40 descriptors: it does not spin", f"{ticks} ticks in 2 s")
    for s in held:
        s.close()
    check(is_right(), "when they have gone, it answers")
    returns(server, before, "few descriptors")
    server.end("few descriptors")
    # So few that models cannot be opened: clear answers, and it goes on.
    folder = f"{WORK}/some"
    os.makedirs(folder, exist_ok=True)
    server = Server(files=24)
    held = [socket.create_connection(("127.0.0.1", PORT), timeout=2) for _ in range(8)]
    statuses = set()
    for _ in range(20):
        try:
            statuses.add(ask(body=form(), timeout=5)[0])
        except (OSError, http.client.HTTPException):
            statuses.add(0)
    for s in held:
        s.close()
    time.sleep(1)
    check(is_right(), "24 descriptors: it answers when there are some again", str(statuses))
    print(f"# statuses meanwhile: {sorted(statuses)}")
    server.end("24 descriptors")


def full_disk():
    place = f"{WORK}/full"
    os.makedirs(place)
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", place], capture_output=True).returncode:
        skip("a full disk", "nothing can be mounted")
        return
    try:
        server = Server("--glossaries", place, env={"TMPDIR": place})
        head = {"Content-Type": "application/json", "Authorization": "DeepL-Auth-Key k"}
        entries = "\n".join(f"word{i}\tWort{i}" for i in range(5000))
        status, body = ask("/v2/glossaries", json.dumps({"name": "n", "source_lang": "en", "target_lang": "de",
                                                         "entries": entries, "entries_format": "tsv"}), head)
        check(status == 500 and "message" in body, "a glossary that the disk has no room for is refused", f"{status} {body[:200]}")
        check(os.listdir(place) == [], "and leaves no file", str(os.listdir(place)))
        with open(f"{place}/all", "wb") as f:
            try:
                f.write(b"x" * (1 << 17))
            except OSError:
                pass
        status, body = upload("a.html", b"<p>" + TEXT.encode() + b"</p>")
        check(status == 200, "documents need no disk", f"{status} {body[:200]}")
        check(is_right(), "a full disk: it answers")
        server.end("a full disk")
    finally:
        subprocess.run(["umount", place])


def truncated():
    models = f"{WORK}/models"
    os.makedirs(models)
    for pair in "en-de", "de-en":
        shutil.copy(f"models/{pair}/{pair}.gguf", models)
    server = Server(env={"TRANSLATE_MODELS": models})
    check(is_right(), "a model that will be cut short: it answers")
    back = urllib.parse.urlencode({"q": "Das Haus ist alt.", "source": "de", "target": "en"})
    right = ask(body=back)
    bodies, stop = [], []

    def others():
        while not stop:
            bodies.append(ask(body=back))
    thread = threading.Thread(target=others)
    thread.start()
    with open(f"{models}/en-de.gguf", "r+b") as f:
        f.truncate(0)
    statuses = {ask(body=form(f"Sentence {i}."))[0] for i in range(10)}
    check(statuses <= {500, 503}, "while it is cut short, its requests are refused", str(statuses))
    check(server.p.poll() is None, "and the server lives")
    shutil.copy("models/en-de/en-de.gguf", models)
    time.sleep(1.5)
    check(is_right(), "a model that is whole again answers")
    with open(f"{models}/en-de.gguf", "r+b") as f:
        f.truncate(1 << 20)
    status, body = upload("a.html", b"".join(b"<p>Text %d is here.</p>" % i for i in range(50)))
    check(status in (500, 503), "a document, too", f"{status} {body[:200]}")
    stop.append(1)
    thread.join()
    check(right[0] == 200 and set(bodies) == {right}, f"{len(bodies)} requests to another model are answered meanwhile",
          str(set(bodies) - {right})[:300])
    server.end("a model that was cut short")


def floods():
    server = Server()
    warm()
    before = server.state()
    host = b"Host: localhost\r\n"
    for name, bytes_, wished in (
            ("a header of 1 MiB", b"GET /health HTTP/1.1\r\n" + host + b"X: " + b"a" * (1 << 20) + b"\r\n\r\n", ("431", "413", "reset", "")),
            ("100 000 headers", b"GET /health HTTP/1.1\r\n" + host + b"X: a\r\n" * 100000 + b"\r\n", ("431", "413", "reset", "")),
            ("an address of 1 MiB", b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\n" + host + b"\r\n", ("414", "431", "reset", "")),
            ("no request", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(200)) + b"\r\n\r\n", ("400", "405", "reset", "")),
            ("no version", b"GET /health\r\n\r\n", ("400", "505", "200", "421", "")),
            ("HTTP/3.0", b"GET /health HTTP/3.0\r\n" + host + b"\r\n", ("505", "400", "")),
            ("no host", b"GET /health HTTP/1.1\r\n\r\n", ("400", "421")),
            ("another host", b"GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", ("421",)),
            ("another origin", b"POST /translate HTTP/1.1\r\n" + host + b"Origin: http://evil.example\r\nContent-Length: 0\r\n\r\n", ("403",)),
            ("a length that is none", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: x\r\n\r\n", ("400", "413")),
            ("a negative length", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: -1\r\n\r\n", ("400", "413")),
            ("two lengths", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: 1\r\nContent-Length: 9\r\n\r\na", ("400", "413", "")),
            ("a length of many digits", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: 99999999999999999999999\r\n\r\n", ("413", "400")),
            ("a length of 11 MiB", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: 11534336\r\n\r\n", ("413",)),
            ("a chunk that is none", b"POST /translate HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", ("400", "413", "")),
            ("length and chunks", b"POST /translate HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ("400", "413", "")),
            ("a path upwards", b"GET /../../etc/passwd HTTP/1.1\r\n" + host + b"\r\n", ("404", "400")),
            ("a coded path upwards", b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host + b"\r\n", ("404", "400")),
            ("a file upwards", b"GET /download_file/..%2f..%2fetc%2fpasswd HTTP/1.1\r\n" + host + b"\r\n", ("404",)),
            ("a file with a NUL", b"GET /download_file/a%00b HTTP/1.1\r\n" + host + b"\r\n", ("404", "400")),
            ("a glossary upwards", b"GET /v2/glossaries/../../x HTTP/1.1\r\n" + host + b"Authorization: DeepL-Auth-Key k\r\n\r\n", ("404",)),
            ("a whole address", b"GET http://localhost/health HTTP/1.1\r\n" + host + b"\r\n", ("200", "404", "400")),
            ("5 000 fields", post(b"&".join(b"a=b" for _ in range(5000))), ("400",)),
            ("JSON of 100 000 levels", post(b"[" * 100000).replace(b"x-www-form-urlencoded", b"json"), ("400",)),
            ("JSON that is no UTF-8", post(b'{"q":"\xff","source":"en","target":"de"}').replace(b"x-www-form-urlencoded", b"json"), ("200", "400")),
            ("a form without an end", post(b"--x\r\nContent-Disposition: form-data; name=q\r\n\r\nabc").replace(
                b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"), ("400",))):
        got = raw(bytes_, answer=True)
        status = got.split(" ")[1] if got.startswith("HTTP/") else got
        check(status in wished, f"{name}: {status or 'closed'}", got)
    with Others() as others:
        for _ in range(100):
            raw(b"GET /health HTTP/1.1\r\n" + host + b"X: " + b"a" * (1 << 20) + b"\r\n\r\n", answer=True)
            raw(post(b"q=" + b"a" * (8 << 20)), 0)
    others.judge("floods")
    returns(server, before, "floods")
    server.end("floods")


def upload(name, bytes_, path="/translate_file", target="target"):
    body = (b"--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name.encode() + b"\"\r\n\r\n" + bytes_ +
            b"\r\n--xx\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nen\r\n--xx\r\nContent-Disposition: form-data; "
            b"name=\"" + target.encode() + b"\"\r\n\r\nde\r\n--xx--\r\n")
    return ask(path, body, {"Content-Type": "multipart/form-data; boundary=xx", "Authorization": "DeepL-Auth-Key k"})


def zipped(**members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name, bytes_ in members.items():
            z.writestr(name.replace("__", "/").replace("_xml", ".xml").replace("Content_Types", "[Content_Types]"), bytes_)
    return out.getvalue()


def bombs():
    server = Server()
    warm()
    before = server.state()
    zeros = b"<w:t>" + b"a" * (700 << 20) + b"</w:t>"
    docx = zipped(Content_Types_xml=b'<?xml version="1.0"?><Types/>', word__document_xml=zeros)
    del zeros
    entities = ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY a 'aaaaaaaaaa'>" +
                "".join(f"<!ENTITY {chr(98 + i)} '{('&' + chr(97 + i) + ';') * 10}'>" for i in range(12)) +
                "]><a>&m;</a>").encode()
    with Others() as others:
        status, body = upload("a.docx", docx)
        check(status == 400, f"{len(docx) >> 10} KiB of 700 MiB: 400", f"{status} {body[:200]}")
        status, body = upload("a.docx", docx[: len(docx) // 2])
        check(status == 400, "half of it: 400", f"{status} {body[:200]}")
        status, body = upload("a.docx", docx, "/v2/document", "target_lang")
        check(status == 400 or server.p.poll() is None, "as DeepL takes it", f"{status} {body[:200]}")
        status, body = upload("a.xml", entities)
        check(status in (200, 400), f"entities of entities: {status}", f"{status} {body[:200]}")
        status, body = upload("a.html", b"<div>" * 200000)
        check(status in (200, 400), f"HTML of 200 000 levels: {status}", f"{status} {body[:200]}")
        status, body = upload("../../etc/passwd.txt", b"Hello.")
        check(status == 200 and ".." not in body, "a name that leads upwards leads nowhere", f"{status} {body[:200]}")
    others.judge("bombs", 30)
    with open(f"/proc/{server.p.pid}/status") as f:
        peak = [int(line.split()[1]) for line in f if line.startswith("VmHWM")][0]
    check(peak < 1 << 20, f"bombs: never more than 1 GiB ({peak >> 10} MiB)")
    returns(server, before, "bombs")
    server.end("bombs")


ALL = dict(aborted=aborted, slow=slow, idle=idle, stopped=stopped, descriptors=descriptors, full_disk=full_disk,
           truncated=truncated, floods=floods, bombs=bombs)
try:
    for name in only or ALL:
        ALL[name]()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
print(f"1..{number}")
sys.exit(failed > 0)
