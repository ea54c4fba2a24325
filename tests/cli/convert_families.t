#!/bin/sh
# convert_families.t - families of Hugging Face's and of CTranslate2's, against what transformers
# makes of small random models of them (tests/peers/make_families.py, make_indic.py).
. tests/cli/tap.sh

all=tests/data/families
# Lines of log-probabilities beside ours: prints what differs by more than 1e-4.
differ() { # WANTED GOT
    awk 'NR == FNR { wanted[NR] = $0; n = NR; next }
        { n_wanted = split(wanted[FNR], w, " "); m = FNR
          if (n_wanted != NF) print FNR ": " NF " tokens, not " n_wanted
          for (i = 1; i <= NF; i++) { d = $i - w[i]; if (d > 1e-4 || d < -1e-4) print FNR, i, $i, w[i] } }
        END { if (m != n || !n) print m " lines, not " n }' "$1" "$2"
}
# A model of a folder, and whether it is what the folder's other files say.
compare() { # NAME FILE OPTIONS...
    name=$1 file=$2
    shift 2
    dir=$TMP/$name
    as=text
    case $name in indic*) as=pieces ;; esac
    "$T" tokenize -m "$file" --ids < "$dir/sources" > "$TMP/got"
    is "$name: ids are those of transformers" "$(cat "$TMP/got")" "$(cat "$dir/ids.txt")"
    "$T" score -m "$file" --input $as --split none --tokens "$@" < "$dir/pairs.tsv" | sed 's/.*\t//' > "$TMP/got"
    is "$name: log-probabilities are" "$(differ "$dir/scores.txt" "$TMP/got")" ''
    "$T" -m "$file" -b 1 --raw --split none --max-length 20 --input $as --output-format ids "$@" < "$dir/sources" > "$TMP/got"
    is "$name: greedy translations are" "$(cat "$TMP/got")" "$(cat "$dir/greedy.ids")"
}
converts() { # NAME LANGUAGES...: pairs of a folder, and its model in $TMP
    name=$1
    shift
    cp -R "$all/$name" "$TMP"
    cut -f 1 "$all/$name/pairs.tsv" > "$TMP/$name/sources"
    run convert --type float32 -o "$TMP/$name.gguf" "$@" "$all/$name"
    is "$name is converted" "$status $(grep -v -e ' written as ' -e ' languages, from ' "$TMP/err")" '0 '
}
refuses() { # NAME OF SED SENTENCE: config.json of a folder, changed
    rm -rf "$TMP/broken"
    cp -R "$all/$2" "$TMP/broken"
    sed "$3" "$all/$2/config.json" > "$TMP/broken/config.json"
    run convert -f en -t de -o "$TMP/out.gguf" "$TMP/broken"
    says "$1 is refused" 1 "$4"
}

# ---- ByT5

for name in byt5 mt5_bytes; do
    converts $name -f en -t de
    compare $name "$TMP/$name.gguf"
done
byt5=$TMP/byt5.gguf
like "a model of bytes reads sentences of many bytes" "$("$T" inspect "$byt5")" \
    'longest sentence  *1024 source tokens, 5184 target'
text=$(printf '\346\227\245\346\234\254\350\252\236\343\201\257 %.0s' $(seq 40))
is "a sentence of 200 characters is not cut" "$(echo "$text" | "$T" -m "$byt5" --force --json --max-length 9 |
    grep -o '"piece":"<0x[0-9A-F]*>"},{' | wc -l)" $((40 * 13 - 2))
is "bytes that are no character are left out" \
    "$(echo '198 69 229 134 70 198 162 75' | "$T" detokenize -m "$byt5" --input ids)" "$(printf 'BC\303\237H')"
is "a text in a script of other bytes is translated" \
    "$(echo 'Привет, мир' | "$T" -m "$byt5" --max-length 9 | grep -c 'Привет')" 0
refuses 'another end' byt5 's/"eos_token_id": 1/"eos_token_id": 2/' "eos_token_id is 2, but ByT5's is 1\$"
refuses 'fewer ids' byt5 's/"vocab_size": 384/"vocab_size": 258/' "has 258 ids, but ByT5's tokenizer has 259 and more\$"
rm "$TMP/broken/tokenizer_config.json"
run convert -f en -t de -o "$TMP/out.gguf" "$TMP/broken"
says "without the tokenizer's name nobody knows that it reads bytes" 1 'neither spiece.model nor tokenizer.json is there$'

