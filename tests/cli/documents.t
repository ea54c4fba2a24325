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
        [ -e "$f" ] || continue
        if ! "$T" segments -f en -t de --format "$round_trip_format" "$f" > segments 2> err; then
            [ "$(grep -c . err)" = 1 ] && grep -q '^translate: ' err && continue
            echo "$f: $(cat err)"
            return 1
        fi
        "$T" splice -f en -t de --format "$round_trip_format" "$f" segments > out 2> err || { echo "$f: $(cat err)"; return 1; }
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
catalogues=' po xliff tmx xcstrings ts '
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

# The documents of public projects, and hostile ones: a few, for tests/fuzz/replay takes all.
fixtures() { # FORMAT FOLDER EXTENSION
    few=$(amount 3 1000)
    if [ -d "$shared" ]; then
        check "$1: so are documents of other people, and hostile ones" round_trip "$1" \
            $(ls "$shared/$2"/* | head -n "$few") $(ls "$shared"/hostile/*."$3" 2> /dev/null | head -n "$few")
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
fixtures tmx tmx tmx
fixtures mail email eml

filled() { # FORMAT FILE LINE..: what a translation changes, as diff(1) has it
    filled_format=$1 filled_file=$2
    shift 2
    "$T" segments -f en -t de --format "$filled_format" "$filled_file" | perl swap.pl > lines
    "$T" splice -f en -t de --format "$filled_format" "$filled_file" lines | diff "$filled_file" - | sed -n 's/^> //p' > got
    printf '%s\n' "$@" | diff got -
}
check "po: an empty msgstr gets its text, with the line ends of the msgid" filled po "$seeds/document_po/sample.po" \
    'msgstr[0] "%d FILE"' 'msgstr[1] "%d FILES"' 'msgstr "\tgOOD MORNING.\n"' '"hOW ARE \"YOU\"?\n"' \
    'msgstr "oPEN <b>THE FILE</b> {name}"'

check "xliff: a unit gets a target, or its empty one is filled" filled xliff "$seeds/document_xliff/sample.xlf" \
    '<trans-unit id="1"><source>Good <g id="1">morning</g>, <x id="2"/>World.</source><target>gOOD <g id="1">MORNING</g>, <x id="2"/>wORLD.</target></trans-unit>' \
    '<target state="new">tHE &amp; WEATHER</target></trans-unit>' '<target>tHE HOUSE</target></trans-unit>'

check "tmx: a unit gets a variant in the language of the translation" filled tmx "$seeds/document_tmx/sample.tmx" \
    '      <tuv xml:lang="de">' \
    '        <seg>gOOD <bpt i="1">&lt;b&gt;</bpt>MORNING<ept i="1">&lt;/b&gt;</ept>, <ph x="1"/> &amp; WELCOME.</seg>' \
    '      </tuv>' '      <tuv xml:lang="de"><seg>tHE <hi type="x">HOUSE</hi></seg></tuv>'
run segments "$seeds/document_tmx/sample.tmx"
says "tmx: without that language it is not known which lack one" 1 'a target language is needed'
perl -e 'print "msgid \"\"\nmsgstr \"Language: de\\n\"\n\n"; print "msgid \"Word $_\"\nmsgstr \"Wort $_\"\n\n" for 1 .. 300; print "msgid \"One more\"\nmsgstr \"\"\n"' > long.po
check "po: what is new behind hundreds of translated entries is found again" filled po long.po 'msgstr "oNE MORE"'

# ---- Notebooks

notebook=$seeds/document_notebook/sample.ipynb
is "notebook: the text of cells in Markdown is segments, and nothing else" \
    "$("$T" segments "$notebook" | perl -MJSON::PP -ne '$o = decode_json($_); print "$o->{where}: $o->{text}\n"')" \
    'markdown: h1: The weather
markdown: p: This page <1>counts</1> the rainy days, in <2/>.
markdown: p: It takes <1/> of them, and says "so".
markdown: li: one point
markdown: li: another point, with a name
markdown: p: The end is a single string.'
"$T" segments "$notebook" | sed 's/The weather/Das „Wetter“/; s/one point/ein \\"Punkt\\"/; s/The end/Ende/' > lines
"$T" splice "$notebook" lines > new.ipynb
is "... which are written like those before, in lines or as one string" \
    "$(diff "$notebook" new.ipynb | sed -n 's/^> //p')" \
    '    "# Das „Wetter“\n",
    "- ein \"Punkt\"\n",
   "source": "Ende is a single string."'
is "... and it is JSON with the same code" \
    "$(perl -MJSON::PP -0ne 'print join "", @{decode_json($_)->{cells}[1]{source}}' new.ipynb)" \
    'print("Good morning")  # a greeting'
printf '{"n":1,"text":"Über Café"}\n' |
    "$T" splice "$seeds/document_notebook/ascii.ipynb" - > new.ipynb
is "... in ASCII where the notebook is" "$(sed 's/, "cell_type.*//' new.ipynb)" \
    '{"nbformat": 4, "cells": [{"source": ["# \u00dcber Caf\u00e9\n", "A line in ASCII.\n"]'
cp "$notebook" notebook
is "... it is known without its name, too" "$("$T" segments notebook)" "$("$T" segments "$notebook")"
printf '{"cells":[{"cell_type":"markdown","source":"---\\n\\nOne thing\\n\\n---"}]}' > rule.ipynb
is "a rule at the beginning of a cell begins no front matter" "$("$T" segments rule.ipynb)" \
    '{"n":1,"where":"markdown: p","text":"One thing"}'
broken_notebook() { # JSON MESSAGE
    printf %s "$1" > broken.ipynb
    run segments broken.ipynb
    says "a notebook like $(printf %.20s "$1") is refused" 1 "broken.ipynb:1:$2"
}
broken_notebook '' '1: an object is missing'
broken_notebook '{"worksheets":[]}' '18: no cells'
broken_notebook '{"cells":[1]}' '11: an object is missing'
broken_notebook '{"cells":[{"source":"a"]}' '24: neither a comma'
broken_notebook '{"cells":[]} x' '14: something follows'
broken_notebook "{\"a\":$(perl -e 'print "[" x 2000')" '1006: deeper than 1000 levels'

# ---- Mails

mail=$seeds/document_mail/sample.eml
is "mail: subjects, texts and pages are segments; signatures and attachments are not" \
    "$("$T" segments "$mail" | perl -MJSON::PP -ne '$o = decode_json($_); print "$o->{where}: $o->{text}\n"' | iconv -f ISO-8859-1 -t UTF-8)" \
    "header: Subject: The weather in Köln
text/plain: line 1: Good morning, Bob. The weather in Köln is good, and this line is long enough for two.
text/plain: line 3: Bob wrote:
text/plain: line 4: Where is the station?
text/plain: line 5: How are you?
text/html: p: Good <1>morning</1>, Bob.
header: Subject: Another mail
text/plain: line 1: The house is grün."
"$T" segments "$mail" | sed 's/Good morning, Bob/Grüß dich/; s/Good <1>morning/Guten <1>Morgen/; s/Where is/Wo ist „das“/; s/Another/Schöne/; s/The house/Das Haus über „uns“/' > lines
"$T" splice "$mail" lines > new.eml
is "mail: text goes back in the charset and the encoding of its part, and no other line changes" \
    "$(diff "$mail" new.eml | sed -n 's/^> //p' | iconv -f ISO-8859-1 -t UTF-8)" \
    'Gr=C3=BC=C3=9F dich. The weather in K=C3=B6ln is good, and this line is lon=
g enough for two.
> Wo ist =E2=80=9Edas=E2=80=9C the station?
PGh0bWw+PGJvZHk+PHA+R3V0ZW4gPGI+TW9yZ2VuPC9iPiwgQm9iLjwvcD48L2JvZHk+PC9odG1s
Subject: =?UTF-8?Q?Sch=C3=B6ne_mail?=
Das Haus über "uns" is grün.'
carried() { # a mail that has a mail, in which this stands
    printf 'Subject: One\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: message/rfc822\n\n%b\n--x--\n' "$1" > carried.eml
    "$T" segments carried.eml | sed 's/.*"text"://'
}
is "a mail within a mail may begin as in a mailbox" \
    "$(carried 'From a@b.example Tue May 10\nReceived: from here\nSubject: Two\n\nA text' | paste -sd ' ')" '"One"} "Two"} "A text"}'
is "what has no header is no mail" "$(carried 'Any text\n\nMore text')" '"One"}'
printf 'Subject: One\n\nA green house.\n' > plain.eml
printf '{"n":2,"text":"Ein „grünes“ Haus – à la 日"}\n{"n":1,"text":"Eins"}\n' > lines
run splice plain.eml lines
says "mail: a part in ASCII stays so, and a text that it cannot hold is refused" 1 'a character that US-ASCII does not have'
printf '{"n":2,"text":"Ein „grünes“ Haus – à la Straße"}\n' | "$T" splice plain.eml - > new.eml
is "... but people have ways to spell" "$(tail -1 new.eml)" 'Ein "gruenes" Haus - a la Strasse'
printf '{"n":2,"text":"Überdies: FÜR ÜBER, GROẞ; Ä. und Ü"}\n' | "$T" splice plain.eml - > new.eml
is "... in capitals, too" "$(tail -1 new.eml)" 'Ueberdies: FUER UEBER, GROSS; Ae. und Ue'
perl -e 'print "Subject: x\nContent-Type: multipart/mixed; boundary=a0\n\n"; for (0 .. 5000) { $n = $_ + 1; print "--a$_\nContent-Type: multipart/mixed; boundary=a$n\n\n" }' > bomb.eml
check "mail: parts in parts in parts are no harm" round_trip mail bomb.eml
perl -e 'print "Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n"; print "--a\n\nA text.\n" x 30000' > parts.eml
check "mail: nor are many of them" round_trip mail parts.eml

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
unread() { # the same, of a line that is no segment of the document
    put "$2"
    says "$1" 1 "lines:1: .*$3"
    is "... and nothing is written" "$(wc -c < "$TMP/out")" 0
    rm -f made.json
    "$T" splice -o made.json a.json lines 2> err
    check "... nor is a file made" test ! -e made.json
}
unread "a segment that there is not" '{"n":3,"text":"x"}' 'does not have'
unread "a line that is not JSON" 'x' 'is not JSON'
unread "two segments on a line" '{"n":1,"text":"<1>a</1>"} {"n":2,"text":"b %s"}' 'is not JSON'
unread "a text with a NUL" '{"n":2,"text":"Sag %s\u0000 du"}' 'has a NUL'
unread "half a segment" '{"n":1.5,"text":"<1>a</1>"}' 'does not have'
unread "a line that is no segment" '{"n":"1"}' 'has no number'
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
printf '    x += y\n' > one.text
printf '{"n":1,"text":"+= y"}\n' > lines
run splice --format text one.text lines
says "a text does not come to begin as a list does" 1 'lines:1: .*does not fit its place'

# ---- Plain text

texts() { # the text of a document's segments, one on a line
    "$T" segments --format text "$1" | perl -CO -MJSON::PP -ne '$o = decode_json($_); print "$o->{text}\n"'
}
cat > table.text << 'END'
  --help      Show this help message and exit, and do nothing
              else at all.
  -q          Say nothing.

Name      Age   City
Joe       12    Berlin
The house  13   New York

Running a long program without any options at all  [1] lists what
it has done before, and goes on.

+----------+-----------------+
| Name     | What it does    |
+----------+-----------------+
| open     | opens the file  |
+----------+-----------------+
END
is "rows are read cell by cell, and a description with the lines below it" "$(texts table.text | paste -sd '|')" \
    '--help|Show this help message and exit, and do nothing else at all.|-q|Say nothing.|Name|Age|City|Joe|Berlin|The house|New York|Running a long program without any options at all [1] lists what it has done before, and goes on.|Name|What it does|open|opens the file'
cat > dates.text << 'END'
Die Feier zum Jahrestag der Einheit fand in diesem Jahr wie geplant am
3. Oktober in Potsdam statt. Dort stellte der Fotograf und Professor
B. Müller seine Bilder vor.

Was in der kommenden Woche zu tun ist, haben wir hier so aufgeschrieben
1. Aufräumen
2. Putzen

Das ist zu tun, und zwar bis zum Ende der nächsten Woche, wenn es geht:
2. Aufräumen
3. Putzen
END
is "a date or an initial that a line begins with is no mark of a list" "$(texts dates.text | paste -sd '|')" \
    'Die Feier zum Jahrestag der Einheit fand in diesem Jahr wie geplant am 3. Oktober in Potsdam statt. Dort stellte der Fotograf und Professor B. Müller seine Bilder vor.|Was in der kommenden Woche zu tun ist, haben wir hier so aufgeschrieben|Aufräumen|Putzen|Das ist zu tun, und zwar bis zum Ende der nächsten Woche, wenn es geht:|Aufräumen|Putzen'
cat > justified.text << 'END'
This  text  was  set in lines of one length, which is what old programs
do  when they write the  pages of a  manual:  they put  blanks  between
the words.

A name of  something  What it is and what  it is good for, as they tell
The house  of stone   A place  to live in  for people and for  animals.
END
is "justified text is no table" "$(texts justified.text | paste -sd '|')" \
    'This text was set in lines of one length, which is what old programs do when they write the pages of a manual: they put blanks between the words.|A name of|something|What it is and what|it is good for, as they tell|The house|of stone|A place|to live in|for people and for|animals.'
"$T" segments --format text table.text | sed 's/Show.*all/Zeige diese lange Hilfe an und beende dich danach, ohne etwas zu tun/; s/Age/Alter/; s/Name/Bezeichnung/
    s/The house/Haus/; s/open"/auf"/; s/What it does/Was/' > lines
is "columns stay below each other while there is room, and descriptions are broken below themselves" \
    "$("$T" splice --format text table.text lines | grep -v Running)" '  --help      Zeige diese lange Hilfe an und beende dich danach, ohne
              etwas zu tun.
  -q          Say nothing.

Bezeichnung   Alter   City
Joe       12    Berlin
Haus       13   New York

it has done before, and goes on.

+----------+-----------------+
| Bezeichnung | Was             |
+----------+-----------------+
| auf      | opens the file  |
+----------+-----------------+'
printf '%s\n' '-x   What it is and does' '       not below it' '-y   What' '     it is' > apart.text
"$T" segments --format text apart.text | sed 's/What/Was nun/' > lines
is "but not with lines that begin elsewhere" "$("$T" splice --format text apart.text lines 2>&1 | paste -sd '|')" \
    '-x   Was nun it is and does|       not below it|-y   Was nun it is'
printf 'To build it, type\n    $ make install\n$ ./run it\nand go home.\n\nIt costs\n$ 5 in all.\n' > shell.text
is "commands behind the sign of a shell stay" "$(texts shell.text | paste -sd '|')" 'To build it, type|and go home.|It costs|$ 5 in all.'
printf 'Go to nodes by their paths\nAll icons\nNode aliases and how they are used\nFix buttons and menus\n' > items.text
is "lines that begin with capitals, though there is room for more, are items" "$(texts items.text | wc -l)" 4
printf 'Wrapped lines of a German text may begin with\nWords in capital letters in nearly all of the\nLines of it; then there is no more room for a\nFurther word\n' > large.text
is "but not without such room" "$(texts large.text | wc -l)" 1
printf 'This is a long line that ends at a name in braces, which is {{ name }},\nand this is another one.\n' > braces.text
printf '{"n":1,"text":"Dies ist eine lange Zeile, die bei einem Namen in Klammern ist, {{ name }}."}\n' > lines
is "no line is broken in a placeholder" "$("$T" splice --format text braces.text lines)" \
    'Dies ist eine lange Zeile, die bei einem Namen in Klammern ist,
{{ name }}.'

# ---- Markup

spliced markdown "text of Markdown is not taken for markup" 'Some text.\n' '1. a *b* [c](d) &lt; `f` _g_ h_i 2 * 3 &amp;lt; \\.' \
    '1\. a \*b\* \[c\](d) < \`f\` \_g\_ h_i 2 * 3 &amp;lt; \\.'
cat > usage.po << 'END'
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

msgid ""
"How to use it:\n"
"  -h, --help      show this help\n"
"      --force     write over  the file\n"
msgstr ""
END
is "columns of a message stay" "$("$T" segments -f en -t de usage.po | sed 's/.*"text":"//')" \
    'How to use it:<1/><2/>-h, --help<3/>show this help<4/><5/>--force<6/>write over the file"}'
"$T" segments -f en -t de usage.po | sed 's/show this help/Hilfe zeigen/' | "$T" splice usage.po - > out
is "and are written as they were" "$(grep Hilfe out)" '"  -h, --help      Hilfe zeigen\n"'
spliced markdown "nor does it begin a list" 'Some text.\n' '- a' '\- a'
spliced markdown "a cell keeps its edges" '|a|1|\n|-|:-:|\n|1|2|\n' 'b | c' '|b \| c|1|
|-|:-:|
|1|2|'
spliced markdown "a paragraph in a quotation is broken again, but not where a list would begin" \
    '> This is the first line of a quotation that is quite long\n> and its second.\n' \
    'Dies ist die erste Zeile eines Zitats, das ziemlich lang ist - und die zweite, mit **.' \
    '> Dies ist die erste Zeile eines Zitats, das ziemlich lang
> ist - und die zweite, mit \*\*.'
spliced markdown "nor where a definition or a listing would" \
    'This is the first line of a paragraph that is long\nand its second.\n' \
    'Dies ist die erste Zeile eines Absatzes, der wirklich lange ~ ist, und die zweite ~~~ auch.' \
    'Dies ist die erste Zeile eines Absatzes, der wirklich
lange ~ ist, und die zweite \~\~\~ auch.'
spliced markdown "the lines of a paragraph do not become the head of a table" 'One word\nmore words  \n|-\n`code`\n' \
    'Ein Wort' 'One word
more words  
|-
`code`' 2> /dev/null
spliced markdown "a link's text changes, its address does not" 'See [the "text"](a_b.html "A (title)").\n' \
    'Siehe [<1>den Text</1>] .' 'Siehe \[[den Text](a_b.html "A (title)")\] .'
spliced markdown "the front matter is YAML" '---\ntitle: One title\nname: One name\n---\n' 'Ein: Titel' '---
title: "Ein: Titel"
name: One name
---'
spliced markdown "names in dollars are no formula where they are a link" 'See [$FILE]($URL_OF).\n' \
    'Siehe <1>$FILE</1>.' 'Siehe [$FILE]($URL_OF).'
held() { # NAME FORMAT DOCUMENT TEXT..: the texts of its segments
    held_name=$1
    printf -- "$3" > held."$2"
    held_in=$("$T" segments --format "$2" held."$2" | perl -MJSON::PP -ne 'BEGIN { binmode STDOUT, ":utf8" } print decode_json($_)->{text}, "|"')
    shift 3
    is "$held_name" "$held_in" "$(printf '%s|' "$@")"
}
held "an alert's name is no text, but its title" markdown '> [!NOTE]\n> One thing\n> and more.\n\n> [!tip]- A title\n> Some text.\n\n> One [!NOTE] here\n' \
    'One thing and more.' 'A title' 'Some text.' 'One [!NOTE] here'
held "nor is an admonition's, but its title" markdown '!!! note "A title"\n    One thing.\n\n???+ tip inline\n    Two.\n\n!!! This is loud\n' \
    'A title' 'One thing.' 'Two.' '!!! This is loud'
held "all that is indented below an admonition or a tab is its content" markdown \
    '!!! tip\n    One.\n\n    Two.\n\n        No text\n\n=== "A tab"\n\n    - Three\n\n    ```\n    No text\n    ```\n\n    ??? info "Within"\n\n        Four.\n\n=== This is loud\n\n    No text\n' \
    'One.' 'Two.' 'A tab' 'Three' 'Within' 'Four.' '=== This is loud'
held "... also where it begins right below the title" markdown \
    '=== "A tab"\n    | One | Two |\n    |---|---|\n\n!!! Note\n        No text\n\n!!! danger ""\n    3. Three\n    4. Four\n' \
    'A tab' 'One' 'Two' 'Three' 'Four'
spliced markdown "a title is not wrapped" '!!! note "Title"\n' "$(printf 'word %.0s' $(seq 40))end" \
    "!!! note \"$(printf 'word %.0s' $(seq 40))end\""
held "formulas of several lines are no text" markdown \
    '\\begin{align}\na &= b\n\\begin{x}\n\\end{x}\n\\end{align}\n\n$$\na = b\n$$,\nwhere a is one.\n\n$$ x = y\nz $$ {#eq:one}\n\n$$ 1 or 2 $$ is text.\n' \
    'where a is one.' '<1/> is text.'
perl -e 'print "\\begin{", "\\end" x 300000, "\n\nText.\n"' > endless.md
check "a formula that does not end takes no time" timeout 60 "$T" segments endless.md
spliced markdown "signs that were written by name are again" 'Use &lt;b&gt; if a &lt; b.\n' 'Nimm &lt;b>, wenn a &lt; b.' 'Nimm &lt;b&gt;, wenn a &lt; b.'
spliced markdown "a dollar keeps its backslash" 'It costs \\$5 here.\n' 'Hier kostet es $5.' 'Hier kostet es \$5.'
held "attributes stay, with blanks, too" markdown '## One thing { #x .y }\n\n![Two](a.png){ width="9" }\n\nThree\n{ .z }\n\nBraces { are text }.\n' \
    'One thing' 'Two' 'Three' 'Braces { are text }.'
held "an abbreviation is no text, but what it stands for" markdown 'About HTML.\n\n*[HTML]: One name\n*[W3C]: Another name\n\n*[x]* is one thing\n' \
    'About HTML.' 'One name' 'Another name' '<1>[x]</1> is one thing'
held "an index stays in its word, and keys stay" markdown 'H~2~O, x^n+1^, ~no index~ and ++ctrl+f1++; a++ and b++ are words.\n' \
    'H<1/>O, x<2/>, <3>no index</3> and <4/>; a++ and b++ are words.'
held "... but a link and code are what they are" markdown '[one~1](http://h/~u), 10^`a^b c` and [two^1](u^2)\n' \
    '<1>one~1</1>, 10^<2/> and <3>two^1</3>'
spliced markdown "a number at the beginning of a paragraph begins no list" 'One\n' '1. Eins' '1\. Eins'
spliced markdown "... nor in a heading" '# One\n' '1. Eins' '# 1. Eins'
spliced markdown "... nor in a cell" '| One |\n|---|\n' '1. Eins' '| 1. Eins |
|---|'
spliced markdown "a sign that the source names is no markup" 'Use &lt;name&gt; here.\n' 'Nimm &lt;name> hier.' 'Nimm &lt;name&gt; hier.'
printf '<Preview name="x"/>\n\nOne thing\n\n<script-x>\n\nAnother thing\n\n<pre>\n\nNo text\n\n</pre>\n' > preview.md
is "an element whose name begins with that of another one ends where it ends" \
    "$("$T" segments preview.md | paste -sd ' ')" \
    '{"n":1,"where":"p","text":"One thing"} {"n":2,"where":"p","text":"Another thing"}'
printf -- '---\ntitle: One title\n---\nimport Tabs from "@theme/Tabs";\nimport {\n  One thing,\n} from "things";\n\nexport const thing = {\n  name: "A house",\n};\n\n{/* No text here. */}\nSome text.\n\nimport all of it.\n\n```js\n\nimport Tabs from "tabs";\n```\nMore text.\n' > modules.mdx
is "what a document of MDX imports and exports stays" \
    "$("$T" segments modules.mdx | grep -o '"text.*' | paste -sd ' ')" \
    '"text":"One title"} "text":"Some text."} "text":"import all of it."} "text":"More text."}'
printf '<Window xmlns="w" Title="The garden"><TextBlock Text="Good morning" Name="a"/><TextBlock Text="{Binding A}"/><Button Content="Open it" ToolTip="It opens"/><TextBlock>Read the <Bold>rules</Bold>.</TextBlock></Window>' > a.xaml
is "attributes of XAML that people read" "$("$T" segments a.xaml | grep -o '"text.*' | paste -sd ' ')" \
    '"text":"The garden"} "text":"Good morning"} "text":"Open it"} "text":"It opens"} "text":"Read the <1>rules</1>."}'
