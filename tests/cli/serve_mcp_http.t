#!/bin/sh
# serve_mcp_http.t - translate serve: the Model Context Protocol over HTTP.
# PYTHON names a Python that has the official client, the package mcp; tests/clients/mcp_http.py drives it.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

B='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
META='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
post() { # BODY [CURL'S ARGS]
    post_body=$1
    shift
    ask -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' "$@" --data-binary "$post_body" "$U/mcp"
}
begin() { # ARGS: $S is the session
    post "$B" "$@"
    S=$(sed -n 's/^Mcp-Session-Id: \([^[:space:]]*\).*/\1/p' "$TMP/head")
}
in_session() { post "$1" -H "Mcp-Session-Id: $S"; }
request() { printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}' "$1" "$2" "${3:-{\}}"; }
call() { request "$1" tools/call "{\"name\":\"$2\",\"arguments\":$3}"; }
modern() { # ID METHOD PARAMS [CURL'S ARGS]
    modern_body='{"jsonrpc":"2.0","id":'$1',"method":"'$2'","params":{'"$META${3:+,$3}"'}}' modern_method=$2
    shift 3
    post "$modern_body" -H 'MCP-Protocol-Version: 2026-07-28' -H "Mcp-Method: $modern_method" "$@"
}
said() { printf '%s %s' "$code" "$(cat "$TMP/out")"; }
hello=$(say 'Hello.') night=$(say 'Good night.')
HELLO='{"text":"Hello.","source":"en","target":"de"}'

serve --char-limit 1000 --batch-limit 10 --metrics

# ---- A session, as until 2025-11-25

begin
like "a session is begun" "$(said)" '^200 \{"jsonrpc":"2.0","id":1,"result":\{"protocolVersion":"2025-06-18","capabilities":\{"tools":\{\}\},"serverInfo":'
like "its name is of 128 bits" "$S" '^[0-9a-f]{32}$'
like "the answer is JSON" "$(cat "$TMP/head")" '^Content-Type: application/json'
first=$S
begin
check "another has another" [ "$S" != "$first" ]
in_session '{"jsonrpc":"2.0","method":"notifications/initialized"}'
is "what needs no answer has none" "$(said) $(grep -ci '^content-type' "$TMP/head")" '202  0'
in_session '{"jsonrpc":"2.0","id":9,"result":{}}'
is "nor has an answer" "$(said)" '202 '
in_session "$(request 2 ping)"
is "a ping" "$(said)" '200 {"jsonrpc":"2.0","id":2,"result":{}}'
in_session "$(request '"a\u00e4"' ping)"
is "an id that is a text" "$(said)" '200 {"jsonrpc":"2.0","id":"aä","result":{}}'
in_session "$(request 3 tools/list)"
like "tools" "$(said)" '^200 .*"name":"translate_text",.*"name":"translate_content",.*"name":"delete_glossary"'
check "none for files of the machine" sh -c '! grep translate_document "$1"' - "$TMP/out"
in_session "$(call 4 translate_text "$HELLO")"
is "a text is the command's" "$(said)" '200 {"jsonrpc":"2.0","id":4,"result":{"content":[{"type":"text","text":"'"$hello"'"}],"structuredContent":{"translations":[{"text":"'"$hello"'","source":"en"}]},"isError":false}}'
like "its model is told" "$(cat "$TMP/head")" '^X-Translate-Model: [0-9a-f]{64}'
in_session "$(call 5 translate_text '{"text":["Hello.","Good night."],"source":"en","target":"de"}')"
like "texts" "$(said)" "^200 .*\"structuredContent\":\{\"translations\":\[\{\"text\":\"$hello\",\"source\":\"en\"\},\{\"text\":\"$night\",\"source\":\"en\"\}\]\},\"isError\":false"
printf '<p>Hello.</p>' > "$TMP/a.html"
page=$("$T" -f en -t de --format html < "$TMP/a.html")
in_session "$(call 6 translate_content '{"name":"a.html","text":"<p>Hello.</p>","source":"en","target":"de"}')"
like "a document" "$(said)" "\"structuredContent\":\{\"text\":\"$page\"\}"
in_session "$(call 7 translate_content "{\"name\":\"a.html\",\"data\":\"$(base64 < "$TMP/a.html")\",\"source\":\"en\",\"target\":\"de\"}")"
like "in base64" "$(said)" "\"uri\":\"document:a.html\",\"mimeType\":\"application/octet-stream\",\"blob\":\"$(printf %s "$page" | base64 | sed 's/+/\\+/g')\""
in_session "$(call 8 detect_language '{"text":"The house is old, and nobody lives in it."}')"
like "a language" "$(said)" '"structuredContent":\{"languages":\[\{"language":"en"'
in_session "$(call 9 list_languages '{}')"
like "languages" "$(said)" '"code":"de","name":"German","targets":\["en"'
in_session "$(call 10 create_glossary '{"name":"n","source":"en","target":"de","entries":"house\tGemäuer\n"}')"
glossary=$(sed -n 's/.*"structuredContent":{"id":"\([^"]*\)".*/\1/p' "$TMP/out")
printf 'house\tGemäuer\n' > "$TMP/terms.tsv"
in_session "$(call 11 translate_text "{\"text\":\"The house is old.\",\"source\":\"en\",\"target\":\"de\",\"glossary_id\":\"$glossary\"}")"
like "a glossary's terms" "$(said)" "\"text\":\"$(echo 'The house is old.' | "$T" -f en -t de --glossary "$TMP/terms.tsv")\""

