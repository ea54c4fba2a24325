#!/bin/sh
# multi30k.sh - learns Multi30k (29 000 pairs) as The Annotated Transformer does, at a size that one
# core learns in minutes, and scores it on test 2016.
#
#     bench/multi30k.sh FROM TO [OPTIONS OF translate train]
#
# DATA has train, val and test_2016_flickr in both languages (as of github.com/multi30k/dataset);
# VOCAB is the SentencePiece model (default: one is made).
# Its schedule: the rate rises over 300 updates to 1.6e-3 and falls by their square root; 130
# updates a round, 8 rounds; 3+3 layers of width 128, dropout 0.1, no clipping, no cool-down.
set -eu
from=$1 to=$2
shift 2
VOCAB=${VOCAB:-}
. "$(dirname "$0")/multi30k_text.sh"
[ -r "$VOCAB" ] && set -- --vocab "$VOCAB" "$@" || set -- --pieces 4000 "$@"
"$PROGRAM" train -f "$from" -t "$to" "$tmp/train.tsv" --dev "$tmp/val.tsv" -o "$tmp/model.gguf" \
    --shape 3+3,128,512,4 --batch 3720 --steps 1040 --cooldown 1 --every 130 --warmup 300 \
    --schedule inverse-sqrt --rate 1.614e-3 --dropout 0.1 --clip 0 --optimizer adam \
    --type float32 "$@"
grep '"event":"dev"' "$tmp/model.gguf.log"
tail -n 2 "$tmp/model.gguf.log"
"$PROGRAM" -m "$tmp/model.gguf" < "$tmp/test_2016_flickr.$from" > "$tmp/out"
"$PROGRAM" evaluate "$tmp/out" "$tmp/test_2016_flickr.$to"
