#!/usr/bin/env python3
"""operation.py PROGRAM [NAME...] - `PROGRAM serve` among the programs that it is run with, as TAP.

metrics  promtool (Debian: prometheus) finds nothing to say of /metrics
proxies  contrib/proxy for nginx and Caddy (Debian: nginx, caddy), with a certificate made here (openssl)
units    units/: systemd-analyze says how exposed they are, and the server lives under their list of calls of the
         system, with a socket that is handed over, and without a network where the caller is root
What is missing is skipped.  PATH says where they are.  All on 127.0.0.1.
"""
import ctypes
import glob
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

program, only = os.path.abspath(sys.argv[1]), sys.argv[2:]
WORK, PORT, TLS = tempfile.mkdtemp(prefix="serve_operation."), 5751, 5752
NAME = "translate.example.org"
os.environ["PATH"] += ":/usr/sbin:/sbin"
number, failed = 0, 0
TEXT = "The weather is nice today."
wanted = subprocess.run([program, "-f", "en", "-t", "de"], input=TEXT, text=True, capture_output=True, check=True).stdout.rstrip("\n")


def check(good, name, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - {name}", flush=True)
    if not good:
        print("# " + str(why).replace("\n", "\n# "), flush=True)


def skip(name, why):
    global number
    number += 1
    print(f"ok {number} - {name} # SKIP {why}", flush=True)


def start(*args, log=None):
    """With a log, it tells of each request there."""
    p = subprocess.Popen([program, "serve", *([] if log else ["-q"]), "--listen", str(PORT), "--host", NAME, "--metrics", *args],
                         stderr=open(log, "w") if log else None)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", PORT)).close()
            return p
        except OSError:
            time.sleep(0.05)
    sys.exit("Bail out! the server does not start")


def end(p):
    p.terminate()
    return p.wait(30)


def form(text=TEXT):
    return urllib.parse.urlencode({"q": text, "source": "en", "target": "de"})


HEAD = {"Content-Type": "application/x-www-form-urlencoded"}


def metrics():
    if not shutil.which("promtool"):
        skip("/metrics", "promtool is missing")
        return
    p = start()
    for path, body in (("/translate", form()), ("/translate", "x"), ("/nothing", "x"), ("/v2/translate", "text=a&target_lang=de")):
        c = http.client.HTTPConnection("127.0.0.1", PORT)
        c.request("POST", path, body, HEAD)
        c.getresponse().read()
    c = http.client.HTTPConnection("127.0.0.1", PORT)
    c.request("GET", "/metrics")
    r = c.getresponse()
    text = r.read()
    check(r.getheader("Content-Type", "").startswith("text/plain; version=0.0.4"), "/metrics has its type", r.getheader("Content-Type"))
    done = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True)
    check(done.returncode == 0 and not done.stdout and not done.stderr, "/metrics: promtool finds nothing to say",
          (done.stdout + done.stderr).decode() + text.decode())
    end(p)


def certificate():
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
                    f"subjectAltName=DNS:{NAME}", "-keyout", f"{WORK}/key.pem", "-out", f"{WORK}/cert.pem"], capture_output=True, check=True)


class Secure(http.client.HTTPSConnection):
    """To the proxy on this machine, by its name."""

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", TLS), timeout=30)
        self.sock = ssl.create_default_context(cafile=f"{WORK}/cert.pem").wrap_socket(plain, server_hostname=NAME)


def ask(path, body=None, head=None, method=None):
    c = Secure(NAME, TLS)
    try:
        c.request(method or ("POST" if body is not None else "GET"), path, body, head or HEAD)
        r = c.getresponse()
        return r.status, r.read().decode("utf-8", "replace")
    finally:
        c.close()


