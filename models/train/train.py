#!/usr/bin/env python3
"""Trains a translation model on tab-separated text and writes it as Marian's model.npz.

The rate rises over --warmup steps and then stays, for as long as the program is left running; every
--every steps it writes OUT.pt (to go on from) and OUT.npz (the averaged weights).  A model to use
comes from a second run with --cooldown, in which the rate falls to zero:

    train.py --train clean.tsv --mix mix.txt --dev dev.tsv --spm vocab.spm --out base     # until stopped
    train.py … --out base --resume base.pt                                                # goes on
    train.py … --out final --resume base.pt --cooldown 4000                               # ends by itself
"""
import argparse
import contextlib
import lzma
import math
import os
import random
import signal
import time

import numpy as np
import sentencepiece
import torch

import marian
from network import TiedCrossEntropy, Transformer

EOS = 0


def read_mix(path):
    """Source name -> copies an epoch, from lines `name copies`; # starts a comment."""
    with open(path, encoding='utf-8') as f:
        fields = [line.split('#')[0].split() for line in f]
    return {name: float(copies) for name, copies in filter(None, fields)}


def read_pairs(path, vocab, limit, mix):
    """[(source ids, target ids, copies)] of the lines source<TAB>target[<TAB>name] within the limit."""
    rows = []
    with (lzma.open if path.endswith('.xz') else open)(path, 'rt', encoding='utf-8') as f:
        for line in f:
            source, target, *name = line.rstrip('\n').split('\t')
            copies = mix.get(name[0] if name else '', 0.0) if mix else 1.0
            if copies and source and target:
                rows.append((source, target, copies))
    encode = lambda column: [np.array(ids + [EOS], np.int32)
                             for ids in vocab.encode([row[column] for row in rows])]
    pairs = zip(encode(0), encode(1), (row[2] for row in rows))
    return [pair for pair in pairs if len(pair[0]) <= limit and len(pair[1]) <= limit]


def batches_of(pairs, tokens, rng):
    """One epoch: lists of pairs of about the same length, at most `tokens` padded pieces a side each."""
    drawn = [pair for pair in pairs for _ in range(int(pair[2] + rng.random()))]
    rng.shuffle(drawn)
    batches = []
    for first in range(0, len(drawn), 100_000):
        chunk = sorted(drawn[first:first + 100_000], key=lambda p: (len(p[1]), len(p[0])))
        batch, longest = [], 0
        for pair in chunk:
            longest = max(longest, len(pair[0]), len(pair[1]))
            if batch and (len(batch) + 1) * longest > tokens:
                batches.append(batch)
                batch, longest = [], max(len(pair[0]), len(pair[1]))
            batch.append(pair)
        batches.append(batch)
    rng.shuffle(batches)
    return batches


def padded(sequences):
    """Ids and mask [B, longest]."""
    lengths = torch.tensor([len(s) for s in sequences])
    ids = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(s).long() for s in sequences], True)
    return ids, torch.arange(ids.shape[1]) < lengths[:, None]


def loss_of(model, batch, smoothing, bf16):
    """(loss, negative log-likelihood, target pieces), the first two summed over pieces."""
    source, source_mask = padded([pair[0] for pair in batch])
    target, target_mask = padded([pair[1] for pair in batch])
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
        results = [loss_of(model, b, 0.0, o.bf16) for b in batches_of(dev, o.tokens, random.Random(0))]
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
        self.adam = torch.optim.Adam(self.model.parameters(), lr=o.rate, betas=(0.9, 0.98), eps=1e-9)
        self.average = {name: x.clone() for name, x in self.model.state_dict().items()}
        self.step = self.seen = self.epoch = self.batch = 0
        self.seconds, self.cool_from = 0.0, None
        if o.resume:
            self.restore(torch.load(o.resume))

    def restore(self, saved):
        self.model.load_state_dict(saved['model'])
        self.adam.load_state_dict(saved['adam'])
        for name in ('average', 'step', 'seen', 'epoch', 'batch', 'seconds', 'cool_from'):
            setattr(self, name, saved[name])

    def save(self):
        state = dict(model=self.model.state_dict(), adam=self.adam.state_dict())
        for name in ('average', 'step', 'seen', 'epoch', 'batch', 'seconds', 'cool_from'):
            state[name] = getattr(self, name)
        torch.save(state, self.o.out + '.pt.new')
        os.replace(self.o.out + '.pt.new', self.o.out + '.pt')
        marian.save(self.o.out + '.npz', self.average, self.model.shape)

    def rate(self):
        rate = self.o.rate * min(1.0, (self.step + 1) / self.o.warmup)
        if self.o.cooldown:
            rate *= max(0.0, 1.0 - (self.step - self.cool_from) / self.o.cooldown)
        return rate

    def train_on(self, batch):
        for group in self.adam.param_groups:
            group['lr'] = self.rate()
        loss, nll, n = loss_of(self.model, batch, self.o.smoothing, self.o.bf16)
        self.adam.zero_grad(set_to_none=True)
        (loss / n).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.adam.step()
        self.step += 1
        if self.step % 5 == 0:
            self.update_average()
        return nll, n

    def update_average(self):
        keep = min(self.o.average, self.step / (self.step + 100)) ** 5
        state = self.model.state_dict()
        torch._foreach_mul_([*self.average.values()], keep)
        torch._foreach_add_([*self.average.values()], [state[k] for k in self.average], alpha=1 - keep)


