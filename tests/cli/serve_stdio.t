#!/bin/sh
# serve_stdio.t - the server on standard input and output: JSON lines, browsers, models that call.
. tests/cli/tap.sh
need_model
if [ ! -x "$(dirname "$T")/translate-serve" ]; then
    echo "1..0 # SKIP there is no translate-serve"
    exit 0
fi

ln -s "$PWD/models" "$TMP/models"
TRANSLATE_MODELS=$TMP/models
export TRANSLATE_MODELS
say() { printf '%s\n' "$1" | "$T" -f "${2:-en}" -t "${3:-de}"; }
hello=$(say 'Hello.') night=$(say 'Good night.')

# ---- JSON lines

lines() { run serve --stdio "$@"; }
answer() { grep "^{\"id\":$1," "$TMP/out"; } # of an id
lines << 'E'
{"id":1,"text":"Hello.","source":"en","target":"de"}
{"id":"two","text":["Hello.","Good night."],"source":"EN","target":"de"}
{"id":3,"text":"Das Haus ist alt.","target":"en"}
{"id":4,"text":"Hello.\n\nGood night.\n","source":"en","target":"de","n_best":2}
{"id":5,"text":"<p>Hello.</p>","source":"en","target":"de","html":true}
{"id":6,"text":[],"source":"en","target":"de"}

{"id":7,"languages":true}
{"id":8,"detect":"Das Haus ist alt und schön."}
{"id":9,"text":"","source":"en","target":"de"}
{"id":10,"text":"Good night.","source":"en","target":"de","score":true}
{"id":11,"text":["Good night.","4711"],"source":"en","target":"de","quality":true}
{"id":12,"text":["Good night.","So:\nPress Start, not Stop, but not Pause, and never press nothing, not even Quit."],"source":"en","target":"de","lost":true}
E
is "ends when its input does, and says nothing else" "$status $(cat "$TMP/err") $(wc -l < "$TMP/out")" "0  12"
is "a score, where it is asked for" "$(answer 10)" \
    "{\"id\":10,\"text\":\"$night\",\"score\":$(echo 'Good night.' | "$T" -f en -t de --scores | cut -f 1)}"
is "its quality, too, which what was copied has not" "$(answer 11 | sed 's/.*"quality"://')" \
    "[$(echo 'Good night.' | "$T" -f en -t de --json | sed 's/.*"quality":\([0-9.]*\).*/\1/'),null]}"
# The line is the second one of its text, behind "So:\n".
moved() { perl -pe 's/("(?:begin|end)":)(\d+)/$1 . ($2 + 4)/ge'; }
is "and what it lacks" "$(answer 12 | sed 's/.*"lost"://')" \
    "[[],$(echo 'Press Start, not Stop, but not Pause, and never press nothing, not even Quit.' | "$T" -f en -t de --json |
        grep -o '"lost":\[[^]]*\]' | sed 's/^"lost"://' | moved)]}"
is "a text" "$(answer 1)" "{\"id\":1,\"text\":\"$hello\"}"
is "a list, and an id that is a text" "$(answer '"two"')" "{\"id\":\"two\",\"text\":[\"$hello\",\"$night\"]}"
is "a language that is found out is told" "$(answer 3)" "{\"id\":3,\"text\":\"$(say 'Das Haus ist alt.' de en)\",\"source\":\"de\"}"
like "lines stay lines, and others are there" "$(answer 4)" "^\{\"id\":4,\"text\":\"$hello\\\\n\\\\n$night\\\\n\",\"alternatives\":\[\"[^\"]"
is "HTML" "$(answer 5)" "{\"id\":5,\"text\":\"<p>$hello</p>\"}"
is "no texts" "$(answer 6)" '{"id":6,"text":[]}'
like "languages" "$(answer 7)" '"code":"en","name":"English","targets":\[[^]]*"de"'
like "detection" "$(answer 8)" '^\{"id":8,"detected":\[\{"language":"de","confidence":[01]'
is "an empty text" "$(answer 9)" '{"id":9,"text":""}'

while IFS='|' read -r name wanted line; do
    printf '%s\n{"id":99,"languages":true}\n' "$line" | "$T" serve --stdio > "$TMP/out" 2> "$TMP/err"
    like "$name" "$(cat "$TMP/out")" "\"error\":\{\"code\":\"$wanted\",\"message\":\"[^\"]"
    check "$name: and on" grep -q '^{"id":99,' "$TMP/out"
