#!/bin/sh
# convert_fairseq.t - checkpoints of fairseq: what is read, and what is refused by its name.
. tests/cli/tap.sh

python=${PYTHON:-python3}
if ! "$python" -c 'import pickle, zipfile' 2> "$TMP/err"; then
    skip "checkpoints of fairseq" "no python3"
    done_testing
fi
dir=$TMP/model

# make SETTING=VALUE...: a new checkpoint in $dir
make() {
    rm -rf "$dir"
    "$python" tests/make/fairseq_pt.py "$dir" "$@"
}

refuses() { # NAME SENTENCE SETTING=VALUE...
    name=$1 sentence=$2
    shift 2
    make "$@"
    run convert -o "$TMP/out.gguf" "$dir"
    says "$name" 1 "$sentence"
}

# ---- What a checkpoint says ------------------------------------------------------------------

for form in '"args"' '"cfg"'; do
    make "form=$form"
    run convert --type float32 -o "$TMP/plain.gguf" "$dir/model.pt"
    is "a checkpoint is converted: $form" "$status" 0
    like "as what it is" "$(cat "$TMP/err")" 'fairseq: 2.2 layers of 8, vocabulary of 20'
done
run convert --format fairseq --type float32 -o "$TMP/folder.gguf" "$dir"
check "a folder is the same" cmp -s "$TMP/plain.gguf" "$TMP/folder.gguf"
make 'names="old"'
run convert --type float32 -o "$TMP/old.gguf" "$dir"
is "queries, keys and values may be one array" "$status" 0
copies=$(for name in in_proj out_proj fc1 fc2; do printf '"encoder.layers.1.%s_%s": Tensor(3), ' $name weight $name bias; done)
make "weights={$copies}"
run convert --type float32 -o "$TMP/copies.gguf" "$dir"
check "what PyTorch's own layer needs, layers hold twice" cmp "$TMP/plain.gguf" "$TMP/copies.gguf"
refuses "... of the encoder" 'decoder.layers.1.fc1_bias has no place' 'weights={"decoder.layers.1.fc1_bias": Tensor(3)}'

make
mv "$dir/model.pt" "$dir/model1.pt"
cp "$dir/model1.pt" "$dir/model2.pt"
run convert -o "$TMP/out.gguf" "$dir"
says "an ensemble's models are several" 1 'model: has 2 checkpoints, .* name one, such as model1.pt'
run convert --type float32 -o "$TMP/one.gguf" "$dir/model2.pt"
is "of which each can be named" "$status" 0
rm "$dir/dict.de.txt"
run convert -o "$TMP/out.gguf" "$dir/model1.pt"
is "one dictionary serves both" "$status" 0
run convert --vocab "$dir/dict.en.txt" -o "$TMP/out.gguf" "$dir/model1.pt"
says "it cannot be given" 2 'dictionaries of fairseq are those that lie beside'

# ---- What fairseq computes --------------------------------------------------------------------

# tests/peers/check_fairseq.py --keep had fairseq write these, and the log-probabilities that it
# gives to each token of the second column and to the end.
close() { # SCORES JSON
    "$python" -c '
import json, sys
worst = n = 0
for row, line in zip(open(sys.argv[1]), open(sys.argv[2])):
    wanted = [float(x) for x in row.split("\t")[2].split()]
    got = [t["log_probability"] for t in json.loads(line)["tokens"]]
    assert len(got) == len(wanted), (got, wanted)
    worst = max([worst] + [abs(a - b) / (2e-5 + 2e-4 * abs(b)) for a, b in zip(got, wanted)])
    n += 1
print(n, worst)
sys.exit(not (n == 6 and worst <= 1))' "$@"
}
for name in wmt norms omegaconf; do
    folder=tests/data/fairseq/$name
    run convert --type float32 -o "$TMP/$name.gguf" "$folder"
    is "a checkpoint of fairseq itself is converted: $name" "$status" 0
    cut -f 1,2 "$folder/scores.tsv" > "$TMP/pairs"
    "$T" score -m "$TMP/$name.gguf" --input ids --json "$TMP/pairs" > "$TMP/$name.json"
    check "and gives the same log-probabilities" close "$folder/scores.tsv" "$TMP/$name.json"
