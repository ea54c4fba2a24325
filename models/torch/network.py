"""The Transformer of "Attention Is All You Need" in PyTorch, as the models here have it, and a larger one.

Shapes: rows of packed sentences are int16 [3, rows, LENGTH]: the id of each token, the number of its
sentence in the row (0: padding), and its place in the sentence.
"""
import math

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

LENGTH = 128  # tokens of a row
EOS, MARK = 0, 3  # </s>, and <0x01> before sources that a machine translated

SHAPES = {
    'teacher': dict(dim=512, heads=8, ffn=2048, encoder=8, decoder=4, pre_norm=True),
    'model': dict(dim=256, heads=8, ffn=1024, encoder=12, decoder=2, pre_norm=False),
    'tiny': dict(dim=256, heads=8, ffn=1024, encoder=4, decoder=2, pre_norm=False),
    'toy': dict(dim=64, heads=4, ffn=128, encoder=2, decoder=2, pre_norm=True),
}


def positions(n, dim):
    """Sines, then cosines (Marian's order): [n, dim]."""
    half = dim // 2
    rate = torch.exp(torch.arange(half).float() * -(math.log(10000.0) / (half - 1)))
    angle = torch.arange(n).float()[:, None] * rate[None]
    return torch.cat([torch.sin(angle), torch.cos(angle)], 1)


def attend(q, k, v, bias):
    """Scaled dot-product attention [batch, heads, queries, dim]; `bias` is added to the scores, or None."""
    if hasattr(F, 'scaled_dot_product_attention'):
        return F.scaled_dot_product_attention(q, k, v, attn_mask=bias)
    scores = q @ k.transpose(2, 3) / math.sqrt(q.shape[-1])
    return (scores if bias is None else scores + bias).softmax(-1) @ v


def linear(n_in, n_out):
    layer = nn.Linear(n_in, n_out)
    nn.init.normal_(layer.weight, std=n_in ** -0.5)
    nn.init.zeros_(layer.bias)
    return layer