done << 'E'
what is not JSON|json|junk
JSON with more behind it|json|{"id":1} {"id":2}
something else than an object|invalid|[1,2]
nothing to do|invalid|{"id":1}
no target|invalid|{"id":1,"text":"x","source":"en"}
a number for a text|invalid|{"id":1,"text":7,"target":"de"}
a list of numbers|invalid|{"id":1,"text":[7],"target":"de"}
an unknown source|unsupported|{"id":1,"text":"x","source":"zz","target":"de"}
an unknown target|unsupported|{"id":1,"text":"x","source":"en","target":"zz"}
a glossary that is not there|invalid|{"id":1,"text":"x","source":"en","target":"de","glossary":"none"}
too many translations|invalid|{"id":1,"text":"x","source":"en","target":"de","n_best":1000}
none at all|invalid|{"id":1,"text":"x","source":"en","target":"de","n_best":0}
E
{
    printf '{"id":1,"text":"'
    head -c 11000000 /dev/zero | tr '\0' a
    printf '","target":"de"}\n{"id":2,"text":"Hello.","source":"en","target":"de"}'
} | lines
is "a line that is too long, and a last one without an end" "$(sort "$TMP/out")" \
    "{\"id\":2,\"text\":\"$hello\"}
{\"id\":null,\"error\":{\"code\":\"length\",\"message\":\"the message has more than 10 MiB\"}}"
printf '{"id":1,"text":"a\\u0000b \377","source":"en","target":"de"}\n' | lines
check "NUL and what is not UTF-8 come out as valid JSON" iconv -f UTF-8 -t UTF-8 "$TMP/out"
like "and nothing is cut off" "$(cat "$TMP/out")" '�.*�"\}$'
lines < /dev/null
is "no input" "$status $(wc -c < "$TMP/out")" "0 0"

# What was not begun is not translated.
awk 'BEGIN { printf "{\"id\":1,\"source\":\"en\",\"target\":\"de\",\"text\":\""
    for (i = 0; i < 20000; i++) printf "The house number %d is old, and nobody lives there.\\n", i
    print "\"}"; print "{\"id\":2,\"cancel\":1}" }' > "$TMP/long"
lines < "$TMP/long"
is "what is cancelled has an answer, too" "$(sort "$TMP/out")" \
    '{"id":1,"error":{"code":"cancelled","message":"it was cancelled"}}
{"id":2,"cancelled":true}'
seq 300 | awk '{ printf "{\"id\":%d,\"text\":\"Hello. Number %d.\",\"source\":\"en\",\"target\":\"de\"}\n", $1, $1 }' | lines
is "many at once, each has its answer" "$(sed 's/^{"id":\([0-9]*\),"text":.*[^0-9]\1[^0-9].*/\1/' "$TMP/out" | sort -n | tr '\n' ' ')" "$(seq 300 | tr '\n' ' ')"
"$T" serve --stdio < "$TMP/long" 2> "$TMP/err" | :
is "nobody who reads" "$(cat "$TMP/err")" ""
if [ -w /dev/full ]; then
    echo '{"id":1,"languages":true}' | "$T" serve --stdio > /dev/full 2> "$TMP/err"
    status=$?
    says "a full disk" 1 'standard output: No space left'
fi
run serve --stdio <&-
says "no standard input" 1 'standard input: '

# ---- Browsers: a length before each message

