#!/usr/bin/env python3
"""Writes English-German pairs that teach single words, one a line: English, German, the part.

words.py [--seed N] [--lines N] DICTIONARY TEXT... > words.tsv

DICTIONARY is Ding's, of Debian's package trans-de-en (/usr/share/trans/de-en); the names of countries, languages,
currencies and cities are CLDR's, of python3-babel.  Words that the TEXTs have are taken, rare ones as often as common
ones.  words-lists are some entries in a row; words-sentences have nouns and adjectives in sentences of a small
grammar; words-names have names in a row or in sentences.
"""
import argparse
import collections
import random
import re

from babel import Locale

LEAST = 3     # times that a word of a list is in the texts
DIVIDER = 8   # a meaning this much rarer than the most common one is left out
MARKS = re.compile(r'\([^)]*\)|\[[^]]*\]|\{[^}]*\}|<[^>]*>|/.*?/')
WORD = re.compile(r"[^\W\d_][\w'’-]*")
DEFINITE = {'nominative': {'m': 'der', 'f': 'die', 'n': 'das'},
            'accusative': {'m': 'den', 'f': 'die', 'n': 'das'},
            'dative': {'m': 'dem', 'f': 'der', 'n': 'dem'},
            'genitive': {'f': 'der'}}
INDEFINITE = {'nominative': {'m': 'ein', 'f': 'eine', 'n': 'ein'},
              'accusative': {'m': 'einen', 'f': 'eine', 'n': 'ein'},
              'dative': {'m': 'einem', 'f': 'einer', 'n': 'einem'},
              'genitive': {'f': 'einer'}}
NO_VOWEL = ('uni', 'use', 'usu', 'eu', 'one', 'u-')

# {n} is the noun; {a}, {i} and {d} are its articles: the English one, and the German ones in the case that stands
# behind; {j} is an adjective behind the verb.
SINGULAR = [
    ('The {n} is {j}.', '{d} {n} ist {j}.', 'nominative'),
    ('The {n} was not very {j}.', '{d} {n} war nicht sehr {j}.', 'nominative'),
    ('This is {a} {n}.', 'Das ist {i} {n}.', 'nominative'),
    ('The {n} became more important after the war.', '{d} {n} wurde nach dem Krieg wichtiger.', 'nominative'),
    ('He talked about the {n}.', 'Er sprach über {d} {n}.', 'accusative'),
    ('Scientists have studied the {n} for years.', 'Wissenschaftler untersuchen {d} {n} seit Jahren.', 'accusative'),
    ('They found {a} {n} near the river.', 'Sie fanden {i} {n} in der Nähe des Flusses.', 'accusative'),
    ('Without {a} {n}, it is not possible.', 'Ohne {i} {n} ist es nicht möglich.', 'accusative'),
    ('According to the report, the {n} is new.', 'Dem Bericht zufolge ist {d} {n} neu.', 'nominative'),
    ('The price of the {n} has risen.', 'Der Preis {d} {n} ist gestiegen.', 'genitive'),
    ('It depends on the {n}.', 'Es hängt von {d} {n} ab.', 'dative'),
    ('She works with {a} {n}.', 'Sie arbeitet mit {i} {n}.', 'dative'),
    ('Where is the {n}?', 'Wo ist {d} {n}?', 'nominative'),
    ('The {n} of the country', '{d} {n} des Landes', 'nominative'),
    ('We need {a} {n}.', 'Wir brauchen {i} {n}.', 'accusative'),
]
PLURAL = [
    ('The {n} are {j}.', 'Die {n} sind {j}.'),
    ('Many {n} were destroyed in the storm.', 'Viele {n} wurden im Sturm zerstört.'),
    ('There are many kinds of {n}.', 'Es gibt viele Arten von {n}.'),
    ('In the 19th century, {n} were rare.', 'Im 19. Jahrhundert waren {n} selten.'),
    ('{n} can be {j}.', '{n} können {j} sein.'),
    ('They sell {n}.', 'Sie verkaufen {n}.'),
    ('The government wants fewer {n}.', 'Die Regierung will weniger {n}.'),
    ('Some {n} are still there.', 'Einige {n} sind noch da.'),
]
NAMED = {
    'countries': [
        ('He comes from {0}.', 'Er kommt aus {0}.'),
        ('The government of {0} has agreed.', 'Die Regierung von {0} hat zugestimmt.'),
        ('The president of {0} arrived in {1}.', 'Der Präsident von {0} traf in {1} ein.'),
        ('In {0}, the number of visitors has risen.', 'In {0} ist die Zahl der Besucher gestiegen.'),
        ('The border between {0} and {1} is closed.', 'Die Grenze zwischen {0} und {1} ist geschlossen.'),
        ('{0} is larger than {1}.', '{0} ist größer als {1}.'),
        ('The embassy of {0} in {1} issued a warning.', 'Die Botschaft von {0} in {1} gab eine Warnung heraus.'),
        ('{0}, {1} and {2}', '{0}, {1} und {2}'),
        ('They play against {0} tomorrow.', 'Sie spielen morgen gegen {0}.'),
    ],
    'languages': [
        ('She speaks {0} and {1}.', 'Sie spricht {0} und {1}.'),
        ('The book was translated from {0} into {1}.', 'Das Buch wurde aus dem {0}en ins {1}e übersetzt.'),
        ('{0}, {1} and {2}', '{0}, {1} und {2}'),
    ],
    'cities': [
        ('He lives in {0}.', 'Er lebt in {0}.'),
        ('The flight from {0} to {1} was late.', 'Der Flug von {0} nach {1} hatte Verspätung.'),
        ('The meeting took place in {0}.', 'Das Treffen fand in {0} statt.'),
        ('{0}, {1} and {2}', '{0}, {1} und {2}'),
        ('Police in {0} said on Tuesday that two people had been arrested.',
         'Die Polizei in {0} teilte am Dienstag mit, dass zwei Menschen festgenommen wurden.'),
    ],
    'currencies': [('{0}, {1} and {2}', '{0}, {1} und {2}')],
}
WITH_ARTICLE = re.compile(r'^(Schweiz|Türkei|Ukraine|Slowakei|Mongolei|Irak|Iran|Jemen|Libanon|Sudan|Südsudan|Tschad|'
                          r'Vatikanstadt|Dominikanische|Zentralafrikanische|Westsahara|Antarktis|Niederlande|Philippinen|'
                          r'Malediven|Seychellen|Komoren|Bahamas|Vereinigte|.*inseln?|.*republik|.*gebiet)\b')

