#!/bin/sh
# serve_deepl.t - translate serve: DeepL's interface, and glossaries of clients.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

mkdir "$TMP/kept"
serve -q --glossaries "$TMP/kept"
KEY='Authorization: DeepL-Auth-Key k'
deepl() { # PATH, then curl's arguments
    path=$1
    shift
    ask -H "$KEY" "$@" "$U/v2/$path"
}

hello=$(say 'Hello.') night=$(say 'Good night.')
deepl translate -d text=Hello. -d target_lang=DE
answers "a form" 200 "{\"translations\":[{\"detected_source_language\":\"EN\",\"text\":\"$hello\"}]}"
deepl translate -d text=Hello. -d 'text=Good night.' -d target_lang=de -d source_lang=en -d formality=default
answers "several texts" 200 "{\"translations\":[{\"detected_source_language\":\"EN\",\"text\":\"$hello\"},{\"detected_source_language\":\"EN\",\"text\":\"$night\"}]}"
deepl translate -H 'Content-Type: application/json' -d '{"text":["Hi."],"target_lang":"DE"}'
like "a text of two letters is not in the language that is asked for" "$(cat "$TMP/out")" '"detected_source_language":"EN"'
deepl translate -H 'Content-Type: application/json' -d '{"text":["Hello."],"target_lang":"DE","show_billed_characters":true}'
answers "JSON" 200 "{\"translations\":[{\"detected_source_language\":\"EN\",\"text\":\"$hello\",\"billed_characters\":6}]}"
deepl translate -d 'text=Das Haus ist alt.' -d target_lang=EN-US
answers "American English is English" 200 "{\"translations\":[{\"detected_source_language\":\"DE\",\"text\":\"$(say 'Das Haus ist alt.' de en)\"}]}"
deepl translate --data-urlencode 'text=Click <x id="3"></x> on the <b>red house</b>.' -d target_lang=DE -d tag_handling=xml
is "placeholders of tools stay" "$code $(grep -o '<x id=\\"3\\"></x>' "$TMP/out")" '200 <x id=\"3\"></x>'
deepl translate --data-urlencode 'text=See the <k>red house</k> and the <keep>old</keep>.' -d target_lang=DE -d source_lang=EN \
    -d tag_handling=xml -d ignore_tags=k
like "the text of ignored tags stays" "$(cat "$TMP/out")" '<k>red house</k>.*<keep>[Aa]lt'
deepl translate -H 'Content-Type: application/json' \
    -d '{"text":["See the <k>red house</k>."],"target_lang":"DE","source_lang":"EN","tag_handling":"html","ignore_tags":["x","k"]}'
like "as those of a list" "$(cat "$TMP/out")" '<k>red house</k>'
deepl translate --data-urlencode 'text=The <b>house</i>' -d target_lang=DE -d source_lang=EN -d tag_handling=xml
is "XML that is damaged" "$code" 400
ask -H "$KEY" "$U/v3/languages?resource=translate_text"
like "languages of version 3" "$(cat "$TMP/out")" \
    '^\[\{"lang":"de","name":"German","status":"stable","usable_as_source":true,"usable_as_target":true,"features":\{.*"formality":\{"status":"stable"\}'
like "of which English is a source and two targets" "$(cat "$TMP/out")" \
    '"lang":"en","name":"English","status":"stable","usable_as_source":true,"usable_as_target":false.*"lang":"en-US".*"usable_as_source":false,"usable_as_target":true'
ask -H "$KEY" "$U/v3/languages"
answers "without a resource" 400 "{\"message\":\"Value for 'resource' not supported.\"}"
deepl write/rephrase -H 'Content-Type: application/json' -d '{"text":["Hello."]}'
is "writing is refused in its form" "$code $(grep -c '^{"message":"' "$TMP/out")" "403 1"
ask -d auth_key=k -d text=Hello. -d target_lang=DE "$U/v2/translate"
is "a key in the form" "$code" 200
ask -d text=Hello. -d target_lang=DE "$U/v2/translate"
is "no key" "$code" 403
while IFS='|' read -r name wanted form; do
    deepl translate $form
    is "$name" "$code $(cat "$TMP/out")" "$wanted"
