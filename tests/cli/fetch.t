#!/bin/sh
# fetch.t - translate fetch: from a list of models to a model that translates, and back.
. tests/cli/tap.sh
need_model
. tests/cli/fetch.sh
need_fetch
serve

PLACE=$XDG_DATA_HOME/translate/models
# The shipped model, of languages that nobody has: "en" and "de" are of the same length.
perl -0777 -pe 's/(nmt\.source_language.{12})en/$1xx/s; s/(nmt\.target_language.{12})de/$1yy/s' \
    "$MODEL" > "$MIRROR/plain.gguf"
ENGLISH=$MODEL
MODEL=$MIRROR/plain.gguf
plain=$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")
nothing_half() { # nothing but whole models lies in the place
    [ -z "$(find "$PLACE" -name '*.part' -o -name '*.unchecked' -o -path '*work/*')" ]
}

# ---- One file of our own kind

index "$plain"
fetch xx-yy
is "fetches the model of a pair" "$status$(cat "$TMP/out" "$TMP/err")" 0
check "into the user's place" test -s "$PLACE/xx-yy-tiny/xx-yy-tiny.gguf"
check "and nothing else is left" nothing_half
is "where its name finds it, and it translates" \
    "$(echo 'Good morning.' | "$T" -m xx-yy-tiny)" "$(echo 'Good morning.' | "$T" -m en-de)"
run inspect --json -a --verify xx-yy-tiny
like "the file is whole, and tells where it came from" "$(cat "$TMP/out")" \
    '"general.source.url":"fetch:xx-yy-tiny@1 http://127.0.0.1:[0-9]*/whole/plain.gguf".*"verified":true'
"$T" inspect -a en-de-tiny | sed -n '/^Tensors/,$p' > "$TMP/wanted"
"$T" inspect -a xx-yy-tiny | sed -n '/^Tensors/,$p' > "$TMP/got"
check "its tensors are those of the original" cmp "$TMP/got" "$TMP/wanted"
before=$(asked)
fetch xx-yy
is "what is there is not fetched again" "$status$(asked)" "0$before"
fetch --force xx-yy-tiny
is "but with --force" "$status $(asked)" "0 $before;whole -"

# ---- What is said

run fetch --index "$TMP/index.json" --force xx-yy
like "size, licence and host come first" "$(sed -n 1p "$TMP/err")" \
    '^translate: xx-yy-tiny: xx to yy, CC-BY-4.0, 8.3 MB, from 127.0.0.1:'
like "then the room that is needed, and that there is" "$(sed -n 2p "$TMP/err")" '^  24.[0-9] MB of room needed, [0-9.]+ [kMGT]B free: '
like "then a line a file" "$(sed -n 3p "$TMP/err")" '^translate: xx-yy-tiny: gguf: complete$'
like "and how to use it" "$(sed -n 4p "$TMP/err")" '^translate: xx-yy-tiny: ready: translate -f xx -t yy uses it from now on$'
fetch --json --force xx-yy
is "--json has the path" "$(cat "$TMP/out")" \
    "{\"models\":[{\"name\":\"xx-yy-tiny\",\"result\":\"fetched\",\"path\":\"$PLACE/xx-yy-tiny/xx-yy-tiny.gguf\"}]}"
run models
like "translate models tells where it came from" "$(cat "$TMP/out")" \
    '^xx-yy-tiny .*/xx-yy-tiny.gguf  from http://127.0.0.1:[0-9]*/whole/plain.gguf$'
run inspect xx-yy-tiny
like "so does inspect" "$(cat "$TMP/out")" '^origin +fetch:xx-yy-tiny@1 http://127.0.0.1:[0-9]*/whole/plain.gguf$'
echo x | "$T" -v -m xx-yy-tiny 2> "$TMP/err" > "$TMP/out"
like "and -v" "$(cat "$TMP/err")" 'origin of the model: fetch:xx-yy-tiny@1 http://127.0.0.1:'

# ---- Lists

fetch --list
like "the list marks what is installed" "$(cat "$TMP/out")" \
    '^[+] xx-yy  *xx to yy +8.3 MB  - +CC-BY-4.0$'
