#!/bin/sh
# fetch_faults.t - translate fetch against servers that cut, stall, lie and send elsewhere: the
# documented status, one sentence, nothing half there, and the same command then succeeds.
. tests/cli/tap.sh
. tests/cli/toy.sh
. tests/cli/fetch.sh
need_fetch
serve

PLACE=$XDG_DATA_HOME/translate/models
NEW=$PLACE/en-de-test/en-de-test.gguf
MODEL=$TMP/toy.gguf # a small one, for it is fetched a hundred times
toy_pairs 300 1 > "$TMP/toy.tsv"
"$T" train -q -f en -t de --steps 1 --shape 1+1,16,32,2 -o "$MODEL" "$TMP/toy.tsv" > "$TMP/log" 2>&1 || cat "$TMP/log"
cp "$MODEL" "$MIRROR/plain.gguf"
through() { # FAULT [MORE of the file's entry]: an index whose file is served so
    index "$(entry en-de-test en de gguf MIT "$(file gguf "$SERVER/$1/plain.gguf" "$MODEL")")"
}
begin() { rm -rf "$PLACE"; : > "$STATE/log"; through "$1"; }
clean() { # no model of that name, and no part of one
    [ ! -e "$NEW" ] && [ -z "$(find "$PLACE" -name '*.part' -o -path '*work/*' 2>&-)" ]
}
succeeds() { # NAME: through a good server it is fetched, and whole
    through whole
    fetch en-de-test
    is "$1: the same command then succeeds" \
        "$status$(cat "$TMP/err")$("$T" inspect --verify "$NEW" 2>&1 | grep -c '^verified')" 01
}

# ---- Mended by the program itself

mended() { # FAULT REQUESTS NAME
    begin "$1"
    fetch en-de-test
    is "$3" "$status $(cat "$TMP/err")$("$T" inspect --verify "$NEW" 2>&1 | grep -c '^verified') $(asked)" \
        "0 1 $2"
}
size=$(bytes "$MODEL")
q=$((size / 4))
mended cut "cut -;cut $q;cut $((2 * q));cut $((3 * q))" "a connection that is cut three times"
mended no-tag "no-tag -;no-tag $q" "a server without tags"
mended no-ranges "no-ranges -;no-ranges $q" "a server without ranges begins anew"
mended changed "changed -;changed $q" "a file that changed between two halves comes whole"
mended wrong-206 "wrong-206 -;wrong-206 $q;wrong-206 -" "a wrong part is not taken"
mended 416 "416 -;416 $q;416 -" "a range that the server does not have"
mended 503-twice "503-twice -;503-twice -;503-twice -" "a server that is busy twice"
mended 429-once "429-once -;429-once -" "one that asks to wait"
mended redirect "redirect -;whole -" "one that sends elsewhere"

cp "$TMP/index.json" "$MIRROR/list.json"
run fetch -q --index "$SERVER/503-twice/list.json" --list --all < /dev/null
is "a list is asked for again, too" "$status" 0
like "and comes" "$(cat "$TMP/out")" 'en-de-test'
run fetch -q --retries 1 --index "$SERVER/503-thrice/list.json" --list < /dev/null
is "a list that does not come is told" "$status" 75

# ---- Not mended

refused() { # FAULT STATUS RE NAME
    begin "$1"
    fetch --retries 0 --timeout 2 en-de-test
    says "$4" "$2" "^translate: en-de-test: $SERVER/$1/plain.gguf: $3"
}
gone() {
    refused "$@"
    check "$4: nothing is left" clean
    succeeds "$4"
}
kept() {
    refused "$@"
    check "$4: no model yet" test ! -e "$NEW"
    succeeds "$4"
}
gone 404 1 'the server answers 404$' "a file that is not there"
gone 410 1 'the server answers 410$' "a file that is gone"
gone wrong 1 "has the SHA-256 [0-9a-f]{64}, not $(sha256 "$MODEL")\$" "a wrong last byte"
gone longer 1 'the server sends more than the list of models says$' "a byte more"
gone shorter 1 "has $((size - 1)) bytes, not $size\$" "a byte less"
gone endless 1 'the server sends more than the list of models says$' "an endless answer"
gone loop 1 'the server sends from address to address$' "a circle of addresses"
gone to-http 1 'the server sends to an address that is not https$' "an address that is not https"
gone to-file 1 'the server sends to an address that is not https$' "an address of a file"
kept 503 75 'the server answers 503; what has come is kept, and the same command goes on$' "a busy server"
kept 429-long 75 'the server answers 429; what has come' "a server that asks to wait for an hour"
kept cut-head 75 '.*; what has come is kept' "an empty answer"
kept always-cut 75 '.*; what has come is kept' "a connection that is always cut"
kept stall 75 '.*; what has come is kept' "a server that falls silent"
kept drip 75 '.*; what has come is kept' "a byte a second"
begin huge
fetch --retries 0 en-de-test
is "a length of 2^50 bytes is not believed" "$status $(test -e "$NEW"; echo $?)" "75 1"
succeeds "a length of 2^50"