n=0
for wrong in '{}' '{"text":7,"target":"de"}' '{"text":["x",1],"target":"de"}' '{"text":"x"}' '{"text":"x","target":"tlh"}' \
    '{"text":"x","source":"en","target":"de","alternatives":4}' '{"text":"x","source":"en","target":"de","alternatives":-1}' \
    '{"text":"x","source":"en","target":"de","glossary_id":"none"}' '[]' '7' 'null' \
    "{\"text\":\"$(printf %01001d 0)\",\"source\":\"en\",\"target\":\"de\"}" \
    '{"text":["1","2","3","4","5","6","7","8","9","10","11"],"source":"en","target":"de"}'; do
    in_session "$(call 12 translate_text "$wrong")"
    n=$((n + 1))
    like "a failure is the tool's: $n" "$(said)" '^200 .*"id":12,"result":\{"content":\[\{"type":"text","text":"[^"]+"\}\],"isError":true\}'
done
for wrong in '{"name":"/etc/hostname","target":"de"}' '{"name":"a.bin","data":"AAEC","target":"de"}' \
    '{"name":"a.docx","data":"UEsDBA==","source":"en","target":"de"}' '{"name":"a.md","data":"*","target":"de"}'; do
    in_session "$(call 13 translate_content "$wrong")"
    like "and a document's: $wrong" "$(said)" '^200 .*"isError":true'
done
in_session "$(call 14 translate_document '{"path":"/etc/hostname","target":"de"}')"
is "no file can be asked for" "$(said)" '200 {"jsonrpc":"2.0","id":14,"error":{"code":-32602,"message":"there is no such tool"}}'
in_session "$(request 15 resources/list)"
like "another method" "$(said)" '^200 .*"id":15,"error":\{"code":-32601,'

# ---- Who has no session, and heads that are none

