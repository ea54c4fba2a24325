#!/bin/sh
# data_values.t - values of data: what is text to people is found, and what programs read is not.
. tests/cli/tap.sh
cd "$TMP" || exit 1

texts() { # NAME: the texts that are found in a file, with a bar between two
    "$T" segments -f en "$1" | perl -MJSON::PP -CO -ne 'print decode_json($_)->{text}, "|"'
}

found() { # WHAT NAME DOCUMENT WANTED
    printf '%s\n' "$3" > "$2"
    is "$1" "$(texts "$2")" "$4"
}

found "the description of a package is text, and its settings are not" package.json \
    '{"name":"my-app","version":"1.0.0","description":"A small tool for lists","type":"module",
      "main":"index.js","scripts":{"test":"node test.js","build":"make all"},"author":"Jane Doe"}' \
    'A small tool for lists|'
found "people are called what they are called, and labels of them are text" post.yaml \
    'title: Roses in the garden
author: Jane Miller
authors: [Ludwig van Beethoven, J. R. Smith]
contributors:
  - name: Anna-Maria Baker
    text: She likes roses.
translatorName: John Carpenter
name: Save File
labels:
  author: Author
  authors: All Authors
  author_name: Author Name
  contributor: Written By
  maintainer: The maintainer of this page
  reviewer: What the Reviewer Said To You' \
    'Roses in the garden|She likes roses.|Save File|Author|All Authors|Author Name|Written By|The maintainer of this page|What the Reviewer Said To You|'
found "options of a compiler are no text" tsconfig.json \
    '{"compilerOptions":{"module":"commonjs","jsx":"react","strict":true}}' ''
found "a theme's colours, fonts and identifiers are no text" theme.json \
    '{"color":"red","align":"left","font":"Times New Roman","id":"user","title":"Welcome back"}' \
    'Welcome back|'
found "settings of containers in YAML are no text" docker-compose.yml \
    'services:
  web:
    image: nginx
    restart: always
    command: run server' ''
found "of the steps of a build, names are text, and commands are not" ci.yml \
    'name: Build and test
on: push
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - name: Install the tools
        run: sudo apt install gcc
      - name: Run the tests
        run: make check' 'Build and test|Install the tools|Run the tests|'
found "settings in properties are no text" app.properties \
    'user.name=admin
log.level=debug
welcome=Welcome home' 'Welcome home|'
found "settings in sections are no text, unless a key says so" app.ini \
    '[core]
name = demo
mode = fast
message = hello' 'hello|'
found "identifiers in lines of JSON are no text" rows.jsonl \
    '{"id":"north","group":"lamps","title":"shop"}
{"id":"south","group":"chairs","title":"hall"}' 'shop|hall|'

found "labels of a catalogue are text, whatever their keys are called" labels.json \
    '{"save":"Save","cancel":"Cancel","font":"Font","color":"Pick a colour"}' \
    'Save|Cancel|Font|Pick a colour|'
found "among texts, a word in small letters is one" mixed.json \
    '{"a":"Open the door","b":"Close it","c":"and"}' 'Open the door|Close it|and|'
found "what says the same as its key is text" same.json '{"quit":"quit","open":"open"}' 'quit|open|'
found "several words in small letters are text" phrase.yaml 'a: some more text' 'some more text|'
found "a word with the mark of a sentence is text" mark.properties 'wait=loading...' 'loading...|'

found "labels with a stroke, a mark or in brackets are text" labels.json \
    '{"a":"Yes/No","b":"(optional)","c":"Name*","d":"→Next","e":"\"Quoted\"","f":"Petroleum/Oil/Gas"}' \
    'Yes/No|(optional)|Name*|→Next|"Quoted"|Petroleum/Oil/Gas|'
found "... paths, zones and types are none" labels.json \
    '{"a":"src/main","b":"Europe/Berlin","c":"text/html","d":"A/B","e":"IO/Read"}' ''
found "... so are words with a sign between" labels.json '{"a":"Terms&Conditions","b":"Settings>General>Sound"}' \
    'Terms|Conditions|Settings|General|Sound|'
found "... but no names" labels.json '{"a":"R&D","b":"Q&A","c":"a&b","d":"HTML>CSS","e":"a>Next"}' ''
printf '{"a":"Close the door","b":"_Open","c":"&Open","d":"Go home now"}' > menu.json
is "... and what they are translated to may begin with any letter" \
    "$("$T" segments menu.json | sed 's/Open/Öffnen/' | "$T" splice menu.json -)" \
    '{"a":"Close the door","b":"_Öffnen","c":"&Öffnen","d":"Go home now"}'
found "among texts, so are words in capitals, and menus' words" labels.json \
    '{"a":"Open the door","b":"CANCEL","c":"&Open","d":"_Save","e":"Close the door"}' \
    'Open the door|CANCEL|<1/>Open|<1/>Save|Close the door|'
found "... and not elsewhere" labels.json '{"a":"CANCEL","b":"WARNING","c":"north"}' ''
found "commands, queries and styles are no text" labels.json \
    '{"a":"npm run build","b":"SELECT * FROM users","c":"mt-4 mb-2 text-center","d":"btn-primary","e":"1px solid red",
      "f":"true","g":"Open the door","h":"git push origin"}' 'Open the door|'
found "patterns of dates are no text" dates.json \
    '{"a":"MMMM d, yyyy","b":"h:mm a","c":"EEEE, MMMM d, yyyy '"'at'"' h:mm a","d":"dddd, MMMM Do YYYY","e":"d MMM HH:mm",
      "f":"yyyy-MM-ddTHH:mm","g":"F j, Y, g:i a","h":"yyyy","i":"A day is here"}' 'A day is here|'