def train(run, pairs, dev, o):
    stop = []
    signal.signal(signal.SIGTERM, lambda *_: stop.append(True))
    signal.signal(signal.SIGINT, lambda *_: stop.append(True))
    if o.cooldown and run.cool_from is None:
        run.cool_from = run.step
    last = run.cool_from + o.cooldown if o.cooldown else math.inf
    nll = n = 0
    while run.step < last and not stop:
        epoch = batches_of(pairs, o.tokens, random.Random(o.seed + run.epoch))
        for batch in epoch[run.batch:]:
            began = time.process_time()
            of_batch = run.train_on(batch)
            run.seconds += time.process_time() - began
            run.batch, run.seen = run.batch + 1, run.seen + of_batch[1]
            nll, n = nll + of_batch[0], n + of_batch[1]
            if run.step % 100 == 0:
                print(f'step {run.step} epoch {run.epoch + run.batch / len(epoch):.2f} '
                      f'{run.seen / 1e6:.2f} M pieces {run.seconds / 3600:.2f} core hours '
                      f'nll {nll / n:.3f} rate {run.rate():.1e}', flush=True)
                nll = n = 0
            if run.step % o.every == 0 or stop or run.step >= last:
                print(f'== step {run.step} {time.strftime("%F %T")} '
                      f'dev nll {dev_nll(run.model, run.average, dev, o):.4f}', flush=True)
                run.save()
            if stop or run.step >= last:
                return
        run.epoch, run.batch = run.epoch + 1, 0


def options():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = p.add_argument
    add('--train', required=True, help='text: source, target and, for --mix, the name of where it is from')
    add('--mix', help='copies of each named part an epoch; parts not named are left out')
    add('--dev', required=True, help='development text')
    add('--spm', required=True, help='joint SentencePiece model with </s> 0 and <unk> 1')
    add('--out', required=True, help='OUT.pt and OUT.npz are written')
    add('--start', help='model.npz of the same shape to start from')
    add('--resume', help='OUT.pt to go on from')
    add('--cooldown', type=int, default=0, help='steps over which the rate falls to zero; then end')
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
    add('--warmup', type=int, default=500)
    add('--average', type=float, default=0.998, help='share of the running average kept at a step')
    add('--every', type=int, default=500, help='steps between checkpoints')
    add('--seed', type=int, default=1)
    add('--threads', type=int, default=2)
    add('--bf16', action='store_true', help='bfloat16 products (pays with AVX-512 BF16 or AMX)')
    return p.parse_args()


def main():
    o = options()
    torch.set_num_threads(o.threads)
    torch.manual_seed(o.seed)
    vocab = sentencepiece.SentencePieceProcessor(model_file=o.spm)
    if vocab.piece_to_id('</s>') != EOS:
        raise SystemExit(f'{o.spm}: </s> must be piece 0')
    run = Run(o, vocab.vocab_size())
    pairs = read_pairs(o.train, vocab, o.limit, read_mix(o.mix) if o.mix else None)
    dev = read_pairs(o.dev, vocab, o.limit, None)
    print(f'{sum(x.numel() for x in run.model.parameters()) / 1e6:.2f} M parameters, {len(pairs)} pairs, '
          f'{sum(len(p[1]) * p[2] for p in pairs) / 1e6:.2f} M target pieces an epoch', flush=True)
    train(run, pairs, dev, o)


main()
