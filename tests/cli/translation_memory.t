#!/bin/sh
# translation_memory.t - --memory: what was translated before is taken from SQLite or TMX.
. tests/cli/tap.sh
need_model

tr '\t' ' ' < tests/data/sentences.en.tsv | grep -v '^#' | head -n "$(amount 8 40)" > "$TMP/text"
lines=$(wc -l < "$TMP/text" | tr -d ' ')
db=$TMP/db
translated() { # OPTIONS..: the text; messages go to $TMP/err
    "$T" -m "$MODEL" "$@" < "$TMP/text" 2> "$TMP/err"
}
translated > "$TMP/plain"
share() { sed -n 's/.* \([0-9]* of [0-9]*\) segments were in the memory.*/\1/p' "$TMP/err"; }
same() { translated "$@" | cmp - "$TMP/plain"; }

# ---- TMX

unit() { # SOURCE TRANSLATION
    printf '<tu><tuv xml:lang="en-GB"><seg>%s</seg></tuv><tuv xml:lang="de"><seg>%s</seg></tuv></tu>\n' "$@"
}
{
    echo '<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE tmx SYSTEM "tmx14.dtd"><tmx version="1.4"><body>'
    unit 'A known line.' 'Eine <hi>bekannte</hi> Zeile &amp; mehr.'
    unit 'A known line.' 'Die zweite.'
    unit 'With <ph>x</ph>a code.' 'Mit Code.'
    unit 'Other words.' ''
    echo '<tu><tuv xml:lang="fr"><seg>Oui.</seg></tuv><tuv xml:lang="de"><seg>Ja.</seg></tuv></tu>'
    echo '</body></tmx>'
} > "$TMP/units.tmx"
echo 'A known line.' > "$TMP/line"
run -m "$MODEL" --memory "$TMP/units.tmx" "$TMP/line"
is "TMX: the first unit of a source counts" "$(cat "$TMP/out")" 'Eine bekannte Zeile & mehr.'
echo 'Other words.' > "$TMP/other"
run -m "$MODEL" --memory "$TMP/units.tmx" "$TMP/other"
check "a unit without a translation is none" test -n "$(cat "$TMP/out")"
sed 's/encoding="UTF-8"/encoding="UTF-16"/' "$TMP/units.tmx" | iconv -f UTF-8 -t UTF-16 > "$TMP/utf16.tmx"
run -m "$MODEL" --memory "$TMP/utf16.tmx" "$TMP/line"
is "TMX in UTF-16" "$(cat "$TMP/out")" 'Eine bekannte Zeile & mehr.'
printf 'With xa code.\nOui.\n' > "$TMP/others"
"$T" -m "$MODEL" "$TMP/others" > "$TMP/expected"
run -m "$MODEL" --memory "$TMP/units.tmx" -v "$TMP/others"
check "segments with codes, and other languages, are not known" cmp "$TMP/out" "$TMP/expected"
like "-v tells so" "$(cat "$TMP/err")" '0 of 2 segments were in the memory .*units.tmx \(0.0 %\)'
run -m "$MODEL" --memory "$TMP/units.tmx" --json "$TMP/line"
like "--json tells what was known" "$(cat "$TMP/out")" '"score":null,"log_probability":null,"quality":null,"memory":true'
echo '<p>A known line. </p><p>A <b>known</b> line.</p>' > "$TMP/page.html"
like "documents take from TMX, too" "$("$T" -m "$MODEL" --memory "$TMP/units.tmx" "$TMP/page.html")" \
    '<p>Eine bekannte Zeile &amp; mehr. </p>'