frame() { # of this machine's byte order
    printf '%s' "$1" | perl -0777 -ne 'use bytes; print pack("L", length $_), $_'
}
unframe() { perl -0777 -ne 'while (length $_) { my $n = unpack "L", $_; print substr($_, 4, $n), "\n"; $_ = substr($_, 4 + $n) }' "$TMP/out"; }
ln -s "$T" "$TMP/translate-native"
{
    frame '{"id":1,"command":"Translate","data":{"src":"en","trg":"de","text":"Hello."}}'
    frame '{"id":2,"command":"Translate","data":{"model":"en-de","text":"<p>Hello.</p>","html":true}}'
    frame '{"id":3,"command":"ListModels","data":{}}'
    frame '{"id":4,"command":"Translate","data":{"src":"en","trg":"zz","text":"Hello."}}'
    frame '{"id":5,"command":"DownloadModel","data":{"modelID":"x"}}'
    frame '{"id":6,"command":"Translate","data":{"model":"en-zz","text":"Hello."}}'
    frame '{"id":7,"command":"Translate","data":{"src":"en","trg":"de","model":"en-de","text":"Hello."}}'
    frame 'junk'
} > "$TMP/frames"
"$TMP/translate-native" /a/manifest.json id@extension < "$TMP/frames" > "$TMP/out" 2> "$TMP/err"
is "a browser starts it by another name, with operands of its own" "$? $(cat "$TMP/err")" "0 "
unframe > "$TMP/messages"
message() { grep "^{\"id\":$1," "$TMP/messages"; }
is "a pair of languages" "$(message 1)" "{\"id\":1,\"success\":true,\"data\":{\"target\":{\"text\":\"$hello\"}}}"
is "a model, and HTML" "$(message 2)" "{\"id\":2,\"success\":true,\"data\":{\"target\":{\"text\":\"<p>$hello</p>\"}}}"
like "models" "$(message 3)" '"id":"en-de",.*"local":true,"src":"English","trg":"German","srcTags":\{"en":"English"\},"trgTag":"de"'
for id in 4 5 6 7 -1; do
    like "refused: $id" "$(message $id)" '"success":false,"error":"[^"]'
done
printf '\001\000' > "$TMP/cut"
run serve --native-messaging < "$TMP/cut"
says "a message that is cut short" 1 'standard input: ends within a message'
{
    perl -e 'my $n = 11000000; print pack("L", $n), "x" x $n'
    frame '{"id":1,"command":"Translate","data":{"src":"en","trg":"de","text":"Hello."}}'
} > "$TMP/frames"
run serve --native-messaging < "$TMP/frames"
unframe > "$TMP/messages"
is "one that is too long is skipped" "$status $(message 1)" "0 {\"id\":1,\"success\":true,\"data\":{\"target\":{\"text\":\"$hello\"}}}"
# A comment is not translated: the answer is as long as the question.
perl -e 'print "{\"id\":1,\"command\":\"Translate\",\"data\":{\"src\":\"en\",\"trg\":\"de\",\"html\":true,\"text\":\"<!--", "0123456789" x 120000, "-->\"}}"' > "$TMP/comment"
perl -0777 -ne 'print pack("L", length $_), $_' "$TMP/comment" > "$TMP/frames"
run serve --native-messaging < "$TMP/frames"
is "an answer that browsers refuse is an error" "$(unframe)" '{"id":1,"success":false,"error":"the answer has more than 1 MiB"}'

# ---- Model Context Protocol