Noun = collections.namedtuple('Noun', 'english german english_plural german_plural gender')


def first(text):
    """The first of some words that mean the same, without remarks."""
    text = MARKS.sub('', text.split(';')[0])
    text = re.sub(r'\b(etw|jdm|jdn|jds|sb|sth)\.', '', text).strip(' ,')
    return re.sub(r'\s+', ' ', text)


def entries(path):
    """Of each line, the German and English meanings side by side, as they stand."""
    with open(path, encoding='utf-8') as f:
        for line in f:
            if line.startswith('#') or ' :: ' not in line:
                continue
            german, english = line.rstrip('\n').split(' :: ', 1)
            sides = german.split(' | '), english.split(' | ')
            if len(sides[0]) == len(sides[1]):
                yield list(zip(*sides))


def count(paths):
    counts = collections.Counter()
    for path in paths:
        with open(path, encoding='utf-8') as f:
            for line in f:
                counts.update(w.lower() for w in WORD.findall(line))
    return counts


def rarity(text, counts):
    """How often the rarest word of it is in the texts."""
    return min((counts[w.lower()] for w in WORD.findall(text)), default=0)


def short_pairs(dictionary, counts):
    """Entries of up to three words, by how common they are."""
    pairs = {}
    for meanings in dictionary:
        for german, english in meanings:
            left, right = first(english), first(german)
            if not (left and right) or max(len(left.split()), len(right.split())) > 3 or left.endswith('.'):
                continue
            if re.search(r'[^\w\s\'’-]', left + right):
                continue
            score = min(rarity(left, counts), rarity(right, counts))
            if score >= LEAST:
                pairs[left, right] = max(score, pairs.get((left, right), 0))
    return pairs


def common(pairs):
    """Without meanings that are much rarer than another one of the same word."""
    best = [collections.Counter(), collections.Counter()]
    for pair, score in pairs.items():
        for side in range(2):
            best[side][pair[side]] = max(best[side][pair[side]], score)
    return sorted(p for p, score in pairs.items() if score * DIVIDER >= max(best[s][p[s]] for s in range(2)))


def nouns_of(dictionary, kept):
    nouns = []
    for meanings in dictionary:
        german, english = meanings[0]
        gender = re.search(r'\{([mfn])\}', german.split(';')[0])
        left, right = first(english), first(german)
        if not gender or (left, right) not in kept or ' ' in right or not right[0].isupper() or left.startswith('to '):
            continue
        has_plural = len(meanings) > 1 and '{pl}' in meanings[1][0]
        forms = (first(meanings[1][1]), first(meanings[1][0])) if has_plural else ('', '')
        if not all(forms) or ' ' in forms[1]:
            forms = ('', '')
        nouns.append(Noun(left, right, *forms, gender[1]))
    return nouns