printf '<Window xmlns="w"><TextBlock>Read <Run Text="all the "/><Bold>rules</Bold>.</TextBlock><TextBlock><Run Text="Some words"/><LineBreak/><Run Text="{Binding A}"/></TextBlock><Hyperlink ToolTip="It opens">Some page</Hyperlink></Window>' > b.xaml
is "those of elements within a sentence are texts of their own" "$("$T" segments b.xaml | grep -o '"text.*' | paste -sd ' ')" \
    '"text":"Read <1/><2>rules</2>."} "text":"Some words"} "text":"It opens"} "text":"Some page"} "text":"all the"}'
"$T" segments b.xaml | sed 's/all the/alle/' > b.lines
is "... and keep the blanks at their edges" "$("$T" splice b.xaml b.lines | grep -o '<Run Text="al[^>]*>')" '<Run Text="alle "/>'
printf '<Window xmlns="w"><Button Content="_Open" ToolTip="Open _it"/><Button Content="my_file"/><TextBlock>Read <Hyperlink ToolTip="_Rules">this</Hyperlink>.</TextBlock></Window>' > d.xaml
is "the sign of a key is a mark, also in one word" "$("$T" segments d.xaml | grep -o '"text.*' | paste -sd ' ')" \
    '"text":"<1/>Open"} "text":"Open <1/>it"} "text":"Read <1>this</1>."}'
