#!/bin/sh
# serve.t - translate serve: LibreTranslate's interface, who may ask, and how it ends.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

json() { ask -H 'Content-Type: application/json' -d "$1" "$U/${2:-translate}"; }

serve --char-limit 5000 --batch-limit 50 --metrics
hello=$(say 'Hello.') night=$(say 'Good night.')

# ---- Translations are the command's

ask -d 'q=Hello.' -d source=en -d target=de "$U/translate"
answers "a form" 200 "{\"translatedText\":\"$hello\"}"
ask -d '&q=Hello%2E&source=en&target=de&api_key=' "$U/translate"
answers "with an empty name, and codes" 200 "{\"translatedText\":\"$hello\"}"
ask -F q=Hello. -F source=EN -F target=de -F format=html "$U/translate"
answers "of several parts, as HTML" 200 "{\"translatedText\":\"$hello\"}"
ask -X POST "$U/translate?q=Hello.&source=en&target=de"
answers "a query" 200 "{\"translatedText\":\"$hello\"}"
json '{"q":["Hello.","Good night."],"source":"en","target":"de"}'
answers "a list in JSON" 200 "{\"translatedText\":[\"$hello\",\"$night\"]}"
json '{"q":"Hello.\n\nGood night.\n","source":"en","target":"de"}'
answers "lines stay lines" 200 "{\"translatedText\":\"$hello\\n\\n$night\\n\"}"
json '{"q":"Das Haus ist alt.","source":"auto","target":"en"}'
like "a language is found out" "$(cat "$TMP/out")" \
    "^\{\"detectedLanguage\":\{\"confidence\":[0-9]+,\"language\":\"de\"\},\"translatedText\":\"$(say 'Das Haus ist alt.' de en)\"\}\$"
json '{"q":"I would like a cup of tea.","source":"en","target":"de","alternatives":2}'
like "others are told" "$(cat "$TMP/out")" '^\{"alternatives":\["[^"]+","[^"]+"\],"translatedText":"[^"]+"\}$'
odd='Press Start, not Stop, but not Pause, and never press nothing, not even Quit.'
member() { printf '%s\n' "$odd" | "$T" -f en -t de --json | grep -o "\"$1\":\(\[[^]]*\]\|[0-9.]*\)"; }
json "{\"q\":\"$odd\",\"source\":\"en\",\"target\":\"de\",\"quality\":true}"
answers "its quality, and what it lacks" 200 "{$(member quality),$(member lost),\"translatedText\":\"$(say "$odd")\"}"
json '{"q":["Hello."],"source":"en","target":"de","quality":true}'
like "of a list" "$(cat "$TMP/out")" '^\{"quality":\[[0-9.]+\],"lost":\[\[\]\],"translatedText":\['
json '{"q":"<p>The <b>old</b> house.</p>","source":"en","target":"de","format":"html"}'
wanted=$(printf '<p>The <b>old</b> house.</p>' | "$T" -f en -t de --format html)
answers "HTML is what the command makes of it" 200 "{\"translatedText\":\"$wanted\"}"
like "an answer names its model" "$(cat "$TMP/head")" '^X-Translate-Model: [0-9a-f]{64}'
json '{"q":"a\u0000b","source":"en","target":"en"}'
answers "a NUL in JSON ends no text" 200 '{"translatedText":"a�b"}'
ask -d 'q=a%FFb' -d source=en -d target=en "$U/translate"
answers "what is not UTF-8 is, in the answer" 200 '{"translatedText":"a�b"}'
ask "$U/languages"
like "languages have targets" "$(cat "$TMP/out")" '"code":"en","name":"English","targets":\[[^]]*"de"'
ask -d 'q=The weather is nice today.' "$U/detect"
like "a text's language is told" "$(cat "$TMP/out")" '^\[\{"confidence":[0-9]+,"language":"en"\}'
ask "$U/frontend/settings"
like "limits are told" "$(cat "$TMP/out")" '"charLimit":5000'

# ---- Refusals

while IFS='|' read -r name wanted body path; do
    ask -H 'Content-Type: application/json' -d "$body" "$U/${path:-translate}"
    is "$name" "$code $(cat "$TMP/out")" "$wanted"
