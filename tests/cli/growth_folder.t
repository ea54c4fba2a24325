#!/bin/sh
# growth_folder.t - --into for folders of locales, as projects have them; and digests of sources.
. tests/cli/tap.sh
need_model

case $MODEL in /*) ;; *) MODEL=$PWD/$MODEL ;; esac
cd "$TMP" || exit 1
rose=$("$T" -m "$MODEL" -e 'The rose is red.')
door=$("$T" -m "$MODEL" -e 'Open the door')
night=$("$T" -m "$MODEL" -e 'Good night')
grow() { run -m "$MODEL" -q --into "$@"; }
sums() { find p -type f -exec cksum {} + | sort; }
put() { # FILE TEXT
    mkdir -p "$(dirname "p/$1")"
    printf "$2" > "p/$1"
}

# Grows folder $2 by $3; $4 are the files that change, and only once.
grown() { # NAME INTO FROM FILES
    sums > before
    grow "p/$2" "p/$3"
    sums > after
    is "$1" "$status $(diff before after | sed -n 's/^> .* //p' | tr '\n' ' ')" "4 $4 "
    grow "p/$2" "p/$3"
    sums > before
    is "... once" "$status $(cmp before after 2>&1)" '0 '
}

put locales/en/common.json '{"a": "Open the door", "b": "The rose is red."}\n'
put locales/en/sub/x.json '{"c": "Good night"}\n'
put locales/en/notes.txt 'Not a catalogue.\n'
put locales/de/common.json '{"a": "Tür auf", "z": ""}\n'
run -f en -t de --into p/locales/de --dry-run p/locales/en
is "--dry-run names files" "$status $(tr '\t\n' ' |' < "$TMP/out")" \
    "4 added b p/locales/de/common.json|gone z p/locales/de/common.json|new  p/locales/de/sub/x.json|"
run -f en -t de --into p/locales/de --dry-run --json p/locales/en
is "... and --json is for programs" "$status $(cat "$TMP/out")" \
    '4 {"source":"p/locales/en/common.json","translation":"p/locales/de/common.json","new":false,"added":["b"],"changed":[],"gone":["z"]}
{"source":"p/locales/en/sub/x.json","translation":"p/locales/de/sub/x.json","new":true,"added":[],"changed":[],"gone":[]}'
grown "i18next: a folder for each language" locales/de locales/en \
    "p/locales/de/common.json p/locales/de/sub/x.json"
is "... with what was missing" "$(cat p/locales/de/*.json p/locales/de/sub/*.json)" \
    "{\"a\": \"Tür auf\", \"b\": \"$rose\", \"z\": \"\"}
{\"c\": \"$night\"}"

put config/en.yml 'en:\n  a: Open the door\n  b: The rose is red.\n'
put config/devise.en.yml 'en:\n  c: Good night\n'
put config/de.yml 'de:\n  a: Tür auf\n'
put config/fr.yml 'fr:\n  a: Porte\n'
grown "Rails: languages in one folder" config config "p/config/de.yml p/config/devise.de.yml"
is "... a new file says its language" "$(cat p/config/devise.de.yml)" "de:
  c: $night"

put res/values/strings.xml '<resources>\n  <string name="a">Open the door</string>\n  <string name="b">Good night</string>\n</resources>\n'
put res/values/colors.xml '<resources>\n  <color name="c">#ffffff</color>\n</resources>\n'
put res/layout/main.xml '<LinearLayout><TextView android:text="Good night"/></LinearLayout>'
put res/values-de/strings.xml '<resources>\n  <string name="a">Tür auf</string>\n</resources>\n'
grown "Android" res res p/res/values-de/strings.xml

put l10n/app_en.arb '{\n  "@@locale": "en",\n  "a": "Open the door",\n  "b": "Good night"\n}\n'
put l10n/app_de.arb '{\n  "@@locale": "de",\n  "a": "Tür auf"\n}\n'
grown "Flutter" l10n l10n p/l10n/app_de.arb

put App/en.lproj/L.strings '"a" = "Open the door";\n"b" = "Good night";\n'
put App/de.lproj/L.strings '"a" = "Tür auf";\n'
put App/Base.lproj/Main.strings '"x.text" = "Good night";\n'
put App/fr.lproj/L.strings '"a" = "Porte";\n'
grown "Apple" App App "p/App/de.lproj/L.strings p/App/de.lproj/Main.strings"

put java/m.properties 'a=Open the door\nb=Good night\n'
put java/m_de.properties 'a=Auf\n'
put java/m_fr.properties 'a=Porte\n'
grown "Java: the file without a language is the source" java java p/java/m_de.properties
put java/m_en.properties 'a=Open the door\nb=Good night\nc=Good night\n'
run -m "$MODEL" --into p/java p/java
like "... but for one that says the source's" "$(cat "$TMP/err")" \
    'p/java/m.properties: left: p/java/m_de.properties is the translation of p/java/m_en.properties'

put tr/app_en.ts '<TS><context><name>M</name><message><source>Good night</source><translation type="unfinished"/></message></context></TS>'
put tr/app_de.ts '<TS language="de"><context><name>M</name></context></TS>'
put tr/app_fr.ts '<TS language="fr"><context><name>M</name></context></TS>'
grown "Qt" tr tr p/tr/app_de.ts

put locale/en/LC_MESSAGES/app.po 'msgid "Good night"\nmsgstr ""\n'
put locale/de/LC_MESSAGES/app.po 'msgid "Open the door"\nmsgstr ""\n'
put locale/fr/LC_MESSAGES/app.po 'msgid "Good night"\nmsgstr ""\n'
grown "gettext" locale locale p/locale/de/LC_MESSAGES/app.po
put po/app.pot 'msgid "Good night"\nmsgstr ""\n'
put po/de.po 'msgid "Open the door"\nmsgstr ""\n'
put po/fr.po 'msgid "Open the door"\nmsgstr ""\n'
grown "... with a template" po po p/po/de.po

put ng/messages.xlf '<xliff version="1.2"><file source-language="en" original="a"><body><trans-unit id="a"><source>Good night</source></trans-unit></body></file></xliff>'
put ng/messages.de.xlf '<xliff version="1.2"><file source-language="en" target-language="de" original="a"><body>\n</body></file></xliff>'
put ng/messages.fr.xlf '<xliff version="1.2"><file source-language="en" target-language="fr" original="a"><body>\n</body></file></xliff>'
grown "Angular" ng ng p/ng/messages.de.xlf

put pt/values/strings.xml '<resources>\n  <string name="a">Good night</string>\n</resources>\n'
put pt/m.properties 'a=Good night\n'
put pt/app_en.arb '{"@@locale": "en", "a": "Good night"}\n'
put pt/en-GB/x.json '{"a": "Good night"}'
run -f en -t pt-BR --into p/pt --dry-run p/pt
is "regions as each project writes them" "$status $(sed 's/.*	//' "$TMP/out" | tr '\n' ' ')" \
    "4 p/pt/app_pt_BR.arb p/pt/m_pt_BR.properties p/pt/values-pt-rBR/strings.xml "
run -f en-GB -t pt-BR --into p/pt --dry-run p/pt
like "... and in the source's" "$(cat "$TMP/out")" 'p/pt/pt-BR/x.json'

mkdir old
cp -r p/config old/config
put config/en.yml 'en:\n  a: Good night\n  b: The rose is red.\n'
put config/new.en.yml 'en:\n  a: Good night\n'
grow p/config --since old/config p/config
is "--since takes a folder" "$status $(cat p/config/de.yml p/config/new.de.yml)" "4 de:
  a: $night
  b: $rose
de:
  a: $night"

# ---- Digests

put po/de.po 'msgid "Open the door"\nmsgstr ""\n'
grow p/po/de.po --json p/po/app.pot
is "--json tells what was done" "$status $(cat "$TMP/out")" \
    '4 {"source":"p/po/app.pot","translation":"p/po/de.po","new":false,"added":["Good night"],"changed":[],"gone":["Open the door"],"empty":2}'

put d/en.json '{"a": "Open the door", "b": {"c\\td": "Good night"}, "n": 1}\n'
put d/de.json '{"a": "Tür auf", "b": {"c\\td": "Nacht"}, "n": 1}\n'
grow p/d/de.json p/d/en.json
check "digests are kept where they are asked for" test ! -e p/d/.translate-digests
grow p/d/de.json --digests p/d/en.json
is "... then" "$status $(sed 's/[0-9a-f]\{16\}$/X/; s/	/|/g' p/d/.translate-digests)" \
    "0 # translate --into --digests: translation, key, digest of its source
de.json|a|X
de.json|b.c\\td|X
de.json|n|X"
is "... of SHA-256 of the value as it is written" "$(sed -n 's/.*	a	//p' p/d/.translate-digests)" \
    "$(printf '"Open the door"' | sha256sum | cut -c 1-16)"
put d/en.json '{"a": "The rose is red.", "b": {"c\\td": "Good night"}, "n": 1}\n'
run -f en -t de --into p/d/de.json --dry-run p/d/en.json
is "they tell what has changed" "$status $(cat "$TMP/out")" "4 changed	a"
cp p/d/.translate-digests before
grow p/d/de.json p/d/en.json
is "... which is translated anew" "$status $(cat p/d/de.json)" "4 {\"a\": \"$rose\", \"b\": {\"c\\td\": \"Nacht\"}, \"n\": 1}"
is "... and noted" "$(diff before p/d/.translate-digests | grep -c '^>')" 1
sums > before
grow p/d/de.json p/d/en.json
sums > after
is "... once" "$status $(cmp before after 2>&1)" '0 '
grow p/d/fr.json p/d/en.json
is "other translations have lines of their own" "$(grep -c '^fr.json' p/d/.translate-digests) $(wc -l < p/d/.translate-digests)" '3 7'
echo '<<<<<<< HEAD' >> p/d/.translate-digests
grow p/d/de.json p/d/en.json
is "a conflict is told" "$status $(cat "$TMP/err")" \
    '1 translate: p/d/.translate-digests: line 8 is no digest: take it away, as a conflict of a merge'

# ---- What cannot be done

run -t de --into p/config --dry-run p/config
says "languages have to be known" 2 'needs --from and --to'
run -m "$MODEL" --into p/d/de.json p/config
says "a folder into a file" 2 'folders where FILE is one'
run -m "$MODEL" --into p/config --since nothing p/config
says "an older folder that is not there" 2 'folders where FILE is one'
run -m "$MODEL" --digests p/d/en.json
says "--digests alone" 2 'need --into'
mkdir empty
run -m "$MODEL" --into empty empty
says "a folder without texts" 1 'has no files of texts of "en"'

done_testing
