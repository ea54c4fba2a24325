#!/usr/bin/env python3
"""mixed.py PROGRAM SECONDS [REQUESTS_A_SECOND]

Mixed load on `PROGRAM serve` for so long: all kinds of requests, wrong ones, clients that leave,
reloads.  Prints memory (KiB), descriptors and threads of the server as time goes by, and fails if
they grow from the first third to the last, or if an answer is not what it should be.
"""
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

program, seconds = sys.argv[1], float(sys.argv[2])
rate = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0
CLIENTS, PORT = 6, 5741
TEXTS = ["Hello.", "The weather is nice today.", "Where is the station? I have lost my way.",
         "The house is <b>old</b>, and the dog sleeps.", "It costs $12.50 at 5 p.m.", "x\n\ny\n",
         "He said that he would come tomorrow, but nobody knew whether he had a ticket."]
random.seed(7)
faults, counts, lock = [], {}, threading.Lock()
end = time.monotonic() + seconds


def command(text, source="en", target="de"):
    run = subprocess.run([program, "-f", source, "-t", target], input=text.encode(), check=True,
                         stdout=subprocess.PIPE)
    return run.stdout.decode()


wanted = {t: command(t).rstrip("\n") for t in TEXTS}
server = subprocess.Popen([program, "serve", "-q", "--metrics", "--idle", "5", "--listen", str(PORT),
                           "--request-timeout", "20"])


def note(kind, fault=None):
    with lock:
        counts[kind] = counts.get(kind, 0) + 1
        if fault:
            faults.append(f"{kind}: {fault}")


def ask(c, method, path, body=None, headers=None):
    c.request(method, path, body, headers or {})
    r = c.getresponse()
    return r.status, r.read()


def form(**fields):
    return urllib.parse.urlencode(fields), {"Content-Type": "application/x-www-form-urlencoded"}


def text(c, r):
    t = r.choice(TEXTS)
    status, body = ask(c, "POST", "/translate", *form(q=t, source="en", target="de"))
    if status != 200 or json.loads(body)["translatedText"].rstrip("\n") != wanted[t]:
        return f"{status} {body[:200]}"


def texts(c, r):
    some = r.sample(TEXTS, 4)
    status, body = ask(c, "POST", "/v2/translate", json.dumps({"text": some, "target_lang": "DE",
                                                               "source_lang": "EN"}),
                       {"Content-Type": "application/json", "Authorization": "DeepL-Auth-Key k"})
    got = [t["text"].rstrip("\n") for t in json.loads(body).get("translations", [])]
    if got != [wanted[t] for t in some]:
        return f"{status} {body[:200]}"


def others(c, r):
    status, _ = ask(c, "POST", "/translate", *form(q=r.choice(TEXTS), source="auto", target="de",
                                                   alternatives=2, format="html"))
    return None if status == 200 else status


def backwards(c, r):
    status, _ = ask(c, "POST", "/translate", *form(q="Das Haus ist alt.", source="de", target="en"))
    return None if status == 200 else status


def document(c, r):
    part = "".join(f"<p>{r.choice(TEXTS)}</p>\n" for _ in range(r.randrange(1, 60)))
    body = ("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.html\"\r\n\r\n"
            f"<html>{part}</html>\r\n--x\r\nContent-Disposition: form-data; name=\"target_lang\""
            "\r\n\r\nDE\r\n--x--\r\n")
    deepl = r.random() < 0.7
    head = {"Content-Type": "multipart/form-data; boundary=x", "Authorization": "DeepL-Auth-Key k"}
    if not deepl:
        status, got = ask(c, "POST", "/translate_file", body.replace("target_lang", "target")
                          .replace("--x--", "--x\r\nContent-Disposition: form-data; name=\"source\""
                                   "\r\n\r\nen\r\n--x--"), head)
        return None if status == 200 else f"{status} {got[:200]}"
    status, got = ask(c, "POST", "/v2/document", body, head)
    if status in (429, 503):
        return None
    if status != 200:
        return f"{status} {got[:200]}"
    d = json.loads(got)
    for _ in range(200):
        status, got = ask(c, "POST", f"/v2/document/{d['document_id']}",
                          json.dumps({"document_key": d["document_key"]}),
                          {"Content-Type": "application/json", **{"Authorization": "DeepL-Auth-Key k"}})
        state = json.loads(got).get("status")
        if state in ("done", "error"):
            break
        time.sleep(0.2)
    if state != "done":
        return f"{status} {got[:200]}"
    status, got = ask(c, "POST", f"/v2/document/{d['document_id']}/result",
                      json.dumps({"document_key": d["document_key"]}),
                      {"Content-Type": "application/json", **{"Authorization": "DeepL-Auth-Key k"}})
    return None if status == 200 and got.startswith(b"<html>") else status


