"""What fills the slots of a template: functions of a random generator that give (English, German)."""
import string


def grouped(n, mark):
    return f'{n:,}'.replace(',', mark)


def decimal(n, digits):
    """A number of hundredths or the like as both languages write it: ('1,234.50', '1.234,50')."""
    whole, part = divmod(n, 10**digits)
    return f'{whole:,}.{part:0{digits}}', f"{grouped(whole, '.')},{part:0{digits}}"


def same(text):
    return text, text


def some_size(rng, most=6):
    """A number of 1 to `most` digits, each length about as often."""
    digits = rng.randint(1, most)
    return rng.randint(10**(digits - 1) if digits > 1 else 2, 10**digits - 1)


def n(rng):
    return same(str(some_size(rng, 4) if rng.random() < 0.3 else some_size(rng, 3)))


def year(rng):
    return same(str(rng.randint(1600, 2060) if rng.random() < 0.3 else rng.randint(1900, 2035)))


def big(rng):
    number = rng.randint(1000, 10**rng.randint(4, 9))
    if number < 10_000 and rng.random() < 0.4:
        return same(str(number))
    return grouped(number, ','), grouped(number, '.')


def dec(rng):
    return decimal(rng.randint(1, 10**rng.randint(2, 5)), rng.choice((1, 1, 2)))


def number_like(rng, whole, part):
    """Another number with about as many digits, as both languages write it."""
    if len(whole) == 4 and not part and whole[0] in '12':
        return year(rng)
    low, high = (10**(len(whole) - 1), 10**len(whole) - 1) if len(whole) > 1 else (2, 9)
    number = rng.randint(low, high)
    if part:
        return decimal(number * 10**len(part) + rng.randint(0, 10**len(part) - 1), len(part))
    return (grouped(number, ','), grouped(number, '.')) if number > 9999 else same(str(number))


def sum_of(rng):
    """(English digits, German digits) of an amount of money."""
    way = rng.random()
    if way < 0.4:
        return same(str(some_size(rng, 3)))
    if way < 0.65:
        return big(rng)
    return decimal(rng.randint(50, 10**rng.randint(3, 7)), 2)


def money(rng):
    english, german = sum_of(rng)
    sign, german_sign = rng.choice((('$', '$'), ('$', 'Dollar'), ('€', '€'), ('€', 'Euro'), ('£', '£'),
                                    ('EUR', 'EUR'), ('USD', 'USD'), ('CHF', 'CHF'), ('US$', 'US-Dollar')))
    if rng.random() < 0.15:
        word = rng.choice((('million', 'Millionen'), ('billion', 'Milliarden')))
        english, german = dec(rng)
        return f'{sign}{" " * (len(sign) == 3)}{english} {word[0]}', f'{german} {word[1]} {german_sign}'
    if sign == '€' and rng.random() < 0.3:
        return f'{english} euros', f'{german} Euro'
    return f'{sign}{" " * (len(sign) == 3)}{english}', f'{german} {german_sign}'


def pct(rng):
    english, german = dec(rng) if rng.random() < 0.4 else same(str(rng.randint(1, 100)))
    way = rng.choice((('%', ' %'), ('%', ' %'), (' %', ' %'), (' percent', ' Prozent'), (' per cent', ' Prozent')))
    return english + way[0], german + way[1]


MONTHS = ('January Januar', 'February Februar', 'March März', 'April April', 'May Mai', 'June Juni', 'July Juli',
          'August August', 'September September', 'October Oktober', 'November November', 'December Dezember')


def month(rng):
    return tuple(rng.choice(MONTHS).split())


def date(rng):
    """A day without an article: ('March 5, 2021', '5. März 2021')."""
    (english, german), day, of = month(rng), rng.randint(1, 28), year(rng)[0]
    way = rng.random()
    if way < 0.35:
        return f'{english} {day}, {of}', f'{day}. {german} {of}'
    if way < 0.6:
        return f'{day} {english} {of}', f'{day}. {german} {of}'
    if way < 0.8:
        return f'{english} {day}', f'{day}. {german}'
    return f'{day} {english}', f'{day}. {german}'


def iso(rng):
    return same(f'{rng.randint(1950, 2035)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}')


def time(rng):
    """A time of day, to stand after `at` and `um`."""
    hour, minute = rng.randint(0, 23), rng.randint(0, 59)
    if rng.random() < 0.5:
        return f'{hour}:{minute:02}', f'{hour}:{minute:02} Uhr'
    half = rng.choice((('am', 'pm'), ('a.m.', 'p.m.'), ('AM', 'PM')))[hour >= 12]
    return f'{(hour + 11) % 12 + 1}:{minute:02} {half}', f'{hour}:{minute:02} Uhr'


