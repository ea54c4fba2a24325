#!/bin/sh
# train.t - translate train: a toy task, the same bits in every way, and text that is no good.
. tests/cli/tap.sh
. tests/cli/toy.sh

toy_pairs 880 5 > "$TMP/all"
tail -n 260 "$TMP/all" > "$TMP/dev.tsv"
head -n 620 "$TMP/all" > "$TMP/known"
mv "$TMP/known" "$TMP/all"
head -n 500 "$TMP/all" > "$TMP/toy.tsv"
tail -n 120 "$TMP/all" > "$TMP/unseen.tsv"

exact() { # percent of a text's lines that the model translates exactly
    cut -f 1 "$1" | "$T" -m "$TMP/toy.gguf" 2> "$TMP/err" | paste - "$1" |
        awk -F '\t' '{ n++; right += $1 == $3 } END { print int(100 * right / n) }'
}

run train -q -f en -t de "$TMP/toy.tsv" -o "$TMP/toy.gguf" --pieces 300 --shape 2+1,64,128,4 \
    --steps 350 --batch 200 --rate 5e-3 --dropout 0.1 --every 60 --dev "$TMP/dev.tsv"
is "500 pairs are learnt from" "$status" 0
known=$(exact "$TMP/toy.tsv") unseen=$(exact "$TMP/unseen.tsv")
check "95 of 100 of them are translated exactly ($known)" test "$known" -ge 95
check "and 75 of 100 others ($unseen)" test "$unseen" -ge 75
check "the curve is there" grep -q '<svg' "$TMP/toy.gguf.svg"
check "the log has the end" grep -q '"event":"end"' "$TMP/toy.gguf.log"
"$T" inspect "$TMP/toy.gguf" > "$TMP/out"
like "the file is a model" "$(cat "$TMP/out")" '^encoder +2 layers, feed-forward 128'
like "its quality is fitted on held-out lines" "$(cat "$TMP/out")" \
    '^quality +bias [0-9.]+, slope [0-9.]+, fitted on 2[0-9][0-9] lines$'

# ---- The same bits: widths that no register divides, and small, for plain C is slow

tiny_shape="--pieces 300 --shape 1+1,24,40,2 --batch 60"
steps=$(amount 24 60)
tiny="-f en -t de $tiny_shape --dropout 0.2 --rate 2e-3 --warmup 20"
train_in() { # NAME TEXT OPTIONS...
    name=$1 text=$2
    shift 2
    run train -q "$text" -o "$TMP/$name.gguf" $tiny --steps "$steps" --every 8 "$@"
    is "a run of $steps steps: $name" "$status" 0
}
train_in one "$TMP/toy.tsv" -j 1
train_in three "$TMP/toy.tsv" -j 3
train_in plain "$TMP/toy.tsv" -j 2 --cpu ref
check "one and three threads give the same file" cmp "$TMP/one.gguf" "$TMP/three.gguf"
check "and so does plain C" cmp "$TMP/one.gguf" "$TMP/plain.gguf"
for cpu in avx2 avx512 neon; do
    if "$T" train --plan --cpu $cpu "$TMP/toy.tsv" -o "$TMP/x.gguf" $tiny --steps 1 2> /dev/null; then
        train_in $cpu "$TMP/toy.tsv" -j 2 --cpu $cpu
        check "and $cpu" cmp "$TMP/one.gguf" "$TMP/$cpu.gguf"
    else
        skip "and $cpu" "this machine does not have it"
    fi
done

train_in exact "$TMP/toy.tsv" -j 1 --arithmetic float32
train_in exact3 "$TMP/toy.tsv" -j 3 --arithmetic float32 --cpu ref
check "float32 products, too, have one result" cmp "$TMP/exact.gguf" "$TMP/exact3.gguf"
check "which is another one than that of bf16" \
    sh -c '! cmp -s "$1" "$2"' - "$TMP/one.gguf" "$TMP/exact.gguf"

train_in adam "$TMP/toy.tsv" -j 1 --optimizer adam
train_in adam3 "$TMP/toy.tsv" -j 3 --optimizer adam --cpu ref
check "with Adam, too, one thread gives the file of three in plain C" \
    cmp "$TMP/adam.gguf" "$TMP/adam3.gguf"
check "which is another one than Muon's, the default" \
    sh -c '! cmp -s "$1" "$2"' - "$TMP/one.gguf" "$TMP/adam.gguf"

# Killed after a checkpoint, and gone on with by another number of threads.
begin "$TMP/killed.gguf" "$TMP/toy.tsv" $tiny --steps 1000000 --every 20 -j 1
run train -q "$TMP/toy.tsv" -o "$TMP/killed.gguf" $tiny --steps 5
like "a second run with the same output is refused" "$(cat "$TMP/err")" \
    'killed.gguf: another run is writing it'
