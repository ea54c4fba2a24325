#!/bin/sh
# mo.t - compiled catalogues of gettext, which are made PO.  msgfmt made the files.
. tests/cli/tap.sh
need_model

seeds=$PWD/tests/fuzz/seeds/mo model=$PWD/$MODEL
cd "$TMP" || exit 1

texts='%d file was found
%d files were found
Good morning, \"%s\"
One line<1/>Another line
Open the file'
for f in "$seeds"/*.mo; do
    is "the messages of ${f##*/} are text" "$("$T" segments --format mo "$f" | sed 's/.*"text":"\(.*\)"}/\1/')" "$texts"
done

printf '%s\n' '{"n":5,"text":"Die Datei öffnen"}' > one
"$T" splice --format mo "$seeds/latin1.mo" one > out
is "what is written is PO, with contexts" "$(tail -n 3 out)" 'msgctxt "menu"
msgid "Open the file"
msgstr "Die Datei öffnen"'
is "in UTF-8" "$(grep -c 'charset=UTF-8' out)" 1
"$T" segments --format po out > rest
is "what is not translated is empty" "$(wc -l < rest)" 4

run -q -m "$model" --format mo "$seeds/big.mo" -o de.po
is "another language is left out" "$status $(grep -c 'Bonjour\|Language: fr' de.po)" "0 0"
is "... for the target's" "$(grep -c 'Language: de\|nplurals=2; plural=(n != 1)' de.po)" 2
if command -v msgfmt > /dev/null; then
    check "msgfmt takes it" msgfmt -c -o de.mo de.po
    run -q -m "$model" --format mo de.mo -o again.po
    is "translations in the target language stay" "$(msgcat again.po)" "$(msgcat de.po)"
else
    skip "msgfmt takes it" "there is no msgfmt"
fi

run "$seeds/big.mo"
says "without --format it is refused" 1 'is a compiled catalogue of gettext.s \(--format mo makes PO of it\), which is not read$'
printf 'It rains.\n' > a.mo
run segments --format mo a.mo
says "so are other bytes" 1 'a.mo:1:1: this is no compiled catalogue of gettext.s$'
cp out a.mo
run segments --format mo a.mo
says "and PO" 1 'a.mo:1:1: this is no compiled catalogue of gettext.s$'
perl -e 'my ($id, $s) = ("Content-Type: x; charset=KOI8-R\n\0", "It\xC3\xA4\0");
    print pack("V7VVVV", 0x950412DE, 0, 1, 28, 36, 0, 0, length($id) - 1, 44, length($s) - 1, 44 + length $id), $id, $s' > bare.mo
run splice --format mo bare.mo /dev/null
like "a catalogue without a header gets one" "$status$(cat "$TMP/out")" '^0msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8.n"
'
head -c 60 "$seeds/big.mo" > cut.mo
run segments --format mo cut.mo
says "and what is cut off" 1 'a table of the catalogue lies behind its end$'

done_testing