LENGTHS = ('km km', 'kilometres Kilometer', 'kilometers Kilometer', 'm m', 'metres Meter', 'meters Meter', 'cm cm', 'mm mm',
           'miles Meilen', 'feet Fuß', 'inches Zoll', 'yards Yards')
WEIGHTS = ('kg kg', 'kilograms Kilogramm', 'g g', 'grams Gramm', 'tons Tonnen', 'tonnes Tonnen', 'pounds Pfund', 'ounces Unzen', 'mg mg')
VOLUMES = ('litres Liter', 'liters Liter', 'ml ml', 'l l', 'g g', 'grams Gramm', 'kg kg', 'cups Tassen', 'tablespoons Esslöffel')
OTHERS = ('km/h km/h', 'GB GB', 'MB MB', 'kW kW', 'GHz GHz', 'MHz MHz', 'volts Volt', 'V V', 'watts Watt', '°C °C', 'hectares Hektar',
          'acres Acres', 'dB dB', 'kWh kWh', 'MW MW', 'horsepower PS', 'degrees Grad', 'pixels Pixel', 'megabytes Megabyte')


def quantity(units):
    """The slot of an amount in one of `units`."""
    def slot(rng):
        english, german = dec(rng) if rng.random() < 0.4 else n(rng) if rng.random() < 0.7 else big(rng)
        of = rng.choice(units).split()
        tight = len(of[0]) < 4 and rng.random() < 0.3
        return f"{english}{'' if tight else ' '}{of[0]}", f'{german} {of[1]}'
    return slot


def span(rng):
    """A number of days and the like in the dative plural: ('12 days', '12 Tagen')."""
    of = rng.choice(('days Tagen', 'weeks Wochen', 'months Monaten', 'years Jahren', 'hours Stunden',
                     'minutes Minuten', 'seconds Sekunden')).split()
    number = rng.randint(2, 90)
    return f'{number} {of[0]}', f'{number} {of[1]}'


ONSETS = 'b bl br c ch d dr f fl g gr h j k kl kr l m n p ph pr qu r s sh sk st t th tr v w y z'.split()
VOWELS = 'a a e e i i o o u u ai au ea ee ie io oo ou y'.split()
CODAS = ['', '', '', 'n', 'n', 'r', 'l', 's', 'm', 'k', 't', 'd', 'ck', 'nd', 'ng', 'rt', 'x', 'th', 'ff', 'sh', 'tz']
FIRST = '''Aisha Alejandro Amara Anders Anjali Antoine Asuka Beatriz Björn Bogdan Carlos Chiara Chloé Dimitri Dorothea Edgar Eileen
Elif Emeka Eszter Fatima Félix Fiona Gareth Giulia Gudrun Hiroshi Ilse Imran Ines Ingrid Ivan Jasmin Joaquín Jürgen Kateryna Keiko
Kofi Leila Liam Linnea Luca Magnus Mahmoud Marek Maximilian Mei Miguel Milena Naledi Ngozi Nikolai Nils Noor Olga Oluwaseun Omar Oscar
Pavel Penelope Priya Quentin Rajesh Renata Rosalind Rüdiger Sadia Sebastian Selma Siobhán Sören Svetlana Tariq Theresa Tomasz Ulrike
Valentina Vikram Wilhelmina Xenia Yasmin Yusuf Zoë Zofia Benedict Claudia Frederick Gertrude Harold Isabella Josephine Katherine
Leonard Matilda Nathaniel Ottilie Percival Rebecca Samuel Timothy Victoria Winston'''.split()
LAST = '''Abdullah Adeyemi Andersson Becker Bergström Bianchi Blackwood Castellano Chowdhury Dąbrowski Delacroix Dubois Eriksen
Fernández Fischer Fitzgerald Gallagher García Goldstein Gupta Haddad Hansen Hashimoto Hoffmann Horváth Ivanov Jankowski Johansson Kaya
Kimura Kowalski Krishnan Kühn Lindqvist López MacDonald Mbeki McCarthy Meyer Moreau Müller Nakamura Ndiaye Nguyen Novák O'Connor
O'Brien Okafor Okonkwo Papadopoulos Pereira Petrov Quispe Rossi Santos Schröder Sharma Silva Sokolov Sørensen Stein Suzuki Takahashi
Thompson Tran Uchida Vasquez Vogel Wagner Wang Watanabe Weiß Whitfield Williams Yamamoto Yılmaz Zhang Zimmermann Fairbanks Huckleby
Montgomery Pemberton Rutherford Winterbottom Ashcroft Kensington'''.split()
CITIES = '''Aarhus Adelaide Ankara Bamako Bergen Bilbao Bochum Bogotá Boston Bratislava Bristol Buffalo Cardiff Chicago Dakar Dallas
Dortmund Dresden Dublin Düsseldorf Edinburgh Erfurt Freiburg Galway Gdynia Geelong Graz Hamburg Helsinki Houston Innsbruck Jakarta
Karlsruhe Kassel Kiel Kigali Kingston Lagos Leeds Leipzig Lima Linz Liverpool Lusaka Lyon Madison Malmö Manchester Melbourne Mombasa
Montreal Nairobi Nashville Oakland Odense Osaka Oslo Ottawa Oxford Porto Portland Potsdam Quito Rostock Rotterdam Salzburg Santiago
Seattle Sheffield Stockholm Stuttgart Sydney Tallinn Toronto Trondheim Tübingen Utrecht Valencia Vancouver Wellington York Zagreb'''.split()
BRANDS = '''Amazon Apple BMW Bosch Canon Debian Dell Firefox Fedora GitHub Google IBM IKEA Intel Lego LibreOffice Linux Microsoft Mozilla
Netflix Nintendo Nokia Oracle Philips Python Samsung SAP Siemens Sony Spotify Tesla Toyota Ubuntu Volvo Wikipedia YouTube'''.split()


