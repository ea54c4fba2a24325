#!/bin/sh
# measure.sh RUN.npz FROM TO [LOG] - BLEU of a training run's averaged weights as int8, beam 4, on
# FLORES-200 dev and the even lines of tatoeba-dev; LOG gets a line for log.py, too.
#   TESTS      the folder with flores-dev.LANG and tatoeba-dev.LANG
#   VOCAB      the vocabulary (default vocab.spm)
#   PROGRAM    the program to run (default translate)
program=${PROGRAM:-translate} run=$1 from=$2 to=$3
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

"$program" convert --format marian "$run" --vocab "${VOCAB:-vocab.spm}" -f "$from" -t "$to" \
    --max-source 96 --beam 4 --length-penalty 1 -o "$scratch/model.gguf" > "$scratch/log" 2>&1 || {
    cat "$scratch/log" >&2
    exit 1
}
bleu() { # SET: of the lines in $scratch/SET.*
    "$program" -q -j "${THREADS:-1}" -m "$scratch/model.gguf" "$scratch/$1.$from" > "$scratch/$1.out" || exit 1
    "$program" evaluate "$scratch/$1.out" "$scratch/$1.$to" | sed -n 's/^BLEU.* = \([0-9.]*\) [0-9.]*\/.*/\1/p' | head -n 1
}
for language in "$from" "$to"; do
    cp "$TESTS/flores-dev.$language" "$scratch/flores-dev.$language"
    awk 'NR % 2 == 0' "$TESTS/tatoeba-dev.$language" > "$scratch/tatoeba-dev.$language"
done
line="BLEU flores-dev $(bleu flores-dev) tatoeba-dev $(bleu tatoeba-dev)"
echo "$line"
if [ -n "$4" ]; then
    step=$(sed -n 's/^== step \([0-9]*\) .*/\1/p' "$4" | tail -n 1)
    echo "-- step $step $line" >> "$4"
fi
