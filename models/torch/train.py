#!/usr/bin/env python3
"""Trains for some seconds and leaves the running mean of the weights, as float16, in OUT.pt.

The rate falls over the last part of the time.  The weights are saved every 100 seconds, unless they are not numbers.
"""
import argparse
import contextlib
import math
import os
import queue
import threading
import time

import numpy as np
import torch

from bitext import Bitext, read_mix
from muon import Muon
from network import LENGTH, SHAPES, Network


def arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument('out')
    p.add_argument('--shape', choices=SHAPES, required=True)
    p.add_argument('--from', dest='start', help='a model file of that shape to begin with')
    p.add_argument('--text', nargs='+', required=True, help='files of encode.py')
    p.add_argument('--made', nargs='*', default=[], help='files of translate.py, which are never exchanged')
    p.add_argument('--back', nargs='*', default=[], help='files of translate.py, exchanged; x is bt-x')
    p.add_argument('--exchange', action='store_true', help='the text has the target first')
    p.add_argument('--mix', required=True)
    p.add_argument('--dev', required=True)
    time_of = p.add_mutually_exclusive_group(required=True)
    time_of.add_argument('--seconds', type=float)
    time_of.add_argument('--end', type=float, help='when to end, in seconds since 1970')
    p.add_argument('--rows', type=int, default=256, help=f'of {LENGTH} tokens, in a step')
    p.add_argument('--rate', type=float, default=1.5e-3)
    p.add_argument('--warmup', type=int, default=400)
    p.add_argument('--cooldown', type=float, default=0.45, help='share of the time')
    p.add_argument('--dropout', type=float, default=0.1)
    p.add_argument('--smoothing', type=float, default=0.1)
    p.add_argument('--average', type=float, default=0.998)
    return p.parse_args()


class Averaged:
    """A network with the running mean of its weights."""

    def __init__(self, network, share):
        self.network, self.share, self.steps = network, share, 0
        self.mean = [p.detach().clone() for p in network.parameters()]

    @torch.no_grad()
    def update(self):
        self.steps += 1
        share = min(self.share, (1 + self.steps) / (10 + self.steps))
        torch._foreach_mul_(self.mean, share)
        torch._foreach_add_(self.mean, [p.detach() for p in self.network.parameters()], alpha=1 - share)

    def exchange(self):
        for p, mean in zip(self.network.parameters(), self.mean):
            p.data, mean.data = mean.data, p.data

    def save(self, path):
        names = (name for name, _ in self.network.named_parameters())
        torch.save({name: mean.half().cpu() for name, mean in zip(names, self.mean)}, path + '.part')
        os.replace(path + '.part', path)

    @torch.no_grad()
    def score(self, source, target, precision):
        """The negative log-likelihood a token, by the mean of the weights."""
        self.exchange()
        self.network.eval()
        total = tokens = 0
        for i in range(0, source.shape[1], 256):
            n = int((target[1, i:i + 256] > 0).sum())
            with precision():
                total += float(self.network.loss(source[:, i:i + 256], target[:, i:i + 256], 0)[1]) * n
            tokens += n
        self.network.train()
        self.exchange()
        return total / tokens


def rounds(text, mix, device):
    """Rows without end; the next round is made while one is learnt."""
    made = queue.Queue(2)

    def fill():
        rng = np.random.default_rng(1)
        while True:
            made.put([torch.from_numpy(x).to(device) for x in text.rows(mix, rng)])

    threading.Thread(target=fill, daemon=True).start()
    while True:
        yield made.get()


def main():
    o = arguments()
    cuda = torch.cuda.is_available()
    device = torch.device('cuda' if cuda else 'cpu')
    torch.manual_seed(1)
    torch.set_float32_matmul_precision('high')
    text, mix, dev = Bitext(o.text, o.exchange, o.made, o.back), read_mix(o.mix), Bitext([o.dev], o.exchange)
    network = Network(SHAPES[o.shape], drop=o.dropout)
    if o.start:
        network.read_gguf(o.start)
    network.to(device)
    loss_of = torch.compile(network.loss) if cuda else network.loss
    optimizer, averaged = Muon(network), Averaged(network, o.average)
    dev_rows = [torch.from_numpy(x).to(device) for x in dev.rows({n: 1 for n in dev.names}, np.random.default_rng(0))]

    def precision():
        return torch.autocast('cuda', dtype=torch.bfloat16) if cuda else contextlib.nullcontext()

    def check(step):
        score = averaged.score(*dev_rows, precision)
        print(f'{o.out}: {time.time() - begin:.0f} s, step {step}, {tokens} tokens, dev {score:.4f}', flush=True)
        if not math.isfinite(score):  # what was saved before stays
            os._exit(1)
        if step:
            averaged.save(o.out)

    begin = saved = time.time()
    length = o.seconds or o.end - begin
    step = tokens = 0
    check(step)
    for source, target in rounds(text, mix, device):
        for i in range(0, source.shape[1] - o.rows + 1, o.rows):
            gone = (time.time() - begin) / length
            if gone >= 1:
                check(step)
                os._exit(0)
            step, tokens = step + 1, tokens + 2 * o.rows * LENGTH
            with precision():
                loss, _ = loss_of(source[:, i:i + o.rows].contiguous(), target[:, i:i + o.rows].contiguous(), o.smoothing)
            loss.backward()
            optimizer.step(o.rate * min(1, step / o.warmup) * min(1, (1 - gone) / o.cooldown))
            network.zero_grad(set_to_none=True)
            averaged.update()
            if time.time() - saved > 100:
                saved = time.time()
                check(step)


main()