"$T" segments d.xaml | sed 's/>Open"/>Mach auf"/' | "$T" splice d.xaml - > out
is "... which stays where it is written" "$(grep -o '<Button C.*it"' out)" '<Button Content="_Mach auf" ToolTip="Open _it"'
printf '<Window xmlns="w"><TextBlock Text="One line&#10;Another line&#x0a;&#xD;The &#39;last&#39; one"/></Window>' > c.xaml
is "lines of an attribute are texts" "$("$T" segments c.xaml | grep -o '"text.*' | paste -sd ' ')" \
    "\"text\":\"One line\"} \"text\":\"Another line\"} \"text\":\"The 'last' one\"}"
"$T" segments c.xaml | sed 's/line/Zeile/' > c.lines
is "... whose ends stay" "$("$T" splice c.xaml c.lines | grep -o 'Text=.*one"')" 'Text="One Zeile&#10;Another Zeile&#x0a;&#xD;The &#39;last&#39; one"'
printf '<svg xmlns="s"><text>A rose</text><foreignObject><div>One <b>red</b> rose<br>Two <code>x = 1</code><p>Three</div></foreignObject><g>no text</g></svg>' > a.html
is "a page within a picture" "$("$T" segments a.html | grep -o '"text":.*' | paste -sd ' ')" \
    '"text":"A rose"} "text":"One <1>red</1> rose"} "text":"Two <1/>"} "text":"Three"}'
