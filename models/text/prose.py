#!/usr/bin/env python3
"""Writes the sentences of English or German prose, one a line, each once: the sentence, a tab, the part.

prose.py --part NAME [--german] [--without TEXT]... FILE... > prose.tsv

FILEs are, by their ending: .cnxml, OpenStax's textbooks; .md, pages in Markdown with a head of YAML; .tsv, passages in
the second column below a head (GAP); .csv, words in the second column, a sentence's first with its number in the first
(GMB); .json, one article ("originalText", Wikinews) or a list of passages ("context"); .txt, a paragraph a line.  What
has formulas, addresses or references to figures is left out, and what is no whole sentence.  --without leaves out what
a TEXT has, and what shares three tenths of its groups of five words with it.
"""
import argparse
import csv
import html
import json
import re
import sys
import unicodedata
import xml.etree.ElementTree as tree
from pathlib import Path

NOT_PROSE = {'metadata', 'figure', 'table', 'exercise', 'equation', 'glossary', 'list', 'footnote', 'code', 'title'}
GONE = '['  # stands for what was taken out of a sentence, which then is left out
ABBREVIATION = re.compile(r'(?:^|[\s("“])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|U\.[SKN]|a\.m|p\.m|Inc|Ltd'
                          r'|Co|Corp|No|Fig|Gen|Sen|Rep|Gov|Lt|Col|Capt|Sgt|Rev|Hon|Ph\.D|D\.C|ca|cf|approx)\.$')
GERMAN_ABBREVIATION = re.compile(r'(?:^|[\s("„]|\.)(?:[A-Za-z]|\d+|Dr|Prof|Nr|St|ca|bzw|etc|usw|sog|evtl|ggf|inkl|Mio|Mrd|Tsd|geb'
                                 r'|gest|Jh|Chr|vgl|bspw|jr|sr|Art|Abs|Str|Bd|Hrsg|dt|engl|frz|lat|griech|eigtl|phil|med|jur'
                                 r'|rer|Dipl|Ing|Hl|allg|insb|Kap|min|max|Jan|Feb|Apr|Aug|Sept?|Okt|Nov|Dez)\.$')
BOUNDARY = re.compile(r'(?<=[.!?])(["”’“)]*)\s+(?=["“„‘(]?[A-ZÄÖÜ0-9])')
WHOLE = re.compile(r'["“„‘(]?[A-ZÄÖÜ0-9].*[.!?]["”’“)]*')
UNWANTED = re.compile(r'https?:|www\.|[{}<>\\|=_[\]]|\((?:credit|Figure|Table)|(?:Figure|Table|Chapter) \d|click|""')


def cnxml_paragraphs(path):
    def text_of(element):
        name = element.tag.rpartition('}')[2]
        if name == 'math' or name in ('link', 'cite') and not ''.join(element.itertext()).strip():
            return GONE
        if name in NOT_PROSE:
            return ' '
        return (element.text or '') + ''.join(text_of(child) + (child.tail or '') for child in element)

    def walk(element):
        for child in element:
            name = child.tag.rpartition('}')[2]
            if name == 'para':
                yield text_of(child)
            elif name not in NOT_PROSE:
                yield from walk(child)

    yield from walk(tree.parse(path).getroot())


def markdown_paragraphs(path):
    text = re.sub(r'\A---.*?\n---\n', '', path.read_text(encoding='utf-8', errors='replace'), flags=re.S)
    text = re.sub(r'\{\{.*?\}\}|\{%.*?%\}|```.*?```', '', text, flags=re.S)
    for paragraph in re.split(r'\n\s*\n', text):
        if paragraph.strip()[:1] in '#|{!<*->':  # '' too
            continue
        paragraph = re.sub(r'!\[[^]]*\]\([^)]*\)|\{:[^}]*\}', '', paragraph)
        paragraph = re.sub(r'\[([^]]*)\](?:\([^)]*\)|\[\d+\])', r'\1', paragraph)
        paragraph = re.sub(r'\*\*|__|(?<!\w)[*_]|[*_](?!\w)|`|\\|<[^>]+>', '', paragraph)
        yield html.unescape(paragraph)


