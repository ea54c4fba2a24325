#!/usr/bin/env python3
"""Trains a translation model on text that encode.py made, and writes it as Marian's model.npz.

The rate rises over --warmup steps and then stays, for as long as the program is left running; every
--every steps it writes OUT.pt (to go on from) and OUT.npz (the averaged weights).  A model to use
comes from a second run with --cooldown, in which the rate falls to zero:

    train.py --train text.npz --mix mix.txt --dev dev.npz --out base                  # until stopped
    train.py … --out base --resume base.pt                                            # goes on
    train.py … --out final --resume base.pt --average 0.97 --cooldown 4000            # ends by itself
"""
import argparse
import contextlib
import math
import os
import signal
import time

import numpy as np
import torch

import marian
from muon import Muon
from network import TiedCrossEntropy, Transformer

EOS = 0


def read_mix(path):
    """Source name -> copies an epoch, from lines `name copies`; # starts a comment."""
    with open(path, encoding='utf-8') as f:
        fields = [line.split('#')[0].split() for line in f]
    return {name: float(copies) for name, copies in filter(None, fields)}


class Text:
    """Pairs as encode.py wrote them: ids of both sides one after the other, lengths, copies an epoch."""

    def __init__(self, paths, mix, swap, limit):
        files = [np.load(path) for path in paths]
        self.ids = np.concatenate([f['ids'] for f in files])
        lengths = np.concatenate([f['lengths'] for f in files]).astype(np.int64)
        first = np.concatenate([[0], np.cumsum(lengths.ravel())[:-1]]).reshape(-1, 2)
        self.first, self.lengths = (x[:, ::-1] if swap else x for x in (first, lengths))
        of_part = [np.array([mix.get(str(name), 0.0) if mix else 1.0 for name in f['names']]) for f in files]
        copies = np.concatenate([of_one[f['part']] for of_one, f in zip(of_part, files)])
        self.copies = copies * (self.lengths.max(1) < limit)

    def side(self, pair, side):
        first = self.first[pair, side]
        return self.ids[first:first + self.lengths[pair, side]]

    def pieces(self):
        """Target pieces an epoch, the ends included."""
        return float(self.copies @ (self.lengths[:, 1] + 1))

    def batches(self, tokens, rng):
        """One epoch: arrays of pairs of about the same length, at most `tokens` padded pieces a side."""
        drawn = np.floor(self.copies + rng.random(len(self.copies))).astype(np.int64)
        drawn = rng.permutation(np.repeat(np.arange(len(drawn)), drawn))
        batches = []
        for begin in range(0, len(drawn), 100_000):
            chunk = drawn[begin:begin + 100_000]
            source, target = self.lengths[chunk].T + 1
            order = np.lexsort((source, target))
            longest, start = 0, 0
            widths = np.maximum(source, target)[order].tolist()
            for i, width in enumerate(widths):
                longest = max(longest, width)
                if i > start and (i + 1 - start) * longest > tokens:
                    batches.append(chunk[order[start:i]])
                    longest, start = width, i
            batches.append(chunk[order[start:]])
        return [batches[i] for i in rng.permutation(len(batches))]


def padded(sequences):
    """Ids and mask [B, longest]."""
    lengths = torch.tensor([len(s) + 1 for s in sequences])
    ids = np.full((len(sequences), int(lengths.max())), EOS, np.int64)
    for row, s in zip(ids, sequences):
        row[:len(s)] = s
    return torch.from_numpy(ids), torch.arange(ids.shape[1]) < lengths[:, None]


def loss_of(model, text, batch, smoothing, bf16):
    """(loss, negative log-likelihood, target pieces), the first two summed over pieces."""
    source, source_mask = padded([text.side(pair, 0) for pair in batch])
    target, target_mask = padded([text.side(pair, 1) for pair in batch])
    kind = torch.bfloat16 if bf16 else torch.float32
    with torch.autocast('cpu', dtype=kind) if bf16 else contextlib.nullcontext():
        states = model(source, source_mask, target)[target_mask]
    ids = target[target_mask]
    loss, nll = TiedCrossEntropy.apply(states.float(), model.table, model.bias, ids, smoothing, kind)
    return loss, nll.item(), len(ids)


