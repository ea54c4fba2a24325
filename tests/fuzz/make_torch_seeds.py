#!/usr/bin/env python3
"""make_torch_seeds.py - writes the first inputs of the fuzz target torch, which are fixtures of tests, too.

What is right is written by PyTorch (Debian's python3-torch), in seeds/torch; element i of a tensor
of n is i - n / 2, halved.  What is hostile is put together by hand: hostile-*.
tests/data/torch gets a small BART, in safetensors and in both forms of PyTorch's.
"""
import argparse
import collections
import io
import json
import os
import pickle
import struct
import zipfile

import torch

from make_seeds import config, network, safetensors

HERE = os.path.dirname(os.path.abspath(__file__))
SEEDS = os.path.join(HERE, "seeds", "torch")
DATA = os.path.join(HERE, "..", "data", "torch")


def numbers(*shape):
    n = 1
    for dim in shape:
        n *= dim
    return ((torch.arange(n) - n / 2) / 2).float().reshape(shape)


def right():
    wide = numbers(4, 6)
    return collections.OrderedDict([
        ("a.weight", numbers(2, 3)), ("b", numbers(4)), ("scalar", torch.tensor(2.5)),
        ("half", numbers(2, 2).half()), ("brain", numbers(2, 2).bfloat16()),
        ("double", numbers(3).double()), ("count", torch.tensor([7, 8])),
        ("turned", wide.t()), ("cut", wide[1:3, 2:5]), ("every", numbers(9)[::4]),
        ("cube", numbers(2, 3, 4).permute(2, 0, 1)), ("same", wide),
        ("parameter", torch.nn.Parameter(numbers(3))), ("empty", torch.zeros(0, 3))])


def member(name, data, method=zipfile.ZIP_STORED):
    return name, data, method


def archive(*members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data, method in members:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            z.writestr(info, data)
    return out.getvalue()


class Call:
    def __init__(self, function, *arguments):
        self.call = function, arguments

    def __reduce__(self):
        return self.call


# Opcodes: https://docs.python.org/3/library/pickletools.html
def text(s):
    return b"X" + struct.pack("<I", len(s)) + s.encode()


def number(n):
    return b"\x8a\x08" + struct.pack("<q", n)


def name(module, name):
    return ("c%s\n%s\n" % (module, name)).encode()


def sizes(dims):
    return b"(" + b"".join(map(number, dims)) + b"t"


def tensor(key="0", n=6, offset=0, shape=(2, 3), strides=(3, 1), storage="FloatStorage"):
    return (name("torch._utils", "_rebuild_tensor_v2") + b"((" + text("storage") +
            name("torch", storage) + text(key) + text("cpu") + number(n) + b"tQ" + number(offset) +
            sizes(shape) + sizes(strides) + b"\x89" + name("collections", "OrderedDict") +
            b")RtR")


def table(**tensors):
    return (b"\x80\x02}(" + b"".join(text(k) + v for k, v in tensors.items()) + b"u.")


def weights(pickled, data=b"\0" * 24):
    return archive(member("a/data.pkl", pickled), member("a/data/0", data))


HOSTILE = {
    "system": weights(pickle.dumps({"a": Call(os.system, "touch /tmp/was-run")}, 2)),
    "system4": weights(pickle.dumps({"a": Call(os.system, "touch /tmp/was-run")}, 4)),
    "eval": weights(b"\x80\x02c__builtin__\neval\n" + text("1/0") + b"\x85R."),
    "getattr": weights(b"\x80\x02" + name("builtins", "getattr") + b"."),
    "instance": weights(b"\x80\x02(ios\nsystem\n."),
    "memo": weights(b"\x80\x02}r\xff\xff\xff\xff."),
    "recursive": weights(b"\x80\x02}q\0" + text("model") + b"h\0s" + text("state_dict") + b"h\0s."),
    "list": weights(b"\x80\x02]q\0h\0a."),
    "cut": weights(table(a=tensor())[:-9]),
    "beyond": weights(table(a=tensor(offset=1))),
    "negative": weights(table(a=tensor(offset=-1))),
    "stride": weights(table(a=tensor(strides=(1 << 62, 1 << 62)))),
    "expanded": weights(table(a=tensor(shape=(1 << 20, 1 << 20), strides=(0, 0)))),
    "overflow": weights(table(a=tensor(shape=(1 << 32, 1 << 32)))),
    "lie": weights(table(a=tensor(n=1 << 40))),
    "two-ways": weights(table(a=tensor(), b=tensor(storage="IntStorage"))),
    "missing": weights(table(a=tensor(key="1"))),
    "path": weights(table(a=tensor(key="../0"))),
    "deflated": archive(member("a/data.pkl", table(a=tensor())),
                        member("a/data/0", b"\0" * 24, zipfile.ZIP_DEFLATED)),
    "big-endian": archive(member("a/data.pkl", table(a=tensor())), member("a/byteorder", b"big"),
                          member("a/data/0", b"\0" * 24)),
    "script": archive(member("a/data.pkl", table(a=tensor())), member("a/constants.pkl", b""),
                      member("a/data/0", b"\0" * 24)),
    "no-table": weights(b"\x80\x02K\1."),
    "plain": pickle.dumps({"a": 1}, 2),
}


def write(folder, file, data):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, file), "wb") as f:
        f.write(data)


def saved(what, **more):
    out = io.BytesIO()
    torch.save(what, out, **more)
    return out.getvalue()


def old(what):
    return saved(what, _use_new_zipfile_serialization=False)


def main():
    write(SEEDS, "zip", saved(right()))
    write(SEEDS, "old", old(right()))
    write(SEEDS, "protocol4", saved(right(), pickle_protocol=4))
    trained = {"args": argparse.Namespace(lr=[0.1], arch="transformer"), "epoch": 3,
               "extra": {"losses": {1.5}}, "model": right()}
    write(SEEDS, "trained", saved(trained))
    write(SEEDS, "trained-old", old(trained))
    for file, data in HOSTILE.items():
        write(SEEDS, "hostile-" + file, data)
    bart = network(8, "bart")
    tensors = {k: torch.full(shape, 0.5) for k, shape in bart.items()}
    write(DATA, "config.json", config(8, "bart") + b"\n")
    write(DATA, "model.safetensors", safetensors(bart))
    write(DATA, "zip.bin", saved(tensors))
    write(DATA, "old.bin", old(tensors))


if __name__ == "__main__":
    main()
