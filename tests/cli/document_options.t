#!/bin/sh
# document_options.t - the options of documents: what they take, and what is said of what they do not.
. tests/cli/tap.sh

MODEL=${MODEL:+$PWD/$MODEL}
cd "$TMP" || exit 1

# ---- Encodings

printf 'Sch\303\266n.\n' > utf8.txt
printf 'Sch\366n.\n' > latin1.txt
wanted='{"n":1,"where":"line 1","text":"Schön."}'
for name in UTF-8 utf-8 utf8 UTF8; do
    is "$name is an encoding" "$("$T" segments --format text --encoding $name utf8.txt)" "$wanted"
    printf '{"n":1,"text":"Größe."}\n' | "$T" splice --format text --encoding $name utf8.txt - > out
    is "... of what is written, too" "$(cat out)" 'Größe.'
done
for name in ISO-8859-1 iso-8859-1 latin1 windows-1252; do
    is "$name is one" "$("$T" segments --format text --encoding $name latin1.txt)" "$wanted"
done
run segments --format text --encoding utf-9 utf8.txt
says "utf-9 is none" 1 'no encoding is named "utf-9"'
run segments --format text --encoding ascii utf8.txt
says "a text is held against ASCII, too" 1 'utf8.txt: is not valid ascii'

# An encoding with states ends in the first one: so RFC 1468 has it.
if printf '日本\r\n日本' | iconv -f UTF-8 -t ISO-2022-JP > japanese.txt 2> err; then
    is "an encoding may have states" "$("$T" segments --encoding iso-2022-jp --format text japanese.txt | grep -c '"日本"')" 2
    printf '{"n":2,"text":"日"}\n' | "$T" splice --encoding iso-2022-jp --format text japanese.txt - > out 2> err
    is "... and a text ends in the first of them" "$(od -c out)" "$(printf '日本\r\n日' | iconv -f UTF-8 -t ISO-2022-JP | od -c)"
    "$T" splice --encoding iso-2022-jp --format text japanese.txt /dev/null > out 2> err
    check "... or is the same, byte for byte" cmp japanese.txt out
else
    skip "an encoding may have states" "iconv(1) has no ISO-2022-JP"
fi

# ---- Lines that end on purpose

printf "We have it.\nSo do we.\nAnd they.\n" > lines.txt
long="Und dies ist eine Zeile, die weit mehr Platz nimmt als jede andere, die es in diesem Text gibt."
printf '{"n":2,"text":"%s"}\n' "$long" | "$T" splice --format text lines.txt - > out 2> err
is "a line stays one, however long its translation is" "$(sed -n 2p out; cat err)" "$long"

# ---- Columns

printf 'a,b,c\nOne,Two,Three\n' > table.csv
misused() { # NAME COLUMNS RE: each command refuses them
    for misused_command in segments splice detect ''; do
        run $misused_command --columns "$2" table.csv
        says "$1: ${misused_command:-translate}" 2 "$3"
    done
}
misused "columns count from 1" 2,0 '^translate: --columns 0: columns count from 1'
misused "... those of a range, too" 0-2 '--columns 0-2: columns count from 1'
misused "a range begins with the lower one" 3-2 '--columns 3-2: the range is the wrong way round'
for command in segments splice detect ''; do
    for option in '--columns 2' --header; do
        run $command --format json $option utf8.txt
        says "only tables have columns: ${command:-translate} $option" 2 "^translate: ${option% 2} means nothing for --format json: it is for tsv or csv"
    done
done
for option in '--keys a' '--not-keys a' '--attributes alt' '--cues one'; do
    run segments --format text $option utf8.txt
    says "text has no ${option#--}" 2 "^translate: ${option% *} means nothing for --format text: it is for "
    run segments $option table.csv
    says "nor has a table, which its name tells" 1 '^translate: table.csv: is csv, which has no .*: .* have$'
done
run segments --format json --bilingual utf8.txt
says "data has no place for two languages" 2 '^translate: --bilingual means nothing for --format json: it is for lines, text, '
echo '{"text": "Good morning."}' > no_table.json
run segments --columns 2 no_table.json
says "... and a document that is none is named" 1 '^translate: no_table.json: is json, which has no columns: tsv and csv have$'

