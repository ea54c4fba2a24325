#!/bin/sh
# fetch_mirror.t - translate fetch --mirror: a folder that machines without a network fetch from.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_fetch
serve_hub

madlad=tests/data/t5/madlad
mt5=tests/data/t5/mt5
repository org/madlad $madlad/config.json $madlad/pytorch_model.bin $madlad/spiece.model
: > "$MIRROR/org/madlad/tf_model.h5"
repository org/mt5 $mt5/config.json $mt5/model.safetensors $mt5/spiece.model
"$T" convert -o "$TMP/own.gguf" $madlad 2> "$TMP/log"
wanted=$(echo one two | "$T" -m "$TMP/own.gguf" -t de 2>&1)
gap=$TMP/gap
hub=$HF_ENDPOINT
sums() { (cd "$gap" && find . -type f | LC_ALL=C sort | xargs sha256sum); }
from_gap() { # ARGS...: without the hub, into an empty place
    rm -rf "$PLACE"
    : > "$STATE/log"
    HF_ENDPOINT= run fetch -q "$@" < /dev/null
}

# ---- A mirror of a repository

again --dry-run --mirror "$gap" hf:org/madlad
is "a dry run makes no folder" "$status$(grep -c pytorch_model.bin "$TMP/out") $(ls -d "$gap" 2>&-)" "01 "
fault always-cut
again --retries 0 --mirror "$gap" hf:org/madlad
says "a mirror that is interrupted keeps what has come" 75 'the same command goes on$'
fault ''
again --mirror "$gap" hf:org/madlad
is "and goes on there" "$status$(cat "$TMP/err") $(grep -c ' 3000 -$' "$STATE/log")" "0 2"
is "it has the files that convert reads" "$(cd "$gap" && find org -type f | sed 's/resolve.[0-9a-f]*/COMMIT/' | LC_ALL=C sort | paste -sd ' ' -)" \
    "org/madlad/COMMIT/config.json org/madlad/COMMIT/pytorch_model.bin org/madlad/COMMIT/spiece.model"
check "as they are" sh -c "cat '$gap'/org/madlad/resolve/*/pytorch_model.bin | cmp - $madlad/pytorch_model.bin"
check "no model is installed" test ! -e "$PLACE/madlad"
check "nothing is left of the parts" test -z "$(find "$gap" -name '*.part' -o -name '*.tag')"
first=$(sums)
again --mirror "$gap" hf:org/madlad
is "a second run fetches nothing, and leaves the same bytes" "$status $(asked_for cdn) $(sums | cksum)" "0  $(printf '%s\n' "$first" | cksum)"
mv "$gap" "$TMP/old"
printf '"downloads":77,"cardData":{"license":"apache-2.0"}' > "$MIRROR/org/madlad.info"
again --mirror "$gap" hf:org/madlad
is "so does one into another folder, whatever else the hub tells that day" "$(sums | cksum)" "$(printf '%s\n' "$first" | cksum)"
printf x | dd of="$(ls "$gap"/org/madlad/resolve/*/pytorch_model.bin)" bs=1 seek=500 conv=notrunc 2> "$TMP/log"
again --mirror "$gap" hf:org/madlad
is "a wrong byte in a mirror is mended" "$status $(asked_for cdn) $(sums | cksum)" "0 pytorch_model.bin $(printf '%s\n' "$first" | cksum)"
run fetch --mirror "$gap" hf:org/mt5 hf:org/madlad < /dev/null
like "it tells how to fetch from it" "$(cat "$TMP/err")" "^translate: mt5: mirrored: translate fetch --index $gap hf:org/mt5 gets it from there\$"
like "and what was there already" "$(cat "$TMP/err")" "^translate: madlad: is mirrored already: translate fetch --index $gap hf:org/madlad gets"
run fetch --mirror "$gap" --json -q hf:org/madlad < /dev/null
is "as JSON, too" "$(cat "$TMP/out")" "{\"models\":[{\"name\":\"madlad\",\"result\":\"present\",\"path\":\"$gap\"}]}"

