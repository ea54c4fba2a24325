#!/bin/sh
# metrics.t - learned metrics: COMET and MetricX.  What is wanted, their own programs made
# (tests/make/metric_models.py: unbabel-comet 2.2.7, metricx24 on transformers 4.57.6).
. tests/cli/tap.sh

D=tests/data/metrics S=$D/source.txt M=$D/translation.txt R=$D/reference.txt

convert_comet() { # KIND OPTIONS...
    kind=$1
    shift
    run convert --vocab $D/sentencepiece.bpe.model "$@" -o "$TMP/$kind.gguf" "$D/$kind"
}
evaluate() { # FAMILY KIND OPTIONS...
    family=$1 kind=$2
    shift 2
    run evaluate --metrics "$family" --metric-model "$TMP/$kind.gguf" "$@"
}
# The lines that differ by more than 1e-3: of two columns of numbers, side by side.
apart() { # THEIRS OURS
    paste "$1" "$2" | awk -F '\t' '{ d = $1 - $2; d = d < 0 ? -d : d; n++ } d > 1e-3 || $1 == "" || $2 == ""
                                   END { if (!n) print "nothing" }'
}
per_line() { # FAMILY KIND OPTIONS...
    evaluate "$@" --per-line
    tail -n +2 "$TMP/out" | cut -f 2 > "$TMP/ours"
}

for kind in regression normed first referenceless unified; do
    convert_comet $kind
    is "$kind is converted" "$status" 0
    per_line comet $kind --source $S $M $R
    is "... and scores as COMET does" "$(apart $D/$kind/scores.txt "$TMP/ours")" ''
done
convert_comet regression
like "in float32, unless int8 is asked for" "$(cat "$TMP/err")" 'comet: 2\+0 layers of 16, .*written as float32'
evaluate comet regression --source $S $M $R
like "the text's score is the mean, with a signature" "$(cat "$TMP/out")" \
    '^COMET\|nrefs:1\|model:regression\|form:regression\|type:float32\|version:translate-[0-9.]* = 0\.2212$'
evaluate comet regression --source $S $M $R --json
like "as JSON" "$(cat "$TMP/out")" '"name":"COMET","signature":"nrefs:1\|model:regression.*"score":0\.22'
evaluate bleu,comet regression --source $S $M $R
like "beside metrics that count" "$(cut -c 1-5 "$TMP/out" | tr '\n' ' ')" '^BLEU\| COMET '
evaluate comet regression --source $S -c $R $M $R
like "against a baseline" "$(cat "$TMP/out")" 'p = 0\.[0-9]*: (worse|better) than|may be chance'

# The same bits however they are computed.
per_line comet regression --source $S -j 1 $M $R
cp "$TMP/ours" "$TMP/one"
per_line comet regression --source $S -j 3 $M $R
check "with any number of threads" cmp "$TMP/ours" "$TMP/one"
"$T" score --quality comet --metric-model "$TMP/unified.gguf" $S $M > "$TMP/all"
is "without references, score prints them" "$(apart $D/unified/scores.txt "$TMP/all")" ''
paste $S $M > "$TMP/pairs.tsv"
while IFS= read -r line; do
    printf '%s\n' "$line" | "$T" score --quality comet --metric-model "$TMP/unified.gguf" -j 1 --cpu ref
done < "$TMP/pairs.tsv" > "$TMP/each"
check "... the same alone, and on any CPU" cmp "$TMP/each" "$TMP/all"
run score --quality comet --metric-model "$TMP/unified.gguf" --json "$TMP/pairs.tsv"
like "... as JSON" "$(head -n 1 "$TMP/out")" \
    '^\{"line":1,"source":"The cat sleeps.","translation":"Die Katze .*","quality":0\.31.*,"metric":"nrefs:0\|model:unified\|form:unified'
printf 'a\tb\nnone\na\tb\n' > "$TMP/no-tab.tsv"
run score --quality comet --metric-model "$TMP/unified.gguf" "$TMP/no-tab.tsv"
is "a line that is no pair has its place" "$status $(sed -n 2p "$TMP/out") $(wc -l < "$TMP/out")" "1 nan 3"
run evaluate --metrics comet --metric-model "$TMP/unified.gguf" --source $S $M
like "evaluate needs no reference then" "$(cat "$TMP/out")" '^COMET\|nrefs:0\|model:unified'

convert_comet regression --type int8
per_line comet regression --source $S $M $R
is "int8 is near" "$(paste $D/regression/scores.txt "$TMP/ours" |
    awk '{ d = $1 - $2; if (d * d > 0.03 * 0.03) print }')" ''