refused() { # NAME STATUS CODE
    like "$1" "$(said)" "^$2 \{\"jsonrpc\":\"2.0\",\"id\":[^,]*,\"error\":\{\"code\":$3,\"message\":\"[^\"]+\""
}
post "$(request 2 ping)"
refused "without a session" 400 -32600
post "$(request 2 ping)" -H 'Mcp-Session-Id: 0123456789abcdef0123456789abcdef'
refused "in none that there is" 404 -32600
post "$(request 2 ping)" -H 'Mcp-Session-Id;'
refused "in one of no name" 404 -32600
post "$(request 2 ping)" -H "Mcp-Session-Id: $S" -H 'MCP-Protocol-Version: 2025-03-26'
is "a version that is spoken" "$code" 200
post "$(request 2 ping)" -H "Mcp-Session-Id: $S" -H 'MCP-Protocol-Version: 1900-01-01'
refused "one that is not" 400 -32022
ask -H 'Content-Type: application/json' -H 'Accept: text/html, text/event-stream' -H "Mcp-Session-Id: $S" -d "$(request 2 ping)" "$U/mcp"
refused "JSON has to be accepted" 406 -32600
for accept in 'application/*;q=0.5' 'text/html, */*' 'APPLICATION/JSON'; do
    ask -H 'Content-Type: application/json' -H "Accept: $accept" -H "Mcp-Session-Id: $S" -d "$(request 2 ping)" "$U/mcp"
    is "as here: $accept" "$code" 200
done
for type in text/plain application/x-www-form-urlencoded application/jsonl; do
    ask -H "Content-Type: $type" -H "Mcp-Session-Id: $S" -d "$(request 2 ping)" "$U/mcp"
    refused "another type: $type" 415 -32600
done
in_session '{"jsonrpc":'
refused "what is not JSON" 400 -32700
in_session ''
refused "nothing" 400 -32700
in_session "[$(request 1 ping),$(request 2 ping)]"
refused "several at once" 400 -32600
for bad in '7' 'null' '"x"' '{}' '{"jsonrpc":"1.0","id":1,"method":"ping"}' '{"jsonrpc":"2.0","id":1}' '{"jsonrpc":"2.0","id":{},"method":"ping"}' \
    '{"jsonrpc":"2.0","id":null,"method":"ping"}' '{"jsonrpc":"2.0","id":1,"method":7}' '{"jsonrpc":"2.0","id":1e300,"method":"ping"}'; do
    in_session "$bad"
    refused "what is no message: $bad" 400 -32600
done
in_session "$(printf '%0100000d' 0 | tr 0 '[')"
refused "a deep one" 400 -32700
in_session "$(call 1 translate_text "$(printf '%050d' 0 | sed 's/0/{"text":/g')1$(printf '%050d' 0 | tr 0 '}')")"
like "a tool's deep arguments" "$(said)" '^200 .*"isError":true'
in_session "$(printf '{"jsonrpc":"2.0","id":"\377","method":"ping"}')"
refused "an id that is not UTF-8" 400 -32600
in_session "$(call 1 translate_text "$(printf '{"text":"\377 Hello.","source":"en","target":"de"}')")"
is "the answer is UTF-8 always" "$(said | iconv -f UTF-8 -t UTF-8 | grep -c '"isError":false')" 1
ask -H 'Content-Type: application/json' -H "Mcp-Session-Id: $S" -d "$(request 2 ping)" "$U/mcp/"
is "a slash behind the path is nothing" "$code" 200
ask "$U/mcp"
is "nothing is streamed" "$code $(grep -i '^allow:' "$TMP/head" | tr -d '\r')" "405 Allow: POST, DELETE"
in_session "$(request 2 ping)"
is "the session lives" "$code" 200
post "$B" -H 'Origin: http://evil.example'
is "a page of another site cannot ask" "$code" 403
post "$B" -H 'Host: evil.example'
is "nor by another name" "$code" 421

ask -X DELETE -H "Mcp-Session-Id: $S" "$U/mcp"
is "a session is ended" "$(said)" '204 '
in_session "$(request 2 ping)"
refused "and is no more" 404 -32600
ask -X DELETE -H "Mcp-Session-Id: $S" "$U/mcp"
refused "nor can it be ended again" 404 -32600
ask -X DELETE "$U/mcp"
refused "nor one without a name" 400 -32600
S=$first
in_session "$(call 2 translate_text "$HELLO")"
like "another goes on" "$(said)" "^200 .*$hello"

# ---- What takes long is cancelled; a session that is ended waits for nothing

