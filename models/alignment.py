#!/usr/bin/env python3
"""Has model files tell alignments by the mean of all heads of their layer, as new ones do.

alignment.py FILE.gguf...    writes four bytes of each: nmt.alignment.heads = nmt.attention.head_count
"""
import os
import struct
import sys


def find(data, key):
    """The place of a number (u32) in a GGUF file's header."""
    name = struct.pack("<Q", len(key)) + key
    at = data.index(name) + len(name)
    if struct.unpack_from("<I", data, at)[0] != 4:
        sys.exit(f"{key.decode()} is no u32")
    return at + 4


for path in sys.argv[1:]:
    with open(path, "rb") as f:
        data = bytearray(f.read())
    heads = find(data, b"nmt.attention.head_count")
    told = find(data, b"nmt.alignment.heads")
    data[told : told + 4] = data[heads : heads + 4]
    with open(path + "~", "wb") as f:
        f.write(data)
    os.replace(path + "~", path)