def dev_nll(model, weights, dev, o):
    """Negative log-likelihood a piece of the development text under averaged weights."""
    own = {name: x.clone() for name, x in model.state_dict().items()}
    model.load_state_dict(weights)
    model.eval()
    with torch.no_grad():
        batches = dev.batches(o.tokens, np.random.default_rng(0))
        results = [loss_of(model, dev, b, 0.0, o.bf16) for b in batches]
    model.train()
    model.load_state_dict(own)
    return sum(r[1] for r in results) / sum(r[2] for r in results)


class Run:
    """Weights, optimiser, running average and place in the text: all that a checkpoint holds."""

    def __init__(self, o, vocab_size):
        self.o = o
        self.model = Transformer(vocab_size, o.dim, o.heads, o.ffn, o.encoder, o.decoder, o.dropout)
        if o.start:
            self.model.load_state_dict(marian.load(o.start, self.model.shape))
        matrix = lambda name, x: o.muon and x.dim() == 2 and name != 'table'
        named = list(self.model.named_parameters())
        adam = [x for name, x in named if not matrix(name, x)]
        self.optimisers = [torch.optim.Adam(adam, lr=o.rate, betas=(0.9, 0.98), eps=1e-9)]
        if o.muon:
            self.optimisers.append(Muon([(n, x) for n, x in named if matrix(n, x)], o.rate))
        self.average = {name: x.clone() for name, x in self.model.state_dict().items()}
        self.step = self.seen = self.epoch = self.batch = 0
        self.seconds, self.cool_from, self.began = 0.0, None, time.time()
        if o.resume:
            self.restore(torch.load(o.resume))

    def restore(self, saved):
        self.model.load_state_dict(saved['model'])
        for optimiser, state in zip(self.optimisers, saved['optimisers']):
            optimiser.load_state_dict(state)
        for name in ('average', 'step', 'seen', 'epoch', 'batch', 'seconds', 'cool_from'):
            setattr(self, name, saved[name])

    def save(self):
        state = dict(model=self.model.state_dict(), optimisers=[x.state_dict() for x in self.optimisers])
        for name in ('average', 'step', 'seen', 'epoch', 'batch', 'seconds', 'cool_from'):
            state[name] = getattr(self, name)
        torch.save(state, self.o.out + '.pt.new')
        os.replace(self.o.out + '.pt.new', self.o.out + '.pt')
        marian.save(self.o.out + '.npz', self.average, self.model.shape)

    def rate(self):
        rate = self.o.rate * min(1.0, (self.step + 1) / self.o.warmup)
        if self.o.deadline:
            rate *= max(0.0, (self.o.deadline - time.time()) / (self.o.deadline - self.began))
        elif self.o.cooldown:
            rate *= max(0.0, 1.0 - (self.step - self.cool_from) / self.o.cooldown)
        return rate

    def train_on(self, text, batch):
        for optimiser in self.optimisers:
            for group in optimiser.param_groups:
                group['lr'] = self.rate() * (self.o.muon if isinstance(optimiser, Muon) else 1.0)
        loss, nll, n = loss_of(self.model, text, batch, self.o.smoothing, self.o.bf16)
        for optimiser in self.optimisers:
            optimiser.zero_grad(set_to_none=True)
        (loss / n).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimiser in self.optimisers:
            optimiser.step()
        self.step += 1
        if self.step % 5 == 0:
            self.update_average()
        return nll, n

    def update_average(self):
        keep = min(self.o.average, self.step / (self.step + 100)) ** 5
        state = self.model.state_dict()
        torch._foreach_mul_([*self.average.values()], keep)
        torch._foreach_add_([*self.average.values()], [state[k] for k in self.average], alpha=1 - keep)