lines=$(seq 9000 | sed 's/.*/This is line number & of a long letter that nobody reads./' | tr '\n' ' ')
stop_server
serve -q --request-timeout 600
begin
long() { request "$1" tools/call "{\"name\":\"translate_text\",\"arguments\":{\"text\":\"$lines\",\"source\":\"en\",\"target\":\"de\"}}"; }
begin_long() { # ID: the answer comes to $TMP/long
    long "$1" > "$TMP/long.json"
    curl -s -m 60 -o "$TMP/long" -H 'Content-Type: application/json' -H "Mcp-Session-Id: $S" --data-binary "@$TMP/long.json" "$U/mcp" &
    long_pid=$!
    sleep 0.5
}
begin_long 20
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"20"}}'
sleep 0.2
check "another id cancels nothing" kill -0 $long_pid
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":20,"reason":"x"}}'
is "a cancellation is taken" "$(said)" '202 '
wait $long_pid
is "what is cancelled ends" "$(cat "$TMP/long")" '{"jsonrpc":"2.0","id":20,"error":{"code":-32800,"message":"the request was cancelled"}}'
begin_long 21
mine=$S
begin
in_session '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":21}}'
sleep 0.2
check "another session cancels nothing" kill -0 $long_pid
ask -X DELETE -H "Mcp-Session-Id: $mine" "$U/mcp"
wait $long_pid
like "a session that ends waits for nothing" "$(cat "$TMP/long")" '"id":21,"error":\{"code":-32800,'

# ---- Revision 2026-07-28: each request tells its version, and there is no session

modern 1 server/discover ''
like "what the server can" "$(said)" '^200 .*"supportedVersions":\["2026-07-28",.*"resultType":"complete"'
check "no session is begun" sh -c '! grep -i mcp-session-id "$1"' - "$TMP/head"
modern 2 tools/list ''
like "tools" "$(said)" '^200 .*"tools":\[.*"ttlMs":[0-9]+,"cacheScope":"private","resultType":"complete"'
text='"name":"translate_text","arguments":'$HELLO
modern 3 tools/call "$text" -H 'Mcp-Name: translate_text'
like "a text" "$(said)" "^200 .*\"text\":\"$hello\".*\"isError\":false,\"resultType\":\"complete\",\"_meta\":\{\"io.modelcontextprotocol/serverInfo\":"
modern 4 tools/call "$text" -H "Mcp-Name: =?base64?$(printf translate_text | base64)?="
is "a name in base64" "$code" 200
modern 5 tools/call "$text"
refused "without its name" 400 -32020
modern 6 tools/call "$text" -H 'Mcp-Name: detect_language'
refused "with another name" 400 -32020
modern 7 tools/call "$text" -H 'Mcp-Name: =?base64?*?='
refused "with one that is none" 400 -32020
post '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{'"$META"'}}' -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call'
refused "with another method" 400 -32020
post '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{'"$META"'}}' -H 'MCP-Protocol-Version: 2025-11-25' -H 'Mcp-Method: tools/list'
refused "with another version" 400 -32020
post '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{'"$META"'}}' -H 'Mcp-Method: tools/list'
refused "with none" 400 -32020
post '{"jsonrpc":"2.0","id":8,"method":"tools/list"}' -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/list'
refused "without what tells of it" 400 -32602
modern 9 ping ''
refused "a method that is no more" 404 -32601
modern 10 tools/call '"name":"none"' -H 'Mcp-Name: none'
refused "no such tool" 400 -32602
post '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}' -H 'MCP-Protocol-Version: 2026-07-28'
is "what needs no answer has none" "$(said)" '202 '
stop_server
is "it ends" "$status" 0

# ---- Keys