class Attention(nn.Module):
    def __init__(self, dim, heads, cross):
        super().__init__()
        self.heads = heads
        if cross:
            self.q, self.kv = linear(dim, dim), linear(dim, 2 * dim)
        else:
            self.qkv = linear(dim, 3 * dim)
        self.out = linear(dim, dim)

    def split(self, x):
        return x.view(x.shape[0], -1, self.heads, x.shape[2] // self.heads).transpose(1, 2)

    def join(self, x):
        return self.out(x.transpose(1, 2).flatten(2))

    def forward(self, x, memory, bias):
        q, k, v = (self.q(x), *self.kv(memory).chunk(2, -1)) if memory is not None else self.qkv(x).chunk(3, -1)
        return self.join(attend(self.split(q), self.split(k), self.split(v), bias))


class Layer(nn.Module):
    def __init__(self, shape, drop, decoder):
        super().__init__()
        dim, self.drop, self.pre_norm = shape['dim'], drop, shape['pre_norm']
        self.attn, self.attn_norm = Attention(dim, shape['heads'], False), nn.LayerNorm(dim, eps=1e-6)
        self.cross = Attention(dim, shape['heads'], True) if decoder else None
        self.cross_norm = nn.LayerNorm(dim, eps=1e-6) if decoder else None
        self.up, self.down = linear(dim, shape['ffn']), linear(shape['ffn'], dim)
        self.ffn_norm = nn.LayerNorm(dim, eps=1e-6)
        if self.pre_norm:  # each block adds nothing at first
            for last in [self.attn.out, self.down] + ([self.cross.out] if decoder else []):
                nn.init.zeros_(last.weight)

    def block(self, x, function, norm):
        if self.pre_norm:
            return x + F.dropout(function(norm(x)), self.drop, self.training)
        return norm(x + F.dropout(function(x), self.drop, self.training))

    def forward(self, x, bias, memory=None, cross_bias=None):
        x = self.block(x, lambda y: self.attn(y, None, bias), self.attn_norm)
        if self.cross is not None:
            x = self.block(x, lambda y: self.cross(y, memory, cross_bias), self.cross_norm)
        return self.block(x, lambda y: self.down(F.dropout(F.relu(self.up(y)), self.drop, self.training)), self.ffn_norm)


class Network(nn.Module):
    """One table of embeddings for source, target and output."""

    def __init__(self, shape, vocabulary=8000, drop=0.0):
        super().__init__()
        self.shape, self.drop, dim = shape, drop, shape['dim']
        self.embedding = nn.Parameter(torch.randn(vocabulary, dim) * dim ** -0.5)
        self.bias = nn.Parameter(torch.zeros(vocabulary))
        self.encoder = nn.ModuleList(Layer(shape, drop, False) for _ in range(shape['encoder']))
        self.decoder = nn.ModuleList(Layer(shape, drop, True) for _ in range(shape['decoder']))
        self.encoder_norm = nn.LayerNorm(dim) if shape['pre_norm'] else nn.Identity()
        self.decoder_norm = nn.LayerNorm(dim) if shape['pre_norm'] else nn.Identity()
        self.register_buffer('positions', positions(512, dim), persistent=False)

    def embed(self, ids, places, is_target):
        """A target begins with a zero embedding."""
        x = F.embedding(ids, self.embedding) * math.sqrt(self.shape['dim'])
        if is_target:
            x = x * (places > 0)[..., None]
        return F.dropout(x + F.embedding(places, self.positions), self.drop, self.training)

    def encode(self, ids, places, bias):
        x = self.embed(ids, places, False)
        for layer in self.encoder:
            x = layer(x, bias)
        return self.encoder_norm(x)

    def decode(self, ids, places, bias, memory, cross_bias):
        x = self.embed(ids, places, True)
        for layer in self.decoder:
            x = layer(x, bias, memory, cross_bias)
        return self.decoder_norm(x)

    def logits(self, x):
        return F.linear(x, self.embedding.to(x.dtype)) + self.bias.to(x.dtype)

    def loss(self, source, target, smoothing):
        """Mean per target token of packed rows: with label smoothing, and the negative log-likelihood."""
        ids, sentence, places = source.long()
        target_ids, target_sentence, target_places = target.long()
        dtype = torch.bfloat16 if source.is_cuda else torch.float32

        def bias(allowed):
            return torch.zeros(allowed.shape, dtype=dtype, device=allowed.device).masked_fill(~allowed, -1e4)[:, None]

        n = target_ids.shape[1]
        earlier = torch.ones(n, n, dtype=torch.bool, device=target.device).tril()
        memory = self.encode(ids, places, bias(sentence[:, :, None] == sentence[:, None]))
        states = self.decode(F.pad(target_ids[:, :-1], (1, 0)), target_places,
                             bias((target_sentence[:, :, None] == target_sentence[:, None]) & earlier),
                             memory, bias(target_sentence[:, :, None] == sentence[:, None]))
        log_p = self.logits(states).float().log_softmax(-1)
        counts = (target_sentence > 0).float()
        nll = -(log_p.gather(-1, target_ids[..., None])[..., 0] * counts).sum() / counts.sum()
        uniform = -(log_p.mean(-1) * counts).sum() / counts.sum()
        return (1 - smoothing) * nll + smoothing * uniform, nll.detach()

    @torch.no_grad()
    def read_gguf(self, path):
        """The weights of a model file of int8."""
        from gguf import GGUFReader
        tensors = {t.name: t for t in GGUFReader(path).tensors}

        def floats(name):
            return torch.from_numpy(tensors[name].data.view(np.float32).copy())

        def matrix(name):
            four, sixteen, quads, blocks = (int(n) for n in tensors[name + '.weight'].shape)
            values = tensors[name + '.weight'].data.view(np.int8).reshape(blocks, quads, sixteen, four)
            rows = values.transpose(0, 2, 1, 3).reshape(blocks * sixteen, quads * four)
            return torch.from_numpy(rows.astype(np.float32)) * floats(name + '.scale')[:, None]

        self.embedding.copy_(matrix('token_embd'))
        self.bias.copy_(floats('output.bias'))
        for side, layers in (('enc', self.encoder), ('dec', self.decoder)):
            for i, layer in enumerate(layers):
                for name, module in layer.named_modules():
                    theirs = f'{side}.blk.{i}.' + GGUF_NAMES.get(name, '')
                    if isinstance(module, nn.Linear):
                        module.weight.copy_(matrix(theirs))
                        module.bias.copy_(floats(theirs + '.bias'))
                    elif isinstance(module, nn.LayerNorm):
                        module.weight.copy_(floats(theirs + '.weight'))
                        module.bias.copy_(floats(theirs + '.bias'))


GGUF_NAMES = {'attn.qkv': 'attn_qkv', 'attn.out': 'attn_out', 'attn_norm': 'attn_norm', 'cross.q': 'cross_attn_q',
              'cross.kv': 'cross_attn_kv', 'cross.out': 'cross_attn_out', 'cross_norm': 'cross_attn_norm',
              'up': 'ffn_up', 'down': 'ffn_down', 'ffn_norm': 'ffn_norm'}