def glossary(c, r):
    head = {"Content-Type": "application/json", "Authorization": "DeepL-Auth-Key k"}
    word = r.choice(["Bude", "Bau", "Heim"])
    status, got = ask(c, "POST", "/v2/glossaries", json.dumps(
        {"name": "n", "source_lang": "en", "target_lang": "de", "entries": f"house\t{word}",
         "entries_format": "tsv"}), head)
    if status != 201:
        return f"{status} {got[:200]}"
    id = json.loads(got)["glossary_id"]
    status, got = ask(c, "POST", "/v2/translate", json.dumps(
        {"text": ["The house is old."], "source_lang": "EN", "target_lang": "DE",
         "glossary_id": id}), head)
    fault = None if status == 200 and word in got.decode() else f"{status} {got[:200]}"
    status, got = ask(c, "DELETE", f"/v2/glossaries/{id}", None, head)
    return fault or (None if status == 204 else f"{status} {got[:200]}")


def wrong(c, r):
    path, body, status = r.choice([("/translate", "{", 400), ("/translate", '{"q":1}', 400),
                                   ("/nothing", "{}", 404), ("/v2/translate", "[]", 400),
                                   ("/translate/../../etc/passwd", "{}", 404)])
    got, answer = ask(c, "POST", path, body, {"Content-Type": "application/json", "Authorization":
                                              "DeepL-Auth-Key k"})
    return None if got == status else f"{path} {body}: {got} {answer[:100]}"


def leave(c, r):
    body = json.dumps({"q": [" ".join(TEXTS) + str(i) for i in range(r.randrange(1, 50))],
                       "source": "en", "target": "de"}).encode()
    with socket.create_connection(("127.0.0.1", PORT)) as s:
        s.sendall(b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                  b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:r.choice([10, len(body)])])
        time.sleep(r.choice([0, 0.01, 0.1]))


def look(c, r):
    for path in "/health", "/metrics", "/languages", "/version", "/", "/v2/usage":
        status, _ = ask(c, "GET", path, None, {"Authorization": "DeepL-Auth-Key k"})
        if status != 200:
            return f"{path}: {status}"


def quiet(c, r):
    """Long enough for the models to be closed, where all do it."""
    time.sleep(2)


KINDS = [(text, 40), (texts, 10), (others, 8), (backwards, 5), (document, 4), (glossary, 5),
         (wrong, 10), (leave, 10), (look, 5), (quiet, 1)]


def client(number):
    r = random.Random(number)
    c = None
    while time.monotonic() < end:
        begun = time.monotonic()
        # All rest for ten seconds of each five minutes: models are closed then.
        if (end - begun) % 300 < 10:
            time.sleep(1)
            continue
        kind = r.choices([k for k, _ in KINDS], [w for _, w in KINDS])[0]
        if c is None or r.random() < 0.2:
            if c:
                c.close()
            c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
        try:
            note(kind.__name__, kind(c, r))
        except Exception as e:  # the connection was refused or cut
            note(kind.__name__, repr(e))
            c.close()
            c = None
        time.sleep(max(0, r.expovariate(rate / CLIENTS) - (time.monotonic() - begun)))


def state():
    pid, value = server.pid, {}
    for line in open(f"/proc/{pid}/status"):
        name, _, rest = line.partition(":")
        if name in ("VmRSS", "RssAnon", "Threads"):
            value[name] = int(rest.split()[0])
    value["fds"] = len(os.listdir(f"/proc/{pid}/fd"))
    return value


for attempt in range(100):
    try:
        socket.create_connection(("127.0.0.1", PORT)).close()
        break
    except OSError:
        time.sleep(0.1)
threads = [threading.Thread(target=client, args=(i,)) for i in range(CLIENTS)]
for t in threads:
    t.start()
curve, step = [], max(1.0, seconds / 60)
begun = time.monotonic()
while time.monotonic() < end and server.poll() is None:
    time.sleep(step)
    if server.poll() is None:
        curve.append(state())
        print(f"{time.monotonic() - begun:6.0f} s  RSS {curve[-1]['VmRSS']} anon"
              f" {curve[-1]['RssAnon']} KiB  {curve[-1]['fds']} descriptors "
              f"{curve[-1]['Threads']} threads  {sum(counts.values())} requests", flush=True)
    if random.random() < 0.1:
        server.send_signal(signal.SIGHUP)
for t in threads:
    t.join()
alive = server.poll() is None
time.sleep(12)  # models are closed
last = state() if alive else {}
print("at rest:", last)
server.terminate()
status = server.wait(30)
third = max(1, len(curve) // 3)


def worst(part, name):
    return sorted(c[name] for c in part)[len(part) * 9 // 10] if part else 0


for name, slack in ("RssAnon", 1.1), ("fds", 1.2):
    before, after = worst(curve[:third], name), worst(curve[-third:], name)
    print(f"{name}: {before} in the first third, {after} in the last (90th percentile)")
    if after > before * slack + 8:
        faults.append(f"{name} has grown from {before} to {after}")
if status:
    faults.append(f"the server ended with status {status}")
print(counts)
for fault in faults[:20]:
    print("fault:", fault)
print(f"{sum(counts.values())} requests, {len(faults)} faults")
sys.exit(bool(faults))
