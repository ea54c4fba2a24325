"""spark_kills.py FOLDER PROGRAM TIMES: Spark on loopback, with processes that are killed.

A standalone cluster of a master and two workers, each with a core.  In each run one process is
killed, TIMES for each kind, at a moment that $SPARK_SEED decides: a worker of Python, the daemon
that forks them, an executor, a worker with all below it, the driver of a stream.  Each time all rows
have to be there once, and be those that the program says.  Then the disk of a worker is full, and a
worker has another model: that may end a job, with a sentence.  Prints lines of TAP without numbers.
"""

import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pyspark

FOLDER, PROGRAM, TIMES = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "scale"
SPARK = Path(pyspark.__file__).parent
PORT = 20000 + os.getpid() % 20000
MASTER = "spark://127.0.0.1:%d" % PORT
CONF = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.task.maxFailures": "8",
    "spark.excludeOnFailure.enabled": "false",
    "spark.sql.files.maxPartitionBytes": "4k",
    "spark.sql.files.openCostInBytes": "1",
}
MODEL = "en-de-tiny"
ROWS_OF_COMMIT = 100  # two files, as spark_resume.py takes them
DIGESTS = re.compile(r"its digest is (\w{16,}), not (?!\1)\w{16,}")
running = []


def start(*command, log, **env):
    process = subprocess.Popen(command, stdout=open(log, "ab"), stderr=subprocess.STDOUT, start_new_session=True,
                               env={**os.environ, **env})
    running.append(process)
    return process


def daemon(kind, name, *arguments, **env):
    program = SPARK / "bin" / "spark-class"
    return start(str(program), "org.apache.spark.deploy.%s" % kind, *arguments, log=FOLDER / (name + ".log"), **env)


def worker(i, **env):
    return daemon("worker.Worker", "worker%d" % i, "--host", "127.0.0.1", "--cores", "1", "--memory", "1g",
                  "--webui-port", "0", "--work-dir", str(FOLDER / ("work%d" % i)), MASTER, **env)


def submit(script, *arguments, log, conf=()):
    settings = [a for k, v in {**CONF, **dict(conf)}.items() for a in ("--conf", "%s=%s" % (k, v))]
    return start(str(SPARK / "bin" / "spark-submit"), "--master", MASTER, *settings, str(EXAMPLES / script),
                 *map(str, arguments), log=log)


def descendants(pid):
    children = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            children.setdefault(parent, []).append(int(entry.name))
    found, todo = [], [pid]
    while todo:
        for child in children.get(todo.pop(), []):
            found.append(child)
            todo.append(child)
    return found


def with_word(pids, word):
    out = []
    for pid in pids:
        try:
            if word in Path("/proc/%d/cmdline" % pid).read_bytes().replace(b"\0", b" ").decode(errors="replace"):
                out.append(pid)
        except OSError:
            pass
    return out


def victims(kind, workers, driver):
    below = [p for w in workers for p in descendants(w.pid)]
    if kind == "python":
        return with_word(below, "pyspark.daemon")[-1:]
    if kind == "daemon":
        return with_word(below, "pyspark.daemon")[:1]
    if kind == "executor":
        return with_word(below, "CoarseGrainedExecutorBackend")[:1]
    if kind == "worker":
        return [workers[0].pid, *descendants(workers[0].pid)]
    return [driver.pid, *descendants(driver.pid)]


def wait_for_translation(workers, seconds=120):
    end = time.time() + seconds
    while time.time() < end:
        if with_word([p for w in workers for p in descendants(w.pid)], "pyspark.daemon"):
            return
        time.sleep(0.05)


def rows_of(target):
    rows = []
    for path in sorted(Path(target).glob("part-*.parquet")):
        table = pyarrow.parquet.read_table(path).to_pydict()
        rows += zip(table["id"], table["text"], table["translation"])
    return sorted(rows)


def committed(target):
    """Of a stream: only files that its log names are rows."""
    import json

    names = set()
    log = Path(target) / "_spark_metadata"
    for path in log.iterdir() if log.exists() else ():
        if path.name[0].isdigit():
            names |= {json.loads(line)["path"].rsplit("/", 1)[1] for line in path.read_text().splitlines()[1:]}
    rows = []
    for name in names:
        table = pyarrow.parquet.read_table(Path(target) / name).to_pydict()
        rows += zip(table["id"], table["text"], table["translation"])
    return sorted(rows)


def wait_for_commits(target, n, driver, seconds=120):
    end = time.time() + seconds
    while len(committed(target)) < n * ROWS_OF_COMMIT and driver.poll() is None and time.time() < end:
        time.sleep(0.05)


def report(name, good, why=""):
    print("%s %s%s" % ("ok" if good else "not ok", name, "" if good else ": " + why), flush=True)