def adjectives_of(dictionary, kept):
    found = set()
    for meanings in dictionary:
        german, english = meanings[0]
        pair = first(english), first(german)
        if '{adj}' in german and pair in kept and ' ' not in pair[1] and pair[1].islower():
            found.add(pair)
    return sorted(found)


def article(word):
    return 'an' if word[0].lower() in 'aeiou' and not word.lower().startswith(NO_VOWEL) else 'a'


def is_weak(noun):
    """Whether it may have -n in other cases: der Junge, den Jungen."""
    return noun.gender == 'm' and re.search(r'(e|ent|ant|ist|at|oge|arch|Herr|Mensch|Bär|Held)$', noun.german)


def capitalized(text):
    return text[0].upper() + text[1:]


def singular(rng, noun, adjective):
    left, right, case = rng.choice(SINGULAR)
    if case != 'nominative' and is_weak(noun):
        left, right, case = SINGULAR[0]
    elif noun.gender not in DEFINITE[case]:
        left, right, case = SINGULAR[1]
    return (left.format(n=noun.english, a=article(noun.english), j=adjective[0]),
            right.format(n=noun.german, d=DEFINITE[case][noun.gender], i=INDEFINITE[case][noun.gender], j=adjective[1]))


def plural(rng, noun, adjective):
    left, right = rng.choice(PLURAL)
    german = noun.german_plural
    if ' von {n}' in right and german[-1] not in 'ns':
        german += 'n'
    return left.format(n=noun.english_plural, j=adjective[0]), right.format(n=german, j=adjective[1])


def sentence(rng, nouns, adjectives):
    noun, adjective = rng.choice(nouns), rng.choice(adjectives)
    kind = plural if noun.english_plural and rng.random() < 0.35 else singular
    return tuple(capitalized(side) for side in kind(rng, noun, adjective))


def some(rng, pairs):
    """A few entries in a row, or one alone."""
    chosen = [rng.choice(pairs) for _ in range(rng.choice((1, 2, 3, 4, 5, 6, 7, 8)))]
    if len(chosen) == 1 or rng.random() < 0.3:
        return chosen[0]
    last = rng.random() < 0.3
    return tuple(', '.join(side[:-1]) + (f' {and_} ' if last else ', ') + side[-1]
                 for side, and_ in zip(zip(*chosen), ('and', 'und')))


def names():
    """By kind, the English and the German names."""
    english, german = Locale('en'), Locale('de')
    known = {kind: [(getattr(english, kind)[k], getattr(german, kind)[k]) for k in sorted(getattr(german, kind))
                    if k in getattr(english, kind)] for kind in ('territories', 'languages', 'currencies')}
    known['countries'] = known.pop('territories')
    zones = english.time_zones, german.time_zones
    known['cities'] = [(zones[0].get(zone, {}).get('city') or zone.rsplit('/', 1)[-1].replace('_', ' '), about['city'])
                       for zone, about in sorted(zones[1].items()) if about.get('city')]
    return known


def named(rng, known):
    kind = rng.choices(sorted(known), [{'countries': 5, 'cities': 3}.get(k, 1) for k in sorted(known)])[0]
    left, right = rng.choice(NAMED[kind])
    pairs = known[kind]
    if not left.startswith('{0}, '):
        pairs = [p for p in pairs if not WITH_ARTICLE.match(p[1]) and not re.search(r'[(&]', p[0] + p[1])]
    if '{0}en' in right:
        pairs = [p for p in pairs if re.fullmatch(r'[A-ZÄÖÜ]\w+isch', p[1])]
    chosen = [rng.choice(pairs) for _ in range(3)]
    return left.format(*(p[0] for p in chosen)), right.format(*(p[1] for p in chosen))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--lines', type=int, default=60000)
    parser.add_argument('dictionary')
    parser.add_argument('texts', nargs='+')
    args = parser.parse_args()
    rng, counts = random.Random(args.seed), count(args.texts)
    dictionary = list(entries(args.dictionary))
    pairs = common(short_pairs(dictionary, counts))
    kept = set(pairs)
    nouns, adjectives, known = nouns_of(dictionary, kept), adjectives_of(dictionary, kept), names()
    makers = {'words-lists': lambda: some(rng, pairs), 'words-sentences': lambda: sentence(rng, nouns, adjectives),
              'words-names': lambda: named(rng, known)}
    for part, share in (('words-lists', 0.4), ('words-sentences', 0.5), ('words-names', 0.1)):
        seen = set()
        while len(seen) < args.lines * share:
            pair = makers[part]()
            if pair not in seen:
                seen.add(pair)
                print(*pair, part, sep='\t')


main()