def passages(path):
    with path.open(encoding='utf-8') as lines:
        next(lines)
        for line in lines:
            yield re.sub(r"``|''", '"', line.split('\t')[1].replace('*', ''))


def joined(words):
    text = re.sub(r' ([.,;:!?%)])', r'\1', ' '.join(words))
    text = re.sub(r'([($]) ', r'\1', text)
    text = re.sub(r" ('(?:s|re|ve|ll|d|m)|n't)\b", r'\1', text)
    text = re.sub(r"s ' ", "s' ", text)
    text = re.sub(r'\b(\d{1,2}),(\d\d),(\d{3})\b', r'\1\2,\3', text)  # 1,00,000 of the source
    return re.sub(r'" (.*?) ?"', r'"\1"', text)


def tagged_sentences(path):
    words = []
    with path.open(encoding='utf-8', newline='') as lines:
        rows = csv.reader(lines)
        next(rows)
        for row in rows:
            if row[0] and words:
                yield joined(words)
                words = []
            words.append(row[1])
    if words:
        yield joined(words)


def articles(path):
    found = json.loads(path.read_text(encoding='utf-8'))
    for text in [found['originalText']] if isinstance(found, dict) else [passage['context'] for passage in found]:
        yield from text.split('\n')


def lines_of_text(path):
    return path.read_text(encoding='utf-8', errors='replace').split('\n')


READERS = {'.cnxml': cnxml_paragraphs, '.md': markdown_paragraphs, '.tsv': passages, '.csv': tagged_sentences,
           '.json': articles, '.txt': lines_of_text}


def sentences(paragraph, abbreviation):
    pieces = BOUNDARY.split(unicodedata.normalize('NFC', ' '.join(paragraph.split())))
    sentence = ''
    for text, marks in zip(pieces[::2], pieces[1::2] + ['']):
        sentence = f'{sentence} {text}{marks}'.strip()
        if not abbreviation.search(sentence):
            yield sentence
            sentence = ''
    if sentence:
        yield sentence


def is_good(sentence):
    letters = sum(c.isalpha() and c < '\u0250' for c in sentence)
    return (4 <= len(sentence.split()) <= 60 and WHOLE.fullmatch(sentence) and not UNWANTED.search(sentence)
            and letters >= 0.7 * len(sentence.replace(' ', ''))
            and sentence.count('(') == sentence.count(')') and sentence.count('"') % 2 == 0)


def key(sentence):
    return re.sub(r'[^a-zäöüß0-9]', '', sentence.lower())


def groups(sentence):
    words = re.findall(r'\w+', sentence.lower())
    return [tuple(words[i:i + 5]) for i in range(len(words) - 4)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--part', required=True)
    parser.add_argument('--german', action='store_true')
    parser.add_argument('--without', action='append', default=[], type=Path)
    parser.add_argument('files', nargs='+', type=Path)
    args = parser.parse_args()
    abbreviation = GERMAN_ABBREVIATION if args.german else ABBREVIATION
    seen, held_out = set(), set()
    for path in args.without:
        for line in path.read_text(encoding='utf-8').splitlines():
            seen.add(key(line))
            held_out.update(groups(line))
    for path in args.files:
        if path.suffix not in READERS:
            sys.exit(f'{path}: its ending is none of {" ".join(READERS)}')
        for paragraph in READERS[path.suffix](path):
            for sentence in sentences(paragraph, abbreviation):
                found = groups(sentence)
                if not is_good(sentence) or key(sentence) in seen:
                    continue
                seen.add(key(sentence))
                if sum(group in held_out for group in found) < max(1, 0.3 * len(found)):
                    print(sentence, args.part, sep='\t')


if __name__ == '__main__':
    main()
