#!/bin/sh
# table3.sh - rows A to E of Table 3 of "Attention Is All You Need" at small scale, on Multi30k, and
# the six scores of attention beside them.
#
#     bench/table3.sh FROM TO [ROW...]
#
# ROW is base, A, B, C, D, E, S (the scores) or R (the base with other random numbers: how much chance
# there is in a row); all are run if none is named.  DATA and PROGRAM are those of multi30k.sh, and so
# is the recipe.  STEPS says how many updates a run has (default: 1040, 8 rounds), WARMUP how many of
# them warm up (300), BATCH how many pieces an update sees (3720), WIDTH what d_model of the base is
# (128; all other widths follow it), PAIRS how many pairs of the text are learnt from, and LINES how
# many validate and test (default: all).  A line ends with perplexity of a piece of the validation text,
# BLEU of test 2016, and parameters.
set -eu
from=$1 to=$2
shift 2
STEPS=${STEPS:-1040}
WARMUP=${WARMUP:-300}
WIDTH=${WIDTH:-128}
BATCH=${BATCH:-3720}
PAIRS=${PAIRS:-1000000}
LINES=${LINES:-1000000}
. "$(dirname "$0")/multi30k_text.sh"
head -n "$PAIRS" "$tmp/train.tsv" > "$tmp/text.tsv"
head -n "$LINES" "$tmp/val.tsv" > "$tmp/dev.tsv"
head -n "$LINES" "$tmp/test_2016_flickr.$from" > "$tmp/source"
head -n "$LINES" "$tmp/test_2016_flickr.$to" > "$tmp/reference"

run() { # ROW N WIDTH FFN HEADS D_K D_V DROPOUT SMOOTHING OTHER_OPTIONS...
    row=$1 n=$2 width=$3 ffn=$4 heads=$5 d_k=$6 d_v=$7 dropout=$8 smoothing=$9
    shift 9
    case " $rows " in *" $row "*) ;; *) return 0 ;; esac
    rm -f "$tmp"/model.gguf*
    "$PROGRAM" train -q -f "$from" -t "$to" "$tmp/text.tsv" --dev "$tmp/dev.tsv" \
        -o "$tmp/model.gguf" --pieces 4000 --shape "$n+$n,$width,$ffn,$heads" \
        --d-k "$d_k" --d-v "$d_v" --dropout "$dropout" --smoothing "$smoothing" --batch "$BATCH" \
        --steps "$STEPS" --cooldown 1 --every "$STEPS" --warmup "$WARMUP" \
        --schedule inverse-sqrt --rate 1.614e-3 --clip 0 --optimizer adam --type float32 "$@" >&2
    nll=$(sed -n 's/.*"event":"dev".*"nll":\([0-9.]*\).*/\1/p' "$tmp/model.gguf.log" | tail -n 1)
    "$PROGRAM" --raw -m "$tmp/model.gguf" < "$tmp/source" > "$tmp/out"
    bleu=$("$PROGRAM" evaluate --json "$tmp/out" "$tmp/reference" |
        sed 's/.*"name":"BLEU",[^}]*"score":\([0-9.]*\).*/\1/')
    count=$("$PROGRAM" inspect "$tmp/model.gguf" | sed -n 's/.*, \([0-9]*\) parameters/\1/p')
    printf '| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$row" "$n" \
        "$width" "$ffn" "$heads" "$d_k" "$d_v" "$dropout" "$smoothing" "${*:-}" \
        "$(echo "$nll" | awk '{ printf "%.2f", exp($1) }')" "$(printf %.2f "$bleu")" \
        "$(echo "$count" | awk '{ printf "%.2f", $1 / 1e6 }')"
}

rows=${*:-base A B C D E S R}
echo "| row | N | d_model | d_ff | h | d_k | d_v | dropout | smoothing | options | PPL | BLEU | 10^6 parameters |"
echo "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
w=$WIDTH
run base 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1
for heads in 1 4 16 32; do
    run A 3 $w $((4 * w)) $heads $((w / heads)) $((w / heads)) 0.1 0.1
done
run B 3 $w $((4 * w)) 8 $((w / 32)) $((w / 8)) 0.1 0.1
run B 3 $w $((4 * w)) 8 $((w / 16)) $((w / 8)) 0.1 0.1
for n in 1 2 4; do
    run C $n $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1
done
run C 3 $((w / 2)) $((4 * w)) 8 $((w / 16)) $((w / 16)) 0.1 0.1
run C 3 $((2 * w)) $((4 * w)) 8 $((w / 4)) $((w / 4)) 0.1 0.1
run C 3 $w $((2 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1
run C 3 $w $((8 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1
run D 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0 0.1
run D 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.2 0.1
run D 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0
run D 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.2
run E 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1 --positions learned
for score in dot cosine general additive location; do
    run S 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1 --attention "$score"
done
run S 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1 --decoder ssru --attention cross=additive
for seed in 2 3; do
    run R 3 $w $((4 * w)) 8 $((w / 8)) $((w / 8)) 0.1 0.1 --seed "$seed"
done