end KILL
check "a run was killed before its end" test ! -e "$TMP/killed.gguf"
step=$(saved "$TMP/killed.gguf")
run train -q --resume "$TMP/killed.gguf.train" "$TMP/toy.tsv" --cooldown 30 -j 2
is "it goes on from step $step" "$status" 0
run train -q "$TMP/toy.tsv" -o "$TMP/undisturbed.gguf" $tiny --steps $((step + 30)) --cooldown 30 --every 20 -j 3
check "and gives the file of a run that nobody disturbed" cmp "$TMP/undisturbed.gguf" "$TMP/killed.gguf"

gzip -c "$TMP/toy.tsv" > "$TMP/toy.tsv.gz"
train_in packed "$TMP/toy.tsv.gz" -j 2
check "a compressed text is the same text" cmp "$TMP/one.gguf" "$TMP/packed.gguf"
if command -v xz > /dev/null; then
    xz -c "$TMP/toy.tsv" > "$TMP/toy.tsv.xz"
    train_in xz "$TMP/toy.tsv.xz" -j 2
    check "xz, too" cmp "$TMP/one.gguf" "$TMP/xz.gguf"
else
    skip "xz, too" "no xz"
fi
cut -f 1 "$TMP/toy.tsv" > "$TMP/toy.en"
cut -f 2 "$TMP/toy.tsv" > "$TMP/toy.de"
train_in two "$TMP/toy.en" -j 2 --target "$TMP/toy.de"
check "and so are two files" cmp "$TMP/one.gguf" "$TMP/two.gguf"

# ---- Memory

memory() { # what was announced, and the most that was used, in MB
    /usr/bin/time -f '%M' -o "$TMP/used" "$T" train -f en -t de "$TMP/toy.tsv" -o "$TMP/m.gguf" \
        --pieces 300 --shape 2+2,128,512,4 --steps 3 --batch 2000 -j 1 2> "$TMP/err" || return 1
    announced=$(sed -n 's/^network .*; \([0-9]*\) MB of memory.*/\1/p' "$TMP/err")
    used=$(awk '{ print int($1 * 1024 / 1000000) }' "$TMP/used")
    echo "announced $announced MB, used $used MB"
    [ "$((used * 10))" -le "$((announced * 11))" ] && [ "$((used * 10))" -ge "$((announced * 9))" ]
}
if [ "$VARIANT" = release ] && [ -x /usr/bin/time ]; then
    check "memory is within a tenth of what was announced" memory
else
    skip "memory" "another build than release, or no /usr/bin/time"
fi

# ---- Text and options that are no good

tr '\t' ' ' < "$TMP/toy.tsv" > "$TMP/blanks.tsv"
run train -f en -t de "$TMP/blanks.tsv" -o "$TMP/x.gguf"
says "a text without tabs" 1 'blanks.tsv:1: no tab: lines are SOURCE<TAB>TARGET'
head -n 50 "$TMP/toy.tsv" > "$TMP/few.tsv"
run train -q -f en -t de "$TMP/few.tsv" -o "$TMP/x.gguf"
like "too few pairs" "$(cat "$TMP/err")" '50 usable pairs are too few'
is "is a failure" "$status" 1
run train -q --resume "$TMP/killed.gguf.train" "$TMP/few.tsv"
like "another text than the checkpoint's" "$(cat "$TMP/err")" 'was begun with another text'
run train -f en -t de "$TMP/toy.tsv"
says "no name for the model" 2 'no name for the model was given'
run train "$TMP/toy.tsv" -o "$TMP/x.gguf"
says "no languages" 2 'the languages were not given'
run train -f en -t de "$TMP/missing.tsv" -o "$TMP/x.gguf"
says "a file that is not there" 1 'missing.tsv: No such file'
head -c 3000 "$TMP/killed.gguf.train" > "$TMP/cut.train"
run train --resume "$TMP/cut.train" "$TMP/toy.tsv"
says "a checkpoint that is cut short" 1 'cut.train: '
head -n 10 "$TMP/toy.tsv" | tr ' ' '\377' > "$TMP/bytes.tsv"
cat "$TMP/toy.tsv" "$TMP/bytes.tsv" "$TMP/few.tsv" > "$TMP/mixed.tsv"
run train --plan -f en -t de "$TMP/mixed.tsv" -o "$TMP/x.gguf" --pieces 300 --shape 1+1,32,64,2
like "what was left out is counted" "$(cat "$TMP/err")" \
    '560 pairs read, 500 kept \(10 not UTF-8: lines 501, 502, 503, 504, 505, …; 50 repeated: lines 511, 512, 513, 514, 515, …\)'
like "and that it is too little" "$(cat "$TMP/err")" \
    '^advice +[0-9]+ pairs are too few to learn a language from: --from MODEL adapts one'