mkdir "$TMP/folder" "$TMP/other"
printf 'Hello.\n' > "$TMP/folder/a.txt"
printf 'Hello.\n' > "$TMP/other/b.txt"
ln -s "$TMP/other/b.txt" "$TMP/folder/link.txt"
ln -s "$TMP/other" "$TMP/folder/elsewhere"
tool() { # ID TOOL ARGUMENTS
    printf '{"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}\n' "$1" "$2" "$3"
}
mcp() { run serve --mcp "$@"; }
reply() { grep "^{\"jsonrpc\":\"2.0\",\"id\":$1," "$TMP/out"; }
{
    echo '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}'
    echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    echo '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/list"}'
    echo '{"jsonrpc":"2.0","id":3,"method":"resources/list"}'
    echo '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"none"}}'
    echo '{"jsonrpc":"1.0","id":5,"method":"ping"}'
    echo 'junk'
    tool 10 translate_text '{"text":"Hello.","source":"en","target":"de"}'
    tool 11 translate_text '{"text":["Hello.","Good night."],"source":"en","target":"de"}'
    tool 12 translate_text '{"text":"Hello.","target":"zz"}'
    tool 13 translate_text '{"target":"de"}'
    tool 14 detect_language '{"text":"Das Haus ist alt und schön."}'
    tool 15 list_languages '{}'
    tool 20 translate_document '{"path":"a.txt","source":"en","target":"de"}'
    tool 21 translate_document "{\"path\":\"$TMP/other/b.txt\",\"source\":\"en\",\"target\":\"de\"}"
    tool 22 translate_document '{"path":"link.txt","source":"en","target":"de"}'
    tool 23 translate_document '{"path":"../other/b.txt","source":"en","target":"de"}'
    tool 24 translate_document '{"path":"a.txt","source":"en","target":"de","output":"elsewhere/c.txt"}'
    tool 25 translate_document '{"path":"a.txt","source":"en","target":"de","output":"link.txt","overwrite":true}'
    tool 26 translate_document '{"path":"none.txt","source":"en","target":"de"}'
    tool 27 translate_document '{"path":"a.txt","source":"en","target":"de","output":"a.txt"}'
} > "$TMP/requests"
mcp --root "$TMP/folder" < "$TMP/requests"
is "it ends with its input" "$status $(cat "$TMP/err")" "0 "
like "the version that the client asks for" "$(reply 0)" '"protocolVersion":"2025-06-18","capabilities":\{"tools":\{\}\},"serverInfo":\{"name":"translate"'
is "a ping" "$(reply 1)" '{"jsonrpc":"2.0","id":1,"result":{}}'
like "tools" "$(reply 2)" '"name":"translate_text",.*"name":"translate_document",.*"name":"delete_glossary"'
like "another method" "$(reply 3)" '"error":\{"code":-32601,'
like "another tool" "$(reply 4)" '"error":\{"code":-32602,'
like "another protocol" "$(cat "$TMP/out")" '"id":null,"error":\{"code":-32600,'
like "what is not JSON" "$(cat "$TMP/out")" '"id":null,"error":\{"code":-32700,'
like "a text" "$(reply 10)" "\"content\":\[\{\"type\":\"text\",\"text\":\"$hello\"\}\],.*\"isError\":false"
like "texts" "$(reply 11)" "\"structuredContent\":\{\"translations\":\[\{\"text\":\"$hello\",\"source\":\"en\"\},\{\"text\":\"$night\""
for id in 12 13; do
    like "a failure is the tool's: $id" "$(reply $id)" '"text":"[^"]+"\}\],"isError":true'
done
like "a language" "$(reply 14)" '"structuredContent":\{"languages":\[\{"language":"de"'
like "languages that there are" "$(reply 15)" '"code":"en","name":"English","targets":\[[^]]*"de"'
is "a document" "$(cat "$TMP/folder/a.de.txt") $(cat "$TMP/folder/a.txt")" "$hello Hello."
for id in 21 22 23 24 25 26; do
    like "not from elsewhere, nor to there: $id" "$(reply $id)" 'is not in a folder that may be used|is no file that can be replaced'
done
like "what is there stays" "$(reply 27)" 'is there already'
is "nothing else was written" "$(ls "$TMP/folder" "$TMP/other" | tr '\n' ' ')$(cat "$TMP/other/b.txt")" \
    "$TMP/folder: a.de.txt a.txt elsewhere link.txt  $TMP/other: b.txt Hello."
{
    tool 1 create_glossary '{"name":"n","source":"en","target":"de","entries":"cat\tMieze\n"}'
    tool 2 create_glossary '{"name":"n","source":"en","target":"de","entries":""}'
    tool 3 list_glossaries '{}'
    tool 4 delete_glossary '{"glossary_id":"none"}'
} > "$TMP/requests"
mcp < "$TMP/requests"
like "a glossary" "$(reply 1)" '"name":"n","source":"en","target":"de","terms":1\},"isError":false'
like "one that is none" "$(reply 2)" '"isError":true'
like "glossaries" "$(reply 3)" '"structuredContent":\{"glossaries":\['
like "one that is not there" "$(reply 4)" '"isError":true'
echo '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' | mcp
check "without a folder, no tool for documents" sh -c '! grep translate_document "$1"' - "$TMP/out"
{
    tool 1 translate_text "$(sed -n '1s/.*"text":\(".*"\)}$/{"target":"de","text":\1}/p' "$TMP/long")"
    echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    echo '{"jsonrpc":"2.0","id":2,"method":"ping"}'
} > "$TMP/requests"
mcp < "$TMP/requests"
is "what is cancelled has no answer" "$status $(cat "$TMP/out")" '0 {"jsonrpc":"2.0","id":2,"result":{}}'

