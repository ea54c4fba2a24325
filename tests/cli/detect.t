#!/bin/sh
# detect.t - translate detect, and --from auto: which language a text is in.
. tests/cli/tap.sh
need_model
[ -s models/de-en/de-en.gguf ] || { echo "1..0 # SKIP there is no model in models/de-en"; exit 0; }
[ -s "$(dirname "$T")/translate-detect.so" ] || {
    run detect < /dev/null
    says "without libcld2 there is a sentence" 1 'this was built without libcld2; name the language with -f$'
    skip "languages" "there is no libcld2"
    done_testing
}

DE='Das Wetter ist heute sehr schön, und wir gehen alle zusammen in den Park.'
EN='The weather is very nice today, and we all go to the park together.'
FR="Il fait très beau aujourd'hui, et nous allons tous ensemble au parc."
GR='Ο καιρός είναι πολύ καλός σήμερα και πηγαίνουμε όλοι μαζί στο πάρκο.'
echo "$DE" > "$TMP/de.txt"
echo "$EN" > "$TMP/en.txt"
printf '%s\n\n12:30\n%s\n%s\n%s\nKontakt\n' "$DE" "$EN" "$FR" "$GR" > "$TMP/mixed"
printf '<html><body class="the a is of and to"><p>%s</p></body></html>\n' "$DE" > "$TMP/page.html"

given() { # TEXT AS printf HAS IT ARGS...: runs with it on standard input
    printf "$1" > "$TMP/given"
    shift
    run "$@" < "$TMP/given"
}

# ---- detect

run detect < "$TMP/de.txt"
is "a text" "$status$(cat "$TMP/out" "$TMP/err")" 0de
run detect "$TMP/de.txt" "$TMP/en.txt" "$TMP/page.html"
is "files, and the text of a page" "$status$(cut -f 2 "$TMP/out" | paste -sd ' ')$(cat "$TMP/err")" "0de en de"
run detect --lines "$TMP/mixed"
is "lines" "$status$(paste -sd ' ' "$TMP/out")" "0de und und en fr el und"
run detect --json "$TMP/de.txt"
like "JSON has the shares" "$(cat "$TMP/out")" '^\{"language":"de","found":\[\{"language":"de","share":(0\.9[0-9]*|1)\}\]\}$'
run detect --lines --json "$TMP/mixed"
is "and numbers lines" "$(sed -n '4s/,"found.*//p' "$TMP/out")" '{"line":4,"language":"en"'
run detect --format html < "$TMP/page.html"
is "a page from standard input" "$status$(cat "$TMP/out")" 0de
for bytes in '' '\n' '\000\000' '\300\001a' '123 456' '\360\237\230\200'; do
    given "$bytes" detect
    is "no language in $(printf "$bytes" | wc -c) bytes" "$status$(cat "$TMP/out" "$TMP/err" | grep -c .)" 01
done
{ head -c 3000000 /dev/zero | tr '\0' 'a'; echo; echo "$DE"; } > "$TMP/long"
run detect --lines "$TMP/long"
is "a line of megabytes, and one after it" "$status$(tail -n 1 "$TMP/out")" 0de
for n in 4096 1048576; do # only so much of a text is looked at, which ends within a character here
    perl -e '$t = "Die Häuser der Brüder sind größer als unsere. " x 30000;
        $t = "x$t" until (ord(substr($t, $ARGV[0], 1)) & 0xc0) == 0x80; print $t' $n > "$TMP/cut$n"
done
run detect "$TMP/cut4096"
is "a text whose beginning ends within a character" "$(cut -f 2 "$TMP/out")" de
run detect --lines "$TMP/cut1048576"
is "a line whose beginning does" "$(cat "$TMP/out")" de
given 'Das ist ein schöner Tag, und wir gehen heute in den Garten.\377' detect
is "what follows a byte that is not UTF-8 does not count" "$status$(cat "$TMP/out")" 0de
run detect "$TMP/missing" "$TMP/de.txt"
is "a missing file is named, the others are told" "$status$(cut -f 2 "$TMP/out")$(cat "$TMP/err")" \
    "1detranslate: $TMP/missing: No such file or directory"
run detect --lines --format html
says "lines are no document" 2 'leave out --format'

# ---- What is in no language

while IFS='|' read -r wanted line; do
    is "$line" "$(printf '%s\n' "$line" | "$T" detect)" "$wanted"
done << 'END'
de|Mehr dazu steht hier: https://docs.example.com/en/the-user-guide/how-to-begin/index.html
de|Schreiben Sie bitte an all.the.best.people@example.com, wenn etwas fehlt
de|Die Variable number_of_all_the_items_in_this_list ist leer
de|@the_big_bang_theory: Das war heute wirklich gut #bestdayofmylife
de|{the_name_of_the_user} hat dir am %(date_of_the_message)s geschrieben
fr|Voir aussi www.this-is-the-best-site-of-all.co.uk pour plus de détails
en|See <span class="die-der-das-und-nicht">what is new</span> in this release
und|https://www.example.org/die/der/das/und/nicht/index.html
und|some.body.of.the.house@example.com
und|{the_name_of_the_user} %(the_date)s
END
for word in Kontakt Delete Help Berlin OK Rot Info; do
    is "one word tells no language: $word" "$(echo "$word" | "$T" detect)" und