run -m "$MODEL" --memory "$TMP/units.tmx" --memory-add "$TMP/line"
says "nothing is added to TMX" 1 'is TMX, to which nothing is added'
printf '<tmx><body><tu></body></tmx>' > "$TMP/bad.tmx"
run -m "$MODEL" --memory "$TMP/bad.tmx" "$TMP/line"
says "TMX that is not well-formed" 1 'bad.tmx: line 1: mismatched tag'
head -c 300 "$TMP/units.tmx" > "$TMP/bad.tmx"
run -m "$MODEL" --memory "$TMP/bad.tmx" "$TMP/line"
says "TMX that breaks off" 1 'bad.tmx: line [0-9]*: '
run -m "$MODEL" --memory "$TMP/page.html" "$TMP/line"
says "XML of another kind" 1 'is XML, but no TMX'

# ---- Options

for options in '--n-best 2' '--alignment hard' '--sample all' '--output-format ids'; do
    # shellcheck disable=SC2086 # options are words
    run -m "$MODEL" --memory "$db" $options < /dev/null
    says "--memory and $options" 2 "leave out ${options%% *}"
done
run -m "$MODEL" --memory-add < /dev/null
says "--memory-add alone" 2 '--memory-add needs --memory'
run -m "$MODEL" --memory "$TMP/none" "$TMP/line"
says "a memory that is not there" 1 'none: No such file or directory; --memory-add makes a memory'
is "and is not made" "$(ls "$TMP/none" 2> /dev/null)" ''
run -m "$MODEL" --memory "$TMP" --memory-add "$TMP/line"
says "a folder" 1 'is no file that can hold a memory'
mkfifo "$TMP/pipe"
run -m "$MODEL" --memory "$TMP/pipe" "$TMP/line"
says "a pipe" 1 'is no file that can hold a memory'
run -m "$MODEL" --memory "$TMP/text" --memory-add "$TMP/line"
says "another file" 1 'text: is neither a translation memory of this program nor TMX'
check "which stays as it is" grep -q . "$TMP/text"
run -m "$MODEL" --memory "$TMP/no/db" --memory-add "$TMP/line"
says "one in a folder that is not there" 1 'no/db: '

mkdir "$TMP/alone"
cp "$T" "$TMP/alone/translate"
"$TMP/alone/translate" -m "$MODEL" --memory "$db" --memory-add "$TMP/line" 2> "$TMP/err"
is "without SQLite, there is a sentence" "$? $(cat "$TMP/err")" \
    "1 translate: a memory in SQLite cannot be used: this was built without libsqlite3; TMX can"
if ! [ -s "$(dirname "$T")/translate-memory.so" ]; then
    skip "memories in SQLite" "this was built without libsqlite3"
    done_testing
    exit
fi

# ---- SQLite

check "what is translated is the same" same --memory "$db" --memory-add -v
is "nothing was known" "$(share)" "0 of $lines"
like "all is added" "$(cat "$TMP/err")" "$lines new ones were added"
cp "$db" "$TMP/kept"
check "again, it is the same" same --memory "$db" -v
is "all is known" "$(share)" "$lines of $lines"
check "and without --memory-add, the file stays as it is" cmp "$db" "$TMP/kept"
for options in '-f en -t de' '-j 1' '-j 3' '--batch-tokens 1' '--cpu avx2' '--tokenizer sentencepiece' '--stats'; do
    # shellcheck disable=SC2086 # options are words
    "$T" -m "$MODEL" $options < /dev/null > "$TMP/out" 2>&1 || continue
    check "$options changes nothing" same --memory "$db" -v $options
    is "so all is known: $options" "$(share)" "$lines of $lines"
done
printf 'house\tHaus\n' > "$TMP/terms.tsv"
for options in '-b 2' '--raw' '--ban Haus' '--prefix Das' '--formality informal' '--no-repeat-ngram 3' '--precision float32' \
    '-l 0.5' '--max-length 30' '--min-length 2' '--split none' "--glossary $TMP/terms.tsv" \
    '--diverse 2:1'; do
    # shellcheck disable=SC2086 # options are words
    translated $options > "$TMP/expected"
    # shellcheck disable=SC2086
    translated --memory "$db" -v $options > "$TMP/got"
    is "another translation is not taken: $options" "$(share)" "0 of $lines"
    check "it is made: $options" cmp "$TMP/got" "$TMP/expected"