printf '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:svg="s"><body><p>One thing</p><svg:svg><svg:a><div>No text</div></svg:a></svg:svg></body></html>' > drawn.xhtml
is "a drawing stays, whatever prefix its name has" "$("$T" segments drawn.xhtml)" '{"n":1,"where":"p","text":"One thing"}'
printf '<p>Write to <a href="x">joe<span>&#64;</span>example<span>.</span>org</a> or read <a>www.example.org</a>.</p>' > kept.html
is "an element that holds an address alone is one thing" "$("$T" segments kept.html)" \
    '{"n":1,"where":"p","text":"Write to <1/> or read <2/>."}'
printf '<h1><span>1.</span> One thing<a href="#one" title="A link">\302\266</a></h1>' > heading.html
is "so is one that holds a sign alone, whatever it is named" "$("$T" segments heading.html)" \
    '{"n":1,"where":"h1","text":"<1>1.</1> One thing<2/>"}'
printf '<p>See <span class="math inline">\\(a_{in} of b\\)</span> and <span class="maths">this</span>.</p>\n<div class="math display">b of c</div><div class="math">A lesson</div>' > formula.html
is "a formula in TeX is one thing" "$("$T" segments formula.html | paste -sd ' ')" \
    '{"n":1,"where":"p","text":"See <1/> and <2>this</2>."} {"n":2,"where":"div","text":"A lesson"}'
printf '<resources><string name="a">One thing</string><style name="b"><item name="c">bold text</item></style></resources>' > strings.xml
is "an Android style is no text" "$("$T" segments strings.xml)" '{"n":1,"where":"string","text":"One thing"}'
printf '{"a": "GitHub name", "b": "some_key", "c": "Two words", "d": "x-y/z"}' > values.json
printf '{"n":1,"text":"GitHub-Name2"}\n{"n":2,"text":"zwei/Wörter"}\n' | "$T" splice values.json - > out 2>&1
is "a translation may look like a name where its source did not" "$(cat out)" \
    '{"a": "GitHub-Name2", "b": "some_key", "c": "zwei/Wörter", "d": "x-y/z"}'
