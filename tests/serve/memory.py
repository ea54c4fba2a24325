#!/usr/bin/env python3
"""memory.py PROGRAM [SHARE]

Whether `PROGRAM serve` keeps memory: 100 000 requests by 16 clients, and 1 000 reloads of 2 000 keys that
come and go while one client asks; of both, a SHARE from 0 to 1.  Before, there is half of the requests and a tenth of the reloads,
so that what is made once is there.  Memory is that of the process's own pages (RssAnon), after 15 seconds of
rest, in which threads without work end.  It fails if memory has grown by more than 5 %.
"""
import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

PROGRAM, SHARE = sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
REQUESTS, RELOADS, CLIENTS, PORT, MOST = int(100000 * SHARE), int(1000 * SHARE), 16, 5743, 0.05
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
folder = tempfile.TemporaryDirectory(prefix="serve_memory.")
keys = f"{folder.name}/keys"
failed = lost = 0


def write_keys(round):
    with open(f"{keys}.new", "w") as f:
        f.write("me owner\n" + "".join(f"name{i} key{i}-{i % 2 * round}\n" for i in range(2000)))
    os.rename(f"{keys}.new", keys)


def anonymous():
    with open(f"/proc/{server.pid}/status") as f:
        s = f.read()
    return int(re.search(r"RssAnon:\s+(\d+)", s)[1]), int(re.search(r"Threads:\s+(\d+)", s)[1])


def rest():
    time.sleep(15)
    return anonymous()[0]


def client(number, n):
    global lost
    c = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)
    for i in range(n):
        c.request("POST", "/translate", urllib.parse.urlencode({"q": f"Room {number * n + i} is old.", "source": "en",
                                                               "target": "de", "api_key": "owner"}), FORM)
        r = c.getresponse()
        r.read()
        lost += r.status != 200
        if i % 100 == 99:
            c.close()  # others come


def requests(n):
    clients = [threading.Thread(target=client, args=(i, n // CLIENTS)) for i in range(CLIENTS)]
    for t in clients:
        t.start()
    for t in clients:
        t.join()


def reloads(n, first):
    for i in range(n):
        write_keys(first + i)
        server.send_signal(signal.SIGHUP)
        client(i, 1)


def check(name, before, after):
    global failed
    good = after <= before * (1 + MOST)
    failed += not good
    print(f"{'ok' if good else 'not ok'} - {name}: {before} kB before, {after} kB after ({100 * (after / before - 1):+.1f} %)", flush=True)


write_keys(0)
server = subprocess.Popen([PROGRAM, "serve", "-q", "--keys", keys, "--listen", str(PORT), "--idle", "100000"])
try:
    while True:
        try:
            client(0, 1)
            break
        except OSError:
            time.sleep(0.1)
    requests(max(REQUESTS // 2, 5000))
    reloads(max(RELOADS // 10, 50), 0)
    before = rest()
    begun = time.monotonic()
    requests(REQUESTS)
    print(f"{REQUESTS} requests: {time.monotonic() - begun:.0f} s, {anonymous()[1]} threads", flush=True)
    middle = rest()
    check(f"{REQUESTS} requests", before, middle)
    begun = time.monotonic()
    reloads(RELOADS, RELOADS)
    print(f"{RELOADS} reloads: {time.monotonic() - begun:.0f} s", flush=True)
    check(f"{RELOADS} reloads of 2000 keys", before, rest())
    print(f"{'ok' if not lost else 'not ok'} - no request failed")
finally:
    server.terminate()
    status = server.wait()
print(f"{'ok' if not status else 'not ok'} - it ends")
sys.exit(bool(failed or lost or status))
