#!/bin/sh
# tm_files.t - translate memory: what a translation memory has, to and from files of others.
. tests/cli/tap.sh
need_model
if [ ! -e "$(dirname "$T")/translate-memory.so" ]; then
    skip "memories in SQLite" "there is no libsqlite3"
    done_testing
fi
cd "$TMP" || exit 1
printf 'Good morning.\tMoin.\nI love you.\tIch hab dich lieb.\nA & B < C.\tA & B < C!\n' > pairs.tsv

# ---- In

run memory import -f en -t de m.db pairs.tsv
says "import takes lines in" 0 '^translate: pairs.tsv: 3 of 3 segments are new, from en to de$'
run memory import -f en -t de m.db pairs.tsv
says "... once" 0 'pairs.tsv: 0 of 3 segments are new'
run --memory m.db -e 'Good morning.' -e 'A & B < C.'
is "what people gave is taken" "$(cat out)" "$(printf 'Moin.\nA & B < C!')"
is "... of varieties of its languages" "$("$T" -f en-GB -t de-AT --memory m.db -e 'Good morning.')" 'Moin.'
is "... with scores, too" "$("$T" --json --memory m.db -e 'I love you.' | grep -c '"translation":"Ich hab dich lieb.","score":null.*"memory":true')" 1
is "... whatever the options are" "$("$T" -b 1 --ban Haus --memory m.db -e 'I love you.')" 'Ich hab dich lieb.'
run --memory m.db --memory-add -e 'Good morning.' -e 'The cat sleeps.'
is "... before what the model says" "$(cat out)" "$(echo 'Moin.'; "$T" -e 'The cat sleeps.')"
cat=$("$T" -e 'The cat sleeps.')
printf 'no tab\n' > bad.tsv
run memory import -f en -t de m.db bad.tsv
says "a line without a tab is told" 1 '^translate: bad.tsv:1: is not a source, a tab and its translation, in UTF-8: nothing is imported$'
printf 'ok\tok\nx\t\303\n' > bad.tsv
run memory import -f en -t de m.db bad.tsv
says "... so is one that is not UTF-8" 1 'bad.tsv:2: is not '
run memory import other.db pairs.tsv
says "lines need their languages" 2 'import of lines needs --from and --to'
run memory import -f 'en
x' -t de m.db pairs.tsv
says "which are codes" 2 'is no code of a language'
run memory import -f en -t de m.db nowhere.tsv
says "a file that is not there" 1 '^translate: nowhere.tsv: No such file'

# ---- List

run memory list nosuch.db
says "a memory that is not there" 1 'nosuch.db: No such file or directory$'
run memory list m.db
like "list has what people gave" "$(cat out)" '^en to de  *3 segments  given$'
like "... and what the model said" "$(cat out)" '^en to de  *1 segment   model [0-9a-f]{12}$'
is "... and no more" "$(wc -l < out)" 2

# ---- Out

run memory export --format tsv m.db
is "export writes lines" "$(sort out)" "$({ cat pairs.tsv; printf 'The cat sleeps.\t%s\n' "$cat"; } | sort)"
run memory export -o all.tmx m.db
is "... and TMX" "$status $(grep -c '<tu ' all.tmx) $(grep -c 'creationid="translate"' all.tmx)" "0 4 1"
like "... which says its languages" "$(cat all.tmx)" '<header .* srclang="en"'
like "... and has references for signs" "$(cat all.tmx)" '<seg>A &amp; B &lt; C\.</seg>.*<seg>A &amp; B &lt; C!</seg>'
run memory export --given --format tsv m.db
is "--given: what people gave" "$(sort out)" "$(sort pairs.tsv)"
run memory export -t fr --format tsv m.db
is "-t: another language has none" "$status$(cat out)" 0
is "TMX is a memory" "$("$T" --memory all.tmx -e 'Good morning.' -e 'The cat sleeps.')" "$(printf 'Moin.\n%s' "$cat")"
run memory import n.db all.tmx
says "... and is taken in, by what it says of its languages" 0 '4 of 4 segments are new, from en to de'
run memory export --format tsv n.db
is "... and comes out as it went in" "$(sort out)" "$({ cat pairs.tsv; printf 'The cat sleeps.\t%s\n' "$cat"; } | sort)"
run memory export --format tsv -o out.tsv all.tmx
is "lines of TMX" "$status $(grep -c . out.tsv)" "0 4"
printf '<p>The <b>cat</b> sleeps.</p>' > p.html
"$T" --memory m.db --memory-add p.html > p.de.html
run memory export m.db
like "marks of documents are codes of TMX" "$(cat out)" '<seg>The <bpt i="1" x="1"/>cat<ept i="1"/> sleeps\.</seg>'
run memory export --format tsv m.db
says "lines cannot have them, which is told" 0 '^translate: m.db: 1 of 5 segments are left out: they have marks'
if command -v xmllint > /dev/null; then
    "$T" memory export m.db > x.tmx
    check "it is XML" xmllint --noout --nonet x.tmx