printf 'a: some text\nb: key_of_it\nc: more text\n' > values.yaml
printf '{"n":1,"text":"x/y-Text"}\n{"n":2,"text":"mehr_Text"}\n' | "$T" splice values.yaml - > out 2>&1
is "so it may in YAML" "$(paste -sd , out)" 'a: x/y-Text,b: key_of_it,c: mehr_Text'
printf '<meta charset="ISO-8859-1"><p>Caf\351 \226 here</p>' > latin.html
printf '{"n":1,"text":"Café – „so“"}\n' > lines
is "a page that says ISO-8859-1 gets no other bytes than this has" \
    "$("$T" splice latin.html lines | od -An -c | tr -d ' \n' | grep -o '<p>.*')" '<p>Caf351&#8211;&#8222;so&#8220;</p>'
printf '<meta charset="UTF-16"><p>Caf\303\251</p>' > wide.html
is "one that says UTF-16 in single bytes is UTF-8" "$("$T" segments wide.html)" '{"n":1,"where":"p","text":"Café"}'
printf 'msgid ""\nmsgstr "Content-Type: text/plain; charset=ISO-8859-1\\n"\n\nmsgid "One"\nmsgstr ""\n' > latin.po
printf '{"n":1,"text":"Über „uns“"}\n' > lines
run splice -o out latin.po lines
says "nor does a catalogue" 1 'lines:1: .*a character that ISO-8859-1 does not have'
for name in md txt rst org tex; do
    printf 'The line says Content-Type: text/html; charset=ISO-8859-1 f\303\274r alle.\n' > "header.$name"
done
is "text that speaks of an encoding is not in it" "$(for f in header.*; do "$T" segments "$f"; done | grep -c 'für alle')" 5
printf 'a=\303\257\302\273\302\277 x\nb=caf\351 au lait\n' > alike.properties
printf '{"n":2,"text":"milk"}\n' > lines
"$T" splice alike.properties lines > out 2> said
is "what would be read in another encoding afterwards stays" "$(cmp out alike.properties; grep -c 'went\|left' said)" 1
printf 'One | Two\n--|--\nOne thing | ![a house](x.png "a title")\n' > bar.md
"$T" segments bar.md | sed 's/a house/Ein | Haus/; s/a title/Ein | Titel/' | "$T" splice bar.md - > out
is "a bar within an image ends no cell" "$(tail -n 1 out)" 'One thing | ![Ein \| Haus](x.png "Ein \| Titel")'
printf 'Some *red* text.\n' > em.md
printf '{"n":1,"text":"Rot<1>-e</1>r"}\n' > lines
run splice em.md lines
says "emphasis that would not be read as such is refused" 1 'lines:1: .*does not fit its place'
printf 'WEBVTT\n\n0000:00.000 --> 00:01.000\nno cue\n\n000:00:02.000 --> 000:00:03.000\nA cue\n' > times.vtt
is "minutes have two digits, hours any" "$("$T" segments times.vtt)" '{"n":1,"where":"cue 1","text":"A cue"}'
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
printf '1\n00:00:01,000 --> 00:00:05,000\n  One thing.  \n' > blanks.srt
for n in 12 13 14 24 25; do # so many words of two letters, and some letters more
    printf '{"n":1,"text":"%s"}\n' "$(printf 'Ab %.0s' $(seq $n) | sed 's/ $//')$(printf %$((n % 3))s | tr ' ' x)" |
        "$T" splice blanks.srt - || exit 1
done > out
is "blanks around a cue's text take room on its lines" "$(awk 'length($0) > 42' out) $(grep -c Ab out)" " 9"
printf 'x' > broken.json
run segments broken.json
says "a document that is broken is refused, with the place" 1 'broken.json:1:1: neither a value nor a string'
run segments --format json /nowhere
says "so is one that is not there" 1 '/nowhere: No such file or directory'
run segments "$TMP"
says "so is a folder" 1 ': '
printf '%%PDF-1.4\n' > some.pdf
run segments some.pdf
says "so is one that is no text" 1 'some.pdf: is a PDF'
run segments --format text some.pdf
says "whatever format is asked for" 1 'some.pdf: is a PDF, not text'
printf 'PK\003\004 and so on' > some.zip
run segments some.zip
says "an archive of another kind is refused, too" 1 'some.zip: is an archive, not text'
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

# ---- Which format

guessed() { # NAME WHERE BYTES: a file of a name that tells nothing
    printf -- "$3" > unnamed
    like "$1 is known by its first bytes" "$("$T" segments -t de unnamed 2> /dev/null | head -1)" "\"where\":\"$2\""
}
guessed "HTML" p '\n<!doctype html><p>One thing</p>'
guessed "XHTML" p '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>One thing</p></body></html>'
guessed "XML" doc '<?xml version="1.0"?><doc>One thing</doc>'
guessed "XLIFF" 7 '<xliff version="1.2"><file><body><trans-unit id="7"><source>One thing</source></trans-unit></body></file></xliff>'
guessed "TMX" 'unit 1' '<tmx><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>One thing</seg></tuv></tu></body></tmx>'
guessed "JSON" a.b '\357\273\277{ "a": {"b": "One thing"}}'
guessed "JSONL" a '{"a": "One thing"}\n{"a": "Another"}\n'
guessed "PO" 'line [0-9]*' '# x\nmsgid ""\nmsgstr ""\n\nmsgid "One thing"\nmsgstr ""\n'
guessed "SubRip" 'cue 1' '1\n00:00:01,000 --> 00:00:02,000\nOne thing\n'
guessed "WebVTT" 'cue 1' 'WEBVTT\n\n00:01.000 --> 00:02.000\nOne thing\n'
guessed "a mail" 'header: Subject' 'From: a@b.org\nTo: c@d.org\nSubject: One thing\n\n'
for f in docx odt epub; do
    cp "$seeds/package_zip/small.$f" unnamed.html
    is "$f is known by its first bytes, whatever its name" "$("$T" segments unnamed.html)" "$("$T" segments "$seeds/package_zip/small.$f")"
done
printf 'One thing: "a" <b>\n' > unnamed
is "but lines are lines" "$("$T" segments unnamed)" '{"n":1,"where":"line 1","text":"One thing: \"a\" &lt;b>"}'
is "standard input tells its format, too" "$(printf '{"a":"One thing"}' | "$T" segments -)" '{"n":1,"where":"a","text":"One thing"}'
is "or is lines" "$(echo 'One thing' | "$T" segments -)" '{"n":1,"where":"line 1","text":"One thing"}'

printf '<script>var x = "Hello"</script><p>One</p>' > auto.html
is "a name for standard input changes nothing" "$("$T" --format auto --dry-run - < auto.html)" "$("$T" --format auto --dry-run < auto.html)"

# ---- Which text

