#!/bin/sh
# optimizers.sh - Adam against Muon at equal time: each learns the same text for as many minutes of one
# core, counted in processor time, and is scored on the same held-out text.
#
#     bench/optimizers.sh FROM TO TEXT.tsv DEV.tsv MINUTES [OPTIONS OF translate train]
#
# A few steps of each tell what a step costs; the minutes decide the steps.  So other programs on the
# machine make a run longer, and no worse.  KEEP names a folder for what is written.
set -eu
[ $# -ge 5 ] || { echo "usage: bench/optimizers.sh FROM TO TEXT.tsv DEV.tsv MINUTES [OPTIONS]" >&2; exit 2; }
from=$1 to=$2 text=$3 dev=$4 minutes=$5
shift 5
PROGRAM=${PROGRAM:-build/release/translate}
KEEP=${KEEP:-$(mktemp -d)}
mkdir -p "$KEEP"

learn() { # NAME STEPS OPTIONS...; prints the seconds of processor time
    name=$1 steps=$2
    shift 2
    /usr/bin/time -f '%U %S' -o "$KEEP/$name.time" "$PROGRAM" train -q -f "$from" -t "$to" "$text" \
        --dev "$dev" -o "$KEEP/$name.gguf" --force -j 1 --steps "$steps" "$@" 2> "$KEEP/$name.err"
    awk '{ print $1 + $2 }' "$KEEP/$name.time"
}
log() { # NAME EVENT FIELD
    sed -n "s/.*\"event\":\"$2\".*\"$3\":\([0-9.]*\).*/\1/p" "$KEEP/$1.gguf.log" | tail -n 1
}

echo "| optimiser | steps | million pieces | processor minutes | held-out nll | BLEU |"
echo "|---|---:|---:|---:|---:|---:|"
for optimizer in adam muon; do
    short=$(learn "$optimizer-probe" 4 --every 1000 --optimizer $optimizer "$@")
    long=$(learn "$optimizer-probe" 24 --every 1000 --optimizer $optimizer "$@")
    steps=$(echo "$short $long $minutes" | awk '{ print int(60 * $3 / (($2 - $1) / 20)) }')
    seconds=$(learn $optimizer "$steps" --optimizer $optimizer "$@")
    pieces=$(grep '"event":"dev"' "$KEEP/$optimizer.gguf.log" | tail -n 1 | sed 's/.*"pieces":\([0-9]*\).*/\1/')
    echo "| $optimizer | $steps | $pieces | $seconds | $(log $optimizer end nll) | $(log $optimizer end bleu) |" |
        awk -F '|' '{ printf "|%s|%s| %.2f | %.1f |%s|%s|\n", $2, $3, $4 / 1e6, $5 / 60, $6, $7 }'
done