found "... words of such letters are" dates.json '{"a":"Has a dad","b":"Ah, a sad day","c":"Mama is here","d":"i g h"}' \
    'Has a dad|Ah, a sad day|Mama is here|i g h|'

printf '{"mode":"fast","color":"red"}' > asked.json
is "all values of keys that are asked for are text" \
    "$("$T" segments -f en --keys mode asked.json | grep -c fast)" 1

found "labels with a unit, and of two letters, are text" labels.json \
    '{"a":"Price(EUR)","b":"Name(optional)","c":"No","d":"The door is open","d2":"I love you","e":"call(now)","f":"R2(x)","g":"NO"}' \
    'Price(EUR)|Name(optional)|No|The door is open|I love you|'
found "... but not where values are names" codes.json '{"a":"No","b":"De","c":"fileName","d":"item_one"}' ''
found "paths through menus are their words" menus.json \
    '{"a":"Settings>General","b":"File>Save as","c":"Home » News","d":"One | two :: three","e":"Go to Settings>General now.","f":"{{ a | b }} here"}' \
    'Settings|General|File|Save as|Home|News|One|two|three|Go to Settings>General now.|{{ a | b }} here|'
echo '<p>Settings&gt;General</p>' > menu.html
is "... in pages, too" "$("$T" segments -f en menu.html | grep -c '"text":"[SG][a-z]*"')" 2
found "words with & between are texts of their own, the sign stays" terms.html \
    '<p>Terms&amp;Conditions</p><p>Save&Close</p><p>Read the Terms&amp;Conditions.</p><p>K&Auml;se, R&amp;D, AT&amp;T</p>' \
    'Terms|Conditions|Save|Close|Read the Terms&amp;Conditions.|KÄse, R&amp;D, AT&amp;T|'

# ---- Patterns and ids, wherever they stand

need_model
same() { # TEXT...: lines that are the same in the translation
    for line; do is "\"$line\" stays" "$(echo "$line" | "$T")" "$line"; done
}
same 'MMMM d, yyyy' 'F j, Y, g:i a' 'l, F jS, Y' "EEEE, d. MMMM yyyy 'at' HH:mm" 'D [of] MMMM' yyyyMMdd \
    file-010 anno-310 step-01 test-case-001
for id in nav-110 req-001 anno-310; do
    like "$id stays in a sentence" "$(echo "Rule $id is new." | "$T")" "(^| )$id "
done
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "F j, Y, g:i a"\nmsgstr ""\n' > a.po
is "in a catalogue, too" "$("$T" -q a.po | tail -n 1)" 'msgstr "F j, Y, g:i a"'
is "a number that counts is translated with its word" "$(echo 'under-18' | "$T")" 'unter 18'
is "words of the same letters are text" "$(echo 'a day' | "$T")" 'ein Tag'

# ---- Keys of programs

# written WHAT NAME FORMAT WANTED: found(), of what printf makes of FORMAT
written() {
    found "$1" "$2" "$(printf "$3")" "$4"
}
written "the role of who speaks stays" a.jsonl \
    '{"messages": [{"role": "user", "content": "What is a tree?"}]}\n' 'What is a tree?|'
written "constants of programs stay" a.json \
    '{"features": [{"type": "Feature", "name": "The old bridge", "geometry": {"type": "Point"}}]}' 'The old bridge|'
written "... and what says its key, or more than a word, is text" a.json \
    '{"type": "Type", "status": "Waiting for you", "open": "Open", "one": "One tree"}' 'Type|Waiting for you|Open|One tree|'
written "branches stay" a.yml \
    'on:\n  push:\n    branches: [main]\njobs:\n  a:\n    name: Build and test\n  b:\n    name: Check the code\n' 'Build and test|Check the code|'
written "the order of a date stays" a.yml \
    'en:\n  date:\n    order:\n      - year\n      - month\n      - day\n  cart:\n    order: Your order\n    pay: Pay for it now\n    go: Go on to it\n    end: The end of it\n' \
    'Your order|Pay for it now|Go on to it|The end of it|'
written "a part of a catalogue may be of users" a.yml \
    'en:\n  users:\n    intro: |\n      Welcome to our shop.\n      Please come in.\n' 'Welcome to our shop.|Please come in.|'
written "... and scripts stay" a.yml \
    'scripts:\n  build: |\n    Make all of it.\n    Copy all of it.\n' ''

written "fonts, types and keys stay" a.json \
    '{"font":"Open Sans, Arial","font-family":"Open Sans","theme":{"font":{"text":"Open Sans"}},"mime":"text/html; a=b","on":"TRUE","key":"ctrl S","key2":"Ctrl+Shift+F5","a":"The house","b":"Shift your view","c":"Open it"}' \
    'The house|Shift your view|Open it|'

# ---- Code in a value
written "between fences it stays" a.json \
    '{"body": "Write this code:\\n\\n```python\\nfor the value in list\\n```\\n\\nThen run it."}' 'Write this code:|Then run it.|'
written "... tildes are fences, too" a.json \
    '{"body": "Write this:\\n~~~sh\\nPress the button.\\n```\\nPress it again.\\n~~~~\\nThen go."}' 'Write this:|Then go.|'
written "a fence alone is none" a.json \
    '{"body": "Write this:\\n```\\nA fence without its end."}' 'Write this:|A fence without its end.|'
written "two of them" a.json \
    '{"body": "One:\\n  ```sh\\n  do it\\n  ```\\nTwo:\\n```\\nx y\\n```"}' 'One:|Two:|'
done_testing
