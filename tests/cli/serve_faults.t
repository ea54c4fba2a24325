#!/bin/sh
# serve_faults.t - translate serve: what it meets, and goes on.  tests/serve/faults.py has what takes long.
. tests/cli/tap.sh
need_model
. tests/cli/serve.sh
need_server

hello=$(say 'Hello.')
hello() { # it answers as ever
    ask -d q=Hello. -d source=en -d target=de "$U/translate"
    answers "$1" 200 "{\"translatedText\":\"$hello\"}"
}

# ---- A model that is cut short while it is used

if [ "$VARIANT" = release ] && [ -f models/de-en-tiny/de-en-tiny.gguf ]; then
    mkdir "$TMP/two"
    cp "$MODEL" models/de-en-tiny/de-en-tiny.gguf "$TMP/two"
    file=$TMP/two/${MODEL##*/}
    TRANSLATE_MODELS=$TMP/two
    serve -q
    tiny=$(say 'Hello.') back=$(say 'Das Haus.' de en)
    ask -d q=Hello. -d source=en -d target=de "$U/translate"
    answers "it is whole" 200 "{\"translatedText\":\"$tiny\"}"
    : > "$file"
    ask -d 'q=The old house.' -d source=en -d target=de "$U/translate"
    is "it is cut short" "$code" 500
    check "which no answer says by name" sh -c '! grep -q gguf "$1"' - "$TMP/out"
    ask -d 'q=Das Haus.' -d source=de -d target=en "$U/translate"
    answers "another model answers" 200 "{\"translatedText\":\"$back\"}"
    cp "$MODEL" "$file"
    ask -d q=Hello. -d source=en -d target=de "$U/translate"
    answers "it is whole again" 200 "{\"translatedText\":\"$tiny\"}"
    stop_server
    is "and the end is a good one" "$status" 0
    TRANSLATE_MODELS=$TMP/models
else
    skip "a model that is cut short" "a sanitizer takes the signal first, or there is no model"
fi

# ---- Few files

(ulimit -n 40 && exec "$T" serve -q --listen "unix:$TMP/few") 2> "$TMP/server" &
SERVER_PID=$!
for wait in $(seq 100); do [ -S "$TMP/few" ] && break; sleep 0.05; done
for client in $(seq 60); do
    curl -s -m 20 -o /dev/null --unix-socket "$TMP/few" -d q=Hello. -d source=en -d target=de http://x/translate &
    clients="$clients $!"
done
wait $clients
ask --unix-socket "$TMP/few" -d q=Hello. -d source=en -d target=de http://x/translate
answers "60 clients for 40 files" 200 "{\"translatedText\":\"$hello\"}"
perl -MIO::Socket::UNIX -e '
    my @idle = map { IO::Socket::UNIX->new($ARGV[0]) } 1 .. 60;
    sleep 3;
    system "curl", "-s", "-m", "10", "--unix-socket", $ARGV[0], "-d", "q=Hello.", "-d", "source=en", "-d", "target=de", "http://x/translate"' \
    "$TMP/few" > "$TMP/out"
is "60 that say nothing make room for one that does" "$(cat "$TMP/out")" "{\"translatedText\":\"$hello\"}"
like "and it is told" "$(cat "$TMP/server")" 'there is no room for more connections than [0-9]+: see --max-connections'
stop_server
is "and it ends" "$status" 0

# ---- No room for a file

mkdir "$TMP/kept"
(ulimit -f 1 && exec "$T" serve -q --listen "unix:$TMP/full" --glossaries "$TMP/kept") 2> "$TMP/server" &
SERVER_PID=$!
for wait in $(seq 100); do [ -S "$TMP/full" ] && break; sleep 0.05; done
seq 1000 | awk '{ print "word" $1 "\tWort" $1 }' > "$TMP/entries"
ask --unix-socket "$TMP/full" -H 'Authorization: DeepL-Auth-Key k' -d name=x -d source_lang=en -d target_lang=de \
    --data-urlencode "entries@$TMP/entries" http://x/v2/glossaries
is "a glossary that there is no room for" "$code $(ls "$TMP/kept")" "500 "
like "and why" "$(cat "$TMP/server")" '\.tsv: File too large'
ask --unix-socket "$TMP/full" -d q=Hello. -d source=en -d target=de http://x/translate
answers "and on" 200 "{\"translatedText\":\"$hello\"}"
stop_server

# ---- Keys whose file is something else

echo 'me one' > "$TMP/keys"
serve -q --keys "$TMP/keys"
again() {
    kill -HUP $SERVER_PID
    sleep 0.3
    ask -d q=Hello. -d source=en -d target=de -d api_key="$1" "$U/translate"
}
rm "$TMP/keys"
again one
is "keys that have gone stay" "$code" 200
mkdir "$TMP/keys"
again one
is "a folder has none" "$code" 200
rmdir "$TMP/keys"
mkfifo "$TMP/keys"
again one
is "a pipe is not waited for" "$code" 200
rm "$TMP/keys"
ln -s /dev/zero "$TMP/keys"
again one
is "what has no end is not read" "$code" 200
like "each is told of" "$(cat "$TMP/server")" 'keys: No such file or directory'
is "by name" "$(grep -c 'keys: is not a regular file' "$TMP/server")" 3
rm "$TMP/keys"
echo 'me two' > "$TMP/keys"
again one
is "a file is read" "$code" 403
again two
is "as it is" "$code" 200
stop_server

# ---- Clients that send no more, and those that have left

# With a sanitizer it takes many times as long; the first texts take a few seconds in all cases.
sentences=1500
[ "$VARIANT" = release ] || sentences=200
serve -q --metrics --request-timeout 600
cancelled() { ask "$U/metrics"; sed -n 's/^translate_cancelled_total //p' "$TMP/out"; }
send_long() { # HTTP-VERSION shut|leave: what comes back, or nothing, until it has left for some seconds
    perl -MIO::Socket::INET -e '
        my ($sentences, $port, $version, $what) = @ARGV;
        my $body = "source=en&target=de&q=" . join "+", map { "The+house+number+$_+is+old,+and+the+weather+is+nice." } 1 .. ($what eq "leave" ? 5000 : $sentences);
        my $s = IO::Socket::INET->new("127.0.0.1:$port") or die;
        print $s "POST /translate HTTP/$version\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n",
            "Content-Length: ", length $body, "\r\nConnection: close\r\n\r\n", $body;
        $s->flush;
        if ($what eq "leave") { sleep 1; exit }
        shutdown $s, 1;
        print while <$s>;' $sentences "$PORT" "$@"
}
for version in 1.0 1.1; do
    like "HTTP $version: one that sends no more has its answer, however long it takes" \
        "$(send_long $version shut | tr -d '\r' | sed -n '1p; $p' | tr '\n' ' ' | cut -c -70)" '^HTTP/1.1 200 OK \{"translatedText":"'
done
is "which is no client that has left" "$(cancelled)" 0
perl -MIO::Socket::INET -e '
    my $body = "source=en&target=de&q=" . join "+", map { "The+house+number+$_+is+old." } 1 .. 4;
    my @all = map {
        my $s = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or die;
        print $s "POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n",
            "Content-Length: ", length $body, "\r\nConnection: close\r\n\r\n", $body;
        $s->flush;
        shutdown $s, 1;
        $s } 1 .. 150;
    my $n = 0;
    for my $s (@all) { my $line = <$s> // ""; $n++ if $line =~ m{^HTTP/1.1 200} }
    print $n' "$PORT" > "$TMP/out"
is "all of 150 that send no more" "$(cat "$TMP/out")" 150
send_long 1.1 leave
for wait in $(seq 40); do [ "$(cancelled)" = 0 ] || break; sleep 0.25; done
case $(cancelled) in
1) check "one that leaves is left" true ;;
*) skip "one that leaves is left" "the machine was faster than it" ;;
esac
stop_server

