#!/usr/bin/env python3
"""Writes weights of train.py as a Marian model: marian.py WEIGHTS.pt SHAPE OUT.npz, for translate convert."""
import sys

import numpy as np
import torch

from network import SHAPES, Network

CONFIG = """\
bert-train-type-embeddings: true
dec-depth: {decoder}
dim-emb: {dim}
dim-vocabs: [{vocabulary}, {vocabulary}]
enc-depth: {encoder}
tied-embeddings-all: true
transformer-aan-activation: swish
transformer-decoder-autoreg: self-attention
transformer-dim-ffn: {ffn}
transformer-ffn-activation: relu
transformer-ffn-depth: 2
transformer-heads: {heads}
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-preprocess: ""
transformer-train-position-embeddings: false
type: transformer
"""


def arrays(network):
    yield 'Wemb', network.embedding
    yield 'decoder_ff_logit_out_b', network.bias[None]
    for side, layers in (('encoder', network.encoder), ('decoder', network.decoder)):
        for number, layer in enumerate(layers, 1):
            start = f'{side}_l{number}_'
            blocks = [('self', layer.attn, layer.attn_norm, 'qkv', layer.attn.qkv)]
            matrices = [(f'ffn_{{}}{i}', m) for i, m in ((1, layer.up), (2, layer.down))]
            norms = [('ffn_ffn', layer.ffn_norm), ('self_Wo', layer.attn_norm)]
            if layer.cross is not None:
                matrices += [('context_{}q', layer.cross.q), ('context_{}o', layer.cross.out)]
                blocks.append(('context', layer.cross, layer.cross_norm, 'kv', layer.cross.kv))
                norms.append(('context_Wo', layer.cross_norm))
            matrices.append(('self_{}o', layer.attn.out))
            for name, m in matrices:
                yield start + name.format('W'), m.weight.T
                yield start + name.format('b'), m.bias[None]
            for name, _, _, letters, joined in blocks:
                n = len(letters)
                for letter, weight, bias in zip(letters, joined.weight.chunk(n), joined.bias.chunk(n)):
                    yield f'{start}{name}_W{letter}', weight.T
                    yield f'{start}{name}_b{letter}', bias[None]
            for name, norm in norms:
                yield f'{start}{name}_ln_scale', norm.weight[None]
                yield f'{start}{name}_ln_bias', norm.bias[None]


def main():
    weights, shape, out = sys.argv[1:]
    network = Network(SHAPES[shape])
    if weights.endswith('.gguf'):
        network.read_gguf(weights)
    else:
        network.load_state_dict({name: x.float() for name, x in torch.load(weights).items()})
    config = CONFIG.format(vocabulary=len(network.bias), **SHAPES[shape])
    named = {name: np.ascontiguousarray(x.detach().numpy()) for name, x in arrays(network)}
    np.savez(out, **named, **{'special:model.yml': np.frombuffer(config.encode() + b'\0', np.int8)})


main()
