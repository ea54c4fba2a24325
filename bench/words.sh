#!/bin/sh
# words.sh - words per second of the built program, by threads and beam size.
#
#   bench/words.sh [MODEL [TEXT [RUNS]]]      medians of RUNS (5) interleaved runs
#
# Without TEXT: the English of the pairs that come with en-de.  The first 1 000 lines are taken.
set -eu
cd "$(dirname "$0")/.."

model=${1:-en-de}
text=${2:-}
runs=${3:-5}
program=${PROGRAM:-build/release/translate}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if [ -z "$text" ]; then
    gzip -dc models/en-de/general.tsv.gz | cut -f 1 > "$tmp/pairs"
    text=$tmp/pairs
fi
[ -r "$text" ] || { echo "bench/words.sh: $text cannot be read" >&2; exit 2; }
[ -x "$program" ] || make -s "$program" || exit 1
head -n 1000 "$text" > "$tmp/text"
words=$(wc -w < "$tmp/text")
settings='1:1 1:4 2:1 2:4' # threads:beam

for run in $(seq "$runs"); do
    for s in $settings; do
        start=$(date +%s%N)
        "$program" -m "$model" -j "${s%:*}" -b "${s#*:}" < "$tmp/text" > "$tmp/out"
        end=$(date +%s%N)
        echo "$s $((end - start))" >> "$tmp/times"
    done
done

printf '%s, %d lines, %d words, %d runs\n' "$(uname -m)" "$(wc -l < "$tmp/text")" "$words" "$runs"
printf '%8s %6s %10s %10s\n' threads beam seconds words/s
for s in $settings; do
    ns=$(awk -v s="$s" '$1 == s { print $2 }' "$tmp/times" | sort -n |
        awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }')
    awk -v s="$s" -v ns="$ns" -v words="$words" 'BEGIN {
        split(s, q, ":"); printf "%8d %6d %10.3f %10.0f\n", q[1], q[2], ns / 1e9, words / (ns / 1e9) }'
done