else
    skip "it is XML" "there is no xmllint"
fi

# ---- Away

run memory remove m.db
says "remove wants to know what" 2 'remove needs what to remove'
run memory remove --source 'Good morning.' m.db
says "a source" 0 '^translate: m.db: 1 segment is removed$'
run memory remove --given m.db
says "what people gave" 0 '^translate: m.db: 2 segments are removed$'
run memory list m.db
is "... and no more" "$(wc -l < out) $(grep -c given out)" "1 0"
run memory remove --all m.db
says "all" 0 'm.db: 2 segments are removed'
run memory list m.db
is "an empty memory has nothing" "$status$(cat out)" 0
run memory remove --all all.tmx
says "TMX stays" 1 'all.tmx: is TMX, from which nothing is removed'
run memory import -f en -t de all.tmx pairs.tsv
says "... as it is" 1 'all.tmx: is TMX, to which nothing is added: "translate memory import" takes it into a memory$'
run inspect m.db
says "a memory is no model" 1 'm.db: .*; "translate memory list" shows what a translation memory has$'

# ---- Misuse

for verb in list export remove; do
    run memory $verb --all nowhere.db
    says "$verb: a memory that is not there" 1 '^translate: nowhere.db: No such file'
    run memory $verb --all pairs.tsv
    says "$verb: what is no memory" 1 'pairs.tsv: is neither a translation memory of this program nor TMX'
done
run memory
says "no verb" 2 'name list, export, import or remove'
run memory show m.db
says "no such verb" 2 'there is no "show": list, export, import or remove'
run memory list
says "no memory" 2 'list needs a memory'
if [ -e /dev/full ]; then
    "$T" memory import -f en -t de m.db pairs.tsv 2> err
    "$T" memory export m.db > /dev/full 2> err
    status=$?
    says "a full disk" 1 'No space left'
fi
# ---- Names

for name in new.tmx new.tsv new.CSV; do
    echo Hi > hi
    run -q -f en -t de --memory $name --memory-add hi
    says "no database is made under the name $name" 1 "$name: a memory that grows is a database, .*: name it new.db"
    check "... and no file" test ! -e $name
done
printf 'One\tEins\n' > one.tsv
run memory import -f en -t de pair.tmx one.tsv
says "nor by import" 1 'pair.tmx: a memory that grows is a database'
run memory import -f en -t de pair.db one.tsv
printf 'Two\tZwei\n' > two.tsv
run memory import pair.db two.tsv
says "import takes the pair of languages that the memory has" 0 'two.tsv: 1 of 1 segments are new, from en to de'
run memory import -t fr pair.db two.tsv
says "but no other one" 2 'import of lines needs --from and --to'
run memory import -f en -t fr pair.db two.tsv
run memory import pair.db one.tsv
says "nor one of several" 2 'where the memory does not have one pair'
run memory import none.db one.tsv
says "a new memory has none" 2 'import of lines needs --from and --to'
check "... and is not made" test ! -e none.db

run memory export -o out.csv pair.db
says "a name that tells another kind is refused" 2 'out.csv: the name tells neither TMX nor lines'
check "... and nothing is written" test ! -e out.csv
run memory export --format tsv -t de -o out.csv pair.db
is "unless an option tells the kind" "$(cat out.csv)" "$(printf 'One\tEins\nTwo\tZwei')"
run memory remove pair.db One
says "remove names the option for a text" 2 'unexpected operand "One": --source names the text'
run memory --help
like "the help tells how to see the segments" "$(tr '\n' ' ' < "$TMP/out")" 'export --format tsv"? +prints its segments'

done_testing
