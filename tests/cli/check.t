#!/bin/sh
# check.t - which translations people should look at: --check, --min-quality, --report, --mark.
. tests/cli/tap.sh
need_model
[ -f models/de-en/de-en.gguf ] || { skip "check" "no model of the other direction"; done_testing; exit; }
ROOT=$PWD
cd "$TMP" || exit 1

pairs() { perl -MJSON::PP -CO -ne '$_ = decode_json($_); '"$1" "$2"; } # PERL FILE: for each object
found='print join(" ", map { my $k = $_; map { "$k:$_->{text}" } @{$l->{$k}} } qw(missing untranslated repeated)), "\n"'
found() { pairs '$l = $_; '"$found" "$1"; }

cat > en <<'END'
Press Start to switch the pump on.
Click Cancel to stop the transfer.
A young boy is hanging onto a clothing rack.
END
cat > de <<'END'
Drücken Sie, um die Pumpe einzuschalten.
Klicken Sie auf Abbrechen, um die Übertragung zu stoppen.
Ein kleiner Junge hängt an einem Kleiderständer.
END

# ---- Translations of people

run score --json --check -f en -t de en de
is "a word is missing, and no other" "$status $(found out | paste -sd '|' -)" "0 missing:Start||"
is "its place is in bytes of the source" \
    "$(pairs 'print substr($_->{source}, $_->{missing}[0]{begin}, $_->{missing}[0]{end} - $_->{missing}[0]{begin}) if @{$_->{missing}}' out)" Start
like "it is told how likely that is" "$(cat out)" '"probability":0\.[6-9][0-9]?}'
printf 'Ärger im Hotel – <b>drück</b> Start, um die Pumpe einzuschalten.\tTrouble in the hotel – <b>press</b> to turn on the pump.\n' > tagged
run score --json --check -f de -t en tagged
is "tags and letters of two bytes count" \
    "$(perl -MJSON::PP -ne '$_ = decode_json($_); $s = $_->{source}; utf8::encode($s); print substr($s, $_->{begin}, $_->{end} - $_->{begin}), "\n" for @{$_->{missing}}' out | grep -c .)" \
    "$(pairs 'print "$_->{text}\n" for @{$_->{missing}}' out | grep -c .)"
perl -MJSON::PP -ne '$o = decode_json($_); $s = $o->{source}; utf8::encode($s);
    for (@{$o->{missing}}) { $t = $_->{text}; utf8::encode($t); $got = substr($s, $_->{begin}, $_->{end} - $_->{begin}); print "$got is not $t\n" if $got ne $t }' out > wrong
is "... and are counted in its place" "$(cat wrong)" ""