like "and says so below" "$(cat "$TMP/out")" '^[+]  installed$'
fetch --list xx
like "the models of a language have their names and origins" "$(cat "$TMP/out")" \
    '^[+] xx-yy-tiny +8.3 MB  - +CC-BY-4.0 +test 1$'
run fetch --index "$TMP/index.json"
like "no name lists the languages" "$(cat "$TMP/out")" '^[0-9]+ models can be fetched, for [0-9]+ pairs of [0-9]+ languages.$'
fetch -l --json -f xx
like "as JSON" "$(cat "$TMP/out")" '"name":"xx-yy-tiny".*"size":83.*"verified":true,"installed":true'
fetch --list -f zz
says "no such model" 1 'the list of models has none such'
fetch --info xx-yy
like "--info shows digests" "$(cat "$TMP/out")" "^  SHA-256 +$(sha256 "$MODEL")\$"
fetch xx-zz
says "a pair that there is not" 1 'neither a pair nor a name "xx-zz"'
fetch xx-yy-tyni
says "a misspelt name" 1 'no.* "xx-yy-tyni"; did you mean xx-yy-tiny\?$'
is "the shipped list has Firefox' German" "$("$T" fetch -l de-en | grep -c '^  de-en-base-memory .*MPL-2.0')" 1

# ---- Languages by their names

shipped() { "$T" fetch "$@" < /dev/null 2>&1; }
is "a name in English" "$(shipped -l ukrainian)" "$(shipped -l uk)"
is "a language's own name" "$(shipped -l Deutsch)" "$(shipped -l de)"
is "of -f and -t, too" "$(shipped -l -f english -t French)" "$(shipped -l -f en -t fr)"
like "a pair of names" "$(shipped --offline english-french)" '^translate: en-fr-base-memory: is not there'
like "the pair of -f and -t" "$(shipped --offline -f english -t french)" '^translate: en-fr-base-memory: is not there'
like "one language is no pair" "$(shipped fr)" \
    'fr is one language, .*: translate fetch en-fr or translate fetch fr-en \('
is "the pairs have one row each" "$(shipped -l | grep -c '^.\{2\}de-en ')" 1
is "the tables fit 80 columns" "$( (shipped; shipped -l; shipped -l --all) | perl -CSD -ne 'print if length > 80 && !/cannot be converted/')" ''
"$T" fetch --list --json > "$TMP/json"
count() {
    perl -MJSON::PP -0777 -ne 'my (%pairs, %languages); my @all = @{decode_json($_)->{models}};
        for my $m (@all) { $pairs{"$m->{source_language} $m->{target_language}"} = 1;
            $languages{$_} = 1 for $m->{source_language}, $m->{target_language} }
        printf "%d models can be fetched, for %d pairs of %d languages.\n",
            scalar @all, scalar keys %pairs, scalar keys %languages' "$TMP/json"
}
is "the languages are counted" "$(shipped | head -n 1)" "$(count)"

# ---- The sentence that names the command

run -f xx -t nn < /dev/null
is "no hint where the list has no such pair" "$(grep -c 'translate fetch' "$TMP/err")" 0
index "$plain" "$(entry xx-nn-tiny xx nn gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")"
TRANSLATE_INDEX=$TMP/index.json run -f xx -t nn < /dev/null
says "a missing pair names the command, with its size" 1 \
    'no model translates from xx to nn: found .*; "translate fetch xx-nn" gets one, 8.3 MB$'

# ---- Update

REVISION=2
index "$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")"
fetch --update --check
is "--update --check says what is newer" "$status $(cat "$TMP/out")" "0 xx-yy-tiny: 2 is newer than 1"
fetch --update
is "--update fetches it" "$status $("$T" inspect --metadata xx-yy-tiny | grep -c 'source.url .*fetch:xx-yy-tiny@2 ')" "0 1"
fetch --update --json
is "then it is current" "$(cat "$TMP/out" | grep -c '"result":"current"')" 1
REVISION=3
printf 'not a model' > "$MIRROR/bad.gguf"
index "$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/bad.gguf" "$MIRROR/bad.gguf")")"
fetch --update
says "an update that is no model fails" 1 '^translate: xx-yy-tiny: cannot be converted: '
check "and the old one stays" "$T" inspect --verify xx-yy-tiny
check "without half a file" nothing_half
index "$(entry xx-yy-tiny xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/other.gguf" "$ENGLISH")")"
cp "$ENGLISH" "$MIRROR/other.gguf"
fetch --update
says "and one of other languages" 1 'it translates from en to de, not from xx to yy'
REVISION=1