# ---- Clients that are none

serve -q --request-timeout 2
{
    printf 'POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n'
    for second in 1 2 3 4 5 6 7; do
        printf a
        sleep 1
    done
} | perl -MIO::Socket::INET -e '
    $SIG{PIPE} = "IGNORE";
    my $s = IO::Socket::INET->new("127.0.0.1:" . shift) or exit 1;
    my $begun = time;
    while (sysread STDIN, my $bytes, 4096) { syswrite($s, $bytes) // last }
    print time - $begun;' "$PORT" > "$TMP/seconds"
check "one that is slow is cut off" [ "$(cat "$TMP/seconds")" -lt 7 ]
perl -MIO::Socket::INET -e '
    my @idle = map { IO::Socket::INET->new("127.0.0.1:$ARGV[0]") } 1 .. 900;
    system "curl", "-s", "-m", "20", "-d", "q=Hello.", "-d", "source=en", "-d", "target=de", "$ARGV[1]/translate"' "$PORT" "$U" > "$TMP/out"
is "900 that say nothing, and one that does" "$(cat "$TMP/out")" "{\"translatedText\":\"$hello\"}"
for wait in 1 2 3 4; do
    head -c 9000000 /dev/zero | curl -s -o /dev/null -m 20 -H 'Content-Type: text/plain' --data-binary @- "$U/translate"
done
kill -STOP $SERVER_PID
ask -m 1 "$U/health"
is "it was stopped" "$code" 000
kill -CONT $SERVER_PID
hello "and goes on"
sleep 1.5
used=$(sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' /proc/$SERVER_PID/status)
case $VARIANT in
release) check "large requests leave no memory behind" [ "${used:-99999}" -lt 24000 ] ;;
*) skip "large requests leave no memory behind" "a sanitizer keeps memory" ;;
esac
perl -MIO::Socket::INET -e '
    my $body = "{\"source\":\"de\",\"target\":\"de\",\"q\":\"" . ("x" x 9000000) . "\"}";
    my @deaf = map {
        my $s = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or die;
        print $s "POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ",
            length $body, "\r\n\r\n", $body;
        $s->flush;
        $s } 1 .. 40;
    sleep 1;
    system "curl", "-s", "-m", "20", "-d", "q=Hello.", "-d", "source=en", "-d", "target=de", "$ARGV[1]/translate";
    open my $f, "<", "/proc/$ARGV[2]/status";
    print STDERR grep /^VmRSS/, <$f>' "$PORT" "$U" $SERVER_PID > "$TMP/out" 2> "$TMP/memory"
is "40 that read no answer of 9 MB" "$(cat "$TMP/out")" "{\"translatedText\":\"$hello\"}"
used=$(sed 's/[^0-9]//g' "$TMP/memory")
case $VARIANT in
release) check "have no more memory than all may ($used kB)" [ "${used:-999999}" -lt 350000 ] ;;
*) skip "have no more memory than all may" "a sanitizer keeps memory" ;;
esac
stop_server
is "to its end" "$status" 0

done_testing
