#!/usr/bin/env python3
"""Writes English-German pairs of interfaces and manuals, one a line: English, German, the part.
interface.py [--seed N] [--numbers N] [--manual N] [--lists N] LABELS > interface-made.tsv

LABELS has a label of an interface a line: English, tab, German.  Parts: "made-numbers" (numbers in words and
ordinals in short sentences), "made-manual" (instructions with labels in them, bare, in quotes, in tags or between
stars) and "made-lists" (days and months in a row).  No sentence is taken from anywhere.
"""
import argparse
import random

ONES = [('one', 'eins'), ('two', 'zwei'), ('three', 'drei'), ('four', 'vier'), ('five', 'fünf'), ('six', 'sechs'),
        ('seven', 'sieben'), ('eight', 'acht'), ('nine', 'neun'), ('ten', 'zehn'), ('eleven', 'elf'), ('twelve', 'zwölf'),
        ('thirteen', 'dreizehn'), ('fourteen', 'vierzehn'), ('fifteen', 'fünfzehn'), ('sixteen', 'sechzehn'),
        ('seventeen', 'siebzehn'), ('eighteen', 'achtzehn'), ('nineteen', 'neunzehn')]
TENS = [('twenty', 'zwanzig'), ('thirty', 'dreißig'), ('forty', 'vierzig'), ('fifty', 'fünfzig'), ('sixty', 'sechzig'),
        ('seventy', 'siebzig'), ('eighty', 'achtzig'), ('ninety', 'neunzig')]
ORDINALS = {'one': 'first', 'two': 'second', 'three': 'third', 'five': 'fifth', 'eight': 'eighth', 'nine': 'ninth',
            'twelve': 'twelfth'}
GERMAN_ORDINALS = {1: 'erste', 3: 'dritte', 7: 'siebte', 8: 'achte'}

COUNTS = [
    ('She is {} years old.', 'Sie ist {} Jahre alt.'), ('My uncle is {} years old today.', 'Mein Onkel ist heute {} Jahre alt.'),
    ('He turned {} in June.', 'Er wurde im Juni {}.'), ('There are {} houses in our street.', 'In unserer Straße stehen {} Häuser.'),
    ('We counted {} birds.', 'Wir haben {} Vögel gezählt.'), ('{} guests came to the wedding.', '{} Gäste kamen zur Hochzeit.'),
    ('The book has {} pages.', 'Das Buch hat {} Seiten.'), ('It costs {} euros.', 'Es kostet {} Euro.'),
    ('They paid {} dollars for it.', 'Sie haben {} Dollar dafür bezahlt.'), ('The bus has {} seats.', 'Der Bus hat {} Sitzplätze.'),
    ('The walk takes {} minutes.', 'Der Spaziergang dauert {} Minuten.'), ('Wait {} seconds.', 'Warten Sie {} Sekunden.'),
    ('I have been here for {} days.', 'Ich bin seit {} Tagen hier.'), ('The tower is {} metres high.', 'Der Turm ist {} Meter hoch.'),
    ('She has {} books about cats.', 'Sie hat {} Bücher über Katzen.'), ('Our team scored {} points.', 'Unsere Mannschaft hat {} Punkte erzielt.'),
    ('Only {} people were in the room.', 'Nur {} Leute waren im Zimmer.'), ('More than {} children took part.', 'Mehr als {} Kinder nahmen teil.'),
    ('The farmer owns {} cows and a dog.', 'Dem Bauern gehören {} Kühe und ein Hund.'), ('About {} per cent agreed.', 'Etwa {} Prozent stimmten zu.'),
    ('The train arrives in {} minutes.', 'Der Zug kommt in {} Minuten an.'), ('He lived there for {} years.', 'Er hat dort {} Jahre gelebt.'),
    ('The list has {} entries.', 'Die Liste hat {} Einträge.'), ('Nearly {} ships lie in the harbour.', 'Fast {} Schiffe liegen im Hafen.'),
    ('She has won {} of her games.', 'Sie hat {} ihrer Spiele gewonnen.'), ('I need {} eggs.', 'Ich brauche {} Eier.'),
    ('They lost because they were {} to three.', 'Sie verloren, weil sie {} zu drei waren.'),
    ('The answer is {}.', 'Die Antwort ist {}.'), ('{} is my favourite number.', '{} ist meine Lieblingszahl.'),
    ('It happened {} years ago.', 'Es geschah vor {} Jahren.'), ('The ticket is {} pounds.', 'Die Karte kostet {} Pfund.'),
    ('The trip was {} kilometres long.', 'Die Reise war {} Kilometer lang.')]
