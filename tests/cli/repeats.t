#!/bin/sh
# repeats.t - equal lines of a stream are translated once, and nobody can tell from the output.
. tests/cli/tap.sh
need_model

MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
# One file has each line once; the other one has them many times, in another order.
{
    awk 'BEGIN { for (i = 1; i <= 12; i++) print "House number " i " is old. Its garden is large." }'
    printf '\n42\nHello there, my friend.\nbroken \377 line\nIt costs $ 42.50 today.\n'
} > once.txt
awk '{ line[NR] = $0 } END { for (k = 0; k < 40; k++) for (i = 1; i <= NR; i++) print line[(i * 7 + k) % NR + 1] }' once.txt > often.txt
LC_ALL=C
export LC_ALL

for form in '' '--scores' '--alignment hard' '--output-format pieces' '-b 1' '-j 1' '--raw'; do
    "$T" -m "$MODEL" -q $form once.txt > once.out
    "$T" -m "$MODEL" -q $form often.txt > often.out
    paste -d '\t' once.txt once.out > pairs
    awk -F '\t' 'NR == FNR { of[$1] = substr($0, length($1) + 2); next } { print of[$0] }' pairs often.txt > wanted
    check "the output is that of each line by itself: $form" cmp wanted often.out
done
"$T" -m "$MODEL" -q --json once.txt | sed 's/"line":[0-9]*,//' | sort > once.json
"$T" -m "$MODEL" -q --json often.txt > often.json
is "so it is in JSON" "$(sed 's/"line":[0-9]*,//' often.json | sort -u | cmp - once.json && echo same)" same
is "which numbers the lines" "$(sed 's/.*"line":\([0-9]*\),.*/\1/' often.json | paste -sd ' ' -)" "$(seq "$(wc -l < often.txt)" | paste -sd ' ' -)"
"$T" -m "$MODEL" -q --stats once.txt 2>&1 > /dev/null | sed -n 's/^\(lines\|source tokens\|target tokens\|sentences\)  *\([0-9]*\).*/\2/p' > once.stats
"$T" -m "$MODEL" -q --stats often.txt 2>&1 > /dev/null | sed -n 's/^\(lines\|source tokens\|target tokens\|sentences\)  *\([0-9]*\).*/\2/p' > often.stats
is "--stats counts what was said, not what was searched" "$(paste -sd ' ' often.stats)" "$(awk '{ print 40 * $1 }' once.stats | paste -sd ' ' -)"
run -m "$MODEL" often.txt
is "what was repaired is counted, too" "$(grep -o '[0-9]* lines were not valid' "$TMP/err")" '40 lines were not valid'

# Without it, this is more than a minute's work.
yes 'The house is old, and its garden is large.' | head -n 200000 > same.txt
check "a line that comes 200 000 times is quick" timeout 30 "$T" -m "$MODEL" -j 2 -o same.out same.txt
is "... and is there as often" "$(sort same.out | uniq -c | awk '{ print $1 }')" 200000
check "and so it is without the end of the last one" sh -c 'head -c -1 same.txt | "$1" -m "$2" | tail -c 1 | grep -q .' - "$T" "$MODEL"
is "sampling draws anew for each line" "$("$T" -m "$MODEL" -n 1 --sample all --seed 1 often.txt | sed 's/^[0-9]* //' | sort -u | wc -l | awk '{ print ($1 > 30) }')" 1

done_testing
