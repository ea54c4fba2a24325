#!/bin/sh
# convert_t5.t - T5 and its descendants, against what transformers makes of them
# (tests/peers/make_t5.py).
. tests/cli/tap.sh

# Greedy ids; <pad>, which transformers may produce, is one of them.
greedy() { # MODEL OPTIONS...
    model=$1
    shift
    "$T" "$@" -m "$model" -b 1 --raw --max-length 20 --input ids --output-format ids
}
# first.txt of transformers beside our five best first tokens: prints what is not within reach.
first() { # FIRST OURS
    awk -F ' [|][|][|] ' 'NR == FNR { for (n = split($0, w, " "); n > 0; n--) {
                                     split(w[n], p, ":"); theirs[NR, p[1] + 0] = p[2] }
                                 next }
        NF == 3 && split($2, w, " ") == 1 { n_found++
            theirs_is = theirs[$1 + 0, w[1] + 0]
            d = $3 - theirs_is; d = d < 0 ? -d : d
            if (theirs_is == "" || d > 2e-5 - 2e-4 * theirs_is) print $1, w[1], $3, theirs_is }
        END { if (!n_found) print "nothing" }' "$1" "$2"
}
for name in tied madlad umt5 mt5; do
    dir=tests/data/t5/$name
    languages='-f en -t de'
    [ $name = tied ] || [ $name = madlad ] && languages=
    # shellcheck disable=SC2086 # words
    run convert --type float32 $languages -o "$TMP/$name.gguf" "$dir"
    is "$name is converted" "$status" 0
    is "$name: the greedy translations are those of transformers" \
        "$(greedy "$TMP/$name.gguf" < $dir/source.ids)" "$(cat $dir/greedy.ids)"
    "$T" -m "$TMP/$name.gguf" -b 5 -n 5 --raw --max-length 1 --length-penalty 0 --input ids \
        --output-format ids < $dir/source.ids > "$TMP/ours"
    is "$name: so are the probabilities" "$(first $dir/first.txt "$TMP/ours")" ''
done

# Eight together, one by one, by threads, and by each instruction set.
ids=$(cat tests/data/t5/umt5/source.ids)
all=$(echo "$ids" | "$T" -m "$TMP/umt5.gguf" -b 4 --input ids --output-format ids)
for how in '--batch-tokens 1' '-j 3' '--cpu ref'; do
    # shellcheck disable=SC2086 # words
    is "the same bits with $how" \
        "$(echo "$ids" | "$T" $how -m "$TMP/umt5.gguf" -b 4 --input ids --output-format ids)" "$all"
done
# shellcheck disable=SC2086 # words
run convert --type int8 -f en -t de -o "$TMP/int8.gguf" tests/data/t5/umt5
all=$(echo "$ids" | "$T" -m "$TMP/int8.gguf" -b 4 --input ids --output-format ids)
for how in '--batch-tokens 1' '-j 3' '--cpu ref'; do
    # shellcheck disable=SC2086 # words
    is "int8, too, with $how" \
        "$(echo "$ids" | "$T" $how -m "$TMP/int8.gguf" -b 4 --input ids --output-format ids)" "$all"
done

# <2de> comes from --to.
line='The weather is nice'
prefixed=$("$T" tokenize -m "$TMP/madlad.gguf" --ids -e "<2sr_Latn> $line")
is "a language of the vocabulary is asked for with its token" \
    "$(echo "$line" | "$T" -m "$TMP/madlad.gguf" -t sr-Latn --raw --max-length 20 --output-format pieces)" \
    "$(echo "$prefixed" | "$T" -m "$TMP/madlad.gguf" --raw --max-length 20 \
        --input ids --output-format pieces)"
echo "$line" > "$TMP/line"
run -m "$TMP/madlad.gguf" -t fr "$TMP/line"
says "one that it lacks is refused, with those it has" 1 'fr is not known; the model has de, sr_Latn$'
run -m "$TMP/madlad.gguf" "$TMP/line"
says "one has to be named" 1 'has to be given; the model has de, sr_Latn$'

# So does T5's task.
task=$("$T" tokenize -m "$TMP/tied.gguf" --ids -e "translate English to French: $line")
is "the languages are the task of a T5" \
    "$(echo "$line" | "$T" -m "$TMP/tied.gguf" -f en -t fr --raw --max-length 20 --output-format pieces)" \
    "$(echo "$task" | "$T" -m "$TMP/tied.gguf" --raw --max-length 20 \
        --input ids --output-format pieces)"
run -m "$TMP/tied.gguf" -f en -t it "$TMP/line"
says "with those of its tasks alone" 1 'it is not known; the model has en, de, fr$'