done << 'E'
no text|400 {"error":"Invalid request: missing q parameter"}|{"source":"en","target":"de"}
an empty list|400 {"error":"Invalid request: missing q parameter"}|{"q":[],"source":"en","target":"de"}
no source|400 {"error":"Invalid request: missing source parameter"}|{"q":"x","target":"de"}
no target|400 {"error":"Invalid request: missing target parameter"}|{"q":"x","source":"en"}
an unknown target|400 {"error":"zz is not supported"}|{"q":"x","source":"en","target":"zz"}
an unknown source|400 {"error":"zz is not supported"}|{"q":"x","source":"zz","target":"de"}
an unknown format|400 {"error":"xml format is not supported"}|{"q":"x","source":"en","target":"de","format":"xml"}
a number for a text|400 {"error":"Invalid request: q parameter is neither a text nor a list of texts"}|{"q":17,"source":"en","target":"de"}
a list of numbers|400 {"error":"Invalid request: q parameter is neither a text nor a list of texts"}|{"q":[1],"source":"en","target":"de"}
too many alternatives|400 {"error":"Invalid request: alternatives parameter must be <= 3"}|{"q":"x","source":"en","target":"de","alternatives":4}
more than a number holds|400 {"error":"Invalid request: alternatives parameter must be <= 3"}|{"q":"x","source":"en","target":"de","alternatives":2.5e37}
damaged JSON|400 {"error":"Invalid JSON format"}|{"q":
no object|400 {"error":"Invalid JSON format"}|["q"]
JSON with more behind it|400 {"error":"Invalid JSON format"}|{"q":"x"} x
a path that is not there|404 {"error":"there is nothing at this path","message":"there is nothing at this path"}|{}|nothing
suggestions|403 {"error":"Suggestions are disabled on this server."}|{}|suggest
E
ask "$U/translate"
is "another method" "$code $(grep -i '^allow:' "$TMP/head" | tr -d '\r')" "405 Allow: POST"
json "{\"q\":\"$(head -c 6000 /dev/zero | tr '\0' 'a')\",\"source\":\"en\",\"target\":\"de\"}"
answers "a text that is too long" 400 '{"error":"Invalid request: request (6000) exceeds text limit (5000)"}'
json "$(seq 60 | awk '{ printf "%s\"a\"", (NR > 1 ? "," : "{\"q\":[") } END { print "],\"source\":\"en\",\"target\":\"de\"}" }')"
answers "too many texts" 400 '{"error":"Invalid request: request (60) exceeds text limit (50)"}'
json "$(printf '%05000d' 0 | tr 0 '[')"
is "JSON of many levels" "$code" 400
head -c 11000000 /dev/zero | tr '\0' 'a' > "$TMP/large"
ask -H 'Content-Type: text/plain' --data-binary "@$TMP/large" "$U/translate"
is "a request that is too large" "$code" 413
ask -H 'Transfer-Encoding: chunked' -H 'Content-Type: text/plain' --data-binary "@$TMP/large" "$U/translate"
is "also one that does not say so before" "$code" 413
printf -- '--x\r\nContent-Disposition: form-data; name="; filename=%0240d\r\n\r\n\r\n--x--\r\n' 0 > "$TMP/form"
ask -H 'Content-Type: multipart/form-data; boundary=x' --data-binary @"$TMP/form" "$U/translate"
is "names that lie in each other are two" "$code" 400
ask -H 'Content-Type: multipart/form-data; boundary=x' -d 'nothing' "$U/translate"
is "a damaged form" "$code" 400

# ---- Who may ask

ask -H 'Host: evil.example' "$U/health"
is "another name of the server" "$code" 421
ask -H 'Origin: https://evil.example' -d 'q=Hello.' -d source=en -d target=de "$U/translate"
is "a page of another site" "$code" 403
ask -H 'Origin: moz-extension://x' -d 'q=Hello.' -d source=en -d target=de "$U/translate"
is "an extension of a browser" "$code $(grep -i 'allow-origin' "$TMP/head" | tr -d '\r')" \
    "200 Access-Control-Allow-Origin: moz-extension://x"
single="$U/translate_a/single?client=gtx&sl=en&tl=de&dt=t&q=Hello."
ask -H 'Sec-Fetch-Site: cross-site' -H 'Sec-Fetch-Mode: no-cors' "$single"
is "a picture of a page of another site" "$code" 403
ask -H 'Sec-Fetch-Site: cross-site' -H 'Sec-Fetch-Mode: navigate' "$single"
is "a frame of one" "$code" 403
ask -H 'Sec-Fetch-Site: none' -H 'Sec-Fetch-Mode: navigate' "$single"
is "what the user typed" "$code" 200
ask -H 'Sec-Fetch-Site: cross-site' -H 'Sec-Fetch-Mode: navigate' "$U/"
is "a link to the page" "$code" 200
ask -X OPTIONS -H 'Origin: moz-extension://x' -H 'Access-Control-Request-Method: POST' "$U/translate"
is "asks before" "$code" 200
ask -H 'traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' "$U/health"
like "a trace comes back" "$(cat "$TMP/head")" '^traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

