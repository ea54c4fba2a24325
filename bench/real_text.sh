#!/bin/sh
# real_text.sh [MODEL] [-v] - how many translations of real text are bad, category by category:
# lines, bad ones with --raw, bad ones as the program does it; -v shows those that are left.
#   PROGRAM   the program to run (default build/release/translate)
#   FROM      the language of the text, en or de (default en)
cd "$(dirname "$0")/.." || exit 1
program=${PROGRAM:-build/release/translate} model=${1:-en-de}
text=tests/data/real.${FROM:-en}.tsv
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

grep -v '^#' $text | cut -f2 > "$scratch/text"
"$program" -m "$model" --raw "$scratch/text" > "$scratch/raw" || exit 1
"$program" -m "$model" "$scratch/text" > "$scratch/out" || exit 1
perl tests/real_text.pl $text "$scratch/raw" "$scratch/out"
[ "$2" != -v ] || perl tests/real_text.pl -v $text "$scratch/out" | grep "$(printf '\t')"