# How to search; the translations are those of transformers, which shows the first token, 7.
dir=$TMP/search
cp -R tests/data/t5/mt5 "$dir"
echo '{"num_beams": 3, "length_penalty": 0.5, "forced_bos_token_id": 7, "bad_words_ids": [[8]],
    "suppress_tokens": [42], "decoder_start_token_id": 5, "repetition_penalty": 1.5,
    "begin_suppress_tokens": [9]}' > "$dir/generation_config.json"
run convert --type float32 -f en -t de -o "$TMP/search.gguf" "$dir"
is "a T5 with settings of the search is converted" "$status" 0
for key in repetition_penalty begin_suppress_tokens; do
    like "what is not applied is named ($key)" "$(cat "$TMP/err")" "generation_config.json: $key is not applied"
done
like "so is a first token" "$(cat "$TMP/err")" 'forced_bos_token_id: translations begin with the token'
like "the beam and the length penalty are those of the file" \
    "$("$T" inspect "$TMP/search.gguf")" 'search  *beam 3, length penalty 0.5'
is "so are the translations" "$(head -n 3 "$dir/source.ids" | "$T" -m "$TMP/search.gguf" -b 1 --raw \
    --max-length 7 --input ids --output-format ids)" '27 56 4 32 54 10 4
72
72'
sed 's/"eos_token_id"/"suppress_tokens": [8], "num_beams": 2, "eos_token_id"/' tests/data/t5/mt5/config.json > "$dir/config.json"
rm "$dir/generation_config.json"
run convert --type float32 -f en -t de -o "$TMP/search.gguf" "$dir"
like "config.json may have them" "$("$T" inspect "$TMP/search.gguf" | tr '\n' ' ')" \
    'never produced  *1 token.*search  *beam 2'

# Tokens beside the vocabulary.
echo '{"<extra_id_0>": 73, "</s>": 1}' > "$dir/added_tokens.json"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
is "what T5 adds is not worth a word" "$(grep -c 'added tokens' "$TMP/err")" 0
echo '{"<extra_id_0>": 73, "</s>": 1, "<2xx>": 74}' > "$dir/added_tokens.json"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
like "what others add is named" "$(cat "$TMP/err")" \
    'added_tokens.json: added tokens that the vocabulary lacks: 1, the first is <2xx>'

# A tokenizer of bytes, as CodeT5 has it.
dir=$TMP/bytes
cp -R tests/data/t5/mt5 "$dir"
rm "$dir/spiece.model"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
says "a T5 without a tokenizer is refused" 1 'bytes: has no tokenizer that is read: neither spiece.model nor tokenizer.json is there$'
echo '{}' > "$dir/vocab.json"
echo '#version: 0.2' > "$dir/merges.txt"
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
says "of one of bytes the way is told" 1 'neither spiece.model nor tokenizer.json is there; transformers makes one of vocab.json and merges.txt, with AutoTokenizer.from_pretrained[(]FOLDER[)].save_pretrained[(]FOLDER[)]$'

# Configurations that are none.
dir=$TMP/broken
refuses() { # NAME SED SENTENCE
    rm -rf "$dir"
    cp -R tests/data/t5/mt5 "$dir"
    sed "$2" tests/data/t5/mt5/config.json > "$dir/config.json"
    run convert -f en -t de -o "$TMP/out.gguf" "$dir"
    says "$1 is refused" 1 "$3"
}
refuses 'an activation that is not known' 's/"gated-gelu"/"gated-mish"/; /dense_act_fn/d' \
    "feed_forward_proj: 'mish' is not supported"
refuses 'a stack whose weights are the other stack' 's/"eos_token_id"/"tie_encoder_decoder": true, "eos_token_id"/' \
    'tie_encoder_decoder: is not supported'
refuses 'a tied output layer that is not the embeddings' 's/"tie_word_embeddings": false/"tie_word_embeddings": true/' \
    'tensors shared.weight and lm_head.weight differ'
refuses 'another width' 's/"d_kv": 4/"d_kv": 5/' 'SelfAttention.q.weight: is \[16, 16\], expected'
refuses 'a head of no size' 's/"d_kv": 4/"d_kv": 0/' 'd_kv: is not a whole number in 1..8192'
refuses 'more buckets' 's/"relative_attention_num_buckets": 32/"relative_attention_num_buckets": 64/' \
    'relative_attention_bias.weight: is \[32, 4\], expected \[64, 4\]'
refuses 'a distance before the buckets end' \
    's/"relative_attention_max_distance": 128/"relative_attention_max_distance": 16/' \
    'is not more than half'

