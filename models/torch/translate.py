#!/usr/bin/env python3
"""Translates the sources of some parts with weights of train.py, greedily, for another model to learn from.

The pairs go to OUT.npz; part x is kd-x there (sequence-level distillation, Kim and Rush 2016).  `text` says which pair
of all text each has its source of.
"""
import argparse
import math
import time

import numpy as np
import torch
import torch.nn.functional as F

from bitext import Bitext, read_mix
from encode_file import joined, save
from network import EOS, SHAPES, Network, attend

MOST, RATIO = 110, 1.8


def begin(network, ids, bias, steps):
    """Keys and values: of the source, and room for those of the target."""
    places = torch.arange(ids.shape[1], device=ids.device)[None].expand_as(ids)
    memory = network.encode(ids, places, bias)
    crosses = [[layer.cross.split(x).contiguous() for x in layer.cross.kv(memory).chunk(2, -1)] for layer in network.decoder]
    heads, dim = network.shape['heads'], network.shape['dim']
    room = (len(ids), heads, steps, dim // heads)
    own = [[memory.new_zeros(room) for _ in range(2)] for _ in network.decoder]
    return crosses, own


def step(network, previous, t, crosses, own, bias):
    """The logits of the next tokens [batch, vocabulary], after `previous` at place t - 1."""
    x = F.embedding(previous, network.embedding) * (math.sqrt(network.shape['dim']) if t else 0.0)
    x = (x + network.positions[t].to(x.dtype))[:, None]
    for layer, cross, (keys, values) in zip(network.decoder, crosses, own):
        q, k, v = (layer.attn.split(part) for part in layer.attn.qkv(layer.attn_norm(x)).chunk(3, -1))
        keys[:, :, t], values[:, :, t] = k[:, :, 0], v[:, :, 0]
        x = x + layer.attn.join(attend(q, keys[:, :, :t + 1], values[:, :, :t + 1], None))
        x = x + layer.cross.join(attend(layer.cross.split(layer.cross.q(layer.cross_norm(x))), *cross, bias))
        x = x + layer.down(F.relu(layer.up(layer.ffn_norm(x))))
    return network.logits(network.decoder_norm(x))[:, 0]


@torch.no_grad()
def greedy(network, ids, lengths):
    """Ids [batch, steps] that end in </s>, and which have ended."""
    there = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
    bias = torch.zeros(there.shape, dtype=network.embedding.dtype, device=ids.device).masked_fill(~there, -1e4)
    bias = bias[:, None, None]
    steps = min(MOST, int(ids.shape[1] * 1.5) + 8)
    crosses, own = begin(network, ids, bias, steps)
    previous = torch.zeros(len(ids), dtype=torch.long, device=ids.device)
    ended = torch.zeros(len(ids), dtype=torch.bool, device=ids.device)
    out = torch.zeros(len(ids), steps, dtype=torch.int16, device=ids.device)
    for t in range(steps):
        previous = step(network, previous, t, crosses, own, bias).argmax(-1).masked_fill(ended, EOS)
        out[:, t] = previous.to(torch.int16)
        ended |= previous == EOS
        if t % 8 == 7 and bool(ended.all()):
            break
    return out.cpu().numpy(), ended.cpu().numpy()


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('out')
    p.add_argument('--weights', required=True)
    p.add_argument('--shape', choices=SHAPES, default='teacher')
    p.add_argument('--text', nargs='+', required=True)
    p.add_argument('--exchange', action='store_true')
    p.add_argument('--mix', required=True, help='its parts are translated')
    p.add_argument('--seconds', type=float, default=120)
    p.add_argument('--end', type=float, help='when to end, in seconds since 1970, instead')
    p.add_argument('--batch', type=int, default=4096)
    o = p.parse_args()
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    network = Network(SHAPES[o.shape])
    network.load_state_dict({name: x.float() for name, x in torch.load(o.weights).items()})
    network.eval().to(device)
    if device.type == 'cuda':
        network.bfloat16()
    text, parts = Bitext(o.text, o.exchange), read_mix(o.mix)
    wanted = np.nonzero(np.array([n in parts for n in text.names])[text.part])[0]
    sources = {}
    for i in wanted:
        sources.setdefault(text.source[text.source_at[i]:text.source_at[i + 1]].tobytes(), i)
    order = np.array(sorted(sources.values(), key=lambda i: text.source_at[i] - text.source_at[i + 1]))
    batches = [order[i:i + o.batch] for i in range(0, len(order), o.batch)]
    pairs, of, end = [], [], o.end or time.time() + o.seconds
    for number in np.random.default_rng(1).permutation(len(batches)):  # so that any part of them is fair
        if time.time() > end:
            break
        some = [text.source[text.source_at[i]:text.source_at[i + 1]] for i in batches[number]]
        ids = np.zeros((len(some), (len(some[0]) + 7) // 8 * 8), np.int64)
        for row, source in zip(ids, some):
            row[:len(source)] = source
        out, ended = greedy(network, torch.from_numpy(ids).to(device), torch.tensor([len(s) for s in some], device=device))
        for i, source, target, end in zip(batches[number], some, out, ended):
            n = int((target == EOS).argmax()) + 1 if end else 0
            if n > 1 and (max(n, len(source)) <= 8 or 1 / RATIO < len(source) / n < RATIO):
                pairs.append((source, target[:n].copy(), 'kd-' + text.names[text.part[i]]))
                of.append(i)
    save(o.out, [joined(pairs)], text=np.array(of, np.int32))
    print(f'{o.out}: {len(pairs)} pairs of {len(order)} sources', flush=True)


if __name__ == '__main__':
    main()
