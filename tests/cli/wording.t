#!/bin/sh
# wording.t - what a user wants of the words of a translation: terms, a beginning, words ruled out.
. tests/cli/tap.sh
need_model

text=tests/data/sentences.en.tsv
tr '\t' ' ' < "$text" | grep -v '^#' | head -n 60 > "$TMP/text"
house='I live in a small house near the river.'
said() { # OPTIONS..: the translation of $house
    printf '%s\n' "$house" | "$T" -m "$MODEL" "$@" 2> "$TMP/err"
}
plain=$(said)
like "without a wish, there is a house" "$plain" 'Haus .*Fluss'

# ---- Terms

printf 'house\tGeb\303\244ude\tnot Haus\nriver\tDonau\n' > "$TMP/terms.tsv"
like "terms are said" "$(said --glossary "$TMP/terms.tsv")" 'Gebäude.*Donau'
said --glossary "$TMP/terms.tsv" -v > /dev/null
like "-v tells their share" "$(cat "$TMP/err")" \
    '2 of 2 terms of the glossary that were found are in the translation \(100.0 %\)'
printf 'house\tHaus\n' > "$TMP/same.tsv"
is "a term that is said anyway changes nothing" "$(said --glossary "$TMP/same.tsv")" "$plain"
printf 'zebra\tZebra\n' > "$TMP/other.tsv"
is "a term that is not found changes nothing" "$(said --glossary "$TMP/other.tsv")" "$plain"
printf 'house\t\n' > "$TMP/kept.tsv"
like "a term without a translation is kept" "$(said --glossary "$TMP/kept.tsv")" '\<house\>'
for options in --raw '-n 4' '-b 1' '-b 1 --raw' '--scores --precision float32'; do
    # shellcheck disable=SC2086 # options are words
    is "every translation has the terms: $options" \
        "$(said --glossary "$TMP/terms.tsv" $options | grep -c 'Gebäude.*Donau\|Donau.*Gebäude')" \
        "$(said $options | wc -l | tr -d ' ')"
done
like "--json counts them" "$(said --json --glossary "$TMP/terms.tsv")" '"terms":2'
printf '<p>I live in a small <b>house</b>.</p>\n' > "$TMP/page.html"
like "documents have them, too" \
    "$("$T" -m "$MODEL" --glossary "$TMP/terms.tsv" "$TMP/page.html")" '<b>Gebäude</b>'

refused() { # NAME TEXT RE
    printf "$2" > "$TMP/bad.tsv"
    run -m "$MODEL" --glossary "$TMP/bad.tsv" < /dev/null
    says "$1" 1 "$3"
}
refused "an empty glossary is refused" '' 'no terms'
refused "one that is not UTF-8" 'cat\tK\344tze\n' 'bad.tsv:1: not valid UTF-8'
refused "one of two minds" 'cat\tKatze\ncat\tKater\n' \
    'bad.tsv:2: "cat" has another translation in line 1'
run -m "$MODEL" --glossary "$TMP/none" < /dev/null
says "one that is not there" 1 'No such file'
run -m "$MODEL" --glossary "$TMP" < /dev/null
says "a folder" 1 'director'
run -m "$MODEL" --input ids --glossary "$TMP/terms.tsv" < /dev/null
says "ids have no terms" 1 'in text only'
awk 'BEGIN { for (i = 0; i < 200000; i++) print "term" i "\tBegriff " i }' > "$TMP/large.tsv"
is "a large one changes nothing, either" "$(said --glossary "$TMP/large.tsv")" "$plain"
awk 'BEGIN { for (i = 0; i < 40; i++) printf "word%d ", i; print "" }' > "$TMP/many"
awk 'BEGIN { for (i = 0; i < 40; i++) print "word" i "\tlanges Wort Nummer " i }' > "$TMP/many.tsv"
run -m "$MODEL" --glossary "$TMP/many.tsv" "$TMP/many"
is "more terms than a search takes are no failure" "$status" 0

# ---- A beginning

for prefix in 'Ich wo' 'In ein' 'Nahe am ' 'Mein Haus'; do
    like "a translation begins as it should: $prefix" "$(said --prefix "$prefix")" "^$prefix"