wheres() { # FORMAT DOCUMENT OPTION..: where the segments are
    printf "$2" > one."$1"
    wheres_file=one.$1
    shift 2
    "$T" segments "$@" "$wheres_file" | sed 's/.*"where":"\([^"]*\)".*/\1/' | tr '\n' ' '
}
data='{"menu":{"a":{"title":"One two","id":"x y"},"b":{"title":"Three four"}},"x.y":"Five six"}'
is "keys are chosen by name" "$(wheres json "$data" --keys id)" 'menu.a.id '
is "or by all that leads to them" "$(wheres json "$data" --keys 'menu.*.title,x.y')" 'menu.a.title menu.b.title x.y '
is "one character may stand for another" "$(wheres json "$data" --keys 'menu.?.i?')" 'menu.a.id '
is "keys are left out in the same way" "$(wheres json "$data" --not-keys 'menu.b.*,id')" 'menu.a.title x.y '
is "both may be asked for" "$(wheres json "$data" --keys title --not-keys 'menu.b.title')" 'menu.a.title '
is "keys of YAML are chosen" "$(wheres yaml 'a:\n  b: One two\n  c:\n    - Three four\nd: Five six\n' --keys 'a.*')" 'line 2 line 4 '
is "and left out" "$(wheres yaml 'a:\n  b: One two\n  c:\n    - Three four\nd: Five six\n' --not-keys 'c,d')" 'line 2 '
is "so are those of properties" "$(wheres properties 'a.b=One two\na.c=Three four\n' --not-keys 'a.b')" 'a.c '
is "attributes are chosen" "$(wheres html '<p title="One two" data-x="Three four"><img alt="Five six">' --attributes alt,data-x)" 'p@data-x img@alt '
spliced html "an attribute without quotes is text, too" '<img alt=Houses src=a>' 'Zwei alte Häuser' '<img alt=Zwei&#32;alte&#32;Häuser src=a>'
held "what PHP puts into a sentence is in it, and so is what a script puts into an element" html \
    '<p>We have <?= $n ?> cats.<p>Hello <?php echo $u->name ?>, you have <b id="n"></b> new <i></i>messages<?php end() ?>.' \
    'We have <1/> cats.|Hello <1/>, you have <2/> new <3/>messages<4/>.'
is "or none" "$(wheres html '<p title="One two">Text one</p>' --attributes -)" 'p '

# ---- What programs have

held "an apostrophe is text of a plain value of YAML" yaml "a: can't be blank\nb: Don't\n" "can't be blank" "Don't"
held "escapes of YAML are characters" yaml 'a: "It\\u2019s \\x41 \\U0001F600 here"\n' 'It’s A 😀 here'
yamls() { # NAME DOCUMENT TEXT WANTED
    spliced yaml "$1" "$2" "$3" "$4"
}
yamls "a plain value has no quotes for what stands within it" 'a: One thing\n' "so, it's [a]#1 - b" "a: so, it's [a]#1 - b"
yamls "but where it would end there" 'a: One thing\n' 'so #1' 'a: "so #1"'
yamls "or be something else" 'a: One thing\n' '- so' 'a: "- so"'
yamls "with those that need the fewest escapes" 'a: One thing\n' "it's: \\\"so\\\"" "a: 'it''s: \"so\"'"
yamls "in brackets there are more signs" 'a: [One thing, 1]\n' 'eins, zwei' 'a: ["eins, zwei", 1]'
yamls "a tag stays as it is" 'a: Read the <a href="/x">manual</a> first\n' 'Erst <1>lesen</1>' 'a: Erst <a href="/x">lesen</a>'
held "references of HTML are characters in a value" json \
    '{"a":"Don&#39;t close &quot;it&quot;","b":"Two &#100;ogs","c":"R&D and AT&T; here","d":"Fish &amp; chips <b>now</b>"}' \
    'Don'"'"'t close "it"' 'Two dogs' 'R&amp;D and AT&amp;T; here' 'Fish &amp; chips <1>now</1>'
spliced json "and are written again" '{"a":"Close &quot;it&quot; &amp; go"}' 'Zu: \"es\" &amp; &lt;los' \
    '{"a":"Zu: &quot;es&quot; &amp; &lt;los"}'
spliced json "the numbers of a component's elements are tags" '{"a":"Click <0>here</0> now<1/>"}' 'Jetzt <1>hier</1> klicken' \
    '{"a":"Jetzt <0>hier</0> klicken<1/>"}'
held "the forms of a plural are texts" json '{"a":"one car | many cars"}' 'one car' 'many cars'
held "the sign of a menu's key is a mark" po 'msgid "_File"\nmsgstr ""\n\nmsgid "&Open it"\nmsgstr ""\n\nmsgid "R&D at AT&T, my_file"\nmsgstr ""\n' \
    '<1/>File' '<1/>Open it' 'R&amp;D at AT&amp;T, my_file'
spliced po "and stands before its letter, or the first one, without it" 'msgid "&Open it"\nmsgstr ""\n' 'Auf' 'msgid "&Open it"
msgstr "&Auf"'
spliced po "where it was put otherwise" 'msgid "&Open it"\nmsgstr ""\n' 'A<1/>uf' 'msgid "&Open it"
msgstr "A&uf"'
held "an entry that is obsolete and fuzzy makes no other so" po '#, fuzzy\n#~ msgid "a"\n#~ msgstr "b"\n\nmsgid "One thing"\nmsgstr ""\n' 'One thing'
held "a sound on a line of its own is no part of the next one" srt \
    '1\n00:00:01,000 --> 00:00:02,000\n(SIGHS)\nI am tired.\n\n2\n00:00:03,000 --> 00:00:04,000\n(not\nhere) now\n' \
    '(SIGHS)' 'I am tired.' '(not here) now'
held "CDATA that is all of an element is text" xml \
    '<a><b><![CDATA[One & two < 3]]></b><c>See <![CDATA[this]]> here</c><d><![CDATA[<p>A <i>b</i></p><p>Second one</p>]]></d></a>' \
    'One &amp; two &lt; 3' 'See <1/> here' 'A <1>b</1>' 'Second one'
spliced xml "and is written as it is" '<a><![CDATA[One thing]]></a>' 'So &amp; so' '<a><![CDATA[So & so]]></a>'
spliced xml "unless it would end there" '<a><![CDATA[One thing]]></a>' 'So]]> and so' '<a><![CDATA[One thing]]></a>' 2> /dev/null
spliced xliff "CDATA of XLIFF is text" '<xliff version="1.2"><file><body><trans-unit id="1"><source><![CDATA[One <b>]]></source></trans-unit></body></file></xliff>' \
    'Ein &lt;b> &amp;' '<xliff version="1.2"><file><body><trans-unit id="1"><source><![CDATA[One <b>]]></source><target>Ein &lt;b&gt; &amp;</target></trans-unit></body></file></xliff>'
held "resources of .NET have their text in values" xml \
    '<root><resheader name="r"><value>No text</value></resheader><data name="a"><value>One thing</value><comment>No text</comment></data><data name="b" type="x"><value>No text</value></data><data name="&gt;&gt;c"><value>No text</value></data></root>' \
    'One thing'
held "a property list has it in strings" xml '<plist><dict><key>No text</key><string>One thing</string><string>NSStringPluralRuleType</string></dict></plist>' 'One thing'
printf '<TS><context><message><source>One word</source><translation type="unfinished"/></message></context></TS>' > qt.xml
is "a catalogue of Qt is known by its first element" "$("$T" segments qt.xml | grep -o '"text":.*')" '"text":"One word"}'
spliced xml "quotation marks of a tag in a string of Android are the tag's" \
    '<resources><string name="a">Read &lt;a href="x">it&lt;/a></string></resources>' 'Lies &lt;a href=\"x\">es&lt;/a>' \
    '<resources><string name="a">Lies &lt;a href=\"x\"&gt;es&lt;/a&gt;</string></resources>'
spliced xml "a sign that begins a reference of Android gets a backslash" '<resources><string name="a">\\@you are here</string></resources>' '@du bist da' \
    '<resources><string name="a">\@du bist da</string></resources>'

held "a table may say its delimiter" csv 'sep=;\nOne, two;Three\n' 'One, two' 'Three'
held "commas in quotes are none" csv 'Text;"One, two, three, four";Five\n' 'Text' 'One, two, three, four' 'Five'
held "icons are drawn for their names" html '<button><i class="material-icons">delete</i> Delete it</button><i class="material-symbols-outlined">home</i>' '<1/> Delete it'
held "words of a page's attributes are for people" html '<input type="submit" value="SUBSCRIBE"><img alt="Go"><img alt="IMG_1.jpg"><img translate="no" alt="One thing"><meta name="title" property="og:title" content="My page">' \
    'SUBSCRIBE' 'Go' 'My page'
