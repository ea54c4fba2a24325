#!/bin/sh
# subwords.t - a package of OPUS-MT whose text subword-nmt cuts, behind Moses' scripts.  The pieces
# are those of subword-nmt 0.3.8 and tokenizer.perl -a.
. tests/cli/tap.sh

smoke=../shared/fixtures/marian-tiny-smoke
if [ ! -f "$smoke/model.npz" ]; then
    skip "packages with source.bpe" "no $smoke"
    done_testing
    exit
fi

dir=$TMP/package
mkdir "$dir"
cp "$smoke/model.npz" "$dir"
printf '%s\n' 'models: [model.npz]' 'vocabs: [vocab.yml, vocab.yml]' 'beam-size: 2' > "$dir/decoder.yml"
n=0
for piece in '</s>' '<unk>' 'The' 'ha@@' 'us' 'haus' '@-@' ',' '.' '&apos;s' '&quot;' 'a' 'b@@' 'c' 'Mr.' '&amp;' \
    'x' 'y' '&apos;' "the" 's' '5,3' '%'; do
    printf "'%s': %s\n" "$piece" $n
    n=$((n + 1))
done > "$dir/vocab.yml"
printf '%s\n' '#version: 0.2' 'T h' 'Th e</w>' 'h a' 'u s</w>' 'ha us</w>' '@ -' '@- @</w>' '& a' '&a p' '&ap o' \
    '&apo s' '&apos ;' '&apos; s</w>' '& q' '&q u' '&qu o' '&quo t' '&quot ;</w>' 'M r' 'Mr .</w>' '&a m' '&am p' \
    '&amp ;</w>' '&apos ;</w>' '5 ,' '5, 3</w>' > "$dir/source.bpe"
cp "$dir/source.bpe" "$dir/target.bpe"
echo 'normalize-punctuation.perl -l $1 | tokenizer.perl -a -l $1 | apply_bpe.py -c $2' > "$dir/preprocess.sh"
run convert -f en -t de -o "$TMP/o.gguf" "$dir"
is "is converted" "$status" 0
"$T" inspect "$TMP/o.gguf" > "$TMP/out"
like "inspect names the tokenizer" "$(cat "$TMP/out")" 'subword-nmt'
is "inspect --verify" "$("$T" inspect --verify "$TMP/o.gguf" > /dev/null 2>&1 && echo yes)" yes

text='The haus’s "a" ha-haus, 5,3 % & Mr. X.'
pieces() { printf '%s\n' "$1" | "$T" tokenize -m "$TMP/o.gguf"; }
ids() { printf '%s\n' "$1" | "$T" tokenize --ids -m "$TMP/o.gguf"; }
back() { "$T" detokenize "$@" -m "$TMP/o.gguf"; }
is "tokenize" "$(pieces 'The haus’s "a" bc-haus, 5,3 % & Mr. x.')" \
    'The haus &apos;s &quot; a &quot; b@@ c @-@ haus , 5,3 % &amp; Mr. x .'
is "detokenize, with the rules of the target's language" "$(ids 'x "a" bc-haus, 5,3 % & Mr. x.' | back --input ids)" \
    'x "a" bc-haus, 5,3% & Mr. x.'
printf '%s\n' "$text" '' 'a <b>haus</b>, http://example.org/x y 5,3' 'The haus.' > "$TMP/in"
"$T" -m "$TMP/o.gguf" "$TMP/in" > "$TMP/out" 2> "$TMP/err"
is "translates lines" "$?$(wc -l < "$TMP/out" | tr -d ' ')" 04
is "and no piece is seen as such" "$(grep -c '@@\|@-@\|&apos;\|&quot;' "$TMP/out")" 0
"$T" -m "$TMP/o.gguf" --format jsonl "$TMP/in" > "$TMP/json" 2> "$TMP/err" || cat "$TMP/err"
for prefix in 'a bc' 'x, ' 'x-y' 'c' 'haus "a'; do
    like "a translation begins with '$prefix'" "$("$T" -m "$TMP/o.gguf" --prefix "$prefix" -e 'The haus.')" "^$prefix"
done
is "a word is ruled out" "$("$T" -m "$TMP/o.gguf" --ban a --ban haus "$TMP/in" | head -n 1 | grep -cw 'a\|haus')" 0
run train --from "$TMP/o.gguf" -o "$TMP/p.gguf" "$TMP/in"
like "train --from is refused by a sentence" "$status $(cat "$TMP/err")" "^1 .*translate: "

for end in 3 20 100; do
    head -c $end "$dir/source.bpe" > "$TMP/cut"
    cp "$dir/source.bpe" "$TMP/whole"
    cp "$TMP/cut" "$dir/source.bpe"
    "$T" convert -f en -t de -o "$TMP/cut.gguf" "$dir" > /dev/null 2>&1
    check "codes that are cut after $end bytes end in no crash" test $? -le 1
    cp "$TMP/whole" "$dir/source.bpe"
done
done_testing