done
like "a blank ends the word" "$(said --prefix 'Ich wohn ')" '^Ich wohn '
run -m "$MODEL" --prefix "$(printf '\344')" < /dev/null
says "a beginning that is not UTF-8" 1 'not valid UTF-8'
cat=$(printf '\347\214\253')
like "pieces of bytes spell what is in no vocabulary" "$(said --prefix "$cat")" "^$cat"
run -m "$MODEL" --prefix '' < /dev/null
says "no beginning at all" 2 'prefix'
run -m "$MODEL" --prefix "$(awk 'BEGIN { for (i = 0; i < 3000; i++) printf "Haus " }')" < /dev/null
says "one that is too long" 1 'beginning'
run -m "$MODEL" --prefix Ich "$TMP/page.html"
says "documents have none" 2 'for lines'

# ---- Words that are ruled out

hides() { ! said "$@" | grep -i '\<haus\>'; }
check "a word is ruled out, however it is written" hides --ban haus
has() { said "$@" | grep -q 'Haus'; }
check "one with a capital stands for itself" has --ban HAUS
without_two() { ! said --ban haus --ban Fluss --ban wohne -b 1 | grep -iw 'haus\|Fluss\|wohne'; }
check "so are several, and with greedy search" without_two
run -m "$MODEL" --ban ' ' < /dev/null
says "a blank word" 1 'blank'

twice() { # ids of a line of which two in a row come twice
    "$T" -m "$MODEL" --raw --output-format ids "$@" < "$TMP/text" | awk '{
        split("", seen)
        for (i = 2; i <= NF; i++) if (seen[$(i - 1) " " $i]++) { print; next }
    }'
}
check "some translations say two tokens twice" test "$(twice | wc -l)" -gt 0
is "none does with --no-repeat-ngram 2" "$(twice --no-repeat-ngram 2)" ''
run -m "$MODEL" --no-repeat-ngram 0 < /dev/null
says "groups of none" 2 'whole number from 1'

# ---- The same everywhere

tr ' ' '\n' < "$TMP/text" | grep -E '^[a-z]{5,}$' | sort -u | awk 'NR % 3 == 0 { print $0 "\tein " $0 }' \
    > "$TMP/random.tsv"
everywhere() { # NAME OPTIONS..
    name=$1
    shift
    "$T" --json -n 2 -j 1 "$@" < "$TMP/text" > "$TMP/expected" 2> "$TMP/err"
    check "$name: all lines" test "$(wc -l < "$TMP/expected")" -eq "$(wc -l < "$TMP/text")"
    for other in '-j 3' '-j 2 --batch-tokens 1' '-j 2 --batch-tokens 5000' '--cpu avx2 -j 2'; do
        case $other in *avx2*) "$T" "$@" --cpu avx2 < /dev/null 2> /dev/null || continue ;; esac
        # shellcheck disable=SC2086 # options are words
        "$T" --json -n 2 "$@" $other < "$TMP/text" | cmp -s - "$TMP/expected"
        is "$name: $other" $? 0
    done
    head -n 5 "$TMP/text" | "$T" --json -n 2 "$@" --cpu ref > "$TMP/ref"
    head -n 5 "$TMP/expected" | cmp -s - "$TMP/ref"
    is "$name: --cpu ref" $? 0
}
set -- --glossary "$TMP/random.tsv" --ban und --no-repeat-ngram 3
everywhere "terms" -m "$MODEL" "$@"
check "there are terms" test "$(grep -c '"terms":[1-9]' "$TMP/expected")" -gt 20
is "none is missing" "$(grep -c '"terms_missing"' "$TMP/expected")" 0
everywhere "a beginning" -m "$MODEL" --prefix 'Das ist' --ban ein
student=../shared/fixtures/ssru-student
if [ -r "$student/model.npz" ]; then
    "$T" convert -f en -t de --type int8 --vocab "$student/vocab.spm" -o "$TMP/student.gguf" \
        "$student/model.npz"
    everywhere "SSRU" -m "$TMP/student.gguf" "$@"
else
    skip "SSRU" "no $student"
fi

done_testing