held "formulas in TeX stay" html '<p>So $$a^2 = b$$ is \\(x_1\\) for $5 or $$ more.</p>' 'So <1/> is <2/> for $5 or $$ more.'
held "a field ends its label, and a link that follows without a blank the one before" html \
    '<div><label>First name</label><input name=a><label>Last name</label><input type="text"></div><label><input type="checkbox">Tick it</label><nav><a>Home</a><a>About us</a></nav><p>See <a>this</a> <a>that</a></p>' \
    'First name' 'Last name' 'Tick it' 'Home' 'About us' 'See <1>this</1> <2>that</2>'
held "bullets and numbers in brackets begin items" text '• One thing on this line\n• Two things on this line\n\n(1) Some thing\n(2) Other thing\n[12] A note\n' \
    'One thing on this line' 'Two things on this line' 'Some thing' 'Other thing' 'A note'
held "a full line goes on farther left, below a mark and below an indent" text \
    '- Coffee and cake for all of the people who come to the meeting at the\noffice\n- Tea\nThanks\n\n    It was a dark and stormy night, and the rain fell in torrents, except\nat intervals.\n' \
    'Coffee and cake for all of the people who come to the meeting at the office' 'Tea' 'Thanks' \
    'It was a dark and stormy night, and the rain fell in torrents, except at intervals.'
held "what is in armour stays" text 'Read this.\n-----BEGIN PGP MESSAGE-----\n\nhQEMA one two\n=abcd\n-----END PGP MESSAGE-----\nThat was all.\n-----BEGIN again\n' \
    'Read this.' 'That was all.' '-----BEGIN again'
held "speakers have any dash, or two brackets" srt '1\n00:00:01,000 --> 00:00:02,000\n– One thing?\n– Another thing.\n\n2\n00:00:03,000 --> 00:00:04,000\n>> Who is it?\n>> It is me.\n' \
    'One thing?' 'Another thing.' 'Who is it?' 'It is me.'
held "codes in a feed are no text" xml '<rss><channel><title>One thing</title><language>en-us</language><item><description>Two things</description><status>publish</status></item></channel></rss>' \
    'One thing' 'Two things'

# ---- The language, and both

told() { # NAME FORMAT DOCUMENT WANTED: what says its language
    printf "$3" > said."$2"
    : > lines
    "$T" splice -f en -t de --lang said."$2" lines > out
    is "$1" "$(cat out)" "$(printf "$4")"
}
told "--lang sets the language of a page, and of nothing else in it" html \
    '<html lang="en-US"><script>"<p lang=en>"</script><p lang=fr>Bonjour<p lang=en>' \
    '<html lang="de"><script>"<p lang=en>"</script><p lang=fr>Bonjour<p lang=de>'
told "of XML" xml '<a xml:lang="en"><b xml:lang="fr"/></a>' '<a xml:lang="de"><b xml:lang="fr"/></a>'
told "of XLIFF" xliff '<xliff><file source-language="en"/></xliff>' '<xliff><file target-language="de" source-language="en"/></xliff>'
told "of XLIFF 2" xliff '<xliff version="2.0" srcLang="en" trgLang="fr"></xliff>' '<xliff version="2.0" srcLang="en" trgLang="de"></xliff>'
told "of a catalogue" po 'msgid ""\nmsgstr "Language: \\n"\n\nmsgid "Language: x"\nmsgstr ""\n' \
    'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Language: x"\nmsgstr ""\n'
vtt='WEBVTT - a film\nKind: captions\nLanguage: %s\nX-Language: en\n\nNOTE\nLanguage: en\n\n1\n00:01.000 --> 00:02.000\nYes'
told "of the header of WebVTT" vtt "$(printf "$vtt" en-US)" "$(printf "$vtt" de)"
told "... that is the source's" vtt "$(printf "$vtt" fr)" "$(printf "$vtt" fr)"
told "of ARB" json '{"@@locale": "en", "a": "en"}' '{"@@locale": "de", "a": "en"}'
told "of YAML" yaml '# en\nen:\n  a: en\n' '# en\nde:\n  a: en\n'
"$T" splice -f en -t de --lang "$seeds/package_zip/small.epub" lines > out.epub
"$T" splice --lang "$seeds/document_html/sample.html" lines > out 2> err
like "a language has to be told" "$(cat err)" 'a target language is needed'
beside() { # NAME FORMAT DOCUMENT LINES OPTION.. WANTED
    printf "$3" > beside."$2"
    printf "$4" > lines
    case $2 in tsv | csv) beside_columns='--columns 2' ;; *) beside_columns= ;; esac
    "$T" splice --bilingual $beside_columns beside."$2" --format "$2" lines > out
    is "$1" "$(cat out; echo .)" "$(printf "$5"; echo .)"
}
beside "--bilingual adds a column to a table" tsv 'a\tOne\tx\n\nb\t\ty\nc\tTwo\tz' '{"n":1,"text":"Eins"}\n{"n":2,"text":"Zwei"}\n' \
    'a\tOne\tx\tEins\n\nb\t\ty\t\nc\tTwo\tz\tZwei'
beside "and to one with quotes" csv 'a;"One;\ntwo"\r\nb;"c"\r\n' '{"n":1,"text":"Eins;"}\n' 'a;"One;\ntwo";"Eins;\ntwo"\r\nb;"c";"c"\r\n'
beside "a cue has both" srt '1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n' '{"n":1,"text":"Eins"}\n' \
    '1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n<i>Eins</i>\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n'
beside "so has a stretch of text" text 'One.\n\nTwo.\n\nThree.' '{"n":1,"text":"Eins."}\n{"n":3,"text":"Drei."}\n' 'One.\n\nEins.\n\nTwo.\n\nThree.\n\nDrei.'
echo '{"a": "One"}' > beside.json
run splice --bilingual beside.json lines
says "data has no place for both" 1 'has no place for source and translation'

# ---- Columns

printf 'id,title,"long text",no\n1,One,"Two, three",x\n2,Four,Five,y\n' > names.csv
chosen() { "$T" segments --columns "$1" $2 names.csv | sed 's/.*"text":"//; s/"}$//' | paste -sd '|' -; }
is "columns have numbers" "$(chosen 3,2)" 'title|long text|One|Two, three|Four|Five'
is "a range of them may be given" "$(chosen 1,2-3 --header)" 'One|Two, three|Four|Five'
is "they have the names of the first row, which then stays" "$(chosen title)" 'One|Four'
is "in quotation marks, too, and beside numbers" "$(chosen 'long text,2')" 'One|Two, three|Four|Five'
for columns in 3- -3 2x nothing Title; do
    run segments --columns="$columns" names.csv
    says "no column is $columns" 1 'names.csv: no column is named'
done
run segments --columns 2,5 names.csv
says "a column that is not there is refused" 1 'names.csv: has no column 5, only 4'
printf '{"n":1,"text":"Eins"}\n' > lines
is "a table with both languages is chosen by names, too" \
    "$("$T" splice --bilingual --columns title names.csv lines)" 'id,title,"long text",no,title
1,One,"Two, three",x,Eins
2,Four,Five,y,Four'

# ---- With a model

