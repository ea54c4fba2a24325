#!/usr/bin/env python3
"""Writes English-German pairs of interfaces and manuals, one a line: English, German, the part.
interface.py [--seed N] [--numbers N] [--manual N] [--lists N] LABELS > interface-made.tsv

LABELS has a label of an interface a line: English, tab, German.  Parts: "made-numbers" (numbers in words and
ordinals in short sentences), "made-manual" (instructions with labels in them, bare, in quotes, in tags or between
stars), "made-lists" (days and months in a row) and "made-phrases" (headings of manuals, and what pages say).  The first
labels are drawn most often: the commonest ones should stand there.  No sentence is taken from anywhere.
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
    ('Clear the {} check box.', 'Deaktivieren Sie das Kontrollkästchen {}.'),
    ('Touch {} to start the recording.', 'Berühren Sie {}, um die Aufnahme zu starten.'),
    ('To close the window, click {}.', 'Um das Fenster zu schließen, klicken Sie auf {}.'),
    ('To add a contact, tap {}.', 'Um einen Kontakt hinzuzufügen, tippen Sie auf {}.'),
    ('Next, click {}.', 'Klicken Sie als Nächstes auf {}.'),
    ('Finally, press {} twice.', 'Drücken Sie zum Schluss zweimal {}.'),
    ('Press the {} key.', 'Drücken Sie die Taste {}.'),
    ('Press the {} button until the light goes out.', 'Drücken Sie die Taste {}, bis das Licht ausgeht.'),
    ('Click the {} button to send the form.', 'Klicken Sie auf die Schaltfläche {}, um das Formular abzuschicken.'),
    ('The {} key turns the device off.', 'Die Taste {} schaltet das Gerät aus.'),
    ('The {} menu has all commands.', 'Das Menü {} enthält alle Befehle.'),
    ('The {} tab lists your orders.', 'Die Registerkarte {} listet Ihre Bestellungen auf.'),
    ('On the {} tab, choose a colour.', 'Wählen Sie auf der Registerkarte {} eine Farbe.'),
    ('On the {} page you can change your address.', 'Auf der Seite {} können Sie Ihre Adresse ändern.'),
    ('In the {} field, enter your city.', 'Geben Sie im Feld {} Ihren Ort ein.'),
    ('Enter a number into the {} box.', 'Geben Sie eine Zahl in das Feld {} ein.'),
    ('Leave {} empty.', 'Lassen Sie {} leer.'),
    ('Set {} to zero.', 'Stellen Sie {} auf null.'),
    ('Select {} and press Enter.', 'Wählen Sie {} und drücken Sie die Eingabetaste.'),
    ('Select {}, then click {}.', 'Wählen Sie {} und klicken Sie dann auf {}.'),
    ('Open {} and look for {}.', 'Öffnen Sie {} und suchen Sie nach {}.'),
    ('Go back to {}.', 'Gehen Sie zurück zu {}.'),
    ('From the {} menu, select {}.', 'Wählen Sie im Menü {} den Punkt {}.'),
    ('You can also use {} for this.', 'Dafür können Sie auch {} verwenden.'),
    ('If the list is empty, try {}.', 'Wenn die Liste leer ist, versuchen Sie es mit {}.'),
    ('If nothing happens, click {} again.', 'Wenn nichts geschieht, klicken Sie noch einmal auf {}.'),
    ('When the message {} appears, remove the cable.', 'Wenn die Meldung {} erscheint, ziehen Sie das Kabel ab.'),
    ('The text {} flashes.', 'Der Text {} blinkt.'),
    ('The program asks you to confirm with {}.', 'Das Programm bittet Sie, mit {} zu bestätigen.'),
    ('Confirm with {}.', 'Bestätigen Sie mit {}.'),
    ('Answer with {} or {}.', 'Antworten Sie mit {} oder {}.'),
    ('With {} you get a larger picture.', 'Mit {} erhalten Sie ein größeres Bild.'),
    ('With {} all settings are lost.', 'Mit {} gehen alle Einstellungen verloren.'),
    ('{} is not available for this file.', '{} ist für diese Datei nicht verfügbar.'),
    ('{} opens a new window.', '{} öffnet ein neues Fenster.'),
    ('Right-click the picture and choose {}.', 'Klicken Sie mit der rechten Maustaste auf das Bild und wählen Sie {}.'),
    ('Double-click {}.', 'Doppelklicken Sie auf {}.'),
    ('Drag the file to {}.', 'Ziehen Sie die Datei auf {}.'),
    ('Move the switch from {} to {}.', 'Schieben Sie den Schalter von {} auf {}.'),
    ('Never choose {} during an update.', 'Wählen Sie während einer Aktualisierung niemals {}.'),
    ('Check that {} is selected.', 'Prüfen Sie, ob {} ausgewählt ist.'),
    ('Make sure that {} is switched on.', 'Vergewissern Sie sich, dass {} eingeschaltet ist.'),
    ('The option {} is hidden.', 'Die Option {} ist ausgeblendet.'),
    ('Turn {} on to hear a sound.', 'Schalten Sie {} ein, um einen Ton zu hören.'),
    ('See {} for more information.', 'Weitere Informationen finden Sie unter {}.'),
    ('Your photos are in the folder {}.', 'Ihre Fotos sind im Ordner {}.'),
    ('The window has two buttons, {} and {}.', 'Das Fenster hat zwei Schaltflächen, {} und {}.'),
    ('Say {} if you agree.', 'Sagen Sie {}, wenn Sie einverstanden sind.'),
    ('Hit {} and wait.', 'Drücken Sie {} und warten Sie.'),
    ('Scroll down and select {}.', 'Blättern Sie nach unten und wählen Sie {}.'),
    ('Under {}, choose a language.', 'Wählen Sie unter {} eine Sprache.')]
PHRASES = [
    ('Getting started', 'Erste Schritte'),
    ('First steps', 'Erste Schritte'),
    ('Before you begin', 'Bevor Sie beginnen'),
    ('Before you start', 'Bevor Sie anfangen'),
    ("What's new", 'Neuigkeiten'),
    ("What's new?", 'Was ist neu?'),
    ('Troubleshooting', 'Fehlerbehebung'),
    ('Frequently asked questions', 'Häufig gestellte Fragen'),
    ('Safety instructions', 'Sicherheitshinweise'),
    ('System requirements', 'Systemanforderungen'),
    ('Technical data', 'Technische Daten'),
    ('Table of contents', 'Inhaltsverzeichnis'),
    ('How it works', 'So funktioniert es'),
    ('How to use this manual', 'So benutzen Sie diese Anleitung'),
    ('About this manual', 'Über dieses Handbuch'),
    ('User manual', 'Benutzerhandbuch'),
    ('Quick start guide', 'Schnellstartanleitung'),
    ('Release notes', 'Versionshinweise'),
    ('Installing the program', 'Das Programm installieren'),
    ('Installing the battery', 'Batterie einlegen'),
    ('Charging the battery', 'Akku aufladen'),
    ('Cleaning the device', 'Gerät reinigen'),
    ('Changing the filter', 'Filter wechseln'),
    ('Creating an account', 'Konto anlegen'),
    ('Deleting an account', 'Konto löschen'),
    ('Adding users', 'Benutzer hinzufügen'),
    ('Managing files', 'Dateien verwalten'),
    ('Printing a page', 'Eine Seite drucken'),
    ('Sharing a folder', 'Einen Ordner freigeben'),
    ('Using the camera', 'Kamera verwenden'),
    ('Connecting to a network', 'Mit einem Netzwerk verbinden'),
    ('Turning the device on and off', 'Gerät ein- und ausschalten'),
    ('Forgot your password?', 'Passwort vergessen?'),
    ('Forgot password?', 'Passwort vergessen?'),
    ('Forgot your username?', 'Benutzername vergessen?'),
    ("Don't have an account?", 'Sie haben noch kein Konto?'),
    ('Already have an account?', 'Sie haben bereits ein Konto?'),
    ('New here?', 'Neu hier?'),
    ('Remember me', 'Angemeldet bleiben'),
    ('Stay signed in', 'Angemeldet bleiben'),
    ('Keep me signed in', 'Angemeldet bleiben'),
    ('Sign in', 'Anmelden'),
    ('Sign out', 'Abmelden'),
    ('Sign up', 'Registrieren'),
    ('Log in', 'Anmelden'),
    ('Log out', 'Abmelden'),
    ('Login', 'Anmeldung'),
    ('Logout', 'Abmelden'),
    ('Log off', 'Abmelden'),
    ('Quit', 'Beenden'),
    ('Exit', 'Beenden'),
    ('Dismiss', 'Schließen'),
    ('Got it', 'Verstanden'),
    ('Not now', 'Nicht jetzt'),
    ('Maybe later', 'Vielleicht später'),
    ('Skip', 'Überspringen'),
    ('Learn more', 'Mehr erfahren'),
    ('Read more', 'Weiterlesen'),
    ('Show more', 'Mehr anzeigen'),
    ('Show less', 'Weniger anzeigen'),
    ('Try again', 'Erneut versuchen'),
    ('Please try again later', 'Bitte versuchen Sie es später erneut'),
    ('Something went wrong', 'Etwas ist schiefgegangen'),
    ('Are you sure?', 'Sind Sie sicher?'),
    ('Do you want to save your changes?', 'Möchten Sie Ihre Änderungen speichern?'),
    ('This cannot be undone.', 'Dies kann nicht rückgängig gemacht werden.'),
    ('Please wait', 'Bitte warten'),
    ('Loading...', 'Wird geladen...'),
    ('Saving...', 'Wird gespeichert...'),
    ('No results found', 'Keine Ergebnisse gefunden'),
    ('No items', 'Keine Einträge'),
    ('Add to cart', 'In den Warenkorb'),
    ('Checkout', 'Zur Kasse'),
    ('Your cart is empty', 'Ihr Warenkorb ist leer'),
    ('Terms of service', 'Nutzungsbedingungen'),
    ('Terms of use', 'Nutzungsbedingungen'),
    ('Terms and conditions', 'Allgemeine Geschäftsbedingungen'),
    ('Privacy policy', 'Datenschutzerklärung'),
    ('Cookie policy', 'Cookie-Richtlinie'),
    ('Legal notice', 'Impressum'),
    ('Contact us', 'Kontakt'),
    ('All rights reserved.', 'Alle Rechte vorbehalten.'),
    ('Back to top', 'Nach oben'),
    ('Home page', 'Startseite'),
    ('Dark mode', 'Dunkler Modus'),
    ('Full screen', 'Vollbild'),
    ('Zoom in', 'Vergrößern'),
    ('Zoom out', 'Verkleinern'),
    ('Sort by name', 'Nach Name sortieren'),
    ('Last modified', 'Zuletzt geändert'),
    ('Out of stock', 'Nicht vorrätig'),
    ('Unsaved changes', 'Nicht gespeicherte Änderungen'),
]
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
    chosen = [labels[min(int(r.paretovariate(.5) * 8) - 8, len(labels) - 1)] for _ in range(english.count('{}'))]
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
        {make_list(r) for _ in range(args.lists)} | {(*pair, 'made-phrases') for pair in PHRASES}
    for pair in sorted(pairs):
        print('\t'.join(pair))


if __name__ == '__main__':
    main()