done
translated --memory "$db" --memory-add --glossary "$TMP/terms.tsv" > /dev/null
translated --memory "$db" --glossary "$TMP/terms.tsv" -v > /dev/null
is "the same glossary is the same options" "$(share)" "$lines of $lines"
printf 'house\tBau\n' > "$TMP/terms.tsv"
translated --memory "$db" --glossary "$TMP/terms.tsv" -v > /dev/null
is "a glossary that has changed is not" "$(share)" "0 of $lines"
check "--json knows scores" sh -c "'$T' -m '$MODEL' --memory '$db' --json < '$TMP/text' |
    grep -c '\"score\":-.*\"memory\":true' | grep -x $lines"
check "--scores too" sh -c "'$T' -m '$MODEL' --scores < '$TMP/text' > '$TMP/expected' &&
    '$T' -m '$MODEL' --memory '$db' --scores < '$TMP/text' | cmp - '$TMP/expected'"
rm -f "$TMP/greedy"
translated -b 1 > "$TMP/expected"
translated -b 1 --memory "$TMP/greedy" --memory-add > /dev/null
translated -b 1 --memory "$TMP/greedy" --memory-add --scores -v > "$TMP/scored"
is "a score that is not known is no score" "$(share) $(grep -c '^-[0-9.]*	' "$TMP/scored")" \
    "0 of $lines $lines"
translated -b 1 --memory "$TMP/greedy" --scores -v | cmp - "$TMP/scored"
is "then it is" "$? $(share)" "0 $lines of $lines"
cut -f 2 "$TMP/scored" | cmp - "$TMP/expected"
is "the translation is the same" $? 0

printf 'One line.\r\n\n  \nOne line.\r\nlast one' > "$TMP/odd"
"$T" -m "$MODEL" "$TMP/odd" > "$TMP/expected"
for i in 1 2; do
    run -m "$MODEL" --memory "$db" --memory-add "$TMP/odd"
    check "line ends and blank lines are those of the text: $i" cmp "$TMP/out" "$TMP/expected"
done
printf 'bro\377ken and more\n' > "$TMP/odd"
"$T" -q -m "$MODEL" "$TMP/odd" > "$TMP/expected"
for i in 1 2; do
    "$T" -q -m "$MODEL" --memory "$db" --memory-add -v "$TMP/odd" > "$TMP/got" 2> "$TMP/err"
    check "a line that is repaired is not remembered: $i" cmp "$TMP/got" "$TMP/expected"
    is "nor told: $i" "$(share)" '0 of 0'
done

# ---- Documents

cat > "$TMP/page.html" << 'END'
<h1>A small house</h1><p>I live in a <b>small</b> house near <a href="r">the river</a>.</p>
<p>I live in a <i>small</i> house.</p><p>1 &lt; 2, and the <code>cat</code> sleeps.</p><p>A small house</p>
END
"$T" -m "$MODEL" "$TMP/page.html" > "$TMP/expected"
for i in 1 2; do
    "$T" -m "$MODEL" --memory "$TMP/pages" --memory-add -v "$TMP/page.html" > "$TMP/got" 2> "$TMP/err"
    check "a document is the same: $i" cmp "$TMP/got" "$TMP/expected"
done
is "all of it is known" "$(share)" '5 of 5'
sed 's/<b>small/<b>large/' "$TMP/page.html" > "$TMP/other.html"
"$T" -m "$MODEL" "$TMP/other.html" > "$TMP/expected"
"$T" -m "$MODEL" --memory "$TMP/pages" -v "$TMP/other.html" > "$TMP/got" 2> "$TMP/err"
check "another text in it is translated" cmp "$TMP/got" "$TMP/expected"
is "the rest is known" "$(share)" '4 of 5'
echo 'A small house' | "$T" -m "$MODEL" --memory "$TMP/pages" -v > "$TMP/got" 2> "$TMP/err"
is "lines know what documents have" "$(share)" '1 of 1'
printf 'I live in a <1>small</1> house near <2>the river</2>.\n' |
    "$T" -m "$MODEL" --memory "$TMP/pages" -v > "$TMP/got" 2> "$TMP/err"