# ---- Operation

ask "$U/ready"
is "it is ready" "$code" 200
ask "$U/version"
like "it tells its version, and models that are open" "$(cat "$TMP/out")" \
    "\"version\":\"$("$T" --version | sed -n '1s/.* //p')\".*\"sha256\":\"[0-9a-f]{64}\""
ask "$U/metrics"
like "and what it has done" "$(cat "$TMP/out")" '^translate_requests_total\{interface="libretranslate",status="200"\} [1-9]'
if command -v promtool > /dev/null; then
    check "as Prometheus reads it" sh -c 'promtool check metrics < "$1"' - "$TMP/out"
else
    skip "as Prometheus reads it" "there is no promtool"
fi
check "no text is told of" sh -c '! grep -i -e hello -e house -e "q=" "$1"' - "$TMP/server"
like "but each request" "$(cat "$TMP/server")" '^POST /translate 200 [0-9]+ bytes in, [0-9]+ out, [0-9.]+ ms$'
stop_server
is "SIGTERM ends it" "$status" 0

# ---- Load: every answer is the command's, whoever asks beside

sed 's/<[^>]*>//g; s/[\\"]//g' README.md | grep '[a-z]' | head -n 60 > "$TMP/lines"
"$T" -f en -t de < "$TMP/lines" | sed 's/\\/\\\\/g; s/"/\\"/g; s/	/\\t/g; s/.*/{"translatedText":"&"}/' > "$TMP/wanted"
serve -q
for client in 1 2 3 4 5 6 7 8; do
    (
        while IFS= read -r line; do
            curl -s -d format=text -d source=en -d target=de --data-urlencode "q=$line" "$U/translate"
        done < "$TMP/lines" > "$TMP/got.$client"
    ) &
    clients="$clients $!"
done
wait $clients
for client in 1 2 3 4 5 6 7 8; do
    check "client $client of eight at once" cmp "$TMP/got.$client" "$TMP/wanted"
done
stop_server
is "and it ends" "$status" 0

# ---- Two models by way of English: a document that is late between them

if [ -f models/de-en-tiny/de-en-tiny.gguf ]; then
    mkdir "$TMP/two"
    cp models/de-en-tiny/de-en-tiny.gguf "$TMP/two"
    perl -0777 -pe 's/(nmt\.target_language.{12})de/$1yy/s' "$MODEL" > "$TMP/two/en-yy.gguf"
    late=0
    for lines in 80 160 320 640 1280 2560; do # one of them is late in its second half
        [ -z "$SERVER_PID" ] || stop_server
        # A server that does not know its speed takes what comes first.
        TRANSLATE_MODELS=$TMP/two serve -q --request-timeout 1
        {
            printf '{"source":"de","target":"yy","format":"html","q":"'
            seq $lines | sed 's/.*/<p>Das Haus Nummer & ist alt, und der Hund schläft heute dort.<\/p>/' | tr -d '\n'
            printf '"}'
        } > "$TMP/document"
        json "@$TMP/document"
        [ "$code" = 503 ] && late=$((late + 1))
    done
    check "documents by way of English are late" [ "$late" -gt 0 ]
    ask "$U/health"
    is "and the server goes on" "$code" 200
    stop_server
    is "to its end" "$status" 0
else
    skip "documents by way of English" "there is no model"
fi

# ---- Keys, Unix sockets, another address

printf '# keys\nme secret\nother two 2\n' > "$TMP/keys"
serve -q --keys "$TMP/keys"
run serve --probe $PORT
is "one that takes requests" "$status $(cat "$TMP/err")" "0 "
run serve --probe "unix:$TMP/none"
says "none" 1 'unix:.*/none: cannot be reached: No such file or directory'
kill -STOP $SERVER_PID
run serve --probe "127.0.0.1:$PORT"
kill -CONT $SERVER_PID
says "one that does not answer" 1 "127.0.0.1:$PORT: does not answer in time"
ask -d 'q=Hello.' -d source=en -d target=de "$U/translate"
is "without a key" "$code $(cat "$TMP/out")" '400 {"error":"Please contact the server operator to get an API key"}'
ask -d 'q=Hello.' -d source=en -d target=de -d api_key=wrong "$U/translate"
is "with a wrong one" "$code $(cat "$TMP/out")" '403 {"error":"Invalid API key"}'
ask -d 'q=Hello.' -d source=en -d target=de -d api_key=secret "$U/translate"
is "with a right one" "$code" 200
ask -H 'Authorization: Bearer secret' -d 'q=Hello.' -d source=en -d target=de "$U/translate"
is "in a header" "$code" 200
for i in 1 2 3; do
    ask -d 'q=Hello.' -d source=en -d target=de -d api_key=two "$U/translate"
