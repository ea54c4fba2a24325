#!/bin/sh
# fetch_hub_files.t - which files of a repository translate fetch takes, what it shows before, and what a
# repository lacks.
. tests/cli/tap.sh
. tests/cli/fetch.sh
need_fetch
serve_hub

fixtures=../shared/fixtures
madlad=tests/data/t5/madlad
mt5=tests/data/t5/mt5
empty() { # OWNER/NAME: an empty repository
    rm -rf "${MIRROR:?}/$1"
    mkdir "$MIRROR/$1"
}
put() { printf '%s' "$2" > "$MIRROR/org/$1"; } # NAME/FILE TEXT
takes() { # NAME WORD FILES: these, and no others, are fetched, and make a model
    get "$2"
    is "$1" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 $3"
}
refuses() { # NAME WORD RE: before a weight is fetched
    get "$2"
    says "$1" 1 "^translate: $2: $3"
    is "$1: nothing large is asked for" "$(asked_for cdn)" "$4"
}

# ---- Sizes

repository org/madlad $madlad/config.json $madlad/pytorch_model.bin $madlad/spiece.model
sizes='"to_come":96091,"needed":288273,"free":[0-9]+'
get --dry-run hf:org/madlad
like "a dry run shows each file with its size" "$(cat "$TMP/out")" '^  FILE                     SIZE
  config.json             718 B
  spiece.model           5.3 kB
  pytorch_model.bin     90.1 kB
  3 files               96.1 kB
  288.3 kB of room needed, [0-9.]+ [kMGT]B free: /.*/translate/models$'
is "and fetches none" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 "
check "nothing is written" test ! -e "$PLACE"
get --dry-run --json hf:org/madlad
like "as JSON, too" "$(cat "$TMP/out")" "^\{\"models\":\[\{\"name\":\"madlad\",.*\"size\":96091,.*\"files\":\[\{\"kind\":\"config.json\",.*\"result\":\"planned\",$sizes\}\]\}\$"
rm -rf "$PLACE"
run fetch hf:org/madlad < /dev/null
like "a fetch says it first" "$(sed -n 1,7p "$TMP/err")" '^translate: madlad: hf:org/madlad, apache-2.0, 96.1 kB, from 127.0.0.1:[0-9]*
  FILE                     SIZE
  config.json             718 B'
run fetch --dry-run hf:org/madlad < /dev/null
says "what is there is told" 0 'madlad: is there already'
fault always-cut
get --retries 0 hf:org/madlad
fault ''
run fetch --dry-run hf:org/madlad < /dev/null
like "what has come is not counted twice" "$(cat "$TMP/out")" '^  9[0-9.]* kB still to come$'
size=$(bytes $madlad/pytorch_model.bin)
huge() { # a tree whose weights are said to have so many bytes
    sha=$(git hash-object "$1" 2>&- || echo 0123456789012345678901234567890123456789)
    printf '[{"type":"file","path":"config.json","size":%s,"oid":"%s"},{"type":"file","path":"spiece.model","size":5278,"oid":"%s"},{"type":"file","path":"pytorch_model.bin","size":%s,"oid":"%s","lfs":{"oid":"%s","size":%s}}]' \
        "$(bytes "$1")" "$sha" "$sha" "$2" "$sha" "$(sha256 "$1")" "$2"
}
huge $madlad/config.json 1000000000000 > "$MIRROR/org/madlad.tree"
if git --version > "$TMP/log" 2>&1; then
    get --dry-run hf:org/madlad
    says "a disk without the room is told before" 1 "/models: there is room for [0-9.]+ [kMGT]B, and 3.0 TB are needed\$"
    get hf:org/madlad
    is "and nothing is fetched" "$status $(asked_for cdn)" "1 "
else
    skip "a disk without the room is told before" "there is no git"
fi
rm "$MIRROR/org/madlad.tree"

# ---- A file that changed, and bytes that are wrong

