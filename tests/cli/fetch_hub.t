#!/bin/sh
# fetch_hub.t - translate fetch hf:OWNER/NAME, against a server that speaks Hugging Face's interface.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_fetch

PLACE=$XDG_DATA_HOME/translate/models
unset HF_TOKEN
serve_hub

madlad=tests/data/t5/madlad
repository org/madlad $madlad/config.json $madlad/pytorch_model.bin $madlad/spiece.model
: > "$MIRROR/org/madlad/tf_model.h5"
printf '# A card' > "$MIRROR/org/madlad/README.md"
printf '' > "$MIRROR/org/madlad/generation_config.json"
# ---- A model

get hf:org/madlad
is "a repository becomes a model" "$status$(cat "$TMP/err")" 0
is "of the files that convert reads, and no others" "$(asked_for cdn)" "pytorch_model.bin spiece.model"
is "nor small ones" "$(grep -c resolve "$STATE/log") $(grep resolve "$STATE/log" | grep -c -e README -e generation -e tf_model)" "4 0"
"$T" convert -o "$TMP/own.gguf" $madlad 2> "$TMP/log"
is "it is what convert makes of them" "$(echo one two | "$T" -m madlad -t de)" "$(echo one two | "$T" -m "$TMP/own.gguf" -t de)"
like "it says where it is from" "$("$T" models)" '^madlad .* from hf:org/madlad$'
check "nothing is left of the parts" test -z "$(find "$PLACE" -name '*.part')"
again hf:org/madlad
is "the same commit is not fetched again" "$status $(asked_for cdn)" "0 "
run fetch hf:org/madlad < /dev/null
says "which is told" 0 "madlad: is there already: $PLACE/madlad/madlad.gguf\$"
again --offline hf:org/madlad
is "without a server it is found, too" "$status$(cat "$STATE/log")" 0
again --offline hf:org/other
says "another one is not" 1 'hf:org/other: --offline asks no server$'
again --force hf:org/madlad@refs/pr/1
is "another revision has a name with a slash" "$status" 0
like "and is told" "$("$T" models)" '^madlad .* from hf:org/madlad@refs/pr/1$'

again --update --check madlad
is "a model of the newest commit is current" "$status$(cat "$TMP/out" "$TMP/err")" 0
echo 2 > "$STATE/commit"
again --update --check
like "a newer commit is told" "$(cat "$TMP/out")" '^madlad: [0-9a-f]{40} is newer than [0-9a-f]{40}$'
again --update
is "and fetched" "$status $(asked_for cdn)" "0 pytorch_model.bin spiece.model"
run fetch --info --json hf:org/madlad
like "its digests are shown" "$(cat "$TMP/out")" "\"sha256\":\"$(sha256 $madlad/pytorch_model.bin)\""
repository new/madlad $madlad/config.json $madlad/pytorch_model.bin $madlad/spiece.model
again hf:new/madlad
says "another's model of that name is not replaced" 1 'madlad.gguf: is there already, from hf:org/madlad@refs/pr/1; --force replaces it$'
again --remove madlad
is "it is removed by its name" "$status$("$T" models | grep -c ^madlad)" 00
mkdir "$MIRROR/old/madlad"
get hf:old/madlad
is "a repository that has moved is followed" "$status$(cat "$TMP/err")" 0

# ---- Other forms

mt5=tests/data/t5/mt5
repository org/mt5 $mt5/config.json $mt5/model.safetensors $mt5/spiece.model $madlad/pytorch_model.bin
get hf:org/mt5
says "languages that nobody tells are asked for" 1 'mt5: cannot be converted: .* were not given; -f and -t tell them, and what has come is kept$'
is "the folder it was made in is nobody's" "$(grep -c '\.fetch' "$TMP/err")" 0
is "safetensors go before PyTorch's" "$(asked_for cdn)" "model.safetensors spiece.model"
again -f en -t german hf:org/mt5
is "then nothing is fetched again" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 "
like "and the model has them" "$("$T" models)" '^mt5 .* en to de '

repository org/tiny-mt-fr-pt $mt5/config.json $mt5/model.safetensors $mt5/spiece.model
rm -rf "$PLACE"
run fetch hf:org/tiny-mt-fr-pt < /dev/null
like "languages of a name are taken where nobody tells others" "$(cat "$TMP/err")" ': from fr to pt, as its name says$'
like "and are the model's" "$("$T" models)" '^tiny-mt-fr-pt .*fr to pt '

