"""The encoder-decoder Transformer of "Attention Is All You Need" (post-norm, ReLU, one tied table), as Marian lays it out.

Shapes: B sentences, S source pieces, T target pieces, D = dim.  Masks are True where a piece stands.
"""
import math

import torch
import torch.nn.functional as F
from torch import nn


def positions(length, dim):
    """Sinusoids [length, dim] in Marian's order: all sines, then all cosines."""
    half = dim // 2
    rates = torch.exp(torch.arange(half) * (-math.log(10000.0) / (half - 1)))
    angles = torch.arange(length)[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], dim=1)


def attend(q, k, v, heads, mask):
    """Scaled dot products of q [B, T, D] with k and v [B, S, D]; mask broadcasts to [B, heads, T, S]."""
    q, k, v = (x.unflatten(-1, (heads, -1)).transpose(1, 2) for x in (q, k, v))
    scores = (q / math.sqrt(q.shape[-1])) @ k.transpose(2, 3)
    weights = scores.masked_fill(~mask, -1e9).softmax(-1, dtype=torch.float32).to(v.dtype)
    return (weights @ v).transpose(1, 2).flatten(2)


class SelfAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.qkv, self.o = heads, nn.Linear(dim, 3 * dim), nn.Linear(dim, dim)

    def forward(self, x, mask):
        return self.o(attend(*self.qkv(x).chunk(3, dim=-1), self.heads, mask))


class CrossAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads, self.q = heads, nn.Linear(dim, dim)
        self.kv, self.o = nn.Linear(dim, 2 * dim), nn.Linear(dim, dim)

    def forward(self, x, memory, mask):
        return self.o(attend(self.q(x), *self.kv(memory).chunk(2, dim=-1), self.heads, mask))


class FeedForward(nn.Module):
    def __init__(self, dim, ffn):
        super().__init__()
        self.w1, self.w2 = nn.Linear(dim, ffn), nn.Linear(ffn, dim)

    def forward(self, x):
        return self.w2(F.relu(self.w1(x)))


class Layer(nn.Module):
    """One encoder layer, or one decoder layer where `decoder` adds attention to the source."""

    def __init__(self, dim, heads, ffn, dropout, decoder):
        super().__init__()
        norm = lambda: nn.LayerNorm(dim, eps=1e-6)
        self.drop = nn.Dropout(dropout) if dropout else nn.Identity()
        self.attention, self.attention_norm = SelfAttention(dim, heads), norm()
        if decoder:
            self.cross, self.cross_norm = CrossAttention(dim, heads), norm()
        self.ffn, self.ffn_norm = FeedForward(dim, ffn), norm()

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = self.attention_norm(x + self.drop(self.attention(x, mask)))
        if memory is not None:
            x = self.cross_norm(x + self.drop(self.cross(x, memory, memory_mask)))
        return self.ffn_norm(x + self.drop(self.ffn(x)))


class Transformer(nn.Module):
    def __init__(self, vocab, dim, heads, ffn, encoder_depth, decoder_depth, dropout=0.0):
        super().__init__()
        self.shape = dict(vocab=vocab, dim=dim, heads=heads, ffn=ffn,
                          encoder_depth=encoder_depth, decoder_depth=decoder_depth)
        self.table = nn.Parameter(torch.randn(vocab, dim) * dim**-0.5)
        self.bias = nn.Parameter(torch.zeros(vocab))
        self.drop = nn.Dropout(dropout) if dropout else nn.Identity()
        layers = lambda n, decoder: nn.ModuleList(
            Layer(dim, heads, ffn, dropout, decoder) for _ in range(n))
        self.encoder, self.decoder = layers(encoder_depth, False), layers(decoder_depth, True)
        for name, weights in self.named_parameters():
            if weights.dim() == 2 and name != 'table':
                nn.init.xavier_uniform_(weights)
            elif name.endswith('.bias'):
                nn.init.zeros_(weights)

    def embed(self, x):
        return self.drop(x * math.sqrt(x.shape[-1]) + positions(x.shape[1], x.shape[2]))

    def encode(self, source, source_mask):
        x = self.embed(F.embedding(source, self.table))
        for layer in self.encoder:
            x = layer(x, source_mask[:, None, None, :])
        return x

    def decode(self, target, memory, source_mask):
        """States [B, T, D] that predict `target`; the first input is the zero vector."""
        shifted = F.pad(F.embedding(target[:, :-1], self.table), (0, 0, 1, 0))
        x, length = self.embed(shifted), target.shape[1]
        past = torch.ones(length, length, dtype=torch.bool).tril()
        for layer in self.decoder:
            x = layer(x, past, memory, source_mask[:, None, None, :])
        return x

    def forward(self, source, source_mask, target):
        return self.decode(target, self.encode(source, source_mask), source_mask)


class TiedCrossEntropy(torch.autograd.Function):
    """Label-smoothed cross-entropy of softmax(states @ table.T + bias), summed over rows.

    The logits of a whole batch are the largest tensor of a step by far, so they are made a block of
    rows at a time, and the gradients with them.  Returns the loss and the plain negative
    log-likelihood; only the loss has a gradient.
    """
    ROWS = 512

    @staticmethod
    def forward(ctx, states, table, bias, ids, smoothing, kind):
        low, vocab = table.to(kind), table.shape[0]
        d_states, d_table, d_bias = (torch.zeros_like(x) for x in (states, table, bias))
        loss = nll = 0.0
        for first in range(0, len(ids), TiedCrossEntropy.ROWS):
            rows = slice(first, first + TiedCrossEntropy.ROWS)
            x, y = states[rows].to(kind), ids[rows, None]
            logp = (x @ low.T).float().add_(bias).log_softmax(-1)
            of_ids = -logp.gather(1, y).sum().item()
            nll += of_ids
            loss += (1 - smoothing) * of_ids - smoothing / vocab * logp.sum().item()
            d = logp.exp_().sub_(smoothing / vocab)
            d.scatter_add_(1, y, torch.full_like(y, smoothing - 1, dtype=d.dtype))
            d_bias += d.sum(0)
            d = d.to(kind)
            d_states[rows] = d @ low
            d_table += d.T @ x
        ctx.save_for_backward(d_states, d_table, d_bias)
        return states.new_tensor(loss), states.new_tensor(nll)

    @staticmethod
    def backward(ctx, d_loss, _):
        return *(x.mul_(d_loss) for x in ctx.saved_tensors), None, None, None
