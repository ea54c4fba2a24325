#!/usr/bin/env python3
"""glossary.py - what a glossary does to 300 sentences: terms said, BLEU, speed.

    bench/glossary.py [--data DIR] [--hard] [--pair en-de] [--sentences 300] [PROGRAM]

DIR has the test sets: newstest2014.en, newstest2014.de and so on, as sacreBLEU (--echo) prints them; those of SETS that are
not there are left out.  Without it, the pairs that come with the model are taken.

The terms are pairs of words that occur together in the sentence pairs of the test sets (Dice's
coefficient), and that the reference of a sentence has: one to three for each sentence.  A term that
some sentence of the set has without its translation in the reference is left out, so that one
glossary fits all of them.  --hard takes only terms that the plain translation lacks.
"""
import argparse
import collections
import gzip
import os
import random
import re
import resource
import subprocess
import sys
import tempfile

SETS = ['newstest2014', 'flores-dev', 'flores-devtest', 'multi30k-test_2016_flickr', 'tatoeba-dev']
WORD = re.compile(r"\w+(?:-\w+)*", re.UNICODE)


def read(data, name, language):
    with open(f'{data}/{name}.{language}', encoding='utf-8') as f:
        return f.read().split('\n')[:-1]


def read_sets(o, a, b):
    """The pairs of the set that is translated, and those of the others."""
    if not o.data:
        with gzip.open(f'models/{o.pair}/general.tsv.gz', 'rt', encoding='utf-8') as f:
            return [tuple(line.rstrip('\n').split('\t')) for line in f], []
    sets = [name for name in SETS if all(os.path.exists(f'{o.data}/{name}.{x}') for x in (a, b))]
    if o.set not in sets:
        sys.exit(f'glossary.py: {o.data} has no {o.set}.{a} and {o.set}.{b}')
    pairs = {name: list(zip(read(o.data, name, a), read(o.data, name, b))) for name in sets}
    return pairs[o.set], [pair for name in sets if name != o.set for pair in pairs[name]]


def words(line):
    return set(w for w in WORD.findall(line) if len(w) >= 4 and not w.isdigit())


def lexicon(pairs):
    """The best translation of each source word by Dice's coefficient, if it is good."""
    source, target, both = collections.Counter(), collections.Counter(), collections.Counter()
    for s, t in pairs:
        source.update(s)
        target.update(t)
        both.update((a, b) for a in s for b in t)
    best = {}
    for (a, b), n in sorted(both.items()):
        dice = 2 * n / (source[a] + target[b])
        if n >= 3 and dice >= 0.4 and dice > best.get(a, (0, ''))[0]:
            best[a] = (dice, b)
    return {a: best[a][1] for a in sorted(best)}


def cpu_seconds():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def run(program, arguments, lines):
    start = cpu_seconds()
    done = subprocess.run([program] + arguments, input='\n'.join(lines) + '\n', encoding='utf-8',
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True)
    return done.stdout.split('\n')[:-1], cpu_seconds() - start, done.stderr


def bleu(program, lines, references, folder):
    paths = [os.path.join(folder, name) for name in ('out', 'ref')]
    for path, text in zip(paths, (lines, references)):
        with open(path, 'w', encoding='utf-8') as f:
            f.write('\n'.join(text) + '\n')
    told = subprocess.run([program, 'evaluate', '--metrics', 'bleu', *paths],
                          encoding='utf-8', stdout=subprocess.PIPE, check=True).stdout
    return float(re.search(r' = (\d+\.\d+)', told).group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('program', nargs='?', default='build/release/translate')
    parser.add_argument('--data')
    parser.add_argument('--pair', default='en-de')
    parser.add_argument('--hard', action='store_true')
    parser.add_argument('--sentences', type=int, default=300)
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--set', default='newstest2014')
    parser.add_argument('--keep', help='a folder for the sentences, the glossary and what came out')
    parser.add_argument('--option', action='append', default=[])
    o = parser.parse_args()
    a, b = o.pair.split('-')[:2]
    model = ['-m', f'models/{o.pair}/{o.pair}.gguf', '-j', '1', *o.option]

    rows, others = read_sets(o, a, b)
    translation = lexicon([(words(s), words(t)) for s, t in rows + others])
    random.Random(1).shuffle(rows)
    rows = [r for r in rows if 8 <= len(r[0].split()) <= 40][:4 * o.sentences]
    plain, _, _ = run(o.program, model, [s for s, _ in rows])

    bad = {w for s, t in rows for w in words(s) if w in translation
           and translation[w] not in words(t)}
    chosen = []
    for (s, t), out in zip(rows, plain):
        terms = [w for w in sorted(words(s)) if w in translation and w not in bad
                 and not (o.hard and translation[w] in words(out))]
        random.Random(s).shuffle(terms)
        if terms and len(chosen) < o.sentences:
            chosen.append((s, t, terms[:random.Random(s).randint(1, 3)]))
    glossary = {w: translation[w] for _, _, terms in chosen for w in terms}
    sources, references = [c[0] for c in chosen], [c[1] for c in chosen]

    with tempfile.TemporaryDirectory() as folder:
        folder = o.keep or folder
        path = os.path.join(folder, 'glossary.tsv')
        with open(path, 'w', encoding='utf-8') as f:
            f.writelines(f'{s}\t{t}\n' for s, t in sorted(glossary.items()))
        with_terms = model + ['--glossary', path]
        before, after, ratios = None, None, []
        for _ in range(o.repeat):
            before, t0, _ = run(o.program, model, sources)
            after, t1, told = run(o.program, with_terms + ['-v'], sources)
            ratios.append(t0 / t1)
        n = sum(len(terms) for _, _, terms in chosen)
        said = [sum(glossary[w] in out for (_, _, terms), out in zip(chosen, lines)
                    for w in terms) for lines in (before, after)]
        print(f'{o.pair} {o.set if o.data else "general"}: {len(chosen)} sentences, {n} terms, {len(glossary)} lines of '
              f'glossary')
        print(f'terms said     {100 * said[0] / n:.1f} % without, {100 * said[1] / n:.1f} % with')
        print(f'BLEU           {bleu(o.program, before, references, folder):.2f} without, '
              f'{bleu(o.program, after, references, folder):.2f} with')
        print(f'speed          {sorted(ratios)[len(ratios) // 2]:.2f} of that without')
        print('\n'.join(line for line in told.split('\n') if 'glossary' in line))
        if o.keep:
            for name, lines in (('before', before), ('after', after), ('source', sources)):
                with open(os.path.join(folder, name), 'w', encoding='utf-8') as f:
                    f.write('\n'.join(lines) + '\n')


if __name__ == '__main__':
    sys.exit(main())