families=tests/data/families
for name in byt5 fsmt indic ct2_madlad; do
    repository "org/$name" $families/$name/*
    get -f en -t de "hf:org/$name"
    is "$name comes with all that convert needs of it" "$status" 0
done
like "pieces of CTranslate2's are those of its SentencePiece model" "$("$T" inspect ct2_madlad)" 'tokenizer  *spm'
repository org/indic_text $families/indic_text/*
get hf:org/indic_text
like "IndicTrans2 comes with SentencePiece's files" "$("$T" inspect indic_text)" 'tokenizer  *spm'

torch=tests/data/torch
repository org/shards $torch/config.json
perl -MJSON::PP -e '
    local $/; open my $f, "<:raw", $ARGV[0]; my $all = <$f>;
    my $n = unpack "Q<", $all; my $head = decode_json(substr $all, 8, $n); delete $head->{__metadata__};
    my (%part, %map); my @names = sort keys %$head;
    for my $i (0 .. $#names) {
        my ($name, $k) = ($names[$i], $i % 2 + 1); my $t = $head->{$name}; my ($b, $e) = @{$t->{data_offsets}};
        my $at = length($part{$k}{data} //= ""); $part{$k}{data} .= substr $all, 8 + $n + $b, $e - $b;
        $part{$k}{head}{$name} = {%$t, data_offsets => [$at, $at + $e - $b]}; $map{$name} = "model-0000$k-of-00002.safetensors";
    }
    for my $k (1, 2) { my $h = encode_json($part{$k}{head}); $h .= " " while length($h) % 8;
        open my $o, ">:raw", "$ARGV[1]/model-0000$k-of-00002.safetensors"; print $o pack("Q<", length $h), $h, $part{$k}{data} }
    open my $o, ">", "$ARGV[1]/model.safetensors.index.json"; print $o encode_json({weight_map => \%map});
' $torch/model.safetensors "$MIRROR/org/shards"
printf other > "$MIRROR/org/shards/model-00003-of-00003.safetensors"
get hf:org/shards
is "weights in shards are fetched" "$status$(cat "$TMP/err")" 0
is "those that the index names" "$(asked_for cdn)" "model-00001-of-00002.safetensors model-00002-of-00002.safetensors"
"$T" convert -o "$TMP/whole.gguf" "$torch" 2> "$TMP/log"
by_ids() { echo "5 6 7 2" | "$T" -m "$1" -b 4 -n 4 --input ids --output-format ids --max-length 9; }
is "they are the same model" "$(by_ids shards)" "$(by_ids "$TMP/whole.gguf")"
like "which says something" "$(by_ids shards)" '[|] -[0-9.]+$'
refuses() { # NAME RE: org/shards, and nothing of its weights is asked for
    get hf:org/shards
    says "$1" 1 "hf:org/shards: $2"
    is "$1: no weights are asked for" "$(asked_for cdn)" ""
}
for name in ../madlad/spiece.model /etc/passwd model-00009-of-00009.safetensors; do
    printf '{"weight_map":{"a":"%s"}}' "$name" > "$MIRROR/org/shards/model.safetensors.index.json"
    refuses "an index that names $name" 'the index of its weights names a file that is not beside it$'
done
echo '{}' > "$MIRROR/org/shards/model.safetensors.index.json"
refuses "an index of nothing" 'the index of its weights has no weight_map$'
echo '{"model_type":"llama"}' > "$MIRROR/org/shards/config.json"
refuses "a model of another family" "its model_type is 'llama', which convert does not read\$"
echo 'null' > "$MIRROR/org/shards/config.json"
refuses "one of none" "its model_type is '', which convert does not read\$"
echo '{"model_type":' > "$MIRROR/org/shards/config.json"
refuses "one that is no JSON" 'config.json: is not JSON'
rm "$MIRROR"/org/shards/model*
refuses "one without weights" 'its weights are for ONNX alone: '
echo x > "$MIRROR/org/shards/flax_model.msgpack"
refuses "one for other programs" 'its weights are for Flax alone [(]flax_model.msgpack[)]: '

# ---- Licences

printf '"tags":["t5","license:cc-by-nc-4.0"]' > "$MIRROR/org/madlad.info"
get hf:org/madlad
says "a licence that restricts is asked for" 1 'madlad: its licence is cc-by-nc-4.0, which may restrict its use: --accept-license cc-by-nc-4.0 takes it$'
is "before the weights" "$(asked_for cdn)" ""
get --accept-license CC-BY-NC-4.0 hf:org/madlad
is "and accepted by its name" "$status$(cat "$TMP/err")" 0
printf '"cardData":{"license":"a b\\u001b[31m"}' > "$MIRROR/org/madlad.info"
get hf:org/madlad
says "one that is no name is none" 1 'madlad: its licence is unknown'
rm "$MIRROR/org/madlad.info"

# ---- Tokens

repository gated/madlad $madlad/config.json $madlad/pytorch_model.bin $madlad/spiece.model
get hf:gated/madlad
says "a gated one needs a token" 1 'hf:gated/madlad: the server answers 401: it is gated: ask for access on its page, and set HF_TOKEN to a token of that account$'
HF_TOKEN=hf_wrong get hf:gated/madlad
says "of an account that may read it" 1 'hf:gated/madlad: the server answers 403: the account of HF_TOKEN may not read it: ask for access on its page$'
HF_TOKEN=hf_right get hf:gated/madlad
is "with which it comes" "$status$(cat "$TMP/err")" 0
is "the token is told to the hub" "$(awk '$1 == "hub" { print $4, $5 }' "$STATE/log" | sort -u)" "Bearer hf_right"
is "and not where it sends to" "$(awk '$1 == "cdn" { $2 = ""; print }' "$STATE/log" | sort -u)" "cdn  - -"
HF_TOKEN=$(printf 'hf_right\r\nX-Other: 1') get hf:gated/madlad
says "a token that would be more than one header is refused" 1 'HF_TOKEN: has signs that no token has$'
is "and not told" "$(grep -c right "$TMP/err")$(cat "$STATE/log")" 0
HF_TOKEN=hf_right get hf:org/none
says "a repository that is not there" 1 'hf:org/none: the server answers 401: there is no such repository, or HF_TOKEN is not'
get hf:org/madlad@v9
says "a revision that is not there" 1 'hf:org/madlad@v9: the server answers 404: it has no such revision$'

# ---- Faults

mended() { # FAULT NAME
    fault "$1"
    get hf:org/madlad
    fault ''
    is "$2" "$status$(echo one | "$T" -m madlad -t de 2>&1)" "0$(echo one | "$T" -m "$TMP/own.gguf" -t de)"
}
refused() { # FAULT STATUS RE NAME
    fault "$1"
    get --retries 0 hf:org/madlad
    fault ''
    says "$4" "$2" "$3"
}
mended cut "a connection that is cut is taken up"
like "where it was, at the second server" "$(cat "$STATE/log")" '^cdn /org/madlad/pytorch_model.bin\?signature=1 45[0-9]* -$'
mended 429 "a hub that asks to wait"
mended cdn-503 "a second server that is busy"
refused always-cut 75 'what has come is kept, and the same command goes on$' "one that is always cut"
again hf:org/madlad
is "the same command goes on" "$status $(grep -c ' 3000 -$' "$STATE/log")" "0 2"
refused wrong 1 'config.json: has the Git hash [0-9a-f]{40}, not [0-9a-f]{40}$' "a small file that was changed"
check "nothing is left" none_left
refused wrong-large 1 "/spiece.model: has the SHA-256 [0-9a-f]{64}, not $(sha256 $madlad/spiece.model)\$" "and a large one"
check "which does not stay" test ! -e "$PLACE/.fetch/$(sha256 $madlad/spiece.model).part"
refused 503 75 'hf:org/madlad: the server answers 503$' "a hub that is busy"
refused endless-redirect 1 'hf:org/madlad: the server sends elsewhere with too long a text$' "an answer without end"
refused loop 1 'hf:org/madlad: the server sends from address to address$' "a circle of addresses"
refused endless-pages 1 'hf:org/madlad: the hub tells its files without end$' "pages without end"
fault page-elsewhere
HF_TOKEN=hf_secret get hf:org/madlad
says "a list goes on at no other server" 1 'hf:org/madlad: the hub sends to another server for the list of its files$'
is "a page of another server is not asked for" "$(grep -c '^cdn' "$STATE/log")" 0
fault ''

# ---- Hubs that lie

lies() { # NAME RE TREE
    printf '%s' "$3" > "$MIRROR/org/madlad.tree"
    get --retries 0 hf:org/madlad
    says "$1" 1 "^translate: hf:org/madlad: $2"
    check "$1: nothing is written" test ! -e "$PLACE"
    rm "$MIRROR/org/madlad.tree"
}
sha1=0123456789012345678901234567890123456789
sha256=0123456789012345678901234567890123456789012345678901234567890123
for path in ../config.json /etc/passwd a/../../b 'a\\b' 'a\u001b[31m' 'a\u000ab' . '' a//b a/; do
    lies "a file named '$path'" 'the hub tells a name that no file may have$' \
        "[{\"type\":\"file\",\"path\":\"$path\",\"size\":3,\"oid\":\"$sha1\"}]"
done
config="{\"type\":\"file\",\"path\":\"config.json\",\"size\":718,\"oid\":\"$(git hash-object $madlad/config.json 2>&- || echo $sha1)\"}"
lies "a size of 2^60" 'the hub tells a size that no file has$' \
    "[$config,{\"type\":\"file\",\"path\":\"pytorch_model.bin\",\"size\":9,\"oid\":\"$sha1\",\"lfs\":{\"oid\":\"$sha256\",\"size\":1152921504606846976}}]"
lies "a size below nothing" 'the hub tells a size that no file has$' \
    "[{\"type\":\"file\",\"path\":\"config.json\",\"size\":-1,\"oid\":\"$sha1\"}]"
lies "no digest" 'the hub tells no digest of one of its files$' '[{"type":"file","path":"config.json","size":3}]'
lies "a digest that is none" 'the hub tells no digest' \
    "[{\"type\":\"file\",\"path\":\"config.json\",\"size\":3,\"oid\":\"../../$sha1\"}]"
lies "a file twice" 'the hub tells one of its files twice$' "[$config,$config]"
lies "what is no list" 'the hub does not tell its files$' '{"error":"x"}'
lies "what is no JSON" "the hub's answer is not JSON" '<html>'
lies "nothing" "the hub's answer is not JSON" ''
lies "brackets within brackets" "the hub's answer is not JSON" "$(head -c 100000 /dev/zero | tr '\0' '[')"
lies "a million of values" "the hub's answer is not JSON, or has too many values" "[$(yes 0, | head -n 1000000 | tr -d '\n')0]"
lies "files without end" 'it has too many files$' "[$(yes '{"path":"a","type":"directory"},' | head -n 20001 | tr -d '\n')$config]"
printf '"sha":"../../../etc/passwd"' > "$MIRROR/org/madlad.info"
get hf:org/madlad
says "a commit that is none" 1 'hf:org/madlad: the hub tells no commit$'
rm "$MIRROR/org/madlad.info"

# ---- Words

for word in hf: hf:madlad hf:org/ hf:/madlad hf:org/../etc hf:org/.fetch hf:org/a/b hf:org/a..b 'hf:org/a b' 'hf:org/a%2fb' "hf:org/$(printf '%097d' 0)"; do
    get "$word"
    says "$word is no repository" 1 'is not hf:OWNER/NAME or hf:OWNER/NAME@REVISION$'
done
for revision in '' ../main a..b /a 'a b' 'a?b'; do
    get "hf:org/madlad@$revision"
    says "'$revision' is no revision" 1 'its revision is no branch, tag or commit$'
done
is "no server was asked" "$(cat "$STATE/log")" ""
for endpoint in http://example.com file://tmp ftp://example.com https://me@example.com 'https://example.com?a' nonsense; do
    HF_ENDPOINT=$endpoint get hf:org/madlad
    says "$endpoint is no hub" 1 'HF_ENDPOINT: .* is not an https address, nor a folder such as file:///mirror$'
done
HF_ENDPOINT=http://127.0.0.1:1 get --retries 0 hf:org/madlad
says "nobody listens" 75 'hf:org/madlad: Failed to connect'

# ---- A search

cat > "$MIRROR/search" << 'END'
[{"id":"org/big","downloads":1234567,"tags":["translation","license:mit"],"gated":false},
 {"id":"org/closed","downloads":8,"tags":["license:cc-by-nc-4.0"],"gated":"manual"},
 {"id":"../evil","downloads":1},{"id":"org/\u001b[31m"},7,{"modelId":"org/old"}]
END
: > "$STATE/log"
run fetch --list 'hf:opus mt/é' < /dev/null
is "a text finds repositories" "$status$(cat "$TMP/out" "$TMP/err")" "0 DOWNLOADS  LICENCE           NAME
   1234567  mit               hf:org/big
         8  cc-by-nc-4.0    g hf:org/closed
         -  -                 hf:org/old

g  gated: its page asks for consent, and HF_TOKEN"
like "it is sent as it is" "$(cat "$STATE/log")" '^hub /api/models\?search=opus%20mt%2F%C3%A9&filter=translation&'
run fetch --list --json hf:x < /dev/null
is "as JSON, too" "$(cat "$TMP/out")" '{"models":[{"name":"hf:org/big","license":"mit","downloads":1234567,"gated":false},{"name":"hf:org/closed","license":"cc-by-nc-4.0","downloads":8,"gated":true},{"name":"hf:org/old","gated":false}]}'
fault more
run fetch --list hf:x < /dev/null
says "that there is more is told" 0 'hf:x: the hub has more than these 3: a longer text finds fewer$'
fault ''
echo '[]' > "$MIRROR/search"
run fetch --list hf:x < /dev/null
says "nothing is found" 1 'hf:x: the hub has no translation model of that name$'
echo '{"error":"x"}' > "$MIRROR/search"
run fetch --list hf:x < /dev/null
says "what is no list" 1 "hf:x: the hub's answer is no list"
run fetch --list --offline hf:x < /dev/null
says "no server is asked" 1 'hf:x: --offline asks no server$'

kill $server_process
done_testing