def table():
    """The requests of serve_http.tsv, and more that a proxy may take for another number of requests than the server."""
    with open("tests/cli/serve_http.tsv", encoding="utf-8") as f:
        rows = [line.rstrip("\n").split("\t") for line in f if "\t" in line and not line.startswith("#")]
    for name, _, text in rows:
        text = re.sub(r"(?<=[\db])@", lambda m: "\\r\\nHost: localhost\\r\\n", text).replace("localhost", NAME)
        escape = {"r": "\r", "n": "\n", "t": "\t", "0": "\0", "\\": "\\"}
        yield name, re.sub(r"\\(?:x(..)|(.))", lambda m: chr(int(m[1], 16)) if m[1] else escape[m[2]], text).encode("latin-1")


def send_raw(request):
    plain = socket.create_connection(("127.0.0.1", TLS), timeout=5)
    got = b""
    try:
        s = ssl.create_default_context(cafile=f"{WORK}/cert.pem").wrap_socket(plain, server_hostname=NAME)
        s.sendall(request)
        s.settimeout(1)
        while part := s.recv(65536):
            got += part
    except OSError:
        pass
    plain.close()
    return got


def smuggle(name, logs, server_log):
    """Behind a request of the table is often another one, GET /version: no proxy may send it on without knowing."""
    rows = list(table())
    for i in range(0, len(rows), 8):
        threads = [threading.Thread(target=send_raw, args=(request,)) for _, request in rows[i:i + 8]]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        status, body = ask("/health")
        if (status, body.strip()) != (200, '{"status":"ok"}'):
            check(False, f"{name}: the answer is that of the request, behind {[n for n, _ in rows[i:i + 8]]}", f"{status} {body[:300]}")
            return
    time.sleep(0.5)
    known = sum(open(f, errors="replace").read().count("/version") for f in logs if os.path.exists(f))
    served = open(server_log, errors="replace").read().count("/version")
    check(served <= known, f"{name}: {len(rows)} odd requests, {served} came behind one, and it knows of {known}")


def behind(name, args, log):
    server_log = f"{WORK}/{name}.server"
    server = start(log=server_log)
    with open(f"{WORK}/{name}.out", "w") as out:
        proxy = subprocess.Popen(args, stdout=out, stderr=out, env=dict(os.environ, HOME=WORK, XDG_DATA_HOME=WORK, XDG_CONFIG_HOME=WORK))
    try:
        for _ in range(100):
            try:
                ask("/health")
                break
            except OSError:
                time.sleep(0.1)
        status, body = ask("/translate", form())
        check(status == 200 and json.loads(body)["translatedText"] == wanted, f"{name}: a translation", f"{status} {body[:300]}")
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(ask("/translate", form()))) for _ in range(16)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        check(answers == [(status, body)] * 16, f"{name}: 16 clients at once", answers)
        file = ("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.html\"\r\n\r\n<p>" + TEXT + "</p>\r\n--x\r\n"
                "Content-Disposition: form-data; name=\"source\"\r\n\r\nen\r\n--x\r\nContent-Disposition: form-data; name=\"target\"\r\n\r\nde\r\n--x--\r\n")
        status, body = ask("/translate_file", file, {"Content-Type": "multipart/form-data; boundary=x"})
        url = json.loads(body).get("translatedFileUrl", "") if status == 200 else ""
        check(url.startswith(f"https://{NAME}"), f"{name}: a file's address is https", f"{status} {body[:300]}")
        if url:
            check(ask("/download_file/" + url.rsplit("/", 1)[1])[1] == f"<p>{wanted}</p>", f"{name}: and the file is there")
        try:
            status = ask("/translate", "q=" + "a" * (11 << 20))[0]
        except OSError:
            status = "cut off"  # while it was sent
        check(status in (413, "cut off"), f"{name}: a large body is refused", status)
        large = urllib.parse.urlencode({"q": "a " * (4 << 20), "source": "de", "target": "de"})
        status, body = ask("/translate", large)
        check(status == 200 and len(body) > 8 << 20, f"{name}: one of {len(large) >> 20} MiB is not", f"{status} {body[:300]}")
        long = "\n".join(f"House {i} is old, and the dog sleeps." for i in range(2500))
        begun = time.monotonic()
        status, body = ask("/translate", form(long))
        check(status == 200 and json.loads(body)["translatedText"].count("\n") == 2499,
              f"{name}: a request of {time.monotonic() - begun:.0f} s", f"{status} {body[:300]}")
        check(ask("/metrics")[0] in (403, 404), f"{name}: /metrics is not for all")
        check(ask("/translate", form(), dict(HEAD, Origin="https://evil.example"))[0] == 403, f"{name}: another origin is refused")
        check(ask("/translate", form(), dict(HEAD, Origin=f"https://{NAME}:{TLS}"))[0] == 200, f"{name}: its own is not")
        smuggle(name, (log, f"{WORK}/{name}.out"), server_log)
        ask("/detect?q=secretword", "")
        ask("/translate", form(), dict(HEAD, Authorization="Bearer secretword"))
        time.sleep(0.5)
        text = "".join(open(f, errors="replace").read() for f in (log, f"{WORK}/{name}.out") if os.path.exists(f))
        check("/detect" in text and "secretword" not in text, f"{name}: no text and no key is told of", text[-600:])
    except (OSError, http.client.HTTPException) as e:
        check(False, f"{name}: it answers", f"{e!r} {open(f'{WORK}/{name}.out').read()[-600:]}")
    finally:
        proxy.terminate()
        proxy.wait(20)
        check(end(server) == 0, f"{name}: the server ends")