tr '\n' '\r' > old.csv << 'END'
id;title;text
1;One;"Two; ""a"",
b"
2;Three;Four, five, six, seven, eight
END
tr '\r' '\n' < old.csv > new.csv
rows() { "$T" segments "$@" | perl -MJSON::PP -ne '$o = decode_json($_); print "$o->{where}: $o->{text}|"' | tr '\r' '\n'; }
is "rows may end with CR alone" "$(rows old.csv)" "$(rows new.csv)"
is "... so the first one can stay" "$(rows --header old.csv)" "$(rows --header new.csv)"
is "... and columns have their names there" "$(rows --columns title old.csv)" 'row 2 column 2: One|row 3 column 2: Three|'
printf '{"n":1,"text":"Eins"}\n' | "$T" splice --bilingual --columns title old.csv - > out
is "... and both languages stand beside each other" "$(tr '\r' '\n' < out)" 'id;title;text;title
1;One;"Two; ""a"",
b";Eins
2;Three;Four, five, six, seven, eight;Three'

# ---- Standard input

run splice - - < utf8.txt
says "standard input cannot be a document and its segments" 2 'standard input cannot be two files'

# ---- What tells no format

printf 'The house is green.\n\nThe weather is very nice today.\n' > nums
is "a file that tells no format is lines, as standard input is" "$("$T" segments nums)" "$("$T" segments - < nums)"
is "... and each is one" "$("$T" segments nums | grep -c .)" 2
printf '{"n":1,"text":"Das Haus ist grün."}\n' | "$T" splice nums - > out
is "... and takes other text" "$(sed -n 1p out)" 'Das Haus ist grün.'

# ---- With a model

if [ -z "$MODEL" ]; then
    skip "documents are translated" "there is no model in models/en-de-tiny"
    done_testing
fi
printf 'Good morning.\n\nThe house is green.\n' > ascii.txt
run -m "$MODEL" --format text --encoding ascii ascii.txt
says "it is told how many segments were left" 0 '^translate: ascii.txt: 1 of 2 segments left as they were; --verbose tells which$'
run -m "$MODEL" -v --format text --encoding ascii ascii.txt
is "... and which, and why" "$(grep '^translate: ascii.txt: ' "$TMP/err")" \
    'translate: ascii.txt: line 3: left as it was: a character that ascii does not have
translate: ascii.txt: 1 of 2 segments left as they were'

printf '<p>Good morning.</p><p>It costs 12,345 dollars in the old house.</p>' > short.html
run -m "$MODEL" --max-length 2 --strict short.html
is "a number is kept, however short the translation is" "$status $(cat "$TMP/err")" "0 "
like "... and is in it" "$(cat "$TMP/out")" '12[.,]345'

printf '<p>Gr\374n.</p><p>Good.</p>' > latin1.html
run -m "$MODEL" latin1.html
says "a text of another encoding is told, and what helps" 0 \
    '^translate: latin1.html: 1 stretch of text is not UTF-8: not translated; --encoding tells what the document is in$'