# ---- Fetched from

run fetch --index "$gap" --list < /dev/null
is "a mirror lists its repositories" "$status$(cat "$TMP/out" "$TMP/err")" "0 DOWNLOADS  LICENCE           NAME
         -  apache-2.0        hf:org/madlad
         -  apache-2.0        hf:org/mt5"
run fetch --index "$gap" --list --json < /dev/null
is "as JSON, too" "$(cat "$TMP/out")" '{"models":[{"name":"hf:org/madlad","license":"apache-2.0","gated":false},{"name":"hf:org/mt5","license":"apache-2.0","gated":false}]}'

from_gap --index "$gap" hf:org/madlad
is "another machine fetches from the folder" "$status$(cat "$TMP/err" "$STATE/log") $(echo one two | "$T" -m madlad -t de)" "0 $wanted"
like "which is the same model" "$("$T" models)" '^madlad .* from hf:org/madlad$'
rm -rf "$PLACE"
run fetch --index "$gap" hf:org/madlad < /dev/null
like "a mirror that is named goes before HF_ENDPOINT" "$(sed -n 1p "$TMP/err")" "^translate: madlad: hf:org/madlad, apache-2.0, 96.1 kB, from $gap\$"
from_gap --offline --index "$gap" hf:org/madlad
is "without a server, even if none may be asked" "$status$(cat "$TMP/err")" 0
rm -rf "$PLACE"
export TRANSLATE_INDEX=$gap
again hf:org/madlad
is "one of the environment goes behind it" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 pytorch_model.bin spiece.model"
HF_ENDPOINT= again --force hf:org/madlad
is "and serves alone" "$status$(cat "$TMP/err" "$STATE/log")" 0
unset TRANSLATE_INDEX
rm -rf "$PLACE"
for place in "file://$gap" "$gap/"; do
    HF_ENDPOINT=$place again hf:org/madlad
    is "HF_ENDPOINT names it as well: ${place%%/*}" "$status$(cat "$TMP/err")" 0
    "$T" fetch -q --remove madlad
done
commit=$(ls "$gap/org/madlad/resolve")
from_gap --index "$gap" "hf:org/madlad@$commit"
is "the commit may be named" "$status$(cat "$TMP/err")" 0
from_gap --index "$gap" hf:org/none
says "what it does not have is told" 1 "hf:org/none: this mirror does not have it: there is no $gap/api/models/org/none/revision/main\$"
printf x | dd of="$gap/org/madlad/resolve/$commit/spiece.model" bs=1 seek=50 conv=notrunc 2> "$TMP/log"
from_gap --index "$gap" hf:org/madlad
says "a wrong byte is never installed" 1 'spiece.model: has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}$'
check "so nothing is" test ! -e "$PLACE/madlad"
HF_ENDPOINT=$hub again --mirror "$gap" hf:org/madlad
truncate -s 3000 "$gap/org/madlad/resolve/$commit/pytorch_model.bin"
from_gap --index "$gap" hf:org/madlad
says "nor is a file that was cut" 1 'pytorch_model.bin: has 3000 bytes, not 90095$'
HF_ENDPOINT=$hub again --mirror "$gap" hf:org/madlad
HF_ENDPOINT=file:///nowhere/at/all again hf:org/madlad
says "a folder that is not there" 1 'HF_ENDPOINT: /nowhere/at/all: No such file or directory$'

# ---- Served by any server of files

