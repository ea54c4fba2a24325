"""wheel.py: builds the wheel of libtranslate; the backend of `pip install ./python`, and `make wheel`.

    python3 python/tools/wheel.py BUILD OUT    from what `make` left in BUILD, a wheel into OUT

With patchelf, the wheel has all libraries that it needs, under names of its own, and runs on any
Linux whose glibc is at least that of its tag.  Without, it needs those of this machine.
"""

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import icu_data  # noqa: E402

ROOT = HERE.parent.parent
PACKAGE = HERE.parent / "libtranslate"
NAME, VERSION = "libtranslate", "0.1.0"
# What every Linux of the tag has (PEP 600).
SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc|libm|libdl|libpthread|librt|libresolv|libstdc\+\+|libgcc_s|libutil)[.-]")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode()


def needed(path):
    """Paths of the libraries that a program needs, by their sonames, but those of the system."""
    found = {}
    for name, where in re.findall(r"(\S+) => (/\S+)", output("ldd", str(path))):
        if not SYSTEM.match(name):
            found[name] = where
    return found


def own_name(soname):
    stem, rest = soname.split(".so", 1)
    return stem + "-translate.so" + rest


def strip(path):
    if shutil.which("strip"):
        subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)


def bundle(build, target):
    """Libraries and programs as a prefix of their own: bin, lib, libexec/translate, share."""
    for folder in ("bin", "lib", "libexec/translate", "share/translate"):
        (target / folder).mkdir(parents=True)
    parts = {
        "lib/libtranslate.so.0": "libtranslate.so.0",
        "bin/translate": "translate",
        "libexec/translate/translate-detect.so": "translate-detect.so",
        "libexec/translate/translate-fetch": "wheel/translate-fetch",
    }
    placed = []
    for place, name in parts.items():
        if (build / name).exists():
            shutil.copy(build / name, target / place)
            strip(target / place)
            placed.append(target / place)
    index = ROOT / "models" / "index" / "index.json"
    if index.exists():
        shutil.copy(index, target / "share/translate/index.json")
    return placed


def add_libraries(placed, target):
    """Copies what `placed` need, and has all look there first."""
    libraries = {}
    for path in placed:
        libraries.update(needed(path))
    for soname, where in libraries.items():
        own = target / "lib" / own_name(soname)
        if soname.startswith("libicudata.so"):
            icu_data.write_small(where, str(own), own.name)
        else:
            shutil.copy(where, own)
            strip(own)
        placed.append(own)
    for path in placed:
        wants = output("patchelf", "--print-needed", str(path)).split()
        changes = [["--replace-needed", w, own_name(w)] for w in wants if w in libraries]
        up = os.path.relpath(target / "lib", path.parent)
        changes.append(["--set-rpath", "$ORIGIN" if up == "." else "$ORIGIN/" + up])
        if path.parent.name == "lib":
            changes.append(["--set-soname", path.name])
        for change in changes:
            subprocess.run(["patchelf", *change, str(path)], check=True)


def newest_glibc(placed):
    versions = [(2, 17)]
    for path in placed:
        text = output("readelf", "-WV", str(path))
        versions += [tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_(\d+\.\d+)", text)]
    return max(versions)


def make_bundle(build, target):
    """The tag of the platform."""
    placed = bundle(build, target)
    machine = platform.machine()
    if not shutil.which("patchelf"):
        print("wheel.py: patchelf is not installed: the wheel needs the libraries of this machine", file=sys.stderr)
        return "linux_" + machine
    add_libraries(placed, target)
    return "manylinux_%d_%d_%s" % (*newest_glibc(placed), machine)


def metadata():
    readme = (HERE.parent / "README.md").read_text(encoding="utf-8")
    return (
        "Metadata-Version: 2.1\nName: %s\nVersion: %s\n"
        "Summary: Machine translation, private, offline, the same bits everywhere\nLicense: MIT\n"
        "Requires-Python: >=3.9\nProvides-Extra: spark\n"
        'Requires-Dist: pyspark>=3.4; extra == "spark"\nRequires-Dist: pyarrow>=11; extra == "spark"\n'
        "Description-Content-Type: text/markdown\n\n%s" % (NAME, VERSION, readme)
    )


def write_wheel(stage, tag, out):
    info = "%s-%s.dist-info" % (NAME, VERSION)
    name = "%s-%s-py3-none-%s.whl" % (NAME, VERSION, tag)
    entries = {}
    for path in sorted(stage.rglob("*")):
        if path.is_file():
            entries[str(path.relative_to(stage))] = (path.read_bytes(), path.stat().st_mode)
    texts = {
        "METADATA": metadata(),
        "WHEEL": "Wheel-Version: 1.0\nGenerator: wheel.py\nRoot-Is-Purelib: false\nTag: py3-none-%s\n" % tag,
        "LICENSE": (ROOT / "LICENSE").read_text(encoding="utf-8"),
    }
    entries.update({info + "/" + k: (v.encode(), 0o100644) for k, v in texts.items()})
    record = ""
    for path, (data, _) in entries.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        record += "%s,sha256=%s,%d\n" % (path, digest, len(data))
    entries[info + "/RECORD"] = ((record + info + "/RECORD,,\n").encode(), 0o100644)
    out.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for path, (data, mode) in entries.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (mode | 0o100000) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            z.writestr(entry, data)
    return name


def make(build, out):
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder)
        shutil.copytree(PACKAGE, stage / NAME, ignore=shutil.ignore_patterns("__pycache__", "_bundle"))
        tag = make_bundle(build, stage / NAME / "_bundle")
        return write_wheel(stage, tag, Path(out))


# ---- PEP 517


def get_requires_for_build_wheel(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = Path(os.environ.get("TRANSLATE_BUILD", ROOT / "build" / "release"))
    if not (build / "wheel" / "translate-fetch").exists():
        if not (ROOT / "Makefile").exists():
            sys.exit("libtranslate: this folder is no part of the source tree of translate, which the wheel is built from")
        print("libtranslate: the library is built first, which takes minutes (make wheel tells more)", file=sys.stderr)
        subprocess.run(["make", "-C", str(ROOT), "-j%d" % (os.cpu_count() or 1), "wheel-parts"], check=True)
    return make(build, wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("libtranslate: there is no source distribution: build the wheel in the source tree")


if __name__ == "__main__":
    print(make(Path(sys.argv[1]), sys.argv[2]))
