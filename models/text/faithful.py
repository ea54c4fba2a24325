#!/usr/bin/env python3
"""Writes English-German pairs that teach a model to keep what must be kept, one a line: English,
German, part.  faithful.py [--seed N] [--templates N] [TEXT.tsv[.xz]...] > faithful.tsv

Templates, filled with numbers, amounts, dates, addresses, file names, placeholders and names that
no text holds, make the part faithful-templates, or, where an hour is given with am or pm,
faithful-clock: German has no such hours, and the way back to them is open.  Pairs of TEXT (its third
column is the part, and only those of --from are taken) become, part by part: faithful-names, other
names on both sides; faithful-numbers, other numbers; faithful-codes, AB12 and its like in the place
of words that both sides share; faithful-stress, one word in capitals; faithful-marks, capitals,
emoji, list marks, lost full stops; and, of the dictionary's single words, faithful-lists.
"""
import argparse
import lzma
import random
import re

from faithful_slots import MARKS, SLOTS, emoji, name, number_like
from faithful_templates import TEMPLATES

CLOCK = re.compile(r'\d [ap]\.?m\b', re.IGNORECASE)
SLOT = re.compile(r'\{(\w+?)(\d?)\}')


def fill(rng, english, german):
    """A template with every slot filled; the same slot name and digit is the same thing on both sides."""
    values = {}
    for slot in SLOT.finditer(english):
        if slot.group(0) not in values:
            values[slot.group(0)] = SLOTS[slot.group(1)](rng)
    return tuple(SLOT.sub(lambda m: values[m.group(0)][side], text)
                 for side, text in enumerate((english, german)))


def other_case(rng, pair):
    """Now and then capitals throughout, an emoji, no full stop, another mark at the end, a list mark."""
    way = rng.random()
    if way < 0.3:
        return tuple(side.upper().replace('ß', 'SS') for side in pair)
    if way < 0.45:
        mark = rng.choice(('!!!', '!!', '???', '...', '?!'))
        return tuple(re.sub(r'[.!?]+$', '', side) + mark for side in pair)
    if way < 0.65:
        mark = ' ' + ''.join(emoji(rng) for _ in range(rng.choice((1, 1, 2))))
        return tuple(side + mark for side in pair)
    if way < 0.75:
        return tuple(re.sub(r'[.!]$', '', side) for side in pair)
    if way < 0.85:
        return tuple(side[:1].lower() + re.sub(r'[.]$', '', side[1:]) if number == 0 else re.sub(r'[.]$', '', side)
                     for number, side in enumerate(pair))
    mark = rng.choice(MARKS)(rng)
    return tuple(mark + side for side in pair)


NAMES = re.compile(r'\b(Tom|Mary|Maria|John|Johannes|Jack|Bill|Bob|Jim|Ken|Jane|Nancy|Lucy|Alice|Mike|Peter|Paul)\b')


def other_names(rng, pair):
    """The pair with names of no text in place of its own, or nothing if the sides do not name the same."""
    found = [sorted(set(NAMES.findall(side))) for side in pair]
    if not found[0] or found[0] != found[1]:
        return None
    new = {old: name(rng) for old in found[0]}
    genitive = any(re.search(old + r"(?:s|'s|')\b", side) for old in new for side in pair)
    if genitive:
        return None
    return tuple(NAMES.sub(lambda m: new[m.group(0)], side) for side in pair)


NUMBER = re.compile(r'(?<![\w.,:/-])\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,2})?(?![\w:/-]|[.,]\d)|(?<![\w.,:/-])\d+(?![\w:/-]|[.,]\d)')


def plain(number, decimal):
    """'1.234,5' as ('1234', '5')."""
    whole, _, part = number.replace(',' if decimal == '.' else '.', '').partition(decimal)
    return whole, part


def other_numbers(rng, pair):
    """The pair with other numbers, or nothing if the sides do not have the same ones in digits."""
    found = [NUMBER.findall(side) for side in pair]
    keys = [[plain(n, decimal) for n in side] for side, decimal in zip(found, '.,')]
    if not keys[0] or sorted(keys[0]) != sorted(keys[1]) or len(set(keys[0])) != len(keys[0]):
        return None
    if any(re.search(r'\d', NUMBER.sub('', side)) or '\\' in side for side in pair):
        return None
    new = {key: number_like(rng, *key) for key in keys[0]}
    return tuple(NUMBER.sub(lambda m: new[plain(m.group(0), decimal)][i], side)
                 for i, (side, decimal) in enumerate(zip(pair, '.,')))


WORD = re.compile(r"(?<![\w'’./@:-])(?:[A-Z][a-z]{2,}|[A-Z]{2,}|\d{2,4})(?![\w'’/@:-]|[.]\w)")
LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'


