#!/bin/sh
# bench.t - the programs of bench/ say in a sentence what they lack, and need no file from outside the tree.
. tests/cli/tap.sh
. tests/cli/toy.sh

if ! command -v python3 > /dev/null; then
    echo "1..0 # SKIP there is no python3"
    echo "skipped: $0: there is no python3" >&2
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE

sentence() { # NAME RE COMMAND...: it fails with one line that matches
    sentence_name=$1 sentence_re=$2
    shift 2
    "$@" > "$TMP/out" 2> "$TMP/err" < /dev/null
    sentence_status=$?
    like "$sentence_name" "$sentence_status $(grep -c . "$TMP/err") $(cat "$TMP/err")" "^[12] 1 $sentence_re"
}

sentence "a text that is not there" 'peers.py: --text /nowhere: No such file' python3 bench/peers.py --text /nowhere
: > "$TMP/empty"
sentence "a text without text" 'peers.py: --text .*: no line has text' python3 bench/peers.py --text "$TMP/empty"
sentence "a Python that lacks a module" 'peers.py: .* lacks .*ctranslate2.*: .* -m pip install' \
    python3 -S bench/peers.py
sentence "a Python that is not there" 'firefox_peers.py: --bergamot /nowhere: No such file' \
    python3 bench/firefox_peers.py --bergamot /nowhere --fxtranslate /nowhere
sentence "a folder without test sets" 'glossary.py: .* has no newstest2014.en' python3 bench/glossary.py --data "$TMP"
sentence "words of no text" 'bench/words.sh: /nowhere cannot be read' env PROGRAM="$T" bench/words.sh en-de /nowhere

sentence "a Python without gguf" 'shipped_npz.py: .* lacks numpy and gguf' python3 -S bench/shipped_npz.py a b
sentence "one without numpy" 'random_model.py: .* lacks numpy' python3 -S bench/random_model.py "$TMP/a" tiny
sentence "one without PyTorch" 'train_step.py: .* no torch' python3 -S bench/torch/train_step.py
sentence "marks of no text" 'marks.py: --text /nowhere: No such file' env PROGRAM="$T" python3 bench/marks.py /nowhere
sentence "no minutes" 'usage: ' bench/optimizers.sh en de
if [ -n "$MODEL" ]; then
    like "glossary.py works with the pairs of the tree" \
        "$(python3 bench/glossary.py --pair en-de-tiny --sentences 4 --repeat 1 "$T" 2>&1)" '^terms said  .* with$'
    printf 'The bus is at Sofia Street.\nWe met Anna in Berlin.\n' > "$TMP/text"
    like "marks.py counts" "$(PROGRAM=$T python3 bench/marks.py -m en-de-tiny "$TMP/text" 2>&1)" ' marks, [0-9]+ right: '
fi

# The layers of Table 1 compare themselves with float64 before they are timed.
table1=${T%/*}/bench/table1
if [ -x "$table1" ]; then
    for cpu in "" "-c ref"; do
        like "table1 has a row for each layer ${cpu#-c }" \
            "$("$table1" -d 32 -h 4 -r 8 -n 64 $cpu 2>&1 | grep -c '^| [a-zA-Z].* [0-9.]* | [0-9.]* |$')" '^5$'
    done
    sentence "heads that do not divide the width" 'see the head of bench/table1.c' "$table1" -h 7
else
    skip "table1" "it is not built: make tests"
fi

# Every row of Table 3 is a network that trains and translates.
sentence "no folder of Multi30k" '.*DATA: names the folder' env DATA= sh bench/table3.sh en de
toy_pairs 600 5 > "$TMP/toy.tsv"
for part in train val test_2016_flickr; do
    cut -f 1 "$TMP/toy.tsv" > "$TMP/$part.en"
    cut -f 2 "$TMP/toy.tsv" > "$TMP/$part.de"
done
DATA=$TMP PROGRAM=$T WIDTH=32 WARMUP=1 STEPS=1 BATCH=100 LINES=5 sh bench/table3.sh en de > "$TMP/out" 2> "$TMP/err"
is "table3.sh ends" "$? $(cat "$TMP/err")" "0 "
is "... with a row for each network" "$(grep -c -E '^[|]( [^|]+ [|]){9} [^|]*[|] [0-9.]+ [|] [0-9.]+ [|] [0-9.]+ [|]$' "$TMP/out")" 27

# What the peer gets is the model, to the bit.
same() {
    python3 bench/shipped_npz.py "$MODEL" "$TMP/npz" &&
        "$T" convert --format marian "$TMP/npz/model.npz" --vocab "$TMP/npz/vocab.spm" -f en -t de \
            -o "$TMP/again.gguf" 2> /dev/null &&
        "$T" -m "$MODEL" --scores tests/data/examples/test.en > "$TMP/one" &&
        "$T" -m "$TMP/again.gguf" --scores tests/data/examples/test.en | diff "$TMP/one" -
}
if [ -n "$MODEL" ] && python3 -c 'import numpy, gguf' 2> /dev/null; then
    check "shipped_npz.py writes the weights of the model" same
else
    skip "shipped_npz.py writes the weights of the model" "no model, or no numpy and gguf"
fi

outside() { ! grep -rn '[.][.]/shared' bench Makefile; }
check "nothing is looked for outside of the tree" outside

done_testing
