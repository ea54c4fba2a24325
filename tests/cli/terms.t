#!/bin/sh
# terms.t - terms of a glossary in the place of the words that a model says for them, and patterns of
# text that is kept.
. tests/cli/tap.sh
need_model

printf 'source\ttarget\tplural\tgender\nriver\tStrom\tStr\303\266me\tm\ntree\tGeh\303\266lz\tGeh\303\266lze\tn\n' > "$TMP/terms.tsv"
printf 'letter\tSchreiben\tSchreiben\tn\nteacher\tLehrkraft\tLehrkr\303\244fte\tf\nGreen Lane\n' >> "$TMP/terms.tsv"
said() { # TEXT OPTIONS..
    said_text=$1
    shift
    printf '%s\n' "$said_text" | "$T" -m "$MODEL" "$@" 2> "$TMP/err"
}
put() { # WANTED TEXT
    is "$2" "$(said "$2" --glossary "$TMP/terms.tsv")" "$1"
}

put 'Der Strom ist breit.' 'The river is wide.'
put 'Das alte Gehölz ist neben dem Strom.' 'The old tree is beside the river.'
put 'Ich habe zwei Schreiben geschrieben.' 'I wrote two letters.'
put 'Die Lehrkräfte lesen ein Schreiben.' 'The teachers read a letter.'
put 'Ein Strom ist ein Strom.' 'A river is a river.'
put 'Er geht zur Lehrkraft.' 'He goes to the teacher.'
put 'DER STROM IST BREIT.' 'THE RIVER IS WIDE.'
put 'Das GEHÖLZ ist alt.' 'The TREE is old.'
printf 'The cat sleeps.\tDer Kater pennt.\nGreen Lane\n' > "$TMP/whole.tsv"
is "a term that is all of a sentence is all of its translation" \
    "$(said 'The cat sleeps. Green Lane' --glossary "$TMP/whole.tsv")" 'Der Kater pennt. Green Lane'
like "a name is kept" "$(said 'We live in Green Lane.' --glossary "$TMP/terms.tsv")" 'Green Lane'
is "each occurrence counts" \
    "$(said 'A river is a river.' --json --glossary "$TMP/terms.tsv" | grep -o '"terms":[0-9]*')" '"terms":2'

# ---- Nouns and verbs

printf 'house\tdas Geb\303\244ude\nwater\tFeuchtigkeit\t\nbuy\terwerben\nMay\tMai\n' > "$TMP/words.tsv"
verbs() { said "$1" --glossary "$TMP/words.tsv"; }
is "an article is a gender" "$(verbs 'The house is old.')" 'Das Gebäude ist alt.'
unlike() { ! printf '%s\n' "$2" | grep -Eq -e "$3"; }
check "a noun's term is not put for a verb" unlike x "$(verbs 'We water the garden.')" Feuchtigkeit
said 'We water the garden.' --json --glossary "$TMP/words.tsv" > "$TMP/json"
check "... nor told as one" sh -c "! grep -q '\"terms\"' '$TMP/json'"
check "a month is not put for an auxiliary" unlike x "$(verbs 'May I come in?')" 'Mai'
like "a verb has the form of its place" "$(verbs 'He bought a book.')" 'erwarb|erworben'

# ---- What does not change

cut -f 1 tests/data/sentences.en.tsv | grep -v '^#' | head -n "$(amount 20 200)" > "$TMP/text"
"$T" -m "$MODEL" < "$TMP/text" > "$TMP/plain" 2> /dev/null
printf 'xylophonist\tMusikant\n' > "$TMP/none.tsv"
"$T" -m "$MODEL" --glossary "$TMP/none.tsv" < "$TMP/text" > "$TMP/out" 2> /dev/null
check "text without terms is translated as without a glossary" cmp "$TMP/plain" "$TMP/out"
printf 'house\tHaus\nwater\tWasser\nschool\tSchule\nbook\tBuch\ncity\tStadt\n' > "$TMP/same.tsv"
printf 'Both houses are near the water.\nThe books are in the school.\nThe city has a school.\n' > "$TMP/said"
"$T" -m "$MODEL" --json --glossary "$TMP/same.tsv" < "$TMP/said" 2> /dev/null |
    sed 's/"terms":2,//' > "$TMP/out"
"$T" -m "$MODEL" --json < "$TMP/said" > "$TMP/plain.json" 2> /dev/null
check "a translation that says its terms stays, with all its numbers" \
    cmp "$TMP/plain.json" "$TMP/out"
"$T" -m "$MODEL" -j 1 --glossary "$TMP/terms.tsv" < "$TMP/text" > "$TMP/one" 2> /dev/null
"$T" -m "$MODEL" -j 4 --batch-tokens 900 --glossary "$TMP/terms.tsv" < "$TMP/text" > "$TMP/out" 2> /dev/null
check "threads and batches do not matter" cmp "$TMP/one" "$TMP/out"

# ---- Files

printf 'river,Strom\n"tree","Geh\303\266lz"\n' > "$TMP/terms.csv"
is "a table may have commas" "$(said 'The river is wide.' --glossary "$TMP/terms.csv")" \
    'Der Strom ist breit.'