def codes(rng):
    """Codes without end, of one kind, all different: AB12, CD34, or XQ1, XQ2, or of any letters and digits."""
    kind = rng.random()
    if kind < 0.4:
        family = [LETTERS[2 * i] + LETTERS[2 * i + 1] + str(10 * (2 * i + 1) % 100 // 10) + str((2 * i + 2) % 10)
                  for i in range(8)]
        yield from rng.sample(family, len(family)) if rng.random() < 0.5 else family
    elif kind < 0.7:
        prefix = ''.join(rng.choices(LETTERS, k=rng.choice((1, 2, 2))))
        yield from (prefix + str(i) for i in range(1, 10))
    while True:
        yield ''.join(rng.choices(LETTERS, k=rng.choice((1, 2, 2, 3)))) + str(rng.randrange(10 ** rng.choice((1, 2, 2, 3))))


def other_codes(rng, pair):
    """The pair with codes in place of words and numbers that stand once on either side, or nothing."""
    found = [WORD.findall(side) for side in pair]
    shared = [w for w in found[0] if found[0].count(w) == 1 and found[1].count(w) == 1 and
              all(side.count(w) == 1 for side in pair)]
    if not shared:
        return None
    some = set(rng.sample(shared, rng.randint(1, min(len(shared), 8))))
    new = dict(zip((w for w in found[0] if w in some), codes(rng)))
    return tuple(WORD.sub(lambda m: new.get(m.group(0), m.group(0)), side) for side in pair)


STRESSED = [('not', 'nicht'), ('never', 'nie'), ('all', 'alle'), ('only', 'nur'), ('must', 'muss'), ('now', 'jetzt'),
            ('very', 'sehr'), ('always', 'immer'), ('no', 'kein'), ('no', 'keine'), ('and', 'und'), ('or', 'oder'),
            ('before', 'vor'), ('before', 'bevor'), ('after', 'nach'), ('still', 'noch'), ('again', 'wieder'),
            ('everything', 'alles'), ('nothing', 'nichts'), ('here', 'hier'), ('today', 'heute'), ('you', 'du'),
            ('we', 'wir'), ('they', 'sie'), ('but', 'aber'), ('without', 'ohne'), ('first', 'zuerst'), ('please', 'bitte')]


def stressed(rng, pair):
    """The pair with one word in capitals on both sides, or nothing."""
    words = [re.findall(r'\w+', side) for side in pair]
    both = [w for w in STRESSED if words[0].count(w[0]) == 1 and words[1].count(w[1]) == 1]
    if not both:
        return None
    chosen = rng.choice(both)
    return tuple(re.sub(rf'\b{word}\b', word.upper(), side) for word, side in zip(chosen, pair))


def lists(rng, words, n):
    """n lists of words, with commas, with `and`, one below the other in one line."""
    for _ in range(n):
        some = rng.sample(words, rng.choice((2, 3, 3, 4, 5, 6, 8)))
        way, joint = rng.random(), rng.choice((', ', ', ', '; ', ' / ', ' - '))
        if way < 0.5:
            yield tuple(joint.join(w[side] for w in some) for side in (0, 1))
        else:
            yield tuple(', '.join(w[side] for w in some[:-1]) + word + some[-1][side]
                        for side, word in ((0, ' and '), (1, ' und ')))


def read(paths, parts):
    rows = []
    for path in paths:
        with (lzma.open if path.endswith('.xz') else open)(path, 'rt', encoding='utf-8') as f:
            for line in f:
                fields = line.rstrip('\n').split('\t')
                if len(fields) > 2 and fields[2] in parts:
                    rows.append(fields[:3])
    return rows


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('text', nargs='*')
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--templates', type=int, default=60_000)
    p.add_argument('--names', type=int, default=25_000)
    p.add_argument('--numbers', type=int, default=25_000)
    p.add_argument('--codes', type=int, default=40_000)
    p.add_argument('--stress', type=int, default=20_000)
    p.add_argument('--marks', type=int, default=25_000)
    p.add_argument('--lists', type=int, default=8_000)
    p.add_argument('--from', dest='parts', default='tatoeba,tatoeba-2021,newstest-human,wmt-human-refs,'
                   'wmt-research-distill,wmt-research-backtrans,europarl-head,xquad,mlqe-pe,bcontrast,ding-terms')
    o = p.parse_args()
    rng = random.Random(o.seed)
    rows = read(o.text, set(o.parts.split(',')))
    rng.shuffle(rows)
    words = [r for r in rows if r[2] == 'ding-terms' and ' ' not in r[0] + r[1] and len(r[0] + r[1]) < 40]
    text = [r for r in rows if r[2] != 'ding-terms']
    made = {'templates': (fill(rng, *rng.choice(TEMPLATES)) for _ in range(o.templates))}
    if text:
        short = [r for r in text if len(r[0]) < 120]
        made['names'] = filter(None, (other_names(rng, r[:2]) for r in text))
        made['numbers'] = filter(None, (other_numbers(rng, r[:2]) for r in text))
        made['codes'] = filter(None, (other_codes(rng, r[:2]) for r in text))
        made['stress'] = filter(None, (stressed(rng, r[:2]) for r in text))
        made['marks'] = (other_case(rng, rng.choice(short)[:2]) for _ in range(o.marks))
    if words:
        made['lists'] = lists(rng, words, o.lists)
    for part, pairs in made.items():
        for _, pair in zip(range(getattr(o, part)), pairs):
            if part == 'templates' and rng.random() < 0.08:
                pair = other_case(rng, pair)
            print(*pair, 'faithful-' + ('clock' if CLOCK.search(pair[0]) else part), sep='\t')


main()
