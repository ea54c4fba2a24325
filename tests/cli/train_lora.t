#!/bin/sh
# train_lora.t - translate train --lora: adapters alone learn, in little memory, and are written as PEFT keeps
# them and merged into a model; and what cannot be asked for.
. tests/cli/tap.sh
. tests/cli/toy.sh

# A model that turns words round, and own text that wants a k first which the model puts last.
toy_pairs 900 5 > "$TMP/all"
head -n 600 "$TMP/all" > "$TMP/toy.tsv"
tail -n 300 "$TMP/all" > "$TMP/general.tsv"
toy_pairs 40 6 | sed 's/^/k /; s/$/ k/' >> "$TMP/toy.tsv"
toy_pairs 300 7 k > "$TMP/own.tsv"
run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/toy.gguf" --pieces 300 --shape 2+1,64,128,4 \
    --steps 300 --batch 250 --rate 5e-3 --every 300 --dropout 0.1 --optimizer adam --origin there
is "a model to begin with" "$status" 0
cp "$TMP/toy.gguf" "$TMP/kept.gguf"

run train --from "$TMP/toy.gguf" -j 1 "$TMP/own.tsv" -o "$TMP/with.gguf" --steps 160 --batch 250 --every 10 \
    --general "$TMP/general.tsv" --lora 8
is "adapters are learnt" "$status" 0
like "it says how many numbers learn" "$(cat "$TMP/err")" \
    'adapters +of rank 8 and alpha 16: 0\.01 M parameters learn, and the network stays'
like "own text comes out better" "$(cat "$TMP/err")" 'verdict +your text comes out better'
check "the base stays" cmp "$TMP/toy.gguf" "$TMP/kept.gguf"
run -m "$TMP/with.gguf" --raw < /dev/null
is "the model that was made is one" "$status" 0
check "a checkpoint holds the adapters alone" \
    test "$(wc -c < "$TMP/with.gguf.train")" -lt "$(wc -c < "$TMP/toy.gguf")"

# ---- As PEFT keeps them

cat "$TMP/with.gguf.lora/adapter_config.json" > "$TMP/out"
like "the settings" "$(tr -d '\n\t ' < "$TMP/out")" \
    '"peft_type":"LORA","task_type":"SEQ_2_SEQ_LM","base_model_name_or_path":"there","r":8,"lora_alpha":16,.*"target_modules":\["q_proj","v_proj"\]'
arrays() { # FOLDER: a line NAME TYPE SHAPE of each array; the last one is what lies behind them
    perl -e '
        local $/; open my $f, "<", $ARGV[0] or die; my $all = <$f>;
        my $size = unpack "Q<", $all; my ($header, $at) = (substr($all, 8, $size), 0);
        die "not aligned" if $size % 8;
        while ($header =~ /"([^"]+)":\{"dtype":"(\w+)","shape":\[(\d+),(\d+)\],"data_offsets":\[(\d+),(\d+)\]\}/g) {
            die "$1: a gap" if $5 != $at; die "$1: size" if $6 - $5 != 4 * $3 * $4;
            $at = $6; print "$1 $2 $3,$4\n" }
        print length($all) - 8 - $size - $at, "\n"' "$1/adapter_model.safetensors"
}
arrays "$TMP/with.gguf.lora" > "$TMP/out"
is "the arrays of two layers and one: two of each matrix" "$(wc -l < "$TMP/out") $(tail -n 1 "$TMP/out")" "17 0"
for name in encoder.layers.1.self_attn.v_proj decoder.layers.0.self_attn.q_proj decoder.layers.0.encoder_attn.v_proj; do
    check "A of $name" grep -qx "base_model.model.model.$name.lora_A.weight F32 8,64" "$TMP/out"
    check "B of $name" grep -qx "base_model.model.model.$name.lora_B.weight F32 64,8" "$TMP/out"
done

# ---- The same bits, from a model that is small, for plain C is slow

"$T" train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/small.gguf" --pieces 300 --shape 1+1,24,40,2 --steps 20 \
    --batch 200 --rate 3e-3 --optimizer adam 2> "$TMP/err"
small() { # NAME OPTIONS...
    name=$1
    shift
    run train --from "$TMP/small.gguf" "$TMP/own.tsv" -o "$TMP/$name.gguf" --batch 100 --rate 1e-2 \
        --every 10 --warmup 5 --general "$TMP/general.tsv" --lora 3 "$@"
}
small one --lora-matrices all --steps 20 -j 1
small two --lora-matrices all --steps 20 -j 2 --cpu ref
check "one thread, and two in plain C, give the same model" cmp "$TMP/one.gguf" "$TMP/two.gguf"
check "... and the same adapters" \
    cmp "$TMP/one.gguf.lora/adapter_model.safetensors" "$TMP/two.gguf.lora/adapter_model.safetensors"
