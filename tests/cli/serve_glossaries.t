#!/bin/sh
# serve_glossaries.t - translate serve: glossaries that clients make, in memory and in a folder.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

K='Authorization: DeepL-Auth-Key k'
field() { sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p" "$TMP/out"; }
json() { ask -H "$K" -H 'Content-Type: application/json' -d "$1" "$U/$2"; }
make() { # ENTRIES [FORMAT]: $id is its id
    json "{\"name\":\"mine\",\"source_lang\":\"en\",\"target_lang\":\"de\",\"entries\":\"$1\",\"entries_format\":\"${2:-tsv}\"}" v2/glossaries
    id=$(field glossary_id)
}
with() { # ID TEXT: what DeepL's interface makes of it
    ask -H "$K" -d source_lang=EN -d target_lang=DE -d "glossary_id=$1" --data-urlencode "text=$2" "$U/v2/translate"
    field text
}
printf 'house\tGemäuer\n' > "$TMP/terms.tsv"
sentence='The house is old.'
plain=$(echo "$sentence" | "$T" -f en -t de)
termed=$(echo "$sentence" | "$T" -f en -t de --glossary "$TMP/terms.tsv")

serve -q
check "the terms tell" [ "$plain" != "$termed" ]
make 'house\tGemäuer\n'
is "a glossary is made" "$code" 201
like "and told of" "$(cat "$TMP/out")" \
    '^\{"glossary_id":"[0-9a-f-]{36}","name":"mine","ready":true,"source_lang":"en","target_lang":"de","creation_time":"[0-9T:.-]+Z","entry_count":1\}$'
is "texts have its terms, as the command's" "$(with "$id" "$sentence")" "$termed"
is "others have not" "$(with "" "$sentence")" "$plain"
printf '%s\n' "$sentence" > "$TMP/a.txt"
ask -F "file=@$TMP/a.txt" -F source=en -F target=de -F "glossary=$id" "$U/translate_file"
ask "$(field translatedFileUrl)"
is "documents have them" "$(cat "$TMP/out")" "$termed"
ask -H "$K" -F "file=@$TMP/a.txt" -F source_lang=EN -F target_lang=DE -F "glossary_id=$id" "$U/v2/document"
document=$(field document_id) key=$(field document_key)
ask -H "$K" -d "document_key=$key" "$U/v2/document/$document/result"
is "at DeepL's, too" "$(cat "$TMP/out")" "$termed"
ask -d source=en -d target=de -d "glossary=$id" --data-urlencode "q=$sentence" "$U/translate"
is "and texts at LibreTranslate's" "$(field translatedText)" "$termed"
ask -H "$K" "$U/v2/glossaries/$id/entries"
is "its entries are told" "$(cat "$TMP/out")" "$(cat "$TMP/terms.tsv")"
like "as a table" "$(cat "$TMP/head")" '^Content-Type: text/tab-separated-values'
first=$id
make 'house,\"Ge\"\"mäuer\"\n' csv
ask -H "$K" "$U/v2/glossaries/$id/entries"
is "CSV is read" "$(cat "$TMP/out")" "$(printf 'house\tGe"mäuer')"
ask -H "$K" "$U/v2/glossaries"
is "all are listed" "$(grep -o glossary_id "$TMP/out" | wc -l)" 2
ask -H "$K" -X DELETE "$U/v2/glossaries/$id"
is "one is deleted" "$code" 204
with "$id" "$sentence" > /dev/null
is "and cannot be used" "$code" 404
ask -H "$K" "$U/v2/glossary-language-pairs"
like "pairs are those of models" "$(cat "$TMP/out")" '\{"source_lang":"en","target_lang":"de"\}'

# ---- Version 3

ask -H "$K" "$U/v3/glossaries/$first"
like "as a glossary of dictionaries" "$(cat "$TMP/out")" \
    '"dictionaries":\[\{"source_lang":"en","target_lang":"de","entry_count":1\}\]'
json '{"name":"three","dictionaries":[{"source_lang":"en","target_lang":"de","entries":"house\tGemäuer","entries_format":"tsv"}]}' v3/glossaries
is "made so" "$code" 201
third=$(field glossary_id)
is "it is used" "$(with "$third" "$sentence")" "$termed"
ask -H "$K" "$U/v3/glossaries/$third/entries?source_lang=EN&target_lang=DE"
is "its entries" "$(cat "$TMP/out")" \
    '{"dictionaries":[{"source_lang":"en","target_lang":"de","entries":"house\tGemäuer","entries_format":"tsv"}]}'
ask -H "$K" "$U/v3/glossaries/$third/entries?source_lang=DE&target_lang=EN"
is "of another pair" "$code" 404
ask -H "$K" "$U/v3/glossaries"
is "a list" "$(grep -o '"dictionaries"' "$TMP/out" | wc -l)" 2
change() { # METHOD JSON PATH
    ask -H "$K" -X "$1" -H 'Content-Type: application/json' -d "$2" "$U/v3/glossaries/$3"
}
entries() { # FROM TO: of the third
    ask -H "$K" "$U/v3/glossaries/$third/entries?source_lang=$1&target_lang=$2"
    field entries
}
back='{"source_lang":"de","target_lang":"en","entries":"Haus\tcastle","entries_format":"tsv"}'
change PATCH "{\"dictionaries\":[$back]}" "$third"
like "another pair" "$code $(cat "$TMP/out")" '^200 .*"dictionaries":\[\{"source_lang":"en","target_lang":"de","entry_count":1\},\{"source_lang":"de","target_lang":"en","entry_count":1\}\]'
is "both are used: one" "$(with "$third" "$sentence")" "$termed"
printf 'Haus\tcastle\n' > "$TMP/back.tsv"
ask -H "$K" -d source_lang=DE -d target_lang=EN-US -d "glossary_id=$third" --data-urlencode "text=Das Haus ist alt." "$U/v2/translate"
is "and the other" "$(field text)" "$(echo "Das Haus ist alt." | "$T" -f de -t en --glossary "$TMP/back.tsv")"
ask -H "$K" "$U/v2/glossaries/$third"
is "version 2 has glossaries of one pair alone" "$code" 404
change PATCH '{"name":"four","dictionaries":[{"source_lang":"en","target_lang":"de","entries":"old\tgreis\nhouse\tHütte"}]}' "$third"
like "a name and terms are changed" "$(cat "$TMP/out")" '"name":"four",.*"target_lang":"de","entry_count":2'
is "terms take the place of those they are" "$(entries EN DE)" 'old\tgreis\nhouse\tHütte'
change PATCH '{"dictionaries":[{"source_lang":"en","target_lang":"de","entries":"dog\tKöter"}]}' "$third"
is "and come beside others" "$(entries EN DE)" 'old\tgreis\nhouse\tHütte\ndog\tKöter'
change PATCH '{"dictionaries":[{"source_lang":"de","target_lang":"en","entries":"x\ty"},{"source_lang":"en","target_lang":"de","entries":"a"}]}' "$third"
is "all is changed or nothing" "$code $(entries DE EN)" '400 Haus\tcastle'
change PUT '{"source_lang":"en","target_lang":"de","entries":"cat\tKatze","entries_format":"tsv"}' "$third/dictionaries"
is "a dictionary is replaced" "$code $(cat "$TMP/out")" '200 {"source_lang":"en","target_lang":"de","entry_count":1}'
is "whole" "$(entries EN DE)" 'cat\tKatze'
ask -H "$K" -X DELETE "$U/v3/glossaries/$third/dictionaries?source_lang=de&target_lang=en"
is "one is deleted" "$code" 204
ask -H "$K" -X DELETE "$U/v3/glossaries/$third/dictionaries?source_lang=de&target_lang=en"
is "once" "$code" 404
is "the other stays" "$(entries EN DE)" 'cat\tKatze'
change PATCH '{}' "$third"
is "nothing to change" "$code" 400
change PUT '{"source_lang":"en","target_lang":"de","entries":"a\tb"}' 00000000-0000-4000-8000-000000000000/dictionaries
is "none to change" "$code" 404
ask -H "$K" -X DELETE "$U/v3/glossaries/$third"
is "deleted" "$code" 204

# ---- Refusals

while IFS='|' read -r name body; do
    json "$body" v2/glossaries
    is "$name" "$code" 400
done << 'E'
no name|{"source_lang":"en","target_lang":"de","entries":"a\tb","entries_format":"tsv"}
no entries|{"name":"x","source_lang":"en","target_lang":"de","entries":"","entries_format":"tsv"}
entries of another type|{"name":"x","source_lang":"en","target_lang":"de","entries":["a\tb"],"entries_format":"tsv"}
no language|{"name":"x","target_lang":"de","entries":"a\tb","entries_format":"tsv"}
a language that is not there|{"name":"x","source_lang":"en","target_lang":"zz","entries":"a\tb","entries_format":"tsv"}
a pair that no model has|{"name":"x","source_lang":"en","target_lang":"en","entries":"a\tb","entries_format":"tsv"}
another format|{"name":"x","source_lang":"en","target_lang":"de","entries":"a\tb","entries_format":"xlsx"}
a line without a tab|{"name":"x","source_lang":"en","target_lang":"de","entries":"a\tb\nc","entries_format":"tsv"}
a line of three fields|{"name":"x","source_lang":"en","target_lang":"de","entries":"a\tb\tc","entries_format":"tsv"}
no translation|{"name":"x","source_lang":"en","target_lang":"de","entries":"a\t","entries_format":"tsv"}
no term|{"name":"x","source_lang":"en","target_lang":"de","entries":"\tb","entries_format":"tsv"}
a term with two translations|{"name":"x","source_lang":"en","target_lang":"de","entries":"a\tb\na\tc","entries_format":"tsv"}
open quotes|{"name":"x","source_lang":"en","target_lang":"de","entries":"\"a,b","entries_format":"csv"}
E
json '{"name":"x","dictionaries":7}' v3/glossaries
is "dictionaries that are none" "$code" 400
json '{"name":"x","dictionaries":[{"source_lang":"en","target_lang":"de","entries":"a\tb"},{"source_lang":"en","target_lang":"de","entries":"c\td"}]}' v3/glossaries
is "two dictionaries of a pair" "$code" 400
for path in 0 ../../etc/passwd "$first/more" "$first/entries/more" "$(head -c 5000 /dev/zero | tr '\0' a)"; do
    ask --path-as-is -H "$K" "$U/v2/glossaries/$path"
    is "no glossary at $(echo "$path" | cut -c -20)" "$code" 404
done
ask "$U/v2/glossaries"
is "no key" "$code" 403
ask -H "$K" -d target_lang=DE -d "glossary_id=$first" -d text=x "$U/v2/translate"
is "the language has to be told with one" "$code" 400
ask -H "$K" -d source_lang=DE -d target_lang=EN-US -d "glossary_id=$first" -d text=x "$U/v2/translate"
is "and to be that of the glossary" "$code" 400
stop_server

# ---- A folder: it stays

mkdir "$TMP/kept"
printf 'me one\nyou two\n' > "$TMP/keys"
printf 'house\tHütte\n' > "$TMP/other.tsv"
other=$(echo "$sentence" | "$T" -f en -t de --glossary "$TMP/other.tsv")
K='Authorization: DeepL-Auth-Key one'
serve -q --glossaries "$TMP/kept" --keys "$TMP/keys"
make 'house\tGemäuer\n'
kept=$id
make 'house\tHütte\n'
gone=$id
is "one of several has its own terms" "$(with "$gone" "$sentence")" "$other"
is "each is two files" "$(ls "$TMP/kept" | wc -l)" 4
ask -H "$K" -X DELETE "$U/v2/glossaries/$gone"
is "none when it is deleted" "$(ls "$TMP/kept" | wc -l)" 2
check "the file is one of terms" cmp "$TMP/kept/$kept-1.tsv" "$TMP/terms.tsv"
K='Authorization: DeepL-Auth-Key two'
ask -H "$K" "$U/v2/glossaries"
is "another key has none of it" "$(cat "$TMP/out")" '{"glossaries":[]}'
with "$kept" "$sentence" > "$TMP/text"
like "cannot use it" "$(cat "$TMP/out")" 'no glossary has the id'
ask -H "$K" -X DELETE "$U/v2/glossaries/$kept"
is "nor delete it" "$code" 404
kill -9 $SERVER_PID
wait $SERVER_PID 2>&-
# What a kill leaves: terms without a glossary, unfinished files; what is young, or damaged, or another's stays.
gone=11111111-0000-4000-8000-000000000000 damaged=22222222-0000-4000-8000-000000000000
for left in "$gone-1.tsv" "$gone-2.tsv.77-0.part" ".$kept.json.77-0.part" "$damaged-1.tsv" "$damaged.json" mine.tsv; do
    echo x > "$TMP/kept/$left"
    touch -d '1 hour ago' "$TMP/kept/$left"
done
echo x > "$TMP/kept/$gone-3.tsv"
K='Authorization: DeepL-Auth-Key one'
serve -q --glossaries "$TMP/kept" --keys "$TMP/keys"
is "it is there again after a kill" "$(with "$kept" "$sentence")" "$termed"
is "and what the kill left is not" \
    "$(cd "$TMP/kept" && ls -A "$gone"* ".$gone"* ".$kept"* "$damaged"* mine.tsv 2>&- | sort | tr '\n' ' ')" \
    "$gone-3.tsv $damaged-1.tsv $damaged.json mine.tsv "
rm "$TMP/kept/$gone"* "$TMP/kept/$damaged"*
cp "$TMP/other.tsv" "$TMP/kept/$kept-1.tsv"
echo '{"name":' > "$TMP/kept/00000000-0000-4000-8000-000000000000.json"
kill -HUP $SERVER_PID
sleep 0.3
is "SIGHUP reads it anew" "$(with "$kept" "$sentence")" "$other"
like "and tells of what is none" "$(cat "$TMP/server")" '00000000-0000-4000-8000-000000000000.json: '
json '{"name":"many","dictionaries":[{"source_lang":"en","target_lang":"de","entries":"house\tGemäuer","entries_format":"tsv"}]}' v3/glossaries
third=$(field glossary_id)
clients=
for i in 1 2 3 4 5 6 7 8; do # some are merged with what another one changes meanwhile
    curl -s -m 60 -o "$TMP/got.$i" -H "$K" -X PATCH -H 'Content-Type: application/json' -d \
        "{\"dictionaries\":[{\"source_lang\":\"en\",\"target_lang\":\"de\",\"entries\":\"cat$i\\tKatze$i\"}]}" "$U/v3/glossaries/$third" &
    clients="$clients $!"
    [ $((i % 4)) != 0 ] || kill -HUP $SERVER_PID
done
wait $clients
is "no term is lost of changes at once" "$(entries EN DE | sed 's/\\n/ /g' | tr ' ' '\n' | grep -c cat)" 8
is "each leaves one file of terms" "$(ls "$TMP/kept" | grep -c "$third")" 2
ask -H "$K" -X DELETE "$U/v3/glossaries/$third"
seq 200000 | tr 0-9 a-j | sed 's/.*/q&x of many\tZ&x von allen/' > "$TMP/big.tsv"
ask -H "$K" -d name=big -d source_lang=en -d target_lang=de -d entries_format=tsv --data-urlencode "entries@$TMP/big.tsv" "$U/v2/glossaries"
is "a large one" "$code $(sed -n 's/.*"entry_count":\([0-9]*\).*/\1/p' "$TMP/out")" "201 200000"
big=$(field glossary_id)
is "has its terms" "$(with "$big" 'The qhhx of many is red.')" "$(echo 'The qhhx of many is red.' | "$T" -f en -t de --glossary "$TMP/big.tsv")"
ask -H "$K" -X DELETE "$U/v3/glossaries/$big"
rm "$TMP/kept/$kept.json"
kill -HUP $SERVER_PID
sleep 0.3
with "$kept" "$sentence" > "$TMP/text"
like "what has gone is gone" "$(cat "$TMP/out")" 'no glossary has the id'
if [ "$(id -u)" != 0 ]; then
    chmod a-w "$TMP/kept"
    make 'house\tGemäuer\n'
    is "a folder that cannot be written" "$code" 500
    chmod u+w "$TMP/kept"
fi
make 'house\tGemäuer\n'
rm "$TMP/kept/$id.json"
mkdir "$TMP/kept/$id.json"
for version in 2 3; do
    ask -H "$K" -X DELETE "$U/v$version/glossaries/$id"
    is "version $version: what cannot be deleted is not said to be" "$code" 500
done
is "and stays" "$(with "$id" "$sentence")" "$termed"
rmdir "$TMP/kept/$id.json"
ask -H "$K" -X DELETE "$U/v3/glossaries/$id"
is "what has gone can be" "$code" 204
echo '{"name":"x","created":1e300,"dictionaries":[]}' > "$TMP/kept/00000000-0000-4000-8000-000000000001.json"
kill -HUP $SERVER_PID
sleep 0.3
ask -H "$K" "$U/v3/glossaries"
like "a time that no date tells is none" "$(cat "$TMP/out")" '"name":"x","creation_time":"1970-01-01T'
for i in $(seq 12); do # each has an engine of its own
    make "house\\tGemäuer$i\\n"
    with "$id" "$sentence" > "$TMP/text"
    grep -q translations "$TMP/out" || break
    ask -H "$K" -X DELETE "$U/v2/glossaries/$id"
done
is "many, one after the other" "$i $code" "12 204"
is "leave nothing" "$(ls "$TMP/kept" | grep -c "$id")" 0
stop_server
run serve --glossaries "$TMP/none"
says "a folder that is not there" 1 'none: No such file or directory'

done_testing