# ---- FSMT

for name in fsmt fsmt_tied fsmt_own; do
    converts $name
    compare $name "$TMP/$name.gguf"
done
inspected=$("$T" inspect "$TMP/fsmt.gguf" | tr '\n' ' ')
like "its languages and its search are those of the files" "$inspected" \
    'languages  *en to de .* search  *beam 5, length penalty 1.15'
is "words are joined as Moses joins them" \
    "$(echo '12 6 22 29 14 4 8 5 9' | "$T" detokenize -m "$TMP/fsmt.gguf" --input ids)" 'Hallo, der Test (12)?'
refuses 'another pad' fsmt 's/"pad_token_id": 1/"pad_token_id": 0/' 'with pad_token_id 0 are not supported$'
refuses 'two sizes that are one' fsmt 's/"tie_word_embeddings": false/"tie_word_embeddings": true/' \
    'tie_word_embeddings: says that vocabularies of two sizes are one$'
refuses 'an activation that is not known' fsmt 's/"relu"/"mish"/' "activation_function: 'mish' is not supported\$"
cp -R $all/fsmt "$TMP/lower"
sed 's/"al<\/w>"/"ei@@<\/w>"/' $all/fsmt/vocab-tgt.json > "$TMP/lower/vocab-tgt.json"
run convert -o "$TMP/out.gguf" "$TMP/lower"
is "a word may end in what is written between parts of words" \
    "$status$(echo '18 27 43' | "$T" detokenize -m "$TMP/out.gguf" --input ids)" '0ei@@</w> eit'
echo '{"langs": ["en", "de"], "do_lower_case": true}' > "$TMP/lower/tokenizer_config.json"
run convert -o "$TMP/out.gguf" "$TMP/lower"
says "small letters are refused" 1 'tokenizer_config.json: do_lower_case is not supported$'
rm "$TMP/lower/tokenizer_config.json"
run convert -o "$TMP/out.gguf" "$TMP/lower"
says "the languages are asked for where the files have none" 2 'the languages it translates between were not given'
rm "$TMP/lower/vocab-tgt.json"
run convert -f en -t de -o "$TMP/out.gguf" "$TMP/lower"
says "a file that is missing is named" 1 'vocab-tgt.json'

# ---- T5 of CTranslate2

for name in ct2_t5 ct2_t5_f16; do
    converts $name -f en -t de
    compare $name "$TMP/$name.gguf"
done
converts ct2_madlad
compare ct2_madlad "$TMP/ct2_madlad.gguf" -t de
run -m "$TMP/ct2_madlad.gguf" -t fr "$TMP/ct2_madlad/sources"
says "languages of its vocabulary are known" 1 'fr is not known; the model has de, sr_Latn$'
run convert -f en -t de -o "$TMP/int8.gguf" $all/ct2_t5
like "integers of 8 bits stay as they are" "$("$T" inspect "$TMP/int8.gguf")" 'weights  *int8'
cp -R $all/ct2_t5 "$TMP/lists"
rm "$TMP/lists/spiece.model"
run convert -f en -t de -o "$TMP/out.gguf" "$TMP/lists"
like "without its SentencePiece model it takes pieces" "$(cat "$TMP/err")" 'takes and gives pieces, not text$'
changed() { # NAME SED SENTENCE: model.bin of CTranslate2's T5, in which names have the same lengths
    LC_ALL=C sed "$2" $all/ct2_t5/model.bin > "$TMP/lists/model.bin"
    run convert -f en -t de -o "$TMP/out.gguf" "$TMP/lists"
    says "$1 is refused" 1 "$3"
}
changed 'a network with queries of another scale' 's|layer_1/self_attention/queries_scale|layer_1/self_attention/queries_scalx|' \
    'encoder/layer_1/self_attention/queries_scale: is another number'
changed 'what is not known' 's|decoder/scale_outputs|decoder/scale_outputx|' 'decoder/scale_outputx has no place'
changed 'a norm that is missing' 's|decoder/layer_norm/gamma|decoder/layer_norm/gammx|' 'decoder/layer_norm/gamma is missing'

# ---- IndicTrans2