# Documents that are sent, and sent back; those of a package in base64.
printf '# Hello.\n' > "$TMP/a.md"
"$T" -f en -t de "$TMP/a.md" -o "$TMP/a.de.md" 2>&-
{
    tool 1 translate_content '{"name":"a.md","text":"# Hello.\n","source":"en","target":"de"}'
    tool 2 translate_content "{\"name\":\"x/a b.md\",\"data\":\"$(base64 < "$TMP/a.md")\",\"source\":\"en\",\"target\":\"de\"}"
    tool 3 translate_content '{"name":"a.md","source":"en","target":"de"}'
    tool 4 translate_content '{"name":"a.md","data":"*","source":"en","target":"de"}'
    tool 5 translate_content '{"name":"a.md","data":"IyA=","text":"x","source":"en","target":"de"}'
    tool 6 translate_content '{"name":"a.docx","text":"x","source":"en","target":"de"}'
    tool 7 translate_content '{"name":"/etc/hostname","target":"de"}'
} > "$TMP/requests"
mcp < "$TMP/requests"
like "a document that is sent" "$(reply 1)" "\"structuredContent\":\{\"text\":\"$(cat "$TMP/a.de.md")\\\\n\"\}"
like "in base64" "$(reply 2)" "\"resource\":\{\"uri\":\"document:a_b.md\",\"mimeType\":\"application/octet-stream\",\"blob\":\"$(base64 < "$TMP/a.de.md" | sed 's/+/\\+/g')\"\}"
for id in 3 4 5 6 7; do
    like "what is no document is told: $id" "$(reply $id)" '"isError":true'
done

# ---- Revision 2026-07-28: each request tells its version

meta() { printf '"_meta":{"io.modelcontextprotocol/protocolVersion":"%s","io.modelcontextprotocol/clientCapabilities":{}}' "${1:-2026-07-28}"; }
{
    echo '{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{'"$(meta)"'}}'
    echo '{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{'"$(meta)"'}}'
    echo '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{'"$(meta)"',"name":"translate_text","arguments":{"text":"Hello.","source":"en","target":"de"}}}'
    echo '{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{'"$(meta 1900-01-01)"'}}'
    echo '{"jsonrpc":"2.0","id":5,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}'
    echo '{"jsonrpc":"2.0","id":6,"method":"ping","params":{'"$(meta)"'}}'
    echo '{"jsonrpc":"2.0","id":7,"method":"server/discover"}'
    echo '{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":{}}}}'
    echo '{"jsonrpc":"2.0","id":9,"method":"initialize","params":{"protocolVersion":"2026-07-28"}}'
} > "$TMP/requests"
mcp < "$TMP/requests"
all='\["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"\]'
server='"resultType":"complete","_meta":\{"io.modelcontextprotocol/serverInfo":\{"name":"translate","version":"[^"]+"\}\}'
like "what the server can" "$(reply 1)" "\"result\":\{\"supportedVersions\":$all,\"capabilities\":\{\"tools\":\{\}\},.*\"ttlMs\":[0-9]+,\"cacheScope\":\"private\",$server"
like "its tools" "$(reply 2)" "\"tools\":\[.*\"ttlMs\":[0-9]+,\"cacheScope\":\"private\",$server"
like "a text" "$(reply 3)" "\"text\":\"$hello\"\}\],.*\"isError\":false,$server"
like "a version that is not spoken" "$(reply 4)" "\"code\":-32022,.*\"data\":\{\"supported\":$all,\"requested\":\"1900-01-01\"\}"
like "what has to be told" "$(reply 5)" '"code":-32602,'
like "no ping there" "$(reply 6)" '"code":-32601,'
like "nor its methods before" "$(reply 7)" '"code":-32601,'
like "a version that is no text" "$(reply 8)" '"code":-32602,'
like "what begins a session is older" "$(reply 9)" '"protocolVersion":"2025-11-25"'
printf '%s\n' '{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}' '{"jsonrpc":"2.0","id":1.5,"method":"ping"}' | mcp
is "an id that cannot be told back is none" "$(grep -c '"id":null,"error":{"code":-32600,' "$TMP/out")" 2

# ---- Options

run serve --stdio --mcp
says "two at once" 2 '--stdio, --native-messaging and --mcp are three things'
run serve --stdio --listen 5005
says "and an address" 2 'needs neither --listen nor --keys'
run serve --stdio --root "$TMP"
says "--root alone" 2 '--root is of --mcp alone'
run serve --mcp --root "$TMP/none" < /dev/null
says "a folder that is not there" 1 'none: No such file or directory'
run serve --mcp --root "$TMP/folder/a.txt" < /dev/null
says "a file for a folder" 1 'a.txt: is no folder'

done_testing