fault always-cut
get --retries 0 hf:org/madlad
fault ''
part=$PLACE/.fetch/$(sha256 $madlad/spiece.model).part
printf 'x' | dd of="$part" bs=1 seek=100 conv=notrunc 2> "$TMP/log"
again hf:org/madlad
is "a wrong byte in what had come is found, and the file fetched anew" \
    "$status$(cat "$TMP/err") $(awk '$2 ~ /spiece.model/ && $1 == "cdn" { print $3 }' "$STATE/log" | paste -sd ' ' -)" "0 3000 -"
fault always-cut
get --retries 0 hf:org/madlad
fault other-tag
again hf:org/madlad
is "bytes of another ETag are not put behind it" \
    "$status$(cat "$TMP/err") $(awk '$2 ~ /spiece.model/ && $1 == "cdn" { print $3 }' "$STATE/log" | paste -sd ' ' -)" "0 3000"
fault ''

# ---- The smallest set

cp $mt5/model.safetensors "$MIRROR/org/madlad"
for name in tf_model.h5 flax_model.msgpack rust_model.ot model.fp16.safetensors pytorch_model.fp16.bin training_args.bin tokenizer.json; do
    head -c 3000 /dev/urandom > "$MIRROR/org/madlad/$name"
done
rm "$MIRROR/org/madlad/model.safetensors"
takes "weights of one kind, and one tokenizer" hf:org/madlad "pytorch_model.bin spiece.model"
is "not the other" "$(asked_for hub | grep -c tokenizer)" 0
repository org/mt5-en-de $mt5/config.json $mt5/spiece.model
cp $mt5/model.safetensors "$MIRROR/org/mt5-en-de/model.fp16.safetensors"
{ cat $mt5/model.safetensors; printf '        '; } > "$MIRROR/org/mt5-en-de/model.fp32.safetensors"
takes "of variants the smallest, where there are no others" hf:org/mt5-en-de "model.fp16.safetensors spiece.model"
cp $mt5/model.safetensors "$MIRROR/org/mt5-en-de/other.safetensors"
takes "the file that is named" hf:org/mt5-en-de:other.safetensors "other.safetensors spiece.model"
like "which is kept" "$("$T" models)" '^mt5-en-de .* from hf:org/mt5-en-de:other.safetensors$'
again hf:org/mt5-en-de:other.safetensors
is "and known" "$(asked_for cdn)" ""
again hf:org/mt5-en-de
is "another file of the repository is another model" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 model.fp16.safetensors spiece.model"
for file in none.safetensors README.md; do
    get "hf:org/mt5-en-de:$file"
    says "$file is no file of weights there" 1 "has no file $file\$|$file is no file of weights"
done
get 'hf:org/mt5-en-de:../x'
says "nor is a path" 1 "its file, behind ':', is no name of a file\$"

# ---- GGUF

empty org/gguf-en-de
cp tests/data/t5/gguf/q8.gguf "$MIRROR/org/gguf-en-de/madlad-q8_0.gguf"
cp tests/data/t5/gguf/f16.gguf "$MIRROR/org/gguf-en-de/madlad.F16.gguf"
for type in Q4_K_M q5_1 IQ3_XXS; do
    head -c 500 tests/data/t5/gguf/q8.gguf > "$MIRROR/org/gguf-en-de/madlad-$type.gguf"
