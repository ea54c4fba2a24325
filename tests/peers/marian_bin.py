#!/usr/bin/env python3
"""marian_bin.py MODEL.bin MODEL.npz

Writes the tensors of a .bin file of Marian as an .npz, integers multiplied out in float64.  It
reads the file by itself, from marian-dev's src/common/binary.cpp, and shares nothing with the
program under test.
"""
import struct
import sys

import numpy as np

TYPES = {0x101: "i1", 0x402: "<f2", 0x404: "<f4", 0x408: "<f8"}
SCALED = {0x4101: "i1", 0x4102: "<i2", 0x10001: "i1", 0x10002: "<i2"}


class Scaled:
    """Integers in the shape that the file says, and what the weights were multiplied by."""

    def __init__(self, values, factor):
        self.values, self.factor = values, factor

    @property
    def T(self):
        return Scaled(self.values.T, self.factor)

    def floats(self):
        return self.values.astype(np.float64) / np.float64(self.factor)


def read_bin(path):
    """{name: array or Scaled}"""
    data = open(path, "rb").read()
    version, n = struct.unpack_from("<QQ", data, 0)
    assert version == 1
    header = [struct.unpack_from("<4Q", data, 16 + 32 * i) for i in range(n)]
    at = 16 + 32 * n
    names, shapes, tensors = [], [], {}
    for length, _, _, _ in header:
        names.append(data[at:at + length - 1].decode())
        at += length
    for _, _, dims, _ in header:
        shapes.append(struct.unpack_from("<%di" % dims, data, at))
        at += 4 * dims
    at += 8 + struct.unpack_from("<Q", data, at)[0]
    for name, shape, (_, kind, _, size) in zip(names, shapes, header):
        count = int(np.prod(shape))
        if kind in TYPES:
            tensors[name] = np.frombuffer(data, TYPES[kind], count, at).reshape(shape)
        else:
            values = np.frombuffer(data, SCALED[kind], count, at)
            factor = np.frombuffer(data, "<f4", 1, at + values.nbytes)[0]
            # The writer turns matrices over and keeps the shape.
            turned = "Wemb" not in name
            tensors[name] = Scaled(values.reshape(shape[::-1]).T if turned else values.reshape(shape), factor)
        at += size
    assert at == len(data)
    return tensors


if __name__ == "__main__":
    np.savez(sys.argv[2], **{name: x.floats() if isinstance(x, Scaled) else x
                             for name, x in read_bin(sys.argv[1]).items()})