done
is "one that asks too often" "$code" 429
like "is told when to come back" "$(cat "$TMP/head")" '^Retry-After: [1-9]'
printf 'me secret\nsmall sm 3 50\n' > "$TMP/keys"
kill -HUP $SERVER_PID
sleep 0.3
ask -d "q=$(printf 'a%.0s' $(seq 60))" -d source=en -d target=de -d api_key=sm "$U/translate"
answers "a text of more than a key has in a minute" 413 '{"error":"the request has 60 characters, and the key 50 a minute"}'
json '{"q":["a","b","c","d"],"source":"en","target":"de","api_key":"sm"}'
answers "more texts than a key has" 413 '{"error":"the request has 4 texts, and the key 3 a minute"}'
for i in 1 2 3 4; do
    ask -d 'q=Hello.' -d api_key=sm "$U/detect"
done
is "finding languages out counts, too" "$code" 429
ask -H 'Authorization: secret' -d 'q=Hello.' -d source=en -d target=de "$U/translate"
is "a key without a scheme" "$code" 200
printf 'me new\n' > "$TMP/keys"
kill -HUP $SERVER_PID
sleep 0.3
ask -d 'q=Hello.' -d source=en -d target=de -d api_key=new "$U/translate"
is "SIGHUP reads the keys again" "$code" 200
stop_server

run serve --listen 0.0.0.0:$PORT
says "others may not ask without keys" 1 'others than programs of this machine could ask: name who may with --keys FILE, or give --public'
run serve --listen 70000
says "a port that is none" 1 '70000: a port is a number from 0 to 65535; 0 is any that is free'
"$T" serve -q --listen 127.0.0.2:0 2> "$TMP/server" &
SERVER_PID=$!
for wait in $(seq 100); do [ -s "$TMP/server" ] && break; sleep 0.05; done
any=$(sed -n 's/^listening on //p' "$TMP/server")
like "a port that is any is told" "$any" '^http://127\.0\.0\.2:[1-9][0-9]*$'
ask -d q=Hello. -d source=en -d target=de "$any/translate"
answers "an address that it listens on is a name" 200 "{\"translatedText\":\"$hello\"}"
ask -H 'Host: 127.0.0.3' "$any/health"
is "another one is none" "$code" 421
perl -MIO::Socket::INET -e '
    my $s = IO::Socket::INET->new($ARGV[0] =~ s/.*\///r) or die;
    print $s "POST /translate HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n",
        "Content-Length: 28\r\n\r\nq=Hello.&source=en&target=de";
    $s->flush;
    shutdown $s, 1;
    local $/;
    print <$s> =~ s/.*\r\n//sr' "$any" > "$TMP/out"
is "who sends no more is answered" "$(cat "$TMP/out")" "{\"translatedText\":\"$hello\"}"
stop_server
run serve --listen nowhere:x
says "an address that is none" 1 'nowhere:x: a port is a number'
run serve --keys "$TMP/none"
says "a file of keys that is not there" 1 'none: No such file or directory'
run serve operand
says "an operand" 2 'unexpected operand operand'
"$T" serve -q --listen "unix:$TMP/socket" 2> "$TMP/server" &
SERVER_PID=$!
for wait in $(seq 100); do [ -S "$TMP/socket" ] && break; sleep 0.05; done
ask --unix-socket "$TMP/socket" -d 'q=Hello.' -d source=en -d target=de http://any/translate
is "a Unix socket" "$code $(cat "$TMP/out")" "200 {\"translatedText\":\"$hello\"}"
kill -9 $SERVER_PID
wait $SERVER_PID 2>&-
"$T" serve -q --listen "unix:$TMP/socket" --idle-exit 2 2> "$TMP/server" &
SERVER_PID=$!
for wait in $(seq 100); do
    ask --unix-socket "$TMP/socket" http://any/health
    [ "$code" = 000 ] || break
    sleep 0.05
done
is "one that a killed server left" "$code" 200
wait $SERVER_PID
is "--idle-exit ends it" "$? $(ls "$TMP/socket" 2>&-)" "0 "
SERVER_PID=

done_testing
