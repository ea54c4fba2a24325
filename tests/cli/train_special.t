#!/bin/sh
# train_special.t - translate train --from models of Hugging Face's, whose sentences begin with special
# tokens and whose vocabularies are their own: the loss is transformers' (tests/peers/make_families.py),
# it falls, and the model that is written translates.
. tests/cli/tap.sh
. tests/cli/toy.sh

all=tests/data/families
awk 'BEGIN { n = split("Wir sahen Welt Test Hallo davon ist ein das", to, " ")
    split("We saw world test Hello them is a this", from, " ")
    for (i = 0; i < 90; i++) { s = t = ""
        for (k = 0; k < 2 + i % 4; k++) { w = 1 + (i * 7 + k * 5 + int(i / 9)) % n
            s = s from[w] " "; t = t to[w] " " }
        print s i "\t" t i } }' > "$TMP/own.tsv"

# Mean negative log-probability of all tokens.
wanted() { awk '{ for (i = 1; i <= NF; i++) { sum -= $i; n++ } } END { printf "%.4f", sum / n }' "$1"; }
near() { # A B: within 1e-4
    awk -v a="$1" -v b="$2" 'BEGIN { d = a - b; exit !(a != "" && d <= 1.01e-4 && d >= -1.01e-4) }'
}
nll() { sed -n 's/.*"nll":\([0-9.]*\).*/\1/p' "$TMP/$1.gguf.log" | tail -n 1; }
trains() { # NAME OF OPTIONS...
    out=$1 from=$2
    shift 2
    run train --from "$TMP/$from.gguf" "$TMP/own.tsv" -o "$TMP/$out.gguf" --type float32 \
        --general none --batch 150 "$@"
}
# What stays of a model, as lines.
facts() { "$T" inspect "$1" | grep -E '^(languages|weights|encoder|decoder|tokenizer|vocabulary|source|translation|never|search) '; }

for name in marian m2m mbart fsmt; do
    case $name in
    marian | fsmt) languages='' said='-f en -t de' ;;
    m2m) languages='-f en -t de' said= ;;
    mbart) languages='-f en_XX -t de_DE' said= ;;
    esac
    # shellcheck disable=SC2086
    run convert --type float32 $said -o "$TMP/$name.gguf" "$all/$name"
    is "$name is converted" "$status" 0

    # A rate at which nothing is learnt.
    # shellcheck disable=SC2086
    trains "$name-same" $name -j 1 --dev "$all/$name/pairs.tsv" --steps 1 --cooldown 1 --every 1 \
        --rate 1e-9 --dropout 0 --arithmetic float32 $languages
    is "$name is trained" "$status" 0
    check "$name: the loss is transformers' ($(nll "$name-same"), $(wanted "$all/$name/scores.txt"))" \
        near "$(nll "$name-same")" "$(wanted "$all/$name/scores.txt")"
    is "$name: what is not learnt stays" "$(facts "$TMP/$name-same.gguf")" "$(facts "$TMP/$name.gguf")"
    for model in $name $name-same; do
        # shellcheck disable=SC2086
        cut -f 1 "$TMP/own.tsv" | head -n 9 | "$T" -m "$TMP/$model.gguf" $languages --raw > "$TMP/$model.out" 2>&1
    done
    check "$name: it translates as before" cmp "$TMP/$name.out" "$TMP/$name-same.out"

    for threads in 1 2; do
        # shellcheck disable=SC2086
        trains "$name-$threads" $name -j $threads --dev "$TMP/own.tsv" --steps 30 --every 30 --rate 5e-3 $languages
    done
    check "$name: with two threads it is the same" cmp "$TMP/$name-1.gguf" "$TMP/$name-2.gguf"
    # shellcheck disable=SC2086
    before=$("$T" score -m "$TMP/$name.gguf" $languages --split none < "$TMP/own.tsv" | awk '{ s -= $1 } END { print s / NR }')
    # shellcheck disable=SC2086
    after=$("$T" score -m "$TMP/$name-1.gguf" $languages --split none < "$TMP/own.tsv" | awk '{ s -= $1 } END { print s / NR }')
    check "$name: text becomes likelier ($before, $after)" \
        awk -v a="$before" -v b="$after" 'BEGIN { exit !(b > 0 && b < a * 0.8) }'
    # shellcheck disable=SC2086
    run -m "$TMP/$name-1.gguf" $languages -e 'We saw them'
    is "$name: it translates" "$status" 0
done

# ---- Held to the original; goes on; as int8

trains held m2m -f en -t de --general "$TMP/own.tsv" --steps 4 --every 2 --rate 1e-3 -j 1
like "own and general text are compared in its languages" "$(cat "$TMP/err")" '^general text +[0-9]+ held-out lines: BLEU'
begin "$TMP/part.gguf" --from "$TMP/m2m.gguf" -f en -t de "$TMP/own.tsv" --general none --batch 150 \
    --rate 1e-3 --dropout 0.1 --every 5 --warmup 5 --steps 1000000 --cooldown 4 -j 1 --type float32
end KILL
step=$(saved "$TMP/part.gguf")
run train -q --resume "$TMP/part.gguf.train" --cooldown 4 -j 2
is "a run goes on from step $step without being told its languages" "$status" 0
trains whole m2m -f en -t de --rate 1e-3 --dropout 0.1 --every 5 --warmup 5 --steps $((step + 4)) --cooldown 4 -j 1
check "and gives the file of a run that nobody disturbed" cmp "$TMP/whole.gguf" "$TMP/part.gguf"
run train --resume "$TMP/part.gguf.train" --export "$TMP/out.gguf"
is "its weights are exported to the original's file" "$status" 0
is "with all that belongs to it" "$(facts "$TMP/out.gguf")" "$(facts "$TMP/m2m.gguf")"
mv "$TMP/m2m.gguf" "$TMP/moved.gguf"
run train -q --resume "$TMP/part.gguf.train" --steps 8
like "the original has to be there" "$(cat "$TMP/err")" 'm2m.gguf'
mv "$TMP/moved.gguf" "$TMP/m2m.gguf"
run train -q --from "$TMP/marian.gguf" "$TMP/own.tsv" -o "$TMP/int8.gguf" --general none --steps 2 --batch 150 -j 1
is "it becomes int8" "$status $("$T" inspect "$TMP/int8.gguf" | sed -n 's/^weights  *//p')" '0 int8'