arrays "$TMP/one.gguf.lora" > "$TMP/out"
is "all matrices: six of an encoder's layer, ten of a decoder's" "$(wc -l < "$TMP/out")" 33
check "of the feed-forward network, too" grep -qx "base_model.model.model.encoder.layers.0.fc2.lora_A.weight F32 3,40" "$TMP/out"
small some --lora-matrices k,up --lora-alpha 6 --steps 5 -j 1
like "some matrices, and an alpha" "$(tr -d '\n\t ' < "$TMP/some.gguf.lora/adapter_config.json")" \
    '"lora_alpha":6,.*"target_modules":\["k_proj","fc1"\]'

# A rate at which nothing is learnt: the base comes out, in its own bits.
small idle --rate 1e-9 --steps 5 -j 1
"$T" -m "$TMP/small.gguf" < "$TMP/own.tsv" > "$TMP/before" 2> "$TMP/err"
"$T" -m "$TMP/idle.gguf" < "$TMP/own.tsv" > "$TMP/after" 2> "$TMP/err"
check "what has learnt nothing is the base" cmp "$TMP/before" "$TMP/after"

# Killed and resumed.
begin "$TMP/killed.gguf" --from "$TMP/small.gguf" "$TMP/own.tsv" --general "$TMP/general.tsv" --batch 100 \
    --rate 1e-2 --every 10 --warmup 5 --lora 3 --steps 1000000 --cooldown 10 -j 1
end KILL
step=$(saved "$TMP/killed.gguf")
run train --resume "$TMP/killed.gguf.train" --export "$TMP/export.gguf"
is "what is saved is a model" "$status" 0
run -m "$TMP/export.gguf" < /dev/null
is "which translates" "$status" 0
"$T" train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/another.gguf" --pieces 300 --shape 1+1,24,40,2 --steps 19 \
    --batch 200 --rate 3e-3 --optimizer adam 2> "$TMP/err"
run train -q --resume "$TMP/killed.gguf.train" --from "$TMP/another.gguf"
says "adapters are for one model alone" 1 'was begun with another text, or another model'
run train -q --resume "$TMP/killed.gguf.train" --from "$TMP/toy.gguf"
says "of one shape" 1 'toy.gguf: is of another shape than the run'
run train -q --resume "$TMP/killed.gguf.train" --from "$TMP/toy.gguf" --export "$TMP/none.gguf"
says "as a model, too" 1 'toy.gguf: is of another shape than the run'
run train -q --resume "$TMP/killed.gguf.train" --cooldown 10 -j 2
is "it goes on from step $step" "$status" 0
small undisturbed --steps $((step + 10)) --cooldown 10 -j 1
check "and gives the file of a run that nobody disturbed" cmp "$TMP/undisturbed.gguf" "$TMP/killed.gguf"

# ---- What cannot be

refused() { # RE OPTIONS...
    re=$1
    shift
    run train "$TMP/own.tsv" -o "$TMP/no.gguf" "$@"
    says "refused: $*" 2 "$re"
}
refused 'lora goes with --from' -f en -t de --lora 8
refused 'lora keeps the network' --from "$TMP/small.gguf" --lora 8 --shape 2+2,24,40,2 --general none
refused 'lora keeps the network, and learns by Adam' --from "$TMP/small.gguf" --lora 8 --optimizer muon
refused 'lora-alpha goes with --lora' --from "$TMP/small.gguf" --lora-alpha 8
for matrices in q,,v q,x ,q q, query; do
    refused 'they are q, k, v, out, up and down, or all' --from "$TMP/small.gguf" --lora 8 --lora-matrices "$matrices"
done
for alpha in 0 -1 x 1e9; do
    refused 'is not a number above 0' --from "$TMP/small.gguf" --lora 8 --lora-alpha "$alpha"
done
run train -q --resume "$TMP/one.gguf.train" --lora 4
says "a run that goes on keeps its rank" 2 'a run that goes on keeps its --lora'
rm "$TMP/one.gguf" "$TMP/one.gguf.train"
small one --steps 5 -j 1
says "adapters that are there stay" 1 'one.gguf.lora: exists; --force replaces it'
done_testing