if [ -z "$MODEL" ]; then
    skip "documents are translated" "there is no model in models/en-de-tiny"
    done_testing
fi
cd "$OLDPWD" && MODEL=$PWD/$MODEL && cd "$TMP" || exit 1
hello=$(echo 'Good morning.' | "$T" -m "$MODEL")
printf '{"text":"Good morning."}' > a.json
printf '{"text":"%s"}' "$hello" > wanted.json
cp some.pdf kept.pdf
run -m "$MODEL" --in-place some.pdf
says "and is not written over" 0 'some.pdf: is a PDF: --output makes HTML of one: left as it is$'
check "so it is what it was" cmp some.pdf kept.pdf
run -m "$MODEL" a.json
check "a document is translated in place" cmp "$TMP/out" wanted.json
run -m "$MODEL" --format json - < a.json
check "so is standard input with a format" cmp "$TMP/out" wanted.json
run -m "$MODEL" --format lines a.json
check "or it is lines, as before" sh -c '! cmp -s "$1" "$2"' - "$TMP/out" wanted.json
run -m "$MODEL" -o out.json a.json
check "-o writes it" cmp out.json wanted.json
printf '<ol><li>f</li><li><b>(c)</b></li><li>a &amp;</li><li>I 2</li></ol>' > letters.html
run -m "$MODEL" letters.html
check "a letter alone stays" cmp "$TMP/out" letters.html
printf '<p>The national museum is <b>open</b> on Sunday, and <i>all</i> of it.</p>' > plain.html
sed 's/na/na\&shy;/g; s/pen/\&#173;pen/; s/Sun/&\&#x2060;/; s/ and/\&NoBreak; and/' plain.html > hyphens.html
run -m "$MODEL" plain.html
cp "$TMP/out" wanted.html
run -m "$MODEL" hyphens.html
check "soft hyphens and word joiners are not in the way" cmp "$TMP/out" wanted.html
printf '<p>The cable is <b>10</b>&nbsp;m long, and the road is 25&nbsp;km or 40 miles.</p>' > held.html
run -m "$MODEL" held.html
is "a no-break space stays between a number and its unit" \
    "$(sed 's/<[^>]*>//g' "$TMP/out" | grep -Eo '[0-9]+(&nbsp;| )' | paste -sd '|')" '10&nbsp;|25&nbsp;|40 '
printf '<p alt="&copy;">&copy; &#8364; caf&eacute; &hellip; The house is old. \303\251</p>' > spelled.html
run -m "$MODEL" spelled.html
is "a character that is a reference in the source is one in the translation" \
    "$(grep -Eo '&[^;]*;' "$TMP/out" | sort -u | paste -sd ' ')" '&#8364; &copy; &eacute; &hellip;'
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
run -m "$MODEL" -v --output-dir new --skip-existing in/a.json in/deep/b.json
is "-v names what is left out" "$(grep -c 'is there already$' "$TMP/err")" 2
run -m "$MODEL" in
says "a folder is no document" 1 '^translate: in: is a directory: --output-dir translates what is in it$'
run -m "$MODEL" --output-dir in in/a.json
says "no document is written over one that is translated" 1 'nothing is written over it'
run -m "$MODEL" --suffix de in/a.json
check "a suffix makes a name" cmp in/a.de.json wanted.json
run -m "$MODEL" --in-place in/a.json in/deep/b.json
check "documents may be replaced" sh -c 'cmp in/a.json wanted.json && cmp in/deep/b.json wanted.json'
printf 'Good morning.\nThe house is old.\n' > two.txt
"$T" -m "$MODEL" two.txt | paste -d '\n' two.txt - > wanted.txt
run -m "$MODEL" --bilingual two.txt
check "lines may have their sources above them" cmp "$TMP/out" wanted.txt
run -m "$MODEL" --bilingual --format lines two.txt
check "... with --format lines" cmp "$TMP/out" wanted.txt
run -m "$MODEL" --bilingual < two.txt
check "... from standard input" cmp "$TMP/out" wanted.txt
run -m "$MODEL" --bilingual --suffix de two.txt
check "... in a file beside" cmp two.de.txt wanted.txt
house=$(echo 'The house' | "$T" -m "$MODEL") garden=$(echo 'The garden' | "$T" -m "$MODEL")
printf '<p><a href="/h">The house</a> | <a href="/g">The garden</a> <b>The house | The garden</b></p>' > bars.html
run -m "$MODEL" bars.html
is "a bar ends a segment of HTML" "$(cat "$TMP/out")" \
    "<p><a href=\"/h\">$house</a> | <a href=\"/g\">$garden</a> <b>$house | $garden</b></p>"
printf '# The house | The garden\n\n[The house](/h) | [The garden](/g)\n' > bars.md
run -m "$MODEL" bars.md
is "... and of Markdown" "$(cat "$TMP/out")" "# $house | $garden

[$house](/h) | [$garden](/g)"
printf 'en:\n  a: Good morning.\n' > words.yaml
run -m "$MODEL" --lang words.yaml
is "--lang knows the languages of the model" "$(head -n 1 "$TMP/out")" de:
run --dry-run a.json in/plain.txt
is "a dry run counts" "$(cat "$TMP/out")" "a.json	1 segment	13 bytes
in/plain.txt	1 segment	13 bytes"
run -m "$MODEL" --format auto < a.json
check "standard input tells its format, if it is asked" cmp "$TMP/out" wanted.json
# A document of thousands of sentences, which are let go on for a moment at a time: it lasts for seconds on any
# machine, whatever else that does, and ends when the terminal has seen how far it is.
if has_terminal; then
    perl -e 'print "<p>This is sentence $_, which is longer than it has to be.</p>\n" for 1 .. 4000' > long.html
    shown() { tr '\r' '\n' < seen | grep -Eq 'long.html: [0-9]+ %, [0-9]+ segments, [0-9.]+/s, [0-9]+:[0-9]+ left'; }
    "$T" -m "$MODEL" -j 1 -o other.html long.html 2> unseen &
    other=$!
    script -qec "'$T' -m '$MODEL' -j 1 -o long.de.html long.html & echo \$! > process; wait" /dev/null > seen 2>&1 < /dev/null &
    for i in $(seq 6000); do [ -s process ] && break || sleep 0.02; done
    process=$(cat process)
    # On a machine with much else to do, such a moment may pass without a step of theirs: so there are many.
    for i in $(seq 2000); do
        sleep 0.03
        kill -STOP $other $process || break # it has ended
        shown && break
        sleep 0.2
        kill -CONT $other $process
    done 2> /dev/null
    check "a terminal sees how far a long document is, and how long it takes" shown
    is "others see nothing" "$(cat unseen)" ""
    kill -KILL $other $process 2> /dev/null
    wait
else
    skip "progress on a terminal" "there is no script(1)"
fi
printf '<p>Write a letter to <b>joe</b>@<b>example</b>.org, or look at https://<i>water</i>.example/<b>house</b> today.</p>' > parted.html
run -m "$MODEL" parted.html
is "an address that marks part comes out as it went in" \
    "$(sed 's/<[^>]*>//g' "$TMP/out" | grep -Eo 'joe@[a-z.]*|https:[a-z./]*' | paste -sd ' ')" \
    'joe@example.org https://water.example/house'
perl -e 'print "[", join(",", map { qq("Good morning.") } 1 .. 50), "]"' > same.json
run -m "$MODEL" --stats same.json
like "equal texts are translated once" "$(cat "$TMP/err")" '50 translated, 49 repeated'

done_testing
