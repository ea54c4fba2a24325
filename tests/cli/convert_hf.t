#!/bin/sh
# convert_hf.t - Hugging Face directories on the command line.
. tests/cli/tap.sh

dir=$TMP/model
mkdir "$dir"
cp tests/data/torch/config.json tests/data/torch/model.safetensors "$dir"
run convert -o "$TMP/safe.gguf" "$dir"
is "weights in safetensors are converted" "$status" 0
rm "$dir/model.safetensors"
for form in zip old; do
    cp tests/data/torch/$form.bin "$dir/pytorch_model.bin"
    run convert -o "$TMP/$form.gguf" "$dir"
    is "weights of PyTorch's are, too ($form)" "$status" 0
    check "and are the same model" cmp -s "$TMP/safe.gguf" "$TMP/$form.gguf"
done
mv "$dir/pytorch_model.bin" "$dir/epoch3.pt"
run convert -o "$TMP/named.gguf" "$dir/epoch3.pt"
check "a file of them may be named" cmp -s "$TMP/safe.gguf" "$TMP/named.gguf"
for i in 1 100 1000 5000 9386; do
    head -c "$i" tests/data/torch/old.bin > "$dir/epoch3.pt"
    run convert -o "$TMP/out.gguf" "$dir/epoch3.pt"
    says "a file that is cut after $i bytes is refused" 1 'epoch3.pt: '
done
cp tests/fuzz/seeds/torch/hostile-system "$dir/pytorch_model.bin"
run convert -o "$TMP/out.gguf" "$dir"
says "a pickle that would run a program is refused" 1 \
    'pytorch_model.bin: this pickle asks for posix.system, .* nothing of it was run'
check "nothing is left behind" test ! -e "$TMP/out.gguf"

# ---- A vocabulary that leaves out what it does not know

mkdir "$TMP/few"
cp tests/data/torch/config.json tests/data/torch/model.safetensors "$TMP/few"
cat > "$TMP/few/tokenizer.json" << 'END'
{"added_tokens": [{"id": 0, "content": "<s>", "special": true}, {"id": 1, "content": "<pad>", "special": true},
  {"id": 2, "content": "</s>", "special": true}],
 "post_processor": {"type": "Sequence", "processors": [{"type": "ByteLevel"},
  {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0]}]},
 "model": {"type": "BPE", "unk_token": null,
  "vocab": {"<s>": 0, "<pad>": 1, "</s>": 2, "a": 4, "b": 5, "ab": 6}, "merges": ["a b"]}}
END
run convert -f en -t de -o "$TMP/few.gguf" "$TMP/few"
is "a model that cannot spell how one is addressed is one" "$status" 0
is "what it cannot spell is ruled out anyway" "$(echo ab | "$T" -m "$TMP/few.gguf" --raw --ban xyz --max-length 3 > "$TMP/out" 2>&1; echo $?)" 0
run -m "$TMP/few.gguf" --ban ' ' < /dev/null
says "blanks cannot be ruled out" 1 'a word that is ruled out is blank'

echo '{"model_type": "marian"}' > "$dir/config.json"
rm "$dir/pytorch_model.bin"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
says "without weights it is no model" 1 'config.json: is there, but no weights: model.safetensors'
run convert --format hf -f en -t de -o "$TMP/out.gguf" "$dir"
says "what is missing is named when it is said to be one" 1 'model.safetensors: No such'
echo '{"weight_map": {"a": "../model.safetensors"}}' > "$dir/model.safetensors.index.json"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
says "an index leads to no other folder" 1 'tensor a is not in a .safetensors file beside the index'

fairseq=$TMP/fairseq
mkdir "$fairseq"
cp tests/data/torch/zip.bin "$fairseq/model.pt"
run convert -f en -t de -o "$TMP/out.gguf" "$fairseq/model.pt"
says "weights that nothing describes are refused" 1 \
    'fairseq/model.pt: has weights alone: config.json .* is missing'
echo 'the 100' > "$fairseq/dict.en.txt"
run convert -f en -t de -o "$TMP/out.gguf" "$fairseq/model.pt"
says "beside a dictionary they have to be fairseq's" 1 'it has neither args nor cfg'
rm "$fairseq/model.pt"
run convert -f en -t de -o "$TMP/out.gguf" "$fairseq"
says "a dictionary alone is no model" 1 'dict.en.txt: is there, but no weights: model.pt .fairseq. is'

printf 'no header' > "$dir/other.safetensors"
run convert -f en -t de -o "$TMP/out.gguf" "$dir/other.safetensors"
says "weights that are named are those that are read" 1 'other.safetensors: '

bart=../shared/fixtures/g2p-bart-en-us
if [ -d "$bart" ]; then
    run convert --type float32 -o "$TMP/bart.gguf" "$bart"
    is "a BART without a tokenizer is converted" "$status" 0
    like "which is told" "$(cat "$TMP/err")" 'it has neither a SentencePiece file nor merges.txt'
    # greedy-reference.tsv has its letters by their places in grapheme_chars of config.json
    ids=$(awk -F'"' '/"grapheme_chars"/ {
        for (i = 1; i <= 4; i++) printf("%s%d", i == 1 ? "" : " ", index($4, substr("bute", i, 1)) - 1)
    }' "$bart/config.json")
    is "and driven by ids" "$(echo "$ids" | "$T" -m "$TMP/bart.gguf" -b 1 --input ids)" \
        "$(awk -F'\t' '$1 == "bute" { print $3 }' "$bart/greedy-reference.tsv")"
    run -m "$TMP/bart.gguf" < /dev/null
    says "text is refused" 1 'the model has no tokenizer'
else
    skip "a BART without a tokenizer" "no $bart"
fi

done_testing