done << 'E'
no text|400 {"message":"Parameter 'text' not specified."}|-d target_lang=DE
no target|400 {"message":"Value for 'target_lang' not supported."}|-d text=x
an unknown target|400 {"message":"Value for 'target_lang' not supported."}|-d text=x -d target_lang=ZZ
an unknown source|400 {"message":"Value for 'source_lang' not supported."}|-d text=x -d target_lang=DE -d source_lang=ZZ
E
deepl translate -d text=x -d target_lang=EN -d formality=more
is "what cannot be had is refused" "$code" 400
deepl translate -d text=x -d target_lang=DE -d formality=polite
is "and so is what is no formality" "$code" 400
deepl translate -H 'Content-Type: application/json' -d '{"text":["x"],"target_lang":"DE","formality":["more"]}'
is "or no text" "$code" 400
deepl translate -H 'Content-Type: application/json' -d '{"text":["Hello."],"target_lang":"DE","formality":null}'
is "null is none" "$code" 200
for way in more less; do
    deepl translate -d 'text=Can you help me?' -d target_lang=DE -d source_lang=EN -d formality=prefer_$way
    cp "$TMP/out" "$TMP/preferred"
    deepl translate -d 'text=Can you help me?' -d target_lang=DE -d source_lang=EN -d formality=$way
    is "$way and prefer_$way" "$code $(cat "$TMP/out")" "200 $(cat "$TMP/preferred")"
    cp "$TMP/out" "$TMP/$way"
done
like "more" "$(cat "$TMP/more")" '\bSie\b'
like "less" "$(cat "$TMP/less")" '\bdu\b'
deepl 'languages?type=target'
like "targets" "$(cat "$TMP/out")" '^\[.*\{"language":"DE","name":"German","supports_formality":true\}.*"language":"EN-US"|"language":"EN-US".*"language":"DE"'
deepl languages -X GET -d type=source
is "sources, asked for in a body" "$(cat "$TMP/out")" '[{"language":"DE","name":"German"},{"language":"EN","name":"English"}]'
deepl 'languages?type=x'
is "languages of another kind" "$code" 400
deepl usage
like "characters are counted" "$(cat "$TMP/out")" '^\{"character_count":[1-9][0-9]*,"character_limit":1000000000000\}$'

# ---- What ends a sentence

text='The cat sleeps. It is old
and grey.'
split() { # [curl arguments]: the answer's text
    deepl translate --data-urlencode "text=$text" -d source_lang=en -d target_lang=de "$@"
    sed -n 's/.*"text":"\([^"]*\)".*/\1/p' "$TMP/out"
}
escaped() { awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }'; }
is "line ends do" "$(split -d split_sentences=1)" "$(printf '%s\n' "$text" | "$T" -f en -t de | escaped)"
is "as where nothing is said" "$(split)" "$(split -d split_sentences=1)"
is "or do not" "$(split -d split_sentences=nonewlines)" "$(printf '%s' "$text" | tr '\n' ' ' | "$T" -f en -t de)"
is "or a line is one" "$(split -d split_sentences=0)" "$(printf '%s\n' "$text" | "$T" -f en -t de --split none | escaped)"
split -d split_sentences=maybe > "$TMP/none"
deepl translate -d text=x -d target_lang=de -d split_sentences=maybe
is "or it is not known" "$code" 400

# ---- What stands before

deepl translate -d 'text=It was boring.' -d 'text=It was very long.' -d 'context=We saw a film.' -d source_lang=en -d target_lang=de \
    -d show_billed_characters=1
answers "pronouns of each text are by the context, which costs nothing" 200 '{"translations":[{"detected_source_language":"EN","text":"Er war langweilig.","billed_characters":14},{"detected_source_language":"EN","text":"Er war sehr lang.","billed_characters":17}]}'
deepl translate -H 'Content-Type: application/json' \
    -d '{"text":["It was boring."],"context":"Hello!\nWe saw a film.","target_lang":"DE","source_lang":"EN"}'
answers "of several lines, in JSON" 200 '{"translations":[{"detected_source_language":"EN","text":"Er war langweilig."}]}'
deepl translate -d 'text=It was boring.' -d source_lang=en -d target_lang=de
answers "without it, they are by the text alone" 200 '{"translations":[{"detected_source_language":"EN","text":"Es war langweilig."}]}'
deepl translate -d 'text=It was boring.' -d context= -d source_lang=en -d target_lang=de
answers "as with one of no text" 200 '{"translations":[{"detected_source_language":"EN","text":"Es war langweilig."}]}'

