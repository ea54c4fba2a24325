#!/usr/bin/env python3
"""fairseq_pt.py FOLDER [KEY=VALUE]...

Writes a small checkpoint as fairseq does, and its dictionaries, into a new folder; torch is not
needed.  VALUE is Python's: 'task="translation"', 'encoder_layers=[1]', 'activation_fn=None'; a value
of DROP takes a setting out.  Settings that are no part of args: form ("args" or "cfg"), names
("new" or "old": one array of queries, keys and values), version (of the stacks), root (what the file
holds beside), weights (names of arrays and None, to leave them out), pieces (of the dictionary).
"""
import argparse
import collections
import io
import os
import pickle
import struct
import sys
import types
import zipfile

D, FFN, N = 8, 12, 20
DROP = object()


def module(name, **members):
    made = sys.modules.setdefault(name, types.ModuleType(name))
    for key, value in members.items():
        value.__module__, value.__qualname__, value.__name__ = name, key, key
        setattr(made, key, value)
    return made


def rebuild(*arguments):
    raise AssertionError


class FloatStorage:
    pass


module("torch", FloatStorage=FloatStorage)
module("torch._utils", _rebuild_tensor_v2=rebuild)


class Tensor:
    def __init__(self, *shape, value=None):
        self.shape, self.n = shape, 1
        for dim in shape:
            self.n *= dim
        self.value = value


class Pickler(pickle.Pickler):
    def __init__(self, out):
        super().__init__(out, protocol=2)
        self.storages = []

    def persistent_id(self, obj):
        return obj.id if isinstance(obj, Storage) else None

    def reducer_override(self, obj):
        if not isinstance(obj, Tensor):
            return NotImplemented
        key = str(len(self.storages))
        x = [obj.value] * obj.n if obj.value is not None else [
            ((7 * i + 3 * int(key)) % 23 - 11) / 16 for i in range(obj.n)]
        self.storages.append((key, struct.pack("<%df" % obj.n, *x)))
        strides = [1]
        for dim in obj.shape[:0:-1]:
            strides.insert(0, strides[0] * dim)
        return rebuild, (Storage(key, obj.n), 0, obj.shape, tuple(strides), False,
                         collections.OrderedDict())


class Storage:
    def __init__(self, key, n):
        self.id = ("storage", FloatStorage, key, "cpu", n)


def torch_save(state, path):
    out = io.BytesIO()
    pickler = Pickler(out)
    pickler.dump(state)
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("model/data.pkl", out.getvalue())
        for key, data in pickler.storages:
            z.writestr("model/data/" + key, data)
        z.writestr("model/version", "3\n")


def norm(state, name):
    state[name + ".weight"], state[name + ".bias"] = Tensor(D), Tensor(D)


def linear(state, name, n_out, n_in):
    state[name + ".weight"], state[name + ".bias"] = Tensor(n_out, n_in), Tensor(n_out)


def attention(state, name, old):
    if old:
        state[name + ".in_proj_weight"], state[name + ".in_proj_bias"] = Tensor(3 * D, D), Tensor(3 * D)
    for part in ["out_proj"] if old else ["q_proj", "k_proj", "v_proj", "out_proj"]:
        linear(state, "%s.%s" % (name, part), D, D)


def weights(args, names, version):
    state = collections.OrderedDict()
    for side in ("encoder", "decoder"):
        state[side + ".version"] = Tensor(1, value=version)
        state[side + ".embed_tokens.weight"] = Tensor(N, D, value=0.25 if args["share_all_embeddings"] else None)
        for i in range(2):
            layer = "%s.layers.%d" % (side, i)
            attention(state, layer + ".self_attn", names == "old")
            norm(state, layer + ".self_attn_layer_norm")
            if side == "decoder":
                attention(state, layer + ".encoder_attn", names == "old")
                norm(state, layer + ".encoder_attn_layer_norm")
            linear(state, layer + ".fc1", FFN, D)
            linear(state, layer + ".fc2", D, FFN)
            norm(state, layer + ".final_layer_norm")
        if args["%s_normalize_before" % side]:
            norm(state, side + ".layer_norm")
    if args["share_all_embeddings"]:
        state["decoder.output_projection.weight"] = Tensor(N, D, value=0.25)
    else:
        state["decoder.output_projection.weight"] = Tensor(N, D)
    return state


def settings():
    return dict(
        arch="transformer_wmt_en_de_big", task="translation", source_lang="en", target_lang="de",
        encoder_embed_dim=D, decoder_embed_dim=D, encoder_ffn_embed_dim=FFN,
        decoder_ffn_embed_dim=FFN, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_layers=2, decoder_layers=2, encoder_normalize_before=False,
        decoder_normalize_before=False, encoder_learned_pos=False, decoder_learned_pos=False,
        activation_fn="relu", share_all_embeddings=False, share_decoder_input_output_embed=False,
        dropout=0.1, adaptive_softmax_cutoff=None, encoder_layers_to_keep=None, langs=None,
        no_cross_attention=False, cross_self_attention=False)


def main():
    folder = sys.argv[1]
    args = settings()
    apart = dict(form="args", names="new", version=3.0, root={}, weights={},
                 pieces=["p%d" % i for i in range(N - 4)])
    for word in sys.argv[2:]:
        key, value = word.split("=", 1)
        holder = apart if key in apart else args
        holder[key] = eval(value, {"DROP": DROP, "Tensor": Tensor})
    state = weights(args, apart["names"], apart["version"])
    state.update(apart["weights"])
    state = collections.OrderedDict((k, v) for k, v in state.items() if v is not None)
    args = argparse.Namespace(**{k: v for k, v in args.items() if v is not DROP})
    root = {"args": args, "model": state}
    if apart["form"] == "cfg":
        task = dict(vars(args), _name=getattr(args, "task", None))
        root = {"args": None, "cfg": {"_name": None, "task": task, "model": args}, "model": state}
    root.update(apart["root"])
    root = {k: v for k, v in root.items() if v is not DROP}
    os.makedirs(folder, exist_ok=True)
    torch_save(root, folder + "/model.pt")
    for side in ("en", "de"):
        with open("%s/dict.%s.txt" % (folder, side), "w", encoding="utf-8") as f:
            f.writelines("%s 1\n" % piece for piece in apart["pieces"])


main()