run -m "$MODEL" --glossary "$TMP/terms.csv" < /dev/null
cp "$TMP/terms.csv" "$TMP/comma.txt"
run -m "$MODEL" --glossary "$TMP/comma.txt" < /dev/null
says "but not under any name" 1 'no line has a tab, most have commas or semicolons'
printf 'source\ttarget\tgender\nriver\tStrom\tmale\n' > "$TMP/bad.tsv"
run -m "$MODEL" --glossary "$TMP/bad.tsv" < /dev/null
says "a gender that is none" 1 'bad.tsv:2: the gender "male" is not m, f or n'
cat > "$TMP/terms.tbx" << 'EOF'
<tbx><text><body><conceptEntry id="1"><langSec xml:lang="en"><termSec><term>river</term></termSec>
</langSec><langSec xml:lang="fr"><termSec><term>fleuve</term></termSec></langSec>
<langSec xml:lang="de"><termSec><term>Strom</term></termSec></langSec></conceptEntry></body></text></tbx>
EOF
if ldd "$T" 2> /dev/null | grep -q expat; then
    is "TBX has the term of the language" "$(said 'The river is wide.' --glossary "$TMP/terms.tbx")" \
        'Der Strom ist breit.'
else
    skip "TBX" "built without expat"
fi

# ---- A pipe

printf 'river\tStrom\n' > "$TMP/pipe.tsv"
echo 'The river is wide.' > "$TMP/wide"
run -m "$MODEL" --glossary "$TMP/pipe.tsv" "$TMP/wide"
cp "$TMP/out" "$TMP/by_file"
mkfifo "$TMP/pipe"
cat "$TMP/pipe.tsv" > "$TMP/pipe" &
run -m "$MODEL" --glossary "$TMP/pipe" "$TMP/wide"
wait
is "terms may come through a pipe" "$status $(cat "$TMP/out" "$TMP/err")" "0 $(cat "$TMP/by_file")"
run -m "$MODEL" --glossary /dev/stdin "$TMP/wide" < "$TMP/pipe"  2> /dev/null &
{ printf 'ri'; sleep 0.2; printf 'ver\tStrom\n'; } > "$TMP/pipe"
wait
is "... in parts" "$(cat "$TMP/out")" "$(cat "$TMP/by_file")"
cat "$TMP/pipe.tsv" > "$TMP/pipe" &
( sleep 0.3; exec timeout 20 "$T" -m "$MODEL" --glossary /dev/stdin "$TMP/wide" ) < "$TMP/pipe" > "$TMP/out" 2> /dev/null
is "... whose writer has ended before it is read" "$? $(cat "$TMP/out")" "0 $(cat "$TMP/by_file")"
: | "$T" -m "$MODEL" --glossary /dev/stdin "$TMP/wide" > "$TMP/out" 2> "$TMP/err"
status=$?
says "an empty one has none" 1 '/dev/stdin: no terms'
run -m "$MODEL" --glossary /dev/zero "$TMP/wide"
says "a device is no glossary" 1 '/dev/zero: is not a regular file'
yes 'river Strom' | head -c 270000000 | "$T" -m "$MODEL" --glossary /dev/stdin "$TMP/wide" > "$TMP/out" 2> "$TMP/err"
status=$?
says "one without an end is refused" 1 '/dev/stdin: larger than 256 MiB'

# ---- What is refused

printf 'English,Spanish\nriver,flujo\n' > "$TMP/es.csv"
run -m "$MODEL" --glossary "$TMP/es.csv" -e 'The river is wide.'
says "a table of other languages" 1 'es.csv: has terms from "en" to "es", as it says, and none from "en" to "de"$'
printf '<p>The river is wide.</p>\n' > "$TMP/page.html"
run -m "$MODEL" --glossary "$TMP/es.csv" "$TMP/page.html"
says "... for a document, too" 1 'es.csv: has terms from "en" to "es"'
printf 'Spanish,German,English\nflujo,Strom,river\n' > "$TMP/three.csv"
is "... but not if two of several fit" "$(said 'The river is wide.' --glossary "$TMP/three.csv")" 'Der Strom ist breit.'
printf 'teacher,"Lehrkraft\nriver,Strom\n' > "$TMP/open.csv"
run -m "$MODEL" --glossary "$TMP/open.csv" -e 'The river is wide.'
says "a quotation mark that nothing closes" 1 'open.csv:1: a quotation mark opens a field, and none closes it$'

# ---- What is kept

like "a pattern keeps what it matches" "$(said 'The river is wide.' --keep 'river')" '^(Der|Die|Das) river ist breit\.$'
like "of several patterns, each does" \
    "$(said 'The Old Mill has 12 round tables.' --keep 'Old Mill' --keep '[0-9]+ round')" \
    'Old Mill.*12 round'
is "what is all kept is not translated" "$(said 'Old Mill' --keep 'Old.*')" 'Old Mill'
printf '<p>The river is <b>wide</b>.</p>\n' > "$TMP/page.html"
like "in documents, too" "$("$T" -m "$MODEL" --keep river "$TMP/page.html" 2> /dev/null)" 'river'
run -m "$MODEL" --keep '(' < /dev/null
says "what is no pattern" 1 'the pattern "\(": '
run -m "$MODEL" --keep 'x*' < /dev/null
says "one that matches nothing at all" 1 'matches what is empty'
run -m "$MODEL" --raw --keep x < /dev/null
says "--raw keeps nothing" 2 '--raw keeps nothing'
done_testing