printf 'mine secret1\nyours secret2 2\n' > "$TMP/keys"
serve --keys "$TMP/keys" --metrics
begin
refused "without a key" 401 -32600
like "as HTTP says it" "$(cat "$TMP/head")" '^WWW-Authenticate: Bearer'
begin -H 'Authorization: Bearer wrong'
refused "with a wrong one" 401 -32600
begin -H 'Authorization: Bearer secret1'
is "with one" "$code" 200
post "$(request 2 ping)" -H "Mcp-Session-Id: $S" -H 'Authorization: Bearer secret1'
is "the session is the key's" "$code" 200
post "$(request 2 ping)" -H "Mcp-Session-Id: $S" -H 'Authorization: Bearer secret2'
refused "and not another's" 404 -32600
post "$(request 2 ping)" -H "Mcp-Session-Id: $S"
refused "nor anybody's" 401 -32600
ask -X DELETE -H "Mcp-Session-Id: $S" -H 'Authorization: Bearer secret2' "$U/mcp"
refused "who cannot end it, either" 404 -32600
begin -H 'Authorization: Bearer secret2'
for n in 1 2 3; do
    post "$(call $n translate_text "$HELLO")" -H "Mcp-Session-Id: $S" -H 'Authorization: Bearer secret2'
    [ $n -eq 3 ] || is "what the key may do in a minute: $n" "$(said | grep -c '"isError":false')" 1
done
like "and no more" "$(said)" '^200 .*"text":"Slowdown: [^"]*"\}\],"isError":true'
like "it is told when" "$(cat "$TMP/head")" '^Retry-After: [0-9]+'
ask -H 'Authorization: Bearer secret1' "$U/metrics"
like "requests are counted" "$(cat "$TMP/out")" '^translate_requests_total\{interface="mcp",status="200"\} 6$'
like "and what was refused" "$(cat "$TMP/out")" 'reason="rate"\} 1$'
like "and characters" "$(cat "$TMP/out")" '^translate_characters_total 12$'
begin -H 'Authorization: Bearer secret1' -H "Origin: $U"
like "pages may read the session" "$(cat "$TMP/head")" '^Access-Control-Expose-Headers: Mcp-Session-Id'
stop_server

# ---- More sessions than there is room for: the longest unused one goes

serve -q --request-timeout 600
begin
first=$S
printf '%s' "$B" > "$TMP/begin"
begin_many() { # N HEADER
    {
        printf 'header = "Content-Type: application/json"\nheader = "%s"\ndata-binary = "@%s"\n' "$2" "$TMP/begin"
        for n in $(seq "$1"); do printf 'url = "%s/mcp"\noutput = "/dev/null"\n' "$U"; done
    } > "$TMP/many"
    curl -s -K "$TMP/many"
}
memory() { awk '/^VmRSS/ { print $2 }' /proc/$SERVER_PID/status; }
before=$(memory)
begin_many "$(amount 4200 10000)" 'Connection: keep-alive'
S=$first
in_session "$(request 2 ping)"
is "a client has a part of the room" "$code" 200
begin_many "$(amount 4200 10000)" 'Connection: close'
in_session "$(request 2 ping)"
refused "many together have all of it" 404 -32600
begin
in_session "$(request 2 ping)"
is "the newest is there" "$code" 200
grown=$(($(memory) - before))
if [ "$VARIANT" = release ]; then
    check "thousands of sessions take little memory: $grown KiB" [ $grown -lt 8192 ]
else
    skip "thousands of sessions take little memory" "this variant keeps what is freed"
fi

# ---- Clients

python=${PYTHON:-python3}
if "$python" -c 'import mcp.client.streamable_http' 2> "$TMP/err"; then
    PYTHONDONTWRITEBYTECODE=1 "$python" -W ignore tests/clients/mcp_http.py "$U" "$T" > "$TMP/clients" 2> "$TMP/err"
    status=$?
    while read -r line; do
        case $line in
        'ok - '*) passed "${line#ok - }" ;;
        'skip - '*) skip "clients" "${line#skip - }" ;;
        *) failed "${line#not ok - }" ;;
        esac
    done < "$TMP/clients"
    is "the clients go through all" "$status $(cat "$TMP/err")" "0 "
else
    skip "the official client" "$python has no package mcp: PYTHON names one"
fi

done_testing
