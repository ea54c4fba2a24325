#!/bin/sh
# wording.t - what a user wants of the words of a translation, and how they are chosen: terms, a
# beginning, words ruled out, samples, lists that differ.
. tests/cli/tap.sh
need_model

text=tests/data/sentences.en.tsv
tr '\t' ' ' < "$text" | grep -v '^#' | head -n 60 > "$TMP/all"
head -n "$(amount 14 60)" "$TMP/all" > "$TMP/text"
house='I live in a small house near the river.'
said() { # OPTIONS..: the translation of $house
    printf '%s\n' "$house" | "$T" -m "$MODEL" "$@" 2> "$TMP/err"
}
plain=$(said)
like "without a wish, there is a house" "$plain" 'Haus .*Fluss'

# ---- Terms

printf 'house\tGeb\303\244ude\tnot Haus\nriver\tDonau\n' > "$TMP/terms.tsv"
like "terms are said" "$(said --glossary "$TMP/terms.tsv")" 'Gebäude.*Donau|Donau.*Gebäude'
said --glossary "$TMP/terms.tsv" -v > /dev/null
like "-v tells their share" "$(cat "$TMP/err")" \
    'terms of the glossary: 2 found; 0 said, 2 placed, 0 missing \(100.0 % are there\)'
printf 'house\tHaus\n' > "$TMP/same.tsv"
is "a term that is said anyway changes nothing" "$(said --glossary "$TMP/same.tsv")" "$plain"
said --glossary "$TMP/same.tsv" -v > /dev/null
like "... and is not placed" "$(cat "$TMP/err")" 'terms of the glossary: 1 found; 1 said, 0 placed, 0 missing'
printf 'zebra\tZebra\n' > "$TMP/other.tsv"
is "a term that is not found changes nothing" "$(said --glossary "$TMP/other.tsv")" "$plain"
printf 'house\t\n' > "$TMP/kept.tsv"
like "a term without a translation is kept" "$(said --glossary "$TMP/kept.tsv")" '\<house\>'
is "an n-best list has them, each text once" \
    "$(said --glossary "$TMP/terms.tsv" -n 4 | grep -vc 'Gebäude.*Donau\|Donau.*Gebäude')" 0
for options in --raw '-b 1' '-b 1 --raw' '--scores --precision float32'; do
    # shellcheck disable=SC2086 # options are words
    is "every translation has the terms: $options" \
        "$(said --glossary "$TMP/terms.tsv" $options | grep -c 'Gebäude.*Donau\|Donau.*Gebäude')" \
        "$(said $options | wc -l | tr -d ' ')"
done
printf 'house\tGebäude\nDanube\n' > "$TMP/capitals.tsv"
like "a sentence in capitals has its terms, too" \
    "$(echo 'THE HOUSE IS BY THE DANUBE.' | "$T" -m "$MODEL" -q --glossary "$TMP/capitals.tsv")" 'GEBÄUDE.*DANUBE|DANUBE.*GEBÄUDE'
like "--json counts them" "$(said --json --glossary "$TMP/terms.tsv")" '"terms":2,"terms_placed":2,'
like "... with those that are said" "$(said --json --glossary "$TMP/same.tsv")" '"terms":1,"source_tokens"'
printf '<p>I live in a small <b>house</b>.</p>\n' > "$TMP/page.html"
like "documents have them, too" \
    "$("$T" -m "$MODEL" --glossary "$TMP/terms.tsv" "$TMP/page.html")" '<b>Gebäude</b>'

"$T" -m "$MODEL" -v --glossary "$TMP/terms.tsv" "$TMP/page.html" > /dev/null 2> "$TMP/err"
like "... and -v tells their share" "$(cat "$TMP/err")" 'terms of the glossary: 1 found; 0 said, 1 placed, 0 missing'

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

head -n "$(amount 24 60)" "$TMP/all" > "$TMP/more"
twice() { # ids of a line of which two in a row come twice
    "$T" -m "$MODEL" --raw --output-format ids "$@" < "$TMP/more" | awk '{
        split("", seen)
        for (i = 2; i <= NF; i++) if (seen[$(i - 1) " " $i]++) { print; next }
    }'
}
check "some translations say two tokens twice" test "$(twice | wc -l)" -gt 0
is "none does with --no-repeat-ngram 2" "$(twice --no-repeat-ngram 2)" ''
run -m "$MODEL" --no-repeat-ngram 0 < /dev/null
says "groups of none" 2 'whole number from 1'

# ---- Samples, and lists that differ

is "samples are as many as are wanted" "$(said --sample all -n 7 | wc -l)" 7
differ() { ! [ "$1" = "$2" ]; }
check "another seed draws others" differ "$(said --sample all --seed 1)" "$(said --sample all --seed 2)"
is "the same seed draws the same" "$(said --sample all --seed 3 --no-repeat-ngram 9)" \
    "$(said --sample temperature:1 --seed 3)"