def make_input():
    words = "cat dog house tree man woman child book river town".split()
    lines = ["The %s sees a %s and %d %ss." % (words[i % 10], words[i // 10 % 10], i, words[i // 7 % 10])
             for i in range(400)]
    (FOLDER / "in").mkdir()
    for k in range(8):
        ids = list(range(50 * k, 50 * k + 50))
        table = pyarrow.table({"id": ids, "text": [lines[i] for i in ids]})
        pyarrow.parquet.write_table(table, FOLDER / "in" / ("%d.parquet" % k))
    said = subprocess.run([PROGRAM, "-m", MODEL, "-q", "--force"], input="\n".join(lines).encode(),
                          stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    return [(i, line, t) for i, (line, t) in enumerate(zip(lines, said))]


def kill(pids):
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def batch_run(kind, n, want, workers, seed):
    target, log = FOLDER / ("out.%s.%d" % (kind, n)), FOLDER / ("log.%s.%d" % (kind, n))
    driver = submit("spark_batch.py", FOLDER / "in", target, MODEL, log=log)
    if kind != "none":
        wait_for_translation(workers)
        time.sleep(random.Random(seed).random() * 2)
        kill(victims(kind, workers, driver))
        if kind == "worker":
            workers[0].wait()
            workers[0] = worker(1)
    code = driver.wait(timeout=400)
    rows = rows_of(target)
    good = rows == want if code == 0 else "Error" in log.read_text(errors="replace")
    report("%s is killed (%d): %d rows, status %d" % (kind, n, len(rows), code), good, "other rows")


def stream_run(n, want, workers, seed):
    target, checkpoint, log = FOLDER / ("stream%d" % n), FOLDER / ("checkpoint%d" % n), FOLDER / ("log.stream%d" % n)
    driver = submit("spark_resume.py", FOLDER / "in", target, checkpoint, MODEL, log=log)
    wait_for_translation(workers)
    wait_for_commits(target, random.Random(seed).randrange(len(want) // ROWS_OF_COMMIT), driver)
    time.sleep(random.Random(seed).random())
    kill(victims("driver", workers, driver))
    driver.wait()
    before = len(committed(target))
    code = submit("spark_resume.py", FOLDER / "in", target, checkpoint, MODEL, log=log).wait(timeout=400)
    rows = committed(target)
    report("the driver of a stream is killed (%d) after %d of %d rows, and started again" % (n, before, len(want)),
           code == 0 and rows == want, "%d rows, status %d" % (len(rows), code))


def full_disk(want, workers):
    """A worker whose local disk has no room for what tasks hand on to each other."""
    folder = FOLDER / "full"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder)],
                      stderr=subprocess.DEVNULL).returncode:
        print("# a full disk: only root can mount one")
        return
    try:
        kill([*descendants(workers[1].pid), workers[1].pid])
        workers[1].wait()
        workers[1] = worker(3, SPARK_LOCAL_DIRS=str(folder))
        time.sleep(4)
        script = FOLDER / "shuffle.py"
        script.write_text(
            "import sys\nfrom pyspark.sql import SparkSession\nfrom libtranslate.spark import translate\n"
            "rows = SparkSession.builder.getOrCreate().read.parquet(sys.argv[1])\n"
            "out = translate(rows.repartition(8), 'text', model=sys.argv[2])\n"
            "out.repartition(4).write.parquet(sys.argv[3])\n")
        target, log = FOLDER / "out.full", FOLDER / "log.full"
        code = submit(str(script), FOLDER / "in", MODEL, target, log=log).wait(timeout=400)
        said = "No space left on device" in log.read_text(errors="replace")
        good = rows_of(target) == want if code == 0 else said
        report("the disk of a worker is full: status %d, %s" % (code, "told" if said else "not met"), good and said,
               "%d rows" % len(rows_of(target)))
        kill([*descendants(workers[1].pid), workers[1].pid])
        workers[1].wait()
        workers[1] = worker(2)
        time.sleep(4)
    finally:
        subprocess.run(["umount", "-l", str(folder)])


def other_model(want, workers):
    """A worker that finds another model under the path."""
    folder = FOLDER / "swap"
    folder.mkdir()
    script = folder / "swap.py"
    script.write_text(
        "import sys\nfrom pyspark.sql import SparkSession\nfrom libtranslate.spark import translate\n"
        "spark = SparkSession.builder.getOrCreate()\n"
        "out = translate(spark.read.parquet(sys.argv[1]), 'text', model=sys.argv[2])\n"
        "import os\nos.replace(sys.argv[3], sys.argv[2])\nout.write.parquet(sys.argv[4])\n")
    shipped = sorted((ROOT / "models").glob("*/*.gguf"))
    one, two = folder / "model.gguf", folder / "other.gguf"
    one.write_bytes((next(p for p in shipped if p.parent.name == MODEL)).read_bytes())
    two.write_bytes((next(p for p in shipped if p.parent.name != MODEL)).read_bytes())
    log = folder / "log"
    code = submit(str(script), FOLDER / "in", one, two, folder / "out", log=log).wait(timeout=400)
    text = log.read_text(errors="replace")
    said = "is another model on this worker than on the driver" in text and DIGESTS.search(text)
    report("another model on a worker ends the job with a sentence and both digests", code != 0 and said and not rows_of(folder / "out"),
           "status %d" % code)


def main():
    seed = int(os.environ.get("SPARK_SEED", "1"))
    print("# seed %d" % seed)
    want = make_input()
    daemon("master.Master", "master", "--host", "127.0.0.1", "--port", str(PORT), "--webui-port", "0")
    time.sleep(4)
    workers = [worker(1), worker(2)]
    time.sleep(4)
    batch_run("none", 0, want, workers, seed)
    for n in range(TIMES):
        for k, kind in enumerate(("python", "daemon", "executor", "worker")):
            batch_run(kind, n, want, workers, seed + 10 * n + k)
        stream_run(n, want, workers, seed + 10 * n + 4)
    full_disk(want, workers)
    other_model(want, workers)


try:
    main()
finally:
    for process in running:
        if process.poll() is None:
            kill([*descendants(process.pid), process.pid])
            process.wait()