cat > kinds <<'END'
The committee rejected the proposal.	Der Ausschuss rejected den Vorschlag.
The committee rejected the proposal.	Der Ausschuss lehnte lehnte den Vorschlag lehnte den Vorschlag ab.
Angela Merkel lives in Berlin.	Angela Merkel lebt in Berlin.
Write to normal@example.org or see https://example.org/rejected.	Schreiben Sie an normal@example.org oder siehe https://example.org/rejected.
He said no, he said no, and he said no.	Er sagte nein, er sagte nein, und er sagte nein.
END
run score --json --check -f en -t de kinds
is "a word that stands as it is, though it has a translation" "$(pairs 'print join ",", map { $_->{text} } @{$_->{untranslated}}; print "\n"' out | paste -sd '|' -)" "rejected||||"
is "words that are said twice, unless the source says them so" "$(pairs 'print join ",", map { $_->{text} } @{$_->{repeated}}; print "\n"' out | paste -sd '|' -)" "|lehnte,lehnte den Vorschlag|||"
is "where that stands in the translation" "$(perl -MJSON::PP -ne '$o = decode_json($_); $t = $o->{translation}; utf8::encode($t); print substr($t, $_->{begin}, $_->{end} - $_->{begin}) for @{$o->{repeated}}' out)" "lehntelehnte den Vorschlag"
printf 'Press Start to switch the pump on. The committee rejected the proposal.\tDrücken Sie, um die Pumpe einzuschalten. Der Ausschuss lehnte den Vorschlag ab.\n' > two
run score --json --check -f en -t de two
is "sentence by sentence" "$(found out)" "missing:Start"
printf 'There are 35 cats.\tEs gibt 45 Katzen.\nI have 3 cats.\tIch habe 4 Katzen.\nThere are 35 cats.\tEs gibt 35 Katzen.\nRun foo_bar(x) now.\tJetzt ausführen.\n' > facts
run score --json --check -f en -t de facts
is "facts that a translation of people lacks are told" "$(pairs 'print join(",", map { $_->{text} } grep { $_->{kind} ne "added" } @{$_->{lost} || []}), "|"' out)" '35|||foo_bar(x)|'
is "... and a number that only the translation has" "$(pairs 'print scalar(grep { $_->{kind} eq "added" } @{$_->{lost} || []})' out)" 1100
run score --json -f en -t de facts
is "... with --check alone" "$(grep -c '"lost"' out)" 0
printf 'Press Start to switch the pump on.\n' > no-tab
run score --json --check -f en -t de no-tab
is "a pair without a score has its turn" "$status $(cat out)" '1 {"line":1,"error":"no tab between source and target"}'
run score --check -f en -t de en de
says "score tells it in JSON alone" 2 '--check needs --json'
run score --json --check -m "$ROOT/models/en-de/en-de.gguf" --check-model "$ROOT/models/de-en/de-en.gguf" en de
is "the other model may be named" "$(found out | head -n 1)" "missing:Start"

# ---- Lines

sed -i '1s/.*/A young boy is holding onto a towel rack./' en

"$T" -f en -t de en > plain
run -f en -t de --check en
check "--check changes no translation" cmp out plain
is "it names what may be missing" "$(grep -c 'translate: line [0-9]*: may lack' err)" "$(grep -c 'translate: line [13]: may lack "rack"$' err)"
like "the file has a line" "$(cat err)" '^translate: en: quality 0\.[0-9]* of 3 lines \(worst 0\.[0-9]*, line [123]\); [0-9] may lack a word$'
run -f en -t de --check -q en
is "-q says nothing of it" "$status$(cat err)" 0
run -f en -t de --check --strict -q en
check "... and --strict has a status for it" cmp out plain
is "... of its own" "$status" 3
run -f en -t de --check --json en
is "--json has it" "$(found out | head -n 1)" "missing:rack"
is "... and it is not told twice" "$(grep -c 'may lack "' err)" 0
for n in 1 2 5; do
    seq 40 | while read -r i; do echo "Number $i: a young boy is hanging onto a clothing rack, and nobody sees him."; cat en; done |
        "$T" -f en -t de --check --json -q -j $n > many.$n
done
check "whatever the threads" cmp many.1 many.2
check "... and order stays" cmp many.1 many.5
is "each line is there once" "$(pairs 'print "$_->{line}\n"' many.1 | paste -sd ' ' -)" "$(seq 160 | paste -sd ' ' -)"

run -f en -t de --min-quality 0.99 en
check "--min-quality changes no translation" cmp out plain
is "it names lines below" "$(grep -c '^translate: line [123]: quality 0\.[0-9][0-9]$' err)" 3
like "... and counts them" "$(cat err)" '^translate: en: quality .*; 3 below 0\.99$'
run -f en -t de --min-quality 0 en
is "or none" "$(grep -c '^translate: line' err)" 0
run -f en -t de --min-quality 0.99 --strict -q en
is "--strict heeds it" "$status$(cat err)" 3
cp en other
run -f en -t de --min-quality 0.99 en other
like "of several files the line has its file" "$(cat err)" '^translate: other: line 2: quality '
is "... each is told of" "$(grep -c ' of 3 lines ' err)" 2
for q in -1 2 x 0.5x ''; do
    run -f en -t de "--min-quality=$q" en
    is "\"$q\" is no quality" "$status" 2
done