# ---- Adapters

trains lora m2m -f en -t de --dev "$TMP/own.tsv" --lora 3 --lora-matrices all --steps 40 --every 40 --rate 2e-2 -j 1
is "adapters of such a model are learnt" "$status" 0
is "and merged into the original's file" "$(facts "$TMP/lora.gguf")" "$(facts "$TMP/m2m.gguf")"
likely() { "$T" score -m "$1" -f en -t de --split none < "$TMP/own.tsv" | awk '{ s -= $1 } END { printf "%.4f", s / NR }'; }
check "with what they have learnt" awk -v a="$(likely "$TMP/m2m.gguf")" -v b="$(likely "$TMP/lora.gguf")" \
    'BEGIN { exit !(b > 0 && b < a * 0.9) }'

run convert --type float32 --adapter "$TMP/lora.gguf.lora" -o "$TMP/merged.gguf" "$all/m2m"
is "convert merges them into the model of Hugging Face's" "$status" 0
check "to the same numbers" near "$(likely "$TMP/merged.gguf")" "$(likely "$TMP/lora.gguf")"

# ---- Text that depends on its language

for i in $(seq 60); do printf 'The house %s is big, it is old.\tघर %s बड़ा है।\n' "$i" "$i"; done > "$TMP/hindi.tsv"
run convert --type float32 -o "$TMP/indic.gguf" "$all/indic_text"
run train --from "$TMP/indic.gguf" -f eng_Latn -t hin_Deva "$TMP/hindi.tsv" --dev "$TMP/hindi.tsv" -o "$TMP/indic-same.gguf" \
    --general none --steps 1 --cooldown 1 --every 1 --rate 1e-9 --dropout 0 --arithmetic float32 --batch 100 -j 1
wanted=$("$T" score -m "$TMP/indic.gguf" -f eng_Latn -t hin_Deva --split none < "$TMP/hindi.tsv" |
    awk '{ sum -= $2; n += $2 / $1 } END { printf "%.4f", sum / n }')
check "IndicTrans2: the loss is that of what a translation reads" near "$(nll indic-same)" "$wanted"

# ---- Fewer positions than a run's usual limit

cp -R "$all/mbart" "$TMP/short"
sed 's/"max_position_embeddings": 96/"max_position_embeddings": 58/' "$all/mbart/config.json" > "$TMP/short/config.json"
perl -e '
    local $/; open my $f, "<", $ARGV[0] or die; my $all = <$f>;
    my $size = unpack "Q<", $all; my ($header, $data, $made) = (substr($all, 8, $size), substr($all, 8 + $size), "");
    $header =~ s/("[^"]+":\{"dtype":"\w+","shape":\[)([\d,]*)(\],"data_offsets":\[)(\d+),(\d+)/
        my ($name, $shape, $between, $from, $to) = ($1, $2, $3, $4, $5);
        if ($name =~ m{embed_positions}) { $shape = "60,16"; $to = $from + 60 * 64 }
        my $at = length $made; $made .= substr $data, $from, $to - $from;
        "$name$shape$between$at," . length $made/gex;
    $header .= " " while length($header) % 8;
    open $f, ">", $ARGV[0] or die; print $f pack("Q<", length $header), $header, $made' "$TMP/short/model.safetensors"
run convert --type float32 -o "$TMP/short.gguf" "$TMP/short"
is "a model of 58 positions" "$status" 0
run train -q --from "$TMP/short.gguf" -f en_XX -t de_DE "$TMP/own.tsv" -o "$TMP/shorter.gguf" --general none --steps 2 \
    --batch 200 --every 1 -j 1
is "is adapted to shorter pairs" "$status" 0
run train -q --from "$TMP/short.gguf" -f en_XX -t de_DE "$TMP/own.tsv" -o "$TMP/out1.gguf" --general none --limit 59
says "longer ones are refused" 2 '--limit 59: the model has 58 positions'

# ---- What is refused

run train -q --from "$TMP/m2m.gguf" -f en -t xx "$TMP/own.tsv" -o "$TMP/out2.gguf" --general none --steps 2
says "a language that the model has not is refused" 1 'm2m.gguf: the language to translate to xx is not known'
run train -q --from "$TMP/m2m.gguf" "$TMP/own.tsv" -o "$TMP/out3.gguf" --general none --steps 2
says "a language that is needed has to be given" 1 'm2m.gguf: the language to translate from has to be given'
run train -q --from "$TMP/m2m.gguf" -f en -t de "$TMP/own.tsv" -o "$TMP/out4.gguf" --general none --steps 2 \
    --shape 2+2,16,24,2
says "such a network does not grow" 1 'its network stays as large as it is'
cp -R "$all/byt5" "$TMP"
run convert --type float32 -f en -t de -o "$TMP/byt5.gguf" "$TMP/byt5"
run train -q --from "$TMP/byt5.gguf" "$TMP/own.tsv" -o "$TMP/out5.gguf" --general none --steps 2
says "networks of T5's kind are refused" 1 'byt5.gguf: cannot be trained further: networks of its kind .T5. are only'

done_testing