check "a plan writes nothing" test ! -e "$TMP/x.gguf.train"
{
    cat "$TMP/toy.tsv"
    echo "a b c"
    printf 'a b\t\n%0150d\t%0150d 1\n' 1 2
} > "$TMP/mixed.tsv"
run train --plan "$TMP/mixed.tsv" -o "$TMP/x.gguf" $tiny --steps 1
like "with its lines, also that of a pair that is cut into too many pieces" "$(cat "$TMP/err")" \
    '503 pairs read, 500 kept \(1 without a tab: line 501; 1 with an empty side: line 502; 1 of too many pieces: line 503\)'

run train -q "$TMP/toy.tsv" -o "$TMP/floats.gguf" $tiny --steps 1 --type float32
is "--quiet says nothing" "$(cat "$TMP/err")" ''
run train -q --resume "$TMP/floats.gguf.train" --steps 2
is "... nor when it goes on" "$(cat "$TMP/err")" ''
run convert --type int8 -o "$TMP/converted.gguf" "$TMP/floats.gguf.train"
is "convert makes a model of a checkpoint" "$status" 0
run convert --type int8 -o "$TMP/converted.gguf" "$TMP/floats.gguf.train"
is "and replaces one, as it does elsewhere" "$status" 0
run train -q --resume "$TMP/floats.gguf.train" --export "$TMP/integers.gguf" --type int8
check "which is what --export writes" cmp "$TMP/converted.gguf" "$TMP/integers.gguf"
run convert -f en -o "$TMP/no.gguf" "$TMP/floats.gguf.train"
says "its languages are its own" 2 'floats.gguf.train: is a checkpoint .*: leave out --from'
status=0
like "its checkpoint gives a model of another type" "$("$T" inspect "$TMP/integers.gguf")" '^weights +int8'
like "a run that goes on writes its type of weights" "$("$T" inspect "$TMP/floats.gguf")" '^weights +float32'

# ---- A script of many characters: no blanks, and a character for a word

perl -CO -e 'srand 7; for (1 .. 400) { my @w = map int(rand 900), 1 .. 8;
    print join(" ", map "word$_", @w), "\t", (map chr(0x4E00 + $_), @w), "\n" }' > "$TMP/ideographs.tsv"
run train --plan -f en -t zh "$TMP/ideographs.tsv" -o "$TMP/x.gguf"
like "short targets are of their usual length" "$(cat "$TMP/err")" '400 pairs read, 400 kept'
like "... which the plan says" "$(cat "$TMP/err")" '^lengths  *0\.1[0-9] characters of zh for one of en, by the median'
like "each character has a piece, and words have some" "$(cat "$TMP/err")" '^vocabulary  *16[0-9][0-9] pieces'
run train --plan -f en -t zh "$TMP/ideographs.tsv" -o "$TMP/x.gguf" --pieces 300
says "pieces that are too few for them are refused" 1 '300 pieces are too few for a vocabulary: .* take [0-9]'

# ---- Languages that were exchanged

awk 'BEGIN { for (i = 1; i <= 300; i++) print "the cat of number " i " is not here\tdie Katze mit Nummer " i " ist nicht hier" }' \
    > "$TMP/cats.tsv"
plan() { # OPTIONS...
    run train --plan "$TMP/cats.tsv" -o "$TMP/x.gguf" $tiny_shape --steps 1 "$@"
}
if [ -e "$(dirname "$T")/translate-detect.so" ]; then
    plan -f de -t en
    like "columns that look exchanged are told" "$(cat "$TMP/err")" \
        '^translate: .*cats.tsv: looks as if de and en were exchanged; --exchange turns the columns round'
    run train -q "$TMP/cats.tsv" -f en -t de -o "$TMP/cats.gguf" $tiny_shape --steps 1
    run train -q --resume "$TMP/cats.gguf.train" "$TMP/cats.tsv" --exchange --text-changed --steps 2
    says "a run that went on would learn the other direction" 1 'looks as if en and de were exchanged'
    plan -f de -t fr --exchange
    like "a target in another language is told" "$(cat "$TMP/err")" '^translate: .*cats.tsv: the target looks like en, not fr'
    plan -f nl -t de
    like "and a source" "$(cat "$TMP/err")" '^translate: .*cats.tsv: the source looks like en, not nl'
    check "not the side that is right" sh -c '! grep -q "the target looks" "$1"' - "$TMP/err"
else
    skip "columns that look exchanged are told" "there is no libcld2"
fi
plan -f de -t en --exchange
check "and are good when they are turned round" sh -c '! grep -q "looks as if" "$1"' - "$TMP/err"
plan -f en-GB -t de
check "or as they are" sh -c '! grep -q "looks as if" "$1"' - "$TMP/err"
plan -f de -t fr
check "which does not mean that other languages are exchanged" sh -c '! grep -q "looks as if" "$1"' - "$TMP/err"

done_testing
