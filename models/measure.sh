#!/bin/sh
# measure.sh MODEL FROM TO [LOG] - BLEU of a model file, or of the best weights of a checkpoint of
# translate train, as int8 at beam 4, on FLORES-200 dev and the even lines of tatoeba-dev.  LOG, the run's
# own, gets a line for log.py, too.
#   TESTS      the folder with flores-dev.LANG and tatoeba-dev.LANG
#   PROGRAM    the program to run (default translate)
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
bleu() { # SET: of the lines in $scratch/SET.*
    "$program" -q -j "${THREADS:-1}" -b 4 -m "$model" "$scratch/$1.$from" > "$scratch/$1.out"
    "$program" evaluate --metrics bleu "$scratch/$1.out" "$scratch/$1.$to" |
        sed -n 's/^BLEU.* = \([0-9.]*\) [0-9.]*\/.*/\1/p' | head -n 1
}
for language in "$from" "$to"; do
    cp "$TESTS/flores-dev.$language" "$scratch/flores-dev.$language"
    awk 'NR % 2 == 0' "$TESTS/tatoeba-dev.$language" > "$scratch/tatoeba-dev.$language"
done
step=$("$program" inspect "$model" --metadata | sed -n 's/.*train\.steps[^0-9]*\([0-9]*\).*/\1/p')
line="{\"event\":\"bleu\",\"step\":${step:-0},\"flores-dev\":$(bleu flores-dev),\"tatoeba-dev even\":$(bleu tatoeba-dev)}"
echo "$line"
[ -z "$log" ] || echo "$line" >> "$log"