for name in indic indic_post indic_mixed; do
    run convert --type float32 -o "$TMP/$name.gguf" $all/$name
    is "$name is converted" "$status" 0
    like "$name: that its SentencePiece models are missing is told" "$(cat "$TMP/err")" \
        'model.SRC and model.TGT, are not there; the model takes and gives pieces'
    cp -R $all/$name "$TMP"
    cut -f 1 "$all/$name/pairs.tsv" > "$TMP/$name/sources"
    compare $name "$TMP/$name.gguf"
done
refuses 'norms at two places' indic 's/"decoder_normalize_before": true/"decoder_normalize_before": false/' \
    "decoder_normalize_before: another value than encoder_normalize_before is not supported\$"
refuses 'a decoder of another width' indic 's/"decoder_embed_dim": 18/"decoder_embed_dim": 24/' \
    'decoder_embed_dim: another number than encoder_embed_dim is not supported$'
sed 's/"layernorm_embedding": false/"layernorm_embedding": true/' $all/indic_post/config.json > "$TMP/indic_post/config.json"
run convert -o "$TMP/out.gguf" "$TMP/indic_post"
like "norms that the file lacks are named" "$status $(tail -n 1 "$TMP/err")" \
    '^1 .*layernorm_embedding.weight is missing$'

# Text, in which each character is a piece; cases/text/indic/unified has what becomes of it.
run convert --type float32 -o "$TMP/text.gguf" $all/indic_text
is "indic_text is converted" "$status" 0
like "its languages are those of its pieces" "$(cat "$TMP/err")" '6 languages, from ben_Beng to urd_Arab'
like "both languages stand before a text" "$("$T" inspect "$TMP/text.gguf" | grep '^source ')" ' FROM TO text </s>$'
words() { # FROM TO TEXT: what the network reads, without blanks between the pieces
    echo "$3" | "$T" -m "$TMP/text.gguf" -f "$1" -t "$2" --raw --split none --max-length 2 --json |
        sed 's/.*"source_tokens":\[//; s/\],"hypotheses".*//; s/{"id":[0-9]*,"piece":"//g; s/"},*//g; s/\\"/"/g; s/▁/ /g'
}
is "a source is read as Devanagari" "$(words bn ta 'আমি “বাংলা” বলি (২)।')" ' आमि " बांला " बलि ( 2 ) ।'
is "English is cut as Moses cuts it" "$(words en hi "It isn't 5 %; is it?")" " It isn 't 5 % ; is it ?"
is "Urdu keeps its script" "$(words urd_Arab eng_Latn 'کیا ہے؟')" ' کیا ہے ؟'
"$T" -m "$TMP/text.gguf" -f hi -t ta --raw --max-length 12 -e 'यह घर है।' -e 'क' > "$TMP/got"
is "a translation is in the script of its language" \
    "$(LC_ALL=C grep -c "$(printf '\340\244')" "$TMP/got") $(LC_ALL=C grep -c -e "$(printf '\340\256')" -e "$(printf '\340\257')" "$TMP/got")" '0 2'
banned() { "$T" -m "$TMP/text.gguf" -f en -t ta --raw -b 2 --max-length 12 -e 'big dog' "$@"; }
word=$(banned)
is "a banned word is known by the letters of its script" "$(banned --ban "$word" | grep -cF "$word")" 0
{ printf '\n \nक\360\237\230\200\377தமிழ் <b>x</b> www.a.org\n'; seq 400 | tr '\n' ' '; echo 'क ('; } > "$TMP/odd"
run -m "$TMP/text.gguf" -f hi -t sat_Olck --max-length 4 "$TMP/odd"
is "lines of any text are translated" "$status $(wc -l < "$TMP/out")" '0 4'
run -m "$TMP/text.gguf" -f en "$TMP/odd"
says "the language to translate into is asked for" 1 'has to be given; the model has ben_Beng, eng_Latn, hin_Deva'
cp -R $all/indic_text "$TMP/no_target"
rm "$TMP/no_target/model.TGT"
run convert -o "$TMP/out.gguf" "$TMP/no_target"
says "a SentencePiece model that is missing beside the other is named" 1 'model.TGT'
sed 's/_[A-Z][a-z]*"/"/g' $all/indic_text/dict.SRC.json > "$TMP/no_target/dict.SRC.json"
cp $all/indic_text/model.TGT "$TMP/no_target"
run convert -o "$TMP/out.gguf" "$TMP/no_target"
says "a vocabulary without languages is refused" 1 'dict.SRC.json: has no languages, as hin_Deva$'

done_testing