# The embeddings under another name, too: a copy, or zeros.
add_table() { # EXPRESSION OF $table
    perl -0777 -e '
        my ($from, $expression) = @ARGV;
        open(my $f, "<:raw", $from) or die;
        my $all = <$f>;
        my $n = unpack("Q<", $all);
        my ($header, $data) = (substr($all, 8, $n), substr($all, 8 + $n));
        $header =~ /"shared.weight":(\{[^}]*\[(\d+), ?(\d+)\]\})/ or die;
        my ($entry, $table) = ($1, substr($data, $2, $3 - $2));
        $table = eval $expression;
        my $range = "[" . length($data) . "," . (length($data) + length($table)) . "]";
        $entry =~ s/\[\d+, ?\d+\]\}$/$range}/;
        $header =~ s/\s*$//;
        $header =~ s/\}$/,"encoder.embed_tokens.weight":$entry}/;
        print pack("Q<", length($header)), $header, $data, $table;' \
        tests/data/t5/mt5/model.safetensors "$1" > "$dir/model.safetensors"
}
cp tests/data/t5/mt5/config.json "$dir"
add_table '$table'
run convert --type float32 -f en -t de -o "$TMP/twice.gguf" "$dir"
check "embeddings may be there twice" cmp -s "$TMP/twice.gguf" "$TMP/mt5.gguf"
add_table '"\0" x length($table)'
run convert -f en -t de -o "$TMP/out.gguf" "$dir"
says "but not two of them" 1 'tensors shared.weight and encoder.embed_tokens.weight differ'

# ---- llama.cpp's GGUF (tests/peers/make_t5_gguf.py)

gguf=tests/data/t5/gguf
run convert --type float32 -f en -t de -o "$TMP/mt5-gguf.gguf" $gguf/mt5.gguf
is "a GGUF file of llama.cpp is converted" "$status" 0
is "its greedy translations are those of transformers" \
    "$(greedy "$TMP/mt5-gguf.gguf" < tests/data/t5/mt5/source.ids)" "$(cat tests/data/t5/mt5/greedy.ids)"
"$T" -m "$TMP/mt5-gguf.gguf" -b 5 -n 5 --raw --max-length 1 --length-penalty 0 --input ids \
    --output-format ids < tests/data/t5/mt5/source.ids > "$TMP/ours"
is "so are the probabilities" "$(first tests/data/t5/mt5/first.txt "$TMP/ours")" ''
text='What time  is it? Ünbekannt €5, <2de> Quick <2sr_Latn>brown\tfox.'
ids='23 5 17 42 8 1
9 30 31 32 33 12
7'
for name in f16 q8; do
    "$T" convert --type float32 -f en -t de -o "$TMP/a.gguf" $gguf/$name 2> "$TMP/log"
    "$T" convert --type float32 -f en -t de -o "$TMP/b.gguf" $gguf/$name.gguf 2> "$TMP/log"
    is "$name: weights are those of floats" \
        "$(echo "$ids" | "$T" -m "$TMP/b.gguf" -b 4 -n 4 --input ids --output-format ids --max-length 12)" \
        "$(echo "$ids" | "$T" -m "$TMP/a.gguf" -b 4 -n 4 --input ids --output-format ids --max-length 12)"
    is "$name: the vocabulary cuts as the model's own" \
        "$(printf "$text" | "$T" tokenize --ids -m "$TMP/b.gguf")" "$(printf "$text" | "$T" tokenize --ids -m "$TMP/a.gguf")"
done
is "languages of the vocabulary are found" "$("$T" convert -o "$TMP/b.gguf" $gguf/q8.gguf 2>&1 | head -n 1)" \
    "translate: $gguf/q8.gguf: 2 languages, from de to sr_Latn"
size=$(wc -c < $gguf/q8.gguf)
for at in $(seq 0 4096 "$size") $((size - 1)); do
    head -c "$at" $gguf/q8.gguf > "$TMP/cut.gguf"
    run convert -o "$TMP/out.gguf" "$TMP/cut.gguf"
    says "one that is cut after $at bytes is refused" 1 'cut.gguf: '
done
perl -0777 -pe 's/(dec\.blk\.0\.ffn_up\.weight.{4}.{16})\x08\0\0\0/$1\x0c\0\0\0/s' $gguf/q8.gguf > "$TMP/q4.gguf"
run convert -o "$TMP/out.gguf" "$TMP/q4.gguf"
says "other types of ggml are refused by their number" 1 \
    'tensor dec.blk.0.ffn_up.weight: element type 12, this build reads F32, F16, BF16 and Q8_0$'
sed 's/general.architecture\x08\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00t5/general.architecture\x08\x00\x00\x00\x02\x00\x00\x00\x00\x00\x00\x00xx/' $gguf/q8.gguf > "$TMP/xx.gguf"
run convert --format gguf -o "$TMP/out.gguf" "$TMP/xx.gguf"
says "another architecture is refused" 1 "key general.architecture: 'xx' is not supported, only t5\$"

done_testing
