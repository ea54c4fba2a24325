#!/bin/sh
# real.t - text as people have it: what is copied, what is tried a second time, and how much of it
# comes out badly, judged by tests/cli/real_text.pl.  The small models err more often, and are quicker.
. tests/cli/tap.sh
need_model
TRANSLATE_MODEL=en-de-tiny
export TRANSLATE_MODEL

# Each second line of a file.
lines_of() { grep -v '^#' "$1" | awk -v step="$(amount 2 1)" 'NR % step == 0' > "$TMP/$2.tsv"; }
lines_of tests/data/real.en.tsv real
text=$TMP/real.tsv
cut -f2 "$text" > "$TMP/text"
lines=$(wc -l < "$TMP/text" | tr -d ' ')
"$T" --raw --json "$TMP/text" > "$TMP/raw.json"
"$T" -v --json "$TMP/text" > "$TMP/json" 2> "$TMP/told"
translations() { # FILE of JSON lines, of which perl takes long to read all
    perl -MJSON::PP -CO -ne '/"translation":("(?:[^"\\]|\\.)*")/ && print decode_json("[$1]")->[0], "\n"' "$1"
}
translations "$TMP/raw.json" > "$TMP/raw"
translations "$TMP/json" > "$TMP/out"

# ---- How much is bad

perl tests/cli/real_text.pl "$text" "$TMP/raw" "$TMP/out" > "$TMP/table"
sed 's/^/# /' "$TMP/table"
bad() { awk -v category="$1" -v column="$2" '$1 == category { print $column }' "$TMP/table"; }
check "of $lines lines, fewer are bad than without a second look" \
    test "$(bad all 4)" -lt "$(bad all 3)"
check "a tenth at most, names and numbers lost included" \
    test $(($(bad all 4) * 10)) -le "$lines"
for category in blank number symbol url mail; do
    is "every line is good: $category" "$(bad $category 4)" 0
done
check "of what is repetitive by itself, some is bad at most" test "$(bad repeat 4)" -le "$(amount 2 4)"

german=$TMP/german.tsv back=models/de-en-tiny/de-en-tiny.gguf
if [ -r "$back" ]; then
    lines_of tests/data/real.de.tsv german
    cut -f2 "$german" > "$TMP/text"
    "$T" -m "$back" --raw "$TMP/text" > "$TMP/raw"
    "$T" -m "$back" "$TMP/text" > "$TMP/out"
    perl tests/cli/real_text.pl "$german" "$TMP/raw" "$TMP/out" > "$TMP/table"
    sed 's/^/# /' "$TMP/table"
    check "of German lines, too, fewer are bad than without a second look" \
        test "$(bad all 4)" -lt "$(bad all 3)"
    check "a tenth at most" test $(($(bad all 4) * 10)) -le "$(wc -l < "$TMP/text")"
else
    skip "German lines" "there is no $back"
fi

# ---- Numbers and names

lines_of tests/data/faithful.en.tsv keeping
keeping=$TMP/keeping.tsv
cut -f2 "$keeping" > "$TMP/keep"
"$T" --raw "$TMP/keep" > "$TMP/keep.raw"
"$T" --json "$TMP/keep" > "$TMP/keep.json"
translations "$TMP/keep.json" > "$TMP/keep.out"
perl tests/cli/real_text.pl -s "$keeping" "$TMP/keep.raw" "$TMP/keep.out" > "$TMP/shares"
sed 's/^/# /' "$TMP/shares"
kept() { awk -v column="$1" '$1 == "kept" { print int($column) }' "$TMP/shares"; }
check "numbers and names are kept more often than with --raw" test "$(kept 4)" -gt "$(kept 3)"
check "nine lines of ten keep them" test "$(kept 4)" -ge 90
check "--json counts what is lost: not in many lines, but in one" \
    test "$(grep -c '"lost":\[' "$TMP/keep.json")" -le $((100 - $(kept 4) + 4))
# Words beside numbers, as tables and headings have them.
for word in content page chapter figure table section part step level number note file slide case question answer value index; do
    printf "$word %s\n" 001 12 3.4 2019
done > "$TMP/numbered"
is "a translation of a word and a number is not the number alone" \
    "$("$T" "$TMP/numbered" | paste "$TMP/numbered" - | grep -vc '	.*[[:alpha:]]')" 0
# Plain C is slow: a few of them.
cat "$TMP/keep.json" "$TMP/json" > "$TMP/both.json"
again=$(grep -n '"retried":[1-9]' "$TMP/both.json" | cut -d : -f 1 | head -n "$(amount 2 12)" | sed 's/$/p/' | paste -sd ';' -)
cut -f2 "$TMP/real.tsv" | cat "$TMP/keep" - | sed -n "$again" > "$TMP/again"
check "some are searched twice" test "$(wc -l < "$TMP/again")" -ge "$(amount 2 3)"
translations "$TMP/both.json" | sed -n "$again" > "$TMP/wanted"
"$T" -j 2 --cpu ref "$TMP/again" | cmp -s - "$TMP/wanted"
is "the second search finds the same on any CPU, with any number of threads" $? 0

"$T" --tokenizer sentencepiece "$TMP/keep" | cmp -s - "$TMP/keep.out"
is "SentencePiece itself cuts the text in the same way" $? 0
"$T" --tokenizer quick "$TMP/keep" > /dev/null 2>&1
is "another tokenizer is misuse" $? 2