is "but not their marks" "$(share)" '0 of 1'

s='It is avail%sable.'
printf "<p>$s</p>" "$(printf '\302\255')" > "$TMP/soft.html"
printf "$s\n" "$(printf '\302\255')" > "$TMP/soft"
"$T" -m "$MODEL" "$TMP/soft" > "$TMP/expected"
"$T" -m "$MODEL" --memory "$TMP/soft.db" --memory-add "$TMP/soft.html" > /dev/null
"$T" -m "$MODEL" --memory "$TMP/soft.db" "$TMP/soft" > "$TMP/got"
check "nor what documents have without soft hyphens, if the line has them" cmp "$TMP/got" "$TMP/expected"

# ---- In time

if command -v mkfifo > /dev/null; then
    mkfifo "$TMP/slow"
    "$T" -m "$MODEL" --memory "$TMP/slow.db" --memory-add < "$TMP/slow" > "$TMP/got" 2> /dev/null &
    pid=$!
    exec 4> "$TMP/slow"
    echo 'A slow line.' >&4
    for i in 1 2 3 4 5 6 7 8 9 10; do [ -s "$TMP/got" ] || sleep 1; done
    sleep 2
    kill -KILL $pid 2> /dev/null
    wait $pid 2> /dev/null
    exec 4>&-
    echo 'A slow line.' | "$T" -m "$MODEL" --memory "$TMP/slow.db" -v > /dev/null 2> "$TMP/err"
    is "a line is in the memory a second later, though no other one comes" "$(share)" '1 of 1'
fi

# ---- Several at once

for i in 1 2 3 4; do
    awk -v i=$i 'NR % 2 == i % 2' "$TMP/text" > "$TMP/half$i"
    "$T" -m "$MODEL" -j 1 < "$TMP/half$i" > "$TMP/want$i"
done
processes=
for i in 1 2 3 4; do
    "$T" -m "$MODEL" -j 1 --memory "$TMP/shared" --memory-add < "$TMP/half$i" > "$TMP/got$i" 2> "$TMP/err$i" &
    processes="$processes $!"
done
for p in $processes; do wait "$p" || echo "status $?"; done > "$TMP/states"
is "four processes share a memory" "$(cat "$TMP/states" "$TMP"/err[1-4])" ''
for i in 1 2 3 4; do check "its lines are right: $i" cmp "$TMP/got$i" "$TMP/want$i"; done
check "and it has all" same --memory "$TMP/shared" -v
is "every line" "$(share)" "$lines of $lines"

# ---- What may be wrong with it

refused() { # NAME RE
    cp "$db" "$TMP/before"
    for add in '' --memory-add; do
        run -m "$MODEL" --memory "$db" $add "$TMP/line"
        says "$1 $add" 1 "$2"
    done
    check "it stays as it is: $1" cmp "$db" "$TMP/before"
}
cp "$TMP/kept" "$db"
printf 'xxxx' | dd of="$db" bs=1 seek=68 conv=notrunc 2> /dev/null
refused "a database of another program" 'is a SQLite database, but no translation memory'
cp "$TMP/kept" "$db"
if command -v python3 > /dev/null; then
    python3 -c "import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
c.execute('CREATE TRIGGER t AFTER INSERT ON segment BEGIN DELETE FROM segment; END')
c.commit()" "$db"
    refused "a trigger in it" 'is a SQLite database, but no translation memory'
    cp "$TMP/kept" "$db"
    python3 -c "import sqlite3, sys
