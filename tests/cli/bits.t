#!/bin/sh
# bits.t - the same sentence gets the same translation and the same score, whatever its batch
# mates, the threads, the instruction set and the order of the lines.
. tests/cli/tap.sh
need_model
if [ "$VARIANT" != release ]; then
    skip "same bits everywhere" "a test of the release build"
    done_testing
    exit
fi

text=../shared/data/test/tatoeba-dev.en
if [ ! -r "$text" ]; then
    text=tests/data/sentences.en.tsv
    echo "skipped: $0: no ../shared/data/test, using $text" >&2
fi
tr '\t' ' ' < "$text" | grep -v '^#' | head -n 500 > "$TMP/text"


# JSON lines without their line number, so that they can be compared in any order.
json() {
    "$T" --json -n 2 "$@" | sed 's/^{"line":[0-9]*,/{/'
}
json -j 1 < "$TMP/text" > "$TMP/expected" 2> "$TMP/err"
check "500 lines are translated" test "$(wc -l < "$TMP/expected")" -eq "$(wc -l < "$TMP/text")"
check "every line has a score" test "$(grep -c '"score":-' "$TMP/expected")" -eq "$(wc -l < "$TMP/text")"

same() { # OPTIONS..: the same bytes
    json "$@" < "$TMP/text" | cmp - "$TMP/expected"
}
check "two threads" same -j 2
check "three threads" same -j 3
for tokens in 1 512 100000; do
    check "--batch-tokens $tokens" same -j 2 --batch-tokens $tokens
done

awk '{ print (NR * 7919) % 1009 "\t" NR "\t" $0 }' "$TMP/text" | sort -n > "$TMP/order"
shuffled() {
    cut -f3- "$TMP/order" | json -j 2 > "$TMP/shuffled"
    cut -f2 "$TMP/order" | paste - "$TMP/shuffled" | sort -n | cut -f2- | cmp - "$TMP/expected"
}
check "lines in another order" shuffled

for cpu in avx512 avxvnni avx2 dotprod neon; do
    if "$T" --cpu $cpu < /dev/null 2> /dev/null; then
        check "--cpu $cpu" same --cpu $cpu
    else
        skip "--cpu $cpu" "not on this machine"
    fi
done

head -n 40 "$TMP/text" > "$TMP/40"
json -j 2 --precision float32 < "$TMP/40" > "$TMP/expected.float32"
head -n 40 "$TMP/expected" > "$TMP/expected.int8"
reference() {
    json -j 2 --cpu ref --precision "$1" < "$TMP/40" | cmp - "$TMP/expected.$1"
}
check "--cpu ref, int8, 40 lines" reference int8
check "--cpu ref, float32, 40 lines" reference float32
differ() { ! cmp -s "$1" "$2"; }
check "float32 and int8 differ: they are two arithmetics" differ "$TMP/expected.float32" "$TMP/expected.int8"

done_testing