mkdir alone
cp "$ROOT/models/en-de/en-de.gguf" alone/
TRANSLATE_MODELS=$TMP/alone XDG_DATA_HOME=$TMP/none run -m alone/en-de.gguf -f xx -t de --check en
is "without a model of the other direction nothing is translated" "$status$(cat out)" 1
mkdir own
cp "$T" own/
like "... and it is said what --check needs" "$(TRANSLATE_MODELS=$TMP/alone XDG_DATA_HOME=$TMP/none own/translate -f en -t de --check en 2>&1)" '^translate: --check needs a model of the other direction, from de to en, and there is none: --check-model names one'

# ---- Reports

run -f en -t de --check --report r.tsv en
check "--report changes no translation" cmp out plain
is "a table has a head" "$(head -n 1 r.tsv)" "$(printf 'file\tline\tsegment\tquality\tmissing\tsource\ttranslation\tuntranslated\trepeated\tlost')"
is "... all lines" "$(sed 1d r.tsv | cut -f 2 | sort | paste -sd ' ' -)" "1 2 3"
is "... with their texts" "$(sed 1d r.tsv | sort -k2 -t "$(printf '\t')" | cut -f 6,7)" "$(paste en plain)"
is "... worst first" "$(sed 1d r.tsv | cut -f 4)" "$(sed 1d r.tsv | cut -f 4 | LC_ALL=C sort -n)"
like "... and what may be missing" "$(cat r.tsv)" "^en	1		0\.[0-9]*	rack	A young"
printf 'Two\tcolumns <script>alert("1") & "more"</script> are here.\n' > hostile
run -f en -t de --report h.tsv hostile
is "a tab is a blank there" "$(tail -n 1 h.tsv | tr -cd '\t' | wc -c)" 9
run -f en -t de --check --report h.html hostile
is "a page has no tag of a text's" "$(grep -c '<script' h.html)" 0
like "... which is shown as it is" "$(cat h.html)" '&lt;script&gt;alert\(&quot;1&quot;\) &amp; '
is "... needs no other file" "$(grep -ciE '<link|<script|src=|url\(|@import' h.html)" 0
like "... and says its languages" "$(cat h.html)" 'lang="en" dir="ltr">.*'
check "its elements are closed" perl -0777 -ne 's/<!DOCTYPE[^>]*>//; s/<style>.*?<\/style>//s; my @open;
    while (/<(\/?)([a-z0-9]+)[^>]*>/g) { next if $2 =~ /^(?:meta|br)$/; if ($1) { my $top = pop @open; die "$2 closes $top\n" if $top ne $2 } else { push @open, $2 } }
    die "@open\n" if @open' h.html
printf '=1+1 is two.\n+49 is Germany.\n-5 degrees.\n@home is a word.\n"Hello," he said.\nA = b.\n' > formulas
cp formulas "$(printf 'b\377d\tname\n')"
run -f en -t de -q --report f.tsv formulas b*
is "no text is a formula in a spreadsheet, nor opens a quotation" "$(cut -f 6,7 f.tsv | tr '\t' '\n' | grep -c '^[-=+@"]')" 0
is "... since an apostrophe stands before it" "$(cut -f 6 f.tsv | grep -c "^'[-=+@\"]")" 10
is "each row has all fields, whatever the file is called" "$(awk -F '\t' '{ print NF }' f.tsv | sort -u)" 10
is "... in UTF-8" "$(perl -0777 -ne 'print utf8::decode($_) ? 1 : 0' f.tsv) $(grep -cF 'b\xFFd\x09name' f.tsv)" "1 6"
run -f en -t de -q --report f.HTML formulas b*
is "a page is valid, and its ending may be capitals" "$(perl -0777 -ne 'print utf8::decode($_) ? 1 : 0' f.HTML) $(grep -c '<h2 ' f.HTML)" "1 2"
like "numbers and words have a blank between them without CSS" "$(cat f.HTML)" '</span> line 1</div>'
printf 'Call 555-0134 before 14:30 today.\n' > call
run -f en -t de --check --min-quality 0.99 --report l.html call
is "the quality on a page is below the limit" "$(perl -ne 'print "$1 " if /class="q [a-z]*">([0-9.]*)</; print $1 if /quality below ([0-9.]*)/' l.html | awk '{ print ($1 < $2) }')" 1
run -f en -t de --report .html en
says "a name of nothing but an ending is none" 2 'is no name that ends in .tsv or .html'
run -f en -t de --report a.tsv --report b.tsv en
says "two reports are refused" 2 '--report is given twice'
run -f en -t de --report r.txt en
says "a report is a table or a page" 2 'is no name that ends in .tsv or .html'
run -f en -t de --report r.tsv --resume -o x en
says "a report is of work done at once" 2 'leave out --resume'
run -f en -t de --report none/r.tsv en
is "one that cannot be written is told before anything is translated" "$status$(cat out)" 1