c = sqlite3.connect(sys.argv[1])
lines = open(sys.argv[2], encoding = 'utf-8').read().split(chr(10))
sources = [r[0] for r in c.execute('SELECT source FROM segment') if r[0] in lines]
for source, text in zip(sources, ('two' + chr(10) + 'lines', b'no text ' + bytes([255]), 'a' + chr(0), '', ' ' + chr(9))):
    c.execute('UPDATE segment SET translation = ? WHERE source = ?', (text, source))
c.commit()" "$db" "$TMP/text"
    check "what is not one line of text, or is empty, is not taken" same --memory "$db" -v
    is "and not counted" "$(share)" "$((lines - 5)) of $lines"
else
    skip "hostile databases" "there is no python3"
fi
cp "$TMP/kept" "$db"
printf '\000\000\000\007' | dd of="$db" bs=1 seek=60 conv=notrunc 2> /dev/null
refused "one of a later version" 'is a translation memory of version 7: this program knows 1'
head -c 100 "$TMP/kept" > "$db"
refused "one that breaks off after its first bytes" 'db: '
printf 'SQLite format 3\000 and what is no page at all' > "$db"
refused "one that is none" 'is no SQLite database|is damaged'

whole() { # NAME OPTIONS..: the translation is whole, but the status tells
    name=$1
    shift
    "$T" -m "$MODEL" --memory "$db" "$@" < "$TMP/text" > "$TMP/got" 2> "$TMP/err"
    is "$name: the status" $? 1
    check "$name: all lines are there" cmp "$TMP/got" "$TMP/plain"
    like "$name: a sentence" "$(cat "$TMP/err")" \
        'the memory is not used any further; what is translated is whole'
    is "$name: one" "$(wc -l < "$TMP/err" | tr -d ' ')" 1
}
size=$(wc -c < "$TMP/kept")
head -c 12288 "$TMP/kept" > "$db"
head -c $((size - 12288)) /dev/zero | tr '\000' '\125' >> "$db"
whole "damaged pages"
if "$T" detect < /dev/null 2> /dev/null; then
    run -m "$MODEL" -f auto -t de --memory "$db" -o "$TMP/got" "$TMP/text"
    is "so are all lines whose language is found out" "$status $(wc -l < "$TMP/got" | tr -d ' ')" "1 $lines"
fi
rm -f "$db"
"$T" -m "$MODEL" --memory "$db" --memory-add < /dev/null
blocks=$(($(wc -c < "$db") / 512))
(
    ulimit -f $blocks
    whole "a full disk" --memory-add
    echo "$tests_run $tests_failed" > "$TMP/counts"
)
read -r tests_run tests_failed < "$TMP/counts"
check "afterwards, it is no damaged one" same --memory "$db" --memory-add
if [ "$(id -u)" = 0 ]; then
    skip "a memory that may not be written to" "root may write to anything"
else
    cp "$TMP/kept" "$db"
    chmod a-w "$db"
    check "one that may not be written to can be read" same --memory "$db"
    echo 'Something new.' > "$TMP/new"
    run -m "$MODEL" --memory "$db" --memory-add "$TMP/new"
    says "but not added to" 1 'may not be written to|readonly'
fi

printf 'Good morning.\nGood morning.\nGood morning.\n' > "$TMP/same"
run -m "$MODEL" -v -b 1 --memory "$TMP/same.db" --memory-add "$TMP/same"
like "what is there three times is one segment, though its score is not known" "$(tail -n 1 "$TMP/err")" '1 new one was added'

# ---- By sentence