# ---- Glossaries

deepl glossaries -d name=my -d source_lang=en -d target_lang=de -d entries_format=tsv --data-urlencode "entries=invoice	Faktura"
is "one is made" "$code" 201
id=$(sed -n 's/.*"glossary_id":"\([0-9a-f-]*\)".*/\1/p' "$TMP/out")
printf 'invoice\tFaktura\n' > "$TMP/terms.tsv"
deepl translate -d 'text=I lost the invoice.' -d source_lang=en -d target_lang=de -d glossary_id=$id
answers "it holds, as the command's" 200 "{\"translations\":[{\"detected_source_language\":\"EN\",\"text\":\"$(echo 'I lost the invoice.' | "$T" -f en -t de --glossary "$TMP/terms.tsv")\"}]}"
json='{"q":"I lost the invoice.","source":"en","target":"de","glossary":"'$id'"}'
ask -H 'Content-Type: application/json' -d "$json" "$U/translate"
answers "also in LibreTranslate's interface" 200 "{\"translatedText\":\"$(echo 'I lost the invoice.' | "$T" -f en -t de --glossary "$TMP/terms.tsv")\"}"
deepl "glossaries/$id/entries"
answers "its entries" 200 "invoice	Faktura"
deepl glossaries -d name=csv -d source_lang=en -d target_lang=de -d entries_format=csv --data-urlencode 'entries=cat,"Der ""Kater""",en,de'
other=$(sed -n 's/.*"glossary_id":"\([0-9a-f-]*\)".*/\1/p' "$TMP/out")
deepl "glossaries/$other/entries"
answers "one of CSV" 200 'cat	Der "Kater"'
deepl glossaries
is "both are listed" "$(grep -o '"name":"[a-z]*"' "$TMP/out" | sort | paste -sd ' ')" '"name":"csv" "name":"my"'
deepl "glossaries/$other" -X DELETE
is "one is deleted" "$code" 204
deepl "glossaries/$other"
is "and is no more" "$code" 404
deepl translate -d text=x -d source_lang=en -d target_lang=de -d glossary_id=$other
is "nor to be used" "$code" 404
deepl "glossaries/../../etc/passwd" --path-as-is
is "a path is no id" "$code" 404
deepl glossaries -d name=x -d source_lang=en -d target_lang=de --data-urlencode "entries=a	b
a	c"
is "a term of two translations" "$code" 400
stop_server
serve -q --glossaries "$TMP/kept"
deepl "glossaries/$id/entries"
answers "it is there after a new start" 200 "invoice	Faktura"
is "and nothing else is kept" "$(ls "$TMP/kept" | sed "s/$id/ID/" | paste -sd ' ')" "ID-1.tsv ID.json"
stop_server

# ---- What a key has used

printf 'me one\nyou two\n' > "$TMP/keys"
serve -q --keys "$TMP/keys"
ask -H 'Authorization: DeepL-Auth-Key one' -d text=Hello. -d target_lang=de "$U/v2/translate"
for key in one:6 two:0; do
    ask -H "Authorization: DeepL-Auth-Key ${key%:*}" "$U/v2/usage"
    like "${key%:*} has its own" "$(cat "$TMP/out")" "\"character_count\":${key#*:},"
done
kill -HUP $SERVER_PID
sleep 0.3
ask -H "Authorization: DeepL-Auth-Key one" "$U/v2/usage"
like "also when the keys were read again" "$(cat "$TMP/out")" '"character_count":6,'
ask -X DELETE -H 'Content-Type: application/json' -H 'Authorization: DeepL-Auth-Key one' "$U/v2/glossaries/none"
is "a type without a body is no JSON" "$code" 404
stop_server

# ---- A model of one direction

mkdir "$TMP/one"
cp "$MODEL" "$TMP/one"
TRANSLATE_MODELS=$TMP/one
serve -q
deepl glossaries -d name=my -d source_lang=en -d target_lang=de -d entries_format=tsv --data-urlencode "entries=invoice	Faktura"
is "takes a glossary of it" "$code" 201
stop_server

done_testing
