#!/usr/bin/env python3
"""cldr.py - holds the files of languages, data/TAG, against CLDR.

    cldr.py [--cldr FOLDER] [FILE...]      tells facts that CLDR has otherwise, and notes that are wrong
    cldr.py [--cldr FOLDER] --show TAG     prints the facts that CLDR has for a language

A fact that stays though CLDR has another one has a note in its file:

    # CLDR: quotes.open = “

The facts are compared with CLDR 41, as Debian's package unicode-cldr-core 41 has it, and as
unicode.org does: its folder "common", /usr/share/unicode/cldr/common.  Without it, the script says
so and ends with status 77.
"""
import argparse
import os
import re
import sys
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
DEBIAN = '/usr/share/unicode/cldr/common'
LOCALES = {'pt': 'pt_PT', 'pt-BR': 'pt', 'nb': 'no'}  # where CLDR's name for a language is another one
QUOTES = {'open': 'quotationStart', 'close': 'quotationEnd',
          'inner_open': 'alternateQuotationStart', 'inner_close': 'alternateQuotationEnd'}
LATIN = "[@numberSystem='latn']"
CALENDAR = "dates/calendars/calendar[@type='gregorian']/"


class Cldr:
    def __init__(self, folder):
        self.folder = folder
        self.trees = {}
        data = ET.parse(folder + '/supplemental/supplementalData.xml')
        self.parent = {child: p.get('parent') for p in data.iter('parentLocale') for child in p.get('locales').split()}
        rules = ET.parse(folder + '/supplemental/plurals.xml')
        self.plurals = {name: {r.get('count'): r.text for r in rule.iter('pluralRule')}
                        for rule in rules.iter('pluralRules') for name in rule.get('locales').split()}

    def has(self, locale):
        return os.path.exists('%s/main/%s.xml' % (self.folder, locale))

    def chain(self, locale):
        while locale != 'root':
            yield locale
            locale = self.parent.get(locale) or (locale.rpartition('_')[0] or 'root')
        yield 'root'

    def find(self, locale, path):
        for name in self.chain(locale):
            if name not in self.trees:
                self.trees[name] = ET.parse('%s/main/%s.xml' % (self.folder, name)) if self.has(name) else None
            found = self.trees[name].find(path) if self.trees[name] else None
            if found is not None and found.text != '↑↑↑':
                return found.text
        return ''

    def facts(self, tag):
        locale = LOCALES.get(tag, tag.replace('-', '_'))
        if not self.has(locale):
            return {}
        price = self.find(locale, 'numbers/currencyFormats%s/currencyFormatLength/currencyFormat/pattern' % LATIN)
        date = self.find(locale, CALENDAR + "dateFormats/dateFormatLength[@type='short']/dateFormat/pattern")
        facts = {'quotes.' + f: self.find(locale, 'delimiters/' + name) for f, name in QUOTES.items()}
        facts['notation.decimal'] = self.find(locale, 'numbers/symbols%s/decimal' % LATIN)
        facts['notation.groups'] = self.find(locale, 'numbers/symbols%s/group' % LATIN)
        facts['notation.sign_first'] = 'yes' if price.lstrip('\u200e\u200f').startswith('¤') else 'no'
        facts['notation.points_dates'] = 'yes' if re.match(r'd+\. ?M+\. ?y', date) else 'no'
        return facts

    def category(self, tag, n):
        rules = self.plurals.get(LOCALES.get(tag, tag)) or self.plurals.get(tag.split('-')[0], {})
        return next((c for c, rule in rules.items() if c != 'other' and holds(rule, n)), 'other')


def holds(rule, n):
    """What a plural rule says of a whole number."""
    def relation(text):
        left, negated, right = re.match(r'(.*?) (!?)= (.*)', text).groups()
        name, _, modulus = left.partition(' % ')
        value = n if name in ('n', 'i') else 0
        if modulus:
            value %= int(modulus)
        ranges = [r.split('..') for r in right.split(',')]
        return any(int(r[0]) <= value <= int(r[-1]) for r in ranges) != bool(negated)
    rule = rule.split('@')[0].strip()
    return any(all(relation(r.strip()) for r in part.split(' and ')) for part in rule.split(' or '))