printf 'The cat sleeps.\nCan you help me?\nI love you.\nThe dog barks.\n' > "$TMP/sentences"
printf 'The cat sleeps. Can you help me?\n  I love you.\nThe house is old. The dog barks. "Yes," she said.\nWE ARE HERE. The cat sleeps.\n' > "$TMP/lines"
"$T" "$TMP/lines" > "$TMP/plain"
rm -f "$TMP/s.db" "$TMP/l.db"
"$T" --memory "$TMP/s.db" --memory-add "$TMP/sentences" > "$TMP/out"
run -v --memory "$TMP/s.db" "$TMP/lines"
check "lines of several sentences use those that are there" cmp "$TMP/out" "$TMP/plain"
like "... which are counted" "$(cat "$TMP/err")" '^translate: 5 sentences of the others were in it$'
is "... beside the lines" "$(grep -c '0 of 4 segments were in the memory' "$TMP/err")" 1
run --json --memory "$TMP/s.db" "$TMP/lines"
is "scores are those of the model" "$(cat "$TMP/out")" "$("$T" --json "$TMP/lines")"
run --prefix Ja --memory "$TMP/s.db" "$TMP/lines"
is "a beginning is the line's" "$(cat "$TMP/out")" "$("$T" --prefix Ja "$TMP/lines")"
run --memory "$TMP/l.db" --memory-add "$TMP/lines"
check "lines that are added are as they are without" cmp "$TMP/out" "$TMP/plain"
run -v --memory "$TMP/l.db" "$TMP/sentences"
is "their sentences are there alone, too" "$(cat "$TMP/out")" "$("$T" "$TMP/sentences")"
like "... all of them" "$(cat "$TMP/err")" '^translate: 4 of 4 segments were in the memory'
run -v --memory "$TMP/l.db" "$TMP/lines"
like "... and so are the lines" "$(cat "$TMP/err")" '^translate: 4 of 4 segments were in the memory'
printf 'Can you help me?\tHilf mir doch!\n' > "$TMP/given.tsv"
"$T" memory import -f en -t de "$TMP/s.db" "$TMP/given.tsv" 2> "$TMP/err"
like "what people gave is taken within lines" "$("$T" --memory "$TMP/s.db" "$TMP/lines" | head -n 1)" ' Hilf mir doch!$'

# A memory that another process keeps locked from the beginning.
if command -v python3 > /dev/null; then
    cp "$TMP/s.db" "$TMP/locked.db"
    mkfifo "$TMP/end"
    python3 -c "import sqlite3, sys
c = sqlite3.connect(sys.argv[1], isolation_level = None)
c.execute('BEGIN EXCLUSIVE')
open(sys.argv[2], 'w').close()
open(sys.argv[3]).read()" "$TMP/locked.db" "$TMP/is_locked" "$TMP/end" &
    while ! [ -e "$TMP/is_locked" ]; do sleep 0.1; done
    "$T" memory list "$TMP/locked.db" > /dev/null 2> "$TMP/listed" &
    run -q --memory "$TMP/locked.db" --memory-add "$TMP/lines"
    says "a memory that stays locked is done without" 1 \
        'locked.db: another process keeps it locked: the memory is not used any further; what is translated is whole$'
    check "... and the translation is whole" cmp "$TMP/out" "$TMP/plain"
    : > "$TMP/end"
    wait
    is "... but there is nothing to list" "$(cat "$TMP/listed")" \
        "translate: $TMP/locked.db: another process keeps it locked"
else
    skip "a memory that stays locked is done without" "there is no python3"
fi

# Tags within a line find their places by what the model says.
rm -f "$TMP/t.db"
printf 'The <b>cat</b> sleeps. Can you help me?\n' > "$TMP/tags"
"$T" "$TMP/tags" > "$TMP/plain"
run --memory "$TMP/t.db" --memory-add "$TMP/tags"
check "a line with tags is as it is without" cmp "$TMP/out" "$TMP/plain"
run -v --memory "$TMP/s.db" "$TMP/tags"
check "... with sentences that are there, too" cmp "$TMP/out" "$TMP/plain"
is "... and its sentences are not added" "$("$T" memory export --format tsv "$TMP/t.db" | cut -f 1)" "$(cat "$TMP/tags")"

done_testing
