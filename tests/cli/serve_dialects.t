#!/bin/sh
# serve_dialects.t - translate serve: the interfaces of other servers, each with its own answers.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

printf 'shoe\tSchuh\tnoun\nshoe\tbeschlagen\tverb\nshoe\tSchuh; Hufeisen\tnoun\n' > "$TMP/words.tsv"
serve --char-limit 1000 --dictionary "en:de=$TMP/words.tsv"

# What the command makes of a text, as JSON has it.
say() { printf '%s' "$1" | "$T" -f en -t de | sed 's/\\/\\\\/g; s/"/\\"/g'; }

# @@text@@ stands for its translation, and ~ before a pattern.
hello=$(say 'Hello.') night=$(say 'Good night.') house=$(say 'The house is old.')
markup=$(printf '<b>The house</b> is old.' | "$T" -f en -t de --format html)
fill() {
    printf '%s' "$1" | sed "s/@hello@/$hello/g; s/@night@/$night/g; s/@house@/$house/g; s,@markup@,$markup,g"
}

check_case() { # NAME PATH BODY STATUS WANTED
    if [ -n "$3" ]; then
        ask -H 'Content-Type: application/json' -d "$3" "$U$2"
    else
        ask "$U$2"
    fi
    got="$code $(cat "$TMP/out")"
    case $5 in
    '~'*) like "$1" "$got" "^$4 $(fill "${5#?}")" ;;
    *) is "$1" "$got" "$4 $(fill "$5")" ;;
    esac
}

while IFS='	' read -r name path body status wanted; do
    case $name in '' | '#'*) continue ;; esac
    [ "$body" != - ] || body=
    check_case "$name" "$path" "$body" "$status" "$wanted"
done < tests/cli/serve_dialects.tsv

# ---- Forms, methods, a page

ask -d 'source=Hello.' -d 'source=Good night.' -d src_lang=eng_Latn -d tgt_lang=deu_Latn "$U/translate"
like "nllb-serve: a form" "$(cat "$TMP/out")" "\"translation\":\[\"$hello\",\"$night\"\]"
ask -d 'q=Hello.' -d 'q=Good night.' -d target=de -d source=en "$U/language/translate/v2"
is "Google: a form" "$(cat "$TMP/out")" \
    "{\"data\":{\"translations\":[{\"translatedText\":\"$hello\"},{\"translatedText\":\"$night\"}]}}"
ask "$U/translate"
is "a path of several: GET without fields" "$code $(grep -i '^allow:' "$TMP/head" | tr -d '\r')" "405 Allow: POST"
ask -X DELETE "$U/translate?src_lang=x"
is "another method" "$code" 405
ask -H 'Content-Type: application/json' -d '{"model":"en-de","stream":true,"messages":[{"role":"user","content":"Hello."}]}' \
    "$U/v1/chat/completions"
is "OpenAI: a stream is one chunk and its end" \
    "$(grep -c '^data: ' "$TMP/out") $(sed -n 1p "$TMP/out" | grep -c "\"content\":\"$hello\"") $(sed -n 3p "$TMP/out")" \
    "2 1 data: [DONE]"
like "of events" "$(cat "$TMP/head")" '^Content-Type: text/event-stream'

# ---- Bad input of every kind: a refusal in the dialect's form, and the server lives