def proxies():
    if not shutil.which("openssl"):
        skip("proxies", "openssl is missing")
        return
    certificate()
    if shutil.which("nginx"):
        text = open("contrib/proxy/nginx.conf").read()
        for a, b in (("127.0.0.1:5000", f"127.0.0.1:{PORT}"), ("listen 443 ssl", f"listen 127.0.0.1:{TLS} ssl"),
                     ("/etc/ssl/certs/translate.pem", f"{WORK}/cert.pem"), ("/etc/ssl/private/translate.key", f"{WORK}/key.pem"),
                     ("/var/log/nginx/translate.log", f"{WORK}/nginx.log")):
            if a not in text:
                sys.exit(f"Bail out! contrib/proxy/nginx.conf has no {a}")
            text = text.replace(a, b)
        temporary = "".join(f"{kind}_temp_path {WORK}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(f"{WORK}/nginx.conf", "w") as f:
            f.write(f"daemon off;\npid {WORK}/nginx.pid;\nerror_log {WORK}/nginx.out;\n{'user root;' if not os.geteuid() else ''}\nevents {{}}\nhttp {{\n{temporary}{text}}}\n")
        behind("nginx", ["nginx", "-p", WORK, "-c", f"{WORK}/nginx.conf"], f"{WORK}/nginx.log")
    else:
        skip("nginx", "it is missing")
    if shutil.which("caddy"):
        text = open("contrib/proxy/Caddyfile").read().replace("127.0.0.1:5000", f"127.0.0.1:{PORT}")
        text = text.replace("\ntranslate.example.org {", f"\n{{\n\tadmin off\n\tauto_https disable_redirects\n\thttp_port 5753\n}}\n{NAME}:{TLS} {{\n\ttls {WORK}/cert.pem {WORK}/key.pem")
        with open(f"{WORK}/Caddyfile", "w") as f:
            f.write(text)
        behind("Caddy", ["caddy", "run", "--adapter", "caddyfile", "--config", f"{WORK}/Caddyfile"], f"{WORK}/none")
    else:
        skip("Caddy", "it is missing")


def calls_of(unit):
    """The names of calls that a unit allows, as systemd has them."""
    allowed = set()

    def expand(group):
        if not group.startswith("@"):
            return {group}
        out = subprocess.run(["systemd-analyze", "syscall-filter", "--no-pager", group], capture_output=True, text=True, check=True).stdout
        names = [line.strip() for line in out.splitlines()[1:] if line.startswith("    ") and not line.strip().startswith("#")]
        return set().union(*(expand(n) for n in names))
    for line in open(unit):
        if line.startswith("SystemCallFilter="):
            for word in line.split("=", 1)[1].split():
                allowed = allowed - expand(word[1:]) if word.startswith("~") else allowed | expand(word)
    # Always allowed by systemd, where there is a list.
    return allowed | expand("@default") | {"execve"}


def confine(calls, without_network):
    if without_network and not os.geteuid():
        os.unshare(0x40000000) if hasattr(os, "unshare") else ctypes.CDLL(None, use_errno=True).unshare(0x40000000)
    libc = ctypes.CDLL(None)
    libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
    lib = ctypes.CDLL("libseccomp.so.2")
    lib.seccomp_init.restype = ctypes.c_void_p
    filter_ = ctypes.c_void_p(lib.seccomp_init(0x00050000 | 1))  # SCMP_ACT_ERRNO(EPERM)
    for name in calls:
        n = lib.seccomp_syscall_resolve_name(name.encode())
        if n >= 0:
            lib.seccomp_rule_add_exact(filter_, 0x7FFF0000, n, 0)  # SCMP_ACT_ALLOW
    if lib.seccomp_load(filter_):
        os._exit(97)


def units():
    if not shutil.which("systemd-analyze"):
        skip("units", "systemd-analyze is missing")
        return
    done = subprocess.run(["systemd-analyze", "security", "--no-pager", "--offline=true", "--threshold=15", "units/system/translate-serve.service"],
                          capture_output=True, text=True)
    check(done.returncode == 0, f"units/system: {(done.stdout.strip().splitlines() or ['?'])[-1].lstrip('→ ')}", done.stderr + done.stdout[-500:])
    try:
        ctypes.CDLL("libseccomp.so.2")
    except OSError:
        skip("units: the list of calls", "libseccomp is missing")
        return
    for kind in "system", "user":
        unit = f"units/{kind}/translate-serve.service"
        text = open(unit).read()
        calls = calls_of(unit)
        check("sched_setaffinity" in calls and "mount" not in calls, f"units/{kind}: {len(calls)} calls are allowed", sorted(calls))
        path, told = f"{WORK}/{kind}.sock", f"{WORK}/{kind}.notify"
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(path)
        listening.listen(128)
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(told)
        notify.settimeout(20)
        log = open(f"{WORK}/{kind}.err", "w+")
        pid = os.fork()
        if not pid:
            os.dup2(listening.fileno(), 3)
            os.set_inheritable(3, True)
            os.dup2(log.fileno(), 2)
            args = [program, "serve"] + re.search(r"ExecStart=\S+ serve ?(.*)", text)[1].split()
            env = dict(os.environ, LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", NOTIFY_SOCKET=told)
            confine(calls, "PrivateNetwork=yes" in text)
            os.execve(program, args, env)
        try:
            ready = notify.recv(100)
        except OSError as e:
            ready = repr(e)
        check(ready == b"READY=1", f"units/{kind}: it says that it is ready", f"{ready} {open(log.name).read()}")

        def one(answers):
            c = http.client.HTTPConnection("localhost", timeout=30)
            c.sock = socket.socket(socket.AF_UNIX)
            c.sock.settimeout(30)
            try:
                c.sock.connect(path)
                for i in range(20):
                    c.request("POST", "/translate", form(), HEAD)
                    answers.append(json.loads(c.getresponse().read()).get("translatedText"))
            except (OSError, http.client.HTTPException, ValueError) as e:
                answers.append(repr(e))
        answers = []
        threads = [threading.Thread(target=one, args=(answers,)) for _ in range(16)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        check(answers == [wanted] * 320, f"units/{kind}: 16 clients are answered", (set(answers), open(log.name).read()[-400:]))
        os.kill(pid, signal.SIGHUP)
        time.sleep(0.3)
        answers = []
        one(answers)
        check(answers == [wanted] * 20, f"units/{kind}: also after a reload", set(answers))
        os.kill(pid, signal.SIGTERM)
        status = os.waitpid(pid, 0)[1]
        check(status == 0 and notify.recv(100) == b"STOPPING=1", f"units/{kind}: it says that it stops, and does", status)
        listening.close()
        notify.close()


try:
    for name, test in (("metrics", metrics), ("proxies", proxies), ("units", units)):
        if not only or name in only:
            test()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
print(f"1..{number}")
sys.exit(failed > 0)