# ---- Documents

cat > menu.json <<'END'
{"start": "A young boy is holding onto a <b>towel rack</b>.", "again": "A young boy is holding onto a <b>towel rack</b>.", "rack": "A young boy is hanging onto a clothing rack.", "same": "Hamburg"}
END
"$T" -f en -t de menu.json > plain.json
run -f en -t de --check --min-quality 0.99 --report d.tsv menu.json
check "a document is as without it" cmp out plain.json
like "it has a line" "$(cat err)" '^translate: menu.json: quality 0\.[0-9]* of 3 segments \(worst 0\.[0-9]*, segment [123]\); 3 below 0\.99; [0-9] may lack a word$'
like "... so has each segment that is told" "$(cat err)" '^translate: menu.json: segment 3: quality 0\.'
is "the table has all segments" "$(sed 1d d.tsv | cut -f 2,3 | sort | paste -sd '|' -)" "$(printf '\t1|\t2|\t3|\t4')"
is "... and no marks" "$(grep -c '<' d.tsv)" 0
is "what has no estimate is last" "$(tail -n 1 d.tsv | cut -f 4,6)" "$(printf '\tHamburg')"
mkdir -p tree/sub
cp menu.json tree/
cp en tree/sub/lines.txt
run -f en -t de --check --report t.html --output-dir out.d tree
is "a folder has a page of all" "$status $(grep -c '<h2 ' t.html) $(grep -c '<table>' t.html)" "0 2 1"
run -f en -t de --min-quality 0.99 --strict -q --output-dir out.d tree
is "--strict heeds segments" "$status" 3

# ---- Marks

cat > r.po <<'END'
msgid ""
msgstr "Language: de\n"

msgid "A young boy is holding onto a towel rack."
msgstr ""

msgid "Good morning."
msgstr ""

