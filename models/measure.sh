#!/bin/sh
# measure.sh MODEL FROM TO [LOG] - how a model file does, or the best weights of a checkpoint of
# translate train, as int8 at beam 4, by domain: BLEU on the test sets that are there, and what
# domains.py counts of labels, manuals, numbers and forms of address.  With LOG, a run's own, only
# BLEU on FLORES-200 dev and the even lines of tatoeba-dev: the log gets a line for log.py.
#   TESTS      the folder with SET.LANG: newstest2014, flores-devtest, multi30k-test_2016_flickr,
#              tatoeba-dev, and interface, if there is one; with LOG, flores-dev
#   PROGRAM    the program to run (default translate)
#   THREADS    threads that it takes (default 1)
set -eu
program=${PROGRAM:-translate} model=$1 from=$2 to=$3 log=${4-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

case $model in
*.train)
    "$program" train --resume "$model" --export "$scratch/model.gguf"
    model=$scratch/model.gguf
    ;;
esac
score() { # SET METRIC: of the lines in $scratch/SET.*
    test -f "$scratch/$1.out" ||
        "$program" -q -j "${THREADS:-1}" -b 4 -m "$model" "$scratch/$1.$from" > "$scratch/$1.out"
    "$program" evaluate --metrics "$2" "$scratch/$1.out" "$scratch/$1.$to" |
        sed -n 's/^[Bc][^ ]* = \([0-9.]*\).*/\1/p' | head -n 1
}
take() { # SET [CONDITION]: lines of a test set
    for language in "$from" "$to"; do
        awk "${2:-1}" "$TESTS/$1.$language" > "$scratch/$1.$language"
    done
}
by_domain() {
    for set in newstest2014 flores-devtest tatoeba-dev multi30k-test_2016_flickr interface; do
        [ -f "$TESTS/$set.$from" ] || { echo "$set	is not in $TESTS"; continue; }
        take "$set"
        printf '%s\tBLEU %s\tchrF2 %s\n' "$set" "$(score "$set" bleu)" "$(score "$set" chrf)"
    done
    PROGRAM=$program THREADS=${THREADS:-1} python3 "$(dirname "$0")/domains.py" "$model" "$from" "$to"
}
[ -n "$log" ] || { by_domain; exit; }
take flores-dev
take tatoeba-dev 'NR % 2 == 0'
step=$("$program" inspect "$model" --metadata | sed -n 's/.*train\.steps[^0-9]*\([0-9]*\).*/\1/p')
line="{\"event\":\"bleu\",\"step\":${step:-0},\"flores-dev\":$(score flores-dev bleu),\"tatoeba-dev even\":$(score tatoeba-dev bleu)}"
echo "$line"
echo "$line" >> "$log"
