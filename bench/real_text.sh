#!/bin/sh
# real_text.sh [MODEL] [-v] - how many translations of real text are bad, category by category:
# lines, bad ones with --raw, bad ones as the program does it; then, with their number, the shares
# of lines that keep numbers, placeholders and addresses (kept), names, and capitals, and of lines
# that are spoilt, in percent.  -v shows the bad lines that are left.
#   PROGRAM   the program to run (default build/release/translate)
#   FROM      the language of the text, en or de (default en)
cd "$(dirname "$0")/.." || exit 1
program=${PROGRAM:-build/release/translate} model=${1:-en-de}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
text=$scratch/text.tsv

cat tests/data/real.${FROM:-en}.tsv tests/data/faithful.${FROM:-en}.tsv | grep -v '^#' > "$text"
cut -f2 "$text" > "$scratch/text"
"$program" -m "$model" --raw "$scratch/text" > "$scratch/raw" || exit 1
"$program" -m "$model" "$scratch/text" > "$scratch/out" || exit 1
perl tests/cli/real_text.pl "$text" "$scratch/raw" "$scratch/out"
perl tests/cli/real_text.pl -s "$text" "$scratch/raw" "$scratch/out"
[ "$2" != -v ] || perl tests/cli/real_text.pl -v "$text" "$scratch/out" | grep "$(printf '\t')"