def made_up(rng):
    """A name that nobody has, and that both languages would leave as it is."""
    word = ''.join(rng.choice(ONSETS) + rng.choice(VOWELS) + rng.choice(CODAS) for _ in range(rng.choice((1, 2, 2, 2, 3))))
    return word.capitalize()


def name(rng):
    return rng.choice(FIRST) if rng.random() < 0.5 else made_up(rng)


def last(rng):
    return same(rng.choice(LAST) if rng.random() < 0.5 else made_up(rng))


def person(rng):
    way = rng.random()
    middle = f' {rng.choice(string.ascii_uppercase)}.' if way < 0.1 else ''
    return same(f'{name(rng)}{middle} {last(rng)[0]}')


def city(rng):
    return same(rng.choice(CITIES) if rng.random() < 0.6 else made_up(rng))


def brand(rng):
    way = rng.random()
    if way < 0.4:
        return same(rng.choice(BRANDS))
    return same(made_up(rng) + (made_up(rng) if way < 0.6 else '') + rng.choice(('', '', '', ' 2', ' Pro', ' X')))


WORDS = '''account admin alpha app archive backup blog book box branch build cache cat chart client cloud code config contact core data
demo dev doc draft error export file final form group guide help home image index info input invoice item job key lab letter list log
mail main map media menu meeting model music net news note office old order output page paper photo plan portal post press price
project query readme report result sales schedule script search server shop site start status store summary support table task team
temp test text ticket tool tour update upload user version video view web week wiki work year'''.split()


def host(rng):
    middle = rng.choice((rng.choice(WORDS), made_up(rng).lower(), rng.choice(WORDS) + '-' + rng.choice(WORDS), 'example'))
    end = rng.choice(('com', 'com', 'org', 'net', 'de', 'de', 'io', 'eu', 'co.uk', 'info', 'edu', 'at', 'ch'))
    return middle + '.' + end


def mail(rng):
    way, first = rng.random(), name(rng).lower()
    ascii_first = first.encode('ascii', 'ignore').decode() or 'x'
    user = (rng.choice(WORDS) if way < 0.4 else ascii_first if way < 0.6 else
            ascii_first + rng.choice('._-') + made_up(rng).lower() if way < 0.85 else f'{ascii_first}{rng.randint(1, 2030)}')
    return same(f'{user}@{host(rng)}')


def url(rng):
    way = rng.random()
    start = 'www.' + host(rng) if way < 0.25 else rng.choice(('https://', 'https://', 'https://www.', 'http://')) + host(rng)
    path = ''.join('/' + rng.choice(WORDS) for _ in range(rng.choice((0, 0, 1, 1, 2, 3))))
    if path and rng.random() < 0.3:
        path += rng.choice(('.html', '.php', '.pdf', f'?id={rng.randint(1, 99999)}', f'#{rng.choice(WORDS)}', '/', f'-{rng.randint(1, 99)}'))
    return same(start + path)


def file(rng):
    stem = rng.choice(WORDS)
    if rng.random() < 0.6:
        stem += rng.choice('_-') + rng.choice((rng.choice(WORDS), str(rng.randint(1, 2030)), 'v' + str(rng.randint(1, 9))))
    stem = rng.choice((stem, stem, stem, stem.capitalize(), stem.upper()))
    end = rng.choice('txt pdf csv py c h json xml html md docx xlsx png jpg zip tar.gz log conf yml sh mp3 odt cfg ini deb'.split())
    return same(f'{stem}.{end}')


def path(rng):
    way = rng.random()
    parts = [rng.choice(WORDS) for _ in range(rng.randint(1, 3))]
    if way < 0.5:
        return same(rng.choice(('/etc/', '/usr/share/', '/home/', '/var/log/', '/tmp/', '~/', './')) + '/'.join(parts))
    if way < 0.7:
        return same('C:\\' + '\\'.join(p.capitalize() for p in parts))
    return same('/'.join(parts) + '/' + file(rng)[0])


