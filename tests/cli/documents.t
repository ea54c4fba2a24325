#!/bin/sh
# documents.t - documents: what is text in them is found, and nothing else changes.
. tests/cli/tap.sh

seeds=$PWD/tests/fuzz/seeds
shared=$PWD/../shared/documents/fixtures
cd "$TMP" || exit 1

# ---- Out and in again

round_trip() { # FORMAT FILES...: segments, put back as they are, give the bytes; or a sentence says why not
    round_trip_format=$1 round_trip_n=0
    shift
    for f in "$@"; do
        if ! "$T" segments --format "$round_trip_format" "$f" > segments 2> err; then
            [ "$(grep -c . err)" = 1 ] && grep -q '^translate: ' err && continue
            echo "$f: $(cat err)"
            return 1
        fi
        "$T" splice --format "$round_trip_format" "$f" segments > out 2> err || { echo "$f: $(cat err)"; return 1; }
        cmp "$f" out || return 1
        round_trip_n=$((round_trip_n + 1))
    done
    [ $round_trip_n -gt 0 ]
}

# The text of segments with the case of letters swapped, but not in marks and placeholders.
cat > swap.pl << 'END'
use JSON::PP;
my $json = JSON::PP->new->utf8->canonical;
while (<STDIN>) {
    my $o = $json->decode($_);
    $o->{text} =~ s/(<[^>]*>|&\w+;|%\S*|\{[^}]*\}|\S*:\/\/\S*|\$\w+\$)|([^<&%{\$]+?(?=[<&%{\$]|\S*:\/\/|\z))/defined $1 ? $1 : swapped($2)/ge;
    print $json->encode($o), "\n";
}
sub swapped { my $t = shift; $t =~ tr/a-zA-Z/A-Za-z/; $t }
END
catalogues=' po xliff '
swapped() { # FORMAT FILE: other text goes in, and is found again, in the same places
    "$T" segments --format "$1" "$2" | perl swap.pl > wanted
    "$T" splice --format "$1" "$2" wanted > out || return 1
    ! cmp -s out "$2" || { echo "nothing has changed"; return 1; }
    "$T" segments --format "$1" out | perl -MJSON::PP -ne 'BEGIN { $j = JSON::PP->new->utf8->canonical } print $j->encode($j->decode($_)), "\n"' | diff wanted - || return 1
    # and swapped once more it is what it was
    "$T" segments --format "$1" out | perl swap.pl > back
    "$T" splice --format "$1" out back | cmp - "$2"
}

formats=$(cd "$seeds" && ls -d document_* | sed 's/document_//')
for format in $formats; do
    check "$format: what is not changed is the same, byte for byte" round_trip "$format" "$seeds/document_$format"/*
    case $catalogues in *" $format "*) continue ;; esac # their segments are gone when they are translated
    for f in "$seeds/document_$format"/sample*; do
        check "$format: other text goes in, and all else stays" swapped "$format" "$f"
    done
done

# The documents of public projects, and hostile ones.
fixtures() { # FORMAT FOLDER EXTENSION
    if [ -d "$shared" ]; then
        check "$1: so are documents of other people, and hostile ones" round_trip "$1" "$shared/$2"/* $(ls "$shared"/hostile/*."$3" 2> /dev/null)
    else
        skip "$1: documents of other people" "there is no ../shared/documents/fixtures"
    fi
}
fixtures text text txt
fixtures tsv tsv tsv
fixtures csv tsv csv
fixtures json json json
fixtures jsonl jsonl jsonl
fixtures html html html
fixtures xhtml xhtml xhtml
fixtures xml xml xml
fixtures xml android none
fixtures xliff xliff xlf
fixtures properties properties properties
fixtures yaml yaml yaml
fixtures srt srt srt
fixtures vtt vtt vtt
fixtures markdown markdown md
fixtures po po po

filled() { # FORMAT FILE LINE..: what a translation changes, as diff(1) has it
    filled_format=$1 filled_file=$2
    shift 2
    "$T" segments --format "$filled_format" "$filled_file" | perl swap.pl > lines
    "$T" splice --format "$filled_format" "$filled_file" lines | diff "$filled_file" - | sed -n 's/^> //p' > got
    printf '%s\n' "$@" | diff got -
}
check "po: an empty msgstr gets its text, with the line ends of the msgid" filled po "$seeds/document_po/sample.po" \
    'msgstr[0] "%d FILE"' 'msgstr[1] "%d FILES"' 'msgstr "\tgOOD MORNING.\n"' '"hOW ARE \"YOU\"?\n"' \
    'msgstr "oPEN <b>THE FILE</b> {name}"'

check "xliff: a unit gets a target, or its empty one is filled" filled xliff "$seeds/document_xliff/sample.xlf" \
    '<trans-unit id="1"><source>Good <g id="1">morning</g>, <x id="2"/>World.</source><target>gOOD <g id="1">MORNING</g>, <x id="2"/>wORLD.</target></trans-unit>' \
    '<target state="new">tHE &amp; WEATHER</target></trans-unit>' '<target>tHE HOUSE</target></trans-unit>'

# ---- What is taken

printf '{"a":"Open <b>the</b> file","b":"Say %%s"}' > a.json
printf '{"a":"Datei <b>jetzt</b> \\"auf\\"","b":"Say %%s"}' > wanted
put() { printf '%s\n' "$1" > lines; run splice a.json lines; }
put '{"n":1,"text":"Datei <1>jetzt</1> \"auf\""}'
check "a segment's new text is written as the format has it" cmp "$TMP/out" wanted
is "and nothing is said" "$status $(cat "$TMP/err")" "0 "
refused() { # NAME LINE REASON
    put "$2"
    says "$1" 1 "lines:1: .*$3"
    check "... and the document stays as it is" cmp "$TMP/out" a.json
}
refused "a text without a mark is refused" '{"n":1,"text":"Datei"}' 'a mark is missing: <1>'
refused "one with a mark too many" '{"n":1,"text":"<1>a</1><1>b</1>"}' 'a mark is there twice: <1>'
refused "one with a mark that there is not" '{"n":1,"text":"<1>a</1><2/>"}' 'there is no such mark: <2>'
refused "one whose mark does not end" '{"n":1,"text":"<1>Datei"}' 'a start without its end: <1>'
refused "one that ends what did not start" '{"n":1,"text":"Datei</1>"}' 'an end without its start: <1>'
refused "a tag that is no mark" '{"n":1,"text":"<b>Datei</b>"}' '"<" is written as "&lt;"'
refused "a lost placeholder" '{"n":2,"text":"Sag"}' 'other placeholders'
refused "no text at all" '{"n":2,"text":" "}' 'no text'
refused "a control character" '{"n":2,"text":"Say %s\u0001"}' 'control character'
refused "a segment that there is not" '{"n":3,"text":"x"}' 'does not have'
refused "a line that is not JSON" 'x' 'is not JSON'
refused "a line that is no segment" '{"n":"1"}' 'has no number'
printf 'a,b\nOne thing,x\n' > plain.csv
printf '{"n":3,"text":"One, \\"two\\""}\n' | "$T" splice plain.csv - > out
is "a field gets quotes if it needs them" "$(sed -n 2p out)" '"One, ""two""",x'
printf 'a: One thing\n' > plain.yaml
printf '{"n":1,"text":"One: two"}\n' | "$T" splice plain.yaml - > out
is "so does a plain value of YAML" "$(cat out)" 'a: "One: two"'
spliced() { # FORMAT NAME DOCUMENT TEXT WANTED: the only segment gets a text
    printf -- "$3" > one."$1"
    printf '{"n":1,"text":"%s"}\n' "$4" | "$T" splice --format "$1" one."$1" - > out
    is "$2" "$(cat out)" "$5"
}
spliced markdown "text of Markdown is not taken for markup" 'Some text.\n' '1. a *b* [c](d) &lt; `f` _g_ h_i 2 * 3 &amp;lt; \\.' \
    '1\. a \*b\* \[c\](d) < \`f\` \_g\_ h_i 2 * 3 &amp;lt; \\.'
spliced markdown "nor does it begin a list" 'Some text.\n' '- a' '\- a'
spliced markdown "a cell keeps its edges" '|a|1|\n|-|:-:|\n|1|2|\n' 'b | c' '|b \| c|1|
|-|:-:|
|1|2|'
spliced markdown "a paragraph in a quotation is broken again, but not where a list would begin" \
    '> This is the first line of a quotation that is quite long\n> and its second.\n' \
    'Dies ist die erste Zeile eines Zitats, das ziemlich lang ist - und die zweite, mit **.' \
    '> Dies ist die erste Zeile eines Zitats, das ziemlich lang
> ist - und die zweite, mit \*\*.'
spliced markdown "a link's text changes, its address does not" 'See [the "text"](a_b.html "A (title)").\n' \
    'Siehe [<1>den Text</1>] .' 'Siehe \[[den Text](a_b.html "A (title)")\] .'
spliced markdown "the front matter is YAML" '---\ntitle: One title\nname: One name\n---\n' 'Ein: Titel' '---
title: "Ein: Titel"
name: One name
---'
printf 'Some *red* text.\n' > em.md
printf '{"n":1,"text":"Rot<1>-e</1>r"}\n' > lines
run splice em.md lines
says "emphasis that would not be read as such is refused" 1 'lines:1: .*does not fit its place'
film() { # TIME OF THE SECOND CUE, its text: two cues
    printf '1\n00:00:01,000 --> 00:00:03,000\n<i>We went to the old house,</i>\n\n2\n00:00:%s --> 00:00:%s\n%s\n' "$1" "$2" "$3"
}
film 03,100 05,100 '<i>which stood by the river.</i>' > over.srt
is "a sentence over two cues is one segment" "$("$T" segments over.srt)" \
    '{"n":1,"where":"cues 1-2","text":"We went to the old house, which stood by the river."}'
is "--cues one makes it two" "$("$T" segments --cues one over.srt | grep -c .)" 2
film 06,000 08,000 '<i>which stood by the river.</i>' > apart.srt
is "so does a pause" "$("$T" segments apart.srt | grep -c .)" 2
film 03,100 05,100 '- Which house?' > talk.srt
is "and somebody else who talks" "$("$T" segments talk.srt | grep -c .)" 2
dealt() { # NAME TEXT FIRST SECOND
    printf '{"n":1,"text":"%s"}\n' "$2" | "$T" splice over.srt - > out
    is "$1" "$(cat out)" "$(film 03,100 05,100 "<i>$4</i>" | sed "s/We went to the old house,/$3/")"
}
dealt "its translation is dealt to both, rather behind a comma" 'Wir gingen zu dem alten Haus, das am Fluss stand.' \
    'Wir gingen zu dem alten Haus,' 'das am Fluss stand.'
dealt "or before a word that joins" 'Wir gingen zum alten Haus am Fluss und sahen hinein.' \
    'Wir gingen zum alten Haus' 'am Fluss und sahen hinein.'
dealt "each cue gets a word" 'Haus Fluss' 'Haus' 'Fluss'
printf '{"n":1,"text":"Haus"}\n' > lines
run splice over.srt lines
says "which needs one for each" 1 'lines:1: .*does not fit its place'
perl -e 'print "{\"n\":1,\"text\":\"", "Wort " x 40, "\"}\n"' > lines
run splice over.srt lines
says "and lines enough" 1 'lines:1: .*does not fit its place'
perl -e 'print "{\"n\":1,\"text\":\"", join(" ", ("Worten") x 22), "\"}\n"' > lines
"$T" splice over.srt lines > out
is "a cue has two lines of 42 characters" "$(sed 's/<.*>\(.*\)/\1/' out | awk '{ if (length($0) > 42) print }' | wc -l) $(grep -c Worten out)" "0 4"
printf 'x' > broken.json
run segments broken.json
says "a document that is broken is refused, with the place" 1 'broken.json:1:1: neither a value nor a string'
run segments --format json /nowhere
says "so is one that is not there" 1 '/nowhere: No such file or directory'
run segments "$TMP"
says "so is a folder" 1 ': '
run segments swap.pl
says "so is one whose format nobody knows" 1 'neither its name nor its first bytes'
run segments --format text --encoding nonsense a.json
says "so is an unknown encoding" 1 'no encoding is named "nonsense"'
printf 'Gr\374\337e\n' > latin.txt
is "an encoding may be told" "$("$T" segments --format text --encoding ISO-8859-1 latin.txt)" \
    '{"n":1,"where":"line 1","text":"Grüße"}'
printf '{"n":1,"text":"Sch\303\266n \342\202\254"}\n' | "$T" splice --format text --encoding ISO-8859-15 latin.txt - > out
is "and text goes out in it" "$(iconv -f ISO-8859-15 -t UTF-8 out)" "Schön €"
printf '{"n":1,"text":"\346\227\245"}\n' > lines
run splice --format text --encoding ISO-8859-15 latin.txt lines
says "what it does not have is refused" 1 'a character that ISO-8859-15 does not have'
printf '\377\376T\000e\000x\000t\000\n\000' > utf16.txt
check "UTF-16 stays UTF-16" round_trip text utf16.txt
is "and is read" "$("$T" segments --format text utf16.txt)" '{"n":1,"where":"line 1","text":"Text"}'

# ---- With a model

if [ -z "$MODEL" ]; then
    skip "documents are translated" "there is no model in models/en-de"
    done_testing
fi
cd "$OLDPWD" && MODEL=$PWD/$MODEL && cd "$TMP" || exit 1
hello=$(echo 'Good morning.' | "$T" -m "$MODEL")
printf '{"text":"Good morning."}' > a.json
printf '{"text":"%s"}' "$hello" > wanted.json
run -m "$MODEL" a.json
check "a document is translated in place" cmp "$TMP/out" wanted.json
run -m "$MODEL" --format json - < a.json
check "so is standard input with a format" cmp "$TMP/out" wanted.json
run -m "$MODEL" --format lines a.json
check "or it is lines, as before" sh -c '! cmp -s "$1" "$2"' - "$TMP/out" wanted.json
run -m "$MODEL" -o out.json a.json
check "-o writes it" cmp out.json wanted.json
mkdir -p in/deep
cp a.json in/a.json
cp a.json in/deep/b.json
printf 'x' > in/bad.json
echo 'Good morning.' > in/plain.txt
run -m "$MODEL" --output-dir new in/a.json in/bad.json in/deep/b.json in/plain.txt
says "one of several that fails is named" 1 'in/bad.json:1:1: '
is "and the others are translated, below their folder" "$(cat new/a.json new/deep/b.json new/plain.txt)" \
    "$(cat wanted.json wanted.json; echo "$hello")"
check "nothing is written for it" test ! -e new/bad.json
echo kept > new/a.json
run -m "$MODEL" --output-dir new --skip-existing in/a.json in/deep/b.json
is "what is there may be left" "$status $(cat new/a.json)" "0 kept"
run -m "$MODEL" --output-dir in in/a.json
says "no document is written over one that is translated" 1 'nothing is written over it'
run -m "$MODEL" --suffix de in/a.json
check "a suffix makes a name" cmp in/a.de.json wanted.json
run -m "$MODEL" --in-place in/a.json in/deep/b.json
check "documents may be replaced" sh -c 'cmp in/a.json wanted.json && cmp in/deep/b.json wanted.json'
run --dry-run a.json in/plain.txt
is "a dry run counts" "$(cat "$TMP/out")" "a.json	1 segments	13 bytes
in/plain.txt	1 segments	13 bytes"
perl -e 'print "[", join(",", map { qq("Good morning.") } 1 .. 50), "]"' > same.json
run -m "$MODEL" --stats same.json
like "equal texts are translated once" "$(cat "$TMP/err")" '50 translated, 49 repeated'

done_testing
