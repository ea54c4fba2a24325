#!/usr/bin/env python3
"""check_ct2.py - imports of CTranslate2's directories against ctranslate2 (PyPI, 4.x); prints TAP.

Random models of every supported shape are written through ctranslate2's own specifications; both
programs score the same pairs of random pieces, token by token.  Integers are compared one by one,
and with a float64 reference.

Needs ctranslate2, gguf, numpy and sentencepiece.  Environment: BUILD (build/release), SHARED (../shared: its
fixtures are used where they are there).
"""
import importlib.util
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import zipfile

import tap
from tap import ok

with tap.packages():
    import ctranslate2
    import gguf
    import numpy as np
    import sentencepiece
    from ctranslate2.specs import common_spec, model_spec, transformer_spec

PROGRAM = os.path.join(os.environ.get('BUILD', 'build/release'), 'translate')
FIXTURES = pathlib.Path(os.environ.get('SHARED', '../shared')) / 'fixtures'
QUANTIZATIONS = (None, 'float32', 'float16', 'bfloat16', 'int16', 'int8', 'int8_float16')
SPECIALS = ['<blank>', '<s>', '</s>', '<unk>']


# ---- Random models -----------------------------------------------------------------------------


class BFloat16(model_spec.NumpyVariable):
    """What ctranslate2 needs PyTorch for: the upper halves of float32, rounded to even."""

    def __init__(self, array):
        bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
        super().__init__(((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16))

    @property
    def dtype(self):
        return 'bfloat16'


def with_bfloat16(spec):
    def convert(layer, name, value):
        if isinstance(value, model_spec.NumpyVariable) and value.dtype == 'float32' and not value.is_scalar():
            setattr(layer, name.split('/')[-1], BFloat16(value.array))
    spec._visit(convert)


class Shape:
    """A Transformer's choices."""

    def __init__(self, name, **choices):
        self.name = name
        self.d, self.heads, self.ffn, self.decoder_ffn, self.layers = 32, 4, 64, 48, (2, 3)
        self.pre_norm = True
        self.activation = common_spec.Activation.RELU
        self.ties, self.vocab, self.source_vocab = 'none', 60, 60
        self.positions = self.embedding_norms = self.zero_start = False
        self.biases, self.scale, self.epsilon = True, True, None
        self.config = {}
        self.__dict__.update(choices)


A = common_spec.Activation
SHAPES = [
    Shape('pre-norm, relu, two vocabularies', source_vocab=47),
    Shape('post-norm, swish, all tied, zero start', pre_norm=False, activation=A.SWISH, ties='all',
          zero_start=True, config={'add_source_eos': True}),
    Shape('pre-norm, gelu, target tied, stored positions', activation=A.GELU, ties='target', positions=True,
          source_vocab=80),
    Shape('post-norm, gelu-sigmoid, embedding norms, <s> and </s> around', pre_norm=False,
          activation=A.GELUSigmoid, ties='all', positions=True, embedding_norms=True, scale=False,
          config={'add_source_bos': True, 'add_source_eos': True, 'decoder_start_token': '</s>'}),
    Shape('one layer each, one head, no biases', layers=(1, 1), heads=1, biases=False),
    Shape('pre-norm with embedding norms, epsilon 1e-3, scale 2.5', embedding_norms=True, epsilon=1e-3, scale=2.5),
    Shape('narrow and odd sizes', d=20, heads=5, ffn=33, decoder_ffn=7, vocab=37, source_vocab=23),
]


def build(shape, seed):
    """The specification with random weights."""
    rng = np.random.default_rng(seed)
    array = lambda *dims: rng.normal(0, 1.5 / np.sqrt(dims[-1]), dims).astype(np.float32)
    spec = transformer_spec.TransformerSpec.from_config(
        shape.layers, shape.heads, pre_norm=shape.pre_norm, activation=shape.activation,
        layernorm_embedding=shape.embedding_norms)

    def linear(layer, n_out, n_in):
        layer.weight = array(n_out, n_in)
        if shape.biases:
            layer.bias = array(n_out)

    def norm(layer):
        layer.gamma, layer.beta = 1 + array(shape.d), array(shape.d)

    def attention(block):
        sizes = (3, 1) if len(block.linear) == 2 else (1, 2, 1)
        for layer, times in zip(block.linear, sizes):
            linear(layer, times * shape.d, shape.d)
        norm(block.layer_norm)

    target = array(shape.vocab, shape.d)
    source = target if shape.ties == 'all' else array(shape.source_vocab, shape.d)
    spec.encoder.embeddings[0].weight, spec.decoder.embeddings.weight = source, target
    linear(spec.decoder.projection, shape.vocab, shape.d)
    if shape.ties != 'none':
        spec.decoder.projection.weight = target
    for side, ffn in ((spec.encoder, shape.ffn), (spec.decoder, shape.decoder_ffn)):
        side.scale_embeddings = shape.scale
        if shape.positions:
            side.position_encodings.encodings = array(300, shape.d)
        for name in ('layer_norm', 'layernorm_embedding'):
            if hasattr(side, name):
                norm(getattr(side, name))
        for layer in side.layer:
            attention(layer.self_attention)
            if hasattr(layer, 'attention'):
                attention(layer.attention)
            linear(layer.ffn.linear_0, ffn, shape.d)
            linear(layer.ffn.linear_1, shape.d, ffn)
            norm(layer.ffn.layer_norm)
    spec.decoder.start_from_zero_embedding = shape.zero_start
    spec.config.layer_norm_epsilon = shape.epsilon
    for key, value in shape.config.items():
        setattr(spec.config, key, value)
    return spec


def pieces_of(shape):
    target = SPECIALS + [f'▁{i}' for i in range(shape.vocab - len(SPECIALS))]
    source = SPECIALS + [f'▁s{i}' for i in range(shape.source_vocab - len(SPECIALS))]
    return target if shape.ties == 'all' else source, target


def save(spec, folder, vocabularies, quantization):
    source, target = vocabularies
    folder.mkdir()
    spec.register_source_vocabulary(source)
    spec.register_target_vocabulary(target)
    spec.validate()
    spec.optimize(None if quantization == 'bfloat16' else quantization)
    if quantization == 'bfloat16':
        with_bfloat16(spec)
    spec.save(str(folder))


# ---- Scores ------------------------------------------------------------------------------------


def convert(folder, path, *options):
    subprocess.run([PROGRAM, 'convert', '-f', 'en', '-t', 'de', '-o', path, *options, folder], check=True,
                   capture_output=True)


def scores(path, pairs, *options):
    """[[log-probability of each token, </s> included]] of pairs of lists of pieces."""
    text = ''.join(f'{" ".join(source)}\t{" ".join(target)}\n' for source, target in pairs)
    out = subprocess.run([PROGRAM, 'score', '-m', path, '--input', 'pieces', '--tokens', '--json', *options],
                         input=text.encode(), check=True, capture_output=True).stdout
    return [[token['log_probability'] for token in json.loads(line)['tokens']] for line in out.splitlines()]


def their_scores(folder, pairs, compute_type='float32'):
    translator = ctranslate2.Translator(str(folder), compute_type=compute_type, intra_threads=1)
    results = translator.score_batch([source for source, _ in pairs], [target for _, target in pairs],
                                     max_batch_size=1)
    return [result.log_probs for result in results]


def differences(ours, theirs, absolute=2e-5, relative=2e-4):
    """Where ours are not theirs; at most a few."""
    wrong = []
    for line, (mine, right) in enumerate(zip(ours, theirs)):
        if len(mine) != len(right):
            wrong.append(f'line {line}: {len(mine)} tokens, not {len(right)}')
        wrong += [f'line {line}: {a} where CTranslate2 has {b}' for a, b in zip(mine, right)
                  if not abs(a - b) <= absolute + relative * abs(b)]
    if len(ours) != len(theirs):
        wrong.append(f'{len(ours)} lines, not {len(theirs)}')
    return wrong[:5]


def random_pairs(vocabularies, rng, n=12):
    def words(pieces, longest):
        return [rng.choice(pieces[len(SPECIALS):]) for _ in range(rng.randint(1, longest))]
    return [(words(vocabularies[0], longest), words(vocabularies[1], longest))
            for longest in (rng.choice((3, 12, 60)) for _ in range(n))]


def check_random(shape, quantization, folder, seed):
    rng = random.Random(seed)
    vocabularies = pieces_of(shape)
    pairs = random_pairs(vocabularies, rng)
    save(build(shape, seed), folder / 'model', vocabularies, quantization)
    convert(folder / 'model', folder / 'model.gguf', '--type', 'float32')
    ok(f'{shape.name}, {quantization}: scores are those of CTranslate2 (seed {seed})',
       differences(scores(folder / 'model.gguf', pairs), their_scores(folder / 'model', pairs)))
    if quantization in ('int8', 'int8_float16'):
        convert(folder / 'model', folder / 'int8.gguf', '--type', 'int8')
        ok(f'{shape.name}, {quantization}: integers and scales are those of the file',
           different_integers(folder / 'model' / 'model.bin', folder / 'int8.gguf'))


def check_languages(codes, folder, seed):
    """NLLB's, mBART-50's and M2M100's way: [source language] text </s>, and the target language first."""
    rng = random.Random(seed)
    shape = Shape('languages', ties='all', positions=True, config={'decoder_start_token': '</s>'})
    pieces = ['<s>', '<pad>', '</s>', '<unk>'] + [f'▁{i}' for i in range(shape.vocab - 4 - len(codes))] + list(codes)
    pairs = random_pairs((pieces[:-len(codes)], pieces[:-len(codes)]), rng)
    save(build(shape, seed), folder / 'model', (pieces, pieces), None)
    subprocess.run([PROGRAM, 'convert', '--type', 'float32', '-o', folder / 'model.gguf', folder / 'model'],
                   check=True, capture_output=True)
    theirs = their_scores(folder / 'model', [([codes[0], *source, '</s>'], [codes[1], *target])
                                             for source, target in pairs])
    ours = scores(folder / 'model.gguf', pairs, '-f', codes[0].strip('_'), '-t', codes[1].strip('_'))
    ok(f'languages as {codes[0]}: scores are those of CTranslate2 (seed {seed})',
       differences(ours, [line[1:] for line in theirs]))


# ---- Integers ----------------------------------------------------------------------------------


def read_model(path):
    """{name: array} of a model.bin of version 2 or later, aliases included."""
    data, at = path.read_bytes(), 0

    def take(form):
        nonlocal at
        value = struct.unpack_from('<' + form, data, at)[0]
        at += struct.calcsize('<' + form)
        return value

    def text():
        nonlocal at
        n = take('H')
        at += n
        return data[at - n:at - 1].decode()

    version = take('I')
    text()
    take('I')
    arrays = {}
    for _ in range(take('I')):
        name = text()
        dims = [take('I') for _ in range(take('B'))]
        kind, size = take('B'), take('I')
        types = {4: '<f4', 2: '<i2', 1: 'i1'} if version < 4 else ('<f4', 'i1', '<i2', '<i4', '<f2', '<u2')
        if version < 4:
            size *= kind
        arrays[name] = np.frombuffer(data, types[kind], size // np.dtype(types[kind]).itemsize, at).reshape(dims)
        at += size
    for _ in range(take('I') if version >= 3 else 0):
        alias, name = text(), text()
        arrays[alias] = arrays[name]
        if name + '_scale' in arrays:
            arrays[alias + '_scale'] = arrays[name + '_scale']
    assert at == len(data)
    return arrays


def our_names(arrays):
    """(theirs, ours) of every int8 matrix."""
    yield 'decoder/embeddings/weight', ('target_embd', 'token_embd')
    source = 'encoder/embeddings_0/weight'
    yield source if source in arrays else 'encoder/embeddings/weight', ('source_embd', 'token_embd')
    yield 'decoder/projection/weight', ('output', 'target_embd', 'token_embd')
    parts = {'self_attention/linear_0': 'attn_qkv', 'self_attention/linear_1': 'attn_out',
             'attention/linear_0': 'cross_attn_q', 'attention/linear_1': 'cross_attn_kv',
             'attention/linear_2': 'cross_attn_out', 'ffn/linear_0': 'ffn_up', 'ffn/linear_1': 'ffn_down'}
    for side, (theirs, ours) in itertools.product(('encoder', 'decoder'), parts.items()):
        for i in itertools.count():
            name = f'{side}/layer_{i}/{theirs}/weight'
            if name not in arrays:
                break
            yield name, (f'{side[:3]}.blk.{i}.{ours}',)


def different_integers(theirs, ours):
    arrays = read_model(theirs)
    tensors = {tensor.name: tensor.data for tensor in gguf.GGUFReader(ours).tensors}
    wrong, n = [], 0
    for name, choices in our_names(arrays):
        q, scale = arrays[name], arrays[name + '_scale']
        choice = next(c for c in choices if c + '.weight' in tensors)
        blocks, quads = -(-q.shape[0] // 16), -(-q.shape[1] // 4)
        packed = tensors[choice + '.weight'].reshape(blocks, quads, 16, 4)
        unpacked = packed.transpose(0, 2, 1, 3).reshape(16 * blocks, 4 * quads)
        same = (np.array_equal(unpacked[:q.shape[0], :q.shape[1]], q)
                and np.array_equal(tensors[choice + '.scale'], np.float32(1) / scale)
                and np.array_equal(tensors[choice + '.sum'], q.astype(np.int32).sum(1)))
        wrong += [] if same else [f'{name} is not {choice}']
        n += 1
    return wrong if n > 10 else ['too few matrices']


# ---- A float64 reference over the same integers -------------------------------------------------


def load_reference():
    spec = importlib.util.spec_from_file_location('reference', FIXTURES / 'tools' / 'reference.py')
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference_of(folder):
    """reference.py's model with the de-quantised weights of a model that was Marian's."""
    reference = load_reference()
    arrays = read_model(folder / 'model.bin')
    real = lambda name: (arrays[name] * (np.float32(1) / arrays[name + '_scale'])[:, None].astype(np.float32)
                         if name + '_scale' in arrays else arrays[name]).astype(np.float64)
    w = {'Wemb': real('decoder/embeddings/weight'), 'decoder_ff_logit_out_b': real('decoder/projection/bias')}

    def linear(stem, letters, name):
        for i, letter in enumerate(letters):
            w[f'{stem}_W{letter}'] = np.split(real(name + '/weight'), len(letters))[i].T
            w[f'{stem}_b{letter}'] = np.split(real(name + '/bias'), len(letters))[i]

    def norm(stem, name):
        w[stem + '_ln_scale'], w[stem + '_ln_bias'] = real(name + '/gamma'), real(name + '/beta')

    depth = {}
    for side in ('encoder', 'decoder'):
        for i in itertools.count():
            theirs, ours = f'{side}/layer_{i}/', f'{side}_l{i + 1}_'
            if theirs + 'ffn/linear_0/weight' not in arrays:
                depth[side] = i
                break
            linear(ours + 'self', 'qkv', theirs + 'self_attention/linear_0')
            linear(ours + 'self', 'o', theirs + 'self_attention/linear_1')
            norm(ours + 'self_Wo', theirs + 'self_attention/layer_norm')
            if side == 'decoder':
                linear(ours + 'context', 'q', theirs + 'attention/linear_0')
                linear(ours + 'context', 'kv', theirs + 'attention/linear_1')
                linear(ours + 'context', 'o', theirs + 'attention/linear_2')
                norm(ours + 'context_Wo', theirs + 'attention/layer_norm')
            linear(ours + 'ffn', '1', theirs + 'ffn/linear_0')
            linear(ours + 'ffn', '2', theirs + 'ffn/linear_1')
            norm(ours + 'ffn_ffn', theirs + 'ffn/layer_norm')
    model = object.__new__(reference.Model)
    model.__dict__.update(
        w=w, dim=w['Wemb'].shape[1], heads=int(arrays['encoder/num_heads']), enc_depth=depth['encoder'],
        dec_depth=depth['decoder'], pre='', post='dan', emb_ops='d', top_ops='', ssru=False, wpos=None,
        act=reference.ACTIVATION[{0: 'relu', 2: 'swish'}[int(arrays['encoder/activation'])]], src_emb=w['Wemb'],
        trg_emb=w['Wemb'], out_w=w['Wemb'], out_b=w['decoder_ff_logit_out_b'], kv_norm=False, hf=True,
        zero_pos=False, eps=1e-5)
    return model


def check_reference(name, folder):
    model = reference_of(FIXTURES / name)
    pieces = json.loads((FIXTURES / name / 'shared_vocabulary.json').read_text())
    ids = {piece: i for i, piece in reversed(list(enumerate(pieces)))}
    of = lambda words: [ids.get(word, ids['<unk>']) for word in words]
    sources = (FIXTURES / name).parent.joinpath('input.pieces').read_text().splitlines()
    forced = (FIXTURES / name / 'out.forced.txt').read_text().splitlines()
    pairs = [(source.split(), line.split(' ||| ')[1].split()[:-1]) for source, line in zip(sources, forced) if source]
    convert(FIXTURES / name, folder / 'model.gguf', '--type', 'float32')
    right = [model.score(of(source) + [0], of(target) + [0]) for source, target in pairs]
    ok(f'{name}: float32 over its integers is what float64 computes',
       differences(scores(folder / 'model.gguf', pairs), right))
    convert(FIXTURES / name, folder / 'int8.gguf', '--type', 'int8')
    ok(f'{name}: integers and scales are those of the file',
       different_integers(FIXTURES / name / 'model.bin', folder / 'int8.gguf'))


# ---- Packages ----------------------------------------------------------------------------------


def check_package(name, spm, folder):
    """Text in and text out of an Argos package, greedily, is what its parts give one after the other."""
    model, lines = FIXTURES / name, (FIXTURES / name).parent.joinpath('input.txt').read_text().splitlines()
    path = folder / 'toy.argosmodel'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as package:
        package.writestr('toy-1_0/metadata.json', json.dumps({'from_code': 'en', 'to_code': 'de'}))
        package.write(spm, 'toy-1_0/sentencepiece.model')
        for file in ('model.bin', 'config.json', 'shared_vocabulary.json'):
            package.write(model / file, f'toy-1_0/model/{file}')
    subprocess.run([PROGRAM, 'convert', '--type', 'float32', '-o', folder / 'toy.gguf', path], check=True,
                   capture_output=True)
    ours = subprocess.run([PROGRAM, '-m', folder / 'toy.gguf', '-b', '1', '--split', 'none', '--raw'], check=True,
                          input='\n'.join(lines).encode(), capture_output=True).stdout.decode().splitlines()
    tokenizer = sentencepiece.SentencePieceProcessor(model_file=str(spm))
    translator = ctranslate2.Translator(str(model), compute_type='float32', intra_threads=1)
    wrong, n = [], 0
    for line, mine in zip(lines, ours):
        pieces = tokenizer.encode(line, out_type=str)
        theirs = translator.translate_batch([pieces], beam_size=1, disable_unk=True)[0].hypotheses[0] if pieces else []
        right = tokenizer.decode_pieces(theirs)
        if mine.strip() != right.strip():
            wrong.append(f'{line!r}: {mine!r}, not {right!r}')
        n += 1
    ok(f'{name} as a package: {n} lines of text', wrong[:5] + ([] if n == len(lines) > 30 else ['lines are missing']))


def main():
    seed = int(os.environ.get('SEED', random.SystemRandom().randrange(1 << 30)))
    for i, (shape, quantization) in enumerate(itertools.product(SHAPES, QUANTIZATIONS)):
        with tempfile.TemporaryDirectory() as folder:
            check_random(shape, quantization, pathlib.Path(folder), seed + i)
    for codes in (('eng_Latn', 'deu_Latn'), ('en_XX', 'de_DE'), ('__en__', '__ceb__')):
        with tempfile.TemporaryDirectory() as folder:
            check_languages(codes, pathlib.Path(folder), seed)
    for name in ('paper-post-relu-bpe/ct2-int8', 'opus-style/ct2-int8'):
        if not (FIXTURES / name).is_dir():
            tap.skip(name, f'is not in {FIXTURES}')
            continue
        with tempfile.TemporaryDirectory() as folder:
            check_reference(name, pathlib.Path(folder))
    package = FIXTURES / 'paper-post-relu-bpe'
    if package.is_dir():
        with tempfile.TemporaryDirectory() as folder:
            check_package('paper-post-relu-bpe/ct2-float32', package / 'vocab.spm', pathlib.Path(folder))
    else:
        tap.skip('a package', f'paper-post-relu-bpe is not in {FIXTURES}')
    tap.done()


if __name__ == '__main__':
    main()
