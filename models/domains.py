#!/usr/bin/env python3
"""Tells how many texts of each domain a model of English and German gets right: domains.py MODEL FROM TO
    PROGRAM    the program to run (default translate)
    THREADS    threads that it takes (default 1)

The texts are those of domains/: "labels", and "manual", sentences with a label in them, in both
directions.  "numbers" are the numbers from 13 to 999, every seventh of those above 99, as words in a sentence:
the word or the digits are right.  "formality" is how often `--formality` is obeyed, of those that
address anybody; for German alone.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / 'text'))
from interface import ONES, below_hundred  # noqa: E402

DOMAINS = Path(__file__).parent / 'domains'
FRAMES = {'en': 'The school bought {} chairs.', 'de': 'Die Schule hat {} Stühle gekauft.'}
FORMAL = re.compile(r'\b(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b')
INFORMAL = re.compile(r'\b(du|dich|dir|dein(e[mnrs]?)?|euch|euer|eure[mnrs]?)\b', re.IGNORECASE)


def number(n):
    """The words of a number from 13 to 999: English, German."""
    hundreds, rest = divmod(n, 100)
    words = below_hundred(rest) if rest else ('', '')
    if not hundreds:
        return words
    english, german = ONES[hundreds - 1]
    return f'{english} hundred' + (f' and {words[0]}' if rest else ''), ('ein' if hundreds == 1 else german) + 'hundert' + words[1]


def translate(model, source, target, lines, *options):
    done = subprocess.run([os.environ.get('PROGRAM', 'translate'), '-q', '-b', '4', '-j', os.environ.get('THREADS', '1'),
                           '-m', model, '-f', source, '-t', target, *options],
                          input='\n'.join(lines) + '\n', capture_output=True, text=True, check=True)
    return done.stdout.split('\n')[:len(lines)]


def rows(name):
    return [line.split('\t') for line in (DOMAINS / name).read_text(encoding='utf-8').splitlines()]


def plain(text):
    return text.casefold().strip(' .:…„“"')


def labels(model, source, target):
    """Of the labels, those that come out as one of the translations."""
    pairs = [(e.split('|'), g.split('|')) for e, g in rows('labels.tsv')]
    if source == 'de':
        known = {}
        for e, g in pairs:
            known.setdefault(plain(g[0]), (g[0], []))[1].extend(e)
        pairs = [([g], e) for g, e in known.values()]
    said = translate(model, source, target, [a[0] for a, _ in pairs])
    return sum(plain(s) in map(plain, right) for s, (_, right) in zip(said, pairs)), len(pairs)


def manual(model, source, target):
    """Of the sentences, those that have their label."""
    table = rows('manual.tsv')
    said = translate(model, source, target, [row[source == 'de'] for row in table])
    right = [[row[2]] if target == 'en' else row[3].split('|') for row in table]
    return sum(any(re.search(rf'(?<!\w){re.escape(label)}(?!\w)', s) for label in r) for s, r in zip(said, right)), len(table)


def numbers(model, source, target):
    """Of the numbers in words, those that come out as words or digits."""
    all_numbers = [*range(13, 100), *range(100, 1000, 7)]
    write, read = (0, 1) if source == 'en' else (1, 0)

    def tight(text):
        text = re.sub(r'[\s-]|\band\b', '', text.casefold())
        return re.sub('(ein|one|a)hund', 'hund', text).replace('hundertund', 'hundert')

    def is_right(n, text):
        return tight(number(n)[read]) in tight(text) or str(n) in re.findall(r'\d+', text)

    said = translate(model, source, target, [FRAMES[source].format(number(n)[write]) for n in all_numbers])
    return sum(is_right(n, s) for n, s in zip(all_numbers, said)), len(all_numbers)


def formality(model, source, target):
    """Of the sentences that say "you", those that address as they are told to."""
    lines = [row[0] for row in rows('formality.tsv')]
    formal = translate(model, source, target, lines, '--formality', 'formal')
    informal = translate(model, source, target, lines, '--formality', 'informal')
    return (sum(bool(FORMAL.search(s)) and not INFORMAL.search(s) for s in formal) +
            sum(bool(INFORMAL.search(s) or s.startswith('Ihr ')) for s in informal)), 2 * len(lines)


def main():
    if len(sys.argv) != 4 or set(sys.argv[2:]) != {'en', 'de'}:
        sys.exit(__doc__)
    measures = [labels, manual, numbers] + ([formality] if sys.argv[3] == 'de' else [])
    for measure in measures:
        n, of = measure(*sys.argv[1:])
        print(f'{measure.__name__}\t{n} of {of}')


if __name__ == '__main__':
    main()
