#!/usr/bin/env python3
"""Writes tests/data/attention_scores.tsv: attention by each score in float64, and the gradients of
sum(out * d_out), by complex steps, which know nothing of how a gradient is derived.

A line is SCORE, an array's name and its numbers.  Needs numpy."""
import sys

import numpy as np

N_Q, N_K, D, D_VALUE, PLACES = 3, 5, 4, 3, 4


def scores(kind, a):
    q, k = a["q"], a["k"]
    if kind == "scaled-dot":
        return q @ k.T / np.sqrt(D)
    if kind == "dot":
        return q @ k.T
    if kind == "general":
        return q @ a["w"].reshape(D, D) @ k.T
    if kind == "cosine":
        lengths = np.sqrt((q * q).sum(1))[:, None] * np.sqrt((k * k).sum(1))[None]
        return np.exp(a["w"][0]) * (q @ k.T) / lengths
    if kind == "additive":
        return np.tanh(q[:, None] + k[None]) @ a["w"]
    out = np.full((N_Q, N_K), -np.inf, complex)
    out[:, :PLACES] = q
    return out


def attend(kind, a):
    s = scores(kind, a)
    e = np.exp(s - s.real.max(1)[:, None])
    return e / e.sum(1)[:, None] @ a["v"]


def main():
    random = np.random.default_rng(1)
    for kind in ("scaled-dot", "cosine", "additive", "location", "dot", "general"):
        n_w = {"cosine": 1, "additive": D, "general": D * D}.get(kind, 0)
        shapes = {"q": (N_Q, D), "k": (N_K, D), "v": (N_K, D_VALUE), "w": (n_w,)}
        a = {n: random.normal(size=s).astype(np.float32).astype(complex) for n, s in shapes.items()}
        d_out = random.normal(size=(N_Q, D_VALUE)).astype(np.float32)
        arrays = {n: x.real for n, x in a.items()} | {"d_out": d_out, "out": attend(kind, a).real}
        for name, x in a.items():
            gradient = np.zeros(x.shape)
            for at in np.ndindex(x.shape):
                here = x[at]
                x[at] = here + 1e-30j
                gradient[at] = (attend(kind, a) * d_out).sum().imag / 1e-30
                x[at] = here
            arrays["d_" + name] = gradient
        for name, x in arrays.items():
            print(kind, name, *(f"{v:.12g}" for v in np.ravel(x)), sep="\t")


sys.exit(main())
