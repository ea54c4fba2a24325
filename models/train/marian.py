"""A Transformer of network.py to and from Marian's model.npz."""
import numpy as np
import torch

CONFIG = """\
version: v1.12.0
type: transformer
dim-vocabs:
  - {vocab}
  - {vocab}
dim-emb: {dim}
enc-depth: {encoder_depth}
dec-depth: {decoder_depth}
transformer-heads: {heads}
transformer-dim-ffn: {ffn}
transformer-ffn-depth: 2
transformer-ffn-activation: relu
transformer-decoder-autoreg: self-attention
transformer-preprocess: ""
transformer-postprocess: dan
transformer-postprocess-emb: d
transformer-postprocess-top: ""
transformer-tied-layers:
  []
transformer-train-position-embeddings: false
transformer-no-projection: false
transformer-depth-scaling: false
transformer-guided-alignment-layer: last
tied-embeddings: false
tied-embeddings-src: false
tied-embeddings-all: true
output-omit-bias: false
input-types:
  []
layer-normalization: false
right-left: false
skip: false
lemma-dim-emb: 0
bert-train-type-embeddings: true
bert-type-vocab-size: 2
dec-cell: gru
dec-cell-base-depth: 2
dec-cell-high-depth: 1
dim-rnn: 1024
enc-cell: gru
enc-cell-depth: 1
enc-type: bidirectional
ulr: false
ulr-dim-emb: 0
ulr-trainable-transformation: false
transformer-aan-activation: swish
transformer-aan-depth: 2
transformer-aan-nogate: false
transformer-dim-aan: 2048
"""


def parts(encoder_depth, decoder_depth):
    """Our name of each parameter but the table's, with the Marian names whose columns are its rows."""
    yield 'bias', ['decoder_ff_logit_out_b']
    for side, depth in (('encoder', encoder_depth), ('decoder', decoder_depth)):
        for i in range(depth):
            ours, theirs = f'{side}.{i}', f'{side}_l{i + 1}'
            blocks = [('attention', 'self', {'qkv': 'qkv', 'o': 'o'})]
            if side == 'decoder':
                blocks.append(('cross', 'context', {'q': 'q', 'kv': 'kv', 'o': 'o'}))
            for block, name, products in blocks:
                for product, letters in products.items():
                    for kind, letter in (('weight', 'W'), ('bias', 'b')):
                        yield (f'{ours}.{block}.{product}.{kind}',
                               [f'{theirs}_{name}_{letter}{x}' for x in letters])
                yield f'{ours}.{block}_norm.weight', [f'{theirs}_{name}_Wo_ln_scale']
                yield f'{ours}.{block}_norm.bias', [f'{theirs}_{name}_Wo_ln_bias']
            for j in '12':
                yield f'{ours}.ffn.w{j}.weight', [f'{theirs}_ffn_W{j}']
                yield f'{ours}.ffn.w{j}.bias', [f'{theirs}_ffn_b{j}']
            yield f'{ours}.ffn_norm.weight', [f'{theirs}_ffn_ffn_ln_scale']
            yield f'{ours}.ffn_norm.bias', [f'{theirs}_ffn_ffn_ln_bias']


def save(path, weights, shape):
    """Writes `weights` (a state_dict) as float32.  Marian keeps matrices [inputs, outputs], vectors [1, n]."""
    arrays = {'Wemb': weights['table'].numpy()}
    for ours, theirs in parts(shape['encoder_depth'], shape['decoder_depth']):
        for name, part in zip(theirs, weights[ours].chunk(len(theirs))):
            arrays[name] = (part.t() if part.dim() == 2 else part[None]).contiguous().numpy()
    text = CONFIG.format(**shape).encode() + b'\0'
    np.savez(path, **arrays, **{'special:model.yml': np.frombuffer(text, dtype=np.int8)})


def load(path, shape):
    """A state_dict from a file of the same shape."""
    file = np.load(path)
    weights = {'table': torch.from_numpy(file['Wemb'])}
    for ours, theirs in parts(shape['encoder_depth'], shape['decoder_depth']):
        arrays = [torch.from_numpy(file[name]) for name in theirs]
        whole = torch.cat(arrays, dim=1)
        weights[ours] = whole[0] if ours.endswith(('bias', 'norm.weight')) else whole.t().contiguous()
    return weights
