#!/usr/bin/env python3
"""Writes English-German pairs that say what is to be seen in a scene, one a line: English, German, the
part "scenes".  scenes.py [--seed N] [--pairs N] > scenes.tsv

People and animals, what they wear, where they are and what they do: concrete words and the verb's
continuous form, which news and manuals lack.  A small grammar puts them together; German cases,
genders and separable verbs are right, the scenes may be odd.  No sentence is taken from anywhere.
"""
import argparse
import random

import scenes_words as words

ARTICLES = {'nominative': {'m': 'ein', 'f': 'eine', 'n': 'ein'},
            'accusative': {'m': 'einen', 'f': 'eine', 'n': 'ein'},
            'dative': {'m': 'einem', 'f': 'einer', 'n': 'einem'}}
ENDINGS = {'nominative': {'m': 'er', 'f': 'e', 'n': 'es', 'p': 'e'},
           'accusative': {'m': 'en', 'f': 'e', 'n': 'es', 'p': 'e'},
           'dative': {'m': 'en', 'f': 'en', 'n': 'en', 'p': 'en'}}
RELATIVE = {'m': 'der', 'f': 'die', 'n': 'das'}
ON_THE_HEAD = {'Hut', 'Mütze', 'Baseballkappe', 'Schal', 'Helm', 'Schutzhelm', 'Perücke', 'Kopftuch', 'Krawatte', 'Schürze',
               'Schwimmweste'}
UNCHANGED = {german for _, german in words.UNCHANGED}
NO_VOWEL = ('uniform', 'unicycle')


def article(word):
    return 'an' if word[0].lower() in 'aeiou' and not word.startswith(NO_VOWEL) else 'a'


def inflected(adjective, case, gender):
    if adjective in UNCHANGED:
        return adjective
    stem = 'dunkl' if adjective == 'dunkel' else adjective
    return stem.removesuffix('e') + ENDINGS[case][gender]


def thing(english, german, gender, case, adjective=None):
    """One of it: `a red hat`, `einen roten Hut`."""
    parts = [adjective[0].replace('_', ' ')] if adjective else []
    phrase = ' '.join([*parts, english])
    middle = [inflected(adjective[1], case, gender)] if adjective else []
    return f'{article(phrase)} {phrase}', ' '.join([ARTICLES[case][gender], *middle, german])


def clothing(rng, gender):
    colour = rng.choice(words.COLOURS + words.UNCHANGED)
    if rng.random() < 0.15:
        english, german = rng.choice(words.CLOTHES_PLURAL)
        return f'in {colour[0].replace("_", " ")} {english}', f'in {inflected(colour[1], "dative", "p")} {german}'
    english, german, kind = rng.choice(words.CLOTHES)
    if gender in RELATIVE and rng.random() < 0.2:
        left, right = thing(english, german, kind, 'accusative', colour)
        return f'wearing {left}', f', {RELATIVE[gender]} {right} trägt,'
    left, right = thing(english, german, kind, 'dative', colour)
    return f'{rng.choice(("in", "wearing"))} {left}', f'{"mit" if german in ON_THE_HEAD else "in"} {right}'


def modifier(rng, gender):
    return rng.choice(words.LOOKS) if rng.random() < 0.3 else clothing(rng, gender)


def joined(german, more):
    return german + more if more.startswith(',') else f'{german} {more}'


def one(rng, nouns, adjectives, plain=0.5):
    english, _, german, _, _, gender = rng.choice(nouns)
    return (*thing(english, german, gender, 'nominative', None if rng.random() < plain else rng.choice(adjectives)), gender)