bad() { # PATH PATTERN
    for body in '{' '[]' '[1]' '{}' 'null' '""' '7' '{"text":{},"to":"de"}' '{"q":[{}],"target":"de"}' \
        '{"target_lang":[],"text":1}' '{"messages":[{}]}' '{"messages":[{"role":"user","content":[]}],"model":"en-de"}' \
        '{"text":"\ud800","texts":[null],"from":"en","to":"de"}' '{"inputs":[{"text":"x","targets":[{}]}]}' \
        '[{"text":"x"},{}]' '{"source":[[]],"tgt_lang":"de"}' '{"destination":[""],"text":"x"}' \
        '{"to":"de","from":"x_y_z-----","text":"x"}' "{\"to\":\"$(printf '%0300d' 0)\",\"text\":\"x\"}"; do
        ask -H 'Content-Type: application/json' -d "$body" "$U$1"
        case $code in 4??) ;; *) echo "$1 $body: $code $(cat "$TMP/out")" ;; esac
        grep -q "$2" "$TMP/out" || echo "$1 $body: $(cat "$TMP/out")"
    done
}
check_bad() { is "$1: bad input is refused in its form" "$(bad "$2" "$3")" ''; }
check_bad MTranServer /mtranserver/translate '^{"error":"'
check_bad "MTranServer, several" /translate/batch '^{"error":"'
check_bad DeepLX /deeplx '^{"code":4[0-9]*,"message":"'
check_bad Immersive /imme '^{"error":"'
check_bad Kiss /kiss '^{"error":"'
check_bad Huaci /hcfy '^{"error":"'
check_bad Google /language/translate/v2 '^{"error":{"code":4'
check_bad "Google's scripts" /translate_a/single '^{"error":{"code":4'
check_bad MinT /api/translate '^{"detail":"'
check_bad "MinT, older" /api/translate/en/zz '^{"detail":"'
check_bad Azure '/translate?api-version=3.0&to=zz' '^{"error":{"code":400[0-9]*,"message":"'
check_bad "Azure, newer" '/translate?api-version=2026-06-06' '^{"error":{"code":400[0-9]*,"message":"'
check_bad OpenAI /v1/chat/completions '^{"error":{"message":"'
is "it still answers" "$(curl -s "$U/health")" '{"status":"ok"}'
stop_server
is "and ends" "$status" 0

# ---- Keys, each in its own place

# ---- The dictionary, again

terms() { # WORD: of each part of speech
    ask "$U/translate_a/single?client=gtx&sl=en&tl=de&dt=bd&dj=1&q=$1"
    grep -o '"terms":\[[^]]*\]' "$TMP/out" | tr -d '\n'
}
again() { # its file is written anew, in its place
    printf "$1" > "$TMP/words.tsv"
    kill -HUP $SERVER_PID
    sleep 0.3
}
serve -q --dictionary "en:de=$TMP/words.tsv"
: > "$TMP/words.tsv"
is "a dictionary that is cut short is as it was" "$(terms shoe)" '"terms":["Schuh","Hufeisen"]"terms":["beschlagen"]'
again 'boot\tStiefel\tnoun\n'
is "SIGHUP reads it anew" "$(terms boot),$(terms shoe)" '"terms":["Stiefel"],'
again 'a line without a tab\n'
is "what is none is told of" "$(grep -c 'words.tsv: is no dictionary' "$TMP/server")" 1
is "and the old one stays" "$(terms boot)" '"terms":["Stiefel"]'
rm "$TMP/words.tsv"
again 'foot\tFuß\tnoun\n'
is "a new file" "$(terms foot),$(terms boot)" '"terms":["Fuß"],'
stop_server

printf 'me secret\n' > "$TMP/keys"
serve -q --keys "$TMP/keys"
while IFS='|' read -r name path body header; do
    ask -H 'Content-Type: application/json' -d "$body" "$U$path"
    without=$code
    ask -H 'Content-Type: application/json' -H "${header:-X-Nothing: 1}" -d "$body" "$U$path$([ "$header" ] || echo "&token=secret&key=secret")"
    is "$name: without a key, and with one" "$without $code" "${name##* } 200"
done << 'E'
MTranServer 401|/translate?|{"from":"en","to":"de","text":"Hello."}|
MTranServer by header 401|/translate?|{"from":"en","to":"de","text":"Hello."}|X-API-Token: secret
DeepLX 401|/translate?|{"source_lang":"EN","target_lang":"DE","text":"Hello."}|
Immersive 401|/imme?|{"target_lang":"de","text_list":["Hello."]}|
Google 403|/language/translate/v2?|{"q":"Hello.","target":"de"}|
Google by header 403|/language/translate/v2?|{"q":"Hello.","target":"de"}|X-Goog-Api-Key: secret
Azure 401|/translate?api-version=3.0&to=de|[{"text":"Hello."}]|Ocp-Apim-Subscription-Key: secret
OpenAI 401|/v1/chat/completions?|{"model":"en-de","messages":[{"role":"user","content":"Hello."}]}|Authorization: Bearer secret
E
ask -H 'Authorization: Bearer wrong' "$U/v1/models"
is "a wrong one" "$code" 401
stop_server
done_testing