done
is "the words of a language tell more than its letters" \
    "$(printf '%s\n' 'Ich gehe morgen.' 'Wo ist er?' 'Das ist alles.' 'Ho perso la mia password, non so più qual è' | "$T" detect --lines | paste -sd ' ')" \
    "de de de it"
printf '<p><a href="x">%s</a></p>\n' 'https://www.example.org/the/best/of/all/this/is' "$DE" > "$TMP/links.html"
is "of a document, too" "$("$T" detect "$TMP/links.html")" de

# ---- A text tells its language

run -f auto -t de "$TMP/en.txt"
is "a text is translated from its language" "$status$(cat "$TMP/out" "$TMP/err")" \
    "0$("$T" -f en -t de "$TMP/en.txt")"
run -f auto -t en --json "$TMP/de.txt"
is "with JSON" "$(cat "$TMP/out")" "$("$T" -f de -t en --json "$TMP/de.txt")"
run -f auto "$TMP/de.txt"
is "to the language that there is" "$(cat "$TMP/out")" "$("$T" -f de "$TMP/de.txt")"
run -f auto -t en -o "$TMP/made" "$TMP/de.txt"
is "into a file" "$status$(cat "$TMP/made")" "0$("$T" -f de -t en "$TMP/de.txt")"
{ for i in $(seq 20); do echo "$DE"; done; for i in $(seq 20); do echo "$EN"; done; } > "$TMP/twenty"
"$T" -f de -t en "$TMP/twenty" > "$TMP/wanted"
run -f auto -t en "$TMP/twenty"
check "the first lines decide for all" cmp "$TMP/out" "$TMP/wanted"
{ while read -r line; do echo "$line"; sleep 0.01; done; } < "$TMP/twenty" | "$T" -f auto -t en > "$TMP/out"
check "whenever they come" cmp "$TMP/out" "$TMP/wanted"
run -f auto -t en "$TMP/en.txt"
says "a text in the target's language" 1 'en.txt: is in en already: -f auto-line goes by each line, -f LANG with --force translates it from another$'
given '\344\275\240\345\245\275\n' -f auto -t en
says "a language that is not sure" 1 'stdin: its language is not sure.*: name it with -f, or go by each line with -f auto-line$'
is "writes nothing" "$(cat "$TMP/out")" ""
given "$FR" -f auto -t de
says "one that no model has" 1 'no model translates from fr to de: .*"translate fetch fr-(de|en en-de)" gets'
given ' \n12:30\n' -f auto -t en
is "nothing to translate" "$status$(cat "$TMP/out" "$TMP/err")" "0$(printf ' \n12:30\n')"
run -f auto -t en /dev/null
is "nothing at all" "$status$(cat "$TMP/out" "$TMP/err")" 0
run -f auto -t en --input pieces /dev/null
says "pieces have no language" 2 'needs --input text'
run -f auto -t en "$TMP/missing"
says "a missing file" 1 'No such file'
run -f auto -t en -m de-en "$TMP/de.txt"
is "a model that is named" "$status$(cat "$TMP/out")" "0$("$T" -f de -t en "$TMP/de.txt")"
run -f auto -m de-en "$TMP/en.txt"
says "but for another language" 1 'translates from de to en, not from en'

given_line() { # LINE ARGS...: runs with it on standard input
    printf '%s\n' "$1" > "$TMP/given"
    shift
    run "$@" < "$TMP/given"
}
for line in 'Kontakt' 'Warenkorb leer' 'Es regnet.' 'Ich komme morgen.' 'Siehe https://www.example.org/a/b/the/best/of/all'; do
    given_line "$line" -f auto -t en
    is "a short text is in a language that there is a model for: $line" \
        "$status$(cat "$TMP/out" "$TMP/err")" "0$(echo "$line" | "$T" -f de -t en)"
done
for line in 'Delete' 'Contact' 'Cart is empty' 'See you.'; do
    given_line "$line" -f auto -t de
    is "... from English: $line" "$status$(cat "$TMP/out" "$TMP/err")" "0$(echo "$line" | "$T" -f en -t de)"
done
given_line 'Hai dimenticato la tua password?' -f auto -t en
says "unless it is surely in another" 1 'no model translates from it to en|its language is not sure'
given_line 'https://www.example.org/a/b' -f auto -t en
is "an address alone is in any" "$status$(cat "$TMP/out" "$TMP/err")" "0https://www.example.org/a/b"
printf '{"title": "Warenkorb leer"}\n' > "$TMP/short.json"
run -f auto -t en "$TMP/short.json"
is "a short document likewise" "$status$(cat "$TMP/out" "$TMP/err")" "0$("$T" -f de -t en "$TMP/short.json")"

# ---- Documents