judged() { # LINE TRANSLATION WANTED [CATEGORY]: what the judge says of one translation, to be sure it can
    printf '%s\t%s\n' "${4:-short}" "$1" > "$TMP/one.tsv"
    printf '%s\n' "$2" > "$TMP/one"
    is "the judge: $1: $2" \
        "$(perl tests/cli/real_text.pl -v "$TMP/one.tsv" "$TMP/one" | grep "$2" | cut -f2)" "$3"
}
judged 'Hello' 'Hallo' ''
judged 'Hello' 'Hallo Hallo' 'doubled'
judged 'Hello' 'Hallo, liebe Leute von heute' 'a sentence for a word' word
judged '12:45' 'zwei' 'letters for none'
judged 'In 1999 I left' 'Im Jahr 1998 ging ich' 'lost 1999'
judged 'In 1,999 parts' 'In 1.999 Teilen' ''
judged 'See www.example.org.' 'Siehe www.exampel.org.' 'lost www.example.org'
judged 'It ran on' 'Es lief und lief und lief und lief' '3 times the same words'
judged 'It ran and ran and ran' 'Es lief und lief und lief' ''
judged 'A fine day' 'Ein schön-schön-schön-schöner Tag' '3 times the same words'
judged 'The number' 'Die Zahlzahlzahlzahlzahl' '4 times the same letters'
judged 'At 8:15 p.m. it ended' 'Um 20:15 Uhr endete es' ''
judged 'At 8:15 it ended' 'Um 20:15 Uhr endete es' 'lost 815'
judged 'It ends on 2025-06-30.' 'Es endet am 30.06.2025.' ''
judged '%s has %d files' '%s hat %d Dateien' ''
judged '%s has %d files' '%s hat Dateien' 'lost %d'
judged 'Hello {name}, come in' 'Hallo {Name}, komm rein' 'lost {name}'
judged 'The KX-400 is new' 'Der KX-4-000 ist neu' 'lost KX-400'
judged 'Read notes.txt now' 'Lies jetzt Notizen.txt' 'lost notes.txt'
judged 'Nice 😀😀' 'Schön 😀' 'lost 😀'
judged 'She has never seen the sea in all her life' 'Sie hat gelebt' 'half lost'

# ---- The shares of lines that keep what must be kept

printf 'a\tIn 1999 Tom left\tTom\na\tIn 2001 Ann left\tAnn\na\tNO SMOKING\na\tstop\n' > "$TMP/four.tsv"
printf 'Im Jahr 1999 ging Tom\nIm Jahr 2011 ging Anna\nRauchen verboten\nhalt\n' > "$TMP/four"
is "of two lines with a number, one keeps it; names are kept twice; one line is no longer in capitals" \
    "$(perl tests/cli/real_text.pl -s "$TMP/four.tsv" "$TMP/four" | tr -s ' ' | tr '\n' ,)" \
    "kept 2 50.0,named 2 100.0,capitals 1 0.0,spoilt 4 0.0,"

# ---- What is copied

copied() { # NAME TEXT
    is "$1" "$(printf '%s' "$2" | "$T")" "$2"
}
copied "numbers are copied" '+49 30 1234567'
copied "symbols are copied" '-- * --'
copied "a script that the model does not know is copied" 'Привет, как дела?'
copied "an address is copied" 'https://example.org/a?b=c'
copied "a word too long to be one is copied" "$(perl -e 'print "xy" x 8000')"
is "control characters are not" "$(printf '1\0332' | "$T")" 12
around=$(echo 'Write to me@example.org today.' | "$T")
like "an address stands amid the translation of what is around it" "$around" \
    '^[A-Z][A-Za-z ]+ me@example\.org[A-Za-z .!]+$'
is "--raw translates numbers, too" \
    "$(echo '+49 30 1234567' | "$T" --raw --json | grep -c '"source_tokens":\[{')" 1
is "a copied line has no tokens" \
    "$(echo '+49 30 1234567' | "$T" --json | grep -c '"source_tokens":\[\]')" 1

# ---- What is tried again

sum() { # MEMBER FILE: over all lines
    grep -o "\"$1\":[0-9]*" "$2" | awk -F : '{ n += $2 } END { print n + 0 }'
}
retried=$(sum retried "$TMP/json")
is "--raw tries nothing again" "$(sum retried "$TMP/raw.json")" 0
if [ "$retried" -gt 0 ]; then
    like "-v tells how many sentences were" "$(cat "$TMP/told")" \
        "^translate: $retried of [0-9]+ sentences .* better for $(sum improved "$TMP/json")\$"
else
    skip "-v tells how many sentences were" "the model needed no second attempt"
fi
small() { perl -pe 's/("(?:translation|text)":")([A-Z])/$1\l$2/g'; } # a first capital is raised
untouched() { # lines that need neither, and are not in capitals, are what they are with --raw
    grep -E '"source":"[A-Z][A-Za-z ,]*[a-z][A-Za-z ,]*[.?!]?"' "$TMP/json" | grep -v '"retried"' > "$TMP/these"
    sed 's/,.*/,/' "$TMP/these" | grep -F -f - "$TMP/raw.json" | small > "$TMP/those"
    small < "$TMP/these" | cmp - "$TMP/those"
}
check "all others are what they are with --raw" untouched
done_testing
