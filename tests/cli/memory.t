#!/bin/sh
# memory.t - memory does not grow with the input; a model's pages are shared between processes, and
# no process writes to them.
. tests/cli/tap.sh
need_model

memory() { # LINES: peak memory for so many lines, nearly all of them blank
    perl -e 'for (1 .. $ARGV[0]) { print $_ % 5000 ? "\n" : "Hello.\n" }' "$1" |
        "$T" --stats 2>&1 > "$TMP/out" |
        sed -n 's/^peak memory *\([0-9]*\).*/\1/p'
}
case $VARIANT in
asan | tsan)
    skip "memory does not grow with the input" "the sanitizer keeps memory"
    ;;
*)
    small=$(memory 10000)
    large=$(memory 500000)
    is "all lines are there" "$(wc -l < "$TMP/out" | tr -d ' ')" 500000
    check "memory does not grow with the input ($small to $large MB)" \
        test "$large" -le $((small + small / 4 + 2))
    ;;
esac

if [ ! -r /proc/self/smaps ]; then
    skip "pages of the model" "no /proc/self/smaps"
    done_testing
fi

# Two translators that wait for more input, each after its first line.
mkfifo "$TMP/a" "$TMP/b"
"$T" -m "$MODEL" < "$TMP/a" > "$TMP/a.out" &
first=$!
"$T" -m "$MODEL" < "$TMP/b" > "$TMP/b.out" &
second=$!
exec 3> "$TMP/a" 4> "$TMP/b"
echo "The cat sleeps." >&3
echo "The cat sleeps." >&4
for i in $(seq 300); do
    [ -s "$TMP/a.out" ] && [ -s "$TMP/b.out" ] && break
    sleep 0.2
done
is "both have translated and wait" "$(cat "$TMP/a.out")" "$(cat "$TMP/b.out")"

# kB of one kind in the mapping of the model file
model_kb() {
    awk -v kind="$2:" '/^[0-9a-f]+-[0-9a-f]+ / { in_model = /\.gguf$/ }
        in_model && $1 == kind { kb += $2 } END { print kb + 0 }' "/proc/$1/smaps"
}
resident=$(model_kb $first Rss)
shared=$(($(model_kb $first Shared_Clean) + $(model_kb $first Shared_Dirty)))
echo "# $resident kB of the model in memory, $shared kB of them shared"
check "much of the model is in memory" test "$resident" -gt 1000
# A copy is dirty.  A clean page that one process alone has is the file's own: the kernel maps some pages
# around each that is read, and takes pages back.
for process in $first $second; do
    is "no page of it is a copy" "$(model_kb $process Private_Dirty)" 0
done
check "all but some pages are shared" test $((resident - shared)) -le $((resident / 50))

# Not backed by a file: what a process has for itself.
own=$(awk '$1 == "Anonymous:" { print $2 }' "/proc/$first/smaps_rollup")
echo "# $own kB of its own"
case $VARIANT in
release) check "a process has less than 24 MiB of its own" test "$own" -lt 24576 ;;
esac

# Scoring takes one pair at a time: it reserves no room for a batch of beams.
modest() (
    ulimit -v 200000
    printf 'A cat.\tEine Katze.\n' | "$T" score -m "$MODEL" > "$TMP/score"
)
case $VARIANT in
release) check "score makes do with 200 MB of addresses" modest ;;
esac

exec 3>&- 4>&-
wait $first $second
done_testing