def ph(rng):
    word = rng.choice(WORDS + 'count name total size path title number date value'.split())
    return same(rng.choice(('%s', '%s', '%d', '%1', '%2', '%1$s', '%(' + word + ')s', '{' + word + '}', '{' + word + '}', '{0}', '{1}',
                            '{}', '${' + word + '}', '$' + word.upper(), '{{' + word + '}}', '%' + word + '%', '<' + word + '>',
                            '[' + word.upper() + ']', ':' + word)))


def code(rng):
    """An order number, a model, a flight, a version: what looks like a word and must not change."""
    up = lambda k: ''.join(rng.choice(string.ascii_uppercase) for _ in range(k))
    num = lambda k: ''.join(rng.choice(string.digits) for _ in range(k))
    return same(rng.choice((lambda: up(2) + num(3), lambda: up(2) + '-' + num(4), lambda: up(3) + '-' + num(2) + '-' + num(3),
                            lambda: num(3) + '-' + num(4), lambda: up(1) + num(2), lambda: num(2) + up(1), lambda: '#' + num(4),
                            lambda: up(3) + num(4) + up(1)))())


def version(rng):
    parts = [str(rng.randint(0, 30)) for _ in range(rng.choice((2, 2, 3)))]
    return same(rng.choice(('', '', '', 'v')) + '.'.join(parts))


def phone(rng):
    num = lambda k: ''.join(rng.choice(string.digits) for _ in range(k))
    return same(rng.choice((lambda: f'+49 {rng.randint(30, 999)} {num(6)}', lambda: f'0{num(3)} {num(7)}', lambda: f'+1 {num(3)} {num(3)} {num(4)}',
                            lambda: f'({num(3)}) 555-{num(4)}', lambda: f'+44 20 {num(4)} {num(4)}', lambda: f'0{num(2)}/{num(7)}'))())


def score(rng):
    a, b = rng.randint(0, 9), rng.randint(0, 9)
    return f'{a}-{b}', f'{a}:{b}'


def var(rng):
    word = rng.choice(WORDS)
    return same(rng.choice((word + '_' + rng.choice(WORDS), word + rng.choice(WORDS).capitalize(), word + '()', word.upper() + '_' + rng.choice(WORDS).upper(),
                            '--' + word, '--' + word + '-' + rng.choice(WORDS), '-' + word[0])))


EMOJI = '😀 😂 😍 😊 😉 😢 😭 😎 😡 🤔 🙏 👍 👎 👏 💪 ❤️ 💙 🔥 ✨ 🎉 🎂 🎁 🌍 🌞 🌧️ ⭐ ✅ ❌ ⚠️ 🚀 🚗 🏠 🐶 🐱 🌹 🍕 ☕ 🍺 ⚽ 🎵 📷 📧 💡 🥳 🤣 🙂 😅 🤷 👋 💯'.split()


def emoji(rng):
    return rng.choice(EMOJI)


def tag(rng):
    return same(rng.choice('@#') + rng.choice((made_up(rng), rng.choice(WORDS), rng.choice(WORDS).capitalize() + rng.choice(WORDS).capitalize())))


def ordinal(rng):
    number = rng.randint(2, 60)
    end = 'th' if 10 < number % 100 < 20 else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')
    return f'{number}{end}', f'{number}.'


def weekday(rng):
    return tuple(rng.choice(('Monday Montag', 'Tuesday Dienstag', 'Wednesday Mittwoch', 'Thursday Donnerstag',
                             'Friday Freitag', 'Saturday Samstag', 'Sunday Sonntag')).split())


MARKS = (lambda r: '- ', lambda r: '* ', lambda r: '• ', lambda r: f'{r.randint(1, 30)}. ', lambda r: f'{r.randint(1, 30)}) ',
         lambda r: f'{r.choice(string.ascii_lowercase[:8])}) ', lambda r: f'({r.randint(1, 12)}) ', lambda r: '> ', lambda r: '# ', lambda r: '## ',
         lambda r: f'{r.randint(1, 12)}.{r.randint(1, 12)} ', lambda r: emoji(r) + ' ')

SLOTS = dict(n=n, year=year, big=big, dec=dec, money=money, pct=pct, month=month, date=date, iso=iso, time=time, length=quantity(LENGTHS), weight=quantity(WEIGHTS), volume=quantity(VOLUMES),
             unit=quantity(OTHERS),
             span=span, name=lambda r: same(name(r)), last=last, person=person, city=city, brand=brand, mail=mail, url=url,
             file=file, path=path, ph=ph, code=code, version=version, phone=phone, score=score, var=var,
             emoji=lambda r: same(emoji(r)), tag=tag, ordinal=ordinal, weekday=weekday)
