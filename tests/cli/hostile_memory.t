#!/bin/sh
# hostile_memory.t - a translation memory that anybody may have made: what is no memory of this
# program is refused and stays as it is, and what damage does is bounded.
. tests/cli/tap.sh
need_model

make=$PWD/tests/cli/hostile_memory.py
MODEL=$PWD/$MODEL
cd "$TMP" || exit 1
# Sources whose FNV-1a hashes are within one part in 32 of any table: in one that is probed in
# sequence, each meets all that came before.
perl -e 'use integer;
    print "<tmx version=\"1.4\"><body>";
    for (my ($i, $n) = (0, 0); $n < 60000; $i++) {
        my $h = -3750763034362895579;
        $h = ($h ^ ord) * 1099511628211 for split //, "w$i";
        next if ($h ^ (($h >> 32) & 0xffffffff)) & (31 << 12);
        print "<tu><tuv xml:lang=\"en\"><seg>w$i</seg></tuv><tuv xml:lang=\"de\"><seg>x$i</seg></tuv></tu>\n";
        $last = $i;
        $n++;
    }
    print "<tu><tuv xml:lang=\"en\"><seg>w$last</seg></tuv><tuv xml:lang=\"de\"><seg>second</seg></tuv></tu>\n";
    print "</body></tmx>\n";
    print STDERR "w$last\n"' > made.tmx 2> last
is "TMX whose hashes collide takes no time, and the first unit counts" \
    "$(timeout 20 "$T" -j 1 -m "$MODEL" --memory made.tmx last)" "$(sed 's/w/x/' last)"

if ! python3 -c 'import sqlite3' 2> err || ! [ -s "$(dirname "$T")/translate-memory.so" ]; then
    skip "hostile memories in SQLite" "there is no python3 with sqlite3, or no libsqlite3"
    done_testing
    exit
fi

printf 'A house.\nA cat.\nA dog.\nA tree.\nThe sun.\nA door.\nA cup.\n' > text
echo 'Something new.' > new
"$T" -m "$MODEL" text > plain
"$T" -m "$MODEL" --memory good --memory-add --scores text > /dev/null
hostile() { cp good bad && python3 "$make" "$@" 2> err || failed "$1 is made" "$(cat err)"; } # KIND FILE
refused() { # NAME RE: by each use, which leaves the file and what lies beside it
    cp bad before
    ls > files
    for add in '' --memory-add; do
        # shellcheck disable=SC2086 # no word at all
        run -q -j 1 -m "$MODEL" --memory bad $add new
        says "$1 $add" 1 "$2"
    done
    check "... stays as it is" cmp bad before
    is "... and so does what is beside it" "$(ls)" "$(cat files)"
}

python3 "$make" > kinds
touch files before out err
while IFS='	' read -r kind what; do
    hostile "$kind" bad
    refused "$kind" "translate: bad: .*($what)"
done < kinds

# ---- Beside it

echo keep > victim
hostile super-journal bad "$PWD/victim"
refused "a journal that has another file removed" 'bad-journal beside it is no journal'
is "... which is there" "$(cat victim)" keep
hostile "large journal" bad
refused "a journal that makes it a terabyte" 'bad-journal beside it is no journal'
echo 'notes of mine' > bad-journal
refused "a journal that is none" 'bad-journal beside it is no journal'
rm bad
run -q -m "$MODEL" --memory bad --memory-add new
says "... even where there is no memory yet" 1 'bad-journal beside it is no journal'
is "... which is not made then" "$(ls bad 2> /dev/null) $(cat bad-journal)" ' notes of mine'
rm bad-journal
cp good bad
echo log > bad-wal
refused "a write-ahead log" 'has no log beside it, such as .*bad-wal'
rm bad-wal

# ---- Values

hostile values bad
run -q -m "$MODEL" --memory bad text
is "what is no text, or too long, is not taken" "$status $(cmp out plain)" '1 '
like "... but told where it cannot even be read" "$(cat err)" 'larger than anything in a translation memory'
hostile scores bad
run -q -m "$MODEL" --memory bad --json text
is "scores that are no numbers are not taken" "$status $(grep -c 'inf\|nan\|"memory":true' out)" '0 0'
hostile statistics bad
run -v -m "$MODEL" --memory bad text
like "what ANALYZE adds is no harm" "$(cat err)" '7 of 7 segments were in the memory'

# ---- Damage

turns=$(amount 20 1000)
is "bytes that changed: all lines or none, one sentence if it failed ($turns seeds)" \
    "$(python3 "$make" damaged good "$turns" "$T" -q -j 1 -m "$MODEL" --memory bad text)" ''

# ---- A full disk

rm -f bad
(
    ulimit -f 0
    "$T" -q -m "$MODEL" --memory bad --memory-add new 2>&1 > /dev/null | cat
) | cat > /dev/null
is "a memory that cannot be made leaves nothing" "$(ls bad bad-journal 2> /dev/null)" ''

done_testing
