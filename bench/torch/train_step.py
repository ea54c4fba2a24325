#!/usr/bin/env python3
"""How fast a training step is in PyTorch, on random rows: what train_step.c measures, for comparison.

    train_step.py [--shape E+D,WIDTH,FFN,HEADS,VOCAB] [--pieces N] [--length N] [--steps N]
                  [--threads N] [--muon] [--float32]

The recipe has PyTorch at its best here: bfloat16 by autocast, logits a block of rows at a time
(network.py), clipping, and the running average every fifth step.  All sentences have the same
length, so nothing is padded.  The allocator matters: half the time goes into giving memory back without

    LD_PRELOAD=libjemalloc.so.2 MALLOC_CONF=dirty_decay_ms:-1,muzzy_decay_ms:-1 OMP_WAIT_POLICY=PASSIVE
"""
import argparse
import contextlib
import sys
import time

try:
    import torch
except ImportError as e:
    sys.exit(f'train_step.py: this Python has no torch ({e}): apt-get install python3-torch')

from muon import Muon
from network import TiedCrossEntropy, Transformer


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--shape', default='4+2,256,1024,8,8000')
    p.add_argument('--pieces', type=int, default=4000)
    p.add_argument('--length', type=int, default=25)
    p.add_argument('--steps', type=int, default=6)
    p.add_argument('--threads', type=int, default=1)
    p.add_argument('--muon', action='store_true')
    p.add_argument('--float32', action='store_true')
    return p.parse_args()


def make_model(shape):
    depths, dim, ffn, heads, vocab = shape.split(',')
    encoder, decoder = map(int, depths.split('+'))
    return Transformer(int(vocab), int(dim), int(heads), int(ffn), encoder, decoder)


def make_optimisers(model, muon):
    matrix = lambda name, x: muon and x.dim() == 2 and name != 'table'
    named = list(model.named_parameters())
    optimisers = [torch.optim.Adam([x for n, x in named if not matrix(n, x)], lr=1e-4, betas=(0.9, 0.98), eps=1e-9)]
    if muon:
        optimisers.append(Muon([(n, x) for n, x in named if matrix(n, x)], 1e-4))
    return optimisers


def step(model, optimisers, ids, mask, kind):
    with torch.autocast('cpu', dtype=kind) if kind == torch.bfloat16 else contextlib.nullcontext():
        states = model(ids, mask, ids)[mask]
    loss, _ = TiedCrossEntropy.apply(states.float(), model.table, model.bias, ids[mask], 0.1, kind)
    for optimiser in optimisers:
        optimiser.zero_grad(set_to_none=True)
    (loss / mask.sum()).backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    for optimiser in optimisers:
        optimiser.step()


def update_average(average, model):
    state = model.state_dict()
    torch._foreach_mul_([*average.values()], 0.95)
    torch._foreach_add_([*average.values()], [state[name] for name in average], alpha=0.05)


def main():
    o = options()
    torch.set_num_threads(o.threads)
    torch.manual_seed(1)
    model = make_model(o.shape)
    optimisers = make_optimisers(model, o.muon)
    average = {name: x.clone() for name, x in model.state_dict().items()}
    ids = torch.randint(1, model.table.shape[0], (o.pieces // o.length, o.length))
    mask = torch.ones_like(ids, dtype=torch.bool)
    best = float('inf'), float('inf')
    for i in range(o.steps):
        wall, core = time.perf_counter(), time.process_time()
        step(model, optimisers, ids, mask, torch.float32 if o.float32 else torch.bfloat16)
        if i % 5 == 4:
            update_average(average, model)
        best = min(best, (time.process_time() - core, time.perf_counter() - wall))
    print(f'{ids.numel() / best[1]:.0f} pieces a second on {o.threads} threads, '
          f'{ids.numel() / best[0]:.0f} a second of a core')


main()