# ---- Remove

mkdir "$PLACE/own"
cp "$MODEL" "$PLACE/own/own.gguf"
fetch --remove own
says "removes nothing that it did not fetch" 1 'own: no model of that name was fetched into'
check "which stays" test -s "$PLACE/own/own.gguf"
run fetch --remove xx-yy-tiny
says "removes a model, and says how much room it took" 0 'xx-yy-tiny: removed, 8.3 MB'
check "with its folder" test ! -e "$PLACE/xx-yy-tiny"
index "$(entry own xx yy gguf CC-BY-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")"
fetch own
says "replaces no model that it did not fetch" 1 'own.gguf: is there already, and was not fetched'

# ---- Licences, digests, refusals

index "$(entry nc xx yy gguf CC-BY-NC-4.0 "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")" \
    "$(MORE='"refused":"its tokenizer, x, is not supported",' \
        entry other xx yy gguf MIT "$(file gguf "$SERVER/whole/plain.gguf" "$MODEL")")" \
    "$(entry bare xx yy gguf MIT "{\"kind\":\"gguf\",\"url\":\"$SERVER/whole/plain.gguf\"}")"
before=$(asked)
fetch nc
says "a licence that restricts use is asked for" 1 'nc: its licence is CC-BY-NC-4.0, .*--accept-license CC-BY-NC-4.0'
fetch other
says "what convert refuses is not fetched" 1 'other: cannot be converted: its tokenizer, x'
fetch bare
says "nor what has no digest" 1 'bare: nobody says the SHA-256 of its files; --unverified'
is "and no server is asked for all that" "$(asked)" "$before"
fetch --accept-license CC-BY-NC-4.0 nc
is "an accepted licence" "$status" 0
fetch --unverified bare
is "--unverified" "$status" 0
fetch --remove -y nc bare
is "both are removed" "$status$(ls "$PLACE")" 0own
run fetch --index "$TMP/index.json" --list --all other
like "--all lists what is refused, and why" "$(cat "$TMP/out")" 'cannot be converted: its tokenizer, x'

# ---- Without a network

index "$plain"
before=$(asked)
fetch --offline xx-yy
says "--offline says what it would need" 1 'xx-yy-tiny: is not there, and --offline asks no server for it \(8.3 MB\)'
fetch --offline --json xx-yy no-such-model
is "which --json has, too" "$(cat "$TMP/out")" \
    '{"models":[{"name":"xx-yy-tiny","result":"failed"},{"name":"no-such-model","result":"failed"}]}'
fetch --offline --list
is "and lists" "$status" 0
is "no server was asked" "$(asked)" "$before"
fetch --offline --index "$SERVER/whole/index.json" --list
says "not even for an index" 1 '\-\-offline asks no server'

# ---- Another index: by address, and a folder of files

cp "$TMP/index.json" "$MIRROR/index.json"
run fetch -q --index "$SERVER/whole/index.json" --index-sha256 "$(sha256 "$TMP/index.json")" --list
is "an index by its address" "$status $(grep -c 'xx-yy ' "$TMP/out")" "0 1"
run fetch -q --index "$SERVER/whole/index.json" --index-sha256 "$(sha256 "$MODEL")" --list
says "whose digest has to be right" 1 'has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}$'
run fetch -q --index "$TMP/index.json" --index-sha256 "$(sha256 "$MODEL")" --list
says "that of a list in a file, too" 1 'has the SHA-256 [0-9a-f]{64}, not [0-9a-f]{64}$'
run fetch -q --index "$TMP/index.json" --index-sha256 "$(sha256 "$TMP/index.json" | tr a-f A-F)" --list
is "however it is written" "$status" 0
run fetch -q --index http://example.org/index.json --list
says "and which is https" 1 'is not an https address'
index "$(entry xx-yy-tiny xx yy gguf MIT "$(file gguf mirror/plain.gguf "$MODEL")")"
before=$(asked)
fetch xx-yy
is "a folder of files serves as a mirror" "$status$(asked)" "0$before"
like "which is named" "$("$T" fetch --force --index "$TMP/index.json" xx-yy 2>&1 < /dev/null)" \
    '8.3 MB, from beside .*/index.json$'