def person(rng, simple=False):
    """English, German, whether there are several."""
    kind = rng.random()
    if kind < 0.65 or simple:
        english, german, gender = one(rng, words.PEOPLE, words.AGES)
        if not simple and rng.random() < 0.5:
            more = modifier(rng, gender)
            return f'{english} {more[0]}', joined(german, more[1]), False
        return english, german, False
    noun = rng.choice(words.PEOPLE)
    if kind < 0.78:
        left, right = person(rng, True)[:2], person(rng, True)[:2]
        return f'{left[0]} and {right[0]}', f'{left[1]} und {right[1]}', True
    if kind < 0.92:
        count, zahl = rng.choice(words.COUNTS)
        adjective = rng.choice(words.AGES) if rng.random() < 0.4 else None
        english = ' '.join([count, *([adjective[0]] if adjective else []), noun[1]])
        german = ' '.join([zahl, *([inflected(adjective[1], 'nominative', 'p')] if adjective else []), noun[3]])
        if rng.random() < 0.3:
            more = modifier(rng, 'p')
            return f'{english} {more[0]}', joined(german, more[1]), True
        return english, german, True
    group, gruppe = rng.choice(words.GROUPS)
    return f'{group} {noun[1]}', f'{gruppe} von {noun[4]}', None  # `is` or `are`; the German is one


def english_verb(rng, verb, several):
    """`is standing`, `stands` or, as captions have it, `standing`."""
    way = rng.random()
    if way < 0.6:
        return ('is ' if several is False else 'are ') + verb[2]
    if way < 0.85:
        return verb[0] if several is False else verb[1]
    return verb[2]


def act(rng):
    """A verb with its object, as an entry of words.DOES."""
    verb = rng.choice(words.ACTS)
    name = verb[0]
    if name in words.DATIVE:
        english, german = rng.choice(words.DATIVE[name])
        case = 'dative'
    else:
        english, german = rng.choice([x for key, list_ in words.THINGS.items() if name in key for x in list_])
        case = 'accusative'
    german, gender = german.split('/')
    colour = rng.choice(words.COLOURS + words.UNCHANGED) if rng.random() < 0.25 else None
    left, right = thing(english, german, gender, case, colour)
    return (*(f'{x} {left}' for x in verb[:3]), *(f'{x} {right}' for x in verb[3:5]), verb[5], 'p')


def german_clause(verb, several, subject, rest, beginning=None):
    """Subject and verb in order; a separable part closes the clause."""
    first, *more = (verb[4] if several else verb[3]).split(' ')
    if beginning:
        reflexive = more[:1] if more[:1] == ['sich'] else []
        parts = [beginning, first, *reflexive, subject, *more[len(reflexive):]]
    else:
        parts = [subject, first, *more]
    return ' '.join(x for x in [*parts, rest, verb[5]] if x)


def scene(rng):
    animals = rng.random() < 0.12
    if animals:
        english, german, _ = one(rng, words.ANIMALS, words.FURS, 0.3)
        several, verb = False, rng.choice(words.ANIMALS_DO)
    else:
        english, german, several = person(rng)
        verb = act(rng) if rng.random() < 0.5 else rng.choice(words.DOES)
    place = rng.choice(words.PLACES) if verb[6] == 'p' and rng.random() < 0.75 else ('', '')
    way = rng.random()
    if way < 0.1 and not english.endswith(('watch', 'watches')):
        begin = rng.choice(words.BEGINNINGS)
        left = ' '.join(x for x in (begin[0], english, ('is ' if several is False else 'are ') + verb[2], place[0]) if x)
        return left, german_clause(verb, several, german, place[1], begin[1])
    left = ' '.join(x for x in (english, english_verb(rng, verb, several), place[0]) if x)
    right = german_clause(verb, several, german, place[1])
    if way < 0.3 and not animals and ',' not in verb[3]:
        second = act(rng)
        joint = rng.choice(('', ' while', ' and'))
        if joint == ' and' and verb[2] not in left:
            joint = ''
        return f'{left}{joint} {second[2]}', f'{right} und {german_clause(second, several, "", "").strip()}'
    if way < 0.42:
        end = rng.choice(words.ENDS)
        return f'{left} {end[0]}', f'{right}{"," if end[1].startswith("während") else ""} {end[1]}'
    return left, right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--pairs', type=int, default=40000)
    args = parser.parse_args()
    rng, seen = random.Random(args.seed), set()
    while len(seen) < args.pairs:
        pair = scene(rng)
        if pair in seen:
            continue
        seen.add(pair)
        stop = '.' if rng.random() < 0.9 else ''
        print(*(side[0].upper() + side[1:] + stop for side in pair), 'scenes', sep='\t')


main()
