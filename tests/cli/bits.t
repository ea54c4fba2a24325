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
tr '\t' ' ' < "$text" | grep -v '^#' | head -n "$(amount 48 300)" > "$TMP/all"

# JSON lines without their line number, so that they can be compared in any order.
json() {
    "$T" $model --json -n 2 "$@" | sed 's/^{"line":[0-9]*,/{/'
}
same() { # OPTIONS..: the same bytes
    json "$@" < "$TMP/text" | cmp - "$TMP/expected"
}
singly() { # each line alone, by all threads together
    while IFS= read -r line; do
        printf '%s\n' "$line"
        sleep 0.01
    done < "$TMP/few" | json -j "$1" | cmp - "$TMP/expected.int8"
}
shuffled() {
    cut -f3- "$TMP/order" | json -j 2 > "$TMP/shuffled"
    cut -f2 "$TMP/order" | paste - "$TMP/shuffled" | sort -n | cut -f2- | cmp - "$TMP/expected"
}
reference() { # PRECISION LINES: plain C calls fmaf() for each product of floats, and is slow
    head -n "$2" "$TMP/expected.$1" > "$TMP/expected.ref"
    head -n "$2" "$TMP/few" | json -j 2 --cpu ref --precision "$1" | cmp - "$TMP/expected.ref"
}
differ() { ! cmp -s "$1" "$2"; }

everywhere() { # NAME LINES: $model, over at most the first lines of the text
    name=$1
    head -n "$2" "$TMP/all" > "$TMP/text"
    lines=$(wc -l < "$TMP/text" | tr -d ' ')
    json -j 1 < "$TMP/text" > "$TMP/expected" 2> "$TMP/err"
    check "$name: $lines lines are translated" test "$(wc -l < "$TMP/expected")" -eq "$lines"
    check "$name: every line has a score" \
        test "$(grep -c '"score":-' "$TMP/expected")" -eq "$lines"
    check "$name: three threads" same -j 3
    for tokens in 1 512; do
        check "$name: two threads, --batch-tokens $tokens" same -j 2 --batch-tokens $tokens
    done
    check "$name: four threads, --batch-tokens 100000" same -j 4 --batch-tokens 100000

    awk '{ print (NR * 7919) % 1009 "\t" NR "\t" $0 }' "$TMP/text" | sort -n > "$TMP/order"
    check "$name: lines in another order" shuffled

    for cpu in avx512 avxvnni avx2 i8mm dotprod neon; do
        if "$T" $model --cpu $cpu < /dev/null 2> /dev/null; then
            check "$name: --cpu $cpu" same --cpu $cpu
        else
            skip "$name: --cpu $cpu" "not on this machine"
        fi
    done

    few=$(amount 8 40)
    head -n "$few" "$TMP/text" > "$TMP/few"
    json -j 2 --precision float32 < "$TMP/few" > "$TMP/expected.float32"
    head -n "$few" "$TMP/expected" > "$TMP/expected.int8"
    check "$name: $few lines, one by one, two threads" singly 2
    check "$name: $few lines, one by one, three threads" singly 3
    check "$name: --cpu ref, int8, $few lines" reference int8 "$few"
    check "$name: --cpu ref, float32, 3 lines" reference float32 3
    check "$name: float32 and int8 differ: they are two arithmetics" \
        differ "$TMP/expected.float32" "$TMP/expected.int8"
}

model=
everywhere "the model" 300

student=../shared/fixtures/ssru-student
if [ -r "$student/model.npz" ]; then
    check "the student converts" "$T" convert -f en -t de --type int8 --vocab "$student/vocab.spm" \
        -o "$TMP/student.gguf" "$student/model.npz"
    model="-m $TMP/student.gguf"
    everywhere "SSRU" "$(amount 30 100)"
else
    skip "SSRU" "no $student"
fi

done_testing