like "which the model then says" "$("$T" inspect xx-yy-tiny)" "^origin +fetch:xx-yy-tiny@1 $TMP/mirror/plain.gguf\$"
printf '{"format":1,"models":[]}' > "$TMP/other.json"
like "another list does not have the model, and --index is named" \
    "$("$T" fetch --index "$TMP/other.json" --update 2>&1)" '^translate: xx-yy-tiny: this list .*--index names another'
fetch --remove xx-yy-tiny

# ---- Several mirrors, several names

one=$(file gguf "$SERVER/404/plain.gguf" "$MODEL")
index "$(entry xx-yy-tiny xx yy gguf MIT "$(printf '%s' "$one" |
    sed "s,\"url\":\"[^\"]*\",\"urls\":[\"$SERVER/404/plain.gguf\"\,\"$SERVER/whole/plain.gguf\"],")")"
fetch xx-yy
says "the next mirror is tried" 0 '404/plain.gguf: the server answers 404$'
check "and has it" test -s "$PLACE/xx-yy-tiny/xx-yy-tiny.gguf"
fetch --force nowhere xx-yy
is "several names: each is tried, the worst status" "$status" 1
like "and the right one is fetched" "$("$T" models)" '^xx-yy-tiny '

# ---- Options

run fetch --check
says "--check needs --update" 2 '\-\-check needs --update'
run fetch --info
says "--info needs a name" 2 'which model'
run fetch --retires 3 x
says "a misspelt option" 2 'did you mean --retries'
XDG_DATA_HOME= HOME= run fetch -q --index "$TMP/index.json" xx-yy
says "without a home there is no place" 1 'neither \$XDG_DATA_HOME nor \$HOME'

# ---- A terminal

if has_terminal; then
    index "$(entry xx-yy-tiny xx yy gguf MIT "$(file gguf "$SERVER/slow/plain.gguf" "$MODEL")")"
    TERM=vt100 script -qc "'$T' fetch --force --index '$TMP/index.json' xx-yy" "$TMP/log" > "$TMP/out" 2>&1 < /dev/null
    like "a bar shows how far it is, how fast, and for how long" "$(tr '\r' '\n' < "$TMP/out")" \
        '^  gguf +#+-+ +[0-9]+ %  [0-9.]+ MB of 8.3 MB  [0-9.]+ MB/s  0:0[0-9]'
    for columns in 100 80 60 40 20; do
        TERM=vt100 script -qc "stty cols $columns; '$T' fetch --force --index '$TMP/index.json' xx-yy" "$TMP/log" > "$TMP/out" 2>&1 < /dev/null
        is "a bar stays on one line of $columns columns" "$(tr '\r' '\n' < "$TMP/out" | sed "s/$(printf '\033')\[K//g" | grep '^  gguf' |
            awk -v most=$columns '{ n++ } length($0) >= most { wide++ } END { print (n > 2) " " wide + 0 }')" '1 0'
    done
    is "and no line a file then" "$(grep -c complete "$TMP/out")" 0
else
    skip "a bar" "script(1) makes no terminal here"
fi

# ---- No network in the program itself

imports() { nm -D --undefined-only "$1" | sed 's/@.*//' | awk '{ print $NF }'; }
none_of_network() { ! imports "$T" | grep -x -E 'socket|connect|getaddrinfo|gethostbyname|send|sendto|recv|bind|listen|accept|curl_.*'; }
if [ "$VARIANT" = release ]; then
    check "translate imports no function of the network" none_of_network
    like "the check sees such functions" "$(imports "$(dirname "$T")/translate-fetch")" '^curl_easy_perform$'
    is "nor does it load libcurl" "$(ldd "$T" | grep -c -E 'libcurl|libssl')" 0
else
    skip "translate imports no function of the network" "instrumented build"
fi
mkdir "$TMP/bin"
cp "$T" "$TMP/bin/"
"$TMP/bin/translate" fetch x 2> "$TMP/err"
status=$?
says "without translate-fetch there is a sentence" 1 'built without libcurl, and cannot fetch'

kill $server_process
done_testing