done
takes "of files of llama.cpp's the one of Q8_0" hf:org/gguf-en-de madlad-q8_0.gguf
"$T" convert -o "$TMP/q8.gguf" tests/data/t5/gguf/q8.gguf 2> "$TMP/log"
is "which is what convert makes of it" "$(echo one two | "$T" -m gguf-en-de -t de 2>&1)" "$(echo one two | "$T" -m "$TMP/q8.gguf" -t de 2>&1)"
takes "the one that is named" hf:org/gguf-en-de:madlad.F16.gguf madlad.F16.gguf
refuses "one of too few bits" hf:org/gguf-en-de:madlad-Q4_K_M.gguf 'its GGUF files have weights of too few bits: '
empty org/llama
printf 'GGUF\003\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\024\0\0\0\0\0\0\0general.architecture\010\0\0\0\005\0\0\0\0\0\0\0llama' > "$MIRROR/org/llama/model-f16.gguf"
head -c 3000000 /dev/zero >> "$MIRROR/org/llama/model-f16.gguf"
refuses "a decoder alone" hf:org/llama "its .gguf is of the architecture 'llama', and convert reads t5 alone" model-f16.gguf
put llama/model-f16.gguf nonsense
refuses "what is no GGUF" hf:org/llama 'its .gguf is no GGUF file$' model-f16.gguf
empty org/shards
put shards/model-f16-00001-of-00002.gguf x
refuses "shards of GGUF" hf:org/shards 'its GGUF files have weights of too few bits|its GGUF file is cut into several'
empty org/own
cp "$("$T" models | sed -n 's/^en-de-tiny .* \(\/[^ ]*\.gguf\).*/\1/p' | head -n 1)" "$MIRROR/org/own/model.gguf" 2> "$TMP/log"
if [ -s "$MIRROR/org/own/model.gguf" ]; then
    takes "a file of this program's own" hf:org/own model.gguf
    is "is taken as it is" "$(echo 'Good morning.' | "$T" -m own)" "$(echo 'Good morning.' | "$T" -m en-de-tiny)"
else
    skip "a file of this program's own" "no model"
fi

# ---- Adapters