printf '{"a":"Good."}\n{"a":\n{"a"\n' > damaged.jsonl
run -m "$MODEL" damaged.jsonl
says "... which does not help where UTF-8 is damaged otherwise" 0 ': 2 stretches of text are not well-formed, or no text: not translated$'
printf '<p>A\0house.</p><p>Good.</p>' > nul.html
run -m "$MODEL" nul.html
says "a NUL is told" 0 '^translate: nul.html: 1 stretch of text has a NUL: not translated$'
printf '{"a":"A house \\ud800.","b":"Good."}' > half.json
run -m "$MODEL" half.json
says "half a character is told" 0 ': 1 stretch of text has half a character \(a lone surrogate\): not translated$'
printf '{"cells":[{"cell_type":"markdown","metadata":{},"source":[1,2]}],"metadata":{},"nbformat":4,"nbformat_minor":5}' > numbers.ipynb
run -m "$MODEL" numbers.ipynb
says "numbers in the place of text are told" 0 ': 1 stretch of text is not well-formed, or no text: not translated$'
printf '<p>A\0house.</p><p>Gr\374n.</p>' > two.html
run -m "$MODEL" two.html
is "of several reasons, each is told" "$(grep -c ' 1 stretch of text ' "$TMP/err")" 2
perl -e 'print "*a* [b](c)\n" x 6000, "\nA house.\n"' > crowd.md
run -m "$MODEL" crowd.md
says "a paragraph with too many marks is told" 0 ': 1 stretch of text is too long, deep or wide to be read as Markdown: not translated$'
is "... and stays; the next one does not" "$(head -n 6000 out | sort -u) $(grep -c house out)" '*a* [b](c) 0'
perl -e 'print "<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"><file source-language=\"en\" target-language=\"de\" original=\"a\" datatype=\"x\"><body><trans-unit id=\"1\"><source>", "A <g id=\"1\">house</g> " x 600, "</source></trans-unit></body></file></xliff>"' > crowd.xlf
run -m "$MODEL" crowd.xlf
says "... and a unit with too many" 0 ': 1 stretch of text has marks that are too many or lack their other ends: not translated$'
check "... stays" cmp crowd.xlf out
perl -e 'print "<p>", "A <b>house</b>. " x 1200, "</p>"' > crowd.html
run --stats -m "$MODEL" crowd.html
like "a paragraph of more marks than a segment has is translated" "$(cat err)" '^segments .* 0 left, 0 unread'
is "... all of it" "$(grep -o '<b>' out | wc -l) $(grep -c house out)" '1200 0'

printf '{"a":"Good."}' > a.json
run -m "$MODEL" --keys nosuch a.json
says "a key that there is not is told" 0 '^translate: a.json: has no text under the keys that --keys lists$'
check "... and the document stays as it is" cmp a.json "$TMP/out"
run -m "$MODEL" -q --keys nosuch a.json
is "... but not to those who want it quiet" "$(cat "$TMP/err")" ''

said() { # NAME LANGUAGES RE: what is said of an XLIFF with these attributes
    printf '<xliff version="1.2"><file %s><body><trans-unit id="1"><source>Good morning.</source></trans-unit></body></file></xliff>' "$2" > said.xlf
    run -m "$MODEL" said.xlf
    says "$1" 0 "$3"
}
said "a document that asks for another language" 'source-language="en" target-language="fr"' \
    '^translate: said.xlf: says that its target is in "fr"; the model has "de"$'
said "... or is in another one" 'source-language="fr" target-language="de-AT"' 'its source is in "fr"; the model has "en"$'
printf '<xliff version="2.0" srcLang="en-GB" trgLang="de"><file id="f"><unit id="1"><segment><source>Good morning.</source></segment></unit></file></xliff>' > same.xlf
run -m "$MODEL" same.xlf
is "... but not of a variety of the same" "$status $(cat "$TMP/err")" '0 '
printf '<tmx version="1.4"><header srclang="fr"/><body><tu><tuv xml:lang="fr"><seg>Bonjour tout le monde.</seg></tuv></tu></body></tmx>' > said.tmx
run -m "$MODEL" said.tmx
says "a memory in another language is told, too" 0 '^translate: said.tmx: says that its source is in "fr"; the model has "en"$'

# ---- Documents that are too large

truncate -s 20G large.html large.docx
for command in "segments large.html" "segments large.docx" "splice large.html a.json" "--dry-run large.docx" \
    "-m $MODEL large.html" "-m $MODEL --in-place large.docx" "-m $MODEL --output-dir places large.html"; do
    # shellcheck disable=SC2086
    ([ "$VARIANT" != release ] || ulimit -v 4000000; "$T" $command) > "$TMP/out" 2> "$TMP/err"
    like "too large, and not read: ${command#-m "$MODEL" }" "$(cat "$TMP/err")" '^translate: large\.(html|docx): has more than 256 MiB$'
done
yes '<p>hello</p>' | timeout 100 "$T" segments --format html - > "$TMP/out" 2> "$TMP/err"
is "... from a pipe, too" "$? $(cat "$TMP/err")" '1 translate: stdin: has more than 256 MiB'
check "a document of the largest size is read" sh -c 'head -c 268435456 /dev/zero | tr "\0" "\n" | "$1" segments --format tsv -' - "$T"
rm -f large.html large.docx

done_testing