is "no seed is seed 0" "$(said --sample all)" "$(said --sample all --seed 0)"
is "the best word of each step is greedy search" "$(said --sample top-k:1)" "$(said -b 1)"
is "so is a very low temperature" "$(said --sample temperature:0.001)" "$(said -b 1)"
is "and the smallest nucleus" "$(said --sample top-p:0.000001,temperature:2)" "$(said -b 1)"
lines() { # OPTIONS..: different ones, of four of the same
    printf '%s\n' "$house" "$house" "$house" "$house" | "$T" -m "$MODEL" "$@" | sort -u | wc -l
}
is "the same lines draw differently" "$(lines --sample all)" 4
is "a beginning is drawn for" "$(said --sample all --prefix 'In ein' -n 5 | grep -c '||| In ein')" 5
for rule in none all,top-k:3 top-k:3, ,top-k:3 top-k: top-k:0 top-k:1.5 top-k:-1 top-p:0 top-p:1.1 \
    temperature:0 temperature:1e3 temperature:2000 top-k=3 'top-k:3 '; do
    run -m "$MODEL" --sample "$rule" < /dev/null
    says "no way to draw: \"$rule\"" 2 '--sample: .* is not all, or top-k:K'
done
for options in '-b 4' '--diverse 2' "--glossary $TMP/terms.tsv"; do
    # shellcheck disable=SC2086 # options are words
    run -m "$MODEL" --sample all $options < /dev/null
    says "--sample and $options" 2 '--sample'
done
run -m "$MODEL" --seed 4 < /dev/null
says "a seed alone" 2 '--seed is for --sample'

group() { said -n 4 "$@" | cut -d '|' -f 4 | sort -u | wc -l | tr -d ' '; }
is "groups give different translations" "$(group --diverse 4:1)" 4
is "groups that cost nothing are one beam's best" "$(said --diverse 2:0)" "$plain"
for groups in 0 1 65 2: 2:101 2:-1 two 2:1:1; do
    run -m "$MODEL" --diverse "$groups" < /dev/null
    says "no groups: $groups" 2 '--diverse: .* is not a whole number from 2 to 64'
done
run -m "$MODEL" --diverse 5 -b 4 < /dev/null
says "more groups than hypotheses" 2 '--diverse 5 is more than --beam 4'
run -m "$MODEL" --diverse 2 --glossary "$TMP/terms.tsv" < /dev/null
says "terms and groups" 2 '--glossary and --diverse'

# ---- The same everywhere

tr ' ' '\n' < "$TMP/text" | grep -E '^[a-z]{5,}$' | sort -u | awk 'NR % 3 == 0 { print $0 "\tein " $0 }' \
    > "$TMP/random.tsv"
everywhere() { # NAME OPTIONS..
    name=$1
    shift
    "$T" --json -n 2 -j 1 "$@" < "$TMP/text" > "$TMP/expected" 2> "$TMP/err"
    check "$name: all lines" test "$(wc -l < "$TMP/expected")" -eq "$(wc -l < "$TMP/text")"
    avx2='--cpu avx2'
    "$T" "$@" $avx2 < /dev/null 2> /dev/null || avx2=
    for other in '-j 3 --batch-tokens 1' "-j 2 --batch-tokens 5000 $avx2"; do
        # shellcheck disable=SC2086 # options are words
        "$T" --json -n 2 "$@" $other < "$TMP/text" | cmp -s - "$TMP/expected"
        is "$name: $other" $? 0
    done
    head -n "$(amount 1 5)" "$TMP/text" | "$T" --json -n 2 "$@" --cpu ref > "$TMP/ref"
    head -n "$(amount 1 5)" "$TMP/expected" | cmp -s - "$TMP/ref"
    is "$name: --cpu ref" $? 0
}
set -- --glossary "$TMP/random.tsv" --ban und --no-repeat-ngram 3
everywhere "terms" -m "$MODEL" "$@"
check "there are terms" test "$(grep -c '"terms":[1-9]' "$TMP/expected")" -gt "$(amount 4 20)"
is "none is missing" "$(grep -c '"terms_missing"' "$TMP/expected")" 0
everywhere "a beginning" -m "$MODEL" --prefix 'Das ist' --ban ein
head -n 20 "$TMP/text" > "$TMP/twenty"
head -n 2 "$TMP/twenty" > "$TMP/text" # the second search of a sample asks the rules of every word
everywhere "samples" -m "$MODEL" --sample top-p:0.95,temperature:1.2 --seed 5 --ban und
mv "$TMP/twenty" "$TMP/text"
everywhere "groups" -m "$MODEL" --diverse 2 --no-repeat-ngram 3
student=../shared/fixtures/ssru-student
if [ -r "$student/model.npz" ]; then
    "$T" convert -f en -t de --type int8 --vocab "$student/vocab.spm" -o "$TMP/student.gguf" \
        "$student/model.npz"
    everywhere "SSRU" -m "$TMP/student.gguf" "$@"
    "$T" convert -f en -t de --type int8 --vocab "$student/vocab.spm" --shortlist "$student/lex.s2t" \
        -o "$TMP/student.gguf" "$student/model.npz" 2> "$TMP/err"
    everywhere "samples of a shortlist" -m "$TMP/student.gguf" --sample top-k:50 --shortlist on
    everywhere "groups of a shortlist" -m "$TMP/student.gguf" --diverse 2 --shortlist on
else
    skip "SSRU" "no $student"
fi

done_testing