PAIRS = [('Between {} and {} people live here.', 'Zwischen {} und {} Menschen leben hier.'),
         ('Some are {}, others {} years old.', 'Einige sind {}, andere {} Jahre alt.'),
         ('The pages {} and {} are missing.', 'Die Seiten {} und {} fehlen.')]
AGED = [('a {}-year-old man', 'ein {}jähriger Mann'), ('The {}-year-old woman lives alone.', 'Die {}jährige Frau lebt allein.'),
        ('A {}-year-old boy found the key.', 'Ein {}jähriger Junge hat den Schlüssel gefunden.')]
RANKED = [('This is her {} visit.', 'Das ist ihr {}r Besuch.'), ('He lives on the {} floor.', 'Er wohnt im {}n Stock.'),
          ('It was the {} day of the journey.', 'Es war der {} Tag der Reise.'), ('She came {}.', 'Sie wurde {}.'),
          ('They celebrated their {} anniversary.', 'Sie feierten ihren {}n Jahrestag.'),
          ('Turn to the {} chapter.', 'Schlagen Sie das {} Kapitel auf.')]

MANUAL = [
    ('Click {} to continue.', 'Klicken Sie auf {}, um fortzufahren.'), ('Press {} to switch the pump on.', 'Drücken Sie {}, um die Pumpe einzuschalten.'),
    ('Press {}.', 'Drücken Sie {}.'), ('Press {} to begin.', 'Drücken Sie {}, um zu beginnen.'), ('Select {} from the menu.', 'Wählen Sie {} aus dem Menü.'),
    ('Choose {} and then {}.', 'Wählen Sie {} und dann {}.'), ('Open the {} dialog.', 'Öffnen Sie den Dialog {}.'),
    ('Tap {} at the top of the page.', 'Tippen Sie oben auf der Seite auf {}.'), ('To leave the program, use {}.', 'Um das Programm zu verlassen, verwenden Sie {}.'),
    ('The {} button is grey.', 'Die Schaltfläche {} ist grau.'), ('Turn the switch to {}.', 'Stellen Sie den Schalter auf {}.'),
    ('You find it under {}.', 'Sie finden es unter {}.'), ('Hold {} for five seconds.', 'Halten Sie {} fünf Sekunden lang gedrückt.'),
    ('If you do not see {}, restart the device.', 'Wenn Sie {} nicht sehen, starten Sie das Gerät neu.'),
    ('Go to {} and click {}.', 'Gehen Sie zu {} und klicken Sie auf {}.'), ('When you are done, click {}.', 'Wenn Sie fertig sind, klicken Sie auf {}.'),
    ('The screen shows {}.', 'Der Bildschirm zeigt {} an.'), ('{} closes the window.', '{} schließt das Fenster.'),
    ('Do not press {} while the machine is running.', 'Drücken Sie nicht {}, während die Maschine läuft.'),
    ('Use {} to save your work.', 'Verwenden Sie {}, um Ihre Arbeit zu speichern.'), ('In the {} menu, choose {}.', 'Wählen Sie im Menü {} den Eintrag {}.'),
    ('Clear the {} check box.', 'Deaktivieren Sie das Kontrollkästchen {}.')]
DRESSES = ['{}', '{}', '{}', '"{}"', '<b>{}</b>', '**{}**', "'{}'", '<code>{}</code>']
GERMAN_DRESS = {'"{}"': '„{}“', "'{}'": '‚{}‘'}

DAYS = list(zip('Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(),
                'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'.split()))
MONTHS = list(zip('January February March April May June July August September October November December'.split(),
                  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split()))