cp "$TMP/page.html" "$TMP/seite.html"
printf '<p>%s</p>\n' "$EN" > "$TMP/english.html"
run -f auto -t en "$TMP/page.html"
is "a page" "$status$(cat "$TMP/out" "$TMP/err")" "0$("$T" -f de -t en "$TMP/page.html")"
run -f auto -t en --output-dir "$TMP/made.d" "$TMP/english.html" "$TMP/page.html"
is "several: one fails, the other is translated" \
    "$status$(cat "$TMP/err")$(cmp "$TMP/made.d/page.html" "$TMP/out" 2>&1 | grep -c EOF)" \
    "1translate: $TMP/english.html: is in en already: -f LANG with --force translates it from another1"
printf '<tmx version="1.4"><header srclang="de"/><body><tu><tuv xml:lang="de"><seg>Ein Ding</seg></tuv></tu></body></tmx>' > "$TMP/one.tmx"
run --dry-run -f auto -t en "$TMP/one.tmx"
like "a dry run counts what a run translates" "$(cat "$TMP/out")" '1 segment'
run -f auto-line -t en "$TMP/page.html"
says "lines are not told in a document" 2 'needs lines'

# ---- Each line tells its language

run -f auto-line -t en "$TMP/mixed"
{
    "$T" -f de -t en "$TMP/de.txt"
    printf '\n12:30\n%s\n%s\n%s\nKontakt\n' "$EN" "$FR" "$GR"
} > "$TMP/wanted"
check "each line from its language" cmp "$TMP/out" "$TMP/wanted"
says "and how many stay as they are" 0 "3 lines are copied: .*; the first is $TMP/mixed:5\$"
run -q -f auto-line -t en "$TMP/mixed"
is "-q says nothing" "$status$(cat "$TMP/err")" 0
run -q -f auto-line -t en --json "$TMP/mixed"
is "JSON numbers the lines" "$(grep -o '"line":[0-9]*' "$TMP/out" | cut -d : -f 2 | paste -sd ' ')" "1 2 3 4 5 6 7"
run -q -f auto-line -t en -n 2 "$TMP/mixed"
is "so do lists" "$(cut -d ' ' -f 1 "$TMP/out" | uniq | paste -sd ' ')" "1 2 3 4 5 6 7"
given "$FR\\0 Oui \\377 oui.\n" -q -f auto-line -t en --json
is "and a copied line has all of its text there, whatever its bytes" \
    "$(perl -MJSON::PP -CO -ne '$o = decode_json($_); print "$_\n" for @$o{qw(source translation)}, $o->{hypotheses}[0]{text}' "$TMP/out" | sort -u)" \
    "$FR� Oui � oui."
run -q -f auto-line "$TMP/mixed"
is "without -t, each to what there is" "$(sed -n 4p "$TMP/out")" "$("$T" -f en -t de "$TMP/en.txt")"
given "$EN\r\n$DE" -q -f auto-line -t en
is "line ends stay" "$(od -c "$TMP/out")" "$({ printf '%s\r\n' "$EN"; printf '%s' "$DE" | "$T" -f de -t en; } | od -c)"
run -q -f auto-line -t en "$TMP/long"
is "a line of megabytes stays as it is" "$status$(head -n 1 "$TMP/out" | wc -c)$(tail -n 1 "$TMP/out")" \
    "03000001$("$T" -f de -t en "$TMP/de.txt")"
mkfifo "$TMP/fifo"
exec 3<> "$TMP/fifo"
"$T" -q -f auto-line -t en "$TMP/fifo" > "$TMP/got" 3>&- &
process=$!
echo "$DE" >&3
for try in $(seq 300); do [ -s "$TMP/got" ] && break; sleep 0.1; done
is "a line comes as soon as it is ready" "$(cat "$TMP/got")" "$("$T" -f de -t en "$TMP/de.txt")"
exec 3>&-
wait $process

# ---- No -f where several sources fit

mkdir "$TMP/models"
cp models/de-en/de-en.gguf "$TMP/models/"
perl -0777 -pe 's/(nmt\.source_language.{12})de/${1}xx/s' models/de-en/de-en.gguf > "$TMP/models/another.gguf"
TRANSLATE_MODELS=$TMP/models run -t en "$TMP/de.txt"
is "the text decides among several sources" "$status$(cat "$TMP/out" "$TMP/err")" "0$("$T" -f de -t en "$TMP/de.txt")"
TRANSLATE_MODELS=$TMP/models run -t en "$TMP/en.txt"
says "and may fit none" 1 'is in en already: -f auto-line'

# ---- What is claimed

if [ -d ../shared/data/test ]; then
    for language in de en es fr ru zh; do
        "$T" detect --lines ../shared/data/test/flores-devtest.$language
    done > "$TMP/out"
    right=$(awk 'BEGIN { split("de en es fr ru zh", l) } { n += substr($0, 1, 2) == l[int((NR - 1) / 1012) + 1] } END { print n }' "$TMP/out")
    is "at least 97 % of FLORES' sentences" "$(wc -l < "$TMP/out") $((right >= 5890))" "6072 1"
    echo "# $right of 6072"
else
    skip "97 % of sentences" "there is no ../shared/data/test"
fi
done_testing