kill $server_process
cat > "$TMP/files.pl" << 'END'
use strict; use warnings; use IO::Socket::INET;
my ($folder, $state) = @ARGV; my $parent = getppid; $SIG{CHLD} = 'IGNORE';
my $s = IO::Socket::INET->new(Listen => 64, LocalAddr => '127.0.0.1', ReuseAddr => 1) or die $!;
open my $p, '>', "$state/port.new" or die; print $p $s->sockport; close $p; rename "$state/port.new", "$state/files";
for (1 .. 1000) {
    my $c = $s->accept or next; next if fork; alarm 60; my $path;
    while (defined(my $l = <$c>)) { $path = $1 if $l =~ m{^GET ([^ ?]*)}; last if $l eq "\r\n" }
    $path =~ s/%([0-9A-F]{2})/chr hex $1/ge;
    my $body; if (open my $f, '<:raw', "$folder/$path") { local $/; $body = <$f> }
    print $c defined $body ? "HTTP/1.1 200 OK\r\nContent-Length: " . length($body) . "\r\nConnection: close\r\n\r\n$body"
        : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    close $c; exit;
}
END
perl "$TMP/files.pl" "$gap" "$STATE" &
server_process=$!
for try in $(seq 100); do
    [ -s "$STATE/files" ] && break
    sleep 0.1
done
files=http://127.0.0.1:$(cat "$STATE/files")
from_gap --index "$files/" hf:org/madlad
is "a server of files serves it" "$status$(cat "$TMP/err") $(echo one two | "$T" -m madlad -t de)" "0 $wanted"
rm -rf "$PLACE"
HF_ENDPOINT=$files again hf:org/madlad
is "as a hub" "$status$(cat "$TMP/err")" 0
from_gap --index "$files/" hf:org/none
says "what it lacks is told" 1 'hf:org/none: the server answers 404: there is no such repository or revision$'
kill $server_process

# ---- Models of the list

model=$("$T" models | sed -n 's/^en-de-tiny .* \(\/[^ ]*\.gguf\).*/\1/p' | head -n 1)
if [ -n "$model" ]; then
    STATE=$TMP/state2
    mkdir "$STATE"
    : > "$STATE/log"
    serve
    cp "$model" "$MIRROR/plain.gguf"
    tiny=$(entry one-tiny en de gguf MIT "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")
    other=$(entry two-tiny en de gguf MIT "$(file gguf "$SERVER/whole/plain.gguf" "$MIRROR/plain.gguf")")
    index "$tiny" "$other"
    fetch --mirror "$gap" two-tiny one-tiny
    is "models of the list are mirrored, too" "$status$(cat "$TMP/err") $(cd "$gap" && ls catalogue/*/*)" "0 catalogue/one-tiny/gguf
catalogue/two-tiny/gguf"
    second=$(sums)
    fetch --mirror "$gap" one-tiny two-tiny
    is "a second run leaves the same bytes" "$(sums | cksum)" "$(printf '%s\n' "$second" | cksum)"
    kill $server_process
    from_gap --offline --index "$gap" one-tiny hf:org/madlad
    is "both kinds come from one folder" "$status$(cat "$TMP/err") $(echo 'Good morning.' | "$T" -m one-tiny) $(echo one two | "$T" -m madlad -t de)" \
        "0 $(echo 'Good morning.' | "$T" -m en-de-tiny) $wanted"
    run fetch --index "$gap" --list < /dev/null
    like "it lists what it has" "$(cat "$TMP/out")" 'MIT'
    printf x | dd of="$gap/catalogue/one-tiny/gguf" bs=1 seek=500 conv=notrunc 2> "$TMP/log"
    from_gap --index "$gap" one-tiny
    says "a wrong byte is never installed" 1 'gguf: has the SHA-256'
else
    skip "models of the list are mirrored, too" "no model"
fi
mkdir "$TMP/foreign"
echo '{"mine":1}' > "$TMP/foreign/index.json"
run fetch -q --mirror "$TMP/foreign" hf:org/madlad < /dev/null
says "somebody's own index.json stays" 1 "$TMP/foreign/index.json: is there already, and is no list of models\$"
is "as it was" "$(cat "$TMP/foreign/index.json")" '{"mine":1}'
run fetch --mirror "$gap" --list < /dev/null
says "a mirror is no list" 2 'exclude each other'
run fetch --mirror "$gap" < /dev/null
says "a mirror of nothing" 2 'which model[?]  No pair and no name was given'

done_testing