def below_hundred(n, final='eins'):
    if n < 20:
        english, german = ONES[n - 1]
        return english, final if n == 1 else german
    ten = TENS[n // 10 - 2]
    if n % 10 == 0:
        return ten
    english, german = ONES[n % 10 - 1]
    return f'{ten[0]}-{english}', ('ein' if n % 10 == 1 else german) + 'und' + ten[1]


def number(n, r):
    """The words of a number from 1 to 999."""
    if n < 100:
        return below_hundred(n)
    hundreds, rest = divmod(n, 100)
    english, german = ONES[hundreds - 1]
    english = f'{"a" if hundreds == 1 and r.random() < .3 else english} hundred'
    german = ('' if hundreds == 1 and r.random() < .5 else 'ein' if hundreds == 1 else german) + 'hundert'
    if not rest:
        return english, german
    joint = ' and ' if r.random() < .7 else ' '
    of_rest = below_hundred(rest)
    return english + joint + of_rest[0], german + of_rest[1]


def ordinal(n):
    english, german = below_hundred(n)
    head, dash, last = english.rpartition('-')
    last = ORDINALS.get(last) or (last[:-1] + 'ieth' if last.endswith('y') else last + 'th')
    german = GERMAN_ORDINALS.get(n) or german + ('te' if n < 20 else 'ste')
    return head + dash + last, german


def capital(text):
    return text[:1].upper() + text[1:]


def draw(r):
    p = r.random()
    return r.randint(20, 99) if p < .5 else r.randint(2, 19) if p < .7 else r.randint(100, 999)


def make_number(r):
    p = r.random()
    if p < .1:
        english, german = r.choice(RANKED)
        words = ordinal(r.randint(1, 99))
        words = [words]
    elif p < .2:
        english, german = r.choice(AGED)
        words = [below_hundred(r.randint(13, 99))]
    elif p < .3:
        english, german = r.choice(PAIRS)
        words = [number(draw(r), r), number(draw(r), r)]
    else:
        english, german = r.choice(COUNTS)
        words = [number(draw(r), r)]
    return capital(english.format(*(w[0] for w in words))), capital(german.format(*(w[1] for w in words))), 'made-numbers'


def make_manual(r, labels):
    english, german = r.choice(MANUAL)
    dress = r.choice(DRESSES)
    chosen = r.sample(labels, english.count('{}'))
    return (english.format(*(dress.format(c[0]) for c in chosen)),
            german.format(*(GERMAN_DRESS.get(dress, dress).format(c[1]) for c in chosen)), 'made-manual')


def make_list(r):
    names = r.choice([DAYS, MONTHS])
    n = r.randint(2, len(names))
    chosen = names[:n] if r.random() < .3 else sorted(r.sample(names, n), key=names.index)
    joint = r.choice([', ', ' | ', ' / ', '; '])
    if r.random() < .4:
        return tuple(', '.join(c[k] for c in chosen[:-1]) + word + chosen[-1][k] for k, word in ((0, ' and '), (1, ' und '))) + \
            ('made-lists',)
    return joint.join(c[0] for c in chosen), joint.join(c[1] for c in chosen), 'made-lists'


def is_label(english, german):
    """A label that a sentence can have as it is: it begins with a capital, and has no marks."""
    return all(t[:1].isupper() and len(t.split()) < 4 and t.replace(' ', '').replace('-', '').isalpha() for t in (english, german))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('labels')
    parser.add_argument('--seed', type=int, default=1)
    for part, n in (('numbers', 8000), ('manual', 8000), ('lists', 400)):
        parser.add_argument('--' + part, type=int, default=n)
    args = parser.parse_args()
    r = random.Random(args.seed)
    with open(args.labels, encoding='utf-8') as file:
        labels = [tuple(line.rstrip('\n').split('\t')[:2]) for line in file]
    labels = [pair for pair in labels if is_label(*pair)]
    pairs = {make_number(r) for _ in range(args.numbers)} | {make_manual(r, labels) for _ in range(args.manual)} | \
        {make_list(r) for _ in range(args.lists)}
    for pair in sorted(pairs):
        print('\t'.join(pair))


if __name__ == '__main__':
    main()