def form(expression, n):
    """The form of n, by an expression of gettext: C, with ?: to the right."""
    depth = 0
    for i, c in enumerate(expression):
        depth += (c == '(') - (c == ')')
        if c == '?' and not depth:
            condition, rest = expression[:i], expression[i + 1:]
            nested = 0
            for k, d in enumerate(rest):
                nested += (d == '?') - (d == ':' and nested > 0)
                if d == ':' and not nested and rest[:k].count('?') == rest[:k].count(':'):
                    return form(rest[:k] if form(condition, n) else rest[k + 1:], n)
    text = expression.strip()
    if text.startswith('(') and closes(text) == len(text) - 1:
        return form(text[1:-1], n)
    return int(eval(text.replace('&&', ' and ').replace('||', ' or '), {'n': n}))


def closes(text):
    depth = 0
    for i, c in enumerate(text):
        depth += (c == '(') - (c == ')')
        if not depth:
            return i
    return -1


def forms_differ(cldr, tag, field):
    """True if numbers up to 200 have one form by CLDR and several by gettext's field, or the reverse."""
    expression = re.search(r'plural=(.*?);?$', field).group(1)
    pairs = {(cldr.category(tag, n), form(expression, n)) for n in range(201)}
    return len(pairs) != len({a for a, b in pairs}) or len(pairs) != len({b for a, b in pairs})


def value_of(text):
    text = re.sub(r'\\u([0-9A-Fa-f]{4})', lambda m: chr(int(m.group(1), 16)), text)
    return text[1:-1] if re.fullmatch(r'".+"|\'.\'', text) else text


def shown(fact, value):
    if fact == 'notation.decimal':
        return "'%s'" % value
    return value.replace('\u00a0', '\\u00A0').replace('\u202f', '\\u202F').replace('’', '’')


def read(path):
    facts, notes = {}, {}
    for line in open(path, encoding='utf-8'):
        m = re.match(r'(# CLDR: )?([a-z_.]+) = (.*)$', line.rstrip('\n'))
        if m:
            (notes if m.group(1) else facts)[m.group(2)] = value_of(m.group(3))
    return facts, notes


def differences(cldr, tag, facts):
    """What CLDR has instead of facts of a file, by their names."""
    found = {}
    for name, theirs in cldr.facts(tag).items():
        told = any(f.split('.')[0] == name.split('.')[0] for f in facts)
        own = facts.get(name, 'no' if theirs in ('yes', 'no') and told else None)
        if own is not None and own.strip() != theirs.strip() or (own and not own.strip() and own != theirs):
            found[name] = theirs
    if 'plurals.gettext' in facts and forms_differ(cldr, tag, facts['plurals.gettext']):
        found['plurals.gettext'] = 'other forms'
    return found


def check(cldr, path):
    tag = os.path.basename(path)
    facts, notes = read(path)
    found = differences(cldr, tag, facts)
    for name in sorted(set(found) | set(notes)):
        if name in found and notes.get(name) != found[name]:
            print('%s: %s is "%s", and CLDR has another one; change it, or note:\n    # CLDR: %s = %s'
                  % (path, name, facts.get(name, 'no'), name, shown(name, found[name])))
        elif name not in found:
            print('%s: CLDR has what the file says: the note on %s goes' % (path, name))
    return sum(notes.get(n) != found.get(n) for n in set(found) | set(notes))


def main():
    parser = argparse.ArgumentParser(description='Holds the files of languages against CLDR.')
    parser.add_argument('--cldr', default=DEBIAN, metavar='FOLDER')
    parser.add_argument('--show', metavar='TAG')
    parser.add_argument('files', nargs='*', metavar='FILE')
    o = parser.parse_args()
    if not os.path.isdir(o.cldr + '/main'):
        print('cldr.py: %s: no CLDR (Debian: unicode-cldr-core)' % o.cldr, file=sys.stderr)
        return 77
    cldr = Cldr(o.cldr)
    if o.show:
        for name, value in cldr.facts(o.show).items():
            if value != 'no':
                print('%s = %s' % (name, shown(name, value)))
        return 0
    data = os.path.join(HERE, 'data')
    files = o.files or [os.path.join(data, f) for f in sorted(os.listdir(data)) if f != 'any' and f[:4] != 'und-']
    return 1 if sum(check(cldr, f) for f in files) else 0


if __name__ == '__main__':
    sys.exit(main())