# MetricX.
mkdir "$TMP/metricx"
cp $D/metricx/config.json $D/metricx/spiece.model "$TMP/metricx"
gzip -dc $D/metricx/pytorch_model.bin.gz > "$TMP/metricx/pytorch_model.bin"
run convert -o "$TMP/mx.gguf" "$TMP/metricx"
is "MetricX is converted" "$status" 0
per_line metricx mx --source $S $M $R
cut -f 1 $D/metricx/scores.txt > "$TMP/with"
is "... and scores as its own program does" "$(apart "$TMP/with" "$TMP/ours")" ''
"$T" score --quality metricx --metric-model "$TMP/mx.gguf" $S $M > "$TMP/ours"
cut -f 2 $D/metricx/scores.txt > "$TMP/without"
is "... without references, too" "$(apart "$TMP/without" "$TMP/ours")" ''
mv "$TMP/metricx/spiece.model" "$TMP/spiece.model"
run convert --vocab "$TMP/spiece.model" -o "$TMP/mx2.gguf" "$TMP/metricx"
check "its vocabulary may be given" cmp "$TMP/mx.gguf" "$TMP/mx2.gguf"

# What is refused.
TRANSLATE_MODELS=$TMP/none run evaluate --metrics comet --source $S $M $R
like "no metric is here" "$(cat "$TMP/err")" 'no model of COMET is here: "translate fetch hf:Unbabel.wmt22-comet-da" gets one [(]Apache-2.0[)], and --metric-model names it'
mkdir "$TMP/models"
cp "$TMP/unified.gguf" "$TMP/models/comet.gguf"
TRANSLATE_MODELS=$TMP/models run evaluate --metrics comet --source $S $M
is "the one of its name is taken" "$status" 0
TRANSLATE_MODELS=$TMP/models run models
like "models lists it as a metric" "$(cat "$TMP/out")" '^comet +a metric '
TRANSLATE_MODELS=$TMP/models run -f en -t de -e a
is "it is taken for no language" "$(grep -c 'is a metric' "$TMP/err")" 0
run -m "$TMP/unified.gguf" -e a
like "a metric does not translate" "$(cat "$TMP/err")" 'is a metric, which judges translations and makes none'
run evaluate --metrics comet $M $R
like "the source is needed" "$status $(cat "$TMP/err")" '^2 .*need --source'
run score --quality comet --metric-model "$TMP/regression.gguf" $S $M
like "and a reference, if the model wants one" "$(cat "$TMP/err")" 'needs references'
run evaluate --metrics metricx --metric-model "$TMP/unified.gguf" --source $S $M
like "another metric's model is none" "$(cat "$TMP/err")" 'unified.gguf: is no model of MetricX, and no other was found'

hostile() { # NAME SED-SCRIPT MESSAGE
    rm -rf "$TMP/h"
    cp -r $D/unified "$TMP/h"
    sed -i "$2" "$TMP/h/hparams.yaml"
    run convert --vocab $D/sentencepiece.bpe.model -o "$TMP/h.gguf" "$TMP/h"
    like "$1" "$status $(cat "$TMP/err")" "^1 .*$3"
}
hostile "a setting that is not known" 's/^loss:.*/stranger: 1/' 'hparams.yaml: stranger: 1 is a setting that is not known'
hostile "another encoder" 's/XLM-RoBERTa$/BERT/' 'encoder_model: BERT is not supported'
hostile "another class" 's/unified_metric/xcomet_metric/' 'class_identifier: xcomet_metric is not supported'
hostile "another activation" 's/Tanh/Relu/' 'activations: Relu is not supported'
hostile "three texts" 's/^- src/- src\n- ref/' 'input_segments: mt src ref is not supported'
hostile "sizes that are none" 's/^- 12/- x/' 'hidden_sizes'
hostile "sizes of another network" 's/^- 12/- 13/' 'tensor estimator.ff.0.weight: is \[12, 16\], expected \[13, 16\]'
hostile "no YAML" '1s/^/{/' 'hparams.yaml'
cp -r $D/unified "$TMP/cut"
head -c 30000 $D/unified/checkpoints/model.ckpt > "$TMP/cut/checkpoints/model.ckpt"
run convert --vocab $D/sentencepiece.bpe.model -o "$TMP/h.gguf" "$TMP/cut"
like "a checkpoint that was cut short" "$status $(cat "$TMP/err")" '^1 .*model.ckpt'
run convert -o "$TMP/h.gguf" $D/unified
like "without its vocabulary" "$status $(cat "$TMP/err")" '^1 .*sentencepiece.bpe.model.*--vocab'
sed 's/250112/25000/' $D/metricx/config.json > "$TMP/metricx/config.json"
run convert --vocab "$TMP/spiece.model" -o "$TMP/h.gguf" "$TMP/metricx"
like "MetricX without its word" "$(cat "$TMP/err")" 'vocab_size.*250089'
done_testing