begin always-cut
fetch --retries 2 en-de-test
is "a try that brings little counts" "$status $(asked)" "75 always-cut -;always-cut 1000;always-cut 2000"

# ---- What was put together of two halves is tried whole

begin whole
mkdir -p "$PLACE/.fetch"
head -c 1000 /dev/zero > "$PLACE/.fetch/$(sha256 "$MODEL").part"
fetch en-de-test
is "a part of something else is thrown away" "$status$(cat "$TMP/err") $(asked)" "0 whole 1000;whole -"
begin whole
mkdir -p "$PLACE/.fetch"
cp "$MODEL" "$PLACE/.fetch/$(sha256 "$MODEL").part"
fetch en-de-test
is "a part that is complete needs no server" "$status$(cat "$TMP/err")$(asked)" 0
begin whole
mkdir -p "$PLACE/.fetch"
cat "$MODEL" "$MODEL" > "$PLACE/.fetch/$(sha256 "$MODEL").part"
fetch en-de-test
is "one that is too long is thrown away" "$status$(cat "$TMP/err") $(asked)" "0 whole -"

# ---- No server, proxies, TLS

index "$(entry en-de-test en de gguf MIT "$(file gguf http://127.0.0.1:1/plain.gguf "$MODEL")")"
rm -rf "$PLACE"
fetch --retries 0 en-de-test
says "nobody listens" 75 '127.0.0.1:1/plain.gguf: Failed to connect'
begin whole
http_proxy=http://127.0.0.1:1 fetch --retries 0 en-de-test
says "a proxy is used" 75 'Failed to connect to 127.0.0.1 port 1'
http_proxy=http://127.0.0.1:1 no_proxy=127.0.0.1 fetch en-de-test
is "but where no_proxy says so" "$status" 0
if command -v openssl > /dev/null; then
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout "$TMP/key" -out "$TMP/cert" 2> "$TMP/log"
    tls_port=$((20000 + $$ % 10000))
    (cd "$MIRROR" && exec openssl s_server -quiet -accept 127.0.0.1:$tls_port -key "$TMP/key" -cert "$TMP/cert" -WWW \
        > "$TMP/tls.log" 2>&1) &
    tls=$!
    sleep 1
    rm -rf "$PLACE"
    index "$(entry en-de-test en de gguf MIT "$(file gguf https://localhost:$tls_port/plain.gguf "$MODEL")")"
    fetch --retries 0 en-de-test
    says "a certificate that nobody signed is refused" 1 'certificate'
    check "and nothing comes" clean
    SSL_CERT_FILE=$TMP/cert fetch --retries 0 en-de-test
    is "SSL_CERT_FILE allows it" "$status$(cat "$TMP/err")" 0
    rm -rf "$PLACE"
    CURL_CA_BUNDLE=$TMP/cert fetch --retries 0 en-de-test
    is "so does CURL_CA_BUNDLE" "$status$(cat "$TMP/err")" 0
    kill $tls
else
    skip "TLS" "there is no openssl"
fi

# ---- Places

begin whole
(
    trap '' XFSZ
    ulimit -f 200
    exec "$T" fetch -q --index "$TMP/index.json" en-de-test > "$TMP/out" 2> "$TMP/err"
)
status=$?
says "a file that cannot grow" 1 'part: File too large$'
check "no model then" test ! -e "$NEW"
succeeds "a file that cannot grow"
if [ "$(id -u)" = 0 ] && mkdir -p "$PLACE" && mount -t tmpfs -o size=256k none "$PLACE" 2> "$TMP/log"; then
    fetch en-de-test
    says "too little room is told before the first byte" 1 'models: there is room for 2[0-9.]* kB, and [0-9.]* kB are needed$'
    umount "$PLACE"
    mount -t tmpfs -o size=256k none "$PLACE"
    index "$(entry en-de-test en de gguf MIT "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL" | sed 's/"size":[0-9]*,//')")"
    fetch en-de-test
    says "a full disk" 1 'part: No space left on device$'
    check "no model then" test ! -e "$NEW"
    umount "$PLACE"
    mount -t tmpfs -o ro none "$PLACE"
    fetch en-de-test
    says "a place that may only be read" 1 '\.fetch: Read-only file system$'
    umount "$PLACE"
else
    skip "a full disk" "no tmpfs can be mounted"
    skip "a place that may only be read" "no tmpfs can be mounted"
fi
rm -rf "$XDG_DATA_HOME"
: > "$XDG_DATA_HOME"
through whole
fetch en-de-test
says "a place that is no folder" 1 'Not a directory$'
rm "$XDG_DATA_HOME"

# ---- Two at once, and signals

begin slow
"$T" fetch -q --index "$TMP/index.json" en-de-test > "$TMP/out1" 2> "$TMP/err1" &
first=$!
sleep 0.3
fetch en-de-test
is "a second fetch waits" "$status$(cat "$TMP/err")" "0translate: waiting for another translate fetch"
wait $first
is "for the first" "$?$(cat "$TMP/err1")" 0
is "and does not fetch again" "$(asked)" "slow -"

signalled() { # SIGNAL STATUS
    begin slow
    perl -e '$SIG{INT} = "DEFAULT"; exec @ARGV' "$T" fetch -q --index "$TMP/index.json" en-de-test \
        > "$TMP/out" 2> "$TMP/err" &
    process=$!
    for try in $(seq 100); do
        [ -n "$(find "$PLACE" -name '*.part' -size +50k 2>&-)" ] && break
        sleep 0.05
    done
    kill -"$1" $process
    wait $process
    [ $? = "$2" ] && [ ! -e "$NEW" ] && [ -n "$(find "$PLACE" -name '*.part')" ]
}
check "SIGTERM ends it, and the part stays" signalled TERM 143
succeeds "after SIGTERM"
check "so does SIGINT" signalled INT 130
succeeds "after SIGINT"
check "so does SIGKILL" signalled KILL 137
succeeds "after SIGKILL"
like "where it was" "$(asked)" '^slow -;whole [1-9][0-9]*$'

survives() { # moments, spread over all that is done
    for i in $(amount '0 3 5 6 9' '0 1 2 3 4 5 6 7 8 9'); do
        begin slow
        "$T" fetch -q --index "$TMP/index.json" en-de-test > "$TMP/out" 2> "$TMP/err" &
        process=$!
        sleep 0.$((RANDOM_SEED * (i + 1) % 10))$i
        [ $((i % 2)) = 0 ] || sleep 1
        kill -$1 $process 2>&-
        wait $process
        if [ -e "$NEW" ] && ! "$T" inspect --verify "$NEW" > "$TMP/log" 2>&1; then
            echo "moment $i: a damaged model"
            return 1
        fi
        through whole
        fetch en-de-test
        [ "$status" = 0 ] && "$T" inspect --verify "$NEW" > "$TMP/log" 2>&1 || {
            echo "moment $i: $(cat "$TMP/err")"
            return 1
        }
        [ -z "$(find "$PLACE" -name '*.part' -o -path '*work/*')" ] || { echo "moment $i: something is left"; return 1; }
    done
}
left_behind() { # as if it was killed when the model had just arrived
    begin whole
    fetch en-de-test && [ "$status" = 0 ] || return 1
    mkdir "$PLACE/.fetch/work" && cp "$MODEL" "$PLACE/.fetch/work/en-de-test.gguf" || return 1
    cp "$MODEL" "$PLACE/.fetch/$(sha256sum < "$MODEL" | cut -d ' ' -f 1).part"
    fetch en-de-test
    [ "$status" = 0 ] && find "$PLACE" -type f ! -name lock ! -name en-de-test.gguf
}
is "what a fetch left that was killed at the very end is removed by the next" "$(left_behind; echo $?)" 0
RANDOM_SEED=$(($$ % 9 + 1))
check "killed at ten moments (seed $RANDOM_SEED), it is whole or not there, and the next one succeeds" survives KILL
check "and ended by SIGTERM likewise" survives TERM

kill $server_process
done_testing
