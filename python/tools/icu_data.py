"""icu_data.py LIBICUDATA OUTPUT.so: the part of ICU's data that breaks lines into sentences and words.

ICU's data is 31 MB, most of it names and collations that nothing here asks for.  The library is
written again with the items that match KEEP; the format is that of udata.h: a header, a table of
offsets of names and data, sorted by name.
"""

import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

KEEP = re.compile(
    r"^[^/]*/((?!curr/|lang/|region/|unit/|zone/|coll/|rbnf/|translit/).*"
    r"(nrm|brk|dict)|(cnvalias|uemoji|ulayout).icu|brkitr/.*|(root|pool|res_index|supplementalData|likelySubtags|"
    r"keyTypeData|langInfo|metadata|plurals|numberingSystems)\.res)$"
)


def elf_symbol(library):
    """The name and the bytes of the one symbol of data that the library has."""
    out = subprocess.run(["readelf", "-WDs", library], capture_output=True, text=True, check=True).stdout
    found = re.search(r"([0-9a-f]+) +\w+ +OBJECT.* (icudt\d+_dat)", out)
    segments = subprocess.run(["readelf", "-Wl", library], capture_output=True, text=True, check=True).stdout
    address = int(found.group(1), 16)
    for offset, start, size in re.findall(r"LOAD +0x(\w+) 0x(\w+) 0x\w+ 0x(\w+)", segments):
        if int(start, 16) <= address < int(start, 16) + int(size, 16):
            data = Path(library).read_bytes()[int(offset, 16) + address - int(start, 16) :]
            return found.group(2), data
    raise SystemExit("icu_data.py: %s: has no data of ICU" % library)


def filtered(data):
    (header,) = struct.unpack_from("<H", data)
    (n,) = struct.unpack_from("<I", data, header)
    entries = []
    for i in range(n):
        name, at = struct.unpack_from("<II", data, header + 4 + 8 * i)
        end = data.index(b"\0", header + name)
        entries.append((data[header + name : end].decode(), at))
    ends = [at for _, at in entries[1:]]
    last = entries[-1][1]
    sizes = [e - at for (_, at), e in zip(entries, ends)] + [len(data) - header - last]
    kept = [(name, data[header + at : header + at + size]) for (name, at), size in zip(entries, sizes)
            if KEEP.match(name)]
    names = b""
    table = []
    begin = 4 + 8 * len(kept)
    for name, _ in kept:
        table.append(begin + len(names))
        names += name.encode() + b"\0"
    body = names + b"\0" * (-(header + begin + len(names)) % 16)
    rows = []
    for (name, item), name_at in zip(kept, table):
        rows.append(struct.pack("<II", name_at, begin + len(body)))
        body += item + b"\0" * (-len(item) % 16)
    return data[:header] + struct.pack("<I", len(kept)) + b"".join(rows) + body, [k for k, _ in kept]


def write_library(symbol, data, output, soname):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "data").write_bytes(data)
        source = Path(folder) / "data.S"
        source.write_text(
            '.section .rodata\n.balign 16\n.globl %s\n.type %s,%%object\n%s:\n.incbin "%s/data"\n.size %s,.-%s\n'
            '.section .note.GNU-stack,"",%%progbits\n' % (symbol, symbol, symbol, folder, symbol, symbol)
        )
        subprocess.run(["cc", "-shared", "-nostdlib", "-Wl,-soname," + soname, "-o", output, source], check=True)


def write_small(library, output, soname):
    symbol, data = elf_symbol(library)
    small, names = filtered(data)
    write_library(symbol, small, output, soname)
    return names


if __name__ == "__main__":
    for kept in write_small(sys.argv[1], sys.argv[2], Path(sys.argv[1]).name.split(".so")[0] + ".so"):
        print(kept)