done

# ---- Parts of networks -----------------------------------------------------------------------

for set in 'adaptive_softmax_cutoff=[100]' 'cross_self_attention=True' 'no_cross_attention=True' \
    'adaptive_input=True' 'base_layers=1' 'scale_heads=True' 'merge_src_tgt_embed=True'; do
    refuses "refused by its name: $set" "model.pt: ${set%%=*}: is not supported" "$set"
done
refuses "an activation" "activation_fn: 'tanh' is not supported, only relu" 'activation_fn="tanh"'
refuses "a language model" "arch: 'transformer_lm_big' is not supported" 'arch="transformer_lm_big"'
refuses "a recurrent network" "arch: 'lstm' is not supported" 'arch="lstm"'
refuses "another task" "task: 'translation_lev' is not supported, only" 'task="translation_lev"'
refuses "halves of two kinds" 'decoder_normalize_before: another choice' 'decoder_normalize_before=True'
refuses "halves of two widths" 'decoder_embed_dim: another number' 'decoder_embed_dim=4'
refuses "positions of two kinds" 'decoder_learned_pos: another choice' 'encoder_learned_pos=True'
refuses "no norm behind the stacks" 'decoder.version is of a network that has no norm behind' 'version=2.0' \
    encoder_normalize_before=True decoder_normalize_before=True
refuses "a share of the weights" 'has a share of the weights' 'root={"fsdp_metadata": {}}'
refuses "tables that should be one" 'differs from .*, but the settings say they are one' \
    share_all_embeddings=True 'weights={"decoder.embed_tokens.weight": Tensor(20, 8)}'
refuses "an array too many" 'tensor encoder.gate.weight has no place in the network' \
    'weights={"encoder.gate.weight": Tensor(8, 8)}'
refuses "an array too few" 'tensor decoder.layers.1.fc2.bias is missing' \
    'weights={"decoder.layers.1.fc2.bias": None}'
refuses "another shape" 'fc1.weight: is \[8, 8\], expected \[12, 8\]' \
    'weights={"encoder.layers.0.fc1.weight": Tensor(8, 8)}'

make 'encoder_layers_to_keep="1"' 'decoder_layers_to_keep="0,1"'
run convert -o "$TMP/out.gguf" "$dir"
is "layers may be left out" "$status" 0
like "and are" "$(cat "$TMP/err")" '1.2 layers'
refuses "of layers that are kept all are needed" 'layers.1.self_attn.q_proj.weight is missing' \
    'encoder_layers_to_keep="0,7"' 'decoder_layers_to_keep="1,0"'

# ---- Settings of wrong types -----------------------------------------------------------------

refuses "nothing but weights" 'it has neither args nor cfg' 'root={"args": DROP}'
refuses "settings that are a list" 'it has neither args nor cfg' 'root={"args": [1, 2]}'
refuses "a number that is a dictionary" 'encoder_layers: is not a whole number' 'encoder_layers={1: 2}'
refuses "a number that is too large" 'encoder_embed_dim: is not a whole number in' encoder_embed_dim=2**40
refuses "a number below one" 'decoder_layers: is not a whole number in' decoder_layers=-1
refuses "a number that is missing" 'encoder_layers: is missing' encoder_layers=DROP
refuses "a choice that is a text" 'share_all_embeddings: is neither true nor false' 'share_all_embeddings="yes"'
refuses "a name that is a list" 'activation_fn: is not a text' 'activation_fn=[1]'
refuses "layers that are a dictionary" 'encoder_layers_to_keep: is not a list' 'encoder_layers_to_keep={1: 2}'
refuses "layers that are no numbers" 'encoder_layers_to_keep: lists no layers' 'encoder_layers_to_keep="a,b"'
refuses "weights that are a list" 'no dictionary of tensors' 'root={"model": [1]}'