msgid "Good day."
msgid_plural "A young boy is holding onto a towel rack."
msgstr[0] ""
msgstr[1] ""
END
marked() { perl -0777 -ne 'print join "|", map { /^#, fuzzy\n/ ? "fuzzy" : "-" } grep { /msgid "[^"]/ } split /\n\n/' out; }
run -f en -t de --mark needs-review r.po
is "PO: all are marked" "$(marked)" "fuzzy|fuzzy|fuzzy"
cp out all.po
run -f en -t de --mark needs-review --check -q r.po
is "... but with --check only what may lack a word, with its other form" "$(marked)" "fuzzy|-|fuzzy"
is "... and all else is the same" "$(grep -v '^#, fuzzy' out)" "$(grep -v '^#, fuzzy' all.po)"
run -f en -t de --mark needs-review --min-quality 0.65 -q r.po
is "... or is below a quality" "$(marked)" "fuzzy|-|fuzzy"
run -f en -t de --mark needs-review --min-quality 1 -q r.po
is "... which all may be" "$(marked)" "fuzzy|fuzzy|fuzzy"
run -f en -t de --check -q r.po
is "... and unasked none is" "$(marked)" "-|-|-"
cat > u.xlf <<'END'
<xliff version="1.2"><file source-language="en" target-language="de"><body>
<trans-unit id="1" approved="yes"><source>A young boy is holding onto a towel rack.</source><target state="new"/></trans-unit>
<trans-unit id="2" approved="yes"><source>Good morning.</source><target state="new"/></trans-unit>
<trans-unit id="3"><source>Good morning.</source></trans-unit>
<trans-unit id="4"><source>x</source><seg-source><mrk mtype="seg" mid="0">Good morning.</mrk> <mrk mtype="seg" mid="1">A young boy is holding onto a towel rack.</mrk></seg-source></trans-unit>
</body></file></xliff>
END
run -f en -t de --mark needs-review --check -q u.xlf
is "XLIFF: units to be looked at are not approved" "$(grep -c '"1" approved="no"\|approved="no" id="4"' out)" 2
is "... and have a state" "$(grep -c '<target state="needs-review-translation" state-qualifier="leveraged-mt">' out)" 2
like "the others keep their approval, and are translated" "$(cat out)" 'id="2" approved="yes"><source>Good morning.</source><target state="translated">Guten Morgen'
like "... or say nothing" "$(cat out)" 'id="3"><source>Good morning.</source><target>Guten Morgen'
printf '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"><file id="f"><unit id="1"><segment><source>A young boy is holding onto a towel rack.</source></segment></unit><unit id="2"><segment state="initial"><source>Good morning.</source></segment></unit></file></xliff>' > two.xlf
run -f en -t de --mark needs-review --check --quality -q two.xlf
like "XLIFF 2: what is to be looked at has its estimate" "$(cat out)" 'subState="translate:mt-0\.[0-9][0-9]"'
like "... and the others have theirs" "$(cat out)" 'subState="translate:quality-0\.[0-9][0-9]"'
cat > marks.xlf <<'END'
<xliff version="1.2"><file source-language="en" target-language="de"><body>
<trans-unit id="1"><source>x</source><seg-source><mrk mtype="seg" mid="0">Good morning.</mrk></seg-source></trans-unit>
</body></file></xliff>
END
run -f en -t de --mark needs-review --check -q marks.xlf
like "a unit of segments that need no look says no state" "$(cat out)" '</seg-source><target><mrk'
printf '<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Good morning.</seg></tuv></tu><tu><tuv xml:lang="en"><seg>A young boy is holding onto a towel rack.</seg></tuv></tu></body></tmx>' > m.tmx
run -f en -t de --mark needs-review --check -q m.tmx
is "TMX: the variant to be looked at says who made it" "$(grep -o '<tuv creationtool[^>]*><seg>[A-Z][a-zü]*' out)" '<tuv creationtool="translate" creationid="translate" xml:lang="de"><seg>Ein'
is "... alone" "$(grep -o 'xml:lang="de"' out | grep -c .)" 2

# ---- A report takes the place of no input, and of no other output

printf 'Good morning.\n' > in.tsv
ln in.tsv hard.tsv
ln -s in.tsv soft.tsv
printf '<p>Good morning.</p>' > in.html
mkdir folder made && cp in.html folder
for options in '--format lines --report in.tsv in.tsv' '--format lines --report hard.tsv in.tsv' '--format lines --report soft.tsv in.tsv' \
    '--report in.tsv' '--in-place --report in.html in.html' '--report folder/in.html --output-dir other folder' \
    '--report same.tsv -o same.tsv in.tsv' '--report made/in.html --output-dir made in.html'; do
    "$T" -f en -t de -q $options < in.tsv > out 2> err
    is "$options" "$? $(grep -c 'would replace\|two outputs' err) $(cat in.tsv in.html folder/in.html)" "1 1 $(printf 'Good morning.\n<p>Good morning.</p><p>Good morning.</p>')"
done
yes 'Good morning.' | head -n 300 > lines.en
cp lines.en lines.de
run convert -o lines.en --calibrate lines.en lines.de "$MODEL"
is "nor does a model take that of what it is calibrated by" "$(sort -u lines.en)" "Good morning."

# ---- Bad input

printf 'Not \377 UTF-8, and \000 a NUL: press Start to switch the pump on.\n\n   \n.\n' > bad
run -f en -t de --check --json -q bad
is "bytes that are not UTF-8, and lines of nothing" "$status $(grep -c '"missing":' out)" "0 4"
perl -e 'print "Start <b> &lt; ", "press ", "-" x 99, "\x27x" x 5000, " https://a.b/c " x 1000, "\n"' > long
check "a long line takes its time, and no more" timeout 300 "$T" -q -f en -t de --check -o long.out long
done_testing
