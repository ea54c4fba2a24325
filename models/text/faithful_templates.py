"""Pairs with slots in braces: {n} is filled alike on both sides, {n1} and {n2} are two of a kind."""

TEMPLATES = [tuple(line.split(' | ')) for line in '''\
Please send the report to {mail} by {weekday}. | Bitte senden Sie den Bericht bis {weekday} an {mail}.
Write to {mail} if you have any questions. | Schreiben Sie an {mail}, wenn Sie Fragen haben.
My e-mail address is {mail}. | Meine E-Mail-Adresse ist {mail}.
You can reach us at {mail} or {phone}. | Sie erreichen uns unter {mail} oder {phone}.
Contact {person} ({mail}) for details. | Wenden Sie sich für Einzelheiten an {person} ({mail}).
I never received your message from {mail}. | Ich habe deine Nachricht von {mail} nie erhalten.
Questions? Ask {mail}! | Fragen? Fragen Sie {mail}!
From: {mail} | Von: {mail}
To: {mail1}, {mail2} | An: {mail1}, {mail2}
The address {mail} no longer works. | Die Adresse {mail} funktioniert nicht mehr.
Copy {mail1} and {mail2} on your reply. | Setzen Sie {mail1} und {mail2} bei Ihrer Antwort in Kopie.
Who is {mail}? | Wer ist {mail}?
{person} <{mail}> wrote: | {person} <{mail}> schrieb:
Visit {url} for more information. | Weitere Informationen finden Sie unter {url}.
See {url}. | Siehe {url}.
Read more at {url}. | Lesen Sie mehr unter {url}.
The documentation is at {url}. | Die Dokumentation finden Sie unter {url}.
Is {url} safe? | Ist {url} sicher?
Our website has moved from {url1} to {url2}. | Unsere Website ist von {url1} nach {url2} umgezogen.
Go to {url} and press the red button. | Gehen Sie auf {url} und drücken Sie den roten Knopf.
Download {file} from {url}. | Laden Sie {file} von {url} herunter.
The source code is at {url}. | Der Quellcode liegt unter {url}.
Open {url} in your browser. | Öffnen Sie {url} in Ihrem Browser.
Source: {url} | Quelle: {url}
Have you seen this? {url} | Hast du das gesehen? {url}
The map ({url}) shows the station. | Die Karte ({url}) zeigt den Bahnhof.
The page {url} could not be found. | Die Seite {url} wurde nicht gefunden.
Please report errors at {url}. | Bitte melden Sie Fehler unter {url}.
The price rose from {money1} to {money2} in {year}. | Der Preis stieg {year} von {money1} auf {money2}.
The price fell from {money1} to {money2}. | Der Preis fiel von {money1} auf {money2}.
It costs {money}. | Es kostet {money}.
That will be {money}, please. | Das macht {money}, bitte.
I paid {money} for it. | Ich habe {money} dafür bezahlt.
The ticket costs {money1} and lunch costs {money2}. | Die Eintrittskarte kostet {money1} und das Mittagessen {money2}.
The company made a profit of {money} in {year}. | Das Unternehmen machte {year} einen Gewinn von {money}.
The invoice of {date} is for {money}. | Die Rechnung vom {date} lautet über {money}.
Total: {money} | Gesamt: {money}
Total amount due: {money} | Fälliger Gesamtbetrag: {money}
Sales rose by {pct} to {money}. | Der Umsatz stieg um {pct} auf {money}.
Profits fell by {pct1} last year, after {pct2} the year before. | Die Gewinne fielen im letzten Jahr um {pct1}, nach {pct2} im Jahr davor.
About {pct} of the people voted for her. | Etwa {pct} der Menschen stimmten für sie.
Unemployment stood at {pct} in {month} {year}. | Die Arbeitslosigkeit lag im {month} {year} bei {pct}.
The rent is {money} a month. | Die Miete beträgt {money} im Monat.
She earns {money} a year. | Sie verdient {money} im Jahr.
He owes me {money}. | Er schuldet mir {money}.
The bridge cost {money} to build. | Der Bau der Brücke kostete {money}.
Prices start at {money}. | Die Preise beginnen bei {money}.
Shipping is free for orders over {money}. | Der Versand ist ab einem Bestellwert von {money} kostenlos.
He was fined {money}. | Er musste {money} Strafe zahlen.
You save {pct} if you order before {date}. | Sie sparen {pct}, wenn Sie vor dem {date} bestellen.
The tax is {pct}. | Die Steuer beträgt {pct}.
Interest rates were raised from {pct1} to {pct2}. | Die Zinsen wurden von {pct1} auf {pct2} erhöht.
He was born on {date} in {city}. | Er wurde am {date} in {city} geboren.
She was born in {year1} and died in {year2}. | Sie wurde {year1} geboren und starb {year2}.
{person} ({year1}-{year2}) was a painter. | {person} ({year1}-{year2}) war Maler.
The meeting is on {date} at {time}. | Die Sitzung ist am {date} um {time}.
The train to {city} leaves at {time} from platform {n}. | Der Zug nach {city} fährt um {time} von Gleis {n} ab.
We will arrive on {weekday} at {time}. | Wir kommen am {weekday} um {time} an.
The shop opens at {time1} and closes at {time2}. | Das Geschäft öffnet um {time1} und schließt um {time2}.
Can we meet at {time} instead? | Können wir uns stattdessen um {time} treffen?
Last changed: {iso} | Zuletzt geändert: {iso}
The contract ends on {iso}. | Der Vertrag endet am {iso}.
The offer is valid until {date}. | Das Angebot gilt bis zum {date}.
The law came into force on {date}. | Das Gesetz trat am {date} in Kraft.
From {date1} to {date2} the office is closed. | Vom {date1} bis zum {date2} ist das Büro geschlossen.
It happened on {date}. | Es geschah am {date}.
The war lasted from {year1} to {year2}. | Der Krieg dauerte von {year1} bis {year2}.
In {year}, {big} people lived in {city}. | Im Jahr {year} lebten in {city} {big} Menschen.
{city} has {big} inhabitants. | {city} hat {big} Einwohner.
In {month} {year} there were {n1} cases, {n2} fewer than the year before. | Im {month} {year} gab es {n1} Fälle, {n2} weniger als im Jahr davor.
More than {big} people took part. | Mehr als {big} Menschen nahmen teil.
At least {n1} people were killed and {n2} injured. | Mindestens {n1} Menschen wurden getötet und {n2} verletzt.
{n1} of the {n2} machines work. | {n1} der {n2} Maschinen funktionieren.
There are {n} students in the class. | In der Klasse sind {n} Schüler.
The room is {length1} long and {length2} wide. | Das Zimmer ist {length1} lang und {length2} breit.
The mountain is {length} high. | Der Berg ist {length} hoch.
The package weighs {weight}. | Das Paket wiegt {weight}.
It is {length} from {city1} to {city2}. | Von {city1} nach {city2} sind es {length}.
Add {volume1} of flour and {volume2} of milk. | {volume1} Mehl und {volume2} Milch hinzufügen.
You need {n} eggs, {volume1} of butter and {volume2} of sugar. | Sie brauchen {n} Eier, {volume1} Butter und {volume2} Zucker.
He drinks {dec} litres of water a day. | Er trinkt {dec} Liter Wasser am Tag.
The car was doing {n} km/h. | Das Auto fuhr {n} km/h.
The temperature rose to {dec} degrees. | Die Temperatur stieg auf {dec} Grad.
The screen is {dec} inches wide. | Der Bildschirm ist {dec} Zoll breit.
The disk has {n} GB, of which {dec} GB are free. | Die Platte hat {n} GB, davon sind {dec} GB frei.
The average was {dec1}, compared with {dec2} in {year}. | Der Durchschnitt lag bei {dec1}, verglichen mit {dec2} im Jahr {year}.
The value must be between {n1} and {n2}. | Der Wert muss zwischen {n1} und {n2} liegen.
He won the match {score}. | Er gewann das Spiel {score}.
{city1} beat {city2} {score}. | {city1} schlug {city2} {score}.
We have been waiting for {span}. | Wir warten seit {span}.
The flight takes {n1} hours and {n2} minutes. | Der Flug dauert {n1} Stunden und {n2} Minuten.
She is {n} years old. | Sie ist {n} Jahre alt.
His {n}-year-old daughter lives in {city}. | Seine {n}-jährige Tochter lebt in {city}.
Turn to page {n}. | Schlagen Sie Seite {n} auf.
See chapter {n1}, page {n2}. | Siehe Kapitel {n1}, Seite {n2}.
Question {n1} of {n2} | Frage {n1} von {n2}
Page {n1} of {n2} | Seite {n1} von {n2}
Step {n1} of {n2}: | Schritt {n1} von {n2}:
Room {n}, {ordinal} floor | Zimmer {n}, {ordinal} Stock
This is my {ordinal} visit to {city}. | Das ist mein {ordinal} Besuch in {city}.
Call me at {phone}. | Ruf mich unter {phone} an.
Phone: {phone} | Telefon: {phone}
Tel. {phone}, fax {phone1} | Tel. {phone}, Fax {phone1}
My phone number is {phone}. | Meine Telefonnummer ist {phone}.
Your order {code} has been shipped. | Ihre Bestellung {code} wurde versandt.
Flight {code} to {city} is delayed by {n} minutes. | Flug {code} nach {city} hat {n} Minuten Verspätung.
Order number: {code} | Bestellnummer: {code}
Please quote reference {code} in your reply. | Bitte geben Sie in Ihrer Antwort das Zeichen {code} an.
The error code is {code}. | Der Fehlercode lautet {code}.
Error {n}: file {file} not found | Fehler {n}: Datei {file} nicht gefunden
The model {code} weighs {weight} and costs {money}. | Das Modell {code} wiegt {weight} und kostet {money}.
Version {version} fixes {n} bugs. | Version {version} behebt {n} Fehler.
{brand} {version} was released on {date}. | {brand} {version} erschien am {date}.
Upgrade from version {version1} to {version2}. | Aktualisieren Sie von Version {version1} auf {version2}.
This needs {brand} {version} or newer. | Dies erfordert {brand} {version} oder neuer.
Open the file {file}. | Öffnen Sie die Datei {file}.
Please find {file} attached. | Im Anhang finden Sie {file}.
I have saved it as {file}. | Ich habe es als {file} gespeichert.
The file {file} is {n} MB in size. | Die Datei {file} ist {n} MB groß.
The rated power is {unit}. | Die Nennleistung beträgt {unit}.
Maximum: {unit} | Maximum: {unit}
Delete {path} and try again. | Löschen Sie {path} und versuchen Sie es erneut.
The settings are in {path}. | Die Einstellungen stehen in {path}.
Could not open {path}: permission denied | {path} konnte nicht geöffnet werden: Keine Berechtigung
Copy {file1} to {path}. | Kopieren Sie {file1} nach {path}.
The log is written to {path}. | Das Protokoll wird nach {path} geschrieben.
Rename {file1} to {file2}. | Benennen Sie {file1} in {file2} um.
Set {var} to {n}. | Setzen Sie {var} auf {n}.
The function {var} returns {n}. | Die Funktion {var} gibt {n} zurück.
Use the option {var} to change this. | Verwenden Sie die Option {var}, um dies zu ändern.
Hello {ph}, | Hallo {ph},
Hello {ph}, you have {ph1} new messages. | Hallo {ph}, Sie haben {ph1} neue Nachrichten.
Dear {ph}, | Sehr geehrte(r) {ph},
Welcome back, {ph}! | Willkommen zurück, {ph}!
The file {ph} could not be opened. | Die Datei {ph} konnte nicht geöffnet werden.
Cannot open {ph}: {ph1} | {ph} kann nicht geöffnet werden: {ph1}
Delete {ph} files? | {ph} Dateien löschen?
Are you sure you want to delete {ph}? | Möchten Sie {ph} wirklich löschen?
{ph} of {ph1} done | {ph} von {ph1} erledigt
{ph} sent you a photo. | {ph} hat dir ein Foto geschickt.
You have {ph} items in your basket. | Sie haben {ph} Artikel in Ihrem Warenkorb.
Page {ph1} of {ph2} | Seite {ph1} von {ph2}
Your password will expire in {ph} days. | Ihr Passwort läuft in {ph} Tagen ab.
Saved as {ph} | Gespeichert als {ph}
Your code is {ph}. | Ihr Code lautet {ph}.
{ph} is not a valid name. | {ph} ist kein gültiger Name.
Copying {ph1} to {ph2} … | {ph1} wird nach {ph2} kopiert …
Invoice {ph1} of {ph2} | Rechnung {ph1} vom {ph2}
Unknown option: {ph} | Unbekannte Option: {ph}
Signed in as {ph} | Angemeldet als {ph}
My name is {person}. | Mein Name ist {person}.
{person} lives in {city}. | {person} lebt in {city}.
{person1} met {person2} in {city}. | {person1} traf {person2} in {city}.
Professor {last} works in {city}. | Professor {last} arbeitet in {city}.
Mr. {last1} and Mrs. {last2} are not here. | Herr {last1} und Frau {last2} sind nicht hier.
Dr. {last} will see you at {time}. | Dr. {last} empfängt Sie um {time}.
According to {person}, this is not true. | Laut {person} stimmt das nicht.
"I am very happy," said {person}. | „Ich bin sehr glücklich“, sagte {person}.
{person}, {n}, of {city}, was arrested on {weekday}. | {person}, {n}, aus {city}, wurde am {weekday} festgenommen.
{name1} and {name2} are friends. | {name1} und {name2} sind Freunde.
{name} called {name1} last night. | {name} hat gestern Abend {name1} angerufen.
{name}, this is {name1}. | {name}, das ist {name1}.
Have you seen {name}? | Hast du {name} gesehen?
{name} is from {city}. | {name} kommt aus {city}.
We flew from {city1} to {city2}. | Wir sind von {city1} nach {city2} geflogen.
She moved from {city1} to {city2} in {year}. | Sie zog {year} von {city1} nach {city2}.
I work for {brand} in {city}. | Ich arbeite bei {brand} in {city}.
{brand} bought {brand1} in {year}. | {brand} kaufte {year} {brand1}.
{brand} was founded in {city} in {year}. | {brand} wurde {year} in {city} gegründet.
I like {brand} better than {brand1}. | Ich mag {brand} lieber als {brand1}.
Do you know the film "{brand}"? | Kennst du den Film „{brand}“?
The book was written by {person}. | Das Buch wurde von {person} geschrieben.
The song is by {person} and {person1}. | Das Lied ist von {person} und {person1}.
The mayor of {city}, {person}, opened the museum. | Der Bürgermeister von {city}, {person}, eröffnete das Museum.
Kind regards, {person} | Mit freundlichen Grüßen {person}
Best wishes, {name} | Viele Grüße, {name}
Hi {name}, how are you? {emoji} | Hallo {name}, wie geht es dir? {emoji}
Happy birthday, {name}! {emoji} | Alles Gute zum Geburtstag, {name}! {emoji}
See you tomorrow at {time} {emoji} | Bis morgen um {time} {emoji}
I love it {emoji}{emoji} | Ich liebe es {emoji}{emoji}
Good morning {emoji} | Guten Morgen {emoji}
Thank you so much! {emoji} | Vielen Dank! {emoji}
{emoji} New in {brand} {version} | {emoji} Neu in {brand} {version}
{emoji} Don't forget: {weekday}, {time} | {emoji} Nicht vergessen: {weekday}, {time}
LOL {emoji} | LOL {emoji}
We won {score}! {emoji} | Wir haben {score} gewonnen! {emoji}
So true {emoji} {tag} | So wahr {emoji} {tag}
Follow us: {tag} | Folgt uns: {tag}
{tag1} {tag2} What a day! | {tag1} {tag2} Was für ein Tag!
Photo: {person} | Foto: {person}
Date: {date} | Datum: {date}
Time: {time} | Zeit: {time}
Price: {money} | Preis: {money}
Weight: {weight} | Gewicht: {weight}
Location: {city} | Ort: {city}
Name: {person} | Name: {person}
Customer number: {n} | Kundennummer: {n}
Amount: {big} | Betrag: {big}
ok | ok
OK | OK
OK, see you at {time}. | OK, bis {time}.
ok, thanks | ok, danke
yes | ja
no | nein
Yes! | Ja!
No! | Nein!
thanks | danke
hi | hallo
hey {name} | hey {name}
bye | tschüss
No, thanks. | Nein, danke.
lol | lol
hmm | hmm
oh | oh
wow | wow
Wow! | Wow!
please | bitte
sorry | Entschuldigung
maybe | vielleicht
later | später
today | heute
tomorrow | morgen
yesterday | gestern
I LOVE THIS MOVIE!!! | ICH LIEBE DIESEN FILM!!!
NO ENTRY | KEIN EINTRITT
FOR SALE | ZU VERKAUFEN
WARNING: DO NOT OPEN | WARNUNG: NICHT ÖFFNEN
IMPORTANT: read {file} first | WICHTIG: Lesen Sie zuerst {file}
{n1} x {volume} | {n1} x {volume}
{n1} + {n2} = {n} | {n1} + {n2} = {n}
between {n1} and {n2} | zwischen {n1} und {n2}
up to {money} | bis zu {money}
about {pct} | etwa {pct}
since {year} | seit {year}
in {city} | in {city}
by {person} | von {person}
from {date} | ab {date}
at {time} | um {time}
over {big} | über {big}'''.split('\n')]