# ---- Dictionaries ----------------------------------------------------------------------------

refuses "a line without a count" 'dict.en.txt: line 2 is not a piece and its count' 'pieces=["a", "b\nc"]'
refuses "a piece twice" "dict.en.txt: has the piece 'a' twice" 'pieces=["a", "a"]'
refuses "too many pieces" 'dict.en.txt: has more pieces than' 'pieces=["p%d" % i for i in range(30)]'
refuses "too few pieces" 'dict.en.txt: has 6 pieces, but .* has 20 ids' 'pieces=["a", "b"]'
refuses "pieces that replace others" '#fairseq:overwrite' 'pieces=["a", "b 3 #fairseq:overwrite\nc"]'
make
rm "$dir"/dict.*.txt
run convert --format fairseq -o "$TMP/out.gguf" "$dir"
says "no dictionary" 1 'has no dictionary of the source: dict.en.txt'

# Moses' words: p0 @-@ p1 &amp; . and codes that make p0 and p1 of their letters.
make 'pieces=["p0", "@-@", "p@@", "1", "&amp;", "."] + ["p%d" % i for i in range(2, 12)]'
printf '%s\n' 'p 0</w> 9' '@ - 8' '@- @</w> 8' '& a 7' '&a m 7' '&am p 7' '&amp ;</w> 7' > "$dir/bpecodes"
run convert --type float32 -o "$TMP/codes.gguf" "$dir"
is "codes cut words" "$status" 0
is "as Moses makes them" "$(echo 'p0-p1 & p0.' | "$T" tokenize -m "$TMP/codes.gguf" --ids)" \
    '4 5 6 7 8 4 9'
printf 'one\n' > "$dir/bpecodes"
run convert -o "$TMP/out.gguf" "$dir"
says "codes that are none" 1 'bpecodes: line 1 is not two symbols'

# ---- Many languages --------------------------------------------------------------------------

multi='task="translation_multi_simple_epoch"'
pieces='pieces=["p%d" % i for i in range(13)]'
make "$multi" "$pieces" 'langs=["de", "en", "fr"]' 'encoder_langtok="src"' decoder_langtok=True \
    source_lang=None target_lang=None share_all_embeddings=True
run convert --type float32 -o "$TMP/multi.gguf" "$dir"
is "a network of many languages is converted" "$status" 0
like "which are told" "$(cat "$TMP/err")" '3 languages, from de to fr'
run -m "$TMP/multi.gguf" -f en < /dev/null
says "one has to be chosen" 1 'language to translate to has to be given.*de, en, fr'
refuses "tokens in the place of others" 'lang_tok_replacing_bos_eos: is not supported' "$multi" \
    "$pieces" 'langs=["de", "en"]' lang_tok_replacing_bos_eos=True
refuses "languages that are none" 'langs: is not a list of names' "$multi" "$pieces" 'langs=[["de"]]'
refuses "no languages" 'has no tokens of languages' "$multi" 'lang_dict="/there/langs.txt"'

# ---- Files that are cut short ----------------------------------------------------------------

make
size=$(wc -c < "$dir/model.pt")
cp "$dir/model.pt" "$TMP/whole.pt"
n=0 at=0
while [ "$at" -lt "$size" ]; do
    head -c "$at" "$TMP/whole.pt" > "$dir/model.pt"
    run convert -o "$TMP/out.gguf" "$dir"
    [ "$status" = 1 ] && [ ! -e "$TMP/cut.gguf" ] && n=$((n + 1))
    at=$((at + 4096))
done
is "a checkpoint that is cut is refused" "$n" "$(((size + 4095) / 4096))"

done_testing