adapter() { # a repository org/lora that changes the model of that name
    empty org/lora
    put lora/adapter_config.json "{\"peft_type\":\"LORA\",\"lora_alpha\":4,\"base_model_name_or_path\":\"$1\"}"
    perl -MJSON::PP -e '
        my ($d, $out, $ffn) = @ARGV; $_ += 0 for $d, $ffn; my $n = "base_model.model.encoder.block.0.layer.0.SelfAttention.q.";
        my %h = (map { ("${n}lora_$_->[0].weight" => {dtype => "F32", shape => $_->[1], data_offsets => $_->[2]}) }
            ["A", [1, $d], [0, 4 * $d]], ["B", [$ffn, 1], [4 * $d, 4 * ($d + $ffn)]]);
        my $data = pack("f<*", (0.5) x ($d + $ffn)); my $h = encode_json(\%h); $h .= " " while length($h) % 8;
        open my $o, ">:raw", $out; print $o pack("Q<", length $h), $h, $data' "$2" "$MIRROR/org/lora/adapter_model.safetensors" "$3"
}
dims=$(perl -MJSON::PP -e 'local $/; my $c = decode_json(<STDIN>); print "$c->{d_model} ", $c->{num_heads} * $c->{d_kv}' < $mt5/config.json)
repository org/base $mt5/config.json $mt5/model.safetensors $mt5/spiece.model
adapter org/base $dims
get -f en -t de hf:org/lora
is "an adapter comes with its model" "$status$(cat "$TMP/err") $(asked_for cdn)" "0 adapter_model.safetensors model.safetensors spiece.model"
mkdir "$TMP/both"
cp "$MIRROR"/org/base/* "$MIRROR"/org/lora/* "$TMP/both"
"$T" convert -f en -t de -o "$TMP/both.gguf" "$TMP/both" 2> "$TMP/log"
"$T" convert -f en -t de -o "$TMP/base.gguf" $mt5 2> "$TMP/log"
scores() { echo one two three | "$T" -m "$1" -b 4 -n 4; }
is "merged as convert does it" "$(scores lora)" "$(scores "$TMP/both.gguf")"
check "which is another model" test "$(scores lora)" != "$(scores "$TMP/base.gguf")"
printf '"cardData":{"license":"cc-by-nc-4.0"}' > "$MIRROR/org/base.info"
get hf:org/lora
says "with its licence" 1 'lora: its licence is cc-by-nc-4.0, which may restrict its use'
adapter org/none $dims
get hf:org/lora
says "a model that is not there is told" 1 'hf:org/none: the server answers 401: there is no such repository'
for base in /home/me/model org/lora ''; do
    adapter "$base" $dims
    get hf:org/lora
    says "an adapter of '$base'" 1 "names '$base': no repository|hf:org/lora: is what an adapter changes, and is no model"
done

# ---- Marian and CTranslate2

smoke=$fixtures/marian-tiny-smoke
if [ -r $smoke/model.npz ]; then
    empty org/smoke-en-de
    cp $smoke/model.npz $smoke/vocab.spm "$MIRROR/org/smoke-en-de"
    mv "$MIRROR/org/smoke-en-de/model.npz" "$MIRROR/org/smoke-en-de/model.npz.best-chrf.npz"
    cp $smoke/model.npz "$MIRROR/org/smoke-en-de/model.npz.orig.npz"
    takes "Marian's .npz with its SentencePiece model" hf:org/smoke-en-de "model.npz.best-chrf.npz vocab.spm"
    "$T" convert -f en -t de --vocab $smoke/vocab.spm -o "$TMP/smoke.gguf" $smoke/model.npz 2> "$TMP/log"
    is "is what convert makes of them" "$(echo one | "$T" -m smoke-en-de)" "$(echo one | "$T" -m "$TMP/smoke.gguf")"
    printf 'models:\n  - best.npz\nvocabs:\n  - vocab.spm\n  - vocab.spm\n' > "$MIRROR/org/smoke-en-de/config.yml"
    cp $smoke/model.npz "$MIRROR/org/smoke-en-de/best.npz"
    takes "or the files that its config.yml names" hf:org/smoke-en-de "best.npz vocab.spm"
    printf 'models: [none.npz]\n' > "$MIRROR/org/smoke-en-de/config.yml"
    refuses "names of files that are not there" hf:org/smoke-en-de 'config.yml names no weights that are beside it$'
    rm "$MIRROR"/org/smoke-en-de/*.spm "$MIRROR"/org/smoke-en-de/*.yml
    refuses "weights without a vocabulary" hf:org/smoke-en-de "has Marian's weights, but no SentencePiece model"
else
    skip "Marian's .npz with its SentencePiece model" "there is no $smoke"
fi
ct2=$fixtures/ct2-aren-transliteration/v2-int8
if [ -r $ct2/model.bin ]; then
    repository org/ct2-ar-en $ct2/model.bin $ct2/source_vocabulary.txt $ct2/target_vocabulary.txt
    refuses "a model of CTranslate2's without what cuts text" hf:org/ct2-ar-en "has no SentencePiece model beside CTranslate2's model.bin"
    cp $madlad/spiece.model "$MIRROR/org/ct2-ar-en"
    get --dry-run hf:org/ct2-ar-en
    like "one with spiece.model is taken" "$(cat "$TMP/out")" '^  spiece.model '
else
    skip "a model of CTranslate2's without what cuts text" "there is no $ct2"
fi

# ---- Metrics

metrics=tests/data/metrics
mkdir -p "$MIRROR/FacebookAI"
repository FacebookAI/xlm-roberta-tiny $metrics/sentencepiece.bpe.model $metrics/regression/config.json
repository org/judge $metrics/regression/hparams.yaml $metrics/regression/config.json
mkdir "$MIRROR/org/judge/checkpoints"
cp $metrics/regression/checkpoints/model.ckpt "$MIRROR/org/judge/checkpoints"
judged() { "$T" evaluate --metrics "$1" --metric-model "$2" --per-line --source $metrics/source.txt $metrics/translation.txt $metrics/reference.txt | tail -n +2 | cut -f 2; }
takes "a metric of COMET's comes with its encoder's tokenizer" hf:org/judge "model.ckpt sentencepiece.bpe.model"
is "... and scores as COMET does" "$(judged comet judge | paste - $metrics/regression/scores.txt | awk '{ d = $1 - $2; if (d < 1e-3 && d > -1e-3) n++ } END { print (n == NR && n > 3) }')" 1
rm -rf "$PLACE"
run fetch hf:org/judge < /dev/null
like "... which is what it is for" "$(cat "$TMP/err")" 'judge: ready: translate evaluate --metrics comet --metric-model judge judges translations$'
sed -i 's/xlm-roberta-tiny/other\/encoder/' "$MIRROR/org/judge/hparams.yaml"
get hf:org/judge
says "an encoder that is not there is told" 1 'hf:other/encoder: the server answers 401: there is no such repository'
sed -i 's/other.encoder/org\/madlad/' "$MIRROR/org/judge/hparams.yaml"
get hf:org/judge
says "so is one without the tokenizer" 1 'hf:org/madlad: has no sentencepiece.bpe.model, which a metric needs of it$'
sed -i '/pretrained_model/d' "$MIRROR/org/judge/hparams.yaml"
get hf:org/judge
says "and one that is not named" 1 "hf:org/judge: is a metric, COMET, whose hparams.yaml names no encoder [(]''[)]"
rm -r "$MIRROR/org/judge/checkpoints"
refuses "one without its weights" hf:org/judge 'is a metric, COMET, whose checkpoints/model.ckpt is not there$'
mkdir -p "$MIRROR/google"
repository google/mt5-small $metrics/metricx/spiece.model $mt5/model.safetensors
repository org/judge-x $metrics/metricx/config.json
gzip -dc $metrics/metricx/pytorch_model.bin.gz > "$MIRROR/org/judge-x/pytorch_model.bin"
takes "MetricX comes with mT5's tokenizer" hf:org/judge-x "pytorch_model.bin spiece.model"
is "... and scores as MetricX does" "$(judged metricx judge-x | paste - $metrics/metricx/scores.txt | awk '{ d = $1 - $2; if (d < 1e-3 && d > -1e-3) n++ } END { print (n == NR && n > 3) }')" 1
mirrored=$TMP/mirrored
run fetch -q --mirror "$mirrored" hf:org/judge-x < /dev/null
is "a mirror has both repositories" "$status$(cat "$TMP/err") $(find "$mirrored" -name spiece.model | grep -c 'google/mt5-small/')" "0 1"

# ---- What a repository lacks

config() { printf '{"model_type":"%s"%s}' "$1" "$2" > "$MIRROR/org/lack/config.json"; }
lacks() { refuses "$1" hf:org/lack "$2"; }
empty org/lack
lacks "weights for ONNX alone" 'its weights are for ONNX alone: look for the repository that it was made of'
put lack/tf_model.h5 x
lacks "weights for TensorFlow alone" 'its weights are for TensorFlow alone [(]tf_model.h5[)]: .*from_tf=True'
empty org/lack
put lack/pytorch_model.bin x
config t5
lacks "no tokenizer" 'has no tokenizer that convert reads: neither spiece.model nor tokenizer.json is there; the repository that it was made of may have it$'
put lack/vocab.json '{}'
put lack/merges.txt x
lacks "a tokenizer of bytes, as CodeT5's" 'has no tokenizer .*: neither spiece.model nor tokenizer.json is there; transformers makes one of vocab.json and merges.txt, with AutoTokenizer'
config marian
lacks "half of Marian's tokenizer" 'has no tokenizer .*neither vocab.json with source.spm and target.spm nor tokenizer.json'
config m2m_100
lacks "no tokenizer of M2M's" 'has no tokenizer .*neither sentencepiece.bpe.model nor tokenizer.json'
config llama ',"architectures":["LlamaForCausalLM"]'
lacks "a decoder alone" "is a decoder alone [('llama')]*, and convert reads models with an encoder and a decoder: marian, m2m_100, mbart, bart and T5's"
config bert ',"architectures":["BertForMaskedLM"]'
lacks "an encoder alone" "is an encoder alone [('bert')]*, and convert reads"
repository org/pointer $madlad/config.json
pointer='version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 123456
'
put pointer/pytorch_model.bin "$pointer"
cp $madlad/spiece.model "$MIRROR/org/pointer"
refuses "a pointer of Git LFS in the place of weights" hf:org/pointer 'pytorch_model.bin: is a pointer of Git LFS, not the file; git lfs pull gets the file; whoever has put it there can$'
cp $madlad/pytorch_model.bin "$MIRROR/org/pointer"
put pointer/spiece.model "$pointer"
refuses "and of a tokenizer" hf:org/pointer 'spiece.model: is a pointer of Git LFS'

kill $server_process
done_testing
