"""The configuration of a Marian model as the ones here are: post-norm, ReLU, one table of embeddings."""

CONFIG = """dec-depth: {decoder}
dim-emb: {dim}
dim-vocabs: [{vocabulary}, {vocabulary}]
enc-depth: {encoder}
tied-embeddings: false
tied-embeddings-all: true
tied-embeddings-src: false
transformer-decoder-autoreg: self-attention
transformer-dim-ffn: {ffn}
transformer-ffn-activation: relu
transformer-guided-alignment-layer: last
transformer-heads: {heads}
transformer-no-projection: false
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-preprocess: ""
transformer-train-position-embeddings: false
type: transformer
version: v1.12.0
"""


def text(encoder, decoder, dim, ffn, heads, vocabulary):
    return CONFIG.format(encoder=encoder, decoder=decoder, dim=dim, ffn=ffn, heads=heads, vocabulary=vocabulary)