def train(run, text, dev, o):
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    signal.signal(signal.SIGINT, lambda *_: stop.append(True))
    if o.cooldown and run.cool_from is None:
        run.cool_from = run.step
    last = run.cool_from + o.cooldown if o.cooldown else math.inf
    nll = n = 0
    while run.step < last and not stop:
        epoch = text.batches(o.tokens, np.random.default_rng(o.seed + run.epoch))
        for batch in epoch[run.batch:]:
            began = time.process_time()
            of_batch = run.train_on(text, batch)
            run.seconds += time.process_time() - began
            run.batch, run.seen = run.batch + 1, run.seen + of_batch[1]
            nll, n = nll + of_batch[0], n + of_batch[1]
            if run.step % o.report == 0:
                print(f'step {run.step} epoch {run.epoch + run.batch / len(epoch):.2f} '
                      f'{run.seen / 1e6:.2f} M pieces {run.seconds / 3600:.4f} core hours '
                      f'nll {nll / n:.3f} rate {run.rate():.1e}', flush=True)
                nll = n = 0
            if run.step % o.every == 0 or stop or run.step >= last:
                print(f'== step {run.step} {time.strftime("%F %T")} '
                      f'dev nll {dev_nll(run.model, run.average, dev, o):.4f}', flush=True)
                run.save()
            if stop or run.step >= last:
                return
            if o.deadline and time.time() > o.deadline:
                stop.append(True)
        run.epoch, run.batch = run.epoch + 1, 0


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = p.add_argument
    add('--train', required=True, nargs='+', help='text, as encode.py wrote it')
    add('--mix', help='copies of each named part an epoch; parts not named are left out')
    add('--dev', required=True, help='development text')
    add('--swap', action='store_true', help='translate the second column into the first')
    add('--vocab', type=int, default=8000, help='pieces of the vocabulary')
    add('--out', required=True, help='OUT.pt and OUT.npz are written')
    add('--start', help='model.npz of the same shape to start from')
    add('--resume', help='OUT.pt to go on from')
    add('--cooldown', type=int, default=0, help='steps over which the rate falls to zero; then end')
    add('--deadline', type=float, default=0, help='time (date +%%s) by which the rate falls to zero; then end')
    add('--encoder', type=int, default=4, help='encoder layers')
    add('--decoder', type=int, default=2, help='decoder layers')
    add('--dim', type=int, default=256)
    add('--heads', type=int, default=8)
    add('--ffn', type=int, default=1024)
    add('--dropout', type=float, default=0.0)
    add('--smoothing', type=float, default=0.1, help='of the labels')
    add('--limit', type=int, default=96, help='longest side in pieces')
    add('--tokens', type=int, default=4000, help='padded pieces a side in a batch')
    add('--rate', type=float, default=7e-4)
    add('--muon', type=float, default=0.0, help='rate of Muon for the matrices, in --rate; 0: Adam for all')
    add('--warmup', type=int, default=500)
    add('--average', type=float, default=0.998, help='share of the running average kept at a step')
    add('--every', type=int, default=500, help='steps between checkpoints')
    add('--seed', type=int, default=1)
    add("--report", type=int, default=100)
    add('--threads', type=int, default=2)
    add('--bf16', action='store_true', help='bfloat16 products (pays with AVX-512 BF16 or AMX)')
    return p.parse_args()


def main():
    o = options()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    run = Run(o, o.vocab)
    text = Text(o.train, read_mix(o.mix) if o.mix else None, o.swap, o.limit)
    dev = Text([o.dev], None, o.swap, o.limit)
    print(f'{sum(x.numel() for x in run.model.parameters()) / 1e6:.2f} M parameters, '
          f'{np.count_nonzero(text.copies)} pairs, {text.pieces() / 1e6:.2f} M target pieces an epoch',
          flush=True)
    train(run, text, dev, o)


main()
